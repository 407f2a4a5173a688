"""The arithmetic of the measurement. Run with `python3 -m unittest discover bench/load`."""

import math
import unittest

from measure import compare, evenness, model


class Model(unittest.TestCase):
    def near(self, found, expected, within):
        for name, value in expected.items():
            self.assertLessEqual(abs(found[name] - value), within, f"{name}: {found[name]} is not {value}")

    def test_without_a_cap_a_freeze_is_waited_for_to_its_end(self):
        # of each 2 s: 0.2 s evenly between 1 and 200 ms, the rest 1 ms
        self.near(model.summary(model.latencies(500, 20)), {"mean": 0.9 + 0.1 * 100.5, "p50": 1, "p95": 101, "p99": 181, "p99.9": 199}, 0.1)

    def test_with_five_connections_the_line_drains_at_five_per_ms(self):
        self.near(model.summary(model.latencies(500, 20, cap=5)), {"mean": 12.06, "p50": 1, "p95": 110.5, "p99": 182.5}, 0.1)

    def test_a_cap_that_is_never_reached_changes_nothing(self):
        self.assertEqual(model.latencies(500, 4, cap=250), model.latencies(500, 4))


class Evenness(unittest.TestCase):
    def test_an_even_sender_has_no_spread(self):
        found = evenness.of([n * 500_000 for n in range(10_000)], 2_000)
        self.assertEqual((found["gap_sd_us"], found["gap_off_p99_us"], found["bunched"]), (0, 0, 0))

    def test_pairs_are_half_bunched(self):
        found = evenness.of([n // 2 * 1_000_000 for n in range(10_000)], 2_000)
        self.assertAlmostEqual(found["gap_sd_us"], 500, delta=1)
        self.assertAlmostEqual(found["bunched"], 0.5, delta=0.01)


class Ratio(unittest.TestCase):
    def test_what_both_share_cancels(self):
        middle, low, high = compare.ratio([(2, 1), (20, 10), (4, 2)])
        self.assertEqual([round(x, 9) for x in (middle, low, high)], [2, 2, 2])

    def test_the_interval_is_students(self):
        middle, low, high = compare.ratio([(math.exp(x), 1) for x in (-1, 0, 1)])
        self.assertAlmostEqual(math.log(high), 4.303 / math.sqrt(3), places=6)
        self.assertAlmostEqual(middle, 1)
        self.assertAlmostEqual(low * high, 1)

    def test_a_single_pair_has_no_interval(self):
        self.assertEqual(compare.ratio([(3, 2)]), (1.5, None, None))

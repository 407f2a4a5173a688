"""The arithmetic of the measurement. Run with `python3 -m unittest discover bench/load`."""

import math
import unittest

from measure import compare, evenness, model, scenarios


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


class Did(unittest.TestCase):
    """A server that keeps to its rules did what it was told; one that is late did something else, with the line that this makes."""

    FREEZE_5 = next(leg for leg in scenarios.ALL["truth"].legs if leg.name == "freeze-5")

    def run_of(self, leg, late=lambda k: 0.0):
        """The log of a run whose client takes no time."""
        work, free, log = leg.work, [0.0] * leg.work.connections, []
        for k in range(round(work.rate * work.seconds)):
            received = max(k * 1000 / work.rate, free.pop(0))
            done = model.answered(received, 1.0, leg.target == "freeze") + late(k)
            free = sorted([*free, done])
            log.append((received, done))
        return log

    def test_what_was_told_was_done(self):
        for leg in scenarios.ALL["truth"].legs[:3]:
            log, told = self.run_of(leg), model.truth(leg)
            for name, value in model.did(leg, log).items():
                # Where freezes begin between two requests of 2 ms is that of this run, and the mean of all in what is told.
                within = {"p50": 1e-6, "mean": 0.15}.get(name, 1.01) if leg.target == "freeze" else 1e-6
                self.assertAlmostEqual(value, told[name], delta=within, msg=f"{leg.name} {name}")

    def test_each_answer_late_makes_a_longer_line(self):
        kept, late = (model.did(self.FREEZE_5, self.run_of(self.FREEZE_5, lambda k: by)) for by in (0.0, 0.1))
        # 19 rounds of 5, each a tenth longer
        self.assertAlmostEqual(late["p50"], 1.1, places=6)
        self.assertGreater(late["p95"] - kept["p95"], 1.0)

    def test_requests_before_the_plan_and_a_plan_that_was_not_kept(self):
        leg = scenarios.ALL["truth"].legs[2]
        log = self.run_of(leg)
        self.assertEqual(model.did(leg, [(-9.0, -8.0), *log])["p99"], model.did(leg, log)["p99"])
        self.assertIsNone(model.did(leg, log[:-1]))


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

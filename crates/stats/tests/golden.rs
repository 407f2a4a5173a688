//! Figures of the methods against those of SciPy, statsmodels and plain definitions, kept in `fixtures/golden.json` with the script that
//! made them.

use hdrhistogram::Histogram;
use serde_json::Value;
use stats::pelt::Cost;
use stats::{anytime, bca, best_set, block_bootstrap, capacity, circular_shift, describe, dist, dose, e_divisive, gst, harrell_davis};
use stats::{hodges_lehmann, isotonic, max_t, mser, multiple, mva, pelt, queue, sign_flip, theil_sen, usl};

fn golden(key: &str) -> Value {
    let all: Value = serde_json::from_str(include_str!("fixtures/golden.json")).unwrap();
    all[key].clone()
}

fn number(v: &Value) -> f64 {
    v.as_f64().unwrap()
}

fn numbers(v: &Value) -> Vec<f64> {
    v.as_array().unwrap().iter().map(number).collect()
}

fn rows(v: &Value) -> Vec<Vec<f64>> {
    v.as_array().unwrap().iter().map(numbers).collect()
}

/// Equal up to `digits` significant digits.
#[track_caller]
fn same(ours: f64, theirs: f64, digits: i32) {
    let close = (ours - theirs).abs() <= 10_f64.powi(-digits) * theirs.abs().max(1e-300);
    assert!(close || (ours == theirs), "{ours} against {theirs}, {digits} digits");
}

#[test]
fn distributions_agree_with_scipy() {
    for r in &rows(&golden("t_quantile")) {
        same(dist::t_quantile(r[0], r[1]), r[2], 9);
    }
    for r in &rows(&golden("normal_quantile")) {
        assert!((dist::normal_quantile(r[0]) - r[1]).abs() < 1e-9, "{r:?}");
    }
    // With shapes of a million the logarithms of the gamma function cancel; weights of quantiles need no more than this.
    for r in &rows(&golden("beta_cdf")) {
        same(dist::beta_cdf(r[0], r[1], r[2]), r[3], if r[1] > 1e5 { 4 } else { 9 });
    }
}

#[test]
fn the_group_sequential_boundary_agrees_with_quadrature_and_with_the_multivariate_normal() {
    let (g, d) = (golden("gst"), gst::Design::standard());
    for ((look, z), t) in d.looks().iter().zip(numbers(&g["z"])).zip(numbers(&g["t"])) {
        same(look.z, z, 7);
        same(look.t, t, 6);
    }
    assert!((d.looks()[2].spent - number(&g["spent_by_third_look"])).abs() < 2e-4);
}

#[test]
fn the_e_value_is_the_integral_over_effect_sizes() {
    for r in &rows(&golden("e_value")) {
        same(anytime::ln_e_value(r[0], r[1] as usize, r[2]).exp(), r[3], 6);
    }
}

#[test]
fn sign_flips_agree_with_scipy() {
    let g = golden("one_sample");
    same(sign_flip::test(&numbers(&g["values"]), 1).p, number(&g["sign_flip_p"]), 9);
}

#[test]
fn the_centre_agrees_with_counting_and_with_hollander_and_wolfe() {
    for key in ["one_sample", "hollander_wolfe"] {
        let g = golden(key);
        let (c, expected) = (hodges_lehmann::centre(&numbers(&g["values"]), 0.95).unwrap(), numbers(&g["hodges_lehmann"]));
        [c.estimate, c.interval.low, c.interval.high, c.level]
            .iter()
            .zip(expected)
            .for_each(|(a, b)| assert!((a - b).abs() < 1e-9, "{a} {b}"));
    }
    let book = hodges_lehmann::centre(&numbers(&golden("hollander_wolfe")["values"]), 0.95).unwrap();
    assert!(
        (book.estimate + 0.46).abs() < 0.001 && (book.interval.low + 0.786).abs() < 0.001 && (book.interval.high + 0.010).abs() < 0.001,
        "{book:?}"
    );
}

#[test]
fn quantiles_agree_with_numpy_and_scipy() {
    let g = golden("skewed");
    let values = numbers(&g["values"]);
    for r in &rows(&g["type_7"]) {
        same(describe::quantile(&values, r[0]), r[1], 12);
    }
    for r in &rows(&g["harrell_davis"]) {
        same(harrell_davis::of_values(&values, r[0]), r[1], 8);
    }
    // In a histogram with three digits, as thousandths, the same figure to three digits.
    let mut h = Histogram::<u64>::new(3).unwrap();
    for v in &values {
        h.record((v * 1_000.0).round() as u64).unwrap();
    }
    for r in &rows(&g["harrell_davis"]) {
        assert!((harrell_davis::of_histogram(&h, r[0]) / 1_000.0 / r[1] - 1.0).abs() < 0.001);
    }
}

/// Both draw their own resamples: 400,000 there, 40,000 here; ends agree to 2 % of the width.
#[test]
fn bootstrap_intervals_agree_with_scipy() {
    let g = golden("skewed");
    let values = numbers(&g["values"]);
    for (name, statistic) in [("bca_mean", describe::mean as fn(&[f64]) -> f64), ("bca_median", describe::median)] {
        let (ours, theirs) = (bca::plain(&values, statistic, 0.95, 40_000, 5).unwrap(), numbers(&g[name]));
        let near = 0.02 * (theirs[1] - theirs[0]);
        assert!((ours.low - theirs[0]).abs() < near && (ours.high - theirs[1]).abs() < near, "{name}: {ours:?} {theirs:?}");
    }
}

#[test]
fn the_block_bootstrap_has_the_spread_of_its_blocks() {
    let g = golden("series");
    let i = block_bootstrap::interval(&numbers(&g["values"]), number(&g["block"]) as usize, describe::mean, 0.95, 40_000, 5).unwrap();
    let sd = i.width() / (2.0 * 1.96);
    assert!((sd / number(&g["sd_of_block_mean"]) - 1.0).abs() < 0.05, "{sd}");
}

#[test]
fn corrections_agree_with_statsmodels() {
    let g = golden("multiple");
    multiple::holm(&numbers(&g["p"])).iter().zip(numbers(&g["holm"])).for_each(|(a, b)| same(*a, b, 12));
    multiple::benjamini_hochberg(&numbers(&g["p"])).iter().zip(numbers(&g["benjamini_hochberg"])).for_each(|(a, b)| same(*a, b, 12));
}

#[test]
fn shapes_and_trends_agree_with_scipy() {
    let g = golden("isotonic");
    let fit = isotonic::rising(&numbers(&g["y"]), &numbers(&g["weights"])).unwrap();
    fit.iter().zip(numbers(&g["rising"])).for_each(|(a, b)| assert!((a - b).abs() < 1e-9));
    let g = golden("theil_sen");
    let points: Vec<(f64, f64)> = numbers(&g["x"]).into_iter().zip(numbers(&g["y"])).collect();
    let t = theil_sen::trend(&points, 0.95).unwrap();
    same(t.slope, number(&g["slope"]), 9);
    same(t.interval.low, number(&g["low"]), 9);
    same(t.interval.high, number(&g["high"]), 9);
    assert!((t.intercept - number(&g["intercept"])).abs() < 1e-9, "{t:?}");
}

#[test]
fn scalability_fits_are_at_least_as_good_as_those_of_scipy() {
    for g in golden("usl").as_array().unwrap() {
        let points: Vec<(f64, f64)> = numbers(&g["n"]).into_iter().zip(numbers(&g["x"])).collect();
        let (f, theirs) = (usl::fit(&points).unwrap(), numbers(&g["fit"]));
        let squares: f64 = points.iter().map(|(n, x)| (x - f.throughput_per_s(*n)).powi(2)).sum();
        assert!(squares <= number(&g["squares"]) * (1.0 + 1e-6), "{squares} {}", g["squares"]);
        same(f.gamma, theirs[0], 4);
        assert!((f.alpha - theirs[1]).abs() < 1e-4 && (f.beta - theirs[2]).abs() < 1e-5, "{f:?} {theirs:?}");
    }
}

#[test]
fn closed_networks_agree_with_counting_all_states_and_with_the_recursion() {
    let g = golden("mva");
    let stations: Vec<mva::Station> =
        numbers(&g["demands"]).iter().zip(numbers(&g["servers"])).map(|(d, c)| mva::Station { demand_s: *d, servers: c as u32 }).collect();
    let ours = mva::solve(&stations, number(&g["think"]), 20).unwrap();
    ours.iter().zip(numbers(&g["throughput"])).for_each(|(a, b)| same(a.throughput_per_s, b, 9));

    let g = golden("mva_single");
    let stations: Vec<mva::Station> = numbers(&g["demands"]).iter().map(|d| mva::Station { demand_s: *d, servers: 1 }).collect();
    let last = mva::solve(&stations, number(&g["think"]), 300).unwrap().pop().unwrap();
    same(last.throughput_per_s, number(&g["throughput"]), 9);
    last.inside.iter().zip(numbers(&g["inside"])).for_each(|(a, b)| same(*a, b, 6));
}

#[test]
fn open_queues_agree_with_erlangs_sum() {
    for r in &rows(&golden("erlang_c")) {
        same(queue::wait_probability(r[0] as u32, r[1]), r[2], 9);
    }
}

#[test]
fn change_points_agree_with_trying_every_cut() {
    let g = golden("changes");
    let y = numbers(&g["values"]);
    let cuts = |key: &str| numbers(&g[key]).iter().map(|c| *c as usize).collect::<Vec<_>>();
    assert_eq!(pelt::changes(&y, Cost::MeanVariance, 10, Cost::MeanVariance.penalty(y.len())), cuts("mean_variance_10"));
    let mean = Cost::Mean { sigma: 0.5 };
    assert_eq!(pelt::changes(&y, mean, 5, mean.penalty(y.len())), cuts("mean_sigma_half_5"));
    let (at, q) = e_divisive::best_cut(&y).unwrap();
    assert_eq!(at, number(&g["e_divisive_at"]) as usize);
    same(q, number(&g["e_divisive_q"]), 9);
}

#[test]
fn the_warm_up_is_cut_where_the_definition_says() {
    let g = golden("mser");
    assert_eq!(mser::warm_up(&numbers(&g["values"])), Some(number(&g["cut"]) as usize));
}

#[test]
fn slopes_over_doses_agree_with_least_squares_with_a_level_per_block() {
    let g = golden("dose");
    let doses = numbers(&g["doses"]);
    let blocks: Vec<Vec<(f64, f64)>> = rows(&g["blocks"]).iter().map(|b| doses.iter().copied().zip(b.iter().copied()).collect()).collect();
    let e = dose::effect(&blocks).unwrap();
    same(e.slope, number(&g["slope"]), 8);
    same(e.interval.low, numbers(&g["interval"])[0], 8);
    same(e.interval.high, numbers(&g["interval"])[1], 8);
    same(e.p, number(&g["p"]), 6);
    same(e.tangent.unwrap().0, number(&g["tangent"]), 6);
    same(e.p_straight.unwrap(), number(&g["p_straight"]), 6);
}

#[test]
fn settings_against_their_leader_agree_with_all_permutations() {
    let g = golden("settings");
    let rounds = rows(&g["rounds"]);
    let found = max_t::against_leader(&rounds, 20_000, 1).unwrap();
    assert_eq!(found.leader, number(&g["leader"]) as usize);
    (0..3).for_each(|k| assert!((found.p[k] - number(&g["p"][k.to_string()])).abs() < 0.012, "{found:?}"));
    for (s, expected) in best_set::standings(&rounds, 0.05).unwrap().iter().zip(rows(&g["against_best"])) {
        assert!((s.against_best.low - expected[0]).abs() < 1e-9 && (s.against_best.high - expected[1]).abs() < 1e-9, "{s:?} {expected:?}");
    }
}

#[test]
fn events_agree_with_every_shift() {
    let g = golden("events");
    let counts = |key: &str| numbers(&g[key]).iter().map(|v| *v as u32).collect::<Vec<_>>();
    let mut exposed = vec![false; 300];
    for b in &counts("exposed") {
        exposed[*b as usize] = true;
    }
    let a = circular_shift::test(&counts("slow"), &counts("all"), &exposed, 10, 20_000, 1).unwrap();
    same(a.risk_ratio, number(&g["risk_ratio"]), 9);
    same(a.attributable, number(&g["attributable"]), 9);
    assert!((a.p - number(&g["share_of_shifts_beyond"])).abs() < 0.01, "{a:?} {}", g["share_of_shifts_beyond"]);
}

#[test]
fn the_search_for_capacity_knows_what_a_finer_grid_knows() {
    let g = golden("capacity");
    let mut s = capacity::Search::new(1_000.0).unwrap();
    for t in &rows(&g["trials"]) {
        s.record(t[0], t[1] == 1.0);
    }
    let e = s.estimate();
    [e.low_per_s, e.capacity_per_s, e.high_per_s]
        .iter()
        .zip(numbers(&g["quantiles"]))
        .for_each(|(a, b)| assert!((a / b - 1.0).abs() < 0.003, "{a} {b}"));
}

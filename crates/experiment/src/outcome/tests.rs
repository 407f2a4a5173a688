//! Outcomes by table, from figures of blocks with a known effect and some scatter.

use super::*;
use crate::conduct::Trial;
use crate::expect::Band;
use crate::plan::{arms, orders};
use model::Value;

const SCATTER: [f64; 6] = [0.004, -0.006, 0.002, -0.001, 0.005, -0.004];

/// Six blocks that drift by 2 % each, with these log effects of control and dose, and scatter by `noise`.
fn blocks(control: f64, dose: f64, noise: f64) -> Vec<Block> {
    let trial = |b: usize, arm: usize, effect: f64| {
        let jitter = noise * SCATTER[(b * 5 + arm * 2 + 1) % 6];
        Some(Trial { per_s: 200.0 * (effect + 0.02 * b as f64 + jitter).exp(), ..Trial::default() })
    };
    (0..6).map(|b| Block { trials: vec![trial(b, 0, 0.0), trial(b, 1, control), trial(b, 2, dose)] }).collect()
}

fn plan(predicted: Option<(f64, f64)>, rivals: &[(f64, f64, bool)], can_prove: bool) -> Plan {
    let rivals = rivals.iter().map(|(low, high, rejected)| Rival {
        cause: "rival".into(),
        predicted: Band { low: *low, high: *high },
        rejected: *rejected,
    });
    let dose = Arm { role: Role::Dose, value: 15.0, predicted: predicted.map(|(low, high)| Band { low, high }), rivals: rivals.collect() };
    Plan {
        id: "e1".into(),
        kind: "knob".into(),
        intervention: "pool-size".into(),
        subject: message!("pool_size/subject", pool: name("orders"), pid: name("421")),
        unit: "connections".into(),
        cause: predicted.map(|_| "tested".to_owned()).unwrap_or_default(),
        can_prove,
        rejected: false,
        silent: Vec::new(),
        reason: Message::default(),
        arms: arms(10.0, [dose]),
        order: orders(3, 6, 1),
        connections: 64,
        settle_s: 2.0,
        measure_s: 6.0,
        metric: "throughput".into(),
        smallest_effect: 0.03,
        most_errors: 0.2,
        seed: 1,
    }
}

fn outcome(plan: &Plan, control: f64, dose: f64) -> Outcome {
    judge(plan, &blocks(control, dose, 1.0), true).outcome
}

const UP: Option<(f64, f64)> = Some((1.40, 1.58));
const FLAT: (f64, f64, bool) = (0.95, 1.05, false);

#[test]
fn the_table_of_outcomes() {
    let (full, half, none, down) = (1.5_f64.ln(), 1.25_f64.ln(), 0.001, 0.8_f64.ln());
    type Row<'a> = (Option<(f64, f64)>, &'a [(f64, f64, bool)], bool, f64, Outcome);
    // prediction, rivals, can prove, true effect -> outcome
    let rows: [Row; 12] = [
        (UP, &[FLAT], true, full, Outcome::Proven),
        (UP, &[FLAT], false, full, Outcome::Supported),
        (UP, &[(1.3, 1.6, false)], true, full, Outcome::Supported),
        (UP, &[(1.3, 1.6, true)], true, full, Outcome::Proven),
        (UP, &[(1.3, 1.6, true)], false, full, Outcome::Supported),
        (UP, &[FLAT], true, half, Outcome::Supported),
        (UP, &[(1.2, 1.3, false)], true, half, Outcome::Contradicted),
        (UP, &[FLAT], true, none, Outcome::Contradicted),
        (UP, &[FLAT], true, down, Outcome::Contradicted),
        (Some((0.95, 1.05)), &[(1.4, 1.6, false)], true, none, Outcome::NoMaterialEffect),
        (Some((0.95, 1.05)), &[(1.4, 1.6, false)], true, full, Outcome::Contradicted),
        (None, &[], false, none, Outcome::NoMaterialEffect),
    ];
    for (predicted, rivals, can_prove, effect, want) in rows {
        let e = judge(&plan(predicted, rivals, can_prove), &blocks(0.0, effect, 1.0), true);
        assert_eq!(e.outcome, want, "{predicted:?} {rivals:?} {can_prove} {effect}: {}", e.sentence);
    }
}

#[test]
fn a_supported_cause_that_predicts_nothing_keeps_a_proof_away() {
    let p = Plan { silent: vec!["index-missing".into()], ..plan(UP, &[FLAT], true) };
    let e = judge(&p, &blocks(0.0, 1.5_f64.ln(), 1.0), true);
    assert!(e.outcome == Outcome::Supported && e.sentence.is("outcome/silent-rivals"), "{}", e.sentence);
    assert_eq!(e.sentence.arg("causes"), Some(&Value::name("index-missing")));
}

#[test]
fn an_effect_as_predicted_does_not_make_true_what_the_run_rejects() {
    let p = Plan { rejected: true, ..plan(UP, &[FLAT], true) };
    let e = judge(&p, &blocks(0.0, 1.5_f64.ln(), 1.0), true);
    assert!(e.outcome == Outcome::NotShown && e.sentence.is("outcome/run-rejects"), "{}", e.sentence);
    assert_eq!((e.sentence.arg("cause"), e.sentence.says("outcome/another-size")), (Some(&Value::name("tested")), false));
    // throughput doubles where half as much again was predicted: it helps, and says no more than that
    let e = judge(&p, &blocks(0.0, 2.2_f64.ln(), 1.0), true);
    assert!(e.outcome == Outcome::NotShown && e.sentence.says("outcome/another-size"), "{}", e.sentence);
}

#[test]
fn a_control_that_moves_spoils_the_experiment() {
    let p = plan(UP, &[FLAT], true);
    assert_eq!(outcome(&p, 0.06, 1.5_f64.ln()), Outcome::NotShown);
    let e = judge(&p, &blocks(0.06, 1.5_f64.ln(), 1.0), true);
    let change = e.sentence.figure("change").unwrap_or_default();
    assert!(!e.control_flat && e.sentence.is("outcome/control-moved") && (change - 0.062).abs() < 0.01, "{}", e.sentence);
}

#[test]
fn what_is_hidden_by_noise_is_not_shown_and_the_way_to_see_it_is_said() {
    let e = judge(&plan(UP, &[FLAT], true), &blocks(0.0, 0.02, 12.0), true);
    assert_eq!(e.outcome, Outcome::NotShown);
    assert!(e.sentence.is("outcome/few-more-blocks"), "{}", e.sentence);
    let e = judge(&plan(UP, &[FLAT], true), &blocks(0.0, 0.02, 40.0), true);
    let more = e.sentence.figure("blocks");
    assert!(e.outcome == Outcome::NotShown && e.sentence.is("outcome/more-blocks") && more > Some(40.0), "{}", e.sentence);
}

#[test]
fn too_few_blocks_say_nothing_and_half_a_block_is_none() {
    let p = plan(UP, &[FLAT], true);
    let mut some = blocks(0.0, 1.5_f64.ln(), 1.0);
    some.truncate(4);
    let few = judge(&p, &some, true);
    assert_eq!((few.outcome, few.sentence.figure("whole"), few.sentence.figure("needed")), (Outcome::NotShown, Some(4.0), Some(5.0)));
    let mut cut = blocks(0.0, 1.5_f64.ln(), 1.0);
    cut[5].trials[2] = None;
    let e = judge(&p, &cut, true);
    assert_eq!((e.outcome, e.blocks), (Outcome::Proven, 5));
}

#[test]
fn drift_from_block_to_block_is_no_effect_and_widens_nothing() {
    let e = judge(&plan(UP, &[FLAT], true), &blocks(0.0, 1.5_f64.ln(), 1.0), true);
    let d = &e.doses[0];
    assert!((d.ratio - 1.5).abs() < 0.02 && d.interval.1 - d.interval.0 < 0.05, "{d:?}");
    assert_eq!((d.predicted, d.rival, e.rival.as_str()), (UP, Some((0.95, 1.05)), "rival"));
    let effect = e.sentence.find("outcome/effect").unwrap();
    assert_eq!((effect.figure("change"), effect.arg("knob")), (Some(d.ratio - 1.0), Some(&Value::name("pool-size"))));
    assert_eq!(effect.find("plan/settings").and_then(|s| s.arg("values")), Some(&Value::name("15")));
}

#[test]
fn an_experiment_that_was_not_put_back_says_so() {
    let e = judge(&plan(UP, &[FLAT], true), &blocks(0.0, 1.5_f64.ln(), 1.0), false);
    assert!(!e.restored && e.sentence.is("outcome/not-restored") && e.sentence.says("outcome/effect"));
}

#[test]
fn an_effect_without_a_cause_is_told_and_proves_nothing() {
    let e = judge(&plan(None, &[], false), &blocks(0.0, 1.5_f64.ln(), 1.0), true);
    assert_eq!(e.outcome, Outcome::Supported);
    assert!(e.sentence.is("outcome/no-cause-tested") && e.cause.is_empty());
}

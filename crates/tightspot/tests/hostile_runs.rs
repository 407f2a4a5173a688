//! A run file that somebody has changed, whatever it says, is refused with an error or judged and told: it never breaks the tool down. Values of
//! recorded runs are replaced at random; the seed of what broke is told. TIGHTSPOT_TEST_HOSTILE says how many are tried.

#![expect(clippy::unwrap_used, reason = "tests")]

use model::{Observation, RunStatus, Sink as _};
use rand::rngs::StdRng;
use rand::seq::{IndexedMutRandom as _, IndexedRandom as _};
use rand::{Rng as _, SeedableRng as _};
use report::TextOptions;
use rmpv::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use words::Lang;

/// How many are tried in the suite.
const TRIES: u64 = 24;
/// Most values of a run that are changed.
const CHANGES: usize = 8;

/// What whoever reads a number may not have thought of.
const NUMBERS: [f64; 9] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -1.0, 1e300, -1e300, 5e-324, 1e18];
const INTEGERS: [i64; 8] = [0, -1, i64::MAX, i64::MIN, u32::MAX as i64, u16::MAX as i64, 1 << 53, 1_000_000_000_000_000_000];

/// Another value in its place, of the same kind or of another.
fn replace(value: &mut Value, random: &mut StdRng) -> &'static str {
    let (what, new) = match random.random_range(0..8) {
        0..=3 if value.is_number() && value.as_i64().is_none() => ("number", Value::F64(*NUMBERS.choose(random).unwrap())),
        0..=3 if value.is_number() => ("integer", Value::from(*INTEGERS.choose(random).unwrap())),
        0..=3 if value.is_str() => {
            let texts =
                [String::new(), "x".repeat(100_000), "\u{202e}\u{1b}[2J\r\n".to_owned(), "../../etc/passwd".to_owned(), "비".repeat(61)];
            ("text", Value::from(texts.choose(random).unwrap().as_str()))
        }
        4 => ("huge", Value::from(u64::MAX)),
        5 => ("nothing", Value::Nil),
        6 => ("list", Value::Array(vec![value.clone(); 3])),
        _ => ("yes", Value::from(true)),
    };
    *value = new;
    what
}

/// Changes one value of a tree: one that holds no others, or a list that it cuts or doubles.
fn change(value: &mut Value, random: &mut StdRng) -> &'static str {
    match value {
        Value::Array(list) if list.is_empty() || random.random_ratio(1, 10) => {
            if random.random() {
                list.truncate(list.len() / 2);
                "half a list"
            } else {
                list.extend(list.clone());
                "a list twice"
            }
        }
        Value::Array(list) => change(list.choose_mut(random).unwrap(), random),
        Value::Map(pairs) if !pairs.is_empty() => change(&mut pairs.choose_mut(random).unwrap().1, random),
        leaf => replace(leaf, random),
    }
}

/// Some observations with values changed; those that are none any more stay as they were.
fn changed(mut all: Vec<Observation>, random: &mut StdRng) -> (Vec<Observation>, Vec<String>) {
    let mut done = Vec::new();
    for _ in 0..random.random_range(1..=CHANGES) {
        let at = random.random_range(0..all.len());
        let bytes = rmp_serde::to_vec_named(&all[at]).unwrap();
        let mut tree = rmpv::decode::read_value(&mut bytes.as_slice()).unwrap();
        let how = change(&mut tree, random);
        let mut bytes = Vec::new();
        rmpv::encode::write_value(&mut bytes, &tree).unwrap();
        if let Ok(hostile) = rmp_serde::from_slice(&bytes) {
            let name = format!("{:?}", all[at]).chars().take(60).collect::<String>();
            done.push(format!("{how} in {at} ({name})"));
            all[at] = hostile;
        }
    }
    (all, done)
}

/// Writes the observations, reads them again, and has them judged and told in every form.
fn tell(observations: Vec<Observation>, file: &Path) {
    let mut all = observations.into_iter();
    let Some(Observation::Info(info)) = all.next() else { return };
    let writer = record::Writer::create(file, info).unwrap();
    all.filter(|o| !matches!(o, Observation::Ended { .. })).for_each(|o| writer.observe(o));
    writer.finish(RunStatus::Complete).unwrap();
    let Ok((run, _)) = record::read(file) else { return };
    let diagnosis = diagnose::diagnose(&run, causes::ALL);
    for lang in Lang::ALL {
        assert!(!report::text(&run, &diagnosis, &TextOptions { lang, ..TextOptions::default() }).is_empty());
    }
    assert!(report::json(&run, &diagnosis).is_object());
    let judged = report::Judged::new(run, diagnosis);
    for name in ["html", "markdown"] {
        let output = report::OUTPUTS.named(name).unwrap();
        // an error is an answer
        drop(output.render(&judged, &TextOptions::default()));
    }
}

fn recorded() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "tsr") && f.metadata().unwrap().len() < 500_000);
    files.sort();
    files
}

#[test]
fn a_run_that_was_changed_is_refused_or_told() {
    let files = recorded();
    let home = tempfile::tempdir().unwrap();
    let tries = std::env::var("TIGHTSPOT_TEST_HOSTILE").map_or(TRIES, |n| n.parse().unwrap());
    let first = std::env::var("TIGHTSPOT_TEST_SEED").map_or(1, |n| n.parse().unwrap());
    let mut broken = Vec::new();
    for seed in first..first + tries {
        let mut random = StdRng::seed_from_u64(seed);
        let source = files.choose(&mut random).unwrap();
        let (observations, how) = changed(record::observations(source).unwrap().0, &mut random);
        let file = home.path().join("changed.tsr");
        if catch_unwind(AssertUnwindSafe(|| tell(observations, &file))).is_err() {
            broken.push(format!("seed {seed}: {} with {how:#?}", source.display()));
        }
        drop(std::fs::remove_file(&file));
    }
    assert!(broken.is_empty(), "{} of {tries} runs broke the tool down:\n{}", broken.len(), broken.join("\n"));
}

//! The bench with a stand-in for the tool: what it is called with, what is scored, what is kept.

use specimen::bench::table;
use specimen::{BenchOptions, Case, Outcome, Tool, Truths, Watch, bench};
use std::cell::Cell;
use std::path::{Path, PathBuf};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

fn cases() -> Vec<(Case, Truths)> {
    vec![Case::read(&fixtures().join("tiny")).unwrap()]
}

fn options(variants: &[&str]) -> BenchOptions {
    BenchOptions {
        tool: Tool::new(fixtures().join("tool.sh")),
        variants: variants.iter().map(|v| (*v).to_owned()).collect(),
        repeat: 1,
        seed: 1,
        results: None,
        resume: false,
        commit: "abc".to_owned(),
    }
}

#[test]
fn each_variant_that_is_no_draft_is_run_and_scored_and_a_second_run_resumes() {
    let root = tempfile::tempdir().unwrap();
    let options = BenchOptions { repeat: 2, results: Some(root.path().to_owned()), resume: true, ..options(&[]) };
    let done = bench(&cases(), &options, Watch::silent()).unwrap();
    let seen: Vec<_> = done.scores.iter().map(|s| (s.variant.as_str(), s.repetition, s.outcome())).collect();
    let (right, accused) = (Outcome::Right, Outcome::HealthyAccused);
    let errors: Vec<_> = done.scores.iter().filter_map(|s| s.error.as_deref()).collect();
    assert_eq!(errors, [""; 0]);
    assert_eq!(seen, [("before", 1, right), ("before", 2, right), ("after", 1, accused), ("after", 2, accused)]);
    let first = &done.scores[0];
    assert_eq!((first.error.as_deref(), first.exit_code, first.decoys_rejected["gc-pressure"]), (None, Some(1), true));
    assert_eq!(first.seed, done.scores[2].seed, "the same repetition of two variants has the same parameters");
    assert_eq!(first.params["pool"], done.scores[2].params["pool"]);
    assert!(table(&done.scores).contains("top-1 2/4"), "{}", table(&done.scores));

    let launched = Cell::new(0);
    let count = |line: &str| launched.set(launched.get() + u32::from(line.starts_with("starting")));
    let watch = Watch { progress: &count, interrupted: &|| false };
    let again = bench(&cases(), &options, watch).unwrap();
    assert_eq!((launched.get(), again.scores.len()), (0, 4));
    let other = BenchOptions { commit: "def".to_owned(), variants: vec!["after".to_owned()], repeat: 1, ..options };
    bench(&cases(), &other, watch).unwrap();
    assert_eq!(launched.get(), 1, "another commit is measured anew");
}

#[test]
fn the_tool_gets_what_a_user_knows_and_no_hint() {
    let done = bench(&cases(), &options(&["before", "starting"]), Watch::silent()).unwrap();
    let called: Vec<&str> = done.scores.iter().map(|s| s.reason.as_deref().unwrap()).collect();
    let form = |text: &str| text.split(' ').map(|w| if w.contains('/') { "PATH" } else { w }.to_owned()).collect::<Vec<_>>().join(" ");
    assert_eq!(
        called.iter().map(|c| form(c)).collect::<Vec<_>>(),
        ["why PATH --data PATH --json", "why PATH --data PATH --json --ready PATH --start-timeout 300 -- sh PATH"]
    );
    assert!(called.iter().all(|c| !c.contains("before") && !c.contains("slow-query") && c.contains("{{id}}")), "{called:?}");
}

#[test]
fn a_tool_that_hangs_or_answers_no_json_is_a_failure_with_its_last_words() {
    let mut options = options(&["after"]);
    options.tool.exe = "/bin/echo".into();
    let done = bench(&cases(), &options, Watch::silent()).unwrap();
    let error = done.scores[0].error.as_deref().unwrap();
    assert!(error.contains("read the JSON of the tool (exit status: 0"), "{error}");
    assert_eq!(done.scores[0].outcome(), Outcome::Failed);

    let hangs = tempfile::tempdir().unwrap();
    options.tool.exe = hangs.path().join("tool");
    std::fs::write(&options.tool.exe, "#!/bin/sh\nsleep 1000\n").unwrap();
    std::fs::set_permissions(&options.tool.exe, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    options.tool.limit = std::time::Duration::from_millis(200);
    let done = bench(&cases(), &options, Watch::silent()).unwrap();
    assert!(done.scores[0].error.as_deref().unwrap().starts_with("run the tool:\n  no end after"), "{:?}", done.scores[0].error);
}

#[test]
fn an_interruption_keeps_what_was_scored() {
    let scored = Cell::new(false);
    let note = |line: &str| scored.set(scored.get() || line.contains("right"));
    let watch = Watch { progress: &note, interrupted: &|| scored.get() };
    let done = bench(&cases(), &options(&[]), watch).unwrap();
    assert!(done.interrupted);
    assert_eq!(done.scores.len(), 1);
}

#[test]
fn an_unknown_variant_is_refused_before_anything_starts() {
    let e = bench(&cases(), &options(&["afetr"]), Watch::silent()).unwrap_err();
    assert!(e.to_string().contains("its variants are before, after"), "{e}");
}

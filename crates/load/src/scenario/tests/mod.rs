//! Scenarios that can be sent, and files whose mistakes are all told at once.

mod flows;
mod load;
mod mistakes;
mod requests;

use super::*;

const TARGET: &str = "[target]\nurl = \"http://127.0.0.1:8080\"\n";

/// The scenarios of a file, with others beside it.
pub(crate) fn parse_all(text: &str, files: &[(&str, &str)]) -> Result<Vec<Scenario>, ScenarioError> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).expect("a writable folder");
    }
    file::parse(text, "scenario.toml", folder.path(), &[])
}

/// The only scenario of a file.
pub(crate) fn parse(text: &str, files: &[(&str, &str)]) -> Result<Scenario, ScenarioError> {
    parse_all(text, files).map(|mut all| all.remove(0))
}

/// All mistakes, a line each.
fn mistakes(text: &str, files: &[(&str, &str)]) -> Vec<String> {
    let Err(ScenarioError::Mistakes(m)) = parse_all(text, files) else { panic!("has mistakes") };
    m.iter().map(ToString::to_string).collect()
}

fn request(s: &Scenario, step: usize, row: usize) -> String {
    String::from_utf8(s.steps()[step].template.request(row).to_vec()).expect("text")
}

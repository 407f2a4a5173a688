//! What the command line says of outputs: the values of `--format`, and the help of `-o`. The outputs themselves are asked.

use clap::builder::{PossibleValue, PossibleValuesParser};
use report::Outputs;
use std::collections::BTreeMap;

/// The values of `--format`.
pub(super) fn formats<R>(outputs: &Outputs<R>) -> PossibleValuesParser {
    values(outputs).into_values().collect::<Vec<_>>().into()
}

/// The values of `--format` where it may be a run of either kind, or what its CPU does.
pub(super) fn any_format() -> PossibleValuesParser {
    let mut all = values(&report::load::OUTPUTS);
    all.extend(values(&report::cpu::OUTPUTS));
    all.extend(values(&report::OUTPUTS));
    all.into_values().collect::<Vec<_>>().into()
}

fn values<R>(outputs: &Outputs<R>) -> BTreeMap<&'static str, PossibleValue> {
    outputs.all().map(|o| (o.id(), PossibleValue::new(o.id()).help(o.about()))).collect()
}

/// The help of `-o`.
pub(super) fn help<R>(outputs: &Outputs<R>) -> String {
    sentence(&files(outputs))
}

/// The help of `-o` where it may be a run of either kind.
pub(super) fn any_help() -> String {
    let mut all = files(&report::load::OUTPUTS);
    all.extend(files(&report::cpu::OUTPUTS));
    all.extend(files(&report::OUTPUTS));
    format!("{}. Which of them a run can have depends on its command", sentence(&all))
}

/// The values of `--format` where it may be runs side by side, or what their CPU does.
pub(super) fn compare_format() -> PossibleValuesParser {
    let mut all = values(&report::cpu::OUTPUTS);
    all.extend(values(&report::comparison::OUTPUTS));
    all.into_values().collect::<Vec<_>>().into()
}

/// The help of `-o` there.
pub(super) fn compare_help() -> String {
    let mut all = files(&report::cpu::OUTPUTS);
    all.extend(files(&report::comparison::OUTPUTS));
    format!("{}. Forms of a profile are of what the CPU does", sentence(&all))
}

fn files<R>(outputs: &Outputs<R>) -> BTreeMap<&'static str, String> {
    outputs.all().filter_map(|o| Some((o.id(), format!("{} ({})", o.endings().first()?, o.about())))).collect()
}

fn sentence(files: &BTreeMap<&'static str, String>) -> String {
    let known: Vec<&str> = files.values().map(String::as_str).collect();
    format!("Write the result to a file as well, by its ending: {}; repeatable", known.join(", "))
}

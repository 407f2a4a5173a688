//! `cargo xtask results`: bench/RESULTS.md from what is kept in bench/results, so that no figure stands there that nothing rests on.
//! The pages of the load engine, of the simulated services and of the methods are made where these are measured, and read here.

mod calibration;
mod kept;
mod readme;
mod table;
mod verdicts;

use anyhow::{Context, Result, bail, ensure};
use kept::{Miss, Run, Study};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use table::Table;

const PAGE: &str = "bench/RESULTS.md";

/// Writes the pages; with `--check` only says whether they are what the results say.
pub(crate) fn run(root: &Path, arguments: &[&str], out: &mut impl Write) -> Result<bool> {
    let runs = kept::runs(root, kept::FOLDER)?;
    let mut made =
        vec![(PAGE, page(root)?), (calibration::PAGE, calibration::page(&runs)), (calibration::FIGURES, calibration::figures(&runs))];
    made.extend(readme::pages(root, &runs, &kept::runs(root, kept::UNPINNED)?)?);
    let mut all_same = true;
    for (path, text) in made {
        match arguments {
            [] => {
                std::fs::write(root.join(path), text).with_context(|| format!("write {path}"))?;
                writeln!(out, "wrote {path}")?;
            }
            ["--check"] => {
                let same = std::fs::read_to_string(root.join(path)).with_context(|| format!("read {path}"))? == text;
                writeln!(
                    out,
                    "{path} {}",
                    if same { "is what the results say" } else { "is not what the results say: cargo xtask results" }
                )?;
                all_same &= same;
            }
            _ => bail!("usage: cargo xtask results [--check]"),
        }
    }
    Ok(all_same)
}

fn page(root: &Path) -> Result<String> {
    let (runs, known) = (kept::runs(root, kept::FOLDER)?, kept::entries::<Miss>(root, "misses.toml", "miss")?);
    let mut page = format!(
        "# Results\n\nMade by `cargo xtask results` from `{}`; what it says is changed there. Each figure has the date and the version that \
         it was\nmeasured with; [how](README.md).\n\n## At a glance\n\n{}",
        kept::FOLDER,
        glance(root, &runs)?
    );
    write!(
        page,
        "\n## Verdicts on specimens\n\nEach run that is kept, also where rules were mended by it: rounds with one version are those on rules \
         that stood still.\nParameters are drawn from the base seed. The last columns before the times are what simpler rules said of the same \
         runs.\n\n{}",
        verdicts::rounds(&runs)
    )?;
    for case in runs.iter().map(|r| r.case.as_str()).collect::<BTreeSet<_>>() {
        write!(page, "\n### {case}\n\n{}", verdicts::variants(&runs, case))?;
    }
    write!(page, "\n### Verdicts that were wrong\n\n{}", verdicts::misses(&runs, &known))?;
    let shared = kept::runs(root, kept::UNPINNED)?;
    write!(
        page,
        "\n## Verdicts on shared CPUs\n\nThe same specimens with nothing bound to CPUs: service, database, peers, load and tool share two of them.\n\n{}",
        verdicts::rounds(&shared)
    )?;
    for case in shared.iter().map(|r| r.case.as_str()).collect::<BTreeSet<_>>() {
        write!(page, "\n### {case}, unpinned\n\n{}", verdicts::variants(&shared, case))?;
    }
    write!(page, "\n### Verdicts on shared CPUs that were wrong\n\n{}", verdicts::misses(&shared, &known))?;
    for study in kept::entries::<Study>(root, "measured.toml", "study")? {
        write!(page, "\n{}", told(&study)?)?;
    }
    Ok(page)
}

fn told(study: &Study) -> Result<String> {
    let mut table = Table::new(&study.columns.iter().map(String::as_str).collect::<Vec<_>>());
    for row in &study.rows {
        ensure!(row.len() == study.columns.len(), "{}: {} columns and a row of {}: {row:?}", study.title, study.columns.len(), row.len());
        table.row(row.clone());
    }
    ensure!(!study.method.contains("\n\n"), "{}: a paragraph at most", study.title);
    let command = study.command.as_ref().map_or(String::new(), |c| format!(", by `{c}`"));
    Ok(format!("## {}\n\nMeasured {} ({}){command}. {}\n\n{table}", study.title, study.date, study.version, study.method.trim()))
}

/// The first figures that anyone asks for, each read from where it stands.
fn glance(root: &Path, runs: &[Run]) -> Result<Table> {
    let mut table = Table::new(&["what", "figure", "from"]);
    let right = |of: &[&Run]| format!("{} of {}", of.iter().filter(|r| r.correct).count(), of.len());
    let (healthy, faults): (Vec<&Run>, Vec<&Run>) = runs.iter().partition(|r| r.is_healthy());
    let accused = healthy.iter().filter(|r| r.is_wrong_name()).count();
    let wrong = faults.iter().filter(|r| r.is_wrong_name()).count();
    let below = || "below".to_owned();
    table.row(vec!["faults of specimens named, all kept runs".into(), format!("{}, {wrong} by another name", right(&faults)), below()]);
    table.row(vec!["healthy specimens left alone, all kept runs".into(), format!("{}, {accused} accused", right(&healthy)), below()]);
    let read = |file: &str| std::fs::read_to_string(root.join(file)).with_context(|| format!("read {file}"));
    let judge = read("bench/judge/RESULTS.md")?;
    for figure in ["top-1 among them", "healthy accused", "wrong names, all sensors"] {
        let words = format!("simulated services: {}", figure.replace("top-1 among them", "true cause named"));
        table.row(vec![words, cell(&judge, figure, 1)?, "[judge](judge/RESULTS.md)".into()]);
    }
    let methods = read("bench/methods/RESULTS.md")?;
    let held = methods.lines().filter(|l| l.ends_with("| ok |")).count();
    let missed = methods.lines().filter(|l| l.ends_with("| **missed** |")).count();
    table.row(vec![
        "bars of statistical methods met".into(),
        format!("{held} of {}", held + missed),
        "[methods](methods/RESULTS.md)".into(),
    ]);
    let load = read("bench/load/RESULTS.md")?;
    for (column, words) in [(7, "requests/s"), (8, "CPU per request")] {
        let row = cell(&load, "wrk", column).or_else(|_| cell(&load, "wrk !", column))?;
        table.row(vec![format!("load engine at saturation, {words}, ours to wrk"), row, "[load](load/RESULTS.md)".into()]);
    }
    Ok(table)
}

/// Cell `column` of the first row of `page` that begins with `label`.
fn cell(page: &str, label: &str, column: usize) -> Result<String> {
    let row = page.lines().find(|l| l.strip_prefix("| ").and_then(|l| l.strip_prefix(label)).is_some_and(|l| l.starts_with(" |")));
    let cells: Vec<&str> = row.with_context(|| format!("no row {label:?}"))?.split('|').skip(1).map(str::trim).collect();
    Ok((*cells.get(column).with_context(|| format!("row {label:?} has no column {column}"))?).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_what_the_kept_results_say() {
        let mut out = Vec::new();
        assert!(run(&crate::root().unwrap(), &["--check"], &mut out).unwrap(), "{}", String::from_utf8_lossy(&out));
    }

    #[test]
    fn a_study_whose_row_is_too_short_is_refused() {
        let study = |row: &[&str]| Study {
            title: "T".into(),
            date: "2026-11-21".into(),
            version: "abc".into(),
            command: Some("make it".into()),
            method: "Once.".into(),
            columns: vec!["a".into(), "b".into()],
            rows: vec![row.iter().map(|&c| c.to_owned()).collect()],
        };
        assert_eq!(
            told(&study(&["1", "2"])).unwrap(),
            "## T\n\nMeasured 2026-11-21 (abc), by `make it`. Once.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"
        );
        assert!(told(&study(&["1"])).is_err());
    }

    #[test]
    fn a_cell_is_found_by_the_label_of_its_row() {
        let page = "| wrk-2 | 1 |\n| wrk | 2 | 3 |\n";
        assert_eq!(cell(page, "wrk", 2).unwrap(), "3");
        assert!(cell(page, "oha", 1).is_err());
    }
}

//! `cargo xtask wordings [ARGUMENT...]`: whether a test holds a wording. In a copy of the last commit every text in every language gets other words, and the
//! tests run there (arguments are those of `cargo test`; the whole workspace without). What fails then fails on any better wording.

use anyhow::{Context, Result, bail, ensure};
use fluent_syntax::ast::{Entry, Expression, Pattern, PatternElement};
use fluent_syntax::{parser, serializer};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Tests of the texts themselves.
const OF_WORDS: [&str; 2] = ["words", "xtask"];

/// Gives whether no test failed; the names of those that did go to `out`.
pub(crate) fn run(root: &Path, arguments: &[&str], out: &mut impl Write) -> Result<bool> {
    let copy = root.join("target/wordings/copy");
    if copy.exists() {
        std::fs::remove_dir_all(&copy).with_context(|| format!("remove {}", copy.display()))?;
    }
    std::fs::create_dir_all(&copy).with_context(|| format!("make {}", copy.display()))?;
    unpack(root, &copy)?;
    let changed = reword_all(&copy)?;
    writeln!(out, "{changed} texts have other words")?;
    let mut tests = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    tests.current_dir(&copy).env("CARGO_TARGET_DIR", root.join("target/wordings/build")).env("INSTA_UPDATE", "no");
    tests.args(["test", "--no-fail-fast"]);
    if arguments.is_empty() {
        tests.arg("--workspace").args(OF_WORDS.iter().flat_map(|name| ["--exclude", name]));
    }
    let result = tests.args(arguments).stdin(Stdio::null()).stderr(Stdio::inherit()).output().with_context(|| format!("run {tests:?}"))?;
    let said = String::from_utf8_lossy(&result.stdout);
    let failed = failed(&said);
    for name in &failed {
        writeln!(out, "holds a wording: {name}")?;
    }
    ensure!(result.status.success() || !failed.is_empty(), "the tests did not run: {}", said.lines().last().unwrap_or_default());
    writeln!(out, "{} tests passed, {} hold a wording", said.lines().filter(|l| is(l, "ok")).count(), failed.len())?;
    Ok(failed.is_empty())
}

/// The last commit, into `copy`.
fn unpack(root: &Path, copy: &Path) -> Result<()> {
    let mut git =
        Command::new("git").current_dir(root).args(["archive", "HEAD"]).stdout(Stdio::piped()).spawn().context("run git archive")?;
    let tar = git.stdout.take().context("git archive writes")?;
    let unpacked = Command::new("tar").arg("-x").arg("-C").arg(copy).stdin(tar).status().context("run tar")?;
    ensure!(git.wait()?.success() && unpacked.success(), "the last commit could not be copied");
    Ok(())
}

/// `test a::b ... FAILED`, by name.
fn failed(said: &str) -> Vec<String> {
    let name = |l: &str| l.split_whitespace().nth(1).unwrap_or_default().to_owned();
    said.lines().filter(|l| is(l, "FAILED")).map(name).collect()
}

fn is(line: &str, end: &str) -> bool {
    line.starts_with("test ") && line.ends_with(&format!(" ... {end}"))
}

/// Rewords all texts at or below `folder`, and gives how many.
fn reword_all(folder: &Path) -> Result<usize> {
    let mut n = 0;
    for entry in std::fs::read_dir(folder).with_context(|| format!("read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            n += reword_all(&path)?;
        } else if path.ends_with("en.ftl") || path.ends_with("ko.ftl") {
            let text = std::fs::read_to_string(&path)?;
            let (reworded, of_file) = reworded(&text).with_context(|| path.display().to_string())?;
            std::fs::write(&path, reworded)?;
            n += of_file;
        }
    }
    Ok(n)
}

/// A file of Fluent with other words, and how many messages it has.
fn reworded(text: &str) -> Result<(String, usize)> {
    let Ok(mut resource) = parser::parse(text.to_owned()) else { bail!("it is no file of Fluent") };
    let mut n = 0;
    for entry in &mut resource.body {
        if let Entry::Message(m) = entry {
            n += 1;
            m.value.iter_mut().for_each(of_pattern);
        }
    }
    Ok((serializer::serialize(&resource), n))
}

fn of_pattern(pattern: &mut Pattern<String>) {
    for element in &mut pattern.elements {
        match element {
            PatternElement::TextElement { value } => *value = other_words(value),
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                for v in variants {
                    of_pattern(&mut v.value);
                }
            }
            PatternElement::Placeable { .. } => {}
        }
    }
}

/// Words of letters alone in the other case, or of Hangul backwards; as wide as before. Commands, flags, files, links and what is quoted stay.
fn other_words(text: &str) -> String {
    let mut quoted = false;
    let mut command = false;
    let word = |word: &str| {
        quoted ^= word.matches('`').count() % 2 == 1;
        command |= word.contains("tightspot");
        let letters = word.trim_matches(|c: char| !c.is_alphanumeric());
        let plain = letters.chars().all(char::is_alphabetic) && !word.contains(['`', '<', '-', '/', '_']);
        let stays = quoted || command || !plain;
        command &= !word.trim_end().ends_with([',', ';', ')']) && !word.ends_with('\n');
        if stays {
            return word.to_owned();
        }
        if letters.is_ascii() {
            return word.chars().map(|c| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }).collect();
        }
        word.replace(letters, &letters.chars().rev().collect::<String>())
    };
    text.split_inclusive([' ', '\n']).map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_change_and_nothing_else_does() {
        for (before, after) in [
            ("requests wait for a lock, ", "REQUESTS WAIT FOR A LOCK, "),
            ("see `top` or tightspot why URL --db, then ask", "SEE `top` OR tightspot why URL --db, THEN ASK"),
            ("in /proc/stat at 0.8 of p99: x", "IN /proc/stat AT 0.8 OF p99: X"),
            ("요청이 기다린다.", "이청요 다린다기."),
        ] {
            assert_eq!(other_words(before), after);
        }
        let (file, n) =
            reworded("# a comment\nwaits = it waits { $ms }, { $n ->\n    [one] once\n   *[other] { $n } times\n}\n").expect("Fluent");
        assert_eq!(n, 1);
        assert!(
            file.contains("IT WAITS { $ms }, ")
                && file.contains("[one] ONCE")
                && file.contains("{ $n } TIMES")
                && file.contains("# a comment"),
            "{file}"
        );
        assert!(reworded("waits = { $ms").is_err());
    }

    #[test]
    fn failed_tests_are_named() {
        let said = "test a::b ... ok\ntest a::c ... FAILED\nfailures:\n    a::c\ntest result: FAILED. 1 passed";
        assert_eq!(failed(said), ["a::c"]);
    }
}

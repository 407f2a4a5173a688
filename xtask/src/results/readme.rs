//! How often verdicts were right, with the misses, in the READMEs: between the two marks below, made from the kept results.

use super::kept::Run;
use super::table::Table;
use anyhow::{Context, Result};

const BEGINS: &str = "<!-- made by `cargo xtask results` -->";
const ENDS: &str = "<!-- end of what is made -->";

/// The words of a README.
struct Words {
    page: &'static str,
    columns: [&'static str; 5],
    /// Faults and healthy services, with cores of their own and on shared cores.
    rows: [&'static str; 4],
}

const PAGES: [Words; 2] = [
    Words {
        page: "README.md",
        columns: ["live runs", "runs", "right", "wrong name", "nothing named"],
        rows: [
            "a fault is on; service and load have cores of their own",
            "no fault; cores of their own",
            "a fault is on; all share two cores",
            "no fault; all share two cores",
        ],
    },
    Words {
        page: "README.ko.md",
        columns: ["실제 실행", "횟수", "맞음", "틀린 이름", "이름 없음"],
        rows: [
            "결함 있음, 서비스와 부하가 코어를 따로 씀",
            "결함 없음, 코어를 따로 씀",
            "결함 있음, 모두가 코어 두 개를 나눠 씀",
            "결함 없음, 모두가 코어 두 개를 나눠 씀",
        ],
    },
];

/// Path and text of each README: what stands there, with what the results say between the marks.
pub(super) fn pages(root: &std::path::Path, pinned: &[Run], shared: &[Run]) -> Result<Vec<(&'static str, String)>> {
    let page = |words: &Words| {
        let text = std::fs::read_to_string(root.join(words.page)).with_context(|| format!("read {}", words.page))?;
        Ok((words.page, between(&text, &table(words, pinned, shared)).with_context(|| format!("{} lacks a mark", words.page))?))
    };
    PAGES.iter().map(page).collect()
}

fn table(words: &Words, pinned: &[Run], shared: &[Run]) -> String {
    let mut table = Table::new(&words.columns);
    let kinds = [(pinned, false), (pinned, true), (shared, false), (shared, true)];
    for (label, (runs, healthy)) in words.rows.iter().zip(kinds) {
        let of: Vec<&Run> = runs.iter().filter(|r| r.is_healthy() == healthy).collect();
        let right = of.iter().filter(|r| r.correct).count();
        let wrong = of.iter().filter(|r| r.is_wrong_name()).count();
        let counts = [of.len(), right, wrong, of.len() - right - wrong];
        table.row(std::iter::once((*label).to_owned()).chain(counts.iter().map(usize::to_string)).collect());
    }
    table.to_string()
}

/// `text` with `made` between its marks; `None` where one is missing.
fn between(text: &str, made: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGINS)?;
    let (_, after) = rest.split_once(ENDS)?;
    Some(format!("{before}{BEGINS}\n{made}{ENDS}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_stands_between_the_marks_and_nothing_else_changes() {
        let page = format!("a\n{BEGINS}\nold\n{ENDS}\nb\n");
        let new = between(&page, "new\n").expect("both marks");
        assert_eq!(new, format!("a\n{BEGINS}\nnew\n{ENDS}\nb\n"));
        assert_eq!(between(&new, "new\n").as_deref(), Some(new.as_str()));
        assert_eq!(between("a", "new"), None);
    }
}

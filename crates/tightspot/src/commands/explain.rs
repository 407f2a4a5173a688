//! `tightspot explain ID`: the page of a cause.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use diagnose::Stability;

/// Prints a page, or the list of causes.
pub(crate) fn run(id: Option<&str>) -> Result<Exit, Failure> {
    match id {
        None => {
            let width = causes::ALL.iter().map(|c| c.id().len()).max().unwrap_or(0);
            let lines: Vec<String> = causes::ALL
                .iter()
                .map(|c| {
                    let preview = if c.stability() == Stability::Preview { "  (preview: never named first)" } else { "" };
                    format!("{:<width$}  {}{preview}", c.id(), first_sentence(c.page()))
                })
                .collect();
            output::result(&lines.join("\n"));
            Ok(Exit::Done)
        }
        Some(id) => {
            let Some(cause) = causes::find(id) else { return Err(unknown(id)) };
            output::result(cause.page());
            Ok(Exit::Done)
        }
    }
}

fn unknown(id: &str) -> Failure {
    let near: Vec<&str> = causes::ALL.iter().map(|c| c.id()).filter(|c| c.split('-').any(|w| w.len() > 3 && id.contains(w))).collect();
    let help = if near.is_empty() { "`tightspot explain` lists all".to_owned() } else { format!("did you mean {}?", near.join(", ")) };
    Failure::new(Exit::Usage, "no-such-page", format!("there is no page {id:?}")).help(help)
}

fn first_sentence(page: &str) -> &str {
    page.lines().find(|l| l.starts_with("Slow because")).unwrap_or_default()
}

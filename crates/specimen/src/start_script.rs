//! The start of a process as a script, for a program that takes a command and knows nothing of environments, CPUs and control groups.

use crate::error::OrFail;
use crate::running::Start;
use crate::{Error, ErrorKind};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Name of the script: the same for all, so that it tells nothing.
const FILE: &str = "start.sh";

/// How a process is started.
#[derive(Debug)]
pub(crate) struct Recipe {
    /// Program and arguments.
    pub(crate) words: Vec<String>,
    /// On top of the environment of whoever starts it.
    pub(crate) env: Vec<(String, String)>,
    /// CPUs; all when empty.
    pub(crate) cpus: Vec<usize>,
    /// `cgroup.procs` of the control group to enter.
    pub(crate) group: Option<PathBuf>,
    /// Where its output goes.
    pub(crate) log: PathBuf,
    /// URL that answers 2xx once the process can work.
    pub(crate) ready: Option<String>,
}

/// Writes the script into `folder`. The shell becomes the process, so that its id is that of the process.
pub(crate) fn write(recipe: &Recipe, folder: &Path) -> Result<Start, Error> {
    let path = folder.join(FILE);
    std::fs::write(&path, script(recipe)).or_fail(ErrorKind::Launch, || format!("write {}", path.display()))?;
    Ok(Start { command: vec!["sh".to_owned(), path.display().to_string()], ready: recipe.ready.clone() })
}

fn script(recipe: &Recipe) -> String {
    let mut text = String::new();
    let mut line = |l: String| writeln!(text, "{l}").expect("a string takes all text");
    if let Some(group) = &recipe.group {
        line(format!("echo 0 > {} || exit 125", quoted(&group.display().to_string())));
    }
    for (name, value) in &recipe.env {
        line(format!("export {name}={}", quoted(value)));
    }
    let words: Vec<String> = recipe.words.iter().map(|w| quoted(w)).collect();
    let cpus: Vec<String> = recipe.cpus.iter().map(ToString::to_string).collect();
    let pin = if cpus.is_empty() { String::new() } else { format!("taskset -c {} ", cpus.join(",")) };
    line(format!("exec {pin}{} > {} 2>&1", words.join(" "), quoted(&recipe.log.display().to_string())));
    text
}

/// As one word of the shell, whatever is in it.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_becomes_the_process_in_its_group_on_its_cpus_with_its_environment() {
        let recipe = Recipe {
            words: ["java", "-jar", "it's here.jar"].map(str::to_owned).to_vec(),
            env: vec![("URL".to_owned(), "http://x/?a=$b".to_owned())],
            cpus: vec![0, 2],
            group: Some("/sys/g/cgroup.procs".into()),
            log: "/tmp/web.log".into(),
            ready: None,
        };
        let text = script(&recipe);
        assert_eq!(
            text.lines().collect::<Vec<_>>(),
            [
                "echo 0 > '/sys/g/cgroup.procs' || exit 125",
                "export URL='http://x/?a=$b'",
                r"exec taskset -c 0,2 'java' '-jar' 'it'\''s here.jar' > '/tmp/web.log' 2>&1",
            ]
        );
        assert_eq!(script(&Recipe { cpus: vec![], group: None, env: vec![], ..recipe }).lines().count(), 1);
    }
}

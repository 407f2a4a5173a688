//! New plug-in folders from the templates in `xtask/templates/`.

use crate::tidy::is_kebab_case;
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// What was made, and what to do with it.
#[derive(Debug)]
pub(crate) struct Made {
    /// Paths from the root.
    pub(crate) files: Vec<String>,
    /// One line.
    pub(crate) next: String,
}

/// The folder of a cause. It compiles, is found by itself, is never named first (preview), and has one test to replace.
pub(crate) fn cause(root: &Path, family: &str, id: &str) -> Result<Made> {
    kebab_case(&[family, id])?;
    let folder = format!("crates/causes/src/{family}/{id}");
    let fill =
        |template: &str| template.replace("{{id}}", id).replace("{{Type}}", &camel_case(id)).replace("{{words}}", &id.replace('-', " "));
    let files = [
        (format!("{folder}/mod.rs"), fill(include_str!("../templates/cause/mod.rs.tmpl"))),
        (format!("{folder}/cause.md"), fill(include_str!("../templates/cause/cause.md.tmpl"))),
        (format!("{folder}/tests.rs"), fill(include_str!("../templates/cause/tests.rs.tmpl"))),
        (format!("{folder}/en.ftl"), fill(include_str!("../templates/cause/en.ftl.tmpl"))),
        (format!("{folder}/ko.ftl"), fill(include_str!("../templates/cause/ko.ftl.tmpl"))),
    ];
    write(
        root,
        &folder,
        &files,
        "fill in cause.md first, then make the tests fail, then `hypothesis`; build.rs finds the folder".to_owned(),
    )
}

/// The folder of a probe, and that of its subject where it is the first.
pub(crate) fn probe(root: &Path, subject: &str, name: &str) -> Result<Made> {
    kebab_case(&[subject, name])?;
    let module = |s: &str| s.replace('-', "_");
    let (home, folder) =
        (format!("crates/probe/src/{}", module(subject)), format!("crates/probe/src/{}/{}", module(subject), module(name)));
    let fill = |template: &str| {
        let template = template.replace("{{subject}}", subject).replace("{{name}}", name);
        template.replace("{{module}}", &module(name)).replace("{{Type}}", &camel_case(name))
    };
    let mut files = vec![
        (format!("{folder}/mod.rs"), fill(include_str!("../templates/probe/mod.rs.tmpl"))),
        (format!("{folder}/{}.md", module(name)), fill(include_str!("../templates/probe/page.md.tmpl"))),
    ];
    let first = !root.join(&home).exists();
    if first {
        files.push((format!("{home}/mod.rs"), fill(include_str!("../templates/probe/subject.rs.tmpl"))));
        files.push((format!("{home}/{}.md", module(subject)), fill(include_str!("../templates/probe/subject.md.tmpl"))));
    }
    let (declare, file) =
        if first { (module(subject), "crates/probe/src/lib.rs".to_owned()) } else { (module(name), format!("{home}/mod.rs")) };
    write(root, &folder, &files, format!("add `pub mod {declare};` to {file}, then say in the page what the probe needs and costs"))
}

fn write(root: &Path, folder: &str, files: &[(String, String)], next: String) -> Result<Made> {
    ensure!(!root.join(folder).exists(), "{folder} exists");
    for (path, text) in files {
        let path = root.join(path);
        let parent = path.parent().context("a file has a folder")?;
        std::fs::create_dir_all(parent).with_context(|| format!("create {}", parent.display()))?;
        std::fs::write(&path, text).with_context(|| format!("write {}", path.display()))?;
    }
    Ok(Made { files: files.iter().map(|(p, _)| p.clone()).collect(), next })
}

fn kebab_case(names: &[&str]) -> Result<()> {
    for name in names {
        ensure!(is_kebab_case(name), "\"{name}\" is not kebab-case: lower-case words, joined by single hyphens");
    }
    Ok(())
}

fn camel_case(id: &str) -> String {
    id.split('-').map(|w| w[..1].to_uppercase() + &w[1..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy;

    /// Findings about `place` in a repository of nothing but what was made.
    fn findings(root: &Path, place: &str) -> Vec<String> {
        let all = tidy::findings(root).unwrap();
        all.iter().map(ToString::to_string).filter(|f| f.contains(place)).collect()
    }

    #[test]
    fn what_is_made_is_tidy() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::copy(crate::root().unwrap().join("rustfmt.toml"), dir.path().join("rustfmt.toml")).unwrap();
        cause(dir.path(), "pools", "pool-leaks").unwrap();
        let first = probe(dir.path(), "redis", "slow-log").unwrap();
        let second = probe(dir.path(), "redis", "info").unwrap();
        assert_eq!(findings(dir.path(), "crates/"), Vec::<String>::new());
        assert_eq!((first.files.len(), second.files.len()), (4, 2));
        assert!(second.next.contains("`pub mod info;` to crates/probe/src/redis/mod.rs"), "{}", second.next);
    }

    #[test]
    fn nothing_is_overwritten_and_odd_names_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        cause(dir.path(), "pools", "pool-leaks").unwrap();
        assert_eq!(cause(dir.path(), "pools", "pool-leaks").unwrap_err().to_string(), "crates/causes/src/pools/pool-leaks exists");
        assert!(cause(dir.path(), "pools", "../x").is_err());
    }
}

//! Styles and script are those that are committed, were built from what lies in `web/`, and are all that the policy allows.

use super::super::assets::{SCRIPT, STYLE};
use super::{all, page};
use base64::Engine as _;
use sha2::{Digest as _, Sha256};
use std::path::{Path, PathBuf};
use words::Lang;

const SUMS: &str = include_str!("../assets/SHA256SUMS");

fn sum_of(name: &str) -> &'static str {
    SUMS.lines().find_map(|l| l.split_once("  ").filter(|(_, of)| *of == name)).expect("it has a sum").0
}

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect::<Vec<_>>().concat()
}

#[test]
fn assets_are_as_they_were_built() {
    let style = include_str!("../assets/page.css");
    for (name, text) in [("page.js", SCRIPT), ("page.css", style), ("uPlot.LICENSE", include_str!("../assets/uPlot.LICENSE"))] {
        assert_eq!(sum_of(name), hex(text.as_bytes()), "{name}: cd web && npm ci && npm run build");
    }
}

#[test]
fn assets_were_built_from_what_lies_in_web() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let mut names: Vec<String> = ["build.mjs", "package-lock.json", "package.json", "tsconfig.json"].map(str::to_owned).into();
    find(&web.join("src"), &web, &mut names);
    names.sort();
    let texts: Vec<String> = names.iter().map(|n| format!("{n}\n{}", std::fs::read_to_string(web.join(n)).expect("it is there"))).collect();
    assert_eq!(sum_of("web"), hex(texts.concat().as_bytes()), "web/ has changed since: cd web && npm ci && npm run build");
}

fn find(folder: &Path, web: &Path, names: &mut Vec<String>) {
    let entries: Vec<PathBuf> = std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    for path in entries {
        if path.is_dir() {
            find(&path, web, names);
        } else {
            names.push(path.strip_prefix(web).expect("it is below").to_string_lossy().into_owned());
        }
    }
}

#[test]
fn the_policy_allows_style_and_script_of_the_page_as_they_stand_there_and_nothing_else() {
    for page in all().iter().map(|j| page(j, Lang::Ko)) {
        for (begin, end, kind) in [("<style>", "</style>", "style"), ("<script>", "</script>", "script")] {
            let text = page.split(begin).nth(1).and_then(|s| s.split(end).next()).expect("it is there");
            let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text.as_bytes()));
            assert!(page.contains(&format!("; {kind}-src 'sha256-{hash}';")), "{kind}");
        }
        assert!(page.contains("content=\"default-src 'none'; "));
    }
}

#[test]
fn neither_asks_for_anything_from_elsewhere() {
    for text in [SCRIPT, STYLE] {
        // what is drawn with a part of the page
        let text = text.replace("url(#", "");
        for mark in [
            "://",
            "@import",
            "url(",
            "fetch(",
            "XMLHttpRequest",
            "WebSocket",
            "sendBeacon",
            "EventSource",
            "import(",
            "</script",
            "</style",
        ] {
            assert!(!text.contains(mark), "{mark}");
        }
        assert!(text.contains("Leon Sorokin") && text.contains("Permission is hereby granted"), "the licence of uPlot goes with it");
    }
}

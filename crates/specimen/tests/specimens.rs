//! The specimens of this repository.

use specimen::{Case, Truth};
use std::path::Path;

#[test]
fn every_specimen_of_the_repository_can_be_read_and_has_faulty_and_healthy_variants() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specimens");
    let folders = [folder.clone(), folder.join("small")].map(|f| std::fs::read_dir(f).unwrap().flatten());
    let cases = folders.into_iter().flatten().map(|f| f.path()).filter(|f| f.join(specimen::case::FILE).is_file());
    let mut seen = 0;
    for folder in cases {
        let (case, truths) = Case::read(&folder).unwrap_or_else(|e| panic!("{e}"));
        let of = |draft: bool| case.variants.iter().filter(|v| v.draft == draft).map(|v| &truths.variants[&v.name]).collect::<Vec<_>>();
        // drafts are scored by nobody: a case that has nothing else is held to the same with them
        let scored = if of(false).is_empty() { of(true) } else { of(false) };
        assert!(scored.iter().any(|t| t.is_healthy()), "{}: a tool that accuses everything would be right", case.id);
        assert!(scored.iter().any(|t: &&Truth| !t.is_healthy()), "{}: a tool that says nothing would be right", case.id);
        seen += 1;
    }
    assert!(seen > 0, "specimens/ holds the cases");
}

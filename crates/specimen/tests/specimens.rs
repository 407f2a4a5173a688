//! The specimens of this repository.

use specimen::Case;
use std::path::Path;

#[test]
fn every_specimen_of_the_repository_can_be_read_and_has_a_faulty_and_a_healthy_variant() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specimens");
    let cases = std::fs::read_dir(folder).unwrap().flatten().map(|f| f.path()).filter(|f| f.join(specimen::case::FILE).is_file());
    let mut seen = 0;
    for folder in cases {
        let (case, truths) = Case::read(&folder).unwrap_or_else(|e| panic!("{e}"));
        let scored = || case.variants.iter().filter(|v| !v.draft).map(|v| &truths.variants[&v.name]);
        assert!(scored().any(specimen::Truth::is_healthy), "{}: a tool that accuses everything would be right", case.id);
        assert!(scored().any(|t| !t.is_healthy()), "{}: a tool that says nothing would be right", case.id);
        seen += 1;
    }
    assert!(seen > 0, "specimens/ holds the cases");
}

//! The same four kinds of answer in Korean.

use super::{WIDE, figures, opts, summary};
use crate::TextOptions;
use crate::fixture;
use words::Lang;

#[test]
fn every_line_has_korean_words_and_the_figures_of_the_english_ones() {
    for c in fixture::all() {
        let korean = summary(&c, &TextOptions { lang: Lang::Ko, ..opts(WIDE) });
        let (shown, known) = (figures(&korean), figures(&summary(&c, &opts(WIDE))));
        let unknown: Vec<&String> = shown.difference(&known).collect();
        assert!(shown.len() > 10 && unknown.is_empty(), "{unknown:?} of\n{korean}");
        // what stands under a label may be of the service, or a figure
        for line in korean.lines().filter(|l| !l.starts_with("    ")) {
            assert!(line.contains(|c: char| ('가'..='힣').contains(&c)), "{line} of\n{korean}");
        }
    }
}

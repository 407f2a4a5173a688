//! The languages.

use unic_langid::{LanguageIdentifier, langid};

/// A language in which results are said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Korean.
    Ko,
}

impl Lang {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::En, Self::Ko];

    /// `en`, `ko`: as on the command line and in the JSON.
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ko => "ko",
        }
    }

    /// The language of a locale as POSIX writes it (`ko_KR.UTF-8`); English for one that is not spoken here.
    pub fn of_locale(locale: &str) -> Self {
        let language = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|l| language.eq_ignore_ascii_case(l.code())).unwrap_or_default()
    }

    pub(crate) fn id(self) -> LanguageIdentifier {
        match self {
            Self::En => langid!("en"),
            Self::Ko => langid!("ko"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_tells_the_language() {
        let of = |locale| Lang::of_locale(locale).code();
        assert_eq!(["ko_KR.UTF-8", "ko", "en_US.UTF-8", "C", "", "de_DE@euro"].map(of), ["ko", "ko", "en", "en", "en", "en"]);
    }
}

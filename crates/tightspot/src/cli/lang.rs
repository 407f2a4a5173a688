//! The language that is spoken: the one that was asked for, or that of the locale.

use words::Lang;

/// Where a locale for messages may be told, by weight (POSIX, chapter 8.2).
const LOCALES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// Of a value of `--lang`; `variable` reads the environment.
pub(super) fn chosen(asked: &str, variable: impl Fn(&str) -> Option<String>) -> Lang {
    let named = Lang::ALL.into_iter().find(|l| l.code() == asked);
    named.unwrap_or_else(|| {
        let locale = LOCALES.into_iter().find_map(|name| variable(name).filter(|v| !v.is_empty()));
        Lang::of_locale(&locale.unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_weighs_more_than_any_locale() {
        let korean = |_: &str| Some("ko_KR.UTF-8".to_owned());
        assert_eq!((chosen("en", korean), chosen("ko", |_| None)), (Lang::En, Lang::Ko));
        assert_eq!((chosen("auto", korean), chosen("auto", |_| None)), (Lang::Ko, Lang::En));
    }

    #[test]
    fn of_locales_the_first_that_is_set_is_taken() {
        let of = |set: &[(&str, &str)]| chosen("auto", |name| set.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned()));
        assert_eq!(of(&[("LANG", "ko_KR.UTF-8"), ("LC_ALL", "C")]), Lang::En);
        assert_eq!(of(&[("LANG", "en_US.UTF-8"), ("LC_MESSAGES", "ko_KR.UTF-8")]), Lang::Ko);
        assert_eq!(of(&[("LANG", "ko_KR.UTF-8"), ("LC_ALL", ""), ("LC_MESSAGES", "")]), Lang::Ko);
    }
}

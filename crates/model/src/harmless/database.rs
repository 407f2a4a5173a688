//! The address of a database: scheme, host, port and database stay, whatever stands between them goes.

use super::HIDDEN;
use super::url::host;
use super::word::is_plain;

/// `scheme://host:port/database` of a connection string; a list of words (`host=... password=...`) is hidden as a whole.
pub fn database(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://").filter(|(s, _)| s.bytes().all(|b| b.is_ascii_lowercase())) else {
        return HIDDEN.to_owned();
    };
    // A password may hold a slash, and so the last `@` ends it; one behind a question mark leaves nothing that is sure.
    let (before, place) = rest.rsplit_once('@').unwrap_or(("", rest));
    if before.contains(['?', '#']) {
        return format!("{scheme}://{HIDDEN}");
    }
    let place = place.split(['?', '#']).next().unwrap_or_default();
    let (at, name) = place.split_once('/').map_or((place, None), |(at, name)| (at, Some(name)));
    let name = name.map_or_else(String::new, |n| format!("/{}", if n.is_empty() || is_plain(&n.replace('_', "-")) { n } else { HIDDEN }));
    format!("{scheme}://{}{name}", host(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_the_place_stays() {
        for (text, want) in [
            ("postgres://app:hunter2@db:5432/shop", "postgres://db:5432/shop"),
            ("postgres://app:hun/t@er2@db/shop_1?sslmode=require&password=x", "postgres://db/shop_1"),
            ("postgres://app:h?nter2@db/shop", "postgres://***"),
            ("postgres://db/shop?password=hun@ter2", "postgres://***"),
            ("postgresql://a.example.org,b:5433/x", "postgresql://a.example.org,b:5433/x"),
            ("postgres://app:hun/ter2/shop", "postgres://***/***"),
            ("host=db password=hunter2", "***"),
            ("postgres://[::1]:5432/", "postgres://[::1]:5432/"),
        ] {
            assert_eq!(database(text), want, "{text}");
        }
    }
}

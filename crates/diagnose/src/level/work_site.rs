//! Which function of the application asks for work of libuv's pool.

use model::{Run, Timestamp, signal};

/// The function that asked for most of the time of this type of work, or empty.
pub(super) fn top_site(run: &Run, (from, to): (Timestamp, Timestamp), name: &str) -> String {
    let of_type = run.series_of(signal::ASYNC_WORK_SITE_TIME).filter(|s| s.label("type") == name);
    let with_time = of_type.filter_map(|s| Some((s.increase(from, to)?, s.label("site"))));
    with_time.max_by(|x, y| x.0.total_cmp(&y.0).then(y.1.cmp(x.1))).map(|(_, s)| readable(s)).unwrap_or_default()
}

/// `async hash (/srv/app/dist/users.js:41)` as `hash (users.js:41)`; a bare `/srv/app/main.js:7` as `main.js:7`, a package's with its name: `bcrypt/bcrypt.js:149`.
fn readable(site: &str) -> String {
    let site = site.strip_prefix("async ").unwrap_or(site);
    let file = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        let Some((_, inside)) = path.rsplit_once("node_modules/") else { return name.to_owned() };
        let package: Vec<&str> = inside.split('/').take(if inside.starts_with('@') { 2 } else { 1 }).collect();
        format!("{}/{name}", package.join("/"))
    };
    match site.split_once(" (") {
        Some((function, place)) => format!("{function} ({})", file(place.trim_end_matches(')'))),
        None => file(site),
    }
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn sites_are_told_without_the_folders() {
        assert_eq!(readable("async hash (/srv/app/dist/users.js:41)"), "hash (users.js:41)");
        assert_eq!(readable("new Users (file:///srv/users.js:4)"), "new Users (users.js:4)");
        assert_eq!(readable("/srv/app/main.js:7"), "main.js:7");
        assert_eq!(readable("/srv/node_modules/bcrypt/bcrypt.js:149"), "bcrypt/bcrypt.js:149");
        assert_eq!(readable("get (/srv/node_modules/@acme/files/lib/read.js:4)"), "get (@acme/files/read.js:4)");
        assert_eq!(readable(""), "");
    }
}

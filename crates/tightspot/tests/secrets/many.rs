//! Three hundred secrets under the names and in the forms that people give them.

use super::Place;
use std::collections::BTreeMap;
use std::process::{Command, Stdio};

/// What people call what is nobody's business.
const NAMES: [&str; 30] = [
    "token",
    "access_token",
    "api_key",
    "apikey",
    "key",
    "secret",
    "client_secret",
    "password",
    "passwd",
    "pwd",
    "pin",
    "code",
    "otp",
    "session",
    "sid",
    "jwt",
    "id_token",
    "refresh_token",
    "signature",
    "sig",
    "auth",
    "credential",
    "email",
    "phone",
    "name",
    "address",
    "q",
    "search",
    "user",
    "account",
];

/// Where they are put.
const PLACES: [&str; 10] = [
    "query",
    "header",
    "cookie",
    "field of JSON",
    "field of a form",
    "--NAME=SECRET of the service",
    "-DNAME=SECRET of the service",
    "NAME=SECRET of the service",
    "--NAME SECRET of the service",
    "--NAME=SECRET of a command",
];

/// Letters of a secret.
const LETTERS: usize = 12;

/// Letters that are like no others, for the name at `n` in `place`.
fn secret(place: usize, n: usize) -> String {
    let mut state = (place * NAMES.len() + n + 1) as u64;
    let letter = |_| {
        // splitmix64
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        char::from(b'a' + (z >> 40) as u8 % 26)
    };
    (0..LETTERS).map(letter).collect()
}

/// `form` of each name and its secret in `place`.
fn all(place: usize, form: impl Fn(&str, &str) -> String) -> Vec<String> {
    NAMES.iter().enumerate().map(|(n, name)| form(name, &secret(place, n))).collect()
}

impl Place {
    fn of_many(&self) -> Vec<String> {
        let query = all(0, |name, s| format!("{name}={s}")).join("&");
        let headers = all(1, |name, s| format!("X-{}: {s}", name.replace('_', "-")));
        let mut words = vec![format!("http://127.0.0.1:{}/members/42?{query}", self.port)];
        words.extend(headers.into_iter().flat_map(|h| ["-H".to_owned(), h]));
        words.extend(["-H".to_owned(), format!("Cookie: {}", all(2, |name, s| format!("{name}={s}")).join("; "))]);
        words
    }

    /// Loads that send most of them.
    fn send_many(&mut self) {
        let json = format!("{{{}}}", all(3, |name, s| format!("\"{name}\":\"{s}\"")).join(","));
        let form = all(4, |name, s| format!("{name}={s}")).join("&");
        for body in [json, form] {
            let mut args = vec!["load".to_owned()];
            args.extend(self.of_many());
            args.extend(["-d", &body, "-n", "50", "-c", "2", "--json", "-o", "many.json", "-o", "many.xml"].map(str::to_owned));
            self.run("load of many", &args);
        }
    }

    /// A diagnosis of a process whose command line holds the others.
    fn watch_many(&mut self) {
        let options = [
            all(5, |name, s| format!("--{name}={s}")),
            all(6, |name, s| format!("-D{name}={s}")),
            all(7, |name, s| format!("{}={s}", name.to_uppercase())),
            all(8, |name, s| format!("--{name} {s}")).iter().flat_map(|pair| pair.split(' ')).map(str::to_owned).collect(),
        ]
        .concat();
        let mut shop = Command::new("sh").args(["-c", "read line", "shop"]).args(options).stdin(Stdio::piped()).spawn().expect("a shell");
        let apply = format!("true {} {{value}}", all(9, |name, s| format!("--{name}={s}")).join(" "));
        let mut args = vec!["why".to_owned()];
        args.extend(self.of_many());
        args.extend(["--pid", &shop.id().to_string(), "--no-probes", "--warmup", "none", "--json"].map(str::to_owned));
        args.extend(["--apply", &apply, "--restore", "true", "--doses", "1,2"].map(str::to_owned));
        let kept = self.run_files();
        self.run_until("why of many", &args, |p| p.run_files() > kept);
        shop.kill().expect("ours");
        shop.wait().expect("ours");
    }
}

#[test]
fn of_three_hundred_secrets_none_is_kept_or_said() {
    let mut p = Place::new();
    p.send_many();
    p.watch_many();
    p.look_back();
    let everything = p.everything();
    let planted: BTreeMap<Vec<u8>, String> = PLACES
        .iter()
        .enumerate()
        .flat_map(|(place, what)| all(place, |name, s| format!("{s} {name} in {what}")))
        .filter_map(|told| told.split_once(' ').map(|(word, what)| (word.as_bytes().to_vec(), what.to_owned())))
        .collect();
    assert_eq!(planted.len(), 300);
    let mut found = Vec::new();
    for (file, bytes) in &everything {
        let hits = bytes.windows(LETTERS).filter_map(|w| planted.get(w));
        found.extend(hits.map(|what| format!("{what}: {file}")));
    }
    assert!(found.is_empty(), "{} hits of 300: {found:#?}", found.len());
    let runs = everything.iter().filter(|(name, _)| name.ends_with(super::PLAIN)).count();
    assert_eq!(runs, 3, "two loads and a diagnosis kept their runs");
}

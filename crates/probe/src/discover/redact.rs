//! Takes secrets out of command lines before anything stores or shows them. Errs on the side of removing too much.

const HIDDEN: &str = "***";
const SECRET_WORDS: [&str; 9] = ["password", "passwd", "passphrase", "pwd", "secret", "token", "credential", "key", "auth"];
/// The flag of curl's relatives and of our own for `user:password`, which may follow it at once.
const CREDENTIALS: &str = "-a";

/// The arguments as one line, secrets replaced by `***`.
pub fn redact(arguments: &[String]) -> String {
    let mut out = Vec::with_capacity(arguments.len());
    let mut hide_next = false;
    for a in arguments {
        if std::mem::take(&mut hide_next) && !a.starts_with('-') {
            out.push(HIDDEN.to_owned());
            continue;
        }
        // java has -agentlib: and its like
        if a.starts_with(CREDENTIALS) && a.contains(':') && !a.starts_with("-agent") {
            out.push(format!("{CREDENTIALS}{HIDDEN}"));
            continue;
        }
        hide_next = a == CREDENTIALS || a.starts_with('-') && !a.contains('=') && is_secret(a);
        out.push(redact_text(a));
    }
    out.join(" ")
}

/// One text (an argument, a URL, a JSON snippet), secrets replaced by `***`.
pub fn redact_text(text: &str) -> String {
    hide_values(&hide_user_info(text))
}

fn is_secret(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    SECRET_WORDS.iter().any(|w| lower.contains(w))
}

/// `user:pass@host` loses its first half wherever it stands.
fn hide_user_info(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('@') {
        let before = &rest[..at];
        let start = before.rfind(['/', ' ', '=', '"', '\'', ',', '&']).map_or(0, |i| i + 1);
        let keep = if before[start..].contains(':') { start } else { at };
        out.push_str(&before[..keep]);
        if keep < at {
            out.push_str(HIDDEN);
        }
        out.push('@');
        rest = &rest[at + 1..];
    }
    out + rest
}

/// `name=value` and `"name":"value"` lose the value where the name tells of a secret.
fn hide_values(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['=', ':']) {
        let name_end = rest[..at].trim_end_matches(['"', '\'', ' ']).len();
        let name_start = rest[..name_end]
            .rfind(|c: char| !(c.is_alphanumeric() || "_-.".contains(c)))
            .map_or(0, |i| i + rest[i..].chars().next().map_or(1, char::len_utf8));
        let (head, tail) = rest.split_at(at + 1);
        out.push_str(head);
        rest = tail;
        if !is_secret(&head[name_start..name_end]) || tail.starts_with("//") {
            continue;
        }
        let open = tail.len() - tail.trim_start_matches([' ', '"', '\'']).len();
        // A value that is the whole rest of an option may itself hold `&` and `,`: nothing of it is kept.
        let whole = out.starts_with('-') && out.find(['=', ':']) == Some(out.len() - 1);
        let end = tail[open..].find(['&', ';', ',', ' ', '"', '\'', '}']).filter(|_| !whole).map_or(tail.len(), |e| open + e);
        out.push_str(&tail[..open]);
        out.push_str(HIDDEN);
        rest = &tail[end..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_of_every_usual_form_are_removed() {
        let table = [
            ("-Dspring.datasource.password=hunter2", "-Dspring.datasource.password=***"),
            ("--db-password hunter2 --port 80", "--db-password *** --port 80"),
            ("load url -a alice:hunter2 -c 5", "load url -a *** -c 5"),
            ("-aalice:hunter2", "-a***"),
            ("--api-key=a&b,c", "--api-key=***"),
            ("--url=jdbc:postgresql://h/db?user=a&password=hunter2&ssl=true", "--url=jdbc:postgresql://h/db?user=a&password=***&ssl=true"),
            ("postgres://app:hunter2@db:5432/shop", "postgres://***@db:5432/shop"),
            ("--dsn=app:hunter2@tcp(db:3306)/shop", "--dsn=***@tcp(db:3306)/shop"),
            (r#"{"user":"app","password":"hunter2","x":1}"#, r#"{"user":"app","password":"***","x":1}"#),
            ("GITHUB_TOKEN=ghp_1234", "GITHUB_TOKEN=***"),
        ];
        for (line, want) in table {
            let arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
            assert_eq!(redact(&arguments), want);
        }
    }

    #[test]
    fn what_is_no_secret_stays() {
        for line in [
            "java -Xmx512m -jar app.jar --server.port=8080",
            "-agentlib:jdwp=address=5005",
            "nginx: master process",
            "mail me@example.org -cp a.jar:b.jar",
        ] {
            assert_eq!(redact(&line.split(' ').map(str::to_owned).collect::<Vec<_>>()), line);
        }
    }
}

//! The command line of a process: program, names of options and what is known of them stay. What is given to them is hidden.

use super::HIDDEN;
use super::url::url;
use super::word::{file, is_amount, is_name, is_number, is_placeholder, is_plain, lift, put_back, value};

/// Shells, whose `-c` takes a script.
const SHELLS: [&str; 5] = ["sh", "bash", "dash", "zsh", "ash"];
/// Options of one dash that have more than one letter and nothing glued to them.
const SWITCHES: [&str; 15] = [
    "-server",
    "-client",
    "-ea",
    "-esa",
    "-da",
    "-dsa",
    "-enableassertions",
    "-showversion",
    "-version",
    "-Xint",
    "-Xcomp",
    "-Xmixed",
    "-Xrs",
    "-Xbatch",
    "-verbose",
];
/// Options that are followed by files.
const FILES: [&str; 6] = ["-jar", "-cp", "-classpath", "--class-path", "--module-path", "--module"];
/// Options with a size glued to them.
const SIZES: [&str; 4] = ["-Xmx", "-Xms", "-Xmn", "-Xss"];
/// Names whose numbers may be long: sizes in bytes.
const BYTES: usize = 15;
/// Options of Node whose value is a size.
const NODE_SIZES: [&str; 4] = ["--max-old-space-size", "--max_old_space_size", "--max-semi-space-size", "--stack-size"];
/// Endings of what a runtime executes.
const PROGRAMS: [&str; 10] = [".jar", ".war", ".js", ".mjs", ".cjs", ".ts", ".py", ".rb", ".php", ".sh"];

/// A command line as it may be kept, words separated by blanks.
pub fn command(words: &[String]) -> String {
    let Some((program, rest)) = words.split_first() else { return String::new() };
    let name = program.rsplit('/').next().unwrap_or_default();
    let shell = SHELLS.contains(&name);
    let mut out = vec![title(program)];
    for (i, word) in rest.iter().enumerate() {
        let before = i.checked_sub(1).map(|b| rest[b].as_str());
        out.push(match before {
            Some("-c") if shell => super::script(word),
            _ => argument(before, word),
        });
    }
    out.join(" ")
}

/// The first word: a path, or a title that the process gave itself (`nginx: master process`).
pub(super) fn title(program: &str) -> String {
    let Some((name, rest)) = program.split_once(' ') else { return file_of(program) };
    let word = |w: &str| w.len() <= 12 && w.bytes().all(|b| b.is_ascii_lowercase());
    let name = name.strip_suffix(':').map_or_else(|| file_of(name), |n| format!("{}:", file_of(n)));
    format!("{name} {}", if rest.split(' ').all(word) { rest } else { HIDDEN })
}

/// One word with the one before it, which it may belong to.
pub(super) fn argument(before: Option<&str>, word: &str) -> String {
    let (lifted, found) = lift(word);
    put_back(&of(before, &lifted), &found)
}

fn of(before: Option<&str>, word: &str) -> String {
    if word.len() > 1 && word.starts_with('-') {
        return option(word);
    }
    let given_to = before.filter(|b| b.starts_with('-') && !b.contains('='));
    if given_to.is_some_and(|b| FILES.contains(&b)) {
        return file(word);
    }
    if word.starts_with("http://") || word.starts_with("https://") {
        return url(word);
    }
    if is_placeholder(word) || is_program(word) {
        return word.to_owned();
    }
    match (given_to, word.split_once('=')) {
        (Some(name), _) => value(name, word),
        (None, Some((name, v))) if is_name(name) => format!("{name}={}", value(name, v)),
        (None, _) if is_number(word) => word.to_owned(),
        _ => HIDDEN.to_owned(),
    }
}

fn option(word: &str) -> String {
    if let Some(shown) = of_jvm(word) {
        return shown;
    }
    let (name, v) = word.split_once('=').map_or((word, None), |(n, v)| (n, Some(v)));
    let dashes = name.len() - name.trim_start_matches('-').len();
    let bare = &name[dashes..];
    // a secret may be glued to an option of one letter (`-psecret`, `-auser:secret`)
    let known = SWITCHES.contains(&name) || FILES.contains(&name);
    if dashes == 1 && bare.len() > 1 && !known && !(bare.starts_with('D') && v.is_some()) {
        let letter = bare.chars().next().filter(char::is_ascii_alphabetic).map(String::from).unwrap_or_default();
        return format!("-{letter}{HIDDEN}");
    }
    if dashes > 2 || !is_name(bare) {
        return HIDDEN.to_owned();
    }
    match v {
        None => name.to_owned(),
        Some(v) if FILES.contains(&name) => format!("{name}={}", file(v)),
        Some(v) if NODE_SIZES.contains(&name) && is_amount(v, BYTES) => word.to_owned(),
        Some(v) => format!("{name}={}", value(bare, v)),
    }
}

/// Sizes, switches and agents of a virtual machine.
fn of_jvm(word: &str) -> Option<String> {
    if let Some(of) = word.strip_prefix("-XX:") {
        let (name, v) = of.split_once('=').map_or((of, None), |(n, v)| (n, Some(v)));
        if !name.strip_prefix(['+', '-']).unwrap_or(name).bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Some(HIDDEN.to_owned());
        }
        let kept = v.map(|v| if is_amount(v, BYTES) { v } else { HIDDEN });
        return Some(format!("-XX:{name}{}", kept.map(|v| format!("={v}")).unwrap_or_default()));
    }
    if let Some(size) = SIZES.iter().find_map(|s| word.strip_prefix(s)) {
        return is_amount(size, BYTES).then(|| word.to_owned());
    }
    let (name, rest) = word.split_once(':')?;
    match name {
        "-javaagent" | "-agentlib" | "-agentpath" => {
            let (path, options) = rest.split_once('=').map_or((rest, ""), |(p, _)| (p, "=***"));
            Some(format!("{name}:{}{options}", file(path)))
        }
        "-Xlog" | "-Xshare" | "-verbose" | "-Xrunjdwp" => Some(format!("{name}:{HIDDEN}")),
        _ => None,
    }
}

/// Whether it is what is executed: a file with the ending of one, or the full name of a class.
fn is_program(word: &str) -> bool {
    let plain = file(word) == word && !word.contains(':');
    let class = word.rsplit_once('.').is_some_and(|(package, name)| {
        name.starts_with(|c: char| c.is_ascii_uppercase())
            && package.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'.')
    });
    plain && (PROGRAMS.iter().any(|e| word.ends_with(e)) || class && is_plain(word))
}

fn file_of(program: &str) -> String {
    if program.contains(':') { HIDDEN.to_owned() } else { file(program) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> String {
        command(&line.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn what_tells_how_a_service_runs_stays() {
        for line in [
            "java -Xmx512m -Xms1073741824 -XX:+UseSerialGC -XX:ActiveProcessorCount=2 -jar app-1.0.jar --server.port=8080",
            "/usr/lib/jvm/java-21/bin/java -ea -cp /opt/shop/lib/*:a.jar com.example.shop.Main",
            "java -Dserver.tomcat.threads.max=50 -Dspring.datasource.hikari.maximum-pool-size=10",
            "node --max-old-space-size=300 --inspect --require ./trace.js server/app.js",
            "sleep 600",
            "env NODE_ENV=production",
        ] {
            assert_eq!(shown(line), line);
        }
        assert_eq!(command(&["nginx: master process".to_owned()]), "nginx: master process");
    }

    #[test]
    fn what_is_given_to_an_option_goes_and_its_name_stays() {
        for (line, want) in [
            ("java -Dspring.datasource.password=hunter2 -Dx=y -jar a.jar", "java -Dspring.datasource.password=*** -Dx=*** -jar a.jar"),
            ("app --db-password hunter2 --port 80", "app --db-password *** --port 80"),
            ("load url -a alice:hunter2 -c 5", "load *** -a *** -c ***"),
            ("mysql -phunter2 -aalice:hunter2", "mysql -p*** -a***"),
            ("app --api-key=a&b,c", "app --api-key=***"),
            ("app --url=jdbc:postgresql://h/db?user=a&password=hunter2", "app --url=***"),
            ("app postgres://app:hunter2@db:5432/shop GITHUB_TOKEN=ghp_1234", "app *** GITHUB_TOKEN=***"),
            ("curl http://u:hunter2@h:81/x?page=2&token=hunter2", "curl http://h:81/x?page=2&token=***"),
            (
                "java -XX:OnOutOfMemoryError=kill -javaagent:/opt/a.jar=key=hunter2",
                "java -XX:OnOutOfMemoryError=*** -javaagent:/opt/a.jar=***",
            ),
            ("app --token -hunter2 --pin 1234", "app --token -h*** --pin ***"),
            ("app me@example.org hunter2", "app *** ***"),
        ] {
            assert_eq!(shown(line), want);
        }
        assert_eq!(command(&["postgres: app shop 10.0.0.1(4242) idle".to_owned()]), "postgres: ***");
    }

    #[test]
    fn a_script_of_a_shell_is_looked_into() {
        let words = ["sh", "-c", "exec java -Xmx1g -jar a.jar --token hunter2"].map(str::to_owned);
        assert_eq!(command(&words), "sh -c exec java -Xmx1g -jar a.jar --token ***");
    }
}

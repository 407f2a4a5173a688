//! Which framework a JVM service uses, told by the names of its jars: in the fat jar, on the class path, or held open.

use crate::discover;
use crate::runtimes::Process;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Artifacts worth naming, in the order in which they are shown, and what users call them.
const KNOWN: [(&str, &str); 17] = [
    ("spring-boot", "Spring Boot"),
    ("quarkus-core", "Quarkus"),
    ("micronaut-core", "Micronaut"),
    ("helidon-webserver", "Helidon"),
    ("javalin", "Javalin"),
    ("dropwizard-core", "Dropwizard"),
    ("tomcat-embed-core", "Tomcat"),
    ("jetty-server", "Jetty"),
    ("undertow-core", "Undertow"),
    ("spring-webflux", "WebFlux"),
    ("reactor-netty-http", "Reactor Netty"),
    ("vertx-core", "Vert.x"),
    ("HikariCP", "HikariCP"),
    ("agroal-pool", "Agroal"),
    ("postgresql", "PostgreSQL driver"),
    ("mysql-connector-j", "MySQL driver"),
    ("mariadb-java-client", "MariaDB driver"),
];

/// `Spring Boot 3.5 · Tomcat 10.1 · HikariCP 6.3`, or empty when nothing is recognised.
pub(super) fn of(process: &Process) -> String {
    let cwd = fs::read_link(discover::file(process.pid, "cwd")).unwrap_or_default();
    let mut names = Vec::new();
    let open = discover::descriptors(process.pid).unwrap_or_default();
    for entry in class_path(&process.arguments).iter().chain(open.iter().filter(|l| is_jar(l))) {
        let entry = entry.trim_end_matches('*');
        names.push(entry.to_owned());
        let path = process.inside(&cwd.join(entry));
        if path.is_dir() {
            names.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|e| e.file_name().to_string_lossy().into_owned()));
        } else {
            names.extend(nested_jars(&path));
        }
    }
    describe(&names)
}

/// What `-jar`, `-cp` and their kin name.
fn class_path(arguments: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    for pair in arguments.windows(2) {
        match pair[0].as_str() {
            "-jar" => out.push(pair[1].clone()),
            "-cp" | "-classpath" | "--class-path" => out.extend(pair[1].split(':').map(str::to_owned)),
            _ => {}
        }
    }
    out.extend(arguments.iter().filter_map(|a| a.strip_prefix("--class-path=")).flat_map(|p| p.split(':')).map(str::to_owned));
    out
}

fn is_jar(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|e| e == "jar")
}

/// Names of the jars inside a fat jar, from its directory alone: nothing is unpacked.
fn nested_jars(path: &Path) -> Vec<String> {
    let Ok(file) = fs::File::open(path) else { return Vec::new() };
    let Ok(archive) = zip::ZipArchive::new(std::io::BufReader::new(file)) else { return Vec::new() };
    archive.file_names().flatten().filter(|n| is_jar(n)).map(std::borrow::Cow::into_owned).collect()
}

fn describe(names: &[String]) -> String {
    let mut versions: BTreeMap<&str, String> = BTreeMap::new();
    for (artifact, version) in names.iter().filter_map(|n| split_jar(n)) {
        versions.entry(artifact).or_insert_with(|| short(version));
    }
    let shown = KNOWN.iter().filter_map(|(artifact, name)| versions.get(artifact).map(|v| format!("{name} {v}")));
    shown.map(|s| s.trim_end().to_owned()).collect::<Vec<_>>().join(" · ")
}

/// `BOOT-INF/lib/spring-boot-3.5.0.jar` is (`spring-boot`, `3.5.0`): the version begins at the first dash before a digit.
fn split_jar(path: &str) -> Option<(&str, &str)> {
    let stem = path.rsplit('/').next()?.strip_suffix(".jar")?;
    let dash = stem.match_indices('-').find(|(i, _)| stem[i + 1..].starts_with(|c: char| c.is_ascii_digit()));
    Some(dash.map_or((stem, ""), |(i, _)| (&stem[..i], &stem[i + 1..])))
}

/// The first two numbers of a version.
fn short(version: &str) -> String {
    version.split(['.', '-']).take(2).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fat_jar_tells_its_framework_by_the_names_of_its_jars() {
        let names =
            ["spring-boot-autoconfigure-3.5.3", "spring-boot-3.5.3", "HikariCP-6.3.0", "tomcat-embed-core-10.1.42", "postgresql-42.7.7"];
        let names: Vec<String> = names.iter().map(|n| format!("BOOT-INF/lib/{n}.jar")).collect();
        assert_eq!(describe(&names), "Spring Boot 3.5 · Tomcat 10.1 · HikariCP 6.3 · PostgreSQL driver 42.7");
    }

    #[test]
    fn jars_are_looked_up_where_the_command_line_names_them() {
        let line = |s: &str| s.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(class_path(&line("java -Xmx1g -jar app.jar --x")), ["app.jar"]);
        assert_eq!(class_path(&line("java -cp a.jar:lib/* Main")), ["a.jar", "lib/*"]);
        assert_eq!(describe(&line("lib/netty-common-4.1.jar app.jar")), "", "nothing that is recognised");
    }
}

//! What frames work for, by tables (format: `../cpu/tables/README.md`), and how a package of which no table says anything is called.

use super::{Language, Pattern, is_of_the_runtime, name_in_tables};
use crate::cpu::{Purpose, Sign};
use model::Frame;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A table of purposes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[expect(dead_code, reason = "for people who read the table")]
    library: String,
    #[expect(dead_code, reason = "for people who read the table")]
    versions: String,
    #[serde(default)]
    umbrellas: Vec<String>,
    #[serde(default)]
    purposes: BTreeMap<Purpose, Vec<Pattern>>,
    #[serde(default)]
    signs: BTreeMap<Sign, Vec<Pattern>>,
    #[serde(default)]
    passes_on: Vec<Pattern>,
}

/// All tables of a language.
#[derive(Debug, Default)]
pub(super) struct Purposes {
    /// Those with most letters first.
    patterns: Vec<(Pattern, Purpose)>,
    /// Likewise.
    signs: Vec<(Pattern, Sign)>,
    passes_on: Vec<Pattern>,
    umbrellas: Vec<String>,
}

impl Purposes {
    pub(super) fn of<'a>(tables: impl Iterator<Item = &'a &'static str>) -> Self {
        let mut all = Self::default();
        for text in tables {
            let table: Table = toml::from_str(text).expect("the tables are tested");
            all.umbrellas.extend(table.umbrellas);
            all.patterns.extend(table.purposes.into_iter().flat_map(|(p, patterns)| patterns.into_iter().map(move |x| (x, p))));
            all.passes_on.extend(table.passes_on);
            all.signs.extend(table.signs.into_iter().flat_map(|(s, patterns)| patterns.into_iter().map(move |x| (x, s))));
        }
        all.patterns.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.letters()));
        all.signs.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.letters()));
        all
    }
}

/// Second parts of names of domains that many organisations share, as in `kr.co`.
const SHARED_DOMAINS: [&str; 8] = ["co", "or", "go", "ac", "com", "org", "net", "gov"];

impl Language {
    /// What `frame` works for, where a table says it.
    pub(crate) fn purpose_of(&self, frame: &Frame) -> Option<Purpose> {
        let name = name_in_tables(frame);
        self.purposes.patterns.iter().find(|(pattern, _)| pattern.matches(&name)).map(|(_, purpose)| *purpose)
    }

    /// What `frame` is a sign of, where a table says it.
    pub(crate) fn sign_of(&self, frame: &Frame) -> Option<Sign> {
        let name = name_in_tables(frame);
        self.purposes.signs.iter().find(|(pattern, _)| pattern.matches(&name)).map(|(_, sign)| *sign)
    }

    /// Whether `frame` passes the request on to more code inside, so that what lies there is not its own, where a table says it.
    pub(crate) fn passes_on(&self, frame: &Frame) -> bool {
        let name = name_in_tables(frame);
        self.purposes.passes_on.iter().any(|pattern| pattern.matches(&name))
    }

    /// What work that an event loop gives to other threads is for, by its name: that of its kind (`PBKDF2REQUEST`), or of a package and its worker
    /// (`argon2:HashWorker`).
    pub(crate) fn purpose_of_work(&self, name: &str) -> Option<Purpose> {
        let name = name.split_once(':').map_or_else(|| name.to_owned(), |(package, worker)| format!("npm:{package}/{worker}"));
        self.purposes.patterns.iter().find(|(pattern, _)| pattern.matches(&name)).map(|(_, purpose)| *purpose)
    }

    /// The package of `frame` as people call it: `org.jsoup` of `org.jsoup.nodes.Element`, `org.apache.commons` under an umbrella, `@acme/files` of npm. Empty
    /// for native code, and for code in no package.
    pub(crate) fn package_of<'a>(&self, frame: &'a Frame) -> &'a str {
        if !is_of_the_runtime(frame) {
            return "";
        }
        if let Some(inside) = frame.class.strip_prefix("npm:") {
            return first_parts(inside, '/', if inside.starts_with('@') { 2 } else { 1 });
        }
        let Some((package, _)) = frame.class.rsplit_once('.').filter(|_| !frame.class.contains('/')) else { return "" };
        let two = first_parts(package, '.', 2);
        let shared = two.rsplit_once('.').is_some_and(|(first, second)| first.len() == 2 && SHARED_DOMAINS.contains(&second));
        if shared || self.purposes.umbrellas.iter().any(|u| u == two) { first_parts(package, '.', 3) } else { two }
    }
}

fn first_parts(name: &str, separator: char, n: usize) -> &str {
    name.match_indices(separator).nth(n - 1).map_or(name, |(at, _)| &name[..at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{FrameKind, Runtime};

    fn frame(class: &str, method: &str) -> Frame {
        Frame { class: class.into(), method: method.into(), line: 1, kind: FrameKind::Compiled }
    }

    #[test]
    fn the_closest_line_of_the_tables_counts() {
        let jvm = Language::of_runtime(&Runtime::named("jvm"));
        for (class, method, purpose) in [
            ("org.springframework.context.support.ReloadableResourceBundleMessageSource", "refreshProperties", Some(Purpose::Messages)),
            ("org.springframework.web.filter.OncePerRequestFilter", "doFilter", Some(Purpose::Framework)),
            ("org.springframework.web.servlet.handler.AbstractHandlerMapping", "getHandler", Some(Purpose::Routing)),
            ("java.util.HashMap", "getNode", Some(Purpose::Collections)),
            ("java.util.regex.Pattern$Loop", "match", Some(Purpose::Regex)),
            ("java.util.concurrent.locks.LockSupport", "unpark", Some(Purpose::Waking)),
            ("org.thymeleaf.standard.expression.VariableExpression", "execute", Some(Purpose::Expressions)),
            ("com.shop.Orders", "place", None),
        ] {
            assert_eq!(jvm.purpose_of(&frame(class, method)), purpose, "{class}.{method}");
        }
    }

    #[test]
    fn what_finds_or_builds_is_a_sign_and_what_runs_the_result_is_none() {
        let node = Language::of_runtime(&Runtime::named("node"));
        let jvm = Language::of_runtime(&Runtime::named("jvm"));
        for (language, class, method, sign) in [
            (node, "npm:express/lib/view.js", "lookup", Some(Sign::LookUp)),
            (node, "npm:express/lib/view.js", "render", None),
            (node, "npm:handlebars/dist/cjs/handlebars/compiler/compiler.js", "compileInput", Some(Sign::LookUp)),
            (node, "npm:handlebars/dist/cjs/handlebars/compiler/compiler.js", "ret", None),
            (node, "npm:@sinclair/typebox/compiler/compiler.js", "Compile", Some(Sign::Build)),
            (node, "npm:@sinclair/typebox/compiler/compiler.js", "Check", None),
            (node, "node:internal/errors", "wrappedFn", None),
            (node, "node:fs", "readFileSync", None),
            (jvm, "java.time.format.DateTimeFormatterBuilder", "appendPattern", Some(Sign::Build)),
            (jvm, "java.time.format.DateTimeFormatterBuilder$CompositePrinterParser", "format", None),
            (jvm, "org.springframework.boot.loader.net.protocol.jar.JarFileUrlKey", "equals", None),
            (jvm, "org.thymeleaf.engine.ProcessorTemplateHandler", "handleText", Some(Sign::Work)),
        ] {
            assert_eq!(language.sign_of(&frame(class, method)), sign, "{class}.{method}");
        }
    }

    #[test]
    fn a_filter_passes_the_request_on_whatever_it_is_for() {
        let jvm = Language::of_runtime(&Runtime::named("jvm"));
        let passes = |class, method| jvm.passes_on(&frame(class, method));
        assert!(passes("org.apache.shiro.web.servlet.ProxiedFilterChain", "doFilter"));
        assert!(!passes("org.apache.shiro.realm.AuthenticatingRealm", "getAuthenticationInfo"));
    }

    #[test]
    fn packages_are_called_as_people_call_them() {
        let jvm = Language::of_runtime(&Runtime::named("jvm"));
        for (class, package) in [
            ("org.jsoup.nodes.Element", "org.jsoup"),
            ("org.apache.commons.lang3.Text", "org.apache.commons"),
            ("kr.co.shop.orders.Orders", "kr.co.shop"),
            ("Main", ""),
            ("npm:@acme/files/lib/read.js", "@acme/files"),
            ("npm:qs/lib/parse.js", "qs"),
            ("dist/users/users.service.js", ""),
        ] {
            assert_eq!(jvm.package_of(&frame(class, "m")), package);
        }
    }
}

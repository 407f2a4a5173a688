//! One frame: its roles, from the tables.

use model::{Frame, FrameKind};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// What a frame can be (see `tables/README.md`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "tables/README.md documents every role")]
pub enum Role {
    Dispatch,
    Worker,
    Idle,
    Transaction,
    SessionScope,
    PoolAcquire,
    Driver,
    Connect,
    DataAccess,
    Mapping,
    Flush,
    HttpClient,
    HttpClientLease,
    Logging,
    Serialisation,
    Rendering,
    Costly,
    RequestIo,
    Container,
    Framework,
    Blocked,
    DiskSync,
    Monitor,
    Stopped,
    FirstUse,
    Socket,
    Token,
    PasswordHash,
    Task,
    Future,
    NoCarrier,
}

const ROLES: [(&str, Role); 31] = [
    ("dispatch", Role::Dispatch),
    ("worker", Role::Worker),
    ("idle", Role::Idle),
    ("transaction", Role::Transaction),
    ("session-scope", Role::SessionScope),
    ("pool-acquire", Role::PoolAcquire),
    ("driver", Role::Driver),
    ("connect", Role::Connect),
    ("data-access", Role::DataAccess),
    ("mapping", Role::Mapping),
    ("flush", Role::Flush),
    ("http-client", Role::HttpClient),
    ("http-client-lease", Role::HttpClientLease),
    ("logging", Role::Logging),
    ("serialisation", Role::Serialisation),
    ("rendering", Role::Rendering),
    ("costly", Role::Costly),
    ("request-io", Role::RequestIo),
    ("container", Role::Container),
    ("framework", Role::Framework),
    ("blocked", Role::Blocked),
    ("disk-sync", Role::DiskSync),
    ("monitor", Role::Monitor),
    ("stopped", Role::Stopped),
    ("first-use", Role::FirstUse),
    ("socket", Role::Socket),
    ("token", Role::Token),
    ("password-hash", Role::PasswordHash),
    ("task", Role::Task),
    ("future", Role::Future),
    ("no-carrier", Role::NoCarrier),
];

const TABLES: [&str; 6] = [
    include_str!("tables/servers.toml"),
    include_str!("tables/data.toml"),
    include_str!("tables/clients.toml"),
    include_str!("tables/support.toml"),
    include_str!("tables/runtime.toml"),
    include_str!("tables/javascript.toml"),
];

/// The set of roles of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FrameClass(u32);

impl FrameClass {
    /// Whether the frame plays `role`.
    pub fn is(self, role: Role) -> bool {
        self.0 & (1 << role as u32) != 0
    }

    /// Whether the frame is the application's own code: Java or JavaScript, outside every known package, and not generated.
    pub fn is_application(self, frame: &Frame) -> bool {
        let java = !matches!(frame.kind, FrameKind::Native | FrameKind::Kernel);
        let generated = frame.class.contains("$$") || frame.class.contains("$Proxy") || frame.class.contains("/0x");
        java && !frame.class.is_empty() && !generated && !self.is(Role::Framework)
    }

    /// Roles of `frame` by the tables.
    pub fn of(frame: &Frame) -> Self {
        let java = !matches!(frame.kind, FrameKind::Native | FrameKind::Kernel);
        let name = if java && !frame.class.is_empty() { format!("{}.{}", frame.class, frame.method) } else { frame.method.clone() };
        let mut set = 0;
        for (pattern, role) in patterns() {
            if pattern.matches(&name) {
                set |= 1 << *role as u32;
            }
        }
        Self(set)
    }
}

#[derive(Debug)]
struct Pattern {
    parts: Vec<String>,
}

impl Pattern {
    fn new(text: &str) -> Self {
        Self { parts: text.split('*').map(str::to_owned).collect() }
    }

    /// `*` stands for any text, also none.
    fn matches(&self, name: &str) -> bool {
        let (first, rest) = self.parts.split_first().expect("split yields at least one part");
        let Some(mut left) = name.strip_prefix(first.as_str()) else { return false };
        for (i, part) in rest.iter().enumerate() {
            if i + 1 == rest.len() {
                return part.is_empty() || left.ends_with(part.as_str());
            }
            let Some(at) = left.find(part.as_str()) else { return false };
            left = &left[at + part.len()..];
        }
        left.is_empty()
    }
}

#[derive(serde::Deserialize)]
struct Table {
    roles: BTreeMap<String, Vec<String>>,
}

fn patterns() -> &'static [(Pattern, Role)] {
    static ALL: OnceLock<Vec<(Pattern, Role)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Vec::new();
        for text in TABLES {
            let table: Table = toml::from_str(text).expect("the tables are tested");
            for (name, list) in table.roles {
                let role = ROLES.iter().find(|(n, _)| *n == name).expect("the tables are tested").1;
                all.extend(list.iter().map(|p| (Pattern::new(p), role)));
            }
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn java(class: &str, method: &str) -> Frame {
        Frame { class: class.into(), method: method.into(), line: 0, kind: FrameKind::Compiled }
    }

    #[test]
    fn patterns_match_whole_names_prefixes_and_middles() {
        assert!(Pattern::new("a.b.C.d").matches("a.b.C.d"));
        assert!(!Pattern::new("a.b.C.d").matches("a.b.C.de"));
        assert!(Pattern::new("a.*").matches("a.b.c"));
        assert!(Pattern::new("a.*.get").matches("a.b.c.get"));
        assert!(!Pattern::new("a.*.get").matches("a.b.c.put"));
    }

    #[test]
    fn known_frames_play_their_roles() {
        for (frame, role) in [
            (java("org.apache.catalina.connector.CoyoteAdapter", "service"), Role::Dispatch),
            (java("com.zaxxer.hikari.pool.HikariPool", "getConnection"), Role::PoolAcquire),
            (java("org.postgresql.core.PGStream", "receiveChar"), Role::Driver),
            (java("org.springframework.transaction.interceptor.TransactionAspectSupport", "invokeWithinTransaction"), Role::Transaction),
        ] {
            assert!(FrameClass::of(&frame).is(role), "{frame:?}");
        }
    }

    #[test]
    fn proxies_and_libraries_are_not_the_application() {
        for class in ["com.shop.Orders$$SpringCGLIB$$0", "jdk.proxy2.$Proxy104", "org.springframework.web.X", "java.lang.String"] {
            let f = java(class, "m");
            assert!(!FrameClass::of(&f).is_application(&f), "{class}");
        }
        let f = java("com.shop.Orders", "place");
        assert!(FrameClass::of(&f).is_application(&f));
    }
}

//! Which of its tables a server has: MySQL and MariaDB tell the same in different places, and not everything is switched on everywhere.

/// Whose server it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kind {
    /// MySQL, Percona Server.
    #[default]
    MySql,
    /// MariaDB.
    MariaDb,
}

/// What a server is and has.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Flavour {
    /// `MariaDB 10.11.6`, `MySQL 8.0.36`.
    pub(super) version: String,
    pub(super) kind: Kind,
    /// performance_schema is on: the last statement of a session, and in MySQL 8 who blocks whom.
    pub(super) schema: bool,
}

impl Flavour {
    /// From `@@version`: `10.11.6-MariaDB-0+deb12u1`, `8.0.36`, `5.5.5-10.6.12-MariaDB` behind some proxies.
    pub(super) fn named(version: &str) -> Self {
        let kind = if version.to_ascii_lowercase().contains("mariadb") { Kind::MariaDb } else { Kind::MySql };
        let number = version.strip_prefix("5.5.5-").unwrap_or(version);
        let number = number.split('-').next().unwrap_or(number);
        let name = if kind == Kind::MariaDb { "MariaDB" } else { "MySQL" };
        Self { version: format!("{name} {number}"), kind, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_told_as_people_say_them() {
        let table = [
            ("10.11.6-MariaDB-0+deb12u1", "MariaDB 10.11.6", Kind::MariaDb),
            ("5.5.5-10.6.12-MariaDB", "MariaDB 10.6.12", Kind::MariaDb),
            ("8.0.36", "MySQL 8.0.36", Kind::MySql),
            ("8.4.0-commercial", "MySQL 8.4.0", Kind::MySql),
        ];
        for (told, said, kind) in table {
            let f = Flavour::named(told);
            assert_eq!((f.version.as_str(), f.kind), (said, kind), "{told}");
        }
    }
}

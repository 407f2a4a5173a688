//! The kinds of server, and what they are called where.

use crate::ErrorKind;

/// A kind of server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// PostgreSQL.
    Postgres,
    /// MariaDB, for MySQL.
    MySql,
    /// Redis.
    Redis,
}

impl Kind {
    /// For messages.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Postgres => "PostgreSQL",
            Self::MySql => "MariaDB",
            Self::Redis => "Redis",
        }
    }

    /// Name of the process and of its log.
    pub(crate) fn process(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::MySql => "mariadb",
            Self::Redis => "redis",
        }
    }

    /// How an address begins.
    pub(crate) fn scheme(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::MySql => "mysql",
            Self::Redis => "redis",
        }
    }

    /// How the folder of a template begins; no kind's is the beginning of another's.
    pub(super) fn template(self) -> &'static str {
        match self {
            Self::Postgres => "template-",
            Self::MySql => "mysql-template-",
            Self::Redis => "redis-template-", // never made: it starts empty
        }
    }

    /// The user of the system that the server runs as when we are root.
    pub(super) fn user(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::MySql => "mysql",
            Self::Redis => "redis",
        }
    }

    /// Asks the server to end at once and in order: PostgreSQL waits for its clients otherwise.
    pub(super) fn end(self) -> i32 {
        match self {
            Self::Postgres => libc::SIGINT,
            Self::MySql | Self::Redis => libc::SIGTERM,
        }
    }

    pub(crate) fn failed(self) -> ErrorKind {
        match self {
            Self::Postgres => ErrorKind::Postgres,
            Self::MySql => ErrorKind::MySql,
            Self::Redis => ErrorKind::Redis,
        }
    }
}

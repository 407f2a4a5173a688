//! What CPU is used for, and how much that tells. The names are the keys of the tables (`tables/README.md`); the words for them are in `crates/report`.

use serde::Deserialize;

/// What a frame works for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "tables/README.md documents every purpose")]
pub enum Purpose {
    // areas
    Server,
    Framework,
    Routing,
    Rendering,
    Expressions,
    Serialising,
    Copying,
    Mapping,
    Transactions,
    Client,
    Cache,
    Runtime,
    // topics
    Driver,
    ConnectionPool,
    Logging,
    Authentication,
    PasswordHash,
    Validation,
    Messages,
    Metrics,
    Tls,
    // works
    Lookup,
    ClassLoading,
    Exceptions,
    Regex,
    Formatting,
    Hashing,
    Encryption,
    Compression,
    Arithmetic,
    Files,
    Processes,
    FirstUse,
    // means
    Collections,
    Strings,
    Reflection,
    Network,
    Waking,
    Yielding,
    Locking,
    Memory,
    Concurrency,
    Platform,
    Kernel,
    /// The service's own code. No table says it.
    #[serde(skip)]
    Own,
    /// A package of which no table says anything, by its own name.
    #[serde(skip)]
    Package,
    /// Threads that collect garbage.
    #[serde(skip)]
    Collector,
    /// Threads that compile.
    #[serde(skip)]
    Compilers,
    /// Threads that accept and poll connections.
    #[serde(skip)]
    Polling,
    /// Other threads, of which no stack was seen.
    #[serde(skip)]
    OtherThreads,
    /// Work that an event loop gives to other threads, by its name.
    #[serde(skip)]
    GivenAway,
}

/// How much a purpose tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// How something is done, which tells little without who asks for it: collections, strings, reflection.
    Means,
    /// A kind of work that tells something of itself: patterns, exceptions, look-ups of files.
    Work,
    /// A layer of the service that does many things: rendering, mapping, the framework.
    Area,
    /// One thing that a reader knows: messages, validation, the driver.
    Topic,
}

impl Purpose {
    /// How much it tells.
    pub fn rank(self) -> Rank {
        match self {
            Self::Server
            | Self::Framework
            | Self::Routing
            | Self::Rendering
            | Self::Expressions
            | Self::Serialising
            | Self::Copying
            | Self::Mapping
            | Self::Transactions
            | Self::Client
            | Self::Cache
            | Self::Runtime
            | Self::Own
            | Self::Package => Rank::Area,
            Self::Lookup
            | Self::ClassLoading
            | Self::Exceptions
            | Self::Regex
            | Self::Formatting
            | Self::Hashing
            | Self::Encryption
            | Self::Compression
            | Self::Arithmetic
            | Self::Files
            | Self::Processes
            | Self::FirstUse => Rank::Work,
            Self::Collections
            | Self::Strings
            | Self::Reflection
            | Self::Network
            | Self::Waking
            | Self::Yielding
            | Self::Locking
            | Self::Memory
            | Self::Concurrency
            | Self::Platform
            | Self::Kernel => Rank::Means,
            _ => Rank::Topic,
        }
    }

    /// Whether it passes requests on, so that a path need not name it where something lies inside it.
    pub(super) fn passes_on(self) -> bool {
        matches!(self, Self::Server | Self::Framework | Self::Routing | Self::Transactions | Self::Runtime | Self::Metrics)
    }

    /// Whether it is what threads cost each other: waking, giving way, spinning for a lock.
    pub fn is_contention(self) -> bool {
        matches!(self, Self::Waking | Self::Yielding | Self::Locking)
    }

    /// Whether it is how elements of a collection are gone through and compared.
    pub(super) fn is_of_elements(self) -> bool {
        matches!(self, Self::Collections | Self::Strings)
    }

    /// Its name in tables, in the JSON, and in the texts.
    pub fn id(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Framework => "framework",
            Self::Routing => "routing",
            Self::Rendering => "rendering",
            Self::Expressions => "expressions",
            Self::Serialising => "serialising",
            Self::Copying => "copying",
            Self::Mapping => "mapping",
            Self::Transactions => "transactions",
            Self::Client => "client",
            Self::Cache => "cache",
            Self::Runtime => "runtime",
            Self::Driver => "driver",
            Self::ConnectionPool => "connection-pool",
            Self::Logging => "logging",
            Self::Authentication => "authentication",
            Self::PasswordHash => "password-hash",
            Self::Validation => "validation",
            Self::Messages => "messages",
            Self::Metrics => "metrics",
            Self::Tls => "tls",
            Self::Lookup => "lookup",
            Self::ClassLoading => "class-loading",
            Self::Exceptions => "exceptions",
            Self::Regex => "regex",
            Self::Formatting => "formatting",
            Self::Hashing => "hashing",
            Self::Encryption => "encryption",
            Self::Compression => "compression",
            Self::Arithmetic => "arithmetic",
            Self::Files => "files",
            Self::Processes => "processes",
            Self::FirstUse => "first-use",
            Self::Collections => "collections",
            Self::Strings => "strings",
            Self::Reflection => "reflection",
            Self::Network => "network",
            Self::Waking => "waking",
            Self::Yielding => "yielding",
            Self::Locking => "locking",
            Self::Memory => "memory",
            Self::Concurrency => "concurrency",
            Self::Platform => "platform",
            Self::Kernel => "kernel",
            Self::Own => "own",
            Self::Package => "package",
            Self::Collector => "collector",
            Self::Compilers => "compilers",
            Self::Polling => "polling",
            Self::OtherThreads => "other-threads",
            Self::GivenAway => "given-away",
        }
    }
}

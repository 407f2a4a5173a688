//! What a frame can be, and what one frame is.

use serde::Deserialize;

/// What a frame can be (see `tables/README.md`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    CacheClient,
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
    MemoryWait,
    FirstUse,
    Socket,
    Token,
    PasswordHash,
    Task,
    Future,
    NoCarrier,
    IssueToken,
    FetchShared,
    LoadCredentials,
    LoadKey,
    Retry,
    CallerRuns,
    HandedCall,
    Callback,
    /// The application's own code: outside every known package, and not generated. No table says it.
    #[serde(skip)]
    Application,
}

/// The set of roles of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FrameClass(u64);

impl FrameClass {
    /// Whether the frame plays `role`.
    pub fn is(self, role: Role) -> bool {
        self.0 & (1 << role as u64) != 0
    }

    /// Whether the frame is the application's own code.
    pub fn is_application(self) -> bool {
        self.is(Role::Application)
    }

    pub(crate) fn add(&mut self, role: Role) {
        self.0 |= 1 << role as u64;
    }
}

//! How the steps of a scenario follow each other, as its file says.

/// Which steps an iteration has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Run {
    /// One, chosen by weight.
    #[default]
    Weighted,
    /// All, in the order of the file.
    Sequence,
}

/// How long a user keeps its cookies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Cookies {
    #[default]
    Off,
    User,
    Iteration,
}

/// How steps follow each other.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FlowSpec {
    pub(crate) run: Run,
    /// Period between the starts of a user's iterations.
    pub(crate) every_ns: Option<i64>,
    pub(crate) cookies: Cookies,
    /// Redirects that are followed per step.
    pub(crate) redirects: u8,
    /// After a failed step the rest of the iteration is done all the same.
    pub(crate) go_on: bool,
}

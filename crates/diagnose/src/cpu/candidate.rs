//! Which part of the CPU a reader should look at first.

use super::account::{CpuAccount, CpuPart};
use super::purpose::Purpose;

crate::thresholds! {
    /// Share of the CPU from which a part that is no work of the request itself stands first. Source: CAUSES section 4 point 2, the share from which a place on the
    /// CPU is a cause.
    LARGE = 0.3;
}

/// Whether `part` is large and is none of what an answer is made by: own code, rendering, serialising. Nobody knows from outside whether the requests need it,
/// but a service spends that much on it seldom because it must.
pub fn is_candidate(account: &CpuAccount, part: &CpuPart) -> bool {
    let makes_answers = matches!(
        part.purpose,
        Purpose::Own
            | Purpose::Package
            | Purpose::Rendering
            | Purpose::Expressions
            | Purpose::Serialising
            | Purpose::Server
            | Purpose::Kernel
            | Purpose::OtherThreads
    );
    !makes_answers && account.share(part.ms) >= LARGE.get()
}

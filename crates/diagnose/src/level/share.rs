//! How much of a level's requests the process of a view served.

use model::{Run, Timestamp};

crate::thresholds! {
    /// Fewest segments for each answered request with which the shares of the processes are believed: each request is at least one. Where many are missing,
    /// connections came and went unseen, and whose they were is not known. A guess: a tenth may be missing.
    LEAST_COUNTED = 0.9;
}

/// Share of the requests of a window, 0 to 1; 1 where the run is of all of them. `None` where it was not counted, and where nothing was served: there is
/// nothing to measure then.
pub(super) fn share(run: &Run, (from, to): (Timestamp, Timestamp), answered: usize) -> Option<f64> {
    if run.only.is_none() {
        return Some(1.0);
    }
    let counted = run.increase(model::signal::SERVED_SEGMENTS, from, to)?;
    let share = run.share(from, to).filter(|_| counted >= LEAST_COUNTED.get() * answered as f64)?;
    (share * answered as f64 >= 1.0).then_some(share)
}

/// Whether other processes of the service listen on the same port as the one of this view.
pub(super) fn port_is_shared(run: &Run) -> bool {
    run.only.is_some() && run.environment.replicas.iter().any(|t| t.port == run.environment.target.port)
}

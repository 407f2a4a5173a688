//! CPUs that others have taken: what limits the service without them is not known.

use crate::judge::facts::Facts;
use crate::judge::rule::Holding;
use crate::saturation::{ResourceKind, sharing, taken_from_database};
use model::message;

pub(super) fn cpus(f: &Facts) -> Option<Holding> {
    f.a.crowded_cpus().filter(|_| f.bends()).map(Holding::of)
}

/// The database's CPUs are full and others have a part of them, often the generator of a test on one machine.
pub(super) fn database(f: &Facts) -> Option<Holding> {
    let by_itself = f.a.is_saturated(ResourceKind::TargetCpu) || f.a.is_saturated(ResourceKind::EventLoop);
    let heavy = f.a.heavy().filter(|l| sharing(l).is_none())?;
    let d = heavy.database.as_ref()?;
    let others = taken_from_database(d)?;
    let own = d.cpu_utilisation?;
    (!by_itself && f.bends()).then(|| Holding::of(message!("judge/database-cpus-taken-by-others", own: Share(own), others: Share(others))))
}

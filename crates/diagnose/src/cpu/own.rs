//! Which code is the service's own. The tables of frames know many libraries and not all: what they do not know may be own code or a library.
//!
//! Own is the package in which requests arrive when the framework has handed them over: that of the outermost such frame, for a good part of the requests. A
//! package that is only met deeper inside is a library that own code calls, and is told by its own name.

use crate::frames::{Place, Stacks};
use crate::language::Language;
use model::{Frame, Run, WallSample};
use std::collections::{BTreeMap, BTreeSet};

crate::thresholds! {
    /// Share of the requests that must arrive in a package for it to be the service's own. A guess: a tenth, because a service may be made of several modules
    /// with names of their own.
    LEAST_ARRIVING = 0.1;
}

/// Packages of the service itself, as [`Language::package_of`] calls them.
pub(super) fn packages<'a>(run: &'a Run, stacks: &Stacks<'a>, language: &Language) -> BTreeSet<&'a str> {
    let mut arriving: BTreeMap<&str, f64> = BTreeMap::new();
    let mut outermost: Vec<Option<&str>> = Vec::with_capacity(stacks.classes().len());
    for frames in stacks.each() {
        outermost.push(frames.iter().find(|(f, c)| is_unknown(f, c.is_application(), language)).map(|(f, _)| language.package_of(f)));
    }
    let serves = |s: &WallSample| stacks.class(s.stack).is_some_and(|c| c.place != Place::Elsewhere);
    let samples = || run.wall.values().flat_map(|w| &w.samples);
    // on event loops of a JVM nobody can tell which threads serve: there all of them count
    let any_serves = samples().any(serves);
    for sample in samples().filter(|s| !any_serves || serves(s)) {
        if let Some(package) = outermost.get(sample.stack as usize).copied().flatten() {
            *arriving.entry(package).or_default() += f64::from(sample.weight);
        }
    }
    let all: f64 = arriving.values().sum();
    let own = |(package, n): (&'a str, f64)| (n >= LEAST_ARRIVING.get() * all).then_some(package);
    arriving.into_iter().filter_map(own).collect()
}

/// Outside of every table.
fn is_unknown(frame: &Frame, is_application: bool, language: &Language) -> bool {
    is_application && language.purpose_of(frame).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{FrameKind, Observation, Runtime, Timestamp, WallProfile};

    const LOOP: [&str; 2] = ["io.netty.channel.epoll.EpollEventLoop.run", "reactor.core.publisher.FluxMap$MapSubscriber.onNext"];
    const DISPATCH: [&str; 1] = ["org.apache.catalina.connector.CoyoteAdapter.service"];

    /// Packages of classes that own the CPU in `stacks`, each sampled as often.
    fn own(stacks: &[&[&str]]) -> Vec<String> {
        let mut run = Run::default();
        run.environment.target.runtime = Runtime::named("jvm");
        let frame = |line: &&str| {
            let (class, method) = line.rsplit_once('.').expect("class.method");
            Frame { class: class.into(), method: method.into(), line: 7, kind: FrameKind::Compiled }
        };
        let frames: Vec<Frame> = stacks.iter().flat_map(|s| s.iter()).map(frame).collect();
        let mut ids = 0..frames.len() as u32;
        let numbered = stacks.iter().map(|s| ids.by_ref().take(s.len()).collect()).collect();
        run.apply(Observation::Stacks { frames, stacks: numbered });
        let samples = (0..stacks.len() as u32).map(|stack| WallSample { t: Timestamp::from_ns(0), tid: 1, weight: 10, stack }).collect();
        run.apply(Observation::Wall(WallProfile { phase: "saturation".into(), samples, ..WallProfile::default() }));
        let stacks = Stacks::of(&run);
        packages(&run, &stacks, stacks.language).into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn own_is_where_requests_arrive() {
        let serves = [&DISPATCH[..], &["com.shop.Api.list", "org.rarelib.Sorter.sort"]].concat();
        assert_eq!(own(&[&serves, &["com.jobs.Cleaner.run"]]), ["com.shop"]);
    }

    #[test]
    fn where_no_thread_is_known_to_serve_it_is_what_the_loops_call() {
        let called = [&LOOP[..], &["com.shop.Catalog.sheets", "java.lang.Throwable.fillInStackTrace"]].concat();
        assert_eq!(own(&[&called, &LOOP[..]]), ["com.shop"]);
    }
}

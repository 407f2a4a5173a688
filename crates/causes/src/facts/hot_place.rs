//! The place in the application that burns most CPU.

use super::event_loop::{off_loop_cpu, password_hash, work_name};
use diagnose::Analysis;
use diagnose::frames::{HashFunction, Work};
use diagnose::saturation::ResourceKind;
use std::collections::BTreeMap;

diagnose::thresholds! {
    /// Share of the CPU per request that the place must own. Source: CAUSES section 4 point 2.
    pub(crate) LEAST_SHARE = 0.3;
    /// Share of the place's work that must be of a kind known to be worth a look (conversion, hashes, patterns ...): of code that only
    /// computes nobody can tell from outside whether the requests need it. Source: CAUSES A1 lists the kinds, section 4 point 2 asks for
    /// avoidable work; half is a guess.
    pub(crate) LEAST_KNOWN = 0.5;
}

/// A class of the application and what it owns.
pub(crate) struct Place {
    /// Of Java the class, of JavaScript the function.
    pub(crate) class: String,
    /// The method that owns most of it.
    pub(crate) method: String,
    /// Share of the CPU of a request.
    pub(crate) share: f64,
    /// Samples that the share rests on; `None` where it is counted.
    pub(crate) samples: Option<f64>,
    /// Share of its work that is of a kind known to be worth a look.
    pub(crate) known: f64,
    /// What else the same work keeps: the event loop, or a thread of libuv's pool, and that for how long per request, milliseconds.
    pub(crate) also_keeps: Option<(ResourceKind, f64)>,
    /// The function that hashes passwords and the CPU of one hash, milliseconds, where that is what it does.
    pub(crate) hash: Option<(HashFunction, f64)>,
}

/// The place that burns most, on the threads of requests or on those that an event loop gives work to.
pub(crate) fn hottest_of_all(a: &Analysis) -> Option<Place> {
    hottest(a).into_iter().chain(given_away(a)).max_by(|x, y| x.share.total_cmp(&y.share))
}

/// Samples of one class of the application that are on the CPU.
#[derive(Default)]
struct Owned<'a> {
    samples: f64,
    /// Of these, of a kind known to be worth a look.
    known: f64,
    /// Of these, hashing a password, by function.
    hashing: BTreeMap<HashFunction, f64>,
    /// By method.
    methods: BTreeMap<&'a str, f64>,
}

/// The class of the application with the most avoidable CPU: its own code and what it calls directly, not access to data, calls to other
/// services, rendering of the answer, logging or the framework. Samples only divide the CPU of request threads; the scheduler says how much
/// that is of the whole, without the compilers, which are quiet once the code is compiled.
fn hottest(a: &Analysis) -> Option<Place> {
    let mut classes: BTreeMap<String, Owned<'_>> = BTreeMap::new();
    let (mut all, mut request_cpu, mut process_cpu) = (0.0, 0.0, 0.0);
    for level in &a.levels {
        let (Some(samples), Some(s)) = (&level.samples, &level.scheduler) else { continue };
        // collections are not among the samples
        let collecting_ms = level.served.collected_ms();
        request_cpu += (s.request_cpu_ms - collecting_ms).max(0.0) * level.requests as f64;
        process_cpu += s.process_cpu_ms * level.requests as f64;
        let (sites, outside) = samples.on_cpu();
        all += outside;
        for site in sites {
            all += site.samples;
            // rendering the answer is what was asked for, and lines of a log are the logging causes' to judge
            if site.site.is_empty() || !matches!(site.work, Work::Application | Work::Serialisation | Work::Costly | Work::PasswordHash(_))
            {
                continue;
            }
            // of Java the class, of JavaScript the function
            let class = if site.site.contains('(') { site.site.as_str() } else { site.site.split('.').next().unwrap_or_default() };
            let entry = classes.entry(class.to_owned()).or_default();
            entry.samples += site.samples;
            entry.known += if site.work == Work::Application { 0.0 } else { site.samples };
            if let Work::PasswordHash(function) = site.work {
                *entry.hashing.entry(function).or_default() += site.samples;
            }
            *entry.methods.entry(site.site.as_str()).or_default() += site.samples;
        }
    }
    let of_process = if process_cpu > 0.0 { (request_cpu / process_cpu).min(1.0) } else { 0.0 };
    let (class, Owned { samples, known, hashing, methods }) = classes.into_iter().max_by(|x, y| x.1.samples.total_cmp(&y.1.samples))?;
    let method = methods.into_iter().max_by(|x, y| x.1.total_cmp(&y.1)).map(|(m, _)| m.to_owned()).unwrap_or_default();
    let share = samples / all.max(1.0) * of_process;
    // of one request: how many passwords that hashes is not counted, and usually one
    let function = hashing.iter().max_by(|x, y| x.1.total_cmp(y.1)).map(|(function, _)| *function);
    let hashes = hashing.values().sum::<f64>() >= LEAST_KNOWN.get() * samples;
    let hash = function.filter(|_| hashes).zip(a.heavy().and_then(|l| l.scheduler.as_ref()).map(|s| share * s.process_cpu_ms));
    let loop_ms =
        a.heavy().filter(|l| l.served.event_loop().is_some()).and_then(|l| l.scheduler.as_ref()).map(|s| share * s.process_cpu_ms);
    let known = known / samples.max(1.0);
    Some(Place { class, method, share, samples: Some(samples), known, also_keeps: loop_ms.map(|ms| (ResourceKind::EventLoop, ms)), hash })
}

/// The work that an event loop gives to other threads which uses most CPU: native code, named by its type and by who asks for it. All of it
/// is of a kind known to be worth a look: hashes, compression, native packages.
fn given_away(a: &Analysis) -> Option<Place> {
    let heavy = a.heavy()?;
    let (work, share) = off_loop_cpu(heavy).into_iter().max_by(|x, y| x.1.total_cmp(&y.1))?;
    let name = work_name(&work);
    let cpu_ms = share * heavy.scheduler.as_ref()?.process_cpu_ms;
    let hash = password_hash(&work).map(|function| (function, cpu_ms / work.per_request));
    Some(Place {
        class: name.clone(),
        method: name,
        share,
        // the scheduler says what these threads used, and each piece of work is counted
        samples: None,
        known: 1.0,
        also_keeps: Some((ResourceKind::ThreadPool, work.work_ms)),
        hash,
    })
}

//! A warm service on the same machine that is asked the same at the same time: what makes both slower is the machine.

use crate::cli::{WarmCalibrateArgs, WarmLoadArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::request;
use crate::warm::drive;
use crate::warm::mix::Sent;
use crate::warm::ticks::{Tick, Ticks};
use gate::calibrate::Second;
use load::transport::ConnectTo;
use load::{Stopper, Way};
use model::{Sink, Timestamp, message};
use std::sync::Arc;
use std::sync::mpsc::channel;

/// Share of the rate that the other is sent: enough for a median of five seconds, and little of the CPU that both share. A choice.
const OF_RATE: f64 = 0.25;
/// Share of a start's seconds in which the other must have answered for nothing to be said. A choice.
const SEEN: f64 = 0.9;
/// How far from the end of a second that of the other may lie to be the same one.
const SAME_S: f64 = 1.0;

/// `HOST:PORT` as a detour for every connection.
pub(crate) fn place(text: &str) -> Result<ConnectTo, String> {
    let whole = text.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok());
    if !whole {
        return Err("HOST:PORT is needed, as 127.0.0.1:8081".to_owned());
    }
    ConnectTo::parse(&format!("::{text}")).map_err(|e| e.to_string())
}

/// Refused before anything is started: a place that may not be loaded, that is the start's own, or that does not answer.
pub(super) fn check(args: &WarmCalibrateArgs, sent: &Sent) -> Result<(), Failure> {
    let Some(way) = way(args, sent) else { return Ok(()) };
    request::check_host(&sent.scenario, &way)?;
    let addresses = |way: &Way| way.addresses(sent.scenario.endpoint()).unwrap_or_default();
    if sent.way.unix.is_none() && addresses(&sent.way).iter().any(|a| addresses(&way).contains(a)) {
        return Err(Failure::new(Exit::Usage, "beside", message!("warm/beside-itself")).help("--beside HOST:PORT"));
    }
    request::check_answer(&sent.scenario, &way, args.request.timeout)
}

fn way(args: &WarmCalibrateArgs, sent: &Sent) -> Option<Way> {
    let place = args.beside.clone()?;
    Some(Way { connect_to: vec![place], unix: None, ..sent.way.clone() })
}

/// Ends the load when what is measured beside it does, however that ends.
struct Until(Stopper);

impl Drop for Until {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Runs `measured` while the service at `--beside` is sent the same, at a quarter of the rate; gives what it gave, and the seconds of the other. Where the other's load fails there are fewer of these.
pub(super) fn with<T>(
    args: &WarmCalibrateArgs,
    sent: &Sent,
    measured: impl FnOnce() -> Result<T, Failure>,
) -> Result<(T, Vec<Tick>), Failure> {
    let Some(way) = way(args, sent) else { return Ok((measured()?, Vec::new())) };
    let failed = |e: String| Failure::new(Exit::Target, "beside", e).help("--beside HOST:PORT");
    let shared = load::set_up(&sent.scenario, &way, args.request.timeout, args.load.seed).map_err(|e| failed(e.to_string()))?;
    let (out, ticks) = channel();
    let sink: Arc<dyn Sink> = Arc::new(Ticks::new(sent.scenario.routes().len(), out));
    let engine = drive::engine(&args.request, &args.load, sent, (&way, shared.as_ref()), sink)?;
    let (phase, job) = drive::job(&WarmLoadArgs { rate: OF_RATE * args.load.rate, ..args.load.clone() });
    let measured = std::thread::scope(|scope| {
        let load = scope.spawn(|| engine.run_job(&phase, job));
        let until = Until(engine.stopper());
        let measured = measured();
        drop(until);
        // a panic of the generator was shown by the panic hook
        if let Ok(Err(e)) = load.join() {
            crate::output::warning(&e.to_string().into());
        }
        measured
    });
    if let Err(e) = load::tear_down(&sent.scenario, &way, args.request.timeout, args.load.seed, shared.as_ref()) {
        crate::output::warning(&e.to_string().into());
    }
    Ok((measured?, ticks.try_iter().collect()))
}

/// The other service's seconds, in the order of `ends`: the one that ended nearest to each, empty where none did within a second.
pub(super) fn seconds(ticks: &[Tick], ends: &[Timestamp]) -> Vec<Second> {
    let far = |t: &Tick, end: &Timestamp| t.end.seconds_since(*end).abs();
    let nearest = |end: &Timestamp| ticks.iter().min_by(|a, b| far(a, end).total_cmp(&far(b, end))).filter(|t| far(t, end) <= SAME_S);
    let second = |t: &Tick| Second { at_s: 0.0, doubled: false, classes: t.routes.iter().map(|r| r.good_ms.clone()).collect() };
    ends.iter().map(|end| nearest(end).map(second).unwrap_or_default()).collect()
}

/// Says in how many seconds of a start the other answered, where that is not in most of them.
pub(super) fn warn_unless_seen(beside: &[Second], of: usize) {
    let seen = beside.iter().filter(|s| s.classes.iter().any(|ms| !ms.is_empty())).count();
    if (seen as f64) < SEEN * of as f64 {
        crate::output::warning(&message!("warm/beside-not-seen", seen: Count(seen as f64), of: Count(of as f64)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warm::ticks::RouteTick;

    #[test]
    fn each_second_has_the_one_beside_it_that_was_nearest() {
        let at = |ms: i64| Timestamp::from_ns(ms * 1_000_000);
        let tick =
            |end: i64| Tick { start: at(end - 1_000), end: at(end), routes: vec![RouteTick { failed: 0, good_ms: vec![end as f64] }] };
        let told = |ends: &[i64]| -> Vec<Option<f64>> {
            let ends: Vec<Timestamp> = ends.iter().map(|e| at(*e)).collect();
            seconds(&[tick(1_000), tick(2_000), tick(3_000)], &ends).iter().map(|s| Some(s.classes.first()?[0])).collect()
        };
        assert_eq!(told(&[900, 1_400, 2_600, 9_000]), [Some(1_000.0), Some(1_000.0), Some(3_000.0), None]);
        assert_eq!(seconds(&[], &[at(0)]), [Second::default()]);
    }

    #[test]
    fn a_place_is_a_host_and_a_port() {
        assert!(place("127.0.0.1:8080").is_ok() && place("[::1]:8080").is_ok());
        assert!(["8080", ":8080", "127.0.0.1:", ":", "127.0.0.1:http"].iter().all(|p| place(p).is_err()));
    }
}

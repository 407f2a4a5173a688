//! `tightspot verify --from-start --to-a CMD --to-b CMD`: the first minute of a service that is started in two ways, by turns.
//!
//! Each start has a process of its own, under the load that the scenario means from the first second on, and the same requests. Pairs, looks and
//! answers are those of `experiment::pairs`; there is no floor of noise, for six pairs more of each side would take as long again.

use super::super::levels::drive;
use super::super::prove::bench::trial;
use super::super::start::launch;
use super::super::target;
use super::pairs::Compared;
use super::print::{self, Outlets, Question, Shifts};
use crate::alone::{self, Work};
use crate::cli::{Cli, VerifyArgs, WhyArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{interrupt, kept, output, pattern, request};
use experiment::conduct::Trial;
use experiment::pairs::{Answer, Metric, Side, order, read};
use load::profile::Profile;
use load::{Engine, Job, Pattern, PhaseSummary, Scenario, Way};
use model::{Arrival, Event, Generator, Observation, Phase, PhaseKind, RunInfo, RunStatus, Sink, Timestamp, message};
use record::Writer;
use report::verification::Held;
use std::sync::Arc;
use std::time::Duration;
use words::figures::figure;

/// Seconds of a start that are measured, unless the user says so.
const MEASURED_S: f64 = 60.0;
/// Most pairs: those of the last look.
const MOST: usize = stats::gst::LOOKS[stats::gst::LOOKS.len() - 1];
/// Busy connections where nothing says how requests arrive, as for a verdict.
const CONNECTIONS: f64 = 16.0;
/// Share of failed requests by which the side after may exceed the side before and still be called better. A guess: one in a hundred.
const MORE_FAILED: f64 = 0.01;

const USAGE: &str = "tightspot verify URL --from-start --to-a 'java -jar old.jar' --to-b 'java -jar new.jar'";

/// What all starts share.
struct Starts<'a> {
    args: &'a WhyArgs,
    scenario: Scenario,
    way: Way,
    load: Pattern,
    length: Duration,
    /// The commands that start the sides.
    commands: [&'a str; 2],
    /// Where the generator runs, known from the first start on.
    generator: Option<Generator>,
    sink: Arc<dyn Sink>,
    progress: &'a Progress,
}

/// Starts both by turns until there is an answer, prints.
pub(crate) fn run(cli: &Cli, args: &WhyArgs, wanted: &VerifyArgs) -> Result<Exit, Failure> {
    let outlets = Outlets::check(args)?;
    let progress = Progress::new(cli);
    progress.say(format!("tightspot {}", env!("CARGO_PKG_VERSION")));
    crate::failure::listen()?;
    let (Some(a), Some(b)) = (&wanted.to_a, &wanted.to_b) else {
        return Err(Failure::new(Exit::Usage, "two-starts", message!("verify/needs-two-starts"))
            .help(message!("verify/two-starts", command: name(USAGE))));
    };
    let metric = wanted.metric.as_deref().and_then(Metric::named).unwrap_or(Metric::Mean);
    let smallest = wanted.min_effect.map_or_else(|| metric.smallest_effect(), |p| p / 100.0);
    let scenario = request::scenario(&args.request)?;
    let way = request::way(&args.request);
    request::check_host(&scenario, &way)?;
    let meant = args.rate.or(wanted.at_rate).map(pattern::open).or_else(|| pattern::meant(&scenario));
    let busy = Pattern::Closed { users: Profile::constant(wanted.connections.map_or(CONNECTIONS, f64::from)) };
    let alone = alone::take(Work::Experiment)?;
    let info = kept::info(args.name.as_deref(), &args.request.url.clone().unwrap_or_else(|| scenario.url()), args.seed);
    let info = RunInfo { routes: scenario.routes().to_vec(), ..info };
    let writer = kept::begin(cli, info.clone())?;
    let info = RunInfo { id: kept::id(writer.path()), ..info };
    let mut starts = Starts {
        args,
        scenario,
        way,
        load: meant.unwrap_or(busy),
        length: Duration::from_secs_f64(wanted.measure.unwrap_or(MEASURED_S)),
        commands: [a, b],
        generator: None,
        sink: Arc::clone(&writer) as Arc<dyn Sink>,
        progress: &progress,
    };
    alone.tell(&*starts.sink);
    let done = starts.compare(metric, smallest, args.seed);
    progress.clear();
    alone.look_again(Some(&*starts.sink));
    let told = done.map(|(found, shifts)| {
        let verification = Question { metric, smallest, wanted, args }.answered(&found, &shifts, starts.held(), &info);
        starts.sink.observe(Observation::Event(Event::now("comparison", verification.json().to_string())));
        (found.standing.answer, verification)
    });
    finish(&writer, told.is_ok());
    let (answer, verification) = told?;
    outlets.tell(cli, &verification)?;
    Ok(super::exit(answer))
}

fn finish(writer: &Writer, whole: bool) {
    if let Err(e) = writer.finish(if whole { RunStatus::Complete } else { RunStatus::Partial }) {
        output::warning(&e.to_string().into());
    }
}

impl Starts<'_> {
    fn compare(&mut self, metric: Metric, smallest: f64, seed: u64) -> Result<(Compared, Shifts), Failure> {
        let (mut logs, mut left_out, mut shifts, mut pairs) = (Vec::new(), 0, Shifts::default(), Vec::new());
        let mut failed = [0.0, 0.0];
        let mut standing = read(&logs, left_out, metric, smallest, true);
        for (n, (first, second)) in order(MOST, seed).into_iter().enumerate() {
            let one = self.start(first, n + 1, &mut shifts)?;
            let other = self.start(second, n + 1, &mut shifts)?;
            let (a, b) = if first == Side::A { (one, other) } else { (other, one) };
            failed = [failed[0] + a.errors, failed[1] + b.errors];
            let counts = super::pairs::log(metric, &a, &b).filter(|_| !a.spoilt && !b.spoilt);
            pairs.push(super::pairs::pair(n + 1, first, metric, (&a, &b), counts.is_some()));
            match counts {
                Some(l) => logs.push(l),
                None => left_out += 1,
            }
            self.progress.say(message!(
                "verify/start-pair",
                number: name(format!("{:>2}", n + 1)),
                before: name(figure(metric.of(&a))),
                after: name(figure(metric.of(&b))),
                metric: name(print::name(metric)),
                failed: Share(a.errors),
                fails: Share(b.errors)
            ));
            standing = read(&logs, left_out, metric, smallest, n + 1 == MOST);
            if standing.answer.is_some() {
                break;
            }
        }
        let begun = (logs.len() + left_out).max(1) as f64;
        if standing.answer == Some(Answer::Better) && failed[1] - failed[0] > MORE_FAILED * begun {
            // what fails is answered soon
            self.progress.say(message!("verify/fails-more", before: Share(failed[0] / begun), after: Share(failed[1] / begun)));
            standing.answer = Some(Answer::Inconclusive);
        }
        Ok((Compared { standing, noise: None, pairs }, shifts))
    }

    /// What both have alike.
    fn held(&self) -> Held {
        let (connections, rate_per_s) = match pattern::arrival(&self.load, 1) {
            Arrival::Closed { connections } => (Some(connections), None),
            planned => (None, planned.rate_per_s()),
        };
        Held {
            from_start: true,
            connections,
            rate_per_s,
            settle_s: 0.0,
            measured_s: self.length.as_secs_f64(),
            seed: self.args.seed,
            warm: None,
        }
    }

    /// Starts one side, loads it from its first second on, and stops it.
    fn start(&mut self, side: Side, number: usize, shifts: &mut Shifts) -> Result<Trial, Failure> {
        let (letter, command) = if side == Side::A { ('a', self.commands[0]) } else { ('b', self.commands[1]) };
        let words: Vec<String> = ["/bin/sh", "-c", command].map(str::to_owned).into();
        let shown = model::harmless::script(command);
        let _service = launch(self.args.into(), (&shown, &words), &self.scenario, &self.way, self.progress)?;
        let engine = self.engine()?;
        let arrival = pattern::arrival(&self.load, 1);
        let id = format!("pair-{number}-{letter}");
        let phase = Phase { id: id.clone(), kind: PhaseKind::Trial, arrival, fraction: None, start: Timestamp::now(), end: None };
        let summary = self.load(&engine, &phase)?;
        shifts.note(&id, &summary);
        Ok(trial(&summary, 0.0))
    }

    fn engine(&mut self) -> Result<Engine, Failure> {
        let generator = match self.generator.take() {
            Some(generator) => generator,
            None => target::discover(self.args, &self.scenario, None, self.progress)?.generator,
        };
        let config = super::super::engine(self.args, request::scenario(&self.args.request)?, self.way.clone(), &generator);
        self.generator = Some(generator);
        Engine::start(config, Arc::clone(&self.sink)).map_err(|e| Failure::new(Exit::Target, "load-not-started", e.to_string()))
    }

    fn load(&self, engine: &Engine, phase: &Phase) -> Result<PhaseSummary, Failure> {
        let result = drive(engine, self.progress, phase, Job::new(self.load.clone(), self.length));
        if interrupt::requested() {
            return Err(Failure::new(Exit::Interrupted, "interrupted", message!("verify/interrupted")));
        }
        result.map_err(|e| Failure::new(Exit::Target, "verify-stopped", e.to_string()))
    }
}

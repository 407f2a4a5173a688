//! Study: are spikes put down to what made them? (METHODS section 5) A single server in virtual time, with pauses that are known.

use super::figure::{Bar, Figure};
use super::noise::Noise;
use stats::circular_shift::{Association, before_onset, exposed, test};
use stats::describe::{median, quantile};

const TIMES: usize = 300;
const LENGTH_S: f64 = 180.0;
const BIN_S: f64 = 0.01;
const BINS: usize = 18_000;
const SHIFTS: usize = 500;

type Events = Vec<(f64, f64)>;

/// Requests with their planned arrival and response time, in seconds.
struct Requests(Vec<(f64, f64)>);

impl Requests {
    fn slow(&self, limit: f64) -> usize {
        self.0.iter().filter(|r| r.1 > limit).count()
    }

    fn bins(&self, counts: impl Fn(&(f64, f64)) -> bool) -> Vec<u32> {
        let mut bins = vec![0; BINS];
        self.0.iter().filter(|r| counts(r)).for_each(|r| bins[((r.0 / BIN_S) as usize).min(BINS - 1)] += 1);
        bins
    }
}

/// Arrivals with service times; the server stands still during pauses.
fn serve(work: &[(f64, f64)], pauses: &[(f64, f64)]) -> Requests {
    let (mut free_at, mut next) = (0.0_f64, 0);
    let answer = |(arrival, service): &(f64, f64)| {
        let mut end = free_at.max(*arrival);
        let mut left = *service;
        // Work goes on between the pauses that have not ended before it begins.
        while next < pauses.len() && pauses[next].1 <= end {
            next += 1;
        }
        let mut pause = next;
        while pause < pauses.len() && pauses[pause].0 < end + left {
            left -= (pauses[pause].0 - end).max(0.0);
            end = pauses[pause].1;
            pause += 1;
        }
        free_at = end + left;
        (*arrival, free_at - arrival)
    };
    Requests(work.iter().map(answer).collect())
}

/// Poisson arrivals at the rate of the moment.
fn arrivals(rate: impl Fn(f64) -> f64, most: f64, service_s: f64, noise: &mut Noise) -> Vec<(f64, f64)> {
    let (mut at, mut work) = (0.0, Vec::new());
    loop {
        at += noise.exponential(1.0 / most);
        if at >= LENGTH_S {
            return work;
        }
        if noise.chance(rate(at) / most) {
            work.push((at, noise.exponential(service_s)));
        }
    }
}

fn train(every_s: f64, length_s: f64, jitter: f64, noise: &mut Noise) -> Events {
    let mut at = noise.uniform(0.0, every_s);
    let mut events = Vec::new();
    while at + length_s < LENGTH_S {
        events.push((at, at + length_s));
        at += every_s * (1.0 + noise.uniform(-jitter, jitter + f64::EPSILON));
    }
    events
}

/// The figures.
pub(super) fn figures(noise: &mut Noise) -> Vec<Figure> {
    let (mut near, mut errors, mut found, mut blamed, mut naive) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let one = pauses(noise);
        if let Some(a) = one.pauses {
            errors.push((a.attributable - one.truth).abs());
            near.push((a.attributable - one.truth).abs() <= 0.10);
            found.push(a.p < 0.05);
        }
        blamed.extend(one.decoy.map(|a| a.p < 0.05));
        naive.push(one.overlap_of_decoy);
    }
    let flagged: Vec<bool> = (0..TIMES).filter_map(|_| load_driven(noise)).collect();
    vec![
        Figure::share("attributable fraction within 10 points of the truth", near, Bar::AtLeast(0.90)),
        Figure::mean("mean error of the attributable fraction", &errors, Bar::AtMost(0.10)),
        Figure::share("pauses found (p < 0.05)", found, Bar::AtLeast(0.95)),
        Figure::share("a periodic decoy is blamed (p < 0.05)", blamed, Bar::AtMost(0.05)),
        Figure::mean("for comparison: fraction that plain overlap puts down to the decoy", &naive, Bar::None),
        Figure::share("events that the load drives are flagged by what comes before them", flagged, Bar::AtLeast(0.90)),
    ]
}

struct Paused {
    truth: f64,
    pauses: Option<Association>,
    decoy: Option<Association>,
    overlap_of_decoy: f64,
}

/// Pauses of 80 to 250 ms every 6 to 14 s at a load of 0.4 to 0.8, and a train of events that do nothing.
fn pauses(noise: &mut Noise) -> Paused {
    let (load, service_s) = (noise.uniform(0.4, 0.8), 0.004);
    let work = arrivals(|_| load / service_s, load / service_s, service_s, noise);
    let every_s = noise.uniform(6.0, 14.0);
    let length_s = noise.uniform(0.08, 0.25);
    let stops = train(every_s, length_s, 0.3, noise);
    let decoy = train(noise.uniform(3.0, 11.0), 0.1, 0.0, noise);
    let (paused, calm) = (serve(&work, &stops), serve(&work, &[]));
    let usual = median(&calm.0.iter().map(|r| r.1).collect::<Vec<_>>());
    let limit = quantile(&calm.0.iter().map(|r| r.1).collect::<Vec<_>>(), 0.99);
    let slow = paused.slow(limit) as f64;
    let associate = |events: &Events, load: f64, noise: &mut Noise| {
        let exposure = exposed(events, usual, load, BIN_S, BINS);
        test(&paused.bins(|r| r.1 > limit), &paused.bins(|_| true), &exposure, 300, SHIFTS, noise.seed())
    };
    let overlaps = |r: &&(f64, f64)| decoy.iter().any(|(s, e)| r.0 <= *e && *s <= r.0 + r.1);
    let share = |of: Vec<&(f64, f64)>| of.iter().filter(|r| overlaps(r)).count() as f64 / of.len().max(1) as f64;
    let (hit, others) =
        (share(paused.0.iter().filter(|r| r.1 > limit).collect()), share(paused.0.iter().filter(|r| r.1 <= limit).collect()));
    Paused {
        truth: (slow - calm.slow(limit) as f64) / slow.max(1.0),
        pauses: associate(&stops, load, noise),
        decoy: associate(&decoy, 0.0, noise),
        overlap_of_decoy: (hit - others) / (1.0 - others).max(0.01),
    }
}

/// Bursts of load make requests slow, and at the end of each there is an event that does nothing. Whether what comes before the events is
/// slow already.
fn load_driven(noise: &mut Noise) -> Option<bool> {
    let service_s = 0.004;
    let bursts = train(noise.uniform(6.0, 10.0), 1.0, 0.3, noise);
    let rate = |at: f64| if bursts.iter().any(|(s, e)| *s <= at && at < *e) { 300.0 } else { 110.0 };
    let served = serve(&arrivals(rate, 300.0, service_s, noise), &[]);
    let times: Vec<f64> = served.0.iter().map(|r| r.1).collect();
    let events: Events = bursts.iter().map(|(_, end)| (*end, end + 0.05)).collect();
    let before = before_onset(&events, 0.5, median(&times), BIN_S, BINS);
    let limit = quantile(&times, 0.95);
    Some(test(&served.bins(|r| r.1 > limit), &served.bins(|_| true), &before, 300, SHIFTS, noise.seed())?.p < 0.05)
}

//! Noise floor and pairs on the live service: order, looks and answers are those of `experiment::pairs`.

use super::super::Session;
use experiment::Halt;
use experiment::conduct::Trial;
use experiment::pairs::{Answer, Metric, NOISE_PAIRS, Side, Standing, noise, order, read};
use model::message;
use report::verification::{Noise, Pair};
use words::figures::figure;

/// Most pairs: those of the last look.
const MOST: usize = stats::gst::LOOKS[stats::gst::LOOKS.len() - 1];
/// Most pairs that are begun, those that are left out among them.
const MOST_BEGUN: usize = 26;

/// What the pairs have come to.
pub(in super::super) struct Compared {
    pub(in super::super) standing: Standing,
    /// How much each side differs from itself, where that was measured.
    pub(super) noise: Option<Noise>,
    /// In the order in which they were measured.
    pub(super) pairs: Vec<Pair>,
}

/// A trial of one side, by name.
pub(in super::super) type Measure<'a> = dyn FnMut(&mut Session, Side, String) -> Result<Trial, Halt> + 'a;

/// Measures each side against itself, then pairs until there is an answer.
pub(in super::super) fn compare(
    session: &mut Session,
    metric: Metric,
    smallest: f64,
    seed: u64,
    arm: &mut Measure,
) -> Result<Compared, Halt> {
    let mut floor = Vec::new();
    for n in 1..=NOISE_PAIRS {
        let side = if n % 2 == 1 { Side::A } else { Side::B };
        let first = arm(session, side, format!("noise-{n}-{}-first", letter(side)))?;
        let second = arm(session, side, format!("noise-{n}-{}-second", letter(side)))?;
        floor.extend(log(metric, &first, &second));
    }
    let floor = noise(&floor).ok_or_else(|| Halt::Load(message!("verify/does-not-vary", metric: name(super::print::name(metric)))))?;
    session.progress.say(message!("verify/noise", scatter: Share(floor.sd), tells: Share(floor.detectable)));
    if floor.broken {
        return Err(Halt::Load(message!("verify/broken")));
    }
    let noise = Some(Noise { pairs: NOISE_PAIRS, sd: floor.sd, detectable: floor.detectable });
    let (mut logs, mut left_out, mut pairs) = (Vec::new(), 0, Vec::new());
    for (n, (first, second)) in order(MOST_BEGUN, seed).into_iter().enumerate() {
        let one = arm(session, first, format!("pair-{}-{}", n + 1, letter(first)))?;
        let other = arm(session, second, format!("pair-{}-{}", n + 1, letter(second)))?;
        let (a, b) = if first == Side::A { (one, other) } else { (other, one) };
        let counts = log(metric, &a, &b).filter(|_| !a.spoilt && !b.spoilt);
        pairs.push(pair(n + 1, first, metric, (&a, &b), counts.is_some()));
        match counts {
            Some(l) => logs.push(l),
            None => left_out += 1,
        }
        session.progress.say(message!(
            "verify/pair",
            number: name(format!("{:>2}", n + 1)),
            before: name(figure(metric.of(&a))),
            after: name(figure(metric.of(&b))),
            metric: name(super::print::name(metric))
        ));
        let last = logs.len() == MOST || n + 1 == MOST_BEGUN;
        let standing = read(&logs, left_out, metric, smallest, last);
        if standing.answer.is_some() {
            return Ok(Compared { standing, noise, pairs });
        }
    }
    let standing = Standing { answer: Some(Answer::Inconclusive), ..read(&logs, left_out, metric, smallest, true) };
    Ok(Compared { standing, noise, pairs })
}

/// A pair as it is told.
pub(super) fn pair(number: usize, first: Side, metric: Metric, (before, after): (&Trial, &Trial), counts: bool) -> Pair {
    let first = if first == Side::A { "before" } else { "after" }.to_owned();
    Pair { number, first, before: metric.of(before), after: metric.of(after), counts }
}

fn letter(side: Side) -> char {
    if side == Side::A { 'a' } else { 'b' }
}

/// Log ratio of B to A in one pair; `None` where either has no figure.
pub(super) fn log(metric: Metric, a: &Trial, b: &Trial) -> Option<f64> {
    let (a, b) = (metric.of(a), metric.of(b));
    (a > 0.0 && b > 0.0).then(|| (b / a).ln()).filter(|l| l.is_finite())
}

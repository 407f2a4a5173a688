//! Whether compressing pays, by a sample of answers: each weighs as much as the tool's own compressor takes for it, at the level at which
//! that makes what the service made. Nothing is held against the service that would not also hold if its library were the tool's.

use super::grouped::{Group, LESS_CPU, TooHigh, groups};
use crate::facts::cpu_owned::{Owned, WINS_A_FIFTH, is_for_nothing};
use diagnose::Analysis;
use model::{AnswerSample, Message, SampledAnswer, message};

diagnose::thresholds! {
    /// Share by which an answer must get smaller for that to be anything. A guess: pictures, fonts and archives get smaller by less than
    /// 3 %.
    pub(super) LEAST_SAVED = 0.1;
    /// Share by which answers must get smaller for it to be clear that compressing pays. A guess.
    CLEARLY_SAVED = 0.33;
    /// Bytes that one packet holds. Source: RFC 879 and Ethernet: 1,500 bytes less the heads of IP and TCP with its time stamps (52) and a
    /// record of TLS (22), rounded down.
    pub(super) PACKET = 1_400.0;
    /// How many times as much CPU as the service the tool may take for the same answers: beyond that the service has compressed them
    /// before, or by something that the tool does not know. A guess: libraries of one format differ by less.
    ALIKE = 3.0;
    /// Milliseconds that a service takes beside the packing for one answer: streams, buffers, threads. Source: `bench/streams.sh`, 0.03 to
    /// 0.12 in Node 20; Java takes less.
    BESIDE_MS = 0.1;
    /// Share of the bytes of packed answers that must have been studied. A guess: what was left out is less than what was seen.
    STUDIED = 0.5;
    /// Share of what the cheapest level wins from which another wins nearly as much. A guess.
    NEARLY = 0.8;
    /// Fewest answers that were studied to their end. A guess: they are drawn as the load is.
    FEWEST = 3.0;
}

/// What was seen of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Saving {
    /// Nothing by which it could be told.
    Unseen(Message),
    /// For this share of the compressing CPU nothing is bought, most of it for one reason.
    Wasted { share: f64, why: Why },
    /// So many times as long answers would be without it.
    Pays { times: f64 },
    /// Neither.
    Unclear(Message),
}

/// Why compressing buys nothing.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Why {
    /// The content is packed already: its type, and the share by which it gets smaller.
    Packed { media_type: String, saved: f64 },
    /// Answers fit in one packet as they are, of so many bytes each.
    Small { bytes: f64 },
    /// A lower level does nearly the same.
    Level(TooHigh),
}

impl Saving {
    /// What the sample of the run says of `owned`, the CPU that goes into compressing. Where its streams are seen `at_work`, the service
    /// packs these answers itself, maybe at a lower level than the one that makes the same.
    pub(super) fn of(a: &Analysis, owned: &Owned, at_work: bool) -> Self {
        match &a.run.answers {
            None => Self::Unseen(message!("compression-misfit/saving-unseen")),
            Some(sample) => Self::by(sample, owned, at_work),
        }
    }

    fn by(sample: &AnswerSample, owned: &Owned, at_work: bool) -> Self {
        if !sample.answers.is_empty() && !sample.is_packed() {
            return Self::Unseen(message!("compression-misfit/not-of-answers", answers: Count(sample.answers.len() as f64)));
        }
        if sample.covers == 0.0 {
            return Self::Unseen(message!("compression-misfit/none-asked"));
        }
        let packed = || sample.answers.iter().filter(|s| !s.encoding.is_empty());
        let studied: Vec<&SampledAnswer> = packed().filter(|s| !s.packed.is_empty() && s.unpacked_bytes.is_some()).collect();
        let bytes = |of: &mut dyn Iterator<Item = &SampledAnswer>| of.map(|s| s.body_bytes as f64).sum::<f64>();
        let share = bytes(&mut studied.iter().copied()) / bytes(&mut packed()).max(1.0);
        if studied.is_empty() {
            return Self::Unseen(message!("compression-misfit/saving-unseen"));
        }
        if (studied.len() as f64) < FEWEST.get() || share < STUDIED.get() {
            return Self::Unseen(message!("compression-misfit/few-studied", studied: Count(studied.len() as f64), share: Share(share)));
        }
        let plain = sample.answers.iter().filter(|s| s.encoding.is_empty()).count();
        let groups = groups(&studied, studied.len() + plain);
        let all_ms: f64 = groups.iter().map(|g| g.own_ms).sum();
        let sum = |ms: fn(&Group) -> f64| sample.covers * groups.iter().map(ms).sum::<f64>();
        if sum(if at_work { |g| g.least_ms } else { |g| g.own_ms }) > ALIKE.get() * owned.ms {
            return Self::Unclear(message!("compression-misfit/far-less", tool: Ms(all_ms), service: Ms(owned.ms)));
        }
        let beside_ms = BESIDE_MS.get() * packed().count() as f64 / sample.answers.len() as f64;
        if owned.ms > ALIKE.get() * (sum(|g| g.most_ms) + beside_ms) {
            return Self::Unclear(message!("compression-misfit/far-more", tool: Ms(all_ms), service: Ms(owned.ms)));
        }
        let mut tally = Tally::default();
        for g in &groups {
            tally.add(g, owned.ms * g.own_ms / all_ms.max(1e-9));
        }
        tally.judge(all_ms.max(1e-9), sample.covers, owned)
    }
}

/// Milliseconds of the tool for each answer, by what they buy.
#[derive(Default)]
struct Tally {
    packed: f64,
    small: f64,
    level: f64,
    pays: f64,
    /// Most of each kind, with its milliseconds.
    why: Vec<(f64, Why)>,
    /// Bytes of what pays, before and after.
    bytes: (f64, f64),
    /// What a lower level may do as well, and for how much.
    less: Option<(f64, Message)>,
}

impl Tally {
    /// `g`, for which the service takes `service_ms` a request.
    fn add(&mut self, g: &Group, service_ms: f64) {
        let (before, after) = (g.unpacked, g.sent);
        let saved = 1.0 - after / before.max(1.0);
        if g.largest <= PACKET.get() {
            self.small += g.own_ms;
            self.why.push((g.own_ms, Why::Small { bytes: before / g.answers }));
        } else if saved < LEAST_SAVED.get() {
            self.packed += g.own_ms;
            self.why.push((g.own_ms, Why::Packed { media_type: g.media_type.clone(), saved: saved.max(0.0) }));
        } else {
            self.add_by_level(g, service_ms, saved);
        }
    }

    /// A level is too high where a lower one is cheap by the tool's clock alone, and by that clock held against what the service takes.
    fn add_by_level(&mut self, g: &Group, service_ms: f64, saved: f64) {
        let left = |high: TooHigh| TooHigh { cpu: high.cpu.max(high.cheaper_ms / service_ms.max(1e-9)), ..high };
        let lower: Vec<TooHigh> = g.too_high().into_iter().map(left).collect();
        let holds = || lower.iter().filter(|l| l.cpu <= LESS_CPU.get());
        let most = holds().map(|l| 1.0 - l.cpu).fold(0.0, f64::max);
        // of levels that win nearly the same the one that saves most
        let best = holds().filter(|l| 1.0 - l.cpu >= NEARLY.get() * most).max_by_key(|l| l.cheaper);
        if let Some(high) = best.filter(|_| !g.is_at_its_usual_level()) {
            let won_ms = g.own_ms * (1.0 - high.cpu);
            self.level += won_ms;
            self.why.push((won_ms, Why::Level(high.clone())));
        } else if let Some((level, cpu)) = best.map(|high| (high.cheaper, high.cpu)).or_else(|| g.may_do_with(service_ms)) {
            if self.less.as_ref().is_none_or(|(ms, _)| *ms < g.own_ms) {
                let says = message!(
                    "compression-misfit/may-do",
                    encoding: name(&g.encoding),
                    cheaper: Count(f64::from(level)),
                    cpu: Share(cpu)
                );
                self.less = Some((g.own_ms, says));
            }
        } else if lower.iter().all(|l| l.cpu >= 1.0) {
            self.add_paying(g, saved);
        }
    }

    fn add_paying(&mut self, g: &Group, saved: f64) {
        if saved >= CLEARLY_SAVED.get() {
            self.pays += g.own_ms;
            self.bytes.0 += g.unpacked;
            self.bytes.1 += g.sent;
        }
    }

    fn judge(self, all_ms: f64, covers: f64, owned: &Owned) -> Saving {
        let of = |ms: f64| covers * ms / all_ms;
        let wasted = of(self.packed + self.small + self.level);
        if is_for_nothing(wasted, owned.share) {
            let most = self.packed.max(self.small).max(self.level);
            let is_most = |why: &Why| match why {
                Why::Packed { .. } => self.packed == most,
                Why::Small { .. } => self.small == most,
                Why::Level(_) => self.level == most,
            };
            let largest = self.why.iter().filter(|(_, why)| is_most(why)).max_by(|x, y| x.0.total_cmp(&y.0));
            let why = largest.expect("something is wasted").1.clone();
            return Saving::Wasted { share: wasted, why };
        }
        if (1.0 - of(self.pays)) * owned.share < WINS_A_FIFTH.get() {
            return Saving::Pays { times: self.bytes.0 / self.bytes.1.max(1.0) };
        }
        let unclear = || message!("compression-misfit/unclear", pays: Share(of(self.pays)), wasted: Share(wasted));
        let less = self.less.as_ref().filter(|(ms, _)| of(*ms) > wasted);
        Saving::Unclear(less.map_or_else(unclear, |(_, says)| says.clone()))
    }
}

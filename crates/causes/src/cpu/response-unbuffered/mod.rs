//! Slow because each answer is written in hundreds of small pieces.

use crate::facts::cpu_owned::{Excuse, MUCH_FOR_NOTHING, Owned, OwnsTheCore, WINS_A_FIFTH, nothing};
use diagnose::cpu::{CpuPart, Purpose};
use diagnose::{Analysis, Cause, Stability};
use model::{Message, SampledAnswer, message};

diagnose::thresholds! {
    /// Bytes up to which a chunk is a small one: what a packet of Ethernet carries (1,500 less the heads of IP and TCP). Source: RFC 894,
    /// RFC 9293.
    SMALL = 1460.0;
    /// Small chunks per request from which they count. A guess: pages that are written part by part have fewer.
    FEWEST_PIECES = 32.0;
    /// Nanoseconds of CPU that one costs at most where it is named. A guess: Node 20 was seen to take 2.7 us for one with its turn of a
    /// stream, and 1.5 us for one that leaves with others.
    NS_A_PIECE = 2_000.0;
    /// The same where nobody is called healthy against it. A guess: a call of the kernel for each, on a machine a third as fast.
    NS_A_PIECE_AT_MOST = 10_000.0;
    /// Fewest answers in the sample. A guess, as for what answers repeat.
    FEWEST_ANSWERS = 3.0;
}

/// The cause.
pub const CAUSE: &dyn Cause = &OwnsTheCore {
    id: "response-unbuffered",
    page: include_str!("cause.md"),
    stability: Stability::Stable,
    decoys: &["cpu-hot-path", "event-loop-saturated", "serialisation-oversized"],
    what: "pieces",
    least: |a| MUCH_FOR_NOTHING.get() / writing(a).avoidable.max(1e-9),
    avoidable: |_, owned| owned.avoidable * owned.share >= WINS_A_FIFTH.get(),
    owned: |a| a.heavy_cpu().map(|_| writing(a)),
    excuse: |a, owned| {
        let costs = |p: Pieces| p.share_of(owned.ms, NS_A_PIECE.get()) * owned.share;
        let named = pieces(a).is_some_and(|p| costs(p) >= MUCH_FOR_NOTHING.get());
        (!named).then(|| Excuse::Undecided(message!("response-unbuffered/may-be-needed")))
    },
    says: |a| pieces(a).map(|p| p.says()),
    fix: |_| message!("response-unbuffered/fix"),
};

/// What goes into taking requests and writing answers, with what own code does by calls of the network; nothing where answers do not come
/// in small pieces. What of it the pieces may cost is avoidable.
fn writing(a: &Analysis) -> Owned {
    let Some((account, pieces)) = a.heavy_cpu().zip(pieces(a)) else { return nothing() };
    let of_part = |p: &CpuPart| if p.purpose == Purpose::Server { 1.0 } else { p.share_by(|by| by == Purpose::Network) };
    let parts = || account.parts.iter().map(|p| (p, of_part(p))).filter(|(_, share)| *share > 0.0);
    let ms: f64 = parts().map(|(p, share)| p.ms * share).sum();
    let samples = parts().map(|(p, share)| p.samples.map(|n| n * share)).try_fold(0.0, |sum, n| n.map(|n| sum + n));
    // own code that writes is who asks for it; else whoever the server's part names
    let asking = parts().filter(|(p, _)| !p.own.is_empty()).max_by(|x, y| {
        let asks = |(p, share): &(&CpuPart, f64)| (p.purpose == Purpose::Own, p.ms * share * p.own_share);
        asks(x).partial_cmp(&asks(y)).unwrap_or(std::cmp::Ordering::Equal)
    });
    let (asks, asks_share) = asking.map_or((String::new(), 0.0), |(p, share)| (p.own.clone(), p.ms * share * p.own_share / ms.max(1e-9)));
    let avoidable = pieces.share_of(ms, NS_A_PIECE_AT_MOST.get());
    Owned { ms, share: account.share(ms), samples, asks, asks_share, avoidable, ..nothing() }
}

/// Small pieces of answers, by a sample of them.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Pieces {
    /// In an answer that comes in pieces, and bytes of each.
    of_answer: f64,
    bytes: f64,
    /// Per request of the load.
    per_request: f64,
}

/// `None` where there are few, or nothing is known of them.
fn pieces(a: &Analysis) -> Option<Pieces> {
    let sample = a.run.answers.as_ref()?;
    let small = |s: &&SampledAnswer| s.chunks.is_some_and(|n| n > 1 && s.body_bytes as f64 / n as f64 <= SMALL.get());
    let (answers, pieces, bytes) = sample
        .answers
        .iter()
        .filter(small)
        .fold((0.0, 0.0, 0.0), |(k, n, b), s| (k + 1.0, n + s.chunks.unwrap_or(0) as f64, b + s.body_bytes as f64));
    let per_request = sample.covers * pieces / (sample.answers.len() as f64).max(1.0);
    let enough = answers >= FEWEST_ANSWERS.get() && per_request >= FEWEST_PIECES.get();
    enough.then(|| Pieces { of_answer: pieces / answers, bytes: bytes / pieces, per_request })
}

impl Pieces {
    /// Share of `ms` of CPU, some of which each request needs, that they are where one costs so much at most.
    fn share_of(&self, ms: f64, ns_a_piece: f64) -> f64 {
        (self.per_request * ns_a_piece / 1e6 / ms.max(1e-9)).min(1.0)
    }

    fn says(&self) -> Message {
        message!("response-unbuffered/pieces", pieces: Count(self.of_answer.round()), bytes: Bytes(self.bytes.round()))
    }
}

#[cfg(test)]
mod tests;

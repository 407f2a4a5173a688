//! What of the answers says nothing new, by a sample of them: parts that stand in the same answer before, and fields without a value.
//! Whoever reads it has that without them.

use crate::facts::cpu_owned::{Owned, WINS_A_FIFTH};
use diagnose::Analysis;
use diagnose::cpu::{CpuAccount, CpuPart, Purpose};
use model::{AnswerSample, Message, SampledAnswer, message};

diagnose::thresholds! {
    /// Share of the answers that says nothing new from which writing it is named where its end wins a fifth. A guess: more than half of
    /// what is written.
    MOST = 0.5;
    /// Share of the CPU for it from which it is named where it is less than that. A guess, as for compressing.
    MUCH = 0.3;
    /// Nanoseconds for a byte of an answer above which it is not the answers that are serialised. A guess: the slowest writers of JSON
    /// that are known take a fifth of that.
    NS_A_BYTE = 100.0;
    /// Fewest answers with a body of JSON. A guess: they are drawn as the load is.
    FEWEST = 3.0;
}

/// What was seen of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Surplus {
    /// Share of the serialising that is for nothing, 0 to 1.
    pub(super) share: f64,
    /// Bytes of an answer.
    bytes: f64,
    /// Whether most of it stands there before; else it is fields without a value.
    is_repeated: bool,
    /// Field of most repeated bytes, or empty; and how often an answer has it again.
    field: (String, f64),
}

impl Surplus {
    /// What the sample of the run says of `owned`, the CPU that goes into serialising; `None` where it says nothing of it.
    pub(super) fn of(a: &Analysis, owned: &Owned) -> Option<Self> {
        Self::by(a.run.answers.as_ref()?, owned)
    }

    fn by(sample: &AnswerSample, owned: &Owned) -> Option<Self> {
        let told: Vec<&model::Surplus> = sample.answers.iter().filter_map(|s: &SampledAnswer| s.surplus.as_ref()).collect();
        let sum = |of: fn(&model::Surplus) -> u64| told.iter().map(|s| of(s) as f64).sum::<f64>();
        let (all, repeated, empty) = (sum(|s| s.json_bytes), sum(|s| s.repeated_bytes), sum(|s| s.empty_bytes));
        let bytes = all / sample.answers.len().max(1) as f64;
        if (told.len() as f64) < FEWEST.get() || owned.ms * 1e6 > NS_A_BYTE.get() * bytes {
            return None;
        }
        let share = sample.covers * (repeated + empty) / all.max(1.0);
        Some(Self { share, bytes: all / told.len() as f64, is_repeated: repeated >= empty, field: most_repeated(&told) })
    }

    /// Whether that much of `owned` is for nothing that it is named.
    pub(super) fn is_named(&self, owned: &Owned) -> bool {
        self.share * owned.share >= if self.share >= MOST.get() { WINS_A_FIFTH.get() } else { MUCH.get() }
    }

    /// Whether nobody is called healthy against it: its end may win a fifth, with all of the writing to the network that goes with the
    /// bytes.
    pub(super) fn is_worth_it(&self, a: &Analysis) -> bool {
        a.heavy_cpu().is_some_and(|c| self.share * c.share(by_bytes_ms(c)) >= WINS_A_FIFTH.get())
    }

    /// In words.
    pub(super) fn says(&self) -> Message {
        let (share, bytes) = (self.share, self.bytes);
        match &self.field {
            _ if !self.is_repeated => message!("serialisation-oversized/empty", share: Share(share), bytes: Bytes(bytes)),
            (field, _) if field.is_empty() => message!("serialisation-oversized/repeated", share: Share(share), bytes: Bytes(bytes)),
            (field, times) => message!(
                "serialisation-oversized/repeated-field",
                share: Share(share),
                bytes: Bytes(bytes),
                field: name(field),
                times: Count(times.max(1.0).round())
            ),
        }
    }

    /// What ends it.
    pub(super) fn fix(&self) -> Message {
        match &self.field.0 {
            _ if !self.is_repeated => message!("serialisation-oversized/fix-empty"),
            field if field.is_empty() => message!("serialisation-oversized/fix-repeated"),
            field => message!("serialisation-oversized/fix-repeated-field", field: name(field)),
        }
    }
}

/// CPU that goes with the bytes of answers at most, milliseconds per request: serialising, and what the server does by calls of the
/// network.
fn by_bytes_ms(account: &CpuAccount) -> f64 {
    let network = |p: &&CpuPart| p.ms * p.by.iter().filter(|(by, _)| *by == Purpose::Network).map(|(_, share)| share).sum::<f64>();
    let server = account.parts.iter().filter(|p| p.purpose == Purpose::Server);
    account.purpose_ms(Purpose::Serialising) + server.map(|p| network(&p)).sum::<f64>()
}

/// The field of most repeated bytes over all answers, and how often one has it again in the mean; empty where its name is not told.
fn most_repeated(told: &[&model::Surplus]) -> (String, f64) {
    let mut fields: Vec<(&str, u64, u64)> = Vec::new();
    for most in told.iter().filter_map(|s| s.most.as_ref()) {
        match fields.iter_mut().find(|f| f.0 == most.name) {
            Some(f) => (f.1, f.2) = (f.1 + most.bytes, f.2 + most.times),
            None => fields.push((&most.name, most.bytes, most.times)),
        }
    }
    let largest = fields.into_iter().max_by_key(|f| f.1);
    largest.map_or_else(|| (String::new(), 0.0), |(name, _, times)| (name.to_owned(), times as f64 / told.len() as f64))
}

//! What of the answers says nothing new, by a sample of them: parts that stand in the same answer before, and fields without a value.
//! Whoever reads it has that without them.

use crate::facts::cpu_owned::{Owned, WINS_A_FIFTH, is_for_nothing};
use diagnose::Analysis;
use diagnose::cpu::{CpuAccount, CpuPart, Purpose};
use model::{AnswerSample, Message, SampledAnswer, message};

diagnose::thresholds! {
    /// Nanoseconds that one byte of an answer costs at most; what more is used goes into something else: what is read, what is written
    /// elsewhere. A guess: twice what Jackson and V8 were seen to take, 6 and 10.
    NS_A_BYTE = 20.0;
    /// The same where nobody is called healthy against it. A guess: slow writers, by getters or by decorators, take five times as long.
    NS_A_BYTE_AT_MOST = 100.0;
    /// Bytes of an answer that are sent at once. Source: the default buffer of Tomcat's connectors and of Jackson's generator, 8 KiB.
    BUFFER_BYTES = 8192.0;
    /// Fewest answers with a body of JSON. A guess: they are drawn as the load is.
    FEWEST = 3.0;
    /// Share of the bytes of JSON that must have been read. A guess, as for compressing.
    READ = 0.5;
    /// Share of the repeated bytes from which a field is told to be most of them. Source: the meaning of the word.
    MOST = 0.5;
}

/// What was seen of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Surplus {
    /// Share of the answers' bytes that says nothing new, 0 to 1; and the same of all that the load asks for.
    share: f64,
    of_load: f64,
    /// Bytes of an answer.
    bytes: f64,
    /// Bytes of it per request.
    of_request: f64,
    /// Whether most of it stands there before; else it is fields without a value.
    is_repeated: bool,
    /// Field of most repeated bytes, and how often an answer has it again in the mean.
    field: Option<(String, f64)>,
}

impl Surplus {
    /// By the sample of the run; `None` where it says too little.
    pub(super) fn of(a: &Analysis) -> Option<Self> {
        Self::by(a.run.answers.as_ref()?)
    }

    fn by(sample: &AnswerSample) -> Option<Self> {
        let read: Vec<&model::Surplus> = sample.answers.iter().filter_map(|s| s.surplus.as_ref()).collect();
        let sent = |of: &dyn Fn(&&SampledAnswer) -> bool| sample.answers.iter().filter(of).map(|s| s.body_bytes as f64).sum::<f64>();
        let is_read = sent(&|s| s.surplus.is_some()) >= READ.get() * sent(&|s| s.surplus.is_some() || s.media_type.ends_with("json"));
        if (read.len() as f64) < FEWEST.get() || !is_read {
            return None;
        }
        let sum = |of: fn(&model::Surplus) -> u64| read.iter().map(|s| of(s) as f64).sum::<f64>();
        let (all, repeated, empty) = (sum(|s| s.json_bytes), sum(|s| s.repeated_bytes), sum(|s| s.empty_bytes));
        let (share, answers) = ((repeated + empty) / all.max(1.0), sample.answers.len() as f64);
        Some(Self {
            share,
            of_load: sample.covers * share,
            bytes: all / read.len() as f64,
            of_request: sample.covers * (repeated + empty) / answers,
            is_repeated: repeated >= empty,
            field: most_repeated(&read, repeated),
        })
    }

    /// Share of `ms` of CPU, which goes into answers and maybe into other things, that its end saves where a byte costs so much at most.
    fn share_of(&self, ms: f64, ns_a_byte: f64) -> f64 {
        self.of_load.min(self.of_request * ns_a_byte / 1e6 / ms.max(1e-9))
    }

    /// Share of `owned` that is for nothing.
    pub(super) fn avoidable(&self, owned: &Owned) -> f64 {
        self.share_of(owned.ms, NS_A_BYTE.get())
    }

    /// Share of sending an answer that goes with its bytes: one buffer has to be sent however short it is. `sent_bytes` are those of a
    /// request on the wire, where they are known.
    pub(super) fn beyond_a_buffer(&self, sent_bytes: Option<f64>) -> f64 {
        let bytes = sent_bytes.unwrap_or(self.bytes).min(self.bytes);
        (1.0 - BUFFER_BYTES.get() / bytes.max(1.0)).max(0.0)
    }

    /// Whether that much of `owned` is for nothing that it is named.
    pub(super) fn is_named(&self, owned: &Owned) -> bool {
        is_for_nothing(self.avoidable(owned), owned.share)
    }

    /// Whether nobody is called healthy against it: its end may win a fifth, with the writing to the network that goes with the bytes.
    pub(super) fn is_worth_it(&self, a: &Analysis) -> bool {
        let of_cpu = |c: &CpuAccount| self.share_of(by_bytes_ms(c), NS_A_BYTE_AT_MOST.get()) * c.share(by_bytes_ms(c));
        a.heavy_cpu().is_some_and(|c| of_cpu(c) >= WINS_A_FIFTH.get())
    }

    /// In words.
    pub(super) fn says(&self) -> Message {
        let (share, bytes) = (self.share, self.bytes);
        match &self.field {
            _ if !self.is_repeated => message!("serialisation-oversized/empty", share: Share(share), bytes: Bytes(bytes)),
            None => message!("serialisation-oversized/repeated", share: Share(share), bytes: Bytes(bytes)),
            Some((field, times)) => message!(
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
        match &self.field {
            _ if !self.is_repeated => message!("serialisation-oversized/fix-empty"),
            None => message!("serialisation-oversized/fix-repeated"),
            Some((field, _)) => message!("serialisation-oversized/fix-repeated-field", field: name(field)),
        }
    }
}

/// CPU that may go with the bytes of answers, milliseconds per request: serialising, and what the server does by calls of the network.
fn by_bytes_ms(account: &CpuAccount) -> f64 {
    let network = |p: &CpuPart| p.ms * p.share_by(|by| by == Purpose::Network);
    let server = account.parts.iter().filter(|p| p.purpose == Purpose::Server);
    account.purpose_ms(Purpose::Serialising) + server.map(network).sum::<f64>()
}

/// The field that has most of the `repeated` bytes of all answers, and how often one has it again in the mean; `None` where none has, or
/// its name is not told.
fn most_repeated(read: &[&model::Surplus], repeated: f64) -> Option<(String, f64)> {
    let mut fields: Vec<(&str, u64, u64)> = Vec::new();
    for most in read.iter().filter_map(|s| s.most.as_ref()) {
        match fields.iter_mut().find(|f| f.0 == most.name) {
            Some(f) => (f.1, f.2) = (f.1 + most.bytes, f.2 + most.times),
            None => fields.push((&most.name, most.bytes, most.times)),
        }
    }
    let (name, bytes, times) = fields.into_iter().max_by_key(|f| f.1)?;
    let is_most = !name.is_empty() && bytes as f64 >= MOST.get() * repeated;
    is_most.then(|| (name.to_owned(), times as f64 / read.len() as f64))
}

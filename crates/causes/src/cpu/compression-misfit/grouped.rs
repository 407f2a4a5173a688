//! Answers that are packed alike: of one route, one encoding, one type, and small or not. Their level is told by all of them together:
//! of what cannot be packed further each level makes the same.

use super::saving::{LEAST_SAVED, PACKET};
use model::SampledAnswer;
use std::collections::BTreeMap;

diagnose::thresholds! {
    /// Share by which a lower level may make answers longer to do nearly the same. A guess: a reader waits a tenth longer for the last
    /// byte.
    LONGER = 0.1;
    /// Share of the CPU that it may take then. A guess: what wins less is no reason to change a level.
    pub(super) LESS_CPU = 0.5;
    /// Share of the bytes saved that a lower level must save as well for it to be open whether it is enough. A guess: what is sent is
    /// nearly all gone either way.
    SAVES_AS_WELL = 0.95;
    /// Share of the CPU that it may take then. A guess: a third.
    MAY_DO = 1.0 / 3.0;
    /// Share of the bytes by which levels of what cannot be packed further may differ. A guess: pictures came out alike to a few bytes.
    SAME = 0.01;
}

/// Highest level that servers take by themselves for what they pack on the fly: zlib's own, and that of nginx for Brotli. A choice: of what
/// cannot be packed further nobody is taken to pack higher than that.
const HIGHEST_ON_THE_FLY: u8 = 6;

/// Answers that are packed alike.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Group {
    pub(super) media_type: String,
    pub(super) encoding: String,
    /// How many.
    pub(super) answers: f64,
    /// Bytes of all of them: before, and as they were sent.
    pub(super) unpacked: f64,
    pub(super) sent: f64,
    /// Bytes of the longest with its head, unpacked.
    pub(super) largest: f64,
    /// What the tool takes for them, milliseconds for each request of the sample, at the level that makes what the service makes.
    pub(super) own_ms: f64,
    /// The same at the cheapest and at the dearest level at which the service may pack: levels between two that were tried make what the
    /// upper one makes, and of what cannot be packed further each makes the same.
    pub(super) least_ms: f64,
    pub(super) most_ms: f64,
    /// All levels, lowest first: number, bytes of all of them, milliseconds for each request of the sample.
    levels: Vec<(u8, f64, f64)>,
    /// Place of the service's level among them.
    own: usize,
}

/// A level that is too high.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TooHigh {
    pub(super) encoding: String,
    /// The level that makes what the service makes.
    pub(super) own: u8,
    /// The lower one, how much longer it makes answers, and the share of the CPU that it takes.
    pub(super) cheaper: u8,
    pub(super) longer: f64,
    pub(super) cpu: f64,
    /// What the lower one takes of the tool, milliseconds per request.
    pub(super) cheaper_ms: f64,
}

/// The groups among `studied`, of a sample of `requests`.
pub(super) fn groups(studied: &[&SampledAnswer], requests: usize) -> Vec<Group> {
    let mut all: BTreeMap<_, Vec<&SampledAnswer>> = BTreeMap::new();
    for answer in studied {
        let is_small = whole(answer) <= PACKET.get();
        all.entry((answer.route, &answer.encoding, &answer.media_type, is_small)).or_default().push(answer);
    }
    all.into_values().map(|alike| Group::of(&alike, requests as f64)).collect()
}

/// Place of the level at which the service packs: the one that is told, or the one that makes what was sent; of several that are as near,
/// or nearer by less than `slack` bytes only, the lowest.
fn own_level(alike: &[&SampledAnswer], levels: &[(u8, f64, f64)], slack: f64) -> Own {
    let told = alike[0].level_told.filter(|told| alike.iter().all(|a| a.level_told == Some(*told)));
    if let Some(at) = told.and_then(|told| levels.iter().position(|l| l.0 == told)) {
        return Own { at, least: at, most: at };
    }
    let off = |i: usize| alike.iter().map(|a| a.packed[i].bytes.abs_diff(a.body_bytes) as f64).sum::<f64>();
    let nearest = (0..levels.len()).map(off).fold(f64::INFINITY, f64::min);
    let near = || (0..levels.len()).filter(|i| off(*i) <= nearest + slack);
    let at = near().next().unwrap_or(0);
    let most = near().rfind(|i| levels[*i].0 <= HIGHEST_ON_THE_FLY).unwrap_or(at).max(at);
    // Brotli 10 and 11 search in another way: what 9 takes says nothing of them
    let may_be_lower = at > 0 && levels[at - 1].0 + 1 < levels[at].0 && levels[at].0 < 10;
    let least = if may_be_lower { at - 1 } else { at };
    Own { at, least, most }
}

/// Places of levels: the one at which the service packs, and the cheapest and the dearest that it may be.
struct Own {
    at: usize,
    least: usize,
    most: usize,
}

/// Bytes of an answer, head and unpacked body.
fn whole(answer: &SampledAnswer) -> f64 {
    (answer.head_bytes + answer.unpacked_bytes.unwrap_or(0)) as f64
}

impl Group {
    fn of(alike: &[&SampledAnswer], requests: f64) -> Self {
        let sum = |f: &dyn Fn(&SampledAnswer) -> u64| alike.iter().map(|a| f(a) as f64).sum::<f64>();
        let levels: Vec<(u8, f64, f64)> = (0..alike.iter().map(|a| a.packed.len()).min().unwrap_or(0))
            .map(|i| (alike[0].packed[i].level, sum(&|a| a.packed[i].bytes), sum(&|a| a.packed[i].cpu_ns) / 1e6 / requests))
            .collect();
        let (unpacked, sent) = (sum(&|a| a.unpacked_bytes.unwrap_or(0)), sum(&|a| a.body_bytes));
        let own = own_level(alike, &levels, if sent > (1.0 - LEAST_SAVED.get()) * unpacked { SAME.get() * sent } else { 0.0 });
        let ms = |at: usize| levels.get(at).map_or(0.0, |l| l.2);
        Self {
            media_type: alike[0].media_type.clone(),
            encoding: alike[0].encoding.clone(),
            answers: alike.len() as f64,
            unpacked,
            sent,
            largest: alike.iter().map(|a| whole(a)).fold(0.0, f64::max),
            own_ms: ms(own.at),
            least_ms: ms(own.least),
            most_ms: (own.at..=own.most).map(ms).fold(0.0, f64::max),
            own: own.at,
            levels,
        }
    }

    /// The lowest level that saves nearly as many bytes for so much less CPU that it may be all that is needed, and its share of the
    /// CPU: of what the tool takes, and of what the service takes, `service_ms`.
    pub(super) fn may_do_with(&self, service_ms: f64) -> Option<(u8, f64)> {
        let own_ms = self.levels.get(self.own)?.2.min(service_ms).max(1e-9);
        let less = |l: &&(u8, f64, f64)| self.saves_as_well(l.1) && l.2 <= MAY_DO.get() * own_ms;
        self.levels[..self.own].iter().find(less).map(|l| (l.0, l.2 / own_ms))
    }

    /// Whether the service packs as its library does where nobody says otherwise, or cheaper: nobody is accused of that. Brotli's own
    /// level, 11, is for what is packed once; Express's `compression` takes 4.
    pub(super) fn is_at_its_usual_level(&self) -> bool {
        let usual = match self.encoding.as_str() {
            "gzip" | "deflate" => 6,
            "zstd" => 3,
            "br" => 4,
            _ => return false,
        };
        self.levels.get(self.own).is_some_and(|l| l.0 <= usual)
    }

    /// Whether a level that makes so many bytes saves nearly as many as the service does.
    fn saves_as_well(&self, bytes: f64) -> bool {
        self.unpacked - bytes >= SAVES_AS_WELL.get() * (self.unpacked - self.sent)
    }

    /// The lower levels that do nearly the same for much less, by the tool's own clock.
    pub(super) fn too_high(&self) -> Vec<TooHigh> {
        let Some(own) = self.levels.get(self.own) else { return Vec::new() };
        let cheaper = |l: &(u8, f64, f64)| {
            let (longer, cpu) = (l.1 / self.sent.max(1.0) - 1.0, l.2 / own.2.max(1e-9));
            let is_as_good = longer <= LONGER.get() && cpu <= LESS_CPU.get();
            let encoding = self.encoding.clone();
            is_as_good.then(|| TooHigh { encoding, own: own.0, cheaper: l.0, longer: longer.max(0.0), cpu, cheaper_ms: l.2 })
        };
        self.levels[..self.own].iter().filter_map(cheaper).collect()
    }
}

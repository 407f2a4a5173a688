//! `[load]`, and the same keys in each of `[[scenarios]]`.

use super::reader::Reader;
use crate::job::WhenFull;
use crate::profile::{Shape, Stage};
use crate::scenario::{LoadMode, LoadSpec, Quantity};
use toml::de::DeTable;

pub(super) const LOAD_KEYS: &str =
    "mode, max_rate, closed, rate, poisson, users, connections, requests, duration, graceful_stop, stages, max_in_flight, when_full";
const STAGE_KEYS: &str = "for, rate, users, shape";

const MODES: [(&str, LoadMode); 4] =
    [("find-knee", LoadMode::FindKnee), ("rate", LoadMode::Rate), ("ramp", LoadMode::Ramp), ("closed", LoadMode::Closed)];
const SHAPES: [(&str, Shape); 2] = [("step", Shape::Step), ("ramp", Shape::Ramp)];
const WHEN_FULL: [(&str, WhenFull); 3] = [("queue", WhenFull::Queue), ("drop", WhenFull::Drop), ("fail", WhenFull::Fail)];

impl Reader<'_> {
    /// The load keys of `table`.
    pub(super) fn load(&mut self, table: &DeTable<'_>, path: &str) -> LoadSpec {
        let closed = self.flag_at(table, "closed", path).unwrap_or(false);
        let (stages, stages_of) = self.stages(table, path);
        let load = LoadSpec {
            mode: self.word_at(table, "mode", path, &MODES).or(closed.then_some(LoadMode::Closed)),
            max_rate_per_s: self.rate_at(table, "max_rate", path),
            rate_per_s: self.rate_at(table, "rate", path),
            poisson: self.flag_at(table, "poisson", path).unwrap_or(false),
            users: self.whole_at(table, "users", path, 1, 10_000_000),
            connections: self.whole_at(table, "connections", path, 1, 10_000_000),
            requests: self.whole_at(table, "requests", path, 1, u32::MAX).map(u64::from),
            duration_ns: self.duration_at(table, "duration", path, false),
            graceful_stop_ns: self.duration_at(table, "graceful_stop", path, true),
            stages,
            stages_of,
            max_in_flight: self.whole_at(table, "max_in_flight", path, 1, 10_000_000),
            when_full: self.word_at(table, "when_full", path, &WHEN_FULL).unwrap_or_default(),
        };
        let places = ["rate", "users", "stages"].map(|k| table.get(k).map(|v| (k, v.span())));
        let mut stated = places.into_iter().flatten();
        if let (Some((first, _)), Some((second, span))) = (stated.next(), stated.next()) {
            self.mistake(span, format!("{path}.{second} stands beside {path}.{first}"), "one of rate, users, stages");
        }
        if let (Some(value), None, None) = (table.get("when_full"), load.max_in_flight, table.get("max_in_flight")) {
            self.mistake(value.span(), format!("{path}.when_full needs {path}.max_in_flight"), "both, or none");
        }
        if let Some(value) = table.get("poisson")
            && load.poisson
            && (load.users.is_some() || load.stages_of == Quantity::Users)
        {
            self.mistake(value.span(), format!("{path}.poisson is about rates"), "rate, or stages of rates");
        }
        load
    }

    fn stages(&mut self, table: &DeTable<'_>, path: &str) -> (Vec<Stage>, Quantity) {
        let (mut stages, mut of) = (Vec::new(), None);
        for (stage, span, at) in self.tables(table, "stages", &format!("{path}.stages"), STAGE_KEYS) {
            self.unknown_keys(stage, &at, STAGE_KEYS);
            let duration_ns = self.duration_at(stage, "for", &at, false);
            if stage.get("for").is_none() {
                self.mistake(span.clone(), format!("{at}.for is missing"), "a time such as \"30s\"");
            }
            let rate = self.rate_at(stage, "rate", &at);
            let users = self.whole_at(stage, "users", &at, 0, 10_000_000).map(f64::from);
            let shape = self.word_at(stage, "shape", &at, &SHAPES).unwrap_or(Shape::Step);
            let quantity = match (stage.get("rate"), stage.get("users")) {
                (Some(_), None) => Quantity::RatePerS,
                (None, Some(_)) => Quantity::Users,
                _ => {
                    self.mistake(span, format!("{at} needs a target"), "rate, users (one of them)");
                    continue;
                }
            };
            if *of.get_or_insert(quantity) != quantity {
                self.mistake(span, format!("{at} counts something else than the stages before"), "rates only, or users only");
            }
            if let (Some(duration_ns), Some(target)) = (duration_ns, rate.or(users)) {
                stages.push(Stage { duration_ns, target, shape });
            }
        }
        (stages, of.unwrap_or_default())
    }
}

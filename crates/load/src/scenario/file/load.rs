//! `[load]`, and the same keys in each of `[[scenarios]]`.

use super::reader::Reader;
use crate::job::WhenFull;
use crate::profile::{Shape, Stage};
use crate::scenario::{LoadMode, LoadSpec, Quantity};
use toml::de::DeTable;

pub(super) const LOAD_KEYS: &str = "mode, max_rate, closed, rate, poisson, users, connections, requests, duration, graceful_stop, stages, \
max_in_flight, when_full";

const MODES: [(&str, LoadMode); 4] =
    [("find-knee", LoadMode::FindKnee), ("rate", LoadMode::Rate), ("ramp", LoadMode::Ramp), ("closed", LoadMode::Closed)];
const WHEN_FULL: [(&str, WhenFull); 3] = [("queue", WhenFull::Queue), ("drop", WhenFull::Drop), ("fail", WhenFull::Fail)];

impl Reader<'_> {
    /// The load keys of `table`.
    pub(super) fn load(&mut self, table: &DeTable<'_>, path: &str) -> LoadSpec {
        let (stages, stages_of) = self.stages(table, path);
        let mut load = LoadSpec {
            mode: self.mode(table, path),
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
        self.one_quantity(table, path);
        if let (Some(value), None, None) = (table.get("when_full"), load.max_in_flight, table.get("max_in_flight")) {
            self.mistake(value.span(), format!("{path}.when_full needs {path}.max_in_flight"), "both, or none");
        }
        if let Some(value) = table.get("poisson")
            && load.poisson
            && (load.users.is_some() || load.stages_of == Quantity::Users)
        {
            self.mistake(value.span(), format!("{path}.poisson is about rates"), "rate, or stages of rates");
        }
        self.fit_mode(table, path, &mut load);
        load
    }

    /// `mode`; `closed = true` is short for the mode of that name.
    fn mode(&mut self, table: &DeTable<'_>, path: &str) -> Option<LoadMode> {
        let mode = self.word_at(table, "mode", path, &MODES);
        let closed = self.flag_at(table, "closed", path).unwrap_or(false);
        if let (Some(value), Some(mode), true) = (table.get("closed"), mode, closed)
            && mode != LoadMode::Closed
        {
            self.mistake(value.span(), format!("{path}.closed contradicts {path}.mode"), "one of both");
        }
        mode.or(closed.then_some(LoadMode::Closed))
    }

    fn one_quantity(&mut self, table: &DeTable<'_>, path: &str) {
        let places = ["rate", "users", "stages"].map(|k| table.get(k).map(|v| (k, v.span())));
        let mut stated = places.into_iter().flatten();
        if let (Some((first, _)), Some((second, span))) = (stated.next(), stated.next()) {
            self.mistake(span, format!("{path}.{second} stands beside {path}.{first}"), "one of rate, users, stages");
        }
    }

    /// What a mode needs and what it cannot be with; a ramp becomes the stage that it is.
    fn fit_mode(&mut self, table: &DeTable<'_>, path: &str, load: &mut LoadSpec) {
        let Some(mode) = load.mode else { return };
        let word = MODES.iter().find(|(_, m)| *m == mode).map_or("", |(word, _)| word);
        let (needed, foreign): (&[&str], &[&str]) = match mode {
            LoadMode::Rate => (&["rate"], &["users", "stages"]),
            LoadMode::Ramp => (&["max_rate", "duration"], &["users", "stages"]),
            LoadMode::Closed => (&[], &["rate", "max_rate", "poisson", "max_in_flight"]),
            LoadMode::FindKnee => (&[], &["rate", "users", "stages"]),
        };
        let place = table.get("mode").or_else(|| table.get("closed")).map_or(0..0, toml::Spanned::span);
        for key in needed.iter().filter(|k| table.get(**k).is_none()) {
            self.mistake(place.clone(), format!("{path}.mode {word:?} needs {path}.{key}"), &needed.join(" and "));
        }
        for (key, value) in foreign.iter().filter_map(|k| Some((k, table.get(*k)?))) {
            self.mistake(value.span(), format!("{path}.{key} has no meaning in mode {word:?}"), "another mode, or none");
        }
        if let (LoadMode::Rate, Some(rate), Some(most), Some(value)) = (mode, load.rate_per_s, load.max_rate_per_s, table.get("rate"))
            && rate > most
        {
            self.mistake(value.span(), format!("{path}.rate is above {path}.max_rate"), "at most max_rate");
        }
        if let (LoadMode::Ramp, Some(target), Some(duration_ns)) = (mode, load.max_rate_per_s, load.duration_ns) {
            load.rate_per_s = Some(load.rate_per_s.unwrap_or(0.0));
            load.stages = vec![Stage { duration_ns, target, shape: Shape::Ramp }];
        }
    }
}

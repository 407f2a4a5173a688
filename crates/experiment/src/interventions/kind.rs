//! What a folder tells of its intervention: name, page, how its notes are put back, and the knob by which it is turned.

use super::concurrency_cap::Cap;
use super::restore::{Way, WayBack};
use super::{ALL, Intervention};
use crate::InterventionError;
use crate::service::Shared;
use diagnose::Factor;
use model::Target;

/// One intervention. Each folder has one as `pub const KIND`; the build finds it.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Kebab-case, as the folder.
    pub name: &'static str,
    /// The page.
    pub page: &'static str,
    /// How what it changes is put back; `None` where nothing stays.
    pub(super) way_back: Option<Way>,
    /// How it is turned from the command line; `None` where something else asks for it.
    pub knob: Option<Knob>,
}

impl Kind {
    /// One of which nothing stays, and that no knob turns.
    pub(super) const fn new(name: &'static str, page: &'static str) -> Self {
        Self { name, page, way_back: None, knob: None }
    }

    /// What it changes stays until it is put back by a `W`.
    pub(super) const fn put_back_by<W: WayBack>(self) -> Self {
        Self { way_back: Some(Way::of::<W>()), ..self }
    }

    /// It is turned by `knob`.
    pub(super) const fn turned_by(self, knob: Knob) -> Self {
        Self { knob: Some(knob), ..self }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|k| k.name == name)
    }
}

/// What `--knob NAME=V1,V2` turns.
#[derive(Debug, Clone, Copy)]
pub struct Knob {
    /// `heap-mb`. A name that ends with a dot takes what follows as a name of its own: `env.` is any `env.NAME`.
    pub name: &'static str,
    /// What predictions know it as.
    pub factor: Option<Factor>,
    /// Whether each setting takes a restart, and so a service that this tool has started.
    pub restarts: bool,
    /// Makes it ready; nothing is changed by that.
    pub open: fn(&Means<'_>) -> Result<Box<dyn Intervention>, InterventionError>,
}

impl Knob {
    /// All knobs.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        ALL.iter().filter_map(|k| k.knob.as_ref())
    }

    /// The knob that users call `name`.
    pub fn named(name: &str) -> Option<&'static Self> {
        let fits = |k: &&Self| if k.name.ends_with('.') { name.starts_with(k.name) } else { name == k.name };
        Self::all().find(fits)
    }

    /// The knob that turns `factor`.
    pub fn of(factor: Factor) -> Option<&'static Self> {
        Self::all().find(|k| k.factor == Some(factor))
    }
}

/// What a knob may be turned with.
pub struct Means<'a> {
    /// As the user calls the knob.
    pub name: &'a str,
    /// The process.
    pub target: &'a Target,
    /// The service, where this run has started it.
    pub service: Option<&'a Shared>,
    /// In front of the service.
    pub cap: &'a Cap,
    /// Connections of the load.
    pub connections: u32,
    /// What counts as the present setting where nothing says what it is.
    pub otherwise: f64,
}

impl Means<'_> {
    /// The service, for what takes a restart.
    pub(super) fn own(&self) -> Result<&Shared, InterventionError> {
        self.service.ok_or_else(|| InterventionError {
            help: format!("tightspot sweep URL --knob {}=... -- CMD    starts the service, and again for each setting", self.name).into(),
            ..InterventionError::new(format!("change {}", self.name), "it takes a restart, and the service was not started by this run")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_intervention_has_the_name_of_its_folder_and_a_page_of_its_own() {
        for kind in ALL {
            let folder = kind.name.replace('-', "_");
            let page = format!("{}/src/interventions/{folder}/{}.md", env!("CARGO_MANIFEST_DIR"), kind.name);
            assert_eq!(std::fs::read_to_string(&page).expect(&page), kind.page);
        }
    }

    #[test]
    fn a_knob_is_found_by_its_name_by_its_beginning_and_by_its_factor() {
        assert_eq!(Knob::named("heap-mb").map(|k| k.restarts), Some(true));
        assert_eq!(Knob::named("env.SIZE").map(|k| k.name), Some("env."));
        assert_eq!(Knob::of(Factor::PoolSize).map(|k| k.name), Some("pool-size"));
        assert!(Knob::named("volume").is_none() && Knob::named("heap-mb-2").is_none());
        let names: BTreeSet<&str> = Knob::all().map(|k| k.name).collect();
        assert_eq!(names.len(), Knob::all().count(), "no name stands twice");
    }
}

//! What can be taken away from a variant: each setting in which it differs from the service of its case, one at a time.

use crate::case::{Case, Variant};
use crate::params::{Params, Value};

/// A variant, and the same without one switch.
#[derive(Debug, Clone)]
pub(super) struct Candidate<'a> {
    pub(super) with: &'a Variant,
    pub(super) without: Variant,
    pub(super) switch: String,
    /// Setting with and without, where the environment has it; a parameter is known when it is drawn.
    values: Option<(String, String)>,
}

impl Candidate<'_> {
    /// `separate -> joined`; for a parameter what was drawn on both sides.
    pub(super) fn change(&self, drawn: &[Params; 2]) -> String {
        let of = |side: usize| drawn[side].get(&self.switch).map_or_else(|| "unset".to_owned(), Value::to_string);
        let (with, without) = self.values.clone().unwrap_or_else(|| (of(0), of(1)));
        format!("{with} -> {without}")
    }
}

/// In the order of the settings' names. A variable that the case itself does not set is no switch: it tells a switch where something is.
pub(super) fn candidates<'a>(case: &Case, variant: &'a Variant) -> Vec<Candidate<'a>> {
    let usual = case.processes.iter().find(|p| p.target).map(|p| &p.env);
    let env = variant.env.iter().filter_map(|(name, value)| {
        let usual = usual?.get(name).filter(|usual| *usual != value)?;
        let mut without = variant.clone();
        without.env.remove(name);
        Some(Candidate { with: variant, without, switch: name.clone(), values: Some((value.clone(), usual.clone())) })
    });
    let params = variant.params.iter().filter(|(name, range)| case.params.get(*name) != Some(*range)).map(|(name, _)| {
        let mut without = variant.clone();
        without.params.remove(name);
        Candidate { with: variant, without, switch: name.clone(), values: None }
    });
    env.chain(params).collect()
}

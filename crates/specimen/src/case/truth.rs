//! What is known to be wrong with each variant. Only scoring reads this.

use std::collections::{BTreeMap, BTreeSet};

/// What a correct verdict says about one variant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Truth {
    /// Cause ids, heaviest first; `["none"]` when healthy. Several for `before` only.
    pub causes: Vec<String>,
    /// May be reported as secondary, never as the cause.
    pub also: Vec<String>,
    /// Must be rejected.
    pub decoys: Vec<String>,
}

impl Truth {
    /// The id of a variant without a fault.
    pub const NONE: &'static str = "none";

    /// Whether nothing is wrong.
    pub fn is_healthy(&self) -> bool {
        self.causes.first().is_none_or(|c| c == Self::NONE)
    }
}

/// The truths of a case.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Truths {
    /// By variant.
    pub variants: BTreeMap<String, Truth>,
    /// The figures of the field report.
    pub headline: toml::Table,
}

impl Truths {
    /// Every cause id that is mentioned, so that the caller can check that such causes exist.
    pub fn cause_ids(&self) -> BTreeSet<&str> {
        let ids = self.variants.values().flat_map(|t| [&t.causes, &t.also, &t.decoys]).flatten().map(String::as_str);
        ids.filter(|id| *id != Truth::NONE).collect()
    }
}

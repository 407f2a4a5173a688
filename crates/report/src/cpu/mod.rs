//! What the CPU does, for people and for other programs' flame graphs: the profile of a stretch of a run, or two side by side. Which stretch, and what
//! is added up how, is decided in `diagnose`; here it is only written down.

mod outputs;

pub use outputs::OUTPUTS;
pub(crate) use outputs::tree;

use diagnose::cpu::{CallTree, Detail, Outline, Profile, Threads, Whose};

/// What the outputs of a profile are made from.
#[derive(Debug, Clone)]
pub struct Profiled {
    /// The profile; before it, where two stand side by side, the one that it is compared with.
    pub profiles: Vec<Profile>,
    /// From the outermost frame down.
    pub tree: CallTree,
    /// The same for reading.
    pub outline: Outline,
}

impl Profiled {
    /// One profile.
    pub fn of(profile: Profile, detail: Detail) -> Self {
        let tree = CallTree::of(&profile);
        Self { profiles: vec![profile], outline: Outline::of(&tree, detail), tree }
    }

    /// Two side by side. `lines`: own code by line, which is the same code in both.
    pub fn between(first: Profile, second: Profile, lines: bool, detail: Detail) -> Self {
        let tree = CallTree::between(&first, &second, lines);
        Self { profiles: vec![first, second], outline: Outline::of(&tree, detail), tree }
    }

    /// The profile that is asked for.
    pub fn last(&self) -> &Profile {
        self.profiles.last().expect("there is one")
    }
}

/// What stands before the frames of a stack in files for other programs: the process, where there are several, and whose threads they are.
pub(crate) fn above(profile: &Profile, process: u32, threads: Threads) -> Vec<String> {
    let process = (profile.processes.len() > 1).then(|| bracketed(&Whose::Process(process)));
    process.into_iter().chain([bracketed(&Whose::Threads(threads))]).collect()
}

/// `[requests]`: what is no function, for other programs.
pub(crate) fn bracketed(whose: &Whose) -> String {
    match whose {
        Whose::All => "[all]".to_owned(),
        Whose::Process(pid) => format!("[process {pid}]"),
        Whose::Threads(t) => format!("[{}]", t.id()),
        Whose::Code(_) => "[code]".to_owned(),
    }
}

#[cfg(test)]
pub(crate) mod fixture;

//! `cargo xtask methods [--only TITLE] [--check] [--seed N]`: the methods of `crates/stats` on data whose truth is known. Each figure comes with its
//! Monte-Carlo interval; the command fails when the 95 % interval of a figure excludes its bar. Everything is run twice, with a fixed seed
//! and with a fresh one, so that no bar is met by luck with a seed. Without `--check` the results are written to bench/methods/RESULTS.md; with
//! `--only TITLE` one section of it.

mod ab;
mod figure;
mod history;
mod intervals;
mod noise;
mod page;
mod perturb;
mod search;
mod spikes;
mod sweep;
mod warmth;

use anyhow::{Context, Result, bail};
use figure::Figure;
use noise::Noise;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::Write;
use std::path::Path;

/// The seed that every run has in common.
const FIXED: u64 = 2026;
const RESULTS: &str = "bench/methods/RESULTS.md";

/// One part of the methods.
struct Study {
    title: &'static str,
    /// What the data are like.
    conditions: &'static str,
    run: fn(&mut Noise) -> Vec<Figure>,
}

static STUDIES: [Study; 8] = [
    Study {
        title: "A against B",
        conditions: "Paired log ratios. The drifting machine: first-order autoregression from trial to trial (0.95, sd 3 %), 3 % trial noise, \
                     one pair in ten with four times the noise, blocks ABBA or BAAB by coin. 20,000 experiments where differences are drawn \
                     directly, 2,000 on the machine.",
        run: ab::figures,
    },
    Study {
        title: "Intervals",
        conditions: "Nominal level 95 % each. 2,000 samples (1,000 for series and shifts), 500 to 1,000 resamples.",
        run: intervals::figures,
    },
    Study {
        title: "Capacity",
        conditions: "500 searches each. A trial passes with a probability that falls around the capacity (35 to 110 % of the saturated throughput, which is \
                     known to 3 %); one trial in fifty gives the wrong answer. Width: the zone in which passes fall from 90 to 10 %.",
        run: search::figures,
    },
    Study {
        title: "Sweep of a knob",
        conditions: "500 races of five settings; neighbours of the best lose 0 to 6 %, others up to 30 % per step; 1.5 % trial noise, the largest setting \
                     three times that; drift (0.9, sd 3 %) from trial to trial; 1,500 permutations.",
        run: sweep::figures,
    },
    Study {
        title: "Doses",
        conditions: "1,000 experiments each; doses 0, d, 2d; 1 % trial noise, drift of blocks (0.8, sd 2 %); 5 blocks. Tokens: \
                     1/X = (hold x slowness of the machine + calls x dose) / tokens, 2d is a fifth of the hold. Networks: three stations of 1 to 8 servers, thinking, 8 to 64 users, \
                     solved exactly; d is a tenth of the time of the source that is perturbed. Shares: d is a twentieth, 40 blocks; where the chords add up to more than 1.1, \
                     240 blocks more and the slopes at dose zero (METHODS 4.2 point 2): a rule that looks at the sum, so that the error of a single share says more of it.",
        run: perturb::figures,
    },
    Study {
        title: "Spikes",
        conditions: "300 runs of 180 s of a single server at a load of 0.4 to 0.8 with pauses of 80 to 250 ms every 6 to 14 s; slow is above the p99 without pauses; \
                     the truth is the same work served without pauses. Load-driven: bursts of load, each with a harmless event at its end.",
        run: spikes::figures,
    },
    Study {
        title: "History and warm-up",
        conditions: "50 runs, sd 2 %, a step at run 7 to 43; 400 histories each; memory is the correlation of neighbouring runs. \
                     Warm-up: 600 values that fall from 8 sd with a time constant of 10 to 60.",
        run: history::figures,
    },
    Study {
        title: "Gate",
        conditions: "500 warm-ups at 200/s (ramp 10 s), one to three classes of requests: half JVMs (6 times as slow; twice after 30 to 400 calls of the class; \
                     then a lull without compilation; at last warm after 600 to 5,000 calls, compiled over 3 to 20 s), a fifth with one step after 50 to 3,000 \
                     calls, a tenth warm from the beginning, a tenth slower by 0.5 to 4 % every second, a tenth that changes its level by 15 to 50 % every 4 to \
                     15 s. Early: a class is more than 5 % above its last level. Late: more than two windows (10 s) after the shortest proof, which takes 25 s \
                     from the moment at which the service is warm and has answered enough requests. The longest wait is 300 s. The simpler rules are measured \
                     against the moment at which the service is warm. Where medians of a second vary by 8 %, however many requests they are of, a drift of half a percent a second \
                     is lost in the time in which a service without one must be opened, so that some of those that never settle are opened there. \
                     Where the machine varies its speed comes and goes by 6 % (memory 15 s), requests feel it with a power of 1.5 and come and go by another 8 % (memory 10 s), seconds by 6 %, \
                     and the work of fixed length shows the speed within 2 %; the shortest proof is 65 s. Fixed work tells such a machine, but not whose doing a level is that comes and goes. \
                     Beside these, 200 with one step whose answers are the shorter the more requests come: by a tenth to a quarter at twice the rate.",
        run: warmth::figures,
    },
];

/// A study's figures with both seeds.
struct Outcome {
    study: &'static Study,
    fixed: Vec<Figure>,
    fresh: Vec<Figure>,
}

impl Outcome {
    fn all(&self) -> impl Iterator<Item = &Figure> {
        self.fixed.iter().chain(&self.fresh)
    }
}

/// Runs all studies, telling each as it is over. Gives whether every bar is cleared.
pub(crate) fn run(root: &Path, arguments: &[&str], out: &mut impl Write) -> Result<bool> {
    let (only, arguments) = match arguments {
        ["--only", title, rest @ ..] => (Some(*title), rest),
        all => (None, all),
    };
    let (check, seed) = match arguments {
        [] => (false, fresh_seed()),
        ["--check"] => (true, fresh_seed()),
        ["--seed", seed] => (false, number(seed)?),
        ["--check", "--seed", seed] => (true, number(seed)?),
        other => bail!("cargo xtask methods takes --only TITLE, --check and --seed N, in this order, not {other:?}"),
    };
    let studies: Vec<&'static Study> = STUDIES.iter().filter(|s| only.is_none_or(|title| s.title == title)).collect();
    if studies.is_empty() {
        bail!("no study has this title; there are: {}", STUDIES.each_ref().map(|s| s.title).join(", "));
    }
    writeln!(out, "fixed seed {FIXED}, fresh seed {seed}")?;
    let mut outcomes = Vec::new();
    for study in studies {
        let outcome = with_both(study, seed);
        write!(out, "{}", page::plain(&outcome))?;
        out.flush()?;
        outcomes.push(outcome);
    }
    if !check {
        let path = root.join(RESULTS);
        std::fs::create_dir_all(path.parent().context("the results lie in a folder")?)?;
        let page = match (only, std::fs::read_to_string(&path)) {
            (Some(_), Ok(old)) => page::with_section(&old, &outcomes[0], seed),
            _ => page::markdown(&outcomes, seed),
        };
        std::fs::write(&path, page).with_context(|| format!("write {RESULTS}"))?;
    }
    let missed = outcomes.iter().flat_map(Outcome::all).filter(|f| f.misses()).count();
    writeln!(out, "\n{missed} figures miss their bar")?;
    Ok(missed == 0)
}

fn with_both(study: &'static Study, seed: u64) -> Outcome {
    std::thread::scope(|s| {
        let fixed = s.spawn(|| (study.run)(&mut Noise::new(FIXED)));
        let fresh = (study.run)(&mut Noise::new(seed));
        // A panic of the other thread is a panic of the study.
        let fixed = fixed.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Outcome { study, fixed, fresh }
    })
}

fn number(seed: &str) -> Result<u64> {
    seed.parse().with_context(|| format!("{seed} is not a seed (a whole number)"))
}

/// A seed that nobody chose: the standard library draws its hash keys from the system.
fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000_000
}

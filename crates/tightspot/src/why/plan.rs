//! What a diagnosis will do and how long that takes, told before it begins.

use super::{levels, start_up, warm};
use crate::cli::WhyArgs;
use crate::output::said;
use model::{Message, message};

/// A part of the plan: what it is, and the seconds that it takes at least and at most.
type Part = (Message, f64, f64);

/// `plan    warm-up (up to 2 min), search for the limit (up to 40 s), ...: 50 s to 5 min in all`; `resumed` where the levels were measured before.
pub(super) fn in_words(args: &WhyArgs, from_start: bool, proving: bool, resumed: bool) -> Message {
    let mut parts: Vec<Part> = Vec::new();
    if from_start {
        let slices = start_up::SLICE.as_secs_f64() * start_up::SLICES as f64;
        let more = if args.warmup == "none" { 0.0 } else { start_up::AFTER_S + start_up::SLICE.as_secs_f64() };
        parts.push((message!("why/first-minute"), slices, slices + more));
    } else {
        let longest = warm::longest(&args.warmup).unwrap_or(warm::LONGEST_S);
        if longest > 0.0 {
            parts.push((message!("why/warm-up"), longest.min(warm::SHORTEST_S), longest));
        }
        if let Some(length) = args.tail {
            parts.push((message!("why/tail-part"), length.as_secs_f64(), length.as_secs_f64()));
        } else if !resumed {
            parts.extend(levels(args));
            let again = diagnose::judge::MOST_AGAIN as f64 * levels::LONGEST_LEVEL.as_secs_f64();
            parts.push((message!("why/levels-again"), 0.0, again));
        }
    }
    if proving {
        // of what experiments have taken: it depends on the number of doses, which the verdict decides
        parts.push((message!("why/experiment"), 120.0, 300.0));
    }
    let (least, most) = parts.iter().fold((0.0, 0.0), |(l, m), (_, least, most)| (l + least, m + most));
    let part = |(what, least, most): &Part| said(&message!("why/part", what: name(what), time: (seconds(*least, *most))));
    let parts: Vec<String> = parts.iter().map(part).collect();
    message!("why/plan", parts: name(parts.join(", ")), time: (seconds(least, most)))
}

/// Doubling, trials for the knee, levels and saturation.
fn levels(args: &WhyArgs) -> Vec<Part> {
    let doublings = f64::from(args.max_connections.max(2)).log2().ceil();
    let doubling = levels::DOUBLING.as_secs_f64();
    let trial = levels::KNEE.as_secs_f64();
    let (most_trials, open, level) = (levels::KNEE_SHARES.len() as f64, levels::LEVELS.len() as f64, levels::LEVEL.as_secs_f64());
    let search = (message!("why/search-limit"), doublings.min(3.0) * doubling + trial, doublings * doubling + most_trials * trial);
    let knee = args.find_knee.then(|| (message!("why/search-knee"), 300.0, 480.0));
    let what = message!("why/levels-and-saturation", levels: Count(open));
    let measured = (what, (open + 1.0) * level, open * levels::LONGEST_LEVEL.as_secs_f64() + 2.0 * level);
    std::iter::once(search).chain(knee).chain([measured]).collect()
}

fn seconds(least: f64, most: f64) -> Message {
    let told = |s: f64| match s {
        s if s < 100.0 => message!("why/seconds", number: Count(s.round())),
        s => message!("why/minutes", number: Count((s / 60.0).round())),
    };
    let (least, most) = (round(least), round(most));
    match (told(least), told(most)) {
        (a, b) if a == b => b,
        (_, b) if least < 15.0 && most > 3.0 * least => message!("why/up-to", most: (b)),
        (a, b) => message!("why/from-to", least: (a), most: (b)),
    }
}

/// No more precise than it is.
fn round(s: f64) -> f64 {
    if s < 20.0 { s.round() } else { (s / 10.0).round() * 10.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Cli, Command};
    use clap::Parser as _;

    fn plan(more: &[&str], from_start: bool) -> String {
        let words = ["tightspot", "why", "http://localhost/"].iter().chain(more);
        let Command::Why(args) = Cli::try_parse_from(words).expect("arguments").command else { panic!("why") };
        said(&in_words(&args, from_start, args.prove, false))
    }

    #[test]
    fn the_plan_says_what_comes_and_how_long_it_takes() {
        assert_eq!(
            plan(&[], false),
            "plan    warm-up (up to 2 min), search for the limit (up to 40 s), 3 levels and saturation (30 s to 2 min), levels again where they decide (up to 60 s): 50 s to 6 min in all"
        );
    }

    #[test]
    fn what_is_asked_for_more_is_in_the_plan_and_what_is_not_is_left_out() {
        let quick = plan(&["--warmup", "none", "--max-connections", "2"], false);
        assert!(!quick.contains("warm-up") && quick.contains("search for the limit"), "{quick}");
        let long = plan(&["--find-knee", "--prove"], false);
        assert!(long.contains("search for the knee (5 min to 8 min)") && long.contains("experiment (2 min to 5 min)"), "{long}");
        assert!(plan(&["--from-start"], true).starts_with("plan    the first minute and a warm level (60 s to 2 min)"));
    }
}

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
    use words::as_ids;

    /// By ids and arguments.
    fn plan(more: &[&str], from_start: bool) -> String {
        let words = ["tightspot", "why", "http://localhost/"].iter().chain(more);
        let Command::Why(args) = Cli::try_parse_from(words).expect("arguments").command else { panic!("why") };
        as_ids(|| in_words(&args, from_start, args.prove, false)).to_string()
    }

    fn up_to(most: &str) -> String {
        format!("why/up-to(most: {most})")
    }

    fn from_to(least: &str, most: &str) -> String {
        format!("why/from-to(least: {least}, most: {most})")
    }

    fn s(number: u32) -> String {
        format!("why/seconds(number: {number})")
    }

    fn min(number: u32) -> String {
        format!("why/minutes(number: {number})")
    }

    #[test]
    fn the_plan_says_what_comes_and_how_long_it_takes() {
        let parts = [
            ("why/warm-up", up_to(&min(2))),
            ("why/search-limit", up_to(&s(40))),
            ("why/levels-and-saturation(levels: 3)", from_to(&s(30), &min(2))),
            ("why/levels-again", up_to(&s(60))),
        ];
        let parts = parts.map(|(what, time)| format!("why/part(what: {what}, time: {time})")).join(", ");
        assert_eq!(plan(&[], false), format!("why/plan(parts: \"{parts}\", time: {})", from_to(&s(50), &min(6))));
    }

    #[test]
    fn what_is_asked_for_more_is_in_the_plan_and_what_is_not_is_left_out() {
        let quick = plan(&["--warmup", "none", "--max-connections", "2"], false);
        assert!(!quick.contains("why/warm-up") && quick.contains("why/search-limit"), "{quick}");
        let long = plan(&["--find-knee", "--prove"], false);
        for (what, time) in [("why/search-knee", from_to(&min(5), &min(8))), ("why/experiment", from_to(&min(2), &min(5)))] {
            assert!(long.contains(&format!("why/part(what: {what}, time: {time})")), "{what}: {time} in {long}");
        }
        let from_start = format!("why/plan(parts: \"why/part(what: why/first-minute, time: {})", from_to(&s(60), &min(2)));
        assert!(plan(&["--from-start"], true).starts_with(&from_start));
    }
}

//! What stands above and below the tree: of what it is, how much that is, how far the figures may be off, and how to see more.

use crate::cpu::Profiled;
use diagnose::cpu::{Profile, RowKind, View};
use model::{Message, message};

/// The share for which the error is told.
const TENTH: f64 = 0.1;

/// The first lines.
pub(super) fn lines(p: &Profiled) -> Vec<Message> {
    let [first, .., last] = p.profiles.as_slice() else { return vec![one(p.last())] };
    let same_run = first.run == last.run;
    vec![message!(
        "tree/difference",
        view: kind(view(last)),
        before: (what(first, !same_run)),
        after: (what(last, !same_run))
    )]
    .into_iter()
    .chain([one(first), one(last)])
    .collect()
}

fn view(p: &Profile) -> &'static str {
    match p.view {
        View::Cpu => "cpu",
        View::Wall => "wall",
    }
}

/// `saturation`, `saturation of run 7f3a`, `4.0 to 9.5 s`.
fn what(p: &Profile, with_run: bool) -> Message {
    let phases = p.phases.join(", ");
    let phases = if p.is_cut {
        message!("tree/window", phases: name(phases), from: Seconds(p.window_s.0), to: Seconds(p.window_s.1))
    } else {
        message!("tree/phase", phases: name(phases))
    };
    if with_run { message!("tree/of-run", what: (phases), run: name(p.run.clone())) } else { phases }
}

/// `CPU of saturation: 1.4 ms a request at 673/s, 190 samples`.
fn one(p: &Profile) -> Message {
    let what = what(p, true);
    let samples = p.count();
    match p.per_request_ms(p.total_ms()) {
        Some(ms) => message!(
            "tree/heading",
            view: kind(view(p)),
            what: (what),
            ms: Ms(ms),
            rate: PerSecond(p.per_s()),
            requests: Count(p.requests),
            samples: Count(samples)
        ),
        None => message!("tree/heading-without-requests", view: kind(view(p)), what: (what), ms: Ms(p.total_ms()), samples: Count(samples)),
    }
}

/// The last lines.
pub(super) fn remarks(p: &Profiled) -> Vec<Message> {
    let mut all = Vec::new();
    let fewest = p.profiles.iter().min_by(|a, b| a.count().total_cmp(&b.count())).unwrap_or(p.last());
    all.push(message!("tree/error", samples: Count(fewest.count()), share: Share(TENTH), error: Count(fewest.error_of(TENTH) * 100.0)));
    if p.profiles.iter().any(|p| p.view == View::Cpu && !p.by_scheduler) {
        all.push(message!("tree/no-scheduler"));
    }
    if p.profiles.iter().any(|p| p.requests_of_all) {
        all.push(message!("tree/requests-of-all"));
    }
    let least = p.outline.detail.least_share;
    let deeper = p.outline.rows.iter().any(|r| r.is_cut);
    let smaller = p.outline.rows.iter().any(|r| matches!(r.kind, RowKind::Rest(_)));
    if deeper || smaller {
        let depth = p.outline.detail.depth as f64;
        all.push(message!("tree/more", share: Share(least), depth: Count(depth), cut: kind(if deeper { "yes" } else { "no" })));
    }
    all
}

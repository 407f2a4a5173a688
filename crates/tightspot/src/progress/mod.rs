//! Progress on stderr: one self-replacing line on a terminal; elsewhere one line per phase, and one every few seconds where a phase is long.

use crate::cli::Cli;
use crate::output;
use ::report::load::{LiveRow, PLAIN_EVERY_S, plain_progress, progress};
use ::report::{TextOptions, columns, hanging_line, status_line};
use load::{LastWindow, Live};
use model::{Message, message};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use words::figures::{count, whole};

/// Columns of the clock and of the word that says what a line is about.
const LABELS: usize = 16;

/// Tells the user what goes on.
#[derive(Clone)]
pub(crate) struct Progress {
    terminal: bool,
    quiet: bool,
    ascii: bool,
    started: Instant,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// What is waited for, where something is.
    waits: Option<String>,
    /// When a line of those that come every few seconds was last written.
    said: Option<Instant>,
}

impl Progress {
    pub(crate) fn new(cli: &Cli) -> Self {
        let (quiet, ascii) = (cli.quiet, cli.ascii);
        Self { terminal: output::stderr_is_terminal(), quiet, ascii, started: Instant::now(), state: Arc::default() }
    }

    /// A line that stays.
    pub(crate) fn say(&self, line: impl Into<Message>) {
        if self.quiet {
            return;
        }
        let line = format!("{}  {}", self.clock(), output::said(&line.into()));
        if !self.terminal {
            output::note(&line);
            return;
        }
        output::clear_status();
        let width = output::status_width();
        let lines: Vec<String> = line.lines().map(|l| hanging_line(l, LABELS, width)).collect();
        output::note(&lines.join("\n"));
    }

    /// What the running phase waits for, until [`Self::waits_no_more`]: in the live line of a terminal, elsewhere a line every few seconds.
    pub(crate) fn waits(&self, what: &Message) {
        self.state().waits = Some(output::said(what));
        if !self.terminal && self.is_due() {
            self.say(what.clone());
        }
    }

    /// Nothing is waited for any more.
    pub(crate) fn waits_no_more(&self) {
        self.state().waits = None;
    }

    /// What the running phase looks like; on a terminal only.
    pub(crate) fn live(&self, phase: &str, live: &Live) {
        if self.quiet || !self.terminal {
            return;
        }
        let waits = self.state().waits.clone();
        self.status(parts(self.clock(), phase, live, waits));
    }

    /// What a run of `load` looks like: always on a terminal, elsewhere every few seconds.
    pub(crate) fn load(&self, row: &LiveRow) {
        let look = TextOptions {
            width: output::status_width().saturating_sub(1),
            lang: output::lang(),
            ascii: self.ascii,
            ..TextOptions::default()
        };
        if self.quiet {
        } else if self.terminal {
            output::status(&progress(row, &look));
        } else if row.elapsed_s >= PLAIN_EVERY_S && self.is_due() {
            self.say(plain_progress(row, &look));
        }
    }

    /// Clears the self-replacing line.
    pub(crate) fn clear(&self) {
        if self.terminal && !self.quiet {
            output::clear_status();
        }
    }

    /// The last column stays free: some terminals wrap a line that fills it.
    fn status(&self, parts: Vec<(u8, String)>) {
        output::status(&status_line(parts, output::status_width().saturating_sub(1), self.ascii));
    }

    fn clock(&self) -> String {
        let s = self.started.elapsed().as_secs();
        format!("{:>2}:{:02}", s / 60, s % 60)
    }

    /// Whether a line of those that come every few seconds is due; if so, the next one is due later.
    fn is_due(&self) -> bool {
        let mut state = self.state();
        let due = state.said.is_none_or(|t| t.elapsed().as_secs_f64() >= PLAIN_EVERY_S);
        if due {
            state.said = Some(Instant::now());
        }
        due
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The live line of a phase, with the ranks by which parts go where it is narrow.
fn parts(clock: String, phase: &str, live: &Live, waits: Option<String>) -> Vec<(u8, String)> {
    let said = |m: Message| output::said(&m);
    let errors = said(message!("progress/errors", errors: name(count(live.errors))));
    // a window takes a second: until then there is no figure, which is not a figure of 0
    let seen = live.last != LastWindow::default();
    let figure = |text: String| if seen { text } else { " ".repeat(columns(&text)) };
    let rate = |width: usize| figure(format!("{:>width$}/s", whole(live.last.rate_per_s)));
    let ms = |ns: f64| format!("{:>8.2} ms", ns / 1e6);
    if let Some(waits) = waits {
        return vec![(0, clock), (0, waits), (1, rate(0)), (2, errors)];
    }
    vec![
        (0, clock),
        (0, format!("{phase:<14}")),
        (0, rate(8)),
        (3, figure(said(message!("progress/mean", ms: name(ms(live.last.mean_ns)))))),
        (1, figure(format!("p95 {}", ms(live.last.p95_ns as f64)))),
        (4, said(message!("progress/in-flight", requests: name(format!("{:>5}", live.in_flight))))),
        (2, errors),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_terminal_keeps_phase_rate_latency_and_errors() {
        let live =
            Live { last: LastWindow { rate_per_s: 812.0, mean_ns: 9.8e6, p95_ns: 12_100_000, ..LastWindow::default() }, ..Live::default() };
        let line = |width| status_line(parts(" 0:14".to_owned(), "open-0.3", &live, None), width, true);
        assert!(line(59).contains("p95") && line(59).contains("open-0.3") && line(59).len() <= 59, "{}", line(59));
        // what goes first, and then what goes next
        let line = |width| words::as_ids(|| line(width));
        let mut said = line(999);
        for part in ["progress/in-flight(", "progress/mean(", "progress/errors(", "p95 "] {
            assert!(said.contains(part), "{part} in {said}");
            said = line(said.len() - 1);
            assert!(!said.contains(part), "{part} in {said}");
        }
        assert!(said.contains("0:14") && said.contains("open-0.3") && said.contains("812/s"), "{said}");
    }

    #[test]
    fn what_is_not_measured_yet_is_not_shown_as_zero() {
        let line = status_line(parts(" 0:00".to_owned(), "open-0.3", &Live::default(), None), 99, true);
        assert!(!line.contains("0/s") && !line.contains("0.00"), "{line}");
    }

    #[test]
    fn what_is_waited_for_is_cut_last() {
        let waits = "warm-up 14 s: waits for the compilers (0.80 cores, 0.05 asked for)".to_owned();
        let line = status_line(parts(" 0:14".to_owned(), "warm-up-6", &Live::default(), Some(waits)), 59, true);
        assert_eq!(line, " 0:14  warm-up 14 s: waits for the compilers (0.80 cores...");
    }
}

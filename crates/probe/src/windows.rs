//! Short windows at random moments of a phase, for what would cost too much to be watched all the time. How much there was is told for the windows alone, beside how long
//! they were.

use crate::gaps::Gaps;
use crate::process::ticker::{Reading, Ticker};
use crate::{Context, Probe, ProbeError};
use model::{Labels, Message, Observation, Peer, Phase, Sensor, Series, Sink, Timestamp};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Longest window, where the probe wants no shorter ones, and the time from the end of one to the next on average. Choices: four windows in a level of 8 s.
pub(crate) const LONGEST: Duration = Duration::from_secs(1);
const BETWEEN: Duration = Duration::from_secs(1);
/// Events after which a window ends: four windows of a thousand say how many there are to 2 %, where these come by chance. A choice.
const MOST: usize = 1_000;
/// How long is waited for an event before it is looked whether the window is over.
pub(crate) const PATIENCE: Duration = Duration::from_millis(20);

/// What is watched in windows.
pub(crate) trait Looks: Send + 'static {
    /// Name of the probe, of its thread behind `ts-`, and of what that does (`contract/start-thread`).
    const NAME: &'static str;
    /// The sensor that says whether it delivers.
    const SENSOR: &'static str;

    /// Watches from now on until `open` says no, and answers with what there is to tell. An error ends all windows.
    fn window(&mut self, open: &Open) -> io::Result<Vec<Series>>;

    /// Says why there will be no more windows.
    fn lost(&self, e: &io::Error) -> Message;

    /// How long the next window may be.
    fn longest(&self) -> Duration {
        LONGEST
    }

    /// Looks at these peers as well.
    fn met(&mut self, _peers: &[Peer]) {}
}

/// A probe that watches in windows. Who may not look misses evidence without which less may be named: the sensor says so, and nobody is warned.
pub(crate) struct WindowProbe<L: Looks, F> {
    open: F,
    windows: Option<Windows<L>>,
}

impl<L: Looks, F: Fn(&Context) -> Result<L, ProbeError>> WindowProbe<L, F> {
    /// One that is not attached.
    pub(crate) fn of(open: F) -> Self {
        Self { open, windows: None }
    }
}

impl<L: Looks, F: Fn(&Context) -> Result<L, ProbeError> + Send> Probe for WindowProbe<L, F> {
    fn name(&self) -> &'static str {
        L::NAME
    }

    fn attach(&mut self, cx: &Context) -> Result<(), ProbeError> {
        let started = (self.open)(cx).and_then(|looks| Windows::start(looks, cx));
        cx.tell(L::SENSOR, &started);
        self.windows = started.ok();
        Ok(())
    }

    fn met(&mut self, peers: &[Peer]) {
        if let Some(w) = &self.windows {
            w.ticker.reading().looks.met(peers);
        }
    }

    fn begin(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        self.windows.iter().for_each(Windows::begin);
        Ok(())
    }

    fn end(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        self.windows.iter().for_each(Windows::end);
        Ok(())
    }

    fn detach(&mut self) -> Result<(), ProbeError> {
        self.windows = None;
        Ok(())
    }
}

/// Says whether a window is still open.
pub(crate) struct Open<'a> {
    until: Instant,
    stopped: &'a AtomicBool,
}

impl Open<'_> {
    /// Whether it is, after so many events.
    pub(crate) fn still(&self, events: usize) -> bool {
        events < MOST && Instant::now() < self.until && !self.is_stopped()
    }

    /// Whether the phase is over, so that nothing is to be waited for.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

/// A thread that watches in windows while it is on.
struct Windows<L: Looks> {
    ticker: Ticker<Watch<L>>,
    stopped: Arc<AtomicBool>,
}

impl<L: Looks> Windows<L> {
    /// Starts the thread, switched off.
    fn start(looks: L, cx: &Context) -> Result<Self, ProbeError> {
        let stopped = Arc::new(AtomicBool::new(false));
        let gaps = Gaps::new(BETWEEN, Timestamp::now().ns().unsigned_abs());
        let watch = Watch { looks, gaps, stopped: Arc::clone(&stopped), sink: Arc::clone(&cx.sink) };
        let started = Ticker::start(&format!("ts-{}", L::NAME), watch, &cx.spare_cpus, false);
        Ok(Self { ticker: started.map_err(|e| ProbeError::no_thread(L::NAME, &e))?, stopped })
    }

    /// Switches it on: the first window is due after a random time.
    fn begin(&self) {
        self.stopped.store(false, Ordering::Relaxed);
        let first = self.ticker.reading().gaps.next();
        self.ticker.begin_after(first);
    }

    /// Switches it off. A window that is open ends now, and what it tells is told before this returns.
    fn end(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.ticker.pause();
        drop(self.ticker.reading());
    }
}

impl<L: Looks> Drop for Windows<L> {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

struct Watch<L> {
    looks: L,
    gaps: Gaps,
    stopped: Arc<AtomicBool>,
    sink: Arc<dyn Sink>,
}

impl<L: Looks> Reading for Watch<L> {
    fn read(&mut self) -> Option<Duration> {
        if self.stopped.load(Ordering::Relaxed) {
            return Some(self.gaps.next());
        }
        let began = Instant::now();
        let longest = self.looks.longest();
        let open = Open { until: began + longest, stopped: &self.stopped };
        match self.looks.window(&open) {
            Ok(all) => {
                for s in all {
                    self.sink.observe(Observation::Series(s));
                }
                Some(began.elapsed().max(longest) + self.gaps.next())
            }
            Err(e) => {
                self.sink.observe(Observation::Sensor(Sensor::lost(L::SENSOR, self.looks.lost(&e))));
                None
            }
        }
    }
}

/// A window that is over.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    pub(crate) from: Timestamp,
    pub(crate) to: Timestamp,
}

impl Window {
    /// How long it was, seconds.
    pub(crate) fn seconds(self) -> f64 {
        self.to.seconds_since(self.from)
    }

    /// A running total that grows within it and nowhere else.
    pub(crate) fn step(self, signal: &str, labels: Labels, before: f64, after: f64) -> Series {
        let mut s = Series::new(signal, labels);
        s.push(self.from, before);
        s.push(self.to, after);
        s
    }
}

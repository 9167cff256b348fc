//! Showing how far a run is: a bar on a terminal, plain lines elsewhere.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lope::minimize::Control;
use lope::observe::{Event, Observer};
use lope_io::compare::Moment;

use crate::terminal::{line, say};

/// A bar with step, iterations, energy and the time left.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    steps: u64,
    interrupted: Arc<AtomicBool>,
    quiet: bool,
    started: Instant,
    begun_at: u64,
    last_line: Option<Instant>,
    iterations: usize,
}

impl Progress {
    /// Shows a run of `steps` steps of which `begun_at` are made already.
    pub(crate) fn new(steps: u64, begun_at: u64, quiet: bool, interrupted: Arc<AtomicBool>) -> Self {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr());
            let style = "{bar:30} step {pos}/{len}  {msg}  {elapsed} elapsed, {eta} left";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style.progress_chars("━━╌"));
            }
            bar.set_position(begun_at);
            bar.reset_eta();
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        });
        let started = Instant::now();
        Self { bar, steps, interrupted, quiet, started, begun_at, last_line: None, iterations: 0 }
    }

    fn say(&mut self, text: &str) {
        match &self.bar {
            Some(bar) => bar.set_message(line(text)),
            None if self.quiet => {}
            None => say(text),
        }
    }

    /// Takes the bar away.
    pub(crate) fn done(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Observer for Progress {
    fn on(&mut self, event: &Event<'_>) -> Control {
        match event {
            Event::Iteration { iteration, .. } => {
                self.iterations = iteration.number + 1;
                if let Some(bar) = &self.bar {
                    bar.set_message(format!(
                        "iteration {:<3} |∇E| {:.2e}",
                        self.iterations, iteration.gradient
                    ));
                }
            }
            Event::Step(record) => {
                if let Some(bar) = &self.bar {
                    bar.set_position(record.step);
                }
                let energy = format!(
                    "{} iterations, energy {:.4e} J",
                    record.report.iterations,
                    record.ledger.total()
                );
                if self.bar.is_some() {
                    self.say(&energy);
                } else if self.last_line.is_none_or(|at| at.elapsed() > Duration::from_secs(5))
                    || record.step == self.steps
                {
                    self.last_line = Some(Instant::now());
                    let made = (record.step - self.begun_at).max(1) as f64;
                    let left =
                        self.started.elapsed().as_secs_f64() / made * (self.steps - record.step) as f64;
                    let text = format!(
                        "step {}/{}  t = {:.4} s  {energy}  {left:.0} s left",
                        record.step, self.steps, record.time
                    );
                    self.say(&text);
                }
            }
            Event::Note(text) => self.say(text),
            Event::Frame { .. } | Event::Checkpoint { .. } => {}
        }
        if self.interrupted.load(Ordering::Relaxed) { Control::Stop } else { Control::Continue }
    }
}

/// A bar for work that knows its done share; nothing where there is no terminal.
pub(crate) struct Share(Option<ProgressBar>);

impl Share {
    /// Steps of the bar.
    const STEPS: u64 = 1000;

    pub(crate) fn new() -> Self {
        Self(std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(Self::STEPS), ProgressDrawTarget::stderr());
            if let Ok(style) =
                ProgressStyle::with_template("{bar:30} {percent} %  {elapsed} elapsed, {eta} left")
            {
                bar.set_style(style.progress_chars("━━╌"));
            }
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        }))
    }

    /// Says how much is done, from 0 to 1.
    pub(crate) fn set(&self, done: f64) {
        if let Some(bar) = &self.0 {
            bar.set_position((done.clamp(0.0, 1.0) * Self::STEPS as f64) as u64);
        }
    }

    /// Takes the bar away.
    pub(crate) fn done(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// A bar over several runs; plain lines where there is no terminal.
pub(crate) struct Runs {
    bar: Option<ProgressBar>,
    quiet: bool,
    started: Instant,
    last_line: Option<Instant>,
    run: usize,
    interrupted: Arc<AtomicBool>,
}

impl Runs {
    /// Shows runs of so many steps in all.
    pub(crate) fn new(steps: u64, quiet: bool, interrupted: Arc<AtomicBool>) -> Self {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr());
            let style = "{bar:30} {percent:>3} %  {msg}  {elapsed} elapsed, {eta} left";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style.progress_chars("━━╌"));
            }
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        });
        Self { bar, quiet, started: Instant::now(), last_line: None, run: 0, interrupted }
    }

    /// Shows a moment; the answer is whether to go on.
    pub(crate) fn at(&mut self, moment: &Moment<'_>) -> Control {
        let Moment { run, runs, label, step, steps, done, total } = *moment;
        let what = format!("run {run}/{runs}  {label}  step {step}/{steps}");
        if let Some(bar) = &self.bar {
            bar.set_position(done);
            bar.set_message(line(&what));
        } else if !self.quiet
            && (run != self.run || self.last_line.is_none_or(|at| at.elapsed() > Duration::from_secs(5)))
        {
            self.last_line = Some(Instant::now());
            let elapsed = self.started.elapsed().as_secs_f64();
            let left = match done {
                0 => String::new(),
                _ => format!("  {:.0} s left", elapsed / done as f64 * (total - done) as f64),
            };
            say(&format!("{what}  {elapsed:.0} s elapsed{left}"));
        }
        self.run = run;
        if self.interrupted.load(Ordering::Relaxed) { Control::Stop } else { Control::Continue }
    }

    /// Takes the bar away.
    pub(crate) fn done(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A bar over the frames of a film; plain lines where there is no terminal.
pub(crate) struct Frames {
    bar: Option<ProgressBar>,
    quiet: bool,
    count: usize,
    started: Instant,
    last_line: Instant,
    interrupted: Arc<AtomicBool>,
}

impl Frames {
    /// Shows the drawing of so many frames.
    pub(crate) fn new(count: usize, quiet: bool, interrupted: Arc<AtomicBool>) -> Self {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::stderr());
            let style = "{bar:30} frame {pos}/{len}  {elapsed} elapsed, {eta} left";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style.progress_chars("━━╌"));
            }
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        });
        let started = Instant::now();
        Self { bar, quiet, count, started, last_line: started, interrupted }
    }

    /// Says how many are drawn; the answer is whether to go on.
    pub(crate) fn at(&mut self, done: usize) -> Control {
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
        } else if !self.quiet && self.last_line.elapsed() > Duration::from_secs(5) {
            self.last_line = Instant::now();
            let left = self.started.elapsed().as_secs_f64() / done.max(1) as f64 * (self.count - done) as f64;
            say(&format!("frame {done}/{}  {left:.0} s left", self.count));
        }
        if self.interrupted.load(Ordering::Relaxed) { Control::Stop } else { Control::Continue }
    }

    /// Takes the bar away.
    pub(crate) fn done(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

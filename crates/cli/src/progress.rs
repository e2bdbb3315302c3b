//! The bar that shows how far a job is.

use std::borrow::Cow;
use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// How far a job is, on a terminal; in a pipe, or when nobody wants to know, nothing.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Of so many samples; `what` is being done with them.
    pub(crate) fn new(what: impl Into<Cow<'static, str>>, samples: u64, wanted: bool) -> Self {
        if !wanted || !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(samples).with_message(what);
        let template = "{msg} {wide_bar:.cyan/dim} {percent:>3}%  {rate}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("rate", rate));
        }
        Self(bar)
    }

    /// Of steps whose number comes to be known on the way.
    #[cfg(feature = "gpu")]
    pub(crate) fn of_steps(wanted: bool) -> Self {
        if !wanted || !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(1);
        let template = "{spinner} {msg} {wide_bar:.cyan/dim} {percent:>3}%, {elapsed}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        // A step may take seconds.
        bar.enable_steady_tick(std::time::Duration::from_millis(200));
        Self(bar)
    }

    /// What is being done, and how many of how many steps are.
    #[cfg(feature = "gpu")]
    pub(crate) fn show(&self, what: String, steps: Option<(u64, u64)>) {
        self.0.set_message(what);
        if let Some((done, all)) = steps {
            self.0.set_length(all);
            self.0.set_position(done);
        }
    }

    /// So many more are done.
    pub(crate) fn advance(&self, samples: usize) {
        self.0.inc(samples as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

fn rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    // The bar draws without it if it cannot be written.
    _ = write!(out, "{:.1} million samples/s", state.per_sec() / 1e6);
}

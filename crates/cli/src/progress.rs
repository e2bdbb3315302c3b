//! The progress bar.

use std::borrow::Cow;
use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// A progress bar on stderr. It is hidden unless stderr is a terminal.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A bar for a number of samples; `what` names the work. Hidden if not `visible`.
    pub(crate) fn new(what: impl Into<Cow<'static, str>>, samples: u64, visible: bool) -> Self {
        let template = "{msg} {wide_bar:.cyan/dim} {percent:>3}%  {rate}, {eta} left";
        Self(bar(template, visible, samples).with_message(what))
    }

    /// A bar for a share of work.
    pub(crate) fn of_share(what: impl Into<Cow<'static, str>>, visible: bool) -> Self {
        let template = "{msg} {wide_bar:.cyan/dim} {percent:>3}%, {eta} left";
        Self(bar(template, visible, 1).with_message(what))
    }

    /// Shows how much is done.
    pub(crate) fn set(&self, done: u64, all: u64) {
        self.0.set_length(all);
        self.0.set_position(done);
    }

    /// A bar for steps whose number is not known yet.
    #[cfg(feature = "gpu")]
    pub(crate) fn of_steps(visible: bool) -> Self {
        let template = "{spinner} {msg} {wide_bar:.cyan/dim} {percent:>3}%, {elapsed}";
        let bar = bar(template, visible, 1);
        // A step may take seconds.
        if !bar.is_hidden() {
            bar.enable_steady_tick(std::time::Duration::from_millis(200));
        }
        Self(bar)
    }

    /// Shows the current work, and (steps done, steps in all).
    #[cfg(feature = "gpu")]
    pub(crate) fn show(&self, what: String, (done, all): (u64, u64)) {
        self.0.set_message(what);
        self.set(done, all);
    }

    /// Adds samples that are done.
    pub(crate) fn advance(&self, samples: usize) {
        self.0.inc(samples as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A progress bar of `len` steps in the format of `template`. It is hidden if `visible` is false or stderr is not a terminal.
fn bar(template: &str, visible: bool, len: u64) -> ProgressBar {
    if !visible || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(len);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("rate", rate));
    }
    bar
}

fn rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    // If this fails, the bar lacks the rate.
    _ = write!(out, "{:.1} million samples/s", state.per_sec() / 1e6);
}

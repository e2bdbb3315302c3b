//! The files that recipes name, with a progress bar for fields that are solved.

use std::sync::Mutex;

use orogen::Files;

use crate::progress::Progress;
use crate::signals::Watch;

/// Steps of the bar.
const STEPS: f32 = 1000.0;

/// A solution that is being computed.
struct Shown {
    field: String,
    bar: Progress,
    /// `None` if signals cannot be handled. They then end the process.
    watch: Option<Watch>,
}

/// Reads files, and shows the progress of solutions on a terminal if `visible`. Ctrl-C stops a solution.
pub(crate) fn files(visible: bool) -> Files {
    let shown: Mutex<Option<Shown>> = Mutex::default();
    Files::default().on_progress(move |field, done| {
        let mut shown = shown.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if shown.as_ref().is_none_or(|shown| shown.field != field) {
            let bar = Progress::of_share(format!("solving {field}"), visible);
            *shown = Some(Shown { field: field.to_owned(), bar, watch: Watch::new().ok() });
        }
        let Some(Shown { bar, watch, .. }) = &*shown else { return true };
        bar.set((done * STEPS) as u64, STEPS as u64);
        let is_wanted = !watch.as_ref().is_some_and(Watch::is_requested);
        if done >= 1.0 || !is_wanted {
            *shown = None;
        }
        is_wanted
    })
}

//! The files that recipes name, with a progress bar for the solution of erosion.

use std::sync::Mutex;

use orogen::Files;

use crate::progress::Progress;

/// Steps of the bar.
const STEPS: f32 = 1000.0;

/// Reads files, and shows the progress of solutions on a terminal if `visible`.
pub(crate) fn files(visible: bool) -> Files {
    let shown: Mutex<Option<(String, Progress)>> = Mutex::default();
    Files::default().on_progress(move |field, done| {
        let mut shown = shown.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if shown.as_ref().is_none_or(|(name, _)| name != field) {
            *shown = Some((field.to_owned(), Progress::of_share(format!("eroding {field}"), visible)));
        }
        if let Some((_, bar)) = &*shown {
            bar.set((done * STEPS) as u64, STEPS as u64);
        }
        if done >= 1.0 {
            *shown = None;
        }
        true
    })
}

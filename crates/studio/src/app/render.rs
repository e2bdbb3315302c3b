//! Render scheduling, and the progress of the picture.
//!
//! The renderer replaces the draft by pictures, coarse to fine: a CPU renderer once nothing moves, a graphics card at once. A
//! CPU renderer pauses during an export, and starts again after it. Between samples, and while tiles are generated, the
//! renderer asks whether its picture is still wanted.

use std::sync::Arc;

use egui::Context;

use super::Studio;
use super::project::Wanted;
use crate::jobs::RenderRequest;

/// The state of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    /// The render starts at this time, in seconds since the program started.
    Waiting(f64),
    /// The picture is being rendered. The progress, 0 to 1, is known for CPU drivers only: graphics cards are too fast to
    /// report it.
    Running(Option<f32>),
    /// The picture is complete.
    Finished,
    /// The render failed.
    Failed,
}

/// The picture to render.
#[derive(Debug)]
pub(super) struct RenderState {
    /// Identifies the picture: results with other tickets are outdated.
    ticket: u64,
    stage: Stage,
    /// The refinement step that is shown. `None`: a draft is shown.
    shown: Option<usize>,
}

impl RenderState {
    pub(super) fn new() -> Self {
        Self { ticket: 1, stage: Stage::Waiting(0.0), shown: None }
    }

    /// Schedules a new picture at a time.
    pub(super) fn schedule(&mut self, at: f64) {
        *self = Self { ticket: self.ticket + 1, stage: Stage::Waiting(at), shown: None };
    }

    /// Cancels a running render, to start it again. Returns whether one was running.
    fn pause(&mut self, now: f64) -> bool {
        let is_running = matches!(self.stage, Stage::Running(_));
        if is_running {
            (self.ticket, self.stage) = (self.ticket + 1, Stage::Waiting(now));
        }
        is_running
    }

    /// When the render is due, if it is waiting.
    fn due(&self) -> Option<f64> {
        match self.stage {
            Stage::Waiting(at) => Some(at),
            _ => None,
        }
    }

    /// Starts the render. Returns the ticket of its results.
    fn begin(&mut self) -> u64 {
        self.stage = Stage::Running(None);
        self.ticket
    }

    /// Whether a draft is shown.
    pub(super) fn is_draft(&self) -> bool {
        self.shown.is_none()
    }

    pub(super) fn is_finished(&self) -> bool {
        self.stage == Stage::Finished
    }

    /// Updates the progress.
    pub(super) fn set_progress(&mut self, ticket: u64, progress: f32) {
        if let (true, Stage::Running(done)) = (self.ticket == ticket, &mut self.stage) {
            *done = Some(progress);
        }
    }

    /// Takes note of a finished step. Returns whether it is at least as fine as the one shown; `None` if it is outdated.
    pub(super) fn picture_done(&mut self, ticket: u64, step: usize, last: bool) -> Option<bool> {
        if self.ticket != ticket {
            return None;
        }
        let is_finer = self.shown.is_none_or(|shown| step >= shown);
        self.shown = self.shown.max(Some(step));
        if last {
            self.stage = Stage::Finished;
        }
        Some(is_finer)
    }

    /// Takes note of a failure.
    pub(super) fn fail(&mut self, ticket: u64) {
        if self.ticket == ticket {
            self.stage = Stage::Failed;
        }
    }

    /// The status text. `exports`: whether rendering is paused for an export.
    pub(super) fn status(&self, exports: bool) -> Option<String> {
        match self.stage {
            Stage::Waiting(_) if exports => Some("Render paused during export".to_owned()),
            Stage::Running(Some(progress)) => Some(format!("Rendering {:.0} %", 100.0 * progress)),
            Stage::Waiting(_) | Stage::Running(None) if self.is_draft() => Some("Drafting…".to_owned()),
            Stage::Waiting(_) | Stage::Running(None) => Some("Rendering…".to_owned()),
            Stage::Finished | Stage::Failed => None,
        }
    }
}

impl Studio {
    /// Whether the CPU renders, or the device is not known yet.
    pub(super) fn renders_on_cpu(&self) -> bool {
        self.device.as_ref().is_none_or(|(_, software)| *software)
    }

    /// Whether rendering is paused for an export. A graphics card renders on: the export does not need it.
    pub(super) fn waits_for_export(&self) -> bool {
        self.renders_on_cpu() && self.export.as_ref().is_some_and(crate::jobs::Export::is_running)
    }

    /// Starts rendering when it is due.
    pub(super) fn start_render(&mut self, ctx: &Context, now: f64) {
        let (software, exports) = (self.renders_on_cpu(), self.waits_for_export());
        let Some(project) = &mut self.project else { return };
        if exports && project.render.pause(now) {
            self.renderer.cancel();
        }
        // A graphics card renders an unfinished stroke. A CPU driver renders a stroke once it is finished; until then, drafts
        // show it.
        let draws = software && project.paint.is_drawing() && project.drafts_show_brush();
        let (Some(at), Some((_, recipe)), Some(wanted)) =
            (project.render.due(), &project.shown, &project.wanted)
        else {
            return;
        };
        if exports || draws {
            return;
        }
        if now < at {
            ctx.request_repaint_after_secs((at - now) as f32);
            return;
        }
        let Wanted { revision, eye, sun, look, size, .. } = *wanted;
        // CPU drivers render at the resolution of points, and graphics cards at the resolution of pixels.
        let points = 1.0 / ctx.pixels_per_point();
        let size = if software { size.map(|side| (side as f32 * points) as u32) } else { size };
        let (recipe, layer) = (Arc::clone(recipe), project.paint.layer.clone());
        let ticket = project.render.begin();
        self.renderer.request(RenderRequest { ticket, revision, recipe, layer, eye, sun, look, size });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_other_pictures_change_nothing() {
        let mut render = RenderState::new();
        let old = render.begin();
        render.schedule(3.0);
        assert_eq!(render.due(), Some(3.0));
        let new = render.begin();
        render.set_progress(old, 0.9);
        render.fail(old);
        assert_eq!(render.picture_done(old, 3, true), None);
        assert!(render.is_draft() && !render.is_finished());
        assert_eq!(render.status(false).as_deref(), Some("Drafting…"));
        render.set_progress(new, 0.25);
        assert_eq!(render.status(false).as_deref(), Some("Rendering 25 %"));
        assert_eq!(render.picture_done(new, 3, true), Some(true));
        assert!(render.is_finished() && !render.is_draft() && render.status(true).is_none());
    }

    /// After an export, the earlier picture stays until the new one is as fine.
    #[test]
    fn a_paused_render_starts_again() {
        let mut render = RenderState::new();
        assert!(!render.pause(1.0), "nothing is running");
        let first = render.begin();
        assert_eq!([0, 1].map(|step| render.picture_done(first, step, false)), [Some(true); 2]);
        assert!(render.pause(5.0) && !render.pause(6.0));
        assert_eq!(render.status(true).as_deref(), Some("Render paused during export"));
        assert_eq!((render.picture_done(first, 2, true), render.due()), (None, Some(5.0)));
        let second = render.begin();
        assert_eq!(render.status(false).as_deref(), Some("Rendering…"));
        assert_eq!(
            [0, 1, 2].map(|step| render.picture_done(second, step, step == 2)),
            [Some(false), Some(true), Some(true)]
        );
        assert!(render.is_finished() && !render.pause(7.0));
    }

    #[test]
    fn a_failed_render_has_no_status() {
        let mut render = RenderState::new();
        let ticket = render.begin();
        render.set_progress(ticket, 0.37);
        render.fail(ticket);
        assert!(render.status(false).is_none() && render.due().is_none() && !render.pause(1.0));
    }
}

//! Render scheduling, and the progress of the picture.
//!
//! The renderer replaces the draft by pictures, coarse to fine: once nothing moves or, if a graphics card shows its pictures
//! quickly, at once and without drafts. A CPU renderer pauses during an export, and starts again after it. Between samples, and
//! while tiles are generated, the renderer asks whether its picture is still wanted.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use egui::Context;

use super::Studio;
use super::project::Wanted;
use crate::jobs::RenderRequest;

/// The longest time from the start of a render to its first picture, in seconds, with which a graphics card follows the hand
/// without drafts. A card can be slower: processors generate the tiles of new ground.
const QUICK: f64 = 0.1;

/// How closely the view follows the user.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Liveness {
    /// The number of pictures shown so far.
    pub pictures: u64,
    /// For how many seconds the picture that is shown has been outdated. 0 if it shows the newest state.
    pub age: f64,
}

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

/// How fine a picture is, and which renderer made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Quality {
    /// A draft.
    Draft,
    /// A rendered picture of this refinement step.
    Step(usize),
}

/// The picture to render, and the picture that is shown.
#[derive(Debug)]
pub(super) struct RenderState {
    /// Identifies the newest picture. Later pictures have greater tickets.
    ticket: u64,
    /// The first ticket of this project: results with earlier ones belong to another project.
    first: u64,
    stage: Stage,
    /// The ticket and the quality of the picture that is shown.
    shown: Option<(u64, Quality)>,
    /// The pictures that were scheduled after the one that is shown, and when.
    newer: VecDeque<(u64, f64)>,
    /// The number of pictures shown so far.
    count: u64,
    /// The render that has shown nothing yet, and when it began.
    begun: Option<(u64, f64)>,
    /// Whether the last render showed its first picture quickly.
    is_quick: bool,
}

/// A ticket that no other picture has.
fn next_ticket() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl RenderState {
    pub(super) fn new() -> Self {
        let first = next_ticket();
        let (stage, shown, newer, count) = (Stage::Waiting(0.0), None, VecDeque::new(), 0);
        Self { ticket: first, first, stage, shown, newer, count, begun: None, is_quick: false }
    }

    /// Schedules a new picture, whose render starts at the time `at`. Returns its ticket.
    pub(super) fn schedule(&mut self, now: f64, at: f64) -> u64 {
        self.is_quick &= self.begun.is_none_or(|(_, begun)| now - begun < QUICK);
        (self.ticket, self.stage) = (next_ticket(), Stage::Waiting(at));
        self.newer.push_back((self.ticket, now));
        self.ticket
    }

    /// Cancels a running render, to start it again. Returns whether one was running.
    fn pause(&mut self, now: f64) -> bool {
        let is_running = matches!(self.stage, Stage::Running(_));
        if is_running {
            let before = self.ticket;
            (self.ticket, self.stage) = (next_ticket(), Stage::Waiting(now));
            // The new ticket is for the same picture.
            for ticket in self.shown.iter_mut().map(|(ticket, _)| ticket).filter(|ticket| **ticket == before)
            {
                *ticket = self.ticket;
            }
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

    /// The ticket of the newest picture.
    pub(super) fn newest(&self) -> u64 {
        self.ticket
    }

    /// Starts the render. Returns the ticket of its results.
    fn begin(&mut self, now: f64) -> u64 {
        self.stage = Stage::Running(None);
        self.begun = Some((self.ticket, now));
        self.ticket
    }

    /// Takes note of a picture of the renderer.
    pub(super) fn rendered(&mut self, ticket: u64, now: f64) {
        if let Some((_, begun)) = self.begun.take_if(|(begun, _)| *begun == ticket) {
            self.is_quick = now - begun < QUICK;
        }
    }

    /// Whether the renderer shows its pictures quickly enough to follow the hand.
    pub(super) fn is_quick(&self) -> bool {
        self.is_quick
    }

    /// Whether the newest picture is not rendered yet.
    pub(super) fn is_draft(&self) -> bool {
        self.shown.is_none_or(|(ticket, quality)| ticket < self.ticket || quality == Quality::Draft)
    }

    /// Whether a draft is needed although a graphics card renders: there is no picture yet, or the render failed.
    pub(super) fn needs_draft(&self) -> bool {
        self.shown.is_none() || self.stage == Stage::Failed
    }

    /// Whether a result belongs to this project.
    pub(super) fn knows(&self, ticket: u64) -> bool {
        ticket >= self.first
    }

    /// The number of pictures shown so far, and how many seconds the one that is shown has been outdated.
    pub(super) fn liveness(&self, now: f64) -> Liveness {
        let age = self.newer.front().map_or(0.0, |(_, scheduled)| now - scheduled);
        Liveness { pictures: self.count, age }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.stage == Stage::Finished
    }

    /// Whether the newest picture could not be rendered.
    pub(super) fn has_failed(&self) -> bool {
        self.stage == Stage::Failed
    }

    /// Updates the progress.
    pub(super) fn set_progress(&mut self, ticket: u64, progress: f32) {
        if let (true, Stage::Running(done)) = (self.ticket == ticket, &mut self.stage) {
            *done = Some(progress);
        }
    }

    /// Takes note of a finished picture. Returns whether to show it: it must be newer than the one that is shown, or as new and at
    /// least as fine. The hand may have moved on since it was requested.
    pub(super) fn picture_done(&mut self, ticket: u64, quality: Quality) -> bool {
        let is_newest = self.knows(ticket) && self.shown.is_none_or(|shown| (ticket, quality) >= shown);
        if is_newest {
            self.shown = Some((ticket, quality));
            self.newer.retain(|(newer, _)| *newer > ticket);
            self.count += 1;
        }
        is_newest
    }

    /// Takes note of the last picture of a render.
    pub(super) fn finish(&mut self, ticket: u64) {
        if self.ticket == ticket {
            self.stage = Stage::Finished;
        }
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
        self.renders_on_cpu() && self.exports.is_busy()
    }

    /// Starts rendering when it is due. Nothing is rendered while the start page is shown: its thumbnails need the time.
    pub(super) fn start_render(&mut self, ctx: &Context, now: f64) {
        let (software, waits) = (self.renders_on_cpu(), self.waits_for_export() || self.is_browsing);
        let Some(project) = &mut self.project else { return };
        if waits && project.render.pause(now) {
            self.renderer.cancel();
        }
        // A graphics card renders an unfinished stroke. A CPU driver renders a stroke once it is finished; until then, drafts
        // show it.
        let draws = software && project.paint.is_drawing() && project.drafts_show_brush();
        let (Some(at), Some((revision, recipe)), Some(wanted)) =
            (project.render.due(), &project.shown, &project.wanted)
        else {
            return;
        };
        if waits || draws {
            return;
        }
        if now < at {
            ctx.request_repaint_after_secs((at - now) as f32);
            return;
        }
        let &Wanted { eye, sun, look, colour_range, size, .. } = wanted;
        // CPU drivers render at the resolution of points, and graphics cards at the resolution of pixels.
        let points = 1.0 / ctx.pixels_per_point();
        let size = if software { size.map(|side| (side as f32 * points) as u32) } else { size };
        let (revision, recipe, layers) = (*revision, Arc::clone(recipe), project.layers());
        let ticket = project.render.begin(now);
        let request = RenderRequest { ticket, revision, recipe, layers, eye, sun, look, colour_range, size };
        let comparison = self.comparison.iter_mut().filter(|_| project.beside);
        comparison.for_each(|comparison| comparison.render(&request));
        self.renderer.request(request);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAFT: Quality = Quality::Draft;

    #[test]
    fn the_newest_picture_is_shown_also_if_the_hand_has_moved_on() {
        let mut render = RenderState::new();
        let [first, second, third] = [1.0, 2.0, 3.0].map(|at| render.schedule(at, at));
        assert_eq!(render.liveness(4.0), Liveness { pictures: 0, age: 3.0 });
        assert!(
            render.picture_done(second, DRAFT),
            "a newer one is wanted, but this is the newest that is done"
        );
        assert_eq!(render.liveness(4.0), Liveness { pictures: 1, age: 1.0 });
        assert!(!render.picture_done(first, Quality::Step(3)), "never an older one after a newer one");
        assert!(render.picture_done(second, Quality::Step(0)) && !render.picture_done(second, DRAFT));
        assert!(render.picture_done(third, DRAFT), "a draft of a newer picture");
        assert_eq!(render.liveness(9.0), Liveness { pictures: 3, age: 0.0 });
        assert!(!RenderState::new().picture_done(third, DRAFT), "pictures of another project");
    }

    #[test]
    fn only_a_quick_renderer_needs_no_drafts() {
        let mut render = RenderState::new();
        assert!(!render.is_quick(), "the time is not known yet");
        let first = render.begin(1.0);
        render.rendered(first, 1.05);
        assert!(render.is_quick());
        render.rendered(first, 9.0);
        assert!(render.is_quick(), "only the first picture counts");
        // The hand moves on before the picture is done: for a while, that is usual.
        render.schedule(10.0, 10.0);
        render.begin(10.0);
        render.schedule(10.05, 10.05);
        assert!(render.is_quick());
        render.schedule(10.2, 10.2);
        assert!(!render.is_quick(), "no picture for 0.2 s");
        let slow = render.begin(11.0);
        render.rendered(slow, 11.5);
        assert!(!render.is_quick());
    }

    #[test]
    fn results_of_other_pictures_change_nothing() {
        let mut render = RenderState::new();
        let old = render.begin(4.0);
        render.schedule(3.0, 3.5);
        assert_eq!(render.due(), Some(3.5));
        let new = render.begin(4.0);
        render.set_progress(old, 0.9);
        render.fail(old);
        render.finish(old);
        assert!(render.is_draft() && !render.is_finished());
        assert_eq!(render.status(false).as_deref(), Some("Drafting…"));
        render.set_progress(new, 0.25);
        assert_eq!(render.status(false).as_deref(), Some("Rendering 25 %"));
        assert!(render.picture_done(new, Quality::Step(3)));
        render.finish(new);
        assert!(render.is_finished() && !render.is_draft() && render.status(true).is_none());
    }

    /// After an export, the earlier picture stays until the new one is as fine.
    #[test]
    fn a_paused_render_starts_again() {
        let mut render = RenderState::new();
        assert!(!render.pause(1.0), "nothing is running");
        let first = render.begin(4.0);
        assert_eq!([0, 1].map(|step| render.picture_done(first, Quality::Step(step))), [true; 2]);
        assert!(render.pause(5.0) && !render.pause(6.0));
        assert_eq!(render.status(true).as_deref(), Some("Render paused during export"));
        assert!(!render.picture_done(first, Quality::Step(2)));
        assert_eq!(render.due(), Some(5.0));
        let second = render.begin(4.0);
        assert_eq!(render.status(false).as_deref(), Some("Rendering…"));
        assert_eq!(
            [0, 1, 2].map(|step| render.picture_done(second, Quality::Step(step))),
            [false, true, true]
        );
        render.finish(second);
        assert!(render.is_finished() && !render.pause(7.0));
    }

    #[test]
    fn a_failed_render_has_no_status() {
        let mut render = RenderState::new();
        let ticket = render.begin(4.0);
        render.set_progress(ticket, 0.37);
        render.fail(ticket);
        assert!(render.has_failed() && render.needs_draft() && render.status(false).is_none());
        assert!(render.due().is_none() && !render.pause(1.0));
    }
}

//! When the painter paints, and how far its picture is.

use std::sync::Arc;

use egui::Context;

use super::Studio;
use super::project::Wanted;
use crate::jobs::PaintWish;

/// How far a picture is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    /// It is to be begun at this time, in seconds of the program.
    Waits(f64),
    /// It is begun, and this share of it done, if the painter tells: graphics cards are too fast for that.
    Begun(Option<f32>),
    /// It is painted to its last sample.
    Finished,
    /// There will be none.
    Failed,
}

/// The picture that is wanted.
#[derive(Debug)]
pub(super) struct Painting {
    /// News of pictures with other numbers are old.
    ticket: u64,
    stage: Stage,
    /// The step of it that is shown; until there is one, a draft is.
    shown: Option<usize>,
}

impl Painting {
    pub(super) fn new() -> Self {
        Self { ticket: 1, stage: Stage::Waits(0.0), shown: None }
    }

    /// Another picture is wanted, from a time on.
    pub(super) fn want(&mut self, at: f64) {
        *self = Self { ticket: self.ticket + 1, stage: Stage::Waits(at), shown: None };
    }

    /// Gives up what is begun, to begin again; whether anything was.
    fn pause(&mut self, now: f64) -> bool {
        let is_begun = matches!(self.stage, Stage::Begun(_));
        if is_begun {
            (self.ticket, self.stage) = (self.ticket + 1, Stage::Waits(now));
        }
        is_begun
    }

    /// When it is to be begun, if it is not.
    fn due(&self) -> Option<f64> {
        match self.stage {
            Stage::Waits(at) => Some(at),
            _ => None,
        }
    }

    /// It is begun; the number that its news will have.
    fn begin(&mut self) -> u64 {
        self.stage = Stage::Begun(None);
        self.ticket
    }

    /// Whether there is only a draft of it.
    pub(super) fn is_draft(&self) -> bool {
        self.shown.is_none()
    }

    pub(super) fn is_finished(&self) -> bool {
        self.stage == Stage::Finished
    }

    /// News of how much is done.
    pub(super) fn take_share(&mut self, ticket: u64, share: f32) {
        if let (true, Stage::Begun(done)) = (self.ticket == ticket, &mut self.stage) {
            *done = Some(share);
        }
    }

    /// News of a picture; whether it is of the one that is wanted, and finer than what is shown.
    pub(super) fn take(&mut self, ticket: u64, step: usize, last: bool) -> Option<bool> {
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

    /// News that there will be none.
    pub(super) fn fail(&mut self, ticket: u64) {
        if self.ticket == ticket {
            self.stage = Stage::Failed;
        }
    }

    /// What is at work, in words; `exports`, whether the picture gives way to an export.
    pub(super) fn words(&self, exports: bool) -> Option<String> {
        match self.stage {
            Stage::Waits(_) if exports => Some("the picture waits for the export".to_owned()),
            Stage::Begun(Some(share)) => Some(format!("painting {:.0} %", 100.0 * share)),
            Stage::Waits(_) | Stage::Begun(None) if self.is_draft() => Some("drawing".to_owned()),
            Stage::Waits(_) | Stage::Begun(None) => Some("painting".to_owned()),
            Stage::Finished | Stage::Failed => None,
        }
    }
}

impl Studio {
    /// Whether the processor paints, or nobody knows yet.
    pub(super) fn paints_by_processor(&self) -> bool {
        self.device.as_ref().is_none_or(|(_, software)| *software)
    }

    /// Whether pictures give way to an export: to one that has a graphics card for itself they need not.
    pub(super) fn gives_way(&self) -> bool {
        self.paints_by_processor() && self.export.as_ref().is_some_and(crate::jobs::Export::is_under_way)
    }

    /// Has the picture painted that is wanted, when its time has come.
    pub(super) fn paint(&mut self, ctx: &Context, now: f64) {
        let (software, exports) = (self.paints_by_processor(), self.gives_way());
        let Some(project) = &mut self.project else { return };
        if exports && project.painting.pause(now) {
            self.painter.hush();
        }
        // A card paints the stroke that is being drawn, a processor the finished one: until then it is in the drafts.
        let draws = software && project.easel.is_drawing() && project.drafts_show_the_brush();
        let (Some(at), Some((_, recipe)), Some(wanted)) =
            (project.painting.due(), &project.shown, &project.wanted)
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
        // Processors paint a point of the screen, cards a pixel.
        let points = 1.0 / ctx.pixels_per_point();
        let size = if software { size.map(|side| (side as f32 * points) as u32) } else { size };
        let (recipe, sculpture) = (Arc::clone(recipe), project.easel.sculpture.clone());
        let ticket = project.painting.begin();
        self.painter.want(PaintWish { ticket, revision, recipe, sculpture, eye, sun, look, size });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_of_other_pictures_change_nothing() {
        let mut painting = Painting::new();
        let old = painting.begin();
        painting.want(3.0);
        assert_eq!(painting.due(), Some(3.0));
        let new = painting.begin();
        painting.take_share(old, 0.9);
        painting.fail(old);
        assert_eq!(painting.take(old, 3, true), None);
        assert!(painting.is_draft() && !painting.is_finished());
        assert_eq!(painting.words(false).as_deref(), Some("drawing"));
        painting.take_share(new, 0.25);
        assert_eq!(painting.words(false).as_deref(), Some("painting 25 %"));
        assert_eq!(painting.take(new, 3, true), Some(true));
        assert!(painting.is_finished() && !painting.is_draft() && painting.words(true).is_none());
    }

    /// What was shown before an export stays until there is something as fine.
    #[test]
    fn a_picture_that_gives_way_begins_again() {
        let mut painting = Painting::new();
        assert!(!painting.pause(1.0), "nothing is begun");
        let first = painting.begin();
        assert_eq!([0, 1].map(|step| painting.take(first, step, false)), [Some(true); 2]);
        assert!(painting.pause(5.0) && !painting.pause(6.0));
        assert_eq!(painting.words(true).as_deref(), Some("the picture waits for the export"));
        assert_eq!((painting.take(first, 2, true), painting.due()), (None, Some(5.0)));
        let second = painting.begin();
        assert_eq!(painting.words(false).as_deref(), Some("painting"));
        assert_eq!(
            [0, 1, 2].map(|step| painting.take(second, step, step == 2)),
            [Some(false), Some(true), Some(true)]
        );
        assert!(painting.is_finished() && !painting.pause(7.0));
    }

    #[test]
    fn who_fails_says_no_more_that_it_paints() {
        let mut painting = Painting::new();
        let ticket = painting.begin();
        painting.take_share(ticket, 0.37);
        painting.fail(ticket);
        assert!(painting.words(false).is_none() && painting.due().is_none() && !painting.pause(1.0));
    }
}

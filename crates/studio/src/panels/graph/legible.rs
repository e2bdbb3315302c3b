//! Text of a graph that is seen from far away: what would be too small to read is left out, and names are larger.

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Color32, FontId, Pos2, Rect, Ui, Vec2};

use super::canvas::Canvas;
use crate::theme;

/// The least size of text, in points of the window.
const LEAST: f32 = 9.0;

/// The size of names that are drawn larger, in points of the window.
const NAME: f32 = 10.5;

/// Sizes of names differ by at least this: each size takes room in the texture of the letters.
const STEP: f32 = 4.0;

impl Canvas<'_> {
    /// Whether text of this size can be read.
    pub(super) fn is_legible(&self, size: f32) -> bool {
        size * self.scale >= LEAST
    }

    /// Draws a name over the top of a rectangle, large enough to read if the rectangle is high enough. A name that is too long ends with
    /// an ellipsis.
    pub(super) fn large_name(&self, ui: &Ui, rect: Rect, name: &str, fill: Color32) {
        let size = ((NAME / self.scale / STEP).ceil() * STEP).min(0.6 * rect.height());
        let margin = 0.15 * size;
        let format = TextFormat::simple(FontId::proportional(size), Color32::WHITE);
        let mut job = LayoutJob::single_section(name.to_owned(), format);
        job.wrap = TextWrapping::truncate_at_width(rect.width() - 2.0 * margin);
        let galley = ui.painter().layout_job(job);
        let back = Rect::from_min_size(rect.min, Vec2::new(rect.width(), galley.size().y + margin));
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        painter.rect_filled(back, 6, theme::CARD.lerp_to_gamma(fill, 0.75));
        painter.galley(rect.min + Vec2::splat(margin), galley, Color32::WHITE);
    }

    /// Draws text, if it can be read.
    pub(super) fn legible_text(
        &self,
        ui: &Ui,
        clip: Option<Rect>,
        place: Pos2,
        align: egui::Align2,
        text: &str,
        (size, colour): (f32, Color32),
    ) {
        if self.is_legible(size) {
            let clip = clip.map_or(ui.clip_rect(), |clip| clip.intersect(ui.clip_rect()));
            ui.painter().with_clip_rect(clip).text(place, align, text, FontId::proportional(size), colour);
        }
    }
}

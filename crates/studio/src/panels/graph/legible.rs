//! Text of a graph that is seen from far away: what would be too small to read is left out, and names are larger.

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align2, Color32, FontId, Id, LayerId, Pos2, Rect, Ui, Vec2};

use super::canvas::Canvas;
use crate::theme;

/// The least size of text, in points of the window.
const LEAST: f32 = 9.0;

/// The size of names that are drawn larger, in points of the window.
const NAME: f32 = 10.5;

impl Canvas<'_> {
    /// Whether text of this size can be read.
    pub(super) fn is_legible(&self, size: f32) -> bool {
        size * self.scale >= LEAST
    }

    /// Draws a name over the top of a rectangle, large enough to read if the rectangle is high enough. A name that is too long ends
    /// with an ellipsis. The layer of the graph is scaled, which would blur the letters, so the name has a layer of its own.
    pub(super) fn large_name(&self, ui: &Ui, rect: Rect, name: &str, fill: Color32) {
        const MARGIN: f32 = 1.5;
        let Some(to_window) = ui.ctx().layer_transform_to_global(ui.layer_id()) else { return };
        let layer = LayerId::new(ui.layer_id().order, Id::unique("names of the graph"));
        let clip = to_window * rect.intersect(ui.clip_rect());
        let painter = ui.ctx().layer_painter(layer).with_clip_rect(clip);
        let rect = to_window * rect;
        let size = NAME.min(0.6 * rect.height());
        let format = TextFormat::simple(FontId::proportional(size), Color32::WHITE);
        let mut job = LayoutJob::single_section(name.to_owned(), format);
        job.wrap = TextWrapping::truncate_at_width(rect.width() - 2.0 * MARGIN);
        let galley = painter.layout_job(job);
        let back = Rect::from_min_size(rect.min, Vec2::new(rect.width(), galley.size().y + MARGIN));
        painter.rect_filled(back, 2, theme::CARD.lerp_to_gamma(fill, 0.75));
        painter.galley(rect.min + Vec2::splat(MARGIN), galley, Color32::WHITE);
    }

    /// Draws text, if it can be read.
    pub(super) fn legible_text(
        &self,
        ui: &Ui,
        clip: Option<Rect>,
        place: Pos2,
        align: Align2,
        text: &str,
        (size, colour): (f32, Color32),
    ) {
        if self.is_legible(size) {
            let clip = clip.map_or(ui.clip_rect(), |clip| clip.intersect(ui.clip_rect()));
            ui.painter().with_clip_rect(clip).text(place, align, text, FontId::proportional(size), colour);
        }
    }
}

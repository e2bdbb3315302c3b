//! A card of the start page: a picture, a name and a description.

use egui::text::LayoutJob;
use egui::{Color32, FontId, Image, Rect, Response, Sense, TextureHandle, Ui, Vec2};

use crate::theme;

/// The contents of a card.
pub(super) struct Card<'a> {
    pub(super) name: &'a str,
    pub(super) words: &'a str,
    /// The number of lines for the words. Longer words end with an ellipsis.
    pub(super) lines: usize,
    /// `None` until it is known; the inner `None` means that there is no picture.
    pub(super) picture: Option<&'a Option<TextureHandle>>,
}

/// Height of a line of the words.
const LINE: f32 = 15.0;

/// Shows a card of this width, which can be clicked.
pub(super) fn card(ui: &mut Ui, card: &Card<'_>, width: f32) -> Response {
    let text_height = 28.0 + LINE * card.lines as f32;
    let size = Vec2::new(width, width * 9.0 / 16.0 + text_height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, card.name));
    let border = if response.hovered() || response.has_focus() { theme::ACCENT } else { theme::LINE };
    ui.painter().rect(rect, 6, theme::CARD, egui::Stroke::new(1.0, border), egui::StrokeKind::Inside);
    let place = Rect::from_min_size(rect.min, Vec2::new(size.x, size.x * 9.0 / 16.0)).shrink(1.0);
    picture(ui, place, card.picture);
    // The texts are painted: as labels, screen readers would read the name twice.
    let words = Rect::from_min_max(place.left_bottom(), rect.max).shrink2(Vec2::new(10.0, 5.0));
    let painter = ui.painter().with_clip_rect(words.intersect(ui.clip_rect()));
    let paint = |at: f32, text: &str, font: FontId, colour: Color32, lines: usize| {
        let mut job = LayoutJob::simple(text.to_owned(), font, colour, words.width());
        (job.wrap.max_rows, job.wrap.break_anywhere) = (lines, lines == 1);
        painter.galley(words.min + Vec2::new(0.0, at), painter.layout_job(job), colour);
    };
    paint(0.0, card.name, FontId::proportional(13.5), Color32::WHITE, 1);
    paint(18.0, card.words, FontId::proportional(11.5), theme::WEAK, card.lines);
    response
}

fn picture(ui: &Ui, place: Rect, picture: Option<&Option<TextureHandle>>) {
    match picture {
        Some(Some(picture)) => Image::new(picture).corner_radius(5).paint_at(ui, place),
        Some(None) => {
            ui.painter().rect_filled(place, 5, theme::DEEP);
            let font = FontId::proportional(12.0);
            ui.painter().text(place.center(), egui::Align2::CENTER_CENTER, "No picture", font, theme::WEAK);
        }
        None => {
            ui.painter().rect_filled(place, 5, theme::DEEP);
            let middle = Rect::from_center_size(place.center(), Vec2::splat(18.0));
            egui::Spinner::new().color(theme::LINE).paint_at(ui, middle);
        }
    }
}

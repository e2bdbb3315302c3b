//! Frames around nodes.

use egui::{
    Align2, FontId, Id, PointerButton, Rect, Sense, Stroke, StrokeKind, TextEdit, Ui, Vec2, WidgetInfo,
};

use super::canvas::Canvas;
use crate::theme;

const TITLE: f32 = 24.0;
const SPACE: f32 = 14.0;
/// The size of titles.
const SIZE: f32 = 13.5;

impl Canvas<'_> {
    /// Shows the frames. Their titles can be dragged, and edited after a double click.
    pub(super) fn frames(&mut self, ui: &mut Ui) {
        let mut removed = None;
        for at in 0..self.state.layout.frames.len() {
            let nodes = &self.state.layout.frames[at].nodes;
            let inside =
                self.model.nodes.iter().zip(self.rects).filter(|(node, _)| nodes.contains(&node.key));
            let Some(area) = inside.map(|(_, rect)| *rect).reduce(|all, one| all.union(one)) else {
                continue;
            };
            let mut area = area.expand(SPACE);
            area.min.y -= TITLE - 6.0;
            let painter = ui.painter();
            painter.rect(
                area,
                8,
                theme::PANEL.gamma_multiply(0.8),
                Stroke::new(1.0, theme::LINE),
                StrokeKind::Inside,
            );
            let title = Rect::from_min_size(area.min, Vec2::new(area.width(), TITLE));
            if self.state.edited_frame == Some(at) {
                self.edit_title(ui, at, title);
            } else if self.title(ui, at, title) {
                removed = Some(at);
            }
        }
        if let Some(at) = removed {
            self.state.layout.frames.remove(at);
            self.state.edited_frame = None;
        }
    }

    fn edit_title(&mut self, ui: &mut Ui, at: usize, place: Rect) {
        let frame = &mut self.state.layout.frames[at];
        let id = Id::unique(("frame title", at));
        let entry = TextEdit::singleline(&mut frame.title).id(id).font(FontId::proportional(SIZE));
        let response = ui.put(place.shrink2(Vec2::new(8.0, 2.0)), entry);
        response.widget_info(|| WidgetInfo {
            label: Some("Title of the frame".to_owned()),
            ..WidgetInfo::text_edit(true, "", &frame.title, "")
        });
        if response.lost_focus() {
            self.state.edited_frame = None;
        } else {
            response.request_focus();
        }
    }

    /// Shows a title. Returns whether the frame is to be removed.
    fn title(&mut self, ui: &Ui, at: usize, place: Rect) -> bool {
        let frame = &self.state.layout.frames[at];
        let id = ui.scope_id().with(("frame", at));
        let response = ui.interact(place, id, Sense::click_and_drag());
        let name = format!("Frame {}", frame.title);
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &name));
        let colour = if response.hovered() || response.has_focus() { theme::TEXT } else { theme::WEAK };
        if self.is_legible(SIZE) {
            let left = place.left_center() + Vec2::new(10.0, 0.0);
            self.legible_text(ui, None, left, Align2::LEFT_CENTER, &frame.title, (SIZE, colour));
        } else {
            self.large_name(ui, place, &frame.title, theme::PANEL);
        }
        if response.clicked() || response.drag_started_by(PointerButton::Primary) {
            self.state.selected = frame.nodes.clone();
        }
        if response.dragged_by(PointerButton::Primary) {
            self.state.move_selected(self.model, self.rects, response.drag_delta());
        }
        if response.double_clicked() {
            self.state.edited_frame = Some(at);
        }
        let mut removed = false;
        response.context_menu(|ui| {
            if ui.button("Rename").clicked() {
                self.state.edited_frame = Some(at);
                ui.close();
            }
            if ui.button("Remove frame").clicked() {
                removed = true;
                ui.close();
            }
        });
        removed
    }
}

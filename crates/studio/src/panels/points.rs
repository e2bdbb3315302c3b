//! The points of a curve: a picture to drag them in, and their numbers.

use egui::{Role, Ui, WidgetInfo};

use super::curve::{MAX_POINTS, curve};
use super::form::Form;
use super::number::named;
use crate::action::Action;
use crate::document::Edit;

impl Form<'_> {
    /// The points of a parameter.
    pub(super) fn points(&mut self, ui: &mut Ui, name: &str, help: &str, points: &[[f64; 2]]) {
        let path = self.at(name);
        let id = ui.scope_id().with(&path);
        self.value_row(ui, name, &path.clone(), help, false, |form, ui| {
            let add = ui.add_enabled(points.len() < MAX_POINTS, egui::Button::new("Add point"));
            if add.on_hover_text("Or double-click the curve").clicked() {
                let value = points.iter().copied().chain([next_point(points)]).collect();
                form.edit(Edit::Points { path: path.clone(), value });
                form.actions.push(Action::EndEdit);
            }
        });
        let change = ui.add_enabled_ui(self.document.is_toml(), |ui| curve(ui, id, name, points)).inner;
        let numbers = ui.indent((name, "numbers"), |ui| self.point_numbers(ui, name, points)).inner;
        if let Some(value) = change.points.or(numbers) {
            self.edit(Edit::Points { path, value });
        }
        if change.finished {
            self.actions.push(Action::EndEdit);
        }
    }

    /// The points of a curve as numbers to type. Returns new points, if they have changed.
    fn point_numbers(&mut self, ui: &mut Ui, name: &str, points: &[[f64; 2]]) -> Option<Vec<[f64; 2]>> {
        let (mut gone, mut new, count) = (None, points.to_vec(), points.len());
        for (at, point) in new.iter_mut().enumerate() {
            ui.horizontal(|ui| {
                for (along, axis) in point.iter_mut().zip(["input", "output"]) {
                    let entry = egui::DragValue::new(along).speed(0.01).range(-1e9..=1e9).max_decimals(4);
                    let response = ui.add_enabled(self.document.is_toml(), entry);
                    named(&response, &format!("{name} point {} {axis}", at + 1), *along);
                    self.end_edit_after(&response);
                }
                let remove = ui.add_enabled(count > 2, egui::Button::new("×").frame(false));
                let label = format!("remove {name} point {}", at + 1);
                remove.widget_info(|| WidgetInfo::labeled(Role::Button, count > 2, &label));
                if remove.on_hover_text("Remove this point").clicked() {
                    gone = Some(at);
                }
            });
        }
        if let Some(at) = gone {
            new.remove(at);
            self.actions.push(Action::EndEdit);
        }
        // Points that are not touched stay, also where they are too close.
        (new != points).then(|| sorted(new))
    }
}

/// Keeps points in the order of their inputs, which must differ.
fn sorted(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]));
    for at in 1..points.len() {
        let least = points[at - 1][0] + 1e-9_f64.max(1e-6 * points[at - 1][0].abs());
        points[at][0] = points[at][0].max(least);
    }
    points
}

/// A new point at the end of a curve, extrapolated from the last two.
fn next_point(points: &[[f64; 2]]) -> [f64; 2] {
    match points {
        [.., before, last] => [2.0 * last[0] - before[0], 2.0 * last[1] - before[1]],
        [last] => [last[0] + 1.0, last[1] + 1.0],
        [] => [0.0, 0.0],
    }
}

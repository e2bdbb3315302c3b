//! The range in which a material occurs: its coverage as a picture, with stops to drag.

use egui::{Color32, Mesh, Rect, Sense, Stroke, Ui, Vec2};
use orogen_engine::covering::Covering;
use orogen_engine::raster::Band;
use orogen_engine::recipe::spec::Unit;
use orogen_engine::recipe::{Material, Reach};

use super::form::{Form, words};
use super::grip::Grip;
use super::number::{named, shown};
use crate::document::{Edit, Key};
use crate::theme;

/// Height of the picture.
const HEIGHT: f32 = 26.0;

/// Parts of the picture.
const PARTS: usize = 64;

/// A range to edit.
pub(super) struct ReachRow<'a> {
    pub(super) material: &'a Material,
    pub(super) reach: Reach,
    pub(super) name: &'a str,
    pub(super) path: Vec<Key>,
    pub(super) unit: Unit,
    /// The numbers that the picture shows, unless stops are beyond them.
    pub(super) span: [f64; 2],
    /// The numbers that are allowed.
    pub(super) range: [f64; 2],
}

/// The shapes of a range, each with its help.
const SHAPES: [(&str, &str); 3] = [
    ("above", "Coverage rises from the first stop to the second"),
    ("below", "Coverage falls from the first stop to the second"),
    ("between", "Coverage rises between the first two stops and falls between the last two"),
];

/// The numbers of a range, from the least to the greatest.
fn stops(reach: &Reach) -> Vec<f64> {
    let numbers = [reach.from, reach.whole[0], reach.whole[1], reach.to];
    numbers.into_iter().filter(|number| number.is_finite()).collect()
}

/// The numbers of a range as a recipe writes them.
fn written(shape: &str, stops: &[f64]) -> Vec<f64> {
    match (shape, stops) {
        ("below", [whole, to]) => vec![*to, *whole],
        _ => stops.to_vec(),
    }
}

fn shape(reach: &Reach) -> &'static str {
    match (reach.from.is_finite(), reach.to.is_finite()) {
        (true, true) => "between",
        (true, false) => "above",
        _ => "below",
    }
}

/// The stops of another shape, near those of a range.
fn reshaped(stops: &[f64], shape: &str, range: [f64; 2]) -> Vec<f64> {
    match (shape, stops) {
        ("between", [from, whole]) => {
            let width = whole - from;
            let new = [*from, *whole, whole + width, whole + 2.0 * width];
            // There may be no room above.
            let new = if new[3] > range[1] { [from - 2.0 * width, from - width, *from, *whole] } else { new };
            new.map(|stop| stop.clamp(range[0], range[1])).to_vec()
        }
        ("above", [from, whole, _, _]) => vec![*from, *whole],
        ("below", [_, _, whole, to]) => vec![*whole, *to],
        _ => stops.to_vec(),
    }
}

/// The range of a rule that is added: the upper half of a span.
pub(super) fn initial(span: [f64; 2]) -> Vec<f64> {
    let at = |share: f64| format!("{:.1e}", span[0] + share * (span[1] - span[0])).parse().unwrap_or(share);
    vec![at(0.4), at(0.6)]
}

impl ReachRow<'_> {
    /// Shows the range.
    pub(super) fn show(&self, ui: &mut Ui, form: &mut Form<'_>) {
        let (stops, shape) = (stops(&self.reach), shape(&self.reach));
        ui.vertical(|ui| {
            ui.horizontal(|ui| {
                if let Some(new) = words(ui, self.name, shape, &SHAPES) {
                    let numbers = written(&new, &reshaped(&stops, &new, self.range));
                    self.set(form, numbers);
                }
                let unit = if self.name == "curvature" { "1/km" } else { self.unit.symbol() };
                ui.label(egui::RichText::new(unit).small().weak());
            });
            let mut new = stops.clone();
            let finished = self.picture(ui, &mut new) | self.numbers(ui, form, &mut new);
            if new != stops {
                let numbers = written(shape, &new);
                if Reach::new(&numbers).is_some() {
                    self.set(form, numbers);
                }
            }
            if finished {
                form.actions.push(crate::action::Action::EndEdit);
            }
        });
    }

    fn set(&self, form: &mut Form<'_>, value: Vec<f64>) {
        form.edit(Edit::Numbers { path: self.path.clone(), value });
    }

    /// The coverage, with the stops. Returns whether a movement has ended.
    fn picture(&self, ui: &mut Ui, stops: &mut [f64]) -> bool {
        let size = Vec2::new(ui.available_width().min(180.0), HEIGHT);
        let rect = ui.allocate_exact_size(size, Sense::hover()).0.shrink2(Vec2::new(6.0, 0.0));
        let id = ui.scope_id().with(&self.path);
        // The span stays while a stop is dragged.
        let is_held = ui.input(|input| input.pointer.any_down());
        let [min, max] = match ui.data(|data| data.get_temp::<[f64; 2]>(id)) {
            Some(span) if is_held => span,
            _ => self.span_with(stops),
        };
        ui.data_mut(|data| data.insert_temp(id, [min, max]));
        let at = |share: f64| min + share * (max - min);
        let covers = coverage(self.reach, (0..=PARTS).map(|part| at(part as f64 / PARTS as f64)));
        paint(ui, rect, self.material.color, &covers);
        let mut finished = false;
        let count = stops.len();
        for index in 0..count {
            let share = (stops[index] - min) / (max - min);
            let name = format!(
                "{} of {}, stop {}: {}",
                self.name,
                self.material.name,
                index + 1,
                shown(stops[index], self.unit)
            );
            let grip = Grip {
                id: id.with(index),
                at: egui::Pos2::new(rect.left() + share as f32 * rect.width(), rect.center().y),
                value: [stops[index], 0.0],
                per_point: [(max - min) / f64::from(rect.width()), 0.0],
                name: &name,
                colour: theme::PANEL,
            };
            let gripped = grip.show(ui);
            finished |= gripped.finished;
            if let Some([value, _]) = gripped.value {
                let least = if index > 0 { stops[index - 1] } else { self.range[0] };
                let most = if index + 1 < count { stops[index + 1] } else { self.range[1] };
                // Stops may be out of the range.
                stops[index] = value.min(most).max(least);
            }
        }
        finished
    }

    /// The stops as numbers to type. Returns whether an entry has ended.
    fn numbers(&self, ui: &mut Ui, form: &Form<'_>, stops: &mut [f64]) -> bool {
        let mut finished = false;
        let [min, max] = self.span_with(stops);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            ui.spacing_mut().button_padding.x = 4.0;
            for (index, stop) in stops.iter_mut().enumerate() {
                let entry = egui::DragValue::new(stop)
                    .speed((max - min) / 400.0)
                    .range(self.range[0]..=self.range[1])
                    .custom_formatter(|value, _| shown(value, self.unit));
                let response = ui.add_enabled(form.document.is_toml(), entry);
                named(&response, &format!("{} of {} {}", self.name, self.material.name, index + 1), *stop);
                finished |= response.drag_stopped() || response.lost_focus();
            }
        });
        finished
    }

    fn span_with(&self, stops: &[f64]) -> [f64; 2] {
        let (least, most) = (stops[0], stops[stops.len() - 1]);
        let room = 0.25 * (most - least);
        let [min, max] = self.span;
        [if least < min { least - room } else { min }, if most > max { most + room } else { max }]
    }
}

/// The coverage of a rule at numbers, as the engine computes it.
fn coverage(reach: Reach, numbers: impl Iterator<Item = f64>) -> Vec<f32> {
    let ground = |height| Material {
        name: String::new(),
        color: [0; 3],
        height,
        slope: None,
        curvature: None,
        noise: None,
        span: orogen_engine::recipe::Span::default(),
    };
    let covering = Covering::new(&[ground(None), ground(Some(reach))]);
    let height: Vec<f32> = numbers.map(|number| number as f32).collect();
    let flat = vec![0.0; height.len()];
    let band = Band { columns: height.len(), dx: flat.clone(), dy: flat, height, ..Band::default() };
    let mut weights = [0.0; 2];
    let cover = |at: usize| {
        covering.weights(&band, at, &mut weights);
        weights[1]
    };
    (0..band.columns).map(cover).collect()
}

fn paint(ui: &Ui, rect: Rect, [red, green, blue]: [u8; 3], covers: &[f32]) {
    ui.painter().rect(rect, 3, theme::DEEP, Stroke::new(1.0, theme::LINE), egui::StrokeKind::Outside);
    let mut mesh = Mesh::default();
    for (at, cover) in covers.iter().enumerate() {
        let x = rect.left() + rect.width() * at as f32 / (covers.len() - 1) as f32;
        let colour = Color32::from_rgb(red, green, blue).gamma_multiply(*cover);
        mesh.colored_vertex(egui::Pos2::new(x, rect.top()), colour);
        mesh.colored_vertex(egui::Pos2::new(x, rect.bottom()), colour);
        if let Some(before) = (2 * at as u32).checked_sub(2) {
            mesh.add_triangle(before, before + 1, before + 2);
            mesh.add_triangle(before + 1, before + 2, before + 3);
        }
    }
    ui.painter().add(mesh);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_every_shape_are_valid() {
        let range = [-90.0, 180.0];
        for numbers in [vec![30.0, 45.0], vec![45.0, 30.0], vec![10.0, 20.0, 30.0, 40.0], vec![100.0, 179.0]]
        {
            let reach = Reach::new(&numbers).unwrap();
            assert_eq!(written(shape(&reach), &stops(&reach)), numbers);
            for (new, _) in SHAPES {
                let numbers = written(new, &reshaped(&stops(&reach), new, range));
                let changed = Reach::new(&numbers).unwrap_or_else(|| panic!("{new} {numbers:?}"));
                assert_eq!(shape(&changed), new);
            }
        }
        assert!(Reach::new(&initial([0.0, 3000.0])).is_some());
    }

    #[test]
    fn the_picture_shows_the_coverage() {
        let covers = coverage(Reach::new(&[10.0, 20.0]).unwrap(), [0.0, 15.0, 30.0].into_iter());
        assert_eq!(covers, [0.0, 0.5, 1.0]);
    }
}

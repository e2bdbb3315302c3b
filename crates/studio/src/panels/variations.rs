//! A sheet of nine variations of the recipe: seeds, or values of a number.

use super::number::{named, named_choice, shown};
use crate::action::Action;
use crate::document::field_label;
use crate::theme;
use crate::varied::{COUNT, Varied};
use egui::{
    Align2, ComboBox, DragValue, FontId, Image, Modal, RichText, Sense, Stroke, StrokeKind, TextureHandle,
    Ui, Vec2,
};

/// Points along the sides of a picture.
const PICTURE: Vec2 = Vec2::new(264.0, 148.0);

/// The contents of the sheet.
pub struct VariationSheet<'a> {
    /// What varies.
    pub varied: &'a Varied,
    /// What else can vary.
    pub choices: &'a [Varied],
    /// The pictures so far, in the order of the values. `None`: the picture could not be made.
    pub pictures: &'a [Option<Option<TextureHandle>>],
}

/// Shows the sheet over the window.
pub fn variations(ui: &mut Ui, sheet: &VariationSheet<'_>, actions: &mut Vec<Action>) {
    let modal = Modal::new(egui::Id::unique("variations")).show(ui.ctx(), |ui| {
        ui.set_width(3.0 * PICTURE.x + 40.0);
        ui.horizontal(|ui| {
            ui.heading("Variations");
            ui.add_space(8.0);
            controls(ui, sheet, actions);
        });
        ui.label(
            RichText::new("Click a picture to use its value. Undo returns to the current one.")
                .color(theme::WEAK),
        );
        ui.add_space(4.0);
        let values = sheet.varied.values();
        let cells: Vec<_> = values.iter().enumerate().collect();
        for row in cells.chunks(3) {
            ui.horizontal_top(|ui| {
                for (at, value) in row {
                    let picture = sheet.pictures.get(*at).and_then(Option::as_ref);
                    let size = PICTURE + Vec2::new(0.0, 20.0);
                    ui.allocate_ui(size, |ui| one(ui, sheet.varied, **value, picture, actions));
                }
            });
        }
        ui.add_space(6.0);
        if ui.button("Close").clicked() {
            actions.push(Action::Vary(None));
        }
    });
    if modal.should_close() {
        actions.push(Action::Vary(None));
    }
}

/// What varies, and its range.
fn controls(ui: &mut Ui, sheet: &VariationSheet<'_>, actions: &mut Vec<Action>) {
    let mut new = sheet.varied.clone();
    let chosen = field_label(&new.path);
    let combo = ComboBox::from_id_salt("varied").selected_text(&chosen).width(200.0).height(360.0);
    let combo = combo.show_ui(ui, |ui| {
        for choice in sheet.choices {
            if ui.selectable_label(choice.path == new.path, field_label(&choice.path)).clicked() {
                new = choice.clone();
            }
        }
    });
    named_choice(&combo.response, "varied", &chosen);
    if new.is_seed() {
        if ui.button("More seeds").on_hover_text("The next nine seeds").clicked() {
            new.range = new.range.map(|seed| seed + COUNT as f64);
        }
    } else {
        for (at, name) in [(0, "from"), (1, "to")] {
            ui.label(name);
            let speed = 0.005 * (new.range[1] - new.range[0]).abs().max(1e-3);
            let [min, max] = new.limits;
            let value = &mut new.range[at];
            let entry = ui.add(DragValue::new(value).range(min..=max).speed(speed).max_decimals(4));
            named(&entry, name, *value);
        }
    }
    if new != *sheet.varied {
        actions.push(Action::Vary(Some(Box::new(new))));
    }
}

fn one(
    ui: &mut Ui,
    varied: &Varied,
    value: f64,
    picture: Option<&Option<TextureHandle>>,
    actions: &mut Vec<Action>,
) {
    let name = match varied.is_seed() {
        true => format!("seed {value}"),
        false => shown(value, varied.unit),
    };
    ui.vertical(|ui| {
        let (rect, response) = ui.allocate_exact_size(PICTURE, Sense::click());
        ui.painter().rect_filled(rect, 4, theme::DEEP);
        let words = match picture {
            Some(Some(picture)) => {
                Image::new(picture).corner_radius(4).paint_at(ui, rect);
                ""
            }
            Some(None) => "No valid terrain",
            None => "Generating…",
        };
        let font = FontId::proportional(14.0);
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, words, font, theme::WEAK);
        if response.hovered() || response.has_focus() {
            ui.painter().rect_stroke(rect, 4, Stroke::new(2.0, theme::ACCENT), StrokeKind::Inside);
        }
        let label = if picture.is_some() { name.clone() } else { format!("{name} (generating)") };
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
        if response.clicked() {
            actions.extend([Action::EndEdit, Action::Edit(varied.edit(value)), Action::EndEdit]);
            actions.push(Action::Vary(None));
        }
        ui.label(RichText::new(&name).small());
    });
}

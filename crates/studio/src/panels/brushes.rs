//! Brushes: which is in the hand, and how it is set.

use std::collections::BTreeMap;

use egui::{Button, Checkbox, ComboBox, Grid, RichText, Ui};
use orogen::recipe::Field;
use orogen::recipe::spec::Unit;
use orogen_strokes::brush::{Brush, Grain};
use orogen_strokes::noise_brush::{Noise, NoiseBrush};

use super::number::{Number, named_choice};
use crate::action::Action;
use crate::sculpture::{Kind, Kit};
use crate::theme;

/// The table with the brushes.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// The brushes.
    pub kit: &'a Kit,
    /// Whether one is in the hand.
    pub in_hand: bool,
    /// How many strokes there are.
    pub strokes: usize,
    /// How many can be laid again.
    pub undone: usize,
    /// Whether strokes can be taken back, and laid again.
    pub can_undo_redo: [bool; 2],
    /// The radius of the largest brush that makes sense, in metres.
    pub largest: f64,
    /// The recipe's fields.
    pub fields: Option<&'a BTreeMap<String, Field>>,
}

/// Shows the brushes.
pub(super) fn brushes(ui: &mut Ui, table: &Table<'_>, actions: &mut Vec<Action>) {
    let mut kit = table.kit.clone();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::Vec2::splat(4.0);
        for kind in Kind::ALL {
            let [name, help] = kind.words();
            let held = table.in_hand && kit.kind == kind;
            let button = ui.add(Button::selectable(held, name).frame_when_inactive(true));
            if button.on_hover_text(help).clicked() {
                kit.kind = kind;
                actions.push(Action::TakeBrush(!held));
            }
        }
    });
    if table.in_hand {
        ui.label(RichText::new("Drag over the ground. Esc puts the brush away.").color(theme::WEAK));
        ui.spacing_mut().slider_width = 84.0;
        Grid::new("brush").num_columns(2).spacing([8.0, 4.0]).show(ui, |ui| {
            shape(ui, &mut kit.brush, table.largest);
            tool(ui, &mut kit, table, actions);
        });
        directions(ui, &mut kit.brush);
    } else if table.strokes == 0 {
        ui.label(RichText::new("Choose one and paint over the recipe's ground.").color(theme::WEAK));
    }
    if table.strokes + table.undone > 0 {
        history(ui, table, actions);
    }
    if kit != *table.kit {
        actions.push(Action::SetKit(Box::new(kit)));
    }
}

/// A number between two, with what it is called.
struct Row {
    name: &'static str,
    help: &'static str,
    unit: Unit,
    range: [f64; 2],
    whole: bool,
}

impl Row {
    const fn new(name: &'static str, help: &'static str, range: [f64; 2]) -> Self {
        Self { name, help, unit: Unit::None, range, whole: false }
    }

    const fn metres(self) -> Self {
        Self { unit: Unit::Metres, ..self }
    }

    fn show(self, ui: &mut Ui, value: &mut f64) {
        let Self { name, help, unit, range: [least, most], whole } = self;
        ui.label(RichText::new(name).color(theme::WEAK)).on_hover_text(help);
        let number = Number { value: *value, least, most, unit, default: None, whole };
        let changed = number.show(ui, ui.scope_id().with(name), true);
        changed.response.on_hover_text(help);
        *value = changed.value.unwrap_or(*value);
        ui.end_row();
    }
}

fn shape(ui: &mut Ui, brush: &mut Brush, largest: f64) {
    let size = Row::new("radius", "How far the brush reaches; keys [ and ]", [1e-2, largest]).metres();
    size.show(ui, &mut brush.radius);
    Row::new("strength", "The weight in the middle; pressure of a pen takes its share", [0.0, 1.0])
        .show(ui, &mut brush.strength);
    Row::new("inner", "The share of the radius that has the full weight", [0.0, 0.98])
        .show(ui, &mut brush.inner);
    Row::new("ramp", "The power of the way out: larger is narrower", [0.5, 16.0]).show(ui, &mut brush.power);
    Row::new("spacing", "From one dab to the next, in radii", [0.02, 4.0]).show(ui, &mut brush.spacing);
}

/// What only some brushes have.
fn tool(ui: &mut Ui, kit: &mut Kit, table: &Table<'_>, actions: &mut Vec<Action>) {
    const METRES: [f64; 2] = [-1e6, 1e6];
    let most = [1e-3, 1e8];
    let dab = || Row::new("height", "Metres that a dab adds where its weight is 1", METRES).metres();
    match kit.kind {
        Kind::Raise | Kind::Lower => dab().show(ui, &mut kit.metres),
        Kind::Smooth | Kind::Sharpen => {
            Row::new("reach", "What is smaller than this is smoothed, or brought out", [1e-2, table.largest])
                .metres()
                .show(ui, &mut kit.blur);
        }
        Kind::Ledge => {
            Row::new("step", "From one terrace to the next", most).metres().show(ui, &mut kit.step);
            Row::new("riser", "The share of a step on which it rises", [0.01, 1.0]).show(ui, &mut kit.riser);
        }
        Kind::Stamp => {
            label(ui, "picture", "White is the height below, black is nothing");
            let name = std::path::Path::new(&kit.image).file_name().map(|name| name.to_string_lossy());
            if ui.button(name.as_deref().unwrap_or("Choose…")).clicked() {
                actions.push(Action::ChooseStamp);
            }
            ui.end_row();
            dab().show(ui, &mut kit.metres);
            label(ui, "turn", "Whether its top goes ahead of the stroke");
            ui.checkbox(&mut kit.turn, "with the stroke");
            ui.end_row();
        }
        Kind::Noise => {
            noise(ui, &mut kit.noise);
            grain(ui, kit);
        }
        Kind::Field => {
            field(ui, kit, table);
            Row::new("height", "Metres for 1 of the field", METRES).metres().show(ui, &mut kit.metres);
            grain(ui, kit);
        }
        Kind::Level | Kind::Erase => {}
    }
}

fn label(ui: &mut Ui, name: &str, help: &str) {
    ui.label(RichText::new(name).color(theme::WEAK)).on_hover_text(help);
}

/// Scape's handles.
fn noise(ui: &mut Ui, noise: &mut NoiseBrush) {
    label(ui, "noise", "Which noise is added");
    let combo = ComboBox::from_id_salt("noise").selected_text(noise.noise.name()).show_ui(ui, |ui| {
        for of in Noise::ALL {
            ui.selectable_value(&mut noise.noise, of, of.name());
        }
    });
    named_choice(&combo.response, "noise", noise.noise.name());
    ui.end_row();
    Row::new("height", "Metres for 1 of the noise", [-1e6, 1e6]).metres().show(ui, &mut noise.metres);
    Row::new("largest", "The size of the largest features", [1e-2, 1e8])
        .metres()
        .show(ui, &mut noise.feature);
    let mut octaves = f64::from(noise.octaves);
    Row { whole: true, ..Row::new("octaves", "How many sizes, each half the one before", [1.0, 20.0]) }
        .show(ui, &mut octaves);
    noise.octaves = octaves as u32;
    Row::new("coarse", "Roughness of the large features", [0.0, 1.0]).show(ui, &mut noise.coarse);
    Row::new("fine", "Roughness of the small ones", [0.0, 1.0]).show(ui, &mut noise.fine);
    Row::new("peaks", "Above 1: sharper peaks and wider valleys", [0.05, 20.0]).show(ui, &mut noise.peaks);
    Row::new("displace", "How far a coarse noise moves the others", [0.0, 1e8])
        .metres()
        .show(ui, &mut noise.displacement);
    label(ui, "seed", "Another noise of the same kind");
    if ui.button(format!("another ({})", noise.seed)).clicked() {
        noise.seed += 1;
    }
    ui.end_row();
}

fn field(ui: &mut Ui, kit: &mut Kit, table: &Table<'_>) {
    label(ui, "field", "Which of the recipe's fields is added");
    let chosen = if kit.field.is_empty() { "Choose…" } else { &kit.field };
    let chosen = chosen.to_owned();
    let combo = ComboBox::from_id_salt("field").selected_text(&chosen).show_ui(ui, |ui| {
        for (name, field) in table.fields.into_iter().flatten() {
            let text = format!("{name}  ({})", field.spec.name);
            ui.selectable_value(&mut kit.field, name.clone(), text);
        }
    });
    named_choice(&combo.response, "field to paint", &chosen);
    ui.end_row();
}

/// How what is added is stretched.
fn grain(ui: &mut Ui, kit: &mut Kit) {
    let (mut angle, mut ratio) = match kit.noise.grain {
        Grain::Ground { angle, ratio } => (angle, ratio),
        Grain::Stroke { ratio } => (0.0, ratio),
    };
    Row::new("stretch", "How many times features are as long one way as the other", [0.01, 100.0])
        .show(ui, &mut ratio);
    label(ui, "along", "Which way they are stretched");
    ui.checkbox(&mut kit.along, "the stroke");
    ui.end_row();
    if !kit.along {
        Row { unit: Unit::Degrees, ..Row::new("angle", "Clockwise from the east", [-180.0, 180.0]) }
            .show(ui, &mut angle);
    }
    kit.noise.grain = Grain::Ground { angle, ratio };
}

/// Whether the brush may raise, and lower.
fn directions(ui: &mut Ui, brush: &mut Brush) {
    ui.horizontal(|ui| {
        // One of them has to be allowed.
        let (up, down) = (brush.up, brush.down);
        ui.add_enabled(down || !up, Checkbox::new(&mut brush.up, "may raise"));
        ui.add_enabled(up || !down, Checkbox::new(&mut brush.down, "may lower"));
    });
}

fn history(ui: &mut Ui, table: &Table<'_>, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let [undo, redo] = table.can_undo_redo;
        // Those of the bar are the recipe's, but while a brush is in the hand.
        let mut button = |on: bool, name: &str, help: &str, action: Action| {
            if ui.add_enabled(on, Button::new(name)).on_hover_text(help).clicked() {
                actions.push(action);
            }
        };
        button(undo, "Undo stroke", "Takes the last stroke back", Action::UndoStroke);
        button(redo, "Redo stroke", "Lays it again", Action::RedoStroke);
        let count = table.strokes;
        ui.label(
            RichText::new(format!("{count} stroke{}", if count == 1 { "" } else { "s" })).color(theme::WEAK),
        );
    });
}

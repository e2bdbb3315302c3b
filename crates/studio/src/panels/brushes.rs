//! The brush panel.

use std::collections::BTreeMap;

use egui::{Button, Checkbox, ComboBox, Grid, Id, RichText, TextureHandle, Ui, UiBuilder};
use orogen_engine::recipe::Field;
use orogen_engine::recipe::spec::Unit;
use orogen_strokes::brush::{Brush, Grain};
use orogen_strokes::noise_brush::{Noise, NoiseBrush};

use super::help::about_text;
use super::number::{Number, named_choice};
use crate::action::Action;
use crate::document::is_mask;
use crate::layer::{BrushSet, Kind, STAMPS};
use crate::theme;

/// The contents of the brush panel.
#[derive(Clone, Copy)]
pub struct BrushPanel<'a> {
    /// The brushes.
    pub brushes: &'a BrushSet,
    /// The mask that is painted. `None`: the ground.
    pub mask: Option<&'a str>,
    /// Whether a brush is active.
    pub active: bool,
    /// The number of strokes on what is painted.
    pub strokes: usize,
    /// Whether there are strokes on the ground.
    pub has_ground_strokes: bool,
    /// The largest brush radius that the panel offers, in metres.
    pub largest: f64,
    /// Thumbnails of the stamps that can be used.
    pub stamps: &'a BTreeMap<&'static str, TextureHandle>,
    /// The recipe's fields.
    pub fields: Option<&'a BTreeMap<String, Field>>,
    /// Whether the domain can have masks.
    pub can_have_masks: bool,
}

/// Shows the brushes.
pub(super) fn brushes(ui: &mut Ui, panel: &BrushPanel<'_>, actions: &mut Vec<Action>) {
    let mut brushes = panel.brushes.clone();
    let mut used = None;
    if let Some(mask) = panel.mask {
        mask_header(ui, mask, actions);
    }
    let kinds: &[Kind] = if panel.mask.is_some() { &Kind::OF_MASKS } else { &Kind::ALL };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::Vec2::splat(4.0);
        for &kind in kinds {
            let [name, help] = kind.words();
            let held = panel.active && brushes.kind == kind;
            let button = ui.add(Button::selectable(held, name).frame_when_inactive(true));
            about_text(ui, button.rect, name, help);
            if button.on_hover_text(help).clicked() {
                brushes.kind = kind;
                used = Some(Action::UseBrush(!held));
            }
        }
    });
    if panel.active {
        ui.label(RichText::new("Drag over the terrain to paint. Esc to stop.").color(theme::WEAK));
        if brushes.kind == Kind::Stamp {
            palette(ui, panel, actions);
        }
        ui.spacing_mut().slider_width = 84.0;
        Grid::new("brush").num_columns(2).spacing([8.0, 4.0]).show(ui, |ui| {
            shape(ui, &mut brushes.brush, panel.largest);
            tool(ui, &mut brushes, panel, actions);
        });
        if panel.mask.is_none() {
            directions(ui, &mut brushes.brush);
        }
    } else if panel.strokes == 0 {
        let what = if panel.mask.is_some() { "mask" } else { "terrain" };
        ui.label(RichText::new(format!("Select a brush to paint on the {what}.")).color(theme::WEAK));
    }
    if panel.mask.is_none() {
        // The settings above come and go. The focus follows identities, which must not depend on them.
        let scope = UiBuilder::new().scope_id(Id::unique("masks"));
        ui.scope_builder(scope, |ui| masks(ui, panel, actions));
    }
    if panel.strokes > 0 {
        let plural = if panel.strokes == 1 { "" } else { "s" };
        ui.label(RichText::new(format!("{} stroke{plural}", panel.strokes)).color(theme::WEAK));
    }
    if brushes != *panel.brushes {
        actions.push(Action::SetBrushes(Box::new(brushes)));
    }
    // Fits the size to the view, so it comes after the settings.
    actions.extend(used);
}

/// Says which mask is painted, and leads back to the ground.
fn mask_header(ui: &mut Ui, mask: &str, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(format!("Painting mask {mask}")).color(theme::ACCENT));
        let help = "Stop painting the mask. Brushes then paint on the terrain";
        if ui.button("Back to the terrain").on_hover_text(help).clicked() {
            actions.push(Action::PaintMask(None));
        }
    });
}

/// Buttons that paint the recipe's masks, and one that adds a mask.
fn masks(ui: &mut Ui, panel: &BrushPanel<'_>, actions: &mut Vec<Action>) {
    if !panel.can_have_masks {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        label(ui, "Masks", "A mask is a painted field from 0 to 1. Other fields and materials can read it");
        let masks = panel.fields.into_iter().flatten().map(|(_, field)| field);
        for mask in masks.filter(|field| is_mask(field)) {
            paint_mask(ui, &format!("Paint “{}”", mask.name), &mask.name, actions);
        }
        let help =
            "Adds a field for a mask, and starts painting it. Connect it in the graph to what reads it";
        if ui.button("New mask").on_hover_text(help).clicked() {
            actions.push(Action::NewMask);
        }
    });
}

/// A button that paints a mask.
pub(super) fn paint_mask(ui: &mut Ui, label: &str, mask: &str, actions: &mut Vec<Action>) {
    let help = "Brushes paint on this mask. Its strokes are saved beside the recipe";
    if ui.button(label).on_hover_text(help).clicked() {
        actions.push(Action::PaintMask(Some(mask.to_owned())));
    }
}

/// A row with a number in a range.
struct Row<'a> {
    name: &'a str,
    help: &'a str,
    unit: Unit,
    range: [f64; 2],
    integer: bool,
    /// The value in the middle of the slider, and the factor from there to its ends.
    middle: Option<[f64; 2]>,
}

impl<'a> Row<'a> {
    const fn new(name: &'a str, help: &'a str, range: [f64; 2]) -> Self {
        Self { name, help, unit: Unit::None, range, integer: false, middle: None }
    }

    const fn metres(self) -> Self {
        Self { unit: Unit::Metres, ..self }
    }

    fn show(self, ui: &mut Ui, value: &mut f64) {
        let Self { name, help, unit, range: [min, max], integer, middle } = self;
        let label = ui.label(RichText::new(name).color(theme::WEAK)).on_hover_text(help);
        let number = Number { integer, ..Number::new(*value, [min, max], unit) };
        let number = match middle {
            Some([middle, reach]) => Number { opened: Some(middle), reach, ..number },
            None => number,
        };
        let changed = number.show(ui, ui.scope_id().with(name), true);
        changed.response.widget_info(|| {
            let info = egui::WidgetInfo::slider(true, *value, name);
            egui::WidgetInfo { label: Some(name.to_owned()), ..info }
        });
        about_text(ui, label.rect.union(changed.response.rect), name, help);
        changed.response.on_hover_text(help);
        *value = changed.value.unwrap_or(*value);
        ui.end_row();
    }
}

fn shape(ui: &mut Ui, brush: &mut Brush, largest: f64) {
    let size = Row::new("radius", "Brush radius", [1e-2, largest]).metres();
    // A fixed middle, so that the knob moves with the radius.
    Row { middle: Some([largest / 16.0, 16.0]), ..size }.show(ui, &mut brush.radius);
    Row::new("strength", "Weight at the centre, scaled by pen pressure", [0.0, 1.0])
        .show(ui, &mut brush.strength);
    Row::new("inner", "Fraction of the radius at full weight", [0.0, 0.98]).show(ui, &mut brush.inner);
    Row::new("falloff", "Falloff exponent: higher is narrower", [0.5, 16.0]).show(ui, &mut brush.power);
    Row::new("spacing", "Distance between dabs, in radii", [0.02, 4.0]).show(ui, &mut brush.spacing);
}

/// The settings of the selected brush.
fn tool(ui: &mut Ui, brushes: &mut BrushSet, panel: &BrushPanel<'_>, actions: &mut Vec<Action>) {
    const METRES: [f64; 2] = [-1e6, 1e6];
    let max = [1e-3, 1e8];
    let amount = amount_help(brushes);
    let amount_row = || Row::new("amount", &amount, METRES).metres();
    match brushes.kind {
        Kind::Raise | Kind::Lower => amount_row().show(ui, &mut brushes.metres),
        Kind::Smooth | Kind::Sharpen => {
            Row::new("reach", "Details smaller than this are removed or amplified", [1e-2, panel.largest])
                .metres()
                .show(ui, &mut brushes.blur);
        }
        Kind::Ledge => {
            Row::new("step", "Height of a terrace", max).metres().show(ui, &mut brushes.step);
            Row::new("riser", "Fraction of each step that is steep; the rest is flat", [0.01, 1.0])
                .show(ui, &mut brushes.riser);
        }
        Kind::Stamp => {
            label(ui, "image", "White adds the amount below, black adds nothing");
            let name = std::path::Path::new(&brushes.image).file_name().map(|name| name.to_string_lossy());
            if ui.button(name.as_deref().unwrap_or("Choose…")).clicked() {
                actions.push(Action::ChooseStamp);
            }
            ui.end_row();
            amount_row().show(ui, &mut brushes.metres);
            label(ui, "rotate", "Turns the top of the image in the direction of the stroke");
            ui.checkbox(&mut brushes.turn, "follow stroke");
            ui.end_row();
        }
        Kind::Noise => {
            noise(ui, &mut brushes.noise);
            grain(ui, brushes);
        }
        Kind::Field => {
            field(ui, brushes, panel);
            Row::new("amplitude", "Height that one pass adds where the field is 1", METRES)
                .metres()
                .show(ui, &mut brushes.metres);
            grain(ui, brushes);
        }
        Kind::Level | Kind::Erase | Kind::Paint | Kind::Remove => {}
    }
}

/// What the amount means.
fn amount_help(BrushSet { kind, brush, .. }: &BrushSet) -> String {
    let does = if *kind == Kind::Lower { "removes" } else { "adds" };
    let dabs = format!("A stroke is a row of dabs, {} radii apart", brush.spacing);
    if *kind == Kind::Stamp {
        return format!(
            "Height in metres that one dab adds at full strength where the image is white. {dabs}. Where they overlap, their heights \
             add up."
        );
    }
    format!(
        "Height in metres that one pass {does} along the middle of a stroke, at full strength. {dabs}, and their heights add up to \
         this amount. Where a stroke crosses itself, it {does} more; at its ends, and with a single click, less."
    )
}

/// The stamps that ship with the studio.
fn palette(ui: &mut Ui, panel: &BrushPanel<'_>, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::Vec2::splat(4.0);
        for stamp in STAMPS {
            let Some(picture) = panel.stamps.get(stamp.name) else { continue };
            let is_chosen = panel.brushes.image.ends_with(&stamp.file_name());
            let button = ui.add(Button::image(picture).selected(is_chosen));
            button
                .widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_chosen, stamp.name));
            if button.on_hover_text(stamp.description()).clicked() {
                actions.push(Action::UseStamp(stamp));
            }
        }
    });
}

fn label(ui: &mut Ui, name: &str, help: &str) {
    ui.label(RichText::new(name).color(theme::WEAK)).on_hover_text(help);
}

/// The noise settings, as in the program Scape.
fn noise(ui: &mut Ui, noise: &mut NoiseBrush) {
    label(ui, "noise", "Type of noise");
    let combo = ComboBox::from_id_salt("noise").selected_text(noise.noise.name()).show_ui(ui, |ui| {
        for of in Noise::ALL {
            ui.selectable_value(&mut noise.noise, of, of.name());
        }
    });
    named_choice(&combo.response, "noise", noise.noise.name());
    ui.end_row();
    Row::new("amplitude", "Height that one pass adds where the noise is 1", [-1e6, 1e6])
        .metres()
        .show(ui, &mut noise.metres);
    Row::new(
        "wavelength",
        "Wavelength of the coarsest octave: the size of the largest features",
        [1e-2, 1e8],
    )
    .metres()
    .show(ui, &mut noise.wavelength);
    let mut octaves = f64::from(noise.octaves);
    Row {
        integer: true,
        ..Row::new("octaves", "Number of octaves; each halves the wavelength", [1.0, 20.0])
    }
    .show(ui, &mut octaves);
    noise.octaves = octaves as u32;
    Row::new("coarse", "Roughness of large features", [0.0, 1.0]).show(ui, &mut noise.coarse);
    Row::new("fine", "Roughness of small features", [0.0, 1.0]).show(ui, &mut noise.fine);
    Row::new("peaks", "Above 1: sharper peaks, wider valleys", [0.05, 20.0]).show(ui, &mut noise.peaks);
    Row::new("displace", "Distance by which a coarse noise displaces the result", [0.0, 1e8])
        .metres()
        .show(ui, &mut noise.displacement);
    label(ui, "seed", "Each seed gives another noise of the same kind");
    if ui.button(format!("Next seed ({})", noise.seed)).clicked() {
        noise.seed += 1;
    }
    ui.end_row();
}

fn field(ui: &mut Ui, brushes: &mut BrushSet, panel: &BrushPanel<'_>) {
    label(ui, "field", "Field of the recipe to add");
    let chosen = if brushes.field.is_empty() { "Choose…" } else { &brushes.field };
    let chosen = chosen.to_owned();
    let combo = ComboBox::from_id_salt("field").selected_text(&chosen).show_ui(ui, |ui| {
        for (name, field) in panel.fields.into_iter().flatten().filter(|(_, field)| field.output.is_none()) {
            let text = format!("{name}  ({})", field.kind());
            ui.selectable_value(&mut brushes.field, name.clone(), text);
        }
    });
    named_choice(&combo.response, "field to paint", &chosen);
    ui.end_row();
}

/// The stretch of noise and fields.
fn grain(ui: &mut Ui, brushes: &mut BrushSet) {
    let (mut angle, mut ratio) = match brushes.noise.grain {
        Grain::Ground { angle, ratio } => (angle, ratio),
        Grain::Stroke { ratio } => (0.0, ratio),
    };
    Row::new("stretch", "Ratio of length to width of features", [0.01, 100.0]).show(ui, &mut ratio);
    label(ui, "direction", "Direction of the stretch");
    ui.checkbox(&mut brushes.along, "along stroke");
    ui.end_row();
    if !brushes.along {
        Row { unit: Unit::Degrees, ..Row::new("angle", "Clockwise from east", [-180.0, 180.0]) }
            .show(ui, &mut angle);
    }
    brushes.noise.grain = Grain::Ground { angle, ratio };
}

/// Two checkboxes: whether the brush may raise the terrain, and whether it may lower it.
fn directions(ui: &mut Ui, brush: &mut Brush) {
    ui.horizontal(|ui| {
        // At least one must be allowed.
        let (up, down) = (brush.up, brush.down);
        ui.add_enabled(down || !up, Checkbox::new(&mut brush.up, "can raise"));
        ui.add_enabled(up || !down, Checkbox::new(&mut brush.down, "can lower"));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_amount_says_what_it_is() {
        let of = |kind| amount_help(&BrushSet { kind, ..BrushSet::new(1000.0, 90.0) });
        assert!(of(Kind::Raise).contains("one pass adds") && of(Kind::Raise).contains("0.25 radii apart"));
        assert!(of(Kind::Lower).contains("one pass removes"));
        assert!(of(Kind::Stamp).contains("one dab adds"));
    }
}

//! The materials of the ground: their colours, their order and their rules.

use egui::{Button, CollapsingHeader, Color32, Frame, Margin, Mesh, RichText, Sense, Ui, Vec2};
use orogen_engine::covering::Covering;
use orogen_engine::raster::Band;
use orogen_engine::recipe::spec::Unit;
use orogen_engine::recipe::{Material, Reach, Recipe};

use super::form::{Form, text_box, words};
use super::reach::{ReachRow, initial};
use crate::action::Action;
use crate::document::{
    Document, Edit, NodeKey, Port, new_material, path_of, readable, remove_material, rule_name,
};
use crate::theme;

/// Shows the materials.
pub(super) fn materials(ui: &mut Ui, document: &Document, recipe: &Recipe, actions: &mut Vec<Action>) {
    let count = recipe.materials.len();
    let title = if count == 0 { "Materials".to_owned() } else { format!("Materials ({count})") };
    CollapsingHeader::new(RichText::new(title)).id_salt("materials").show(ui, |ui| {
        let mut form = Form::new(document, path_of("materials"), actions);
        if count > 0 {
            overview(ui, recipe);
        }
        for index in 0..count {
            material(ui, &mut form, recipe, index);
        }
        ui.add_enabled_ui(document.is_toml(), |ui| {
            let new = new_material(recipe);
            let button = ui.add_enabled(new.is_some(), Button::new("Add material"));
            if let (true, Some(new)) = (button.clicked(), new) {
                form.edit(new);
            }
        });
    });
}

fn material(ui: &mut Ui, form: &mut Form<'_>, recipe: &Recipe, index: usize) {
    let material = &recipe.materials[index];
    Frame::new().fill(theme::CARD).corner_radius(6).inner_margin(Margin::symmetric(8, 4)).show(ui, |ui| {
        ui.push_id(("material", index), |ui| {
            ui.set_width(ui.available_width());
            form.path = vec!["materials".to_owned(), index.to_string()];
            ui.add_enabled_ui(form.document.is_toml(), |ui| {
                ui.horizontal(|ui| head(ui, form, recipe, index));
                let rules = CollapsingHeader::new(RichText::new(summary(material)).small().weak());
                rules.id_salt("rules").show(ui, |ui| rules_of(ui, form, recipe, index));
            });
        });
    });
}

/// The colour, the name, and buttons for the order.
fn head(ui: &mut Ui, form: &mut Form<'_>, recipe: &Recipe, index: usize) {
    let material = &recipe.materials[index];
    colour(ui, form, &format!("colour of {}", material.name), "color", material.color);
    let name = format!("name of {}", material.name);
    if let Some(new) = text_box(ui, &name, &material.name, 110.0) {
        let is_free = recipe.materials.iter().all(|other| other.name != new);
        if is_free && !new.trim().is_empty() && !new.chars().any(char::is_control) {
            form.edit(Edit::RenameMaterial { from: material.name.clone(), to: new });
        }
    }
    let swap = |first| Edit::Swap { list: "materials".to_owned(), first };
    let name = &material.name;
    let mut button = |ui: &mut Ui, icon: Icon, label: String, enabled: bool, edit: &dyn Fn() -> Edit| {
        let button = ui.add_enabled_ui(enabled, |ui| icon.button(ui)).inner;
        button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, &label));
        if button.on_hover_text(&label).clicked() {
            form.edit(edit());
        }
    };
    let is_last = index + 1 == recipe.materials.len();
    button(ui, Icon::Up, format!("Move {name} up in the list"), index > 0, &|| swap(index - 1));
    button(ui, Icon::Down, format!("Move {name} down in the list"), !is_last, &|| swap(index));
    button(ui, Icon::Cross, format!("Remove {name}"), true, &|| remove_material(name));
}

/// A picture on a button. The font of the window has no arrows.
#[derive(Clone, Copy)]
enum Icon {
    Up,
    Down,
    Cross,
}

impl Icon {
    fn button(self, ui: &mut Ui) -> egui::Response {
        let response = ui.add(Button::new("").min_size(Vec2::splat(22.0)));
        let colour = ui.style().interact(&response).fg_stroke.color;
        let at = |x: f32, y: f32| response.rect.center() + 4.0 * Vec2::new(x, y);
        let triangle = |tip: f32| {
            let corners = vec![at(0.0, tip), at(1.0, -tip), at(-1.0, -tip)];
            egui::Shape::convex_polygon(corners, colour, egui::Stroke::NONE)
        };
        let line = |x: f32| egui::Shape::line_segment([at(x, -1.0), at(-x, 1.0)], (1.4, colour));
        match self {
            Self::Up => ui.painter().extend([triangle(-0.8)]),
            Self::Down => ui.painter().extend([triangle(0.8)]),
            Self::Cross => ui.painter().extend([line(1.0), line(-1.0)]),
        }
        response
    }
}

/// A swatch that opens a colour picker.
pub(super) fn colour(ui: &mut Ui, form: &mut Form<'_>, name: &str, key: &str, colour: [u8; 3]) {
    let mut new = colour;
    let response = ui.color_edit_button_srgb(&mut new);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ColorWell, true, name));
    if new != colour {
        let path = form.at(key);
        form.edit(Edit::Color { path, value: new });
    }
}

/// Where a material occurs, in a few words.
fn summary(material: &Material) -> String {
    let rules = [
        ("height", material.height.is_some()),
        ("slope", material.slope.is_some()),
        ("curvature", material.curvature.is_some()),
        ("noise", material.noise.is_some()),
    ];
    let rules: Vec<_> = rules.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name).collect();
    if rules.is_empty() { "everywhere".to_owned() } else { format!("by {}", rules.join(", ")) }
}

fn rules_of(ui: &mut Ui, form: &mut Form<'_>, recipe: &Recipe, index: usize) {
    let material = &recipe.materials[index];
    let rules = [
        ("height", "Metres", material.height, Unit::Metres, heights(recipe), [-1e9, 1e9]),
        ("slope", "Degrees: 0 is level", material.slope, Unit::Degrees, [0.0, 70.0], [-90.0, 180.0]),
        ("curvature", "Positive in hollows", material.curvature, Unit::None, [-10.0, 10.0], [-1e9, 1e9]),
    ];
    for (name, help, reach, unit, span, range) in rules {
        let path = form.at(name);
        form.row(ui, name, help, reach.is_some(), |form, ui| match reach {
            Some(reach) => ReachRow { material, reach, name, path, unit, span, range }.show(ui, form),
            None => {
                let add = ui.button("Add");
                add.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::Button, true, format!("add rule for {name}"))
                });
                if add.clicked() {
                    form.edit(Edit::Numbers { path, value: initial(span) });
                }
            }
        });
    }
    noise(ui, form, recipe, material);
}

fn noise(ui: &mut Ui, form: &mut Form<'_>, recipe: &Recipe, material: &Material) {
    const NONE: &str = "– none –";
    let now = material.noise.as_ref();
    form.row(
        ui,
        "noise",
        "A field of the recipe whose values select the ground",
        now.is_some(),
        |form, ui| {
            let fields = readable(recipe, "");
            let mut options: Vec<_> =
                fields.iter().map(|field| (field.name.as_str(), field.spec.summary)).collect();
            options.insert(0, (NONE, "The material does not depend on a field"));
            let chosen = now.map_or(NONE, |noise| noise.field.as_str());
            match words(ui, "noise", chosen, &options) {
                Some(word) if word == NONE => form.edit(Edit::Remove { path: form.at("noise") }),
                Some(word) => {
                    let port = Port::new(NodeKey::Material(material.name.clone()), rule_name(0));
                    form.edit(Edit::connect(port, &word));
                }
                None => {}
            }
        },
    );
    if let Some(noise) = now {
        let path = form.below("noise").at("range");
        form.row(ui, "range", "Values of the field", false, |form, ui| {
            let (unit, span, range) = (Unit::None, [-1.0, 1.0], [-1e9, 1e9]);
            ReachRow { material, reach: noise.reach, name: "range", path, unit, span, range }.show(ui, form);
        });
    }
}

/// The heights that a picture of a rule shows: where the field is from 0 or -1 to 1.
fn heights(recipe: &Recipe) -> [f64; 2] {
    let (scale, offset) = (recipe.height.scale.abs(), recipe.height.offset);
    let limits = recipe.materials.iter().filter_map(|material| material.height);
    let numbers = limits.flat_map(|Reach { from, whole, to }| [from, whole[0], whole[1], to]);
    let numbers = numbers.filter(|number| number.is_finite());
    // A scale of 1 means that fields are in metres already.
    let scale = if scale > 1.0 { scale } else { 0.1 * recipe.domain.size.min(30_000.0) };
    numbers.fold([offset - 0.5 * scale, offset + scale], |[min, max], number| {
        [min.min(number - 0.1 * scale), max.max(number + 0.1 * scale)]
    })
}

/// All materials by height, upwards, and slope, to the right.
fn overview(ui: &mut Ui, recipe: &Recipe) {
    const COLUMNS: usize = 48;
    const ROWS: usize = 24;
    let size = Vec2::new(ui.available_width(), 64.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let [min, max] = heights(recipe);
    let colours = colours(recipe, [min, max], COLUMNS, ROWS);
    let mut mesh = Mesh::default();
    for (at, colour) in colours.iter().enumerate() {
        let (column, row) = (at % COLUMNS, at / COLUMNS);
        let share = Vec2::new(column as f32 / (COLUMNS - 1) as f32, row as f32 / (ROWS - 1) as f32);
        mesh.colored_vertex(rect.lerp_inside(share), *colour);
        if column > 0 && row > 0 {
            let [here, left] = [at as u32, at as u32 - 1];
            let above = |index: u32| index - COLUMNS as u32;
            mesh.add_triangle(above(left), above(here), left);
            mesh.add_triangle(above(here), left, here);
        }
    }
    ui.painter().add(mesh);
    response.on_hover_text(format!(
        "Materials by slope, from 0° on the left to {STEEPEST:.0}° on the right, and by height, from {} at the bottom to {}. \
         Curvature and noise are left out.",
        super::number::shown(min.round(), Unit::Metres),
        super::number::shown(max.round(), Unit::Metres)
    ));
}

/// The steepest ground of the overview, in degrees.
const STEEPEST: f32 = 70.0;

/// The colours of the ground, from the highest level ground to the lowest steep ground.
fn colours(recipe: &Recipe, [min, max]: [f64; 2], columns: usize, rows: usize) -> Vec<Color32> {
    let simple = |material: &Material| Material { curvature: None, noise: None, ..material.clone() };
    let covering = Covering::new(&recipe.materials.iter().map(simple).collect::<Vec<_>>());
    let mut band = Band { columns, ..Band::default() };
    for at in 0..columns * rows {
        let up = 1.0 - (at / columns) as f64 / (rows - 1) as f64;
        let slope = STEEPEST * (at % columns) as f32 / (columns - 1) as f32;
        band.height.push((min + up * (max - min)) as f32);
        band.dx.push(libm::tanf(slope.to_radians()));
        band.dy.push(0.0);
    }
    let mut weights = vec![0.0; recipe.materials.len()];
    let mut colour = |at: usize| {
        covering.weights(&band, at, &mut weights);
        let [red, green, blue] = covering.color(&weights);
        Color32::from_rgb(red, green, blue)
    };
    (0..columns * rows).map(&mut colour).collect()
}

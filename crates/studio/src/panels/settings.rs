//! The settings of a recipe other than its fields.

use egui::{CollapsingHeader, DragValue, RichText, Ui};
use orogen_engine::raster::MAX_SIDE;
use orogen_engine::recipe::spec::Unit;
use orogen_engine::recipe::{Air, NumberKey, Palette, Recipe, Sand, View};

use super::expression::expression;
use super::field::MAX_SEED;
use super::form::{Form, words};
use super::help::about_text;
use super::materials::colour;
use super::number::{Number, named};
use super::tour::{Target, mark};
use crate::action::Action;
use crate::document::{Document, Edit, path_of};

/// Shows the seed, the height, the sea, the domain, the colours and the air.
///
/// `heights` is the range of the heights that are shown, if it is known.
pub(super) fn settings(
    ui: &mut Ui,
    document: &Document,
    recipe: &Recipe,
    heights: Option<[f64; 2]>,
    actions: &mut Vec<Action>,
) {
    let mut form = Form::new(document, Vec::new(), actions);
    let given: &dyn Fn(&str) -> bool = &|path| document.sets(path);
    seed(ui, &mut form, recipe);
    ui.add_space(4.0);
    let title = ui.label(RichText::new("Height").strong());
    about_text(ui, title.rect, "Height", "Metres above sea level: scale × field + offset.");
    form.path = path_of("height");
    let names: Vec<_> =
        recipe.written_fields().map(|field| (field.name.as_str(), field.spec.summary)).collect();
    let (help, field) = ("The field that gives the height", form.at("field"));
    match document.expression(&field) {
        Some(text) => {
            form.row(ui, "field", help, false, |form, ui| expression(ui, form, "field", field, &text));
        }
        None => form.row(ui, "field", help, false, |form, ui| {
            if let Some(value) = words(ui, "field", &recipe.height.field, &names) {
                form.edit(Edit::Word { path: field, value });
            }
        }),
    }
    let metres = |value| Number::new(value, [-1e9, 1e9], Unit::Metres);
    let height = &recipe.height;
    // Without a scale, terrains of most fields are 1 m high, which nobody wants.
    form.number(ui, "scale", "Height where the field is 1", false, metres(height.scale));
    let help = "Height above sea level where the field is 0";
    let offset = Number { default: Some(0.0), ..metres(height.offset) };
    form.number(ui, "offset", help, given("height.offset"), offset);
    sea(ui, &mut form, recipe, heights);
    CollapsingHeader::new(RichText::new("Domain")).show(ui, |ui| domain(ui, &mut form, recipe, given));
    let header = CollapsingHeader::new(RichText::new("Colours and air"));
    header.show(ui, |ui| colours_and_air(ui, &mut form, recipe, given));
}

fn seed(ui: &mut Ui, form: &mut Form<'_>, recipe: &Recipe) {
    form.path.clear();
    form.row(ui, "seed", "Each seed gives another terrain of the same kind", false, |form, ui| {
        let mut value = recipe.seed;
        let entry =
            ui.add(DragValue::new(&mut value).range(0..=MAX_SEED).clamp_existing_to_range(false).speed(0.1));
        named(&entry, "seed", value as f64);
        if entry.changed() {
            form.edit(Edit::Number { path: path_of("seed"), value: value as f64, integer: true });
        }
        form.end_edit_after(&entry);
        if ui.button("Next").on_hover_text("Use the next seed").clicked() {
            let next = recipe.seed.wrapping_add(1) % MAX_SEED;
            form.edit(Edit::Number { path: path_of("seed"), value: next as f64, integer: true });
            form.actions.push(Action::EndEdit);
        }
        mark(ui, Target::Seed, ui.min_rect());
        if ui.button("Random").on_hover_text("Use a random seed").clicked() {
            // Multiples of the golden ratio are evenly distributed, and the result is reproducible.
            let any = recipe.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x632b_e5ab) >> 44;
            form.edit(Edit::Number { path: path_of("seed"), value: any as f64, integer: true });
            form.actions.push(Action::EndEdit);
        }
    });
}

/// A level of a new sea: 0 if that lies within the heights, otherwise one that drowns the lowest quarter of them.
fn new_level(recipe: &Recipe, heights: Option<[f64; 2]>) -> f64 {
    match heights {
        Some([low, high]) if recipe.domain.sphere().is_none() && !(low..high).contains(&0.0) => {
            (0.75 * low + 0.25 * high).round()
        }
        _ => 0.0,
    }
}

fn sea(ui: &mut Ui, form: &mut Form<'_>, recipe: &Recipe, heights: Option<[f64; 2]>) {
    form.path.clear();
    let level = recipe.sea.as_ref().map(|sea| sea.level);
    form.row(ui, "sea", "Water level", level.is_some(), |form, ui| {
        if level.is_none() && ui.button("Add").clicked() {
            form.edit(Edit::number(path_of("sea.level"), new_level(recipe, heights)));
        }
    });
    if let Some(value) = level {
        form.path = path_of("sea");
        let number = Number::new(value, [-1e9, 1e9], Unit::Metres);
        form.number(ui, "level", "Height of the water surface", false, number);
    }
}

fn domain(ui: &mut Ui, form: &mut Form<'_>, recipe: &Recipe, given: &dyn Fn(&str) -> bool) {
    form.path = path_of("domain");
    let domain = &recipe.domain;
    if domain.sphere().is_none() {
        let number = Number::new(domain.size, [f64::MIN_POSITIVE, 1e9], Unit::Metres);
        form.number(ui, "size", "Side length", false, number);
    }
    let samples = Number::new(domain.samples as f64, [2.0, MAX_SIDE as f64], Unit::None);
    let number = Number { integer: true, ..samples };
    form.number(
        ui,
        "samples",
        "Samples per side in exports, unless the export sets another size",
        given("domain.samples"),
        number,
    );
    if domain.sphere().is_none() {
        let mut tile = domain.tile;
        form.row(ui, "tile", "Makes the terrain tile seamlessly", given("domain.tile"), |form, ui| {
            if ui.checkbox(&mut tile, "seamless").changed() {
                form.edit(Edit::Flag { path: path_of("domain.tile"), value: tile });
            }
        });
    }
}

fn colours_and_air(ui: &mut Ui, form: &mut Form<'_>, recipe: &Recipe, given: &dyn Fn(&str) -> bool) {
    form.path = path_of("view");
    let palettes = Palette::ALL.map(|palette| (palette.name(), "Ground colours"));
    form.choice(
        ui,
        "palette",
        "Ground colours where the recipe has no materials",
        given("view.palette"),
        recipe.view.palette.name(),
        &palettes,
    );
    let (chosen, path) = (recipe.view.air.name(), path_of("view.air"));
    form.row(ui, "air", "Atmosphere", given("view.air"), |form, ui| {
        let airs = Air::ALL.map(|air| (air.name(), ""));
        if let Some(word) = words(ui, "air", chosen, &airs) {
            // Without air, there is neither haze nor are there clouds.
            let lost =
                ["view.haze", "view.clouds"].into_iter().filter(|key| word == Air::None.name() && given(key));
            let lost = lost.map(|key| Edit::Remove { path: path_of(key) });
            form.edit(Edit::All(lost.chain([Edit::Word { path, value: word.clone() }]).collect()));
        }
    });
    number(ui, form, recipe, given, View::STONES, View::default().stones);
    number(ui, form, recipe, given, View::TREES, View::default().trees);
    colours(ui, form, recipe, given);
    if recipe.view.air == Air::None {
        return;
    }
    number(ui, form, recipe, given, View::HAZE, recipe.view.air.haze());
}

/// A number of the view.
fn number(
    ui: &mut Ui,
    form: &mut Form<'_>,
    recipe: &Recipe,
    given: &dyn Fn(&str) -> bool,
    key: NumberKey<View>,
    default: f64,
) {
    let number = Number::new(key.get(&recipe.view), [key.least, key.most], key.unit);
    let number = Number { default: Some(default), ..number };
    form.number(ui, key.name, key.help, given(&format!("view.{}", key.name)), number);
}

/// The colours of sand.
fn colours(ui: &mut Ui, form: &mut Form<'_>, recipe: &Recipe, given: &dyn Fn(&str) -> bool) {
    form.path = path_of("view.sand");
    for key in Sand::COLORS {
        let path = format!("view.sand.{}", key.name);
        form.row(ui, key.name, key.help, given(&path), |form, ui| {
            colour(ui, form, key.help, key.name, key.get(&recipe.view.sand));
        });
    }
    form.path = path_of("view");
}

#[cfg(test)]
mod tests {
    use orogen_engine::nodes;
    use orogen_engine::recipe::Source;

    use super::*;

    #[test]
    fn a_new_sea_leaves_land() {
        let recipe = |domain: &str| {
            let text = format!(
                "orogen = 1\n{domain}\nheight = {{ field = \"land\", offset = 560 }}\n[fields.land]\ntype = \"fbm\"\nwavelength = 900"
            );
            Recipe::parse(Source::new("land", text), nodes::registry()).expect("a recipe")
        };
        let plane = recipe("domain.size = 4000");
        assert_eq!(new_level(&plane, Some([100.0, 500.0])), 200.0);
        assert_eq!(new_level(&plane, Some([-500.0, -100.0])), -400.0);
        assert_eq!(new_level(&plane, Some([-10.0, 400.0])), 0.0);
        assert_eq!(new_level(&plane, None), 0.0);
        let planet = recipe("domain = { kind = \"planet\", radius = 1e6 }");
        assert_eq!(new_level(&planet, Some([100.0, 500.0])), 0.0);
    }
}

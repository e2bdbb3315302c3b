//! A field: its node, its inputs and parameters, and a thumbnail.

use egui::{CollapsingHeader, Frame, Image, Margin, RichText, Ui, Vec2};
use orogen_engine::recipe::spec::Unit;
use orogen_engine::recipe::{Field, Input, Recipe, Uses};

use super::brushes::paint_mask;
use super::expression::expression;
use super::form::{Form, words};
use super::help::{Topic, about};
use super::node_list::nodes_menu;
use super::number::{Number, named};
use super::parameters::of_used;
use super::spans::Spans;
use crate::action::Action;
use crate::document::{Document, Edit, NodeKey, Port, is_mask, readable, readers};
use crate::theme;

/// Points along a side of a field's thumbnail.
const PICTURE: f32 = 36.0;

/// Shows a field, with a thumbnail. `is_opened`: its form is opened and scrolled to.
pub(super) fn field(
    ui: &mut Ui,
    document: &Document,
    recipe: &Recipe,
    field: &Field,
    picture: Option<&egui::TextureHandle>,
    is_opened: bool,
    spans: &Spans,
    actions: &mut Vec<Action>,
) {
    let card = Frame::new().fill(theme::CARD).corner_radius(6).inner_margin(Margin::symmetric(8, 6)).show(
        ui,
        |ui| {
            ui.set_width(ui.available_width());
            let opened = ui.horizontal_top(|ui| {
                let place = ui.allocate_exact_size(Vec2::splat(PICTURE), egui::Sense::hover()).0;
                match picture {
                    Some(picture) => Image::new(picture).corner_radius(4).paint_at(ui, place),
                    None => drop(ui.painter().rect_filled(place, 4, theme::DEEP)),
                }
                ui.vertical(|ui| {
                    ui.set_width(ui.available_width());
                    let is_height = recipe.height.field == field.name;
                    let title = RichText::new(&field.name).strong();
                    let header =
                        CollapsingHeader::new(title).id_salt(("field", &field.name)).default_open(is_height);
                    let header = header.open(is_opened.then_some(true));
                    let shown = header.show_unindented(ui, |_| ());
                    let note = format!("{}{}", field.kind(), if is_height { " · terrain" } else { "" });
                    ui.label(RichText::new(note).small().weak()).on_hover_text(field.spec.summary);
                    shown.openness > 0.0
                })
                .inner
            });
            if opened.inner {
                body(ui, document, recipe, field, spans, actions);
            }
        },
    );
    about(ui, card.response.rect, || Topic::Node(field.spec));
    if is_opened {
        card.response.scroll_to_me(Some(egui::Align::TOP));
    }
}

fn body(
    ui: &mut Ui,
    document: &Document,
    recipe: &Recipe,
    field: &Field,
    spans: &Spans,
    actions: &mut Vec<Action>,
) {
    ui.push_id(&field.name, |ui| {
        ui.add_space(4.0);
        let path = vec!["fields".to_owned(), field.name.clone()];
        let mut form = Form { spans: Some(spans), ..Form::new(document, path, actions) };
        match &field.uses {
            Some(uses) => used(ui, &mut form, recipe, field, uses),
            None => node(ui, &mut form, recipe, field),
        }
        displace(ui, &mut form, recipe, field);
        manage(ui, &mut form, recipe, field);
    });
}

/// The parameters of the recipe that a field uses, its seed, and the fields that others replace.
fn used(ui: &mut Ui, form: &mut Form<'_>, recipe: &Recipe, field: &Field, uses: &Uses) {
    of_used(ui, form, uses);
    seed(ui, form, uses.seed);
    for name in &uses.replaced {
        let inside = recipe.fields.get(&format!("{}.{name}", field.name));
        if let Some(input) = inside.and_then(|inside| inside.inputs.first()) {
            const HELP: &str = "Replaces a field of the used recipe";
            self::input(ui, form, recipe, field, name, HELP, true, input);
        }
    }
}

/// The node of a field, its inputs and its parameters.
fn node(ui: &mut Ui, form: &mut Form<'_>, recipe: &Recipe, field: &Field) {
    kind(ui, form, recipe, field);
    for (spec, input) in field.spec.inputs.iter().zip(&field.inputs) {
        self::input(ui, form, recipe, field, spec.name, spec.help, false, input);
    }
    form.params(ui, field.spec, &field.args, false);
    if is_mask(field) {
        paint_mask(ui, "Paint", &field.name, form.actions);
    }
    if field.spec.group.takes_seed() {
        seed(ui, form, field.args.seed());
    }
}

/// The menu of nodes.
fn kind(ui: &mut Ui, form: &mut Form<'_>, recipe: &Recipe, field: &Field) {
    form.row(ui, "type", field.spec.help, false, |form, ui| {
        if let Some(node) = nodes_menu(ui, recipe, field.spec.name) {
            form.actions.push(Action::SetNode { field: field.name.clone(), node });
        }
    });
}

fn input(
    ui: &mut Ui,
    form: &mut Form<'_>,
    recipe: &Recipe,
    field: &Field,
    name: &str,
    help: &str,
    can_reset: bool,
    input: &Input,
) {
    let path = form.at(name);
    let written = form.document.expression(&path);
    form.row(ui, name, help, can_reset, |form, ui| {
        let chosen = match input {
            _ if written.is_some() => EXPRESSION,
            Input::Field(field, _) => field.as_str(),
            Input::Number(..) => NUMBER,
        };
        let mut options: Vec<_> = readable(recipe, &field.name)
            .iter()
            .map(|other| (other.name.as_str(), other.spec.summary))
            .collect();
        options.push((NUMBER, "The same value everywhere"));
        options.push((EXPRESSION, "A formula of fields and parameters"));
        match words(ui, name, chosen, &options) {
            Some(word) if word == NUMBER => form.edit(Edit::number(path.clone(), 0.5)),
            Some(word) if word == EXPRESSION => {
                let begin = if chosen == NUMBER { "0.5".to_owned() } else { chosen.to_owned() };
                form.edit(Edit::Word { path: path.clone(), value: format!("1 * {begin}") });
            }
            Some(word) => form.edit(Edit::Word { path: path.clone(), value: word }),
            None => {}
        }
        if let (&Input::Number(mut value, _), None) = (input, &written) {
            let response = ui.add(egui::DragValue::new(&mut value).speed(0.01).max_decimals(4));
            named(&response, name, value);
            if response.changed() {
                form.edit(Edit::number(path.clone(), value));
            }
            form.end_edit_after(&response);
        }
    });
    if let Some(text) = written {
        form.row(ui, "", "", false, |form, ui| expression(ui, form, name, path, &text));
    }
}

/// Stands for a number in a list of field names. It contains a space, which field names cannot.
const NUMBER: &str = "constant value";

/// Stands for an expression in that list.
const EXPRESSION: &str = "an expression";

/// Stands for no field in a list of field names.
const NONE: &str = "– none –";

fn seed(ui: &mut Ui, form: &mut Form<'_>, own: Option<u64>) {
    let path = form.at("seed");
    form.row(
        ui,
        "seed",
        "Seed of this field. By default it follows from the recipe's seed and the field's name.",
        own.is_some(),
        |form, ui| match own {
            Some(seed) => {
                let mut value = seed;
                let entry = egui::DragValue::new(&mut value).range(0..=MAX_SEED);
                let response = ui.add(entry.clamp_existing_to_range(false).speed(0.1));
                named(&response, "seed of the field", seed as f64);
                if response.changed() {
                    form.edit(Edit::Number { path, value: value as f64, integer: true });
                }
                form.end_edit_after(&response);
            }
            None if ui.button("Set seed").clicked() => {
                form.edit(Edit::Number { path, value: 1.0, integer: true });
            }
            None => {}
        },
    );
}

/// The largest seed that a slider sets: larger integers are not exact in `f64`.
pub(super) const MAX_SEED: u64 = (1 << 53) - 1;

fn displace(ui: &mut Ui, form: &mut Form<'_>, recipe: &Recipe, field: &Field) {
    const HELP: &str = "Displaces this field by another field";
    let (path, now) = (form.at("displace"), field.displace.as_ref());
    form.row(ui, "displace", HELP, now.is_some(), |form, ui| {
        let mut options: Vec<_> = readable(recipe, &field.name)
            .iter()
            .map(|other| (other.name.as_str(), other.spec.summary))
            .collect();
        options.insert(0, (NONE, "No displacement"));
        let chosen = now.map_or(NONE, |displace| displace.by.as_str());
        let Some(word) = words(ui, "displace", chosen, &options) else { return };
        if word == NONE {
            form.edit(Edit::Remove { path: path.clone() });
        } else {
            let port = Port::new(NodeKey::Field(field.name.clone()), "displace");
            form.edit(Edit::connect(port, &word));
        }
    });
    if let Some(displace) = now {
        let mut inner = form.below("displace");
        let size = recipe.domain.size;
        let number = Number::new(displace.strength, [-size, size], Unit::Metres);
        inner.number(ui, "strength", "Displacement where the other field is 1", false, number);
    }
}

/// Renames or deletes the field.
fn manage(ui: &mut Ui, form: &mut Form<'_>, recipe: &Recipe, field: &Field) {
    ui.horizontal(|ui| {
        let id = ui.scope_id().with("name");
        let mut name: String = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| field.name.clone());
        let entry = egui::TextEdit::singleline(&mut name).desired_width(110.0);
        let response = ui
            .add_enabled(form.document.is_toml(), entry)
            .on_hover_text("Field name. References are updated.");
        if response.lost_focus() {
            ui.data_mut(|data| data.remove::<String>(id));
            if name != field.name {
                form.edit(Edit::RenameField { from: field.name.clone(), to: name });
            }
        } else if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(id, name));
        }
        let readers = readers(recipe, &field.name);
        let can_delete = form.document.is_toml() && readers.is_empty();
        let delete = ui.add_enabled(can_delete, egui::Button::new("Delete"));
        let why = format!("Used by {}", readers.join(", "));
        if delete.on_disabled_hover_text(why).clicked() {
            form.edit(Edit::RemoveField { name: field.name.clone() });
        }
    });
}

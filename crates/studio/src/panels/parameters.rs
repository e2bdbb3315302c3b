//! The parameters of a recipe as sliders.

use egui::{Button, CollapsingHeader, DragValue, RichText, Role, Ui, WidgetInfo};
use orogen_engine::recipe::spec::Unit;
use orogen_engine::recipe::{Parameter, Recipe, Uses};

use super::form::{Form, text_box};
use super::number::{Number, named, shown};
use crate::action::Action;
use crate::document::{Document, Edit, Key, new_parameter, path_of, remove_parameter, set_parameter_range};

/// Shows a slider for each parameter, in the order of the text, and what describes it.
pub(super) fn parameters(ui: &mut Ui, document: &Document, recipe: &Recipe, actions: &mut Vec<Action>) {
    ui.add_space(6.0);
    let mut form = Form::new(document, path_of("parameters"), actions);
    ui.horizontal(|ui| {
        ui.label(RichText::new("Parameters").strong());
        let add = ui.add_enabled(document.is_toml(), Button::new("Add parameter"));
        if add.on_hover_text("A number that expressions use by its name").clicked() {
            form.edit(new_parameter(recipe));
        }
    });
    for parameter in &recipe.parameters {
        // There is no reset button: a parameter has no default.
        slider(ui, &mut form, parameter, path(document, parameter), false);
        let details = CollapsingHeader::new(RichText::new("name, range").small().weak());
        details.id_salt(("parameter", parameter.span.start)).show(ui, |ui| {
            ui.add_enabled_ui(document.is_toml(), |ui| describe(ui, &mut form, parameter));
        });
    }
}

/// The name, the range and the help of a parameter, and a button that removes it.
fn describe(ui: &mut Ui, form: &mut Form<'_>, parameter: &Parameter) {
    let name = &parameter.name;
    form.row(ui, "name", "Expressions follow the new name", false, |form, ui| {
        if let Some(to) = text_box(ui, &format!("name of {name}"), name, 110.0) {
            form.edit(Edit::RenameParameter { from: name.clone(), to });
        }
        let remove = ui.button("Remove");
        remove.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("remove {name}")));
        if remove.on_hover_text("Expressions get its value instead").clicked() {
            form.edit(remove_parameter(parameter));
        }
    });
    form.row(ui, "range", "The least and the greatest value", false, |form, ui| range(ui, form, parameter));
    form.row(ui, "help", "What the parameter does, in one line", false, |form, ui| {
        if let Some(value) = text_box(ui, &format!("help of {name}"), &parameter.help, 170.0) {
            form.edit(Edit::Word {
                path: vec!["parameters".to_owned(), name.clone(), "help".to_owned()],
                value,
            });
        }
    });
}

fn range(ui: &mut Ui, form: &mut Form<'_>, parameter: &Parameter) {
    let [min, max] = parameter.range;
    if min <= f64::MIN && max >= f64::MAX {
        let set = ui.button("Set");
        set.widget_info(|| {
            WidgetInfo::labeled(Role::Button, true, format!("set the range of {}", parameter.name))
        });
        if set.on_hover_text("Any number is valid").clicked() {
            let size = if parameter.default == 0.0 { 1.0 } else { 2.0 * parameter.default.abs() };
            let least = if parameter.default < 0.0 { -size } else { 0.0 };
            form.edit(set_parameter_range(parameter, [least, size]));
        }
        return;
    }
    let mut new = parameter.range;
    let mut finished = false;
    for (at, end) in ["least", "greatest"].into_iter().enumerate() {
        let speed = 0.005 * (max - min).min(1e9);
        let unit = parameter.measure();
        let entry =
            DragValue::new(&mut new[at]).speed(speed).custom_formatter(move |value, _| shown(value, unit));
        let response = ui.add(entry);
        named(&response, &format!("{end} value of {}", parameter.name), new[at]);
        finished |= response.drag_stopped() || response.lost_focus();
    }
    if new != parameter.range && new[0] <= new[1] {
        form.edit(set_parameter_range(parameter, new));
    }
    if finished {
        form.actions.push(Action::EndEdit);
    }
}

/// Shows a slider for each parameter of the recipe that a field uses.
pub(super) fn of_used(ui: &mut Ui, form: &mut Form<'_>, uses: &Uses) {
    for parameter in &uses.parameters {
        let path = form.at(&parameter.name);
        let is_given = form.document.sets(&format!("{}.{}", form.path.join("."), parameter.name));
        slider(ui, form, parameter, path, is_given);
    }
}

fn slider(ui: &mut Ui, form: &mut Form<'_>, parameter: &Parameter, path: Vec<Key>, is_given: bool) {
    let unit = parameter.measure();
    let number = Number::new(parameter.value, parameter.range, unit);
    form.number_at(ui, &parameter.name, path, &help(parameter, unit), is_given, number);
}

/// The path to the value of a parameter, which is written as a number or as a table.
fn path(document: &Document, parameter: &Parameter) -> Vec<Key> {
    let (alone, in_table) =
        (format!("parameters.{}", parameter.name), format!("parameters.{}.value", parameter.name));
    path_of(if document.sets(&in_table) { &in_table } else { &alone })
}

fn help(parameter: &Parameter, unit: Unit) -> String {
    match (parameter.help.as_str(), unit, parameter.unit.as_str()) {
        (help, Unit::None, unit) if !unit.is_empty() => format!("{help} (in {unit})"),
        ("", ..) => "A number that expressions use by this name".to_owned(),
        (help, ..) => help.to_owned(),
    }
}

//! The parameters of a recipe as sliders.

use egui::{RichText, Ui};
use orogen_engine::recipe::spec::Unit;
use orogen_engine::recipe::{Parameter, Recipe, Uses};

use super::number::Number;
use super::param::Form;
use crate::action::Action;
use crate::document::{Document, Key, path_of};

/// Shows a slider for each parameter, in the order of the text.
pub(super) fn parameters(ui: &mut Ui, document: &Document, recipe: &Recipe, actions: &mut Vec<Action>) {
    if recipe.parameters.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.label(RichText::new("Parameters").strong());
    let mut form = Form::new(document, Vec::new(), actions);
    for parameter in &recipe.parameters {
        // There is no reset button: it would remove the value, and all expressions with the parameter would be errors.
        slider(ui, &mut form, parameter, path(document, parameter), false);
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
    let [min, max] = parameter.range;
    let number = Number { value: parameter.value, min, max, unit, default: None, integer: false };
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

//! Edits of the parameters of a recipe.

use orogen_engine::recipe::{Parameter, Recipe};

use super::edit::{Edit, path_of};
use super::number::in_expression;
use super::required::free_name;

/// Adds a parameter from 0 to 2 with the value 1.
pub fn new_parameter(recipe: &Recipe) -> Edit {
    let name = free_name(recipe, "amount");
    let at = |key: &str| path_of(&format!("parameters.{name}.{key}"));
    Edit::All(vec![
        Edit::number(at("value"), 1.0),
        Edit::Numbers { path: at("range"), value: vec![0.0, 2.0] },
    ])
}

/// Removes a parameter. Its value takes its place in expressions.
pub fn remove_parameter(parameter: &Parameter) -> Edit {
    Edit::All(vec![
        Edit::Redirect { from: parameter.name.clone(), to: in_expression(parameter.default) },
        Edit::Remove { path: vec!["parameters".to_owned(), parameter.name.clone()] },
    ])
}

/// Sets the range of a parameter, and moves its value into the range.
pub fn set_parameter_range(parameter: &Parameter, [min, max]: [f64; 2]) -> Edit {
    let at = |key: &str| path_of(&format!("parameters.{}.{key}", parameter.name));
    let mut edits = vec![Edit::Numbers { path: at("range"), value: vec![min, max] }];
    let value = parameter.default.clamp(min, max);
    if value != parameter.default {
        edits.push(Edit::number(at("value"), value));
    }
    Edit::All(edits)
}

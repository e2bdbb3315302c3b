//! What a field needs at least: values for inputs and parameters without a default.

use orogen_engine::nodes;
use orogen_engine::recipe::spec::{Group, InputSpec, NodeSpec, ParamKind, ParamSpec, Unit};
use orogen_engine::recipe::{Field, Noise, Recipe};

use super::edit::{Edit, Key};
use super::names::free;

/// The fields that a field may read, in the order of the text: those that do not depend on it.
pub fn readable<'a>(recipe: &'a Recipe, name: &str) -> Vec<&'a Field> {
    let mut fields: Vec<_> = recipe.written_fields().filter(|other| !reads(recipe, other, name)).collect();
    fields.sort_by_key(|field| field.span);
    fields
}

/// Whether a field is, or depends on, the field of this name. Recipes have no cycles.
fn reads(recipe: &Recipe, field: &Field, name: &str) -> bool {
    field.name == name
        || field
            .references()
            .any(|(other, _)| recipe.fields.get(other).is_some_and(|other| reads(recipe, other, name)))
}

/// What reads a field: names of fields, and `height`, `water`, materials and what is scattered. A field that something reads
/// cannot be removed.
pub fn readers(recipe: &Recipe, name: &str) -> Vec<String> {
    let fields = recipe.fields.values().filter(|other| other.references().any(|(read, _)| read == name));
    let mut readers: Vec<_> = fields.map(|other| other.name.clone()).collect();
    let is_read = |noise: &Noise| noise.field == name;
    let materials = recipe.materials.iter().filter(|material| material.noise.as_ref().is_some_and(is_read));
    readers.extend(materials.map(|material| format!("the material {}", material.name)));
    let scattered = recipe.scatter.iter().filter(|kind| kind.rules.noises.iter().any(is_read));
    readers.extend(scattered.map(|kind| format!("the scattered {}", kind.name)));
    readers.extend((recipe.height.field == name).then(|| "the terrain".to_owned()));
    let is_water = recipe.water.as_ref().is_some_and(|water| water.field == name);
    readers.extend(is_water.then(|| "the water".to_owned()));
    readers
}

/// The parameter that takes a file, for nodes that cannot do without one.
///
/// ```
/// use orogen_engine::nodes::registry;
/// use orogen_studio::document::file_param;
///
/// assert_eq!(registry().get("image").and_then(file_param).unwrap().name, "file");
/// assert!(registry().get("painted").and_then(file_param).is_none(), "its file may be left out");
/// ```
pub fn file_param(node: &NodeSpec) -> Option<&'static ParamSpec> {
    node.params.iter().find(|param| param.kind == ParamKind::File && param.is_required())
}

/// A new field with all required values. Its required inputs read the field that is the terrain. `file` is the file of a node
/// that reads one.
pub fn new_field(recipe: &Recipe, node: &NodeSpec, file: Option<&str>) -> Edit {
    let inputs = node.inputs.iter().filter(|input| input.default.is_none());
    let inputs = inputs.map(|input| (input.name.to_owned(), quoted(&recipe.height.field)));
    added(recipe, &free_name(recipe, node.name), node, file, inputs.collect())
}

/// Whether a field is a painted mask with a section of its own.
pub fn is_mask(field: &Field) -> bool {
    nodes::is_painted(field.spec) && field.is_written()
}

/// A new field with these inputs, and with all required parameters.
pub(super) fn added(
    recipe: &Recipe,
    name: &str,
    node: &NodeSpec,
    file: Option<&str>,
    inputs: Vec<(Key, String)>,
) -> Edit {
    let params = node.params.iter().filter(|param| param.is_required());
    let params = params.map(|param| (param.name.to_owned(), required_text(param, recipe, file)));
    let lines = inputs.into_iter().chain(params).collect();
    Edit::AddField { name: name.to_owned(), node: node.name.to_owned(), lines }
}

/// The first free name for a field or a parameter.
pub(super) fn free_name(recipe: &Recipe, name: &str) -> String {
    let is_parameter = |name: &str| recipe.parameters.iter().any(|parameter| parameter.name == name);
    free(name, |name| !recipe.fields.contains_key(name) && !is_parameter(name))
}

/// The value of a required parameter, as a recipe writes it.
fn required_text(param: &ParamSpec, recipe: &Recipe, file: Option<&str>) -> String {
    match param.kind {
        ParamKind::Number { min, max, .. } => format!("{:?}", required_number(param, recipe).clamp(min, max)),
        ParamKind::Points => "[[0.0, 0.0], [1.0, 1.0]]".to_owned(),
        _ => quoted(file.unwrap_or("picture.png")),
    }
}

/// Sets a required parameter.
pub(super) fn required_edit(
    path: Vec<String>,
    param: &ParamSpec,
    recipe: &Recipe,
    file: Option<&str>,
) -> Edit {
    match param.kind {
        ParamKind::Number { .. } => Edit::number(path, required_number(param, recipe)),
        ParamKind::Points => Edit::Points { path, value: vec![[0.0, 0.0], [1.0, 1.0]] },
        _ => Edit::Word { path, value: file.unwrap_or("picture.png").to_owned() },
    }
}

/// A value in the range of a parameter. A length is an eighth of the domain: such features are large, but several fit in.
fn required_number(param: &ParamSpec, recipe: &Recipe) -> f64 {
    let value: f64 = match param.unit {
        Unit::Metres => format!("{:.1e}", recipe.domain.size / 8.0).parse().unwrap_or(1.0),
        _ => 0.5,
    };
    match param.kind {
        ParamKind::Number { min, max, .. } => value.clamp(min.max(1e-9), max),
        _ => value,
    }
}

/// What a required input reads: the nearest earlier field that is not in use yet, or else the number 0.5.
pub(super) fn required_input(
    path: Vec<String>,
    input: &InputSpec,
    recipe: &Recipe,
    field: &Field,
    in_use: &mut Vec<String>,
) -> Edit {
    let fields = readable(recipe, &field.name);
    let earlier = fields.iter().rev().filter(|other| other.span < field.span);
    let later = fields.iter().filter(|other| other.span > field.span);
    match earlier.chain(later).find(|other| !in_use.contains(&other.name)) {
        Some(other) => {
            in_use.push(other.name.clone());
            Edit::Word { path, value: other.name.clone() }
        }
        None => Edit::number(path, 0.5_f64.clamp(input.numbers[0], input.numbers[1])),
    }
}

/// A text as a recipe writes it.
pub(super) fn quoted(text: &str) -> String {
    toml_edit::Value::from(text).to_string()
}

/// The groups of nodes, in the order of menus.
const GROUPS: [Group; 7] = [
    Group::Fractal,
    Group::Basis,
    Group::Landform,
    Group::Source,
    Group::Planet,
    Group::Modifier,
    Group::Combiner,
];

/// The nodes that exist on a recipe's domain, by group: those for planets are missing elsewhere.
pub fn nodes_for(recipe: &Recipe) -> impl Iterator<Item = &'static NodeSpec> {
    let is_planet = recipe.domain.sphere().is_some();
    let groups = GROUPS.into_iter().filter(move |group| is_planet || *group != Group::Planet);
    let nodes = nodes::registry().nodes();
    groups.flat_map(move |group| nodes.iter().copied().filter(move |node| node.group == group))
}

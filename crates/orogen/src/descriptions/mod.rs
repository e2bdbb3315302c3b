//! Descriptions of nodes as data, for editors and documentation.

mod example;

use orogen_engine::recipe::spec::{NodeSpec, Octaves, ParamKind, ParamSpec};
use serde_json::{Value, json};

pub use example::{default_text, example_of_node};

/// The description of a node as JSON: what it does, its inputs, outputs and parameters with kind, default, limits and unit, and an
/// example. `orogen nodes --json` prints these.
///
/// ```
/// let perlin = orogen::engine::nodes::registry().get("fbm").expect("there is such a node");
/// let described = orogen::describe_node(perlin);
/// assert_eq!((&described["name"], &described["group"]), (&"fbm".into(), &"fractal".into()));
/// assert!(described["parameters"].as_array().is_some_and(|all| all.iter().any(|one| one["name"] == "gain")));
/// ```
pub fn describe_node(spec: &NodeSpec) -> Value {
    let inputs: Vec<_> =
        spec.inputs.iter().map(|input| json!({ "name": input.name, "help": input.help })).collect();
    let outputs: Vec<_> =
        spec.outputs.iter().map(|output| json!({ "name": output.name, "help": output.help })).collect();
    let params: Vec<_> = spec.params.iter().map(parameter).collect();
    json!({
        "name": spec.name,
        "group": spec.group.name(),
        "summary": spec.summary,
        "help": spec.help,
        "source": spec.source,
        "takes_seed": spec.group.takes_seed(),
        "inputs": inputs,
        "outputs": outputs,
        "parameters": params,
        "example": example_of_node(spec),
    })
}

fn parameter(param: &ParamSpec) -> Value {
    let mut result = match param.kind {
        ParamKind::Number { default, min, max } => {
            json!({ "kind": "number", "default": default, "min": min, "max": max })
        }
        ParamKind::Flag { default } => json!({ "kind": "flag", "default": default }),
        ParamKind::Choice { default, options } => {
            let options: Vec<_> =
                options.iter().map(|(name, help)| json!({ "name": name, "help": help })).collect();
            json!({ "kind": "choice", "default": default, "options": options })
        }
        ParamKind::Octaves { default } => {
            let default = match default {
                Octaves::Auto => json!("auto"),
                Octaves::Count(count) => json!(count),
            };
            json!({ "kind": "octaves", "default": default, "min": 1, "max": Octaves::MAX })
        }
        ParamKind::Roughness => json!({ "kind": "roughness" }),
        ParamKind::Points => json!({ "kind": "points" }),
        ParamKind::File => json!({ "kind": "file" }),
        ParamKind::Text => json!({ "kind": "text" }),
        ParamKind::Basis { default } => json!({ "kind": "basis", "default": default }),
    };
    result["name"] = param.name.into();
    result["help"] = param.help.into();
    result["unit"] = param.unit.symbol().into();
    result["required"] = param.is_required().into();
    result
}

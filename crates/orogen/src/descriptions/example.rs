//! Example fields for nodes.

use orogen_engine::digits::plain;
use orogen_engine::recipe::spec::{InputDefault, NodeSpec, Octaves, ParamKind, ParamSpec, Unit};

/// A field of this node in a recipe, with all required parameters and all defaults.
///
/// ```
/// let invert = orogen::engine::nodes::registry().get("invert").expect("there is such a node");
/// let text = "[fields.my-invert]\ntype = \"invert\"\ninput = \"another-field\"";
/// assert_eq!(orogen::example_of_node(invert), text);
/// ```
pub fn example_of_node(spec: &NodeSpec) -> String {
    let mut lines = vec![format!("[fields.my-{}]", spec.name), format!("type = \"{}\"", spec.name)];
    lines.extend(spec.inputs.iter().map(|input| match input.default {
        Some(InputDefault::Number(number)) => format!("{} = {}", input.name, plain(number)),
        _ => format!("{} = \"another-field\"", input.name),
    }));
    for param in spec.params {
        let value = default_text(param).or_else(|| param.is_required().then(|| placeholder(param)));
        lines.extend(value.map(|value| format!("{} = {value}", param.name)));
    }
    lines.join("\n")
}

/// A value for a required parameter.
fn placeholder(param: &ParamSpec) -> String {
    match param.kind {
        ParamKind::Number { min, max, .. } => {
            let value: f64 = if param.unit == Unit::Metres { 1000.0 } else { 0.5 };
            format!("{:?}", value.clamp(min, max))
        }
        ParamKind::Points => "[[0.0, 0.0], [0.5, 0.2], [1.0, 1.0]]".to_owned(),
        _ => "\"heights.png\"".to_owned(),
    }
}

/// The default of a parameter as it is written in a recipe. `None` if it has none, or none that a recipe can write.
pub fn default_text(param: &ParamSpec) -> Option<String> {
    match param.kind {
        ParamKind::Number { default, .. } => default.map(plain),
        ParamKind::Flag { default } => Some(default.to_string()),
        ParamKind::Choice { default, .. } | ParamKind::Basis { default } => Some(format!("\"{default}\"")),
        ParamKind::Octaves { default: Octaves::Auto } => Some("\"auto\"".to_owned()),
        ParamKind::Octaves { default: Octaves::Count(count) } => Some(count.to_string()),
        ParamKind::Roughness | ParamKind::Points | ParamKind::File | ParamKind::Text => None,
    }
}

#[cfg(test)]
mod tests {
    use orogen_engine::nodes;
    use orogen_engine::recipe::{Recipe, Source};

    use super::*;

    #[test]
    fn every_example_is_a_field_of_a_valid_recipe() {
        for spec in nodes::registry().nodes() {
            let text = format!(
                "orogen = 1\ndomain.size = 1000\nheight = {{ field = \"my-{}\", scale = 1 }}\n\
                 fields.another-field = {{ type = \"constant\", value = 0.5 }}\n{}\n",
                spec.name,
                example_of_node(spec)
            );
            if let Err(error) = Recipe::parse(Source::new(spec.name, text.clone()), nodes::registry()) {
                panic!("{text}\n{error}");
            }
        }
    }
}

//! `orogen nodes`: every kind of field, from what the nodes say about themselves.

use std::io::{self, StdoutLock, Write};

use orogen::nodes::{self, spec::*};
use serde_json::{Value, json};

use crate::failure::Failure;

/// List the kinds of field a recipe is built from, or explain one.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Explain this one.
    name: Option<String>,
    /// Print machine-readable facts.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen nodes
  orogen nodes swiss";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let registry = nodes::registry();
    let mut out = io::stdout().lock();
    match &args.name {
        Some(name) => {
            let spec = registry.get(name).ok_or_else(|| {
                Failure::of_use(format!("no node is named `{name}`"), registry.suggest(name, None))
            })?;
            if args.json {
                writeln!(out, "{:#}", facts(spec))?
            } else {
                explain(&mut out, spec)?
            }
        }
        None if args.json => {
            let nodes: Vec<_> = registry.nodes().iter().map(|spec| facts(spec)).collect();
            writeln!(out, "{:#}", json!({ "nodes": nodes }))?;
        }
        None => list(&mut out, registry.nodes())?,
    }
    Ok(out.flush()?)
}

/// One line a node, under the name of its group.
fn list(out: &mut StdoutLock<'_>, specs: &[&NodeSpec]) -> io::Result<()> {
    let width = specs.iter().map(|spec| spec.name.len()).max().unwrap_or(0);
    let mut groups: Vec<Group> = specs.iter().map(|spec| spec.group).collect();
    groups.sort();
    groups.dedup();
    for group in groups {
        writeln!(out, "{}", group.name())?;
        for spec in specs.iter().filter(|spec| spec.group == group) {
            writeln!(out, "  {:width$}  {}", spec.name, spec.summary)?;
        }
        writeln!(out)?;
    }
    writeln!(out, "`orogen nodes NAME` explains one.")
}

fn explain(out: &mut StdoutLock<'_>, spec: &NodeSpec) -> io::Result<()> {
    writeln!(out, "{} ({}): {}\n", spec.name, spec.group.name(), spec.summary)?;
    wrapped(out, "", spec.help)?;
    if !spec.source.is_empty() {
        writeln!(out)?;
        wrapped(out, "", &format!("After {}.", spec.source))?;
    }
    if !spec.inputs.is_empty() {
        writeln!(out, "\nInputs, each the name of a field or a number:")?;
        for input in spec.inputs {
            writeln!(out, "  {}", input.name)?;
            wrapped(out, "      ", input.help)?;
        }
    }
    if !spec.params.is_empty() {
        writeln!(out, "\nParameters:")?;
        for param in spec.params {
            writeln!(out, "  {}: {}", param.name, values(param))?;
            wrapped(out, "      ", param.help)?;
            for (word, help) in options(param) {
                wrapped(out, "      ", &format!("\"{word}\": {help}"))?;
            }
        }
    }
    let common = if spec.group.takes_seed() {
        "`displace` and `seed`"
    } else {
        "`displace`"
    };
    writeln!(out, "\nAs any field it also takes {common}.")?;
    writeln!(out, "\nExample:\n\n{}", example(spec))
}

/// Breaks prose into lines.
fn wrapped(out: &mut StdoutLock<'_>, indent: &str, prose: &str) -> io::Result<()> {
    const WIDTH: usize = 96;
    for paragraph in prose.split('\n') {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && indent.len() + line.chars().count() + 1 + word.chars().count() > WIDTH {
                writeln!(out, "{indent}{line}")?;
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        writeln!(out, "{indent}{line}")?;
    }
    Ok(())
}

/// Range, unit and default of a parameter: `number from 0 to 1, default 0.5`.
fn values(param: &ParamSpec) -> String {
    let kind = match param.kind {
        ParamKind::Number { min, max, .. } => format!("number {}", range(min, max, param.unit)),
        ParamKind::Integer { min, max, .. } => format!("whole number from {min} to {max}"),
        ParamKind::Flag { .. } => "true or false".to_owned(),
        ParamKind::Choice { .. } => "one of the words below".to_owned(),
        ParamKind::Octaves { .. } => format!("whole number from 1 to {}, or \"auto\"", Octaves::MAX),
        ParamKind::Roughness => "{ coarse = …, fine = … }, each from 0 to 1".to_owned(),
        ParamKind::Points => "[[x, y], …]".to_owned(),
        ParamKind::File => "path, relative to the recipe".to_owned(),
        ParamKind::Basis { .. } => "name of a basis, or { type = …, … }".to_owned(),
    };
    let default = match default(param) {
        Some(default) => format!("default {default}"),
        None if param.is_required() => "required".to_owned(),
        None => "may be left out".to_owned(),
    };
    format!("{kind}, {default}")
}

fn range(min: f64, max: f64, unit: Unit) -> String {
    let unit = if unit.symbol().is_empty() {
        String::new()
    } else {
        format!(" {}", unit.symbol())
    };
    match (min == f64::MIN_POSITIVE, min <= f64::MIN, max >= f64::MAX) {
        (true, _, true) => format!("greater than 0{unit}"),
        (true, _, false) => format!("greater than 0, at most {}{unit}", number(max)),
        (_, true, true) if unit.is_empty() => "of any size".to_owned(),
        (_, true, true) => format!("of any size, in{unit}"),
        (_, true, false) => format!("of at most {}{unit}", number(max)),
        (_, false, true) => format!("of at least {}{unit}", number(min)),
        _ => format!("from {} to {}{unit}", number(min), number(max)),
    }
}

/// As a recipe would have it: `0.5`, `1e9`.
fn number(number: f64) -> String {
    if number != 0.0 && !(1e-3..1e6).contains(&number.abs()) {
        format!("{number:e}")
    } else {
        number.to_string()
    }
}

/// The default as a recipe would write it.
fn default(param: &ParamSpec) -> Option<String> {
    match param.kind {
        ParamKind::Number { default, .. } => default.map(number),
        ParamKind::Integer { default, .. } => default.map(|default| default.to_string()),
        ParamKind::Flag { default } => Some(default.to_string()),
        ParamKind::Choice { default, .. } | ParamKind::Basis { default } => Some(format!("\"{default}\"")),
        ParamKind::Octaves {
            default: Octaves::Auto,
        } => Some("\"auto\"".to_owned()),
        ParamKind::Octaves {
            default: Octaves::Count(count),
        } => Some(count.to_string()),
        ParamKind::Roughness | ParamKind::Points | ParamKind::File => None,
    }
}

fn options(param: &ParamSpec) -> &'static [(&'static str, &'static str)] {
    match param.kind {
        ParamKind::Choice { options, .. } => options,
        _ => &[],
    }
}

/// A field of this kind as a recipe has it: what is required, and each default.
fn example(spec: &NodeSpec) -> String {
    let mut lines = vec![
        format!("[fields.my-{}]", spec.name),
        format!("type = \"{}\"", spec.name),
    ];
    lines.extend(
        spec.inputs
            .iter()
            .map(|input| format!("{} = \"another-field\"", input.name)),
    );
    for param in spec.params {
        let value = default(param).or_else(|| param.is_required().then(|| sensible(param)));
        lines.extend(value.map(|value| format!("{} = {value}", param.name)));
    }
    lines.join("\n")
}

/// A value for a parameter that has no default.
fn sensible(param: &ParamSpec) -> String {
    match param.kind {
        ParamKind::Number { min, max, .. } => {
            let usual: f64 = if param.unit == Unit::Metres { 1000.0 } else { 0.5 };
            format!("{:?}", usual.clamp(min, max))
        }
        ParamKind::Integer { min, max, .. } => 1.clamp(min, max).to_string(),
        ParamKind::Points => "[[0.0, 0.0], [0.5, 0.2], [1.0, 1.0]]".to_owned(),
        _ => "\"heights.png\"".to_owned(),
    }
}

fn facts(spec: &NodeSpec) -> Value {
    let inputs: Vec<_> = spec
        .inputs
        .iter()
        .map(|input| json!({ "name": input.name, "help": input.help }))
        .collect();
    let params: Vec<_> = spec.params.iter().map(param_facts).collect();
    json!({
        "name": spec.name,
        "group": spec.group.name(),
        "summary": spec.summary,
        "help": spec.help,
        "source": spec.source,
        "takes_seed": spec.group.takes_seed(),
        "inputs": inputs,
        "parameters": params,
        "example": example(spec),
    })
}

fn param_facts(param: &ParamSpec) -> Value {
    let mut facts = match param.kind {
        ParamKind::Number { default, min, max } => {
            json!({ "kind": "number", "default": default, "min": min, "max": max })
        }
        ParamKind::Integer { default, min, max } => {
            json!({ "kind": "integer", "default": default, "min": min, "max": max })
        }
        ParamKind::Flag { default } => json!({ "kind": "flag", "default": default }),
        ParamKind::Choice { default, options } => {
            let options: Vec<_> = options
                .iter()
                .map(|(name, help)| json!({ "name": name, "help": help }))
                .collect();
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
        ParamKind::Basis { default } => json!({ "kind": "basis", "default": default }),
    };
    facts["name"] = param.name.into();
    facts["help"] = param.help.into();
    facts["unit"] = param.unit.symbol().into();
    facts["required"] = param.is_required().into();
    facts
}

#[cfg(test)]
mod tests {
    use orogen::recipe::{Recipe, Source};

    use super::*;

    #[test]
    fn every_example_is_a_field_of_a_good_recipe() {
        for spec in nodes::registry().nodes() {
            let text = format!(
                "orogen = 1\ndomain.size = 1000\nheight = {{ field = \"my-{}\", scale = 1 }}\n\
                 fields.another-field = {{ type = \"constant\", value = 0.5 }}\n{}\n",
                spec.name,
                example(spec)
            );
            if let Err(error) = Recipe::parse(Source::new(spec.name, text.clone()), nodes::registry()) {
                panic!("{text}\n{error}");
            }
        }
    }
}

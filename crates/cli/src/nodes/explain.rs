//! Explains a node or key as text.

use std::io::{self, StdoutLock, Write};

use orogen::{default_text, example_of_node};
use orogen_engine::recipe::spec::{InputDefault, NodeSpec, Octaves, ParamKind, ParamSpec, Unit};

use super::keys::Key;
use crate::numbers::plain;

/// Writes the documentation of a node.
pub(super) fn node(out: &mut StdoutLock<'_>, spec: &NodeSpec) -> io::Result<()> {
    writeln!(out, "{} ({}): {}\n", spec.name, spec.group.name(), spec.summary)?;
    wrapped(out, "", spec.help)?;
    if !spec.source.is_empty() {
        writeln!(out)?;
        wrapped(out, "", &format!("After {}.", spec.source))?;
    }
    if !spec.inputs.is_empty() {
        writeln!(out, "\nInputs, each the name of a field or a number:")?;
        for input in spec.inputs {
            let default = match input.default {
                Some(InputDefault::Number(number)) => format!(" (default {})", plain(number)),
                _ => String::new(),
            };
            writeln!(out, "  {}{default}", input.name)?;
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
    if !spec.outputs.is_empty() {
        writeln!(out, "\nFurther results, which other fields read as \"FIELD.RESULT\":")?;
        for output in spec.outputs {
            writeln!(out, "  {}", output.name)?;
            wrapped(out, "      ", output.help)?;
        }
    }
    let common = if spec.group.takes_seed() { "`displace` and `seed`" } else { "`displace`" };
    writeln!(out, "\nLike every field, it also takes {common}.")?;
    writeln!(out, "\nExample:\n\n{}", example_of_node(spec))
}

/// Writes the documentation of a key of fields.
pub(super) fn key(out: &mut StdoutLock<'_>, key: &Key) -> io::Result<()> {
    writeln!(out, "{} (a key of fields, not a node): {}\n", key.name, key.summary)?;
    wrapped(out, "", key.help)?;
    writeln!(out, "\nExample:\n\n{}", key.example)
}

/// Writes prose, broken into lines.
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
        ParamKind::Flag { .. } => "true or false".to_owned(),
        ParamKind::Choice { .. } => "one of the values below".to_owned(),
        ParamKind::Octaves { .. } => format!("whole number from 1 to {}, or \"auto\"", Octaves::MAX),
        ParamKind::Roughness => "{ coarse = …, fine = … }, each from 0 to 1".to_owned(),
        ParamKind::Points => "[[x, y], …]".to_owned(),
        ParamKind::File => "path, relative to the recipe".to_owned(),
        ParamKind::Text => "text".to_owned(),
        ParamKind::Basis { .. } => "name of a basis, or { type = …, … }".to_owned(),
    };
    let default = match default_text(param) {
        Some(default) => format!("default {default}"),
        None if param.is_required() => "required".to_owned(),
        None => "optional".to_owned(),
    };
    format!("{kind}, {default}")
}

fn range(min: f64, max: f64, unit: Unit) -> String {
    let unit = if unit.symbol().is_empty() { String::new() } else { format!(" {}", unit.symbol()) };
    match (min == f64::MIN_POSITIVE, min <= f64::MIN, max >= f64::MAX) {
        (true, _, true) => format!("greater than 0{unit}"),
        (true, _, false) => format!("greater than 0, at most {}{unit}", plain(max)),
        (_, true, true) if unit.is_empty() => "of any size".to_owned(),
        (_, true, true) => format!("of any size, in{unit}"),
        (_, true, false) => format!("of at most {}{unit}", plain(max)),
        (_, false, true) => format!("of at least {}{unit}", plain(min)),
        _ => format!("from {} to {}{unit}", plain(min), plain(max)),
    }
}

fn options(param: &ParamSpec) -> &'static [(&'static str, &'static str)] {
    match param.kind {
        ParamKind::Choice { options, .. } => options,
        _ => &[],
    }
}

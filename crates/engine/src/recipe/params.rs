//! Reads the parameters of a node as its `SPEC` declares them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::args::{Arg, ArgValue, Args};
use super::error::RecipeError;
use super::nearest::suggest;
use super::registry::Registry;
use super::source::Span;
use super::spec::{Group, NodeSpec, Octaves, ParamKind, ParamSpec, Unit};
use super::table::Table;
use super::value::{Value, quote};

/// Reads every parameter of `params` from a table whose keys have been checked.
pub(super) fn args(
    table: &Table<'_>,
    spec: &'static NodeSpec,
    params: impl Iterator<Item = &'static ParamSpec>,
    registry: &Registry,
) -> Result<Args, RecipeError> {
    let mut values = BTreeMap::new();
    for param in params {
        let arg = match table.get(param.name) {
            Some(value) => Arg { value: given(&value, param, registry)?, span: Some(value.span) },
            None if param.idle_with.iter().any(|other| table.get(other).is_some()) => {
                Arg { value: ArgValue::Absent, span: None }
            }
            None => Arg { value: default(table, param, registry)?, span: None },
        };
        values.insert(param.name, arg);
    }
    let seed = table.get("seed").map(|value| value.seed()).transpose()?;
    Ok(Args { spec, source: table.source.clone(), span: table.span, seed, values })
}

/// The parameters of a node that an expression uses. `numbers` are those that the expression gives, in their ranges. The others
/// have their defaults.
pub(super) fn of_numbers(
    value: &Value<'_>,
    spec: &'static NodeSpec,
    numbers: &[(&str, f64)],
    span: Span,
) -> Result<Args, RecipeError> {
    let empty = toml::de::DeTable::new();
    let Value { source, names, .. } = *value;
    let table = Table { source, names, what: quote(spec.name), span, entries: &empty };
    let mut values = BTreeMap::new();
    for param in spec.params {
        let arg = match numbers.iter().find(|(name, _)| *name == param.name) {
            Some((_, number)) => Arg { value: ArgValue::Number(*number), span: Some(span) },
            None => Arg { value: default(&table, param, names.registry())?, span: None },
        };
        values.insert(param.name, arg);
    }
    Ok(Args { spec, source: source.clone(), span, seed: None, values })
}

/// The value of a parameter that the recipe gives.
fn given(value: &Value<'_>, param: &ParamSpec, registry: &Registry) -> Result<ArgValue, RecipeError> {
    Ok(match param.kind {
        ParamKind::Number { min, max, .. } => ArgValue::Number(value.number(min..=max, param.unit)?),
        ParamKind::Flag { .. } => ArgValue::Flag(value.flag()?),
        ParamKind::Choice { options, .. } => choice(value, options)?,
        ParamKind::Octaves { .. } => match value.as_text() {
            Some("auto") => ArgValue::Octaves(Octaves::Auto),
            _ => {
                let count = value.integer(1..=i64::from(Octaves::MAX), "a whole number", ", or \"auto\"")?;
                ArgValue::Octaves(Octaves::Count(count as u32))
            }
        },
        ParamKind::Roughness => roughness(value)?,
        ParamKind::Points => ArgValue::Points(points(value, param.unit)?),
        ParamKind::File => file(value)?,
        ParamKind::Text => ArgValue::Text(text(value)?),
        ParamKind::Basis { .. } => basis(value, registry)?,
    })
}

/// The value of a parameter that the recipe leaves out.
fn default(table: &Table<'_>, param: &ParamSpec, registry: &Registry) -> Result<ArgValue, RecipeError> {
    if param.is_required() {
        table.require(param.name, &format!("add `{}`: {}", param.name, param.help))?;
    }
    Ok(match param.kind {
        ParamKind::Number { default, .. } => default.map_or(ArgValue::Absent, ArgValue::Number),
        ParamKind::Flag { default } => ArgValue::Flag(default),
        ParamKind::Choice { default, .. } => ArgValue::Choice(default),
        ParamKind::Octaves { default } => ArgValue::Octaves(default),
        ParamKind::Roughness | ParamKind::Points | ParamKind::File | ParamKind::Text => ArgValue::Absent,
        ParamKind::Basis { default } => {
            let Some(spec) = registry.get(default) else { panic!("no basis `{default}` is registered") };
            let empty = toml::de::DeTable::new();
            nested(&Table { what: quote(default), entries: &empty, ..*table }, spec, registry)?
        }
    })
}

fn choice(value: &Value<'_>, options: &'static [(&str, &str)]) -> Result<ArgValue, RecipeError> {
    let names: Vec<_> = options.iter().map(|option| option.0).collect();
    let text = value.text("one of several words", &suggest("", "choose one of", &names))?;
    match options.iter().find(|option| option.0 == text) {
        Some(option) => Ok(ArgValue::Choice(option.0)),
        None => {
            let message = format!("{} cannot be {}", quote(value.key), quote(text));
            Err(value.error(message).help(suggest(text, "choose one of", &names)))
        }
    }
}

fn roughness(value: &Value<'_>) -> Result<ArgValue, RecipeError> {
    const FORM: &str = "write { coarse = 0.3, fine = 0.6 }, each from 0 to 1";
    let table = value.table("a table", FORM)?;
    table.refuse_unknown(&["coarse", "fine"])?;
    let number = |key| table.require(key, FORM)?.number(0.0..=1.0, Unit::None);
    Ok(ArgValue::Roughness { coarse: number("coarse")?, fine: number("fine")? })
}

fn points(value: &Value<'_>, unit: Unit) -> Result<Vec<[f64; 2]>, RecipeError> {
    const FORM: &str = "write [[0.0, 0.0], [0.5, 0.2], [1.0, 1.0]]";
    let point = |value: Value<'_>| match value.array("pairs of numbers", FORM)?[..] {
        [x, y] => Ok([x.number(f64::MIN..=f64::MAX, unit)?, y.number(f64::MIN..=f64::MAX, unit)?]),
        _ => Err(value.wants("pairs of numbers").help(FORM)),
    };
    value.array("pairs of numbers", FORM)?.into_iter().map(point).collect()
}

fn text(value: &Value<'_>) -> Result<String, RecipeError> {
    const FORM: &str = "write a text in quotes, or remove the line";
    match value.text("a text", FORM)? {
        "" => Err(value.wants("a text").help(FORM)),
        text => Ok(text.to_owned()),
    }
}

fn file(value: &Value<'_>) -> Result<ArgValue, RecipeError> {
    let (written, path) = path(value)?;
    Ok(ArgValue::File { written, path })
}

/// The path of a file, as written and in the recipe's folder.
pub(super) fn path(value: &Value<'_>) -> Result<(String, PathBuf), RecipeError> {
    const FORM: &str = "give a path in quotes, relative to the recipe's folder";
    let written = value.text("the path of a file", FORM)?;
    if written.is_empty() || written.contains('\0') {
        return Err(value.wants("the path of a file").help(FORM));
    }
    let folder = value.source.folder.as_deref();
    let path = folder.map_or_else(|| written.into(), |folder| folder.join(written));
    Ok((written.to_owned(), path))
}

fn basis(value: &Value<'_>, registry: &Registry) -> Result<ArgValue, RecipeError> {
    const FORM: &str = "write \"perlin\", or { type = \"cellular\", metric = \"manhattan\" }";
    let empty = toml::de::DeTable::new();
    let (table, node) = match value.as_text() {
        Some(_) => {
            let (source, names, what) = (value.source, value.names, String::new());
            (Table { source, names, what, span: value.span, entries: &empty }, *value)
        }
        None => {
            let table = value.table("the name of a basis or a table", FORM)?;
            let node = table.require("type", FORM)?;
            (table, node)
        }
    };
    let name = node.text("the name of a basis", FORM)?;
    let found = registry.get(name).filter(|spec| spec.group == Group::Basis);
    let Some(spec) = found else {
        let message = format!("no basis is named {}", quote(name));
        return Err(node.error(message).help(registry.suggest(name, Some(Group::Basis))));
    };
    nested(&Table { what: quote(spec.name), ..table }, spec, registry)
}

/// A basis inside a fractal, without the parameters that the fractal sets.
fn nested(table: &Table<'_>, spec: &'static NodeSpec, registry: &Registry) -> Result<ArgValue, RecipeError> {
    let params = || spec.params.iter().filter(|param| !param.field_only);
    let mut keys: Vec<_> = params().map(|param| param.name).collect();
    keys.push("type");
    let beside = |key: &str| spec.params.iter().any(|param| param.is_named(key)) || key == "seed";
    if let Some(value) = table.values().into_iter().find(|v| !keys.contains(&v.key) && beside(v.key)) {
        let message = format!("{} is not a key of a basis inside a fractal", quote(value.key));
        let help = "the fractal sets it: write it beside `basis`, not inside";
        return Err(RecipeError::new(table.source, value.key_span, message).help(help));
    }
    table.refuse_unknown(&keys)?;
    Ok(ArgValue::Basis(Box::new(args(table, spec, params(), registry)?)))
}

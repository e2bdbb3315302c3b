//! Changes to a recipe by the names and values of Python's keyword arguments.

use orogen::{Setting, Terrain};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};

use crate::errors::argument;

/// Values by name. A name may have underscores instead of dots.
pub(crate) fn settings(terrain: &Terrain, values: &Bound<'_, PyDict>) -> PyResult<Vec<(String, Setting)>> {
    values
        .iter()
        .map(|(name, value)| {
            let name: String = name.extract()?;
            let setting = setting(&name, &value)?;
            Ok((dotted(terrain, &name).unwrap_or(name), setting))
        })
        .collect()
}

fn setting(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Setting> {
    if value.is_instance_of::<PyBool>() {
        return Ok(Setting::Flag(value.extract()?));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Setting::Text(text.extract()?));
    }
    if let Ok(whole) = value.extract::<u64>() {
        return Ok(Setting::Whole(whole));
    }
    if value.is_instance_of::<PyInt>() && value.extract::<i64>().is_err() {
        let message = format!("`{name}` cannot be set to {value}");
        return Err(argument(value.py(), message, "give a whole number from 0 to 2^64 - 1"));
    }
    match value.extract() {
        Ok(number) if f64::is_finite(number) => Ok(Setting::Number(number)),
        Ok(number) => {
            let message = format!("`{name}` cannot be set to {number}");
            Err(argument(value.py(), message, "give a finite number"))
        }
        Err(_) => {
            let kind = value.get_type().name()?;
            let message = format!("`{name}` cannot be set to a value of the type {kind}");
            Err(argument(value.py(), message, "give a number, a text, True or False"))
        }
    }
}

/// The name with dots: `ranges_damp_scale` is `ranges.damp_scale` if there is a field `ranges`. `None` if the name stays as it
/// is.
fn dotted(terrain: &Terrain, name: &str) -> Option<String> {
    let recipe = terrain.recipe();
    let is_known = |name: &str| recipe.parameters.iter().any(|parameter| parameter.name == name);
    if name.contains('.') || is_known(name) {
        return None;
    }
    let tables = ["domain", "height", "sea"].into_iter();
    let fields = recipe.written_fields().map(|field| field.name.as_str()).chain(tables);
    let starts = fields.filter_map(|field| Some((field, name.strip_prefix(field)?.strip_prefix('_')?)));
    // A longer name of a field leaves less for the key.
    let (field, key) = starts.min_by_key(|(_, key)| key.len())?;
    let inner = ["displace", "basis"].into_iter().find_map(|table| {
        let key = key.strip_prefix(table)?.strip_prefix('_')?;
        Some(format!("{field}.{table}.{key}"))
    });
    Some(inner.unwrap_or_else(|| format!("{field}.{key}")))
}

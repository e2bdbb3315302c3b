//! The nodes that recipes are built from, and the presets.

use orogen::engine::nodes::registry;
use orogen::{Preset, describe_node};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::exception;

/// The descriptions of all nodes, as JSON.
#[wasm_bindgen]
pub fn nodes() -> String {
    let nodes: Vec<_> = registry().nodes().iter().map(|spec| describe_node(spec)).collect();
    Value::from(nodes).to_string()
}

/// The names of the presets with their summaries, as JSON.
#[wasm_bindgen]
pub fn presets() -> String {
    let presets: Vec<_> = orogen::presets()
        .iter()
        .map(|preset| json!({ "name": preset.name, "summary": preset.summary() }))
        .collect();
    Value::from(presets).to_string()
}

/// The text of a preset.
#[wasm_bindgen(js_name = presetText)]
pub fn preset_text(name: &str) -> Result<String, JsValue> {
    let preset = Preset::find(name).map_err(|error| exception(&error))?;
    Ok(preset.text.to_owned())
}

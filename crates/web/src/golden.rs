//! Hashes of the presets' bits, to compare with those of other machines.

#[path = "../../orogen/tests/golden/hash.rs"]
mod hash;

use orogen_engine::level::Level;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::nodes::preset_text;

/// The hash of a preset at each SIMD level of this machine, as in `recipes/golden.txt`.
#[wasm_bindgen(js_name = goldenHashes)]
pub fn golden_hashes(name: &str) -> Result<Vec<String>, JsValue> {
    let text = preset_text(name)?;
    let levels: Vec<_> = Level::all().into_iter().map(|(_, level)| level).collect();
    Ok(hash::hashes(name, &text, &levels))
}

//! The material of a mesh.

use serde_json::{Value, json};

use super::super::Glb;

/// Grey of the ground: 0.5 of the light, as sRGB stores it.
const GREY: u8 = 188;

/// Adds the material of the ground to a file and returns its index: rough, not metallic, with a PNG of a texel per sample as base
/// colour.
///
/// Without such a picture, a single grey pixel takes its place. It makes the texture coordinates used, which the format's
/// validator asks for.
pub(crate) fn ground(file: &mut Glb, picture: Option<&[u8]>) -> usize {
    let base_color = match picture {
        Some(png) => file.texture(png),
        None => file.texture(&pixel([GREY; 3])),
    };
    let material = json!({
        "name": "ground",
        "pbrMetallicRoughness": {
            "baseColorTexture": { "index": base_color }, "metallicFactor": 0.0, "roughnessFactor": 1.0,
        },
    });
    file.root["materials"] = Value::Array(vec![material]);
    0
}

/// A PNG of one pixel.
fn pixel(colour: [u8; 3]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
    encoder.set_color(png::ColorType::Rgb);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&colour));
    written.unwrap_or_else(|error| unreachable!("memory takes all bytes: {error}"));
    bytes
}

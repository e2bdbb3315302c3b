//! Godot's resources: the material, the texture and a scene.

use orogen_noise::interval::Interval;

use super::{Shader, Texture};

/// A material with the numbers and the texture. Godot's arrays of words are signed.
pub(super) fn material(shader: &Shader, name: &str) -> String {
    let words: Vec<_> = shader.numbers.iter().map(|&word| (word as i32).to_string()).collect();
    let words = words.join(", ");
    let (steps, resource, parameter) = match &shader.texture {
        None => (2, String::new(), String::new()),
        Some(_) => (
            3,
            format!("[ext_resource type=\"Texture2D\" path=\"res://{name}.texture.tres\" id=\"2\"]\n"),
            format!("shader_parameter/{name}_texture = ExtResource(\"2\")\n"),
        ),
    };
    format!(
        "[gd_resource type=\"ShaderMaterial\" load_steps={steps} format=3]\n\n\
         ; Written by `orogen shader`: the numbers of the terrain.\n\
         [ext_resource type=\"Shader\" path=\"res://{name}.gdshader\" id=\"1\"]\n{resource}\n\
         [resource]\nshader = ExtResource(\"1\")\nshader_parameter/{name}_words = PackedInt32Array({words})\n{parameter}"
    )
}

/// The texture as a resource, which Godot loads unchanged. A picture file would go through an importer, which may compress it,
/// add mipmaps, or store 16 bits.
pub(super) fn texture(texture: &Texture) -> String {
    let Texture { width, height, .. } = texture;
    format!(
        "[gd_resource type=\"ImageTexture\" load_steps=2 format=4]\n\n\
         ; Written by `orogen shader`: the texels of the terrain.\n\
         [sub_resource type=\"Image\" id=\"1\"]\ndata = {{\n\
         \"data\": PackedByteArray(\"{}\"),\n\"format\": \"RFloat\",\n\"height\": {height},\n\"mipmaps\": false,\n\
         \"width\": {width}\n}}\n\n[resource]\nimage = SubResource(\"1\")\n",
        base64(&texture.bytes())
    )
}

/// Bytes in base 64 (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| three.get(at).copied().map_or(0, u32::from);
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let value = (word >> (18 - 6 * digit)) & 63;
            text.push(if digit <= three.len() { char::from(DIGITS[value as usize]) } else { '=' });
        }
    }
    text
}

/// A scene with a plane, a light and a camera. `range` are the heights of the terrain.
pub(super) fn scene(range: Interval, size: f64) -> String {
    let numbers = [
        ("SIZE", size),
        ("HALF", size / 2.0),
        ("LOWEST", range.min),
        ("RELIEF", range.max - range.min),
        ("EYE", range.max + size / 4.0),
        ("FAR", 4.0 * size),
    ];
    let scene = include_str!("godot/ground.tscn").to_owned();
    numbers.iter().fold(scene, |scene, (word, number)| scene.replace(word, &number.to_string()))
}

#[cfg(test)]
mod tests {
    use super::base64;

    /// The examples of RFC 4648, section 10.
    #[test]
    fn base_64_has_the_digits_of_its_standard() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "+/8=");
    }
}

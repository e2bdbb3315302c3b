//! The declaration of a terrain's numbers, in each language.

use super::{Language, Numbers, Parameter};

/// The beginning of naga's declaration of the placeholder. The real declaration replaces it.
pub(super) fn placeholder(language: Language) -> Option<&'static str> {
    match language {
        Language::Glsl | Language::GlslEs | Language::Gdshader => Some("const uvec4 orogen_words["),
        Language::Hlsl => Some("static const uint4 orogen_words["),
        Language::Wgsl | Language::Msl | Language::Spirv => None,
    }
}

/// The declaration of the array `orogen_words`.
///
/// Compilers to SPIR-V (naga and glslang alike) copy a whole constant array for each look-up with a variable index, and drivers
/// then take minutes for the copies. Compilers do not copy variables. So in WGSL, SPIR-V and GLSL the array is a variable,
/// although nothing writes to it.
pub(super) fn declaration(language: Language, numbers: Numbers, words: &[u32]) -> String {
    let count = words.len() / 4;
    match (language, numbers) {
        (Language::Wgsl | Language::Spirv, Numbers::Baked) => {
            let kind = format!("array<vec4<u32>, {count}>");
            format!("var<private> orogen_words: {kind} = {kind}(\n{});\n", vectors("vec4<u32>", words))
        }
        (Language::Wgsl | Language::Spirv, Numbers::Uniform) => {
            format!("@group(0) @binding(0) var<uniform> orogen_words: array<vec4<u32>, {count}>;\n")
        }
        // In Metal's language the caller must name the type.
        (Language::Msl, Numbers::Baked) => {
            let vectors = vectors("vec4<u32>", words);
            let kind = alias(count);
            format!("{kind}const orogen_words: orogen_Words = orogen_Words(\n{vectors});\n")
        }
        (Language::Msl, Numbers::Uniform) => {
            format!("{}@group(0) @binding(0) var<uniform> orogen_words: orogen_Words;\n", alias(count))
        }
        (Language::Glsl | Language::GlslEs, Numbers::Baked) => {
            format!("uvec4 orogen_words[{count}] = uvec4[{count}](\n{});\n", vectors("uvec4", words))
        }
        (Language::Glsl, Numbers::Uniform) => format!(
            "#ifndef orogen_BINDING\n#define orogen_BINDING 0\n#endif\n\
             layout(std140, binding = orogen_BINDING) uniform orogen_Numbers {{\n    uvec4 orogen_words[{count}];\n}};\n"
        ),
        (Language::GlslEs, Numbers::Uniform) => {
            format!("layout(std140) uniform orogen_Numbers {{\n    highp uvec4 orogen_words[{count}];\n}};\n")
        }
        (Language::Gdshader, _) => format!("uniform uvec4 orogen_words[{count}];\n"),
        (Language::Hlsl, Numbers::Baked) => {
            format!("static const uint4 orogen_words[{count}] = {{\n{}}};\n", vectors("uint4", words))
        }
        (Language::Hlsl, Numbers::Uniform) => {
            format!("cbuffer orogen_Numbers {{\n    uint4 orogen_words[{count}];\n}};\n")
        }
    }
}

/// The declaration of `orogen_texture`.
pub(super) fn texture(language: Language) -> &'static str {
    match language {
        Language::Wgsl | Language::Msl => "@group(0) @binding(1) var orogen_texture: texture_2d<f32>;\n",
        // Bindings 0 and 1 are the positions and the results.
        Language::Spirv => "@group(0) @binding(2) var orogen_texture: texture_2d<f32>;\n",
        Language::Glsl => {
            "#ifndef orogen_TEXTURE_BINDING\n#define orogen_TEXTURE_BINDING 1\n#endif\n\
             layout(binding = orogen_TEXTURE_BINDING) uniform sampler2D orogen_texture;\n"
        }
        // Samplers have low precision by default.
        Language::GlslEs => "uniform highp sampler2D orogen_texture;\n",
        Language::Gdshader => "uniform highp sampler2D orogen_texture : filter_nearest, repeat_disable;\n",
        Language::Hlsl => "Texture2D<float> orogen_texture;\n",
    }
}

/// The declaration of a live parameter in Godot, where the material has a slider for it.
pub(super) fn uniform(parameter: &Parameter) -> String {
    let Parameter { variable, value, range: [least, most], .. } = parameter;
    let step = ((most - least) / 1000.0) as f32;
    let [value, least, most] = [*value, *least, *most].map(|number| number as f32);
    format!("uniform float {variable} : hint_range({least:?}, {most:?}, {step:?}) = {value:?};\n")
}

/// The beginning of naga's declaration of the texture. The real declaration replaces it.
pub(super) fn texture_placeholder(language: Language) -> Option<&'static str> {
    match language {
        Language::Glsl => Some("uniform sampler2D "),
        Language::GlslEs | Language::Gdshader => Some("uniform highp sampler2D "),
        Language::Hlsl => Some("Texture2D<float4> orogen_texture"),
        Language::Wgsl | Language::Msl | Language::Spirv => None,
    }
}

/// A named type for the array.
fn alias(count: usize) -> String {
    format!("alias orogen_Words = array<vec4<u32>, {count}>;\n")
}

/// Vectors, two to a line, without a comma after the last.
fn vectors(kind: &str, words: &[u32]) -> String {
    let vector = |words: &[u32]| {
        let words: Vec<_> = words.iter().map(|word| format!("{word}u")).collect();
        format!("{kind}({})", words.join(", "))
    };
    let lines: Vec<_> = words
        .chunks(8)
        .map(|line| line.chunks(4).map(vector).collect::<Vec<_>>().join(", "))
        .map(|line| format!("    {line}"))
        .collect();
    lines.join(",\n") + "\n"
}

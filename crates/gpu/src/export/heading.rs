//! The comment at the head of a library: what it is, and how to call it.

use orogen::terrain::Terrain;

use super::{Language, Numbers, Options};

pub(super) fn heading(terrain: &Terrain, language: Language, options: &Options) -> String {
    let mut lines = options.about.clone();
    let range = terrain.interval();
    let [x, y, z] = options.origin;
    let (plane, place, origin) = match terrain.dimensions() {
        2 => (true, "x and y", format!("({x}, {y})")),
        _ => (false, "x, y and z", format!("({x}, {y}, {z})")),
    };
    let [float, two, three, four] = names(language);
    let (argument, result) = if plane { (two, three) } else { (three, four) };
    let slopes = if plane { "∂h/∂x, ∂h/∂y" } else { "∂h/∂x, ∂h/∂y, ∂h/∂z" };
    let (height, gradient) = match language {
        Language::Wgsl => (
            format!("fn orogen_height(p: {argument}) -> {float}"),
            format!("fn orogen_height_gradient(p: {argument}) -> {result}"),
        ),
        _ => (
            format!("{float} orogen_height({argument} p)"),
            format!("{result} orogen_height_gradient({argument} p)"),
        ),
    };
    lines.extend([
        String::new(),
        format!("    {height}"),
        "        The height in metres above the recipe's zero.".to_owned(),
        format!("    {gradient}"),
        format!("        The height, and its slopes in metres per metre: (h, {slopes})."),
        String::new(),
        format!("p is {place} in metres from the place {origin} of the recipe's domain. On pictures and maps"),
        "of the terrain x grows to the right and y downwards.".to_owned(),
        format!("Heights lie between {} and {} m.", range.min, range.max),
        String::new(),
        "The origin lies exactly where it should, and from there places in lattices are computed in integers, from cells"
            .to_owned(),
        "a metre that are rounded to 2^-45: 10 km away they are right to 2^-31 of a cell. What limits p is single".to_owned(),
        "precision itself: it is right to 1 mm 10 km from the origin, to 1 m 10,000 km from it. Where that shows, choose"
            .to_owned(),
        "another origin near the camera.".to_owned(),
    ]);
    if language == Language::Gdshader {
        lines.push(String::new());
        lines.push(
            "The uniform orogen_words holds what the terrain knows; the material beside this file has it."
                .to_owned(),
        );
    } else if options.numbers == Numbers::Uniform {
        lines.extend(uniform(language));
    }
    lines.iter().map(|line| format!("// {line}").trim_end().to_owned() + "\n").collect()
}

/// Number and vectors of two, three and four.
fn names(language: Language) -> [&'static str; 4] {
    match language {
        Language::Wgsl | Language::Spirv => ["f32", "vec2<f32>", "vec3<f32>", "vec4<f32>"],
        Language::Glsl | Language::GlslEs | Language::Gdshader => ["float", "vec2", "vec3", "vec4"],
        Language::Hlsl | Language::Msl => ["float", "float2", "float3", "float4"],
    }
}

/// How to fill the uniform buffer.
fn uniform(language: Language) -> Vec<String> {
    let place = match language {
        Language::Wgsl => "The array orogen_words, group 0, binding 0,",
        Language::Glsl => {
            "The block orogen_Numbers (its binding is orogen_BINDING: 0, unless you define another)"
        }
        Language::GlslEs => "The block orogen_Numbers",
        Language::Hlsl => "The constant buffer orogen_Numbers",
        Language::Msl => "The last argument of both functions, `constant orogen_Words&`,",
        Language::Spirv | Language::Gdshader => "",
    };
    vec![
        String::new(),
        format!("{place} holds what the terrain knows: the bytes of the"),
        "file of numbers that was written beside this one. Other parameters or another seed change that file only;"
            .to_owned(),
        "another graph of fields, or another number of octaves, changes this text too.".to_owned(),
    ]
}

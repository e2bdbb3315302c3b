//! The comment at the head of a library: what the library is, and how to call it.

use orogen_engine::terrain::Terrain;

use super::texture::{SAFE_SIDE, Texture, TexturePart};
use super::{Language, Library, Numbers, Options, Parameter};

pub(super) fn header_comment(
    terrain: &Terrain,
    library: &Library,
    language: Language,
    options: &Options,
) -> String {
    let mut lines = options.about.clone();
    let range = options.parameters.heights(terrain);
    let [x, y, z] = options.origin;
    let (plane, coordinates, origin) = match terrain.dimensions() {
        2 => (true, "x and y", format!("({x}, {y})")),
        _ => (false, "x, y and z", format!("({x}, {y}, {z})")),
    };
    let [float, two, three, four] = names(language);
    let (argument, result) = if plane { (two, three) } else { (three, four) };
    let is_argument = library.texture.is_some() && !library.has_texture_variable();
    let place = if is_argument { "p, Texture2D<float4> texels" } else { "p" };
    let slopes = if plane { "∂h/∂x, ∂h/∂y" } else { "∂h/∂x, ∂h/∂y, ∂h/∂z" };
    let (height, gradient) = match language {
        Language::Wgsl => (
            format!("fn orogen_height(p: {argument}) -> {float}"),
            format!("fn orogen_height_gradient(p: {argument}) -> {result}"),
        ),
        _ => (
            format!("{float} orogen_height({argument} {place})"),
            format!("{result} orogen_height_gradient({argument} {place})"),
        ),
    };
    lines.extend([
        String::new(),
        format!("    {height}"),
        "        Height in metres above the recipe's zero.".to_owned(),
        format!("    {gradient}"),
        format!("        Height and slopes in metres per metre: (h, {slopes})."),
        String::new(),
        format!("p is {coordinates} in metres from the point {origin} of the recipe's domain. On pictures and maps"),
        "of the terrain, x increases to the right and y downwards.".to_owned(),
        format!("Heights are between {} and {} m.", range.min, range.max),
        String::new(),
        "The origin is exact. From there, lattice positions are computed in integers, with rates in cells per metre that"
            .to_owned(),
        "are rounded to 2^-45: 10 km away they are accurate to 2^-31 of a cell. The limit is the single precision of p:".to_owned(),
        "1 mm at 10 km from the origin, 1 m at 10,000 km. Where that shows, export again with an origin near the camera."
            .to_owned(),
    ]);
    lines.extend(parameters(language, options.parameters.list()));
    if language == Language::Gdshader {
        lines.push(String::new());
        lines.push(
            "The uniform orogen_words holds the terrain's numbers; the material next to this file sets it."
                .to_owned(),
        );
    } else if options.numbers == Numbers::Uniform {
        lines.extend(uniform(language));
    }
    lines.extend(
        library
            .texture
            .as_ref()
            .map_or_else(Vec::new, |texture| described(texture, language, is_argument, &options.name)),
    );
    lines.iter().map(|line| format!("// {line}").trim_end().to_owned() + "\n").collect()
}

/// The types of a number and of vectors with two, three and four components.
fn names(language: Language) -> [&'static str; 4] {
    match language {
        Language::Wgsl | Language::Spirv => ["f32", "vec2<f32>", "vec3<f32>", "vec4<f32>"],
        Language::Glsl | Language::GlslEs | Language::Gdshader => ["float", "vec2", "vec3", "vec4"],
        Language::Hlsl | Language::Msl => ["float", "float2", "float3", "float4"],
    }
}

/// The parameters of the recipe: live ones with the name of their variable, range and help, fixed ones with the reason.
fn parameters(language: Language, parameters: &[Parameter]) -> Vec<String> {
    if parameters.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![String::new(), "Parameters of the recipe:".to_owned()];
    lines.extend(parameters.iter().map(described_parameter));
    if parameters.iter().any(|parameter| parameter.fixed.is_none()) {
        lines.push(match language {
            Language::Gdshader => "The uniforms orogen_parameter_... are sliders of the material.".to_owned(),
            Language::Msl => "Both functions have an argument `thread float& orogen_parameter_...` for each.".to_owned(),
            _ => "Set the variables orogen_parameter_... before a call, for example to uniforms of your shader."
                .to_owned(),
        });
    }
    lines
}

/// Characters that end or continue the line of a comment in some language.
const BREAKS: [char; 3] = ['\\', '\u{2028}', '\u{2029}'];

fn described_parameter(parameter: &Parameter) -> String {
    let Parameter { name, variable, value, range: [least, most], unit, help, fixed } = parameter;
    let space = if unit.is_empty() { "" } else { " " };
    // Characters that a comment line cannot contain are left out.
    let plain = |text: &str| {
        text.chars().filter(|letter| !letter.is_control() && !BREAKS.contains(letter)).collect::<String>()
    };
    let (unit, help) = (format!("{space}{}", plain(unit)), plain(help));
    let help = if help.is_empty() { help } else { format!(": {help}") };
    match fixed {
        None => format!("    {variable} = {value}{unit}, from {least} to {most}{help}"),
        Some(why) => format!(
            "    {} = {value}{unit} is fixed, because {why}; export again to change it{help}",
            plain(name)
        ),
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
        format!("{place} holds the terrain's numbers: the bytes of"),
        "the numbers file next to this one. Another seed or other numbers of the recipe change only that file;"
            .to_owned(),
        "another graph of fields or another number of octaves changes this text too.".to_owned(),
    ]
}

/// How to bind the texture, and what the texture contains.
fn described(texture: &Texture, language: Language, is_argument: bool, name: &str) -> Vec<String> {
    let Texture { width, height, .. } = texture;
    let mut lines = vec![String::new()];
    lines.extend(bound(language, is_argument, name));
    lines.push(format!("It has {width} × {height} texels of one 32-bit float (R32F), the first row first:"));
    lines.extend(texture.pictures.iter().map(line));
    lines.extend(
        [
            "The texels of a solution are not heights but coefficients of a cubic B-spline. The surface is near them, not on",
            "them. The functions read single texels and interpolate them. So the numbers must not change: use no compression,",
            "no sRGB, no other size and no mipmaps. If the engine has texture filters, set the filter to nearest.",
        ]
        .map(str::to_owned),
    );
    if (*width).max(*height) > SAFE_SIDE {
        lines.push(format!(
            "Old devices take at most {SAFE_SIDE} texels along a side. A larger --spacing makes the texture \
             smaller."
        ));
    }
    lines
}

/// Where the shader expects the texture.
fn bound(language: Language, is_argument: bool, name: &str) -> [String; 2] {
    let file = match language {
        Language::Gdshader => "the material next to this file sets it",
        _ if is_argument => "its file is in the folder of the plugin",
        _ => "the texture file next to this one holds its texels",
    };
    let place = match language {
        _ if is_argument => "The argument texels",
        Language::Wgsl => "The texture orogen_texture, group 0, binding 1 (sample type unfilterable-float),",
        Language::Glsl => {
            "The texture orogen_texture (its binding is orogen_TEXTURE_BINDING: 1, unless you define another)"
        }
        Language::Msl => {
            "The last argument of both functions, metal::texture2d<float, metal::access::sample>,"
        }
        Language::Gdshader => "The uniform orogen_texture",
        Language::GlslEs | Language::Hlsl | Language::Spirv => "The texture orogen_texture",
    };
    let file = match language {
        Language::Gdshader => format!("{file} to {name}.texture.tres."),
        _ => format!("{file}."),
    };
    [format!("{place} holds the terrain's"), format!("pictures and solutions of erosion; {file}")]
}

/// A line about a picture or solution.
fn line(part: &TexturePart) -> String {
    let ([left, top], [columns, rows], [x, y]) =
        (part.corner, part.size, part.spacing.map(|metres| metres as f32));
    let (right, bottom) = (left + columns - 1, top + rows - 1);
    format!("    columns {left} to {right}, rows {top} to {bottom}: {}, texels {x} × {y} m apart", part.owner)
}

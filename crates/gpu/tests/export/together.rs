//! Several terrains in one shader: their names must not clash.

use orogen_engine::terrain::Terrain;
use orogen_gpu::export::{Code, Language, Numbers, Options, export};

use crate::compile::check;
use crate::metal;
use crate::presets::{all, options};
use crate::tools::{glslang, glslang_only};

const NAMES: [&str; 3] = ["moor", "fell", "tarn"];

fn library(terrain: &Terrain, name: &str, language: Language, numbers: Numbers) -> String {
    let options = Options { name: name.to_owned(), ..options(numbers, [0.0; 3]) };
    let Code::Text(text) = export(terrain, language, &options).unwrap().code else { panic!("words") };
    text
}

/// The concatenated libraries of three terrains, two of which are the same.
fn together([one, other]: [&Terrain; 2], language: Language, numbers: Numbers) -> String {
    let texts = [one, other, one].into_iter().zip(NAMES);
    texts.map(|(terrain, name)| library(terrain, name, language, numbers) + "\n").collect()
}

/// The sum of all heights at a position.
fn sum(place: &str) -> String {
    NAMES.map(|name| format!("{name}_height({place})")).join(" + ")
}

fn vertex(version: &str, library: &str) -> String {
    let bindings =
        |(at, name)| format!("#define {name}_BINDING {at}\n#define {name}_TEXTURE_BINDING 1{at}\n");
    let bindings: String = (0..).zip(NAMES).map(bindings).collect();
    format!(
        "#version {version}\nprecision highp float;\nprecision highp int;\n{bindings}{library}\n\
         void main() {{ gl_Position = vec4({}, 0.0, 0.0, 1.0); }}\n",
        sum("vec2(1.0)")
    )
}

fn named(wanted: &str) -> Terrain {
    all().into_iter().find(|(name, _)| name == wanted).unwrap().1
}

#[test]
fn several_terrains_fit_into_one_shader() {
    let [hills, craters, mesas] = ["hills", "craters", "mesas"].map(named);
    for numbers in [Numbers::Baked, Numbers::Uniform] {
        let text = |language| together([&hills, &craters], language, numbers);
        let wgsl = text(Language::Wgsl);
        let module = naga::front::wgsl::parse_str(&wgsl);
        check(&module.unwrap_or_else(|error| panic!("{}", error.emit_to_string(&wgsl))));
        glslang(&vertex("450", &text(Language::Glsl)), &["-V", "-S", "vert"]);
        glslang_only(&vertex("300 es", &text(Language::GlslEs)), "vert");
        let godot = text(Language::Gdshader).replace(" : filter_nearest, repeat_disable", "");
        glslang_only(&vertex("300 es", &godot), "vert");
        let main = format!("float4 main() : SV_Target {{ return {}; }}\n", sum("float2(1.0, 1.0)"));
        let pixel = format!("{}\n{main}", text(Language::Hlsl));
        glslang(&pixel, &["-D", "-V", "-Od", "-S", "frag", "-e", "main", "--auto-map-bindings"]);
        metal::compile(&together([&hills, &mesas], Language::Msl, numbers), &["-fsyntax-only"]);
    }
}

/// The name that a line outside of functions declares, if any.
fn declared(line: &str) -> Option<&str> {
    const OTHERS: [&str; 8] = ["//", "#", "{", "}", ")", "@", "using ", "precision "];
    if line.starts_with(char::is_whitespace)
        || line.is_empty()
        || OTHERS.iter().any(|no| line.starts_with(no))
    {
        return None;
    }
    let line = line.strip_prefix("layout(std140) ").unwrap_or(line);
    let before = line.split(['(', '[', '=', ';', '{', ':']).next()?;
    before.trim_end().rsplit(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next()
}

/// For every terrain, no declared name could also be declared by another terrain.
#[test]
fn all_names_depend_on_that_of_the_terrain() {
    let [craters, pictures] = ["craters", "pictures"].map(named);
    let languages =
        [Language::Wgsl, Language::Glsl, Language::GlslEs, Language::Gdshader, Language::Hlsl, Language::Msl];
    let forms = languages.into_iter().flat_map(|of| [(of, Numbers::Baked), (of, Numbers::Uniform)]);
    for ((language, numbers), terrain) in forms.flat_map(|form| [(form, &craters), (form, &pictures)]) {
        let text = library(terrain, "moor", language, numbers).replace("metal::", "");
        let text = text.replace("layout(std140, binding = moor_BINDING) ", "");
        let text = text.replace("layout(binding = moor_TEXTURE_BINDING) ", "");
        let names: Vec<_> = text.lines().filter_map(declared).collect();
        assert!(names.contains(&"moor_height") && names.len() > 30, "{names:?}");
        let strange: Vec<_> = names.iter().filter(|name| !name.contains("moor_")).collect();
        assert!(strange.is_empty(), "{language:?}, {numbers:?}: {strange:?}");
    }
}

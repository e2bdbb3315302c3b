//! Runs exported shaders and compares them with the processor.
//!
//! GLSL and HLSL reach the driver through `glslangValidator`, and SPIR-V reaches it unchanged. So naga, which wrote them,
//! does not read them again.

use orogen_engine::level::Level;
use orogen_engine::terrain::Terrain;
use orogen_gpu::export::{Code, Language, Numbers, Shader, export};
use orogen_passthrough::{Driver, Loaded, Resources};

use crate::presets::{all, options, terrain, text};
use crate::tools::glslang;

/// Origins: inside the domain, and far outside.
pub(crate) const ORIGINS: [[f64; 3]; 2] = [[700.5, 1300.25, 30.0], [20_000_000.3, -19_999_999.7, 12.0]];

/// Rows of positions, and positions per row.
const SIDE: usize = 256;

/// Positions up to 10 km from the origin, in rows, which is faster on the processor. Half of them are near the origin.
pub(crate) fn places(dimensions: usize) -> Vec<[f32; 4]> {
    let mut state = 0x9e37_79b9_u32;
    let mut unit = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 8_388_608.0 - 1.0
    };
    let mut place = move || {
        let near = 10.0_f32.powf(2.5 + 1.5 * unit());
        unit() * near
    };
    let mut places = Vec::new();
    for _ in 0..SIDE {
        let (y, z) = (place(), if dimensions == 3 { place() } else { 0.0 });
        places.extend((0..SIDE).map(|_| [place(), y, z, 0.0]));
    }
    places
}

/// Height and slopes computed by the processor.
pub(crate) fn by_processor(terrain: &Terrain, origin: [f64; 3], places: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let at = |p: &[f32; 4]| std::array::from_fn(|k| origin[k] + f64::from(p[k]));
    let points: Vec<[f64; 3]> = places.iter().map(at).collect();
    let samples = terrain.sample::<f32>(Level::best(), &points);
    let all = samples.iter().map(|sample| {
        let [x, y, z] = sample.gradient.map(|slope| slope as f32);
        [sample.height as f32, x, y, z]
    });
    all.collect()
}

/// Fails if results differ too much: heights by 2·10⁻⁶ of the range, slopes by 10⁻⁴. One sample in 500 is exempt, for
/// cliffs and creases, as for grids.
pub(crate) fn compare(
    what: &str,
    terrain: &Terrain,
    found: &[[f32; 4]],
    expected: &[[f32; 4]],
) -> Result<(), String> {
    let range = terrain.interval().max - terrain.interval().min;
    let steepest =
        expected.iter().flat_map(|[_, slopes @ ..]| slopes).fold(0.0_f32, |most, s| most.max(s.abs()));
    let (mut heights, mut slopes, mut farthest) = (0, 0, 0.0_f64);
    for (found, expected) in found.iter().zip(expected) {
        // NaN counts as a large difference.
        let apart = |k: usize| f64::from((found[k] - expected[k]).abs()).min(f64::INFINITY);
        let far = apart(0) / (2e-6 * range);
        farthest = farthest.max(far);
        heights += usize::from(far > 1.0);
        let most = |k: usize| 1e-4 * f64::from(expected[k].abs().max(0.1 * steepest));
        slopes += usize::from((1..=terrain.dimensions()).any(|k| apart(k) > most(k)));
    }
    let told = format!("{what}: {heights} heights, {slopes} slopes apart, up to {farthest:.3} bounds");
    println!("{told}");
    let rare = |count: usize| count * 500 <= found.len();
    if rare(heights) && rare(slopes) && farthest < 100.0 { Ok(()) } else { Err(told) }
}

/// The library with a texture instead of a combined sampler, because naga and the driver bind no samplers. Reading single texels
/// needs no sampler.
pub(crate) fn separate(library: &str) -> String {
    library.replace("uniform sampler2D", "uniform texture2D")
}

/// A compute shader in GLSL that calls a library for many positions, after some statements.
pub(crate) fn glsl(library: &str, dimensions: usize, before: &str) -> Vec<u32> {
    let result = match dimensions {
        2 => "vec4(orogen_height_gradient(places[i].xy), 0.0)",
        _ => "orogen_height_gradient(places[i].xyz)",
    };
    let library = separate(library);
    let main = format!(
        "#version 450\n#extension GL_EXT_samplerless_texture_functions : require\nlayout(local_size_x = 64) in;\n#define orogen_BINDING 3\n#define orogen_TEXTURE_BINDING 2\n\
         layout(std430, binding = 0) readonly buffer Places {{ vec4 places[]; }};\n\
         layout(std430, binding = 1) writeonly buffer Results {{ vec4 results[]; }};\n{library}\n\
         void main() {{ uint i = gl_GlobalInvocationID.x; {before}if (i < places.length()) results[i] = {result}; }}\n"
    );
    glslang(&main, &["-V", "-S", "comp"])
}

/// A compute shader in HLSL that calls a library for many positions, after some statements.
pub(crate) fn hlsl(library: &str, dimensions: usize, before: &str) -> Vec<u32> {
    let result = match dimensions {
        2 => "float4(orogen_height_gradient(places[id.x].xy), 0.0)",
        _ => "orogen_height_gradient(places[id.x].xyz)",
    };
    let main = format!(
        "[[vk::binding(0)]] StructuredBuffer<float4> places;\n[[vk::binding(1)]] RWStructuredBuffer<float4> results;\n\
         #define cbuffer [[vk::binding(3)]] cbuffer\n{}\n\
         [numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {{ {before}results[id.x] = {result}; }}\n",
        library.replace("Texture2D<float> o", "[[vk::binding(2)]] Texture2D<float> o")
    );
    glslang(&main, &["-D", "-V", "-Od", "-S", "comp", "-e", "main"])
}

fn on_driver(driver: &Driver, shader: &Loaded, exported: &Shader, places: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let groups = places.len().div_ceil(64) as u32;
    let texture = exported.texture.as_ref().map(|texture| (&*texture.texels, texture.width));
    let resources = Resources { texture, uniform: &exported.numbers };
    let results = driver.run(shader, groups, places.as_flattened(), 4 * places.len(), &resources);
    results.as_chunks::<4>().0.to_vec()
}

/// Runs a shader with its numbers and texture, and compares.
fn check(
    driver: &Driver,
    what: &str,
    terrain: &Terrain,
    shader: &Loaded,
    exported: &Shader,
    origin: [f64; 3],
) {
    let places = places(terrain.dimensions());
    let found = on_driver(driver, shader, exported, &places);
    let expected = by_processor(terrain, origin, &places);
    compare(&format!("{what} from {origin:?}"), terrain, &found, &expected).unwrap();
}

/// A library with baked numbers, changed to read them from a uniform buffer, because software drivers take minutes for arrays
/// in functions.
fn looked_up(library: &str, before: &str, array: &str) -> String {
    let (head, rest) = library.split_once(before).unwrap();
    let (count, rest) = rest.split_once(']').unwrap();
    let (_, tail) = rest.split_once(';').unwrap();
    format!("{head}{array} orogen_words[{count}]; }};{tail}")
}

/// An origin from which positions reach all edges of solved land and beyond.
const AT_EDGES: [f64; 3] = [12_000.5, 11_000.25, 0.0];

/// Checks the texts of all terrains with baked numbers, in one language, at the far origin. Terrains with a texture are also
/// checked near its edges.
fn check_all(language: Language, source: impl Fn(&str) -> String, compile: impl Fn(&str, usize) -> Vec<u32>) {
    let driver = Driver::open();
    for (name, terrain) in all() {
        for origin in [ORIGINS[1], ORIGINS[0], AT_EDGES] {
            let exported = export(&terrain, Language::Gdshader, &options(Numbers::Baked, origin)).unwrap();
            if origin != ORIGINS[1] && exported.texture.is_none() {
                continue;
            }
            let library = text(&terrain, language, Numbers::Baked, origin);
            let loaded = driver.load(&compile(&source(&library), terrain.dimensions()));
            check(&driver, &format!("{name}, {language:?}"), &terrain, &loaded, &exported, origin);
        }
    }
}

/// A GLSL library that reads its numbers from a buffer.
fn looked_up_in_glsl(library: &str) -> String {
    looked_up(library, "uvec4 orogen_words[", "layout(std140, binding = 3) uniform Numbers { uvec4")
}

#[test]
fn glsl_computes_what_the_processor_does() {
    check_all(Language::Glsl, looked_up_in_glsl, |library, dimensions| glsl(library, dimensions, ""));
}

#[test]
fn hlsl_computes_what_the_processor_does() {
    let block = "cbuffer Numbers { uint4";
    check_all(
        Language::Hlsl,
        |text| looked_up(text, "static const uint4 orogen_words[", block),
        |library, dimensions| hlsl(library, dimensions, ""),
    );
}

/// Tests baked numbers and the complete module. Only two terrains are tested, because software drivers take minutes for arrays in
/// functions.
#[test]
fn baked_numbers_and_spirv_agree() {
    let driver = Driver::open();
    for (name, terrain) in all() {
        if name != "downs" && name != "hills" {
            continue;
        }
        let (origin, dimensions) = (ORIGINS[0], terrain.dimensions());
        let module = export(&terrain, Language::Spirv, &options(Numbers::Baked, origin)).unwrap();
        assert!(module.numbers.is_empty());
        let see = |form: &str, code: &[u32]| {
            check(&driver, &format!("{name}, {form}"), &terrain, &driver.load(code), &module, origin);
        };
        let baked = text(&terrain, Language::Glsl, Numbers::Baked, origin);
        see("baked GLSL", &glsl(&baked, dimensions, ""));
        // glslang does not copy variables for each look-up, see `declaration.rs`.
        let baked = text(&terrain, Language::Hlsl, Numbers::Baked, origin);
        see("baked HLSL", &hlsl(&baked.replace("static const uint4", "static uint4"), dimensions, ""));
        let Code::Words(words) = &module.code else { panic!("{name}: text") };
        see("SPIR-V", words);
    }
}

/// The same text works for both origins, since origins are data.
#[test]
fn numbers_are_data() {
    let driver = Driver::open();
    for (name, terrain) in all() {
        if !["downs", "tile"].contains(&&*name) {
            continue;
        }
        for language in [Language::Glsl, Language::Hlsl] {
            let uniform = |origin| export(&terrain, language, &options(Numbers::Uniform, origin)).unwrap();
            let Code::Text(library) = uniform(ORIGINS[0]).code else { panic!("{name}: words") };
            let module = match language {
                Language::Glsl => glsl(&library, terrain.dimensions(), ""),
                _ => hlsl(&library, terrain.dimensions(), ""),
            };
            let loaded = driver.load(&module);
            for origin in ORIGINS {
                let what = format!("{name}, uniform {language:?}");
                check(&driver, &what, &terrain, &loaded, &uniform(origin), origin);
            }
        }
    }
}

/// Seed, gain and size of features are data, too: the text of one recipe works with the numbers of the other.
#[test]
fn parameters_are_data() {
    const HILLS: &str = "orogen = 1\nseed = 3\ndomain.size = 2000.0\nheight = { field = 'hills', scale = 90.0 }\n\
        [fields.drift]\ntype = 'fbm'\nwavelength = 900.0\noctaves = 3\n\
        [fields.hills]\ntype = 'ridged'\nwavelength = 400.0\noctaves = 5\ngain = 0.5\n\
        displace = { by = 'drift', strength = 90.0 }\n";
    let other =
        [("= 3\n", "= 8\n"), ("= 400.0", "= 333.0"), ("gain = 0.5", "gain = 0.55"), ("90.0 }", "70.0 }")]
            .into_iter()
            .fold(HILLS.to_owned(), |text, (old, new)| text.replacen(old, new, 1));
    let [one, other] = [HILLS, &other].map(|text| terrain("hills", text));
    let uniform = |terrain| export(terrain, Language::Glsl, &options(Numbers::Uniform, ORIGINS[0])).unwrap();
    let [library, same] = [&one, &other].map(|terrain| match uniform(terrain).code {
        Code::Text(text) => text,
        Code::Words(_) => panic!("words"),
    });
    let code = |text: &str| text.lines().filter(|line| !line.starts_with("//")).collect::<String>();
    assert!(code(&library) == code(&same), "parameters are in the text");
    let driver = Driver::open();
    let loaded = driver.load(&glsl(&library, 2, ""));
    for (name, terrain) in [("one", &one), ("other", &other)] {
        check(&driver, name, terrain, &loaded, &uniform(terrain), ORIGINS[0]);
    }
}

/// A slightly wrong position and a wrong hash are both detected.
#[test]
fn an_edited_text_is_detected() {
    let (driver, origin, places) = (Driver::open(), ORIGINS[0], places(2));
    let (_, hills) = all().into_iter().find(|(name, _)| name == "downs").unwrap();
    let library = looked_up_in_glsl(&text(&hills, Language::Glsl, Numbers::Baked, origin));
    let exported = export(&hills, Language::Gdshader, &options(Numbers::Baked, origin)).unwrap();
    let expected = by_processor(&hills, origin, &places);
    let holds = |library: &str| {
        let found = on_driver(&driver, &driver.load(&glsl(library, 2, "")), &exported, &places);
        compare("edited", &hills, &found, &expected).is_ok()
    };
    assert!(holds(&library));
    for (good, bad) in [
        ("5.9604645e-8", "5.961e-8"),
        ("(162u -", "(161u -"),
        ("(low >> 16u)", "(low >> 17u)"),
        (" - sign_1)", " + sign_1)"),
        ("2654435761u", "2654435763u"),
    ] {
        let edited = library.replace(good, bad);
        assert_ne!(edited, library, "{good}");
        assert!(!holds(&edited), "{bad} is not noticed");
    }
}

/// Columns and rows of the texture that are exchanged or shifted are detected.
#[test]
fn an_edited_texel_is_detected() {
    let (driver, origin, places) = (Driver::open(), ORIGINS[0], places(2));
    let (_, hills) = all().into_iter().find(|(name, _)| name == "hills").unwrap();
    let exported = export(&hills, Language::Glsl, &options(Numbers::Baked, origin)).unwrap();
    let Code::Text(library) = &exported.code else { panic!("words") };
    let expected = by_processor(&hills, origin, &places);
    let holds = |library: &str| {
        let found = on_driver(&driver, &driver.load(&glsl(library, 2, "")), &exported, &places);
        compare("edited", &hills, &found, &expected).is_ok()
    };
    assert!(holds(library));
    for (good, bad) in [
        ("(left + column), (top + row)", "(left + row), (top + column)"),
        ("(top + row)", "(top + row + 1u)"),
    ] {
        let edited = library.replace(good, bad);
        assert_ne!(&edited, library, "{good}");
        assert!(!holds(&edited), "{bad} is not noticed");
    }
}

//! Exported shaders run, and what they compute is what the processor does.
//!
//! GLSL and HLSL go through `glslangValidator` to the driver, SPIR-V as it is: naga, which wrote them, sees none of them
//! again.

use orogen::level::Level;
use orogen::terrain::Terrain;
use orogen_gpu::export::{Code, Language, Numbers, export};
use orogen_passthrough::{Driver, Loaded};

use crate::presets::{all, options, text};
use crate::tools::{glslang, validate};

/// Where origins are: in the domain, and far outside.
const ORIGINS: [[f64; 3]; 2] = [[700.5, 1300.25, 30.0], [20_000_000.3, -19_999_999.7, 12.0]];

/// Rows of places, and places in a row.
const SIDE: usize = 256;

/// Places up to 10 km from the origin, as many near as far, in rows: so the processor is faster.
fn places(dimensions: usize) -> Vec<[f32; 4]> {
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

/// Height and slopes by the processor.
fn by_processor(terrain: &Terrain, origin: [f64; 3], places: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let at = |p: &[f32; 4]| std::array::from_fn(|k| origin[k] + f64::from(p[k]));
    let points: Vec<[f64; 3]> = places.iter().map(at).collect();
    let samples = terrain.sample::<f32>(Level::best(), &points);
    let all = samples.iter().map(|sample| {
        let [x, y, z] = sample.gradient.map(|slope| slope as f32);
        [sample.height as f32, x, y, z]
    });
    all.collect()
}

/// Fails if results are farther apart than they may be: heights by 2·10⁻⁶ of the range, slopes by 10⁻⁴, both but for
/// one in 500 (cliffs and creases, as for grids).
fn compare(what: &str, terrain: &Terrain, found: &[[f32; 4]], expected: &[[f32; 4]]) -> Result<(), String> {
    let range = terrain.interval().max - terrain.interval().min;
    let steepest =
        expected.iter().flat_map(|[_, slopes @ ..]| slopes).fold(0.0_f32, |most, s| most.max(s.abs()));
    let (mut heights, mut slopes, mut farthest) = (0, 0, 0.0_f64);
    for (found, expected) in found.iter().zip(expected) {
        // What is not a number is far.
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

/// A compute shader in GLSL that calls a library for many places.
fn glsl(library: &str, dimensions: usize) -> Vec<u32> {
    let result = match dimensions {
        2 => "vec4(orogen_height_gradient(places[i].xy), 0.0)",
        _ => "orogen_height_gradient(places[i].xyz)",
    };
    let main = format!(
        "#version 450\nlayout(local_size_x = 64) in;\n#define orogen_BINDING 2\n\
         layout(std430, binding = 0) readonly buffer Places {{ vec4 places[]; }};\n\
         layout(std430, binding = 1) writeonly buffer Results {{ vec4 results[]; }};\n{library}\n\
         void main() {{ uint i = gl_GlobalInvocationID.x; if (i < places.length()) results[i] = {result}; }}\n"
    );
    glslang(&main, &["-V", "-S", "comp"])
}

/// The same in HLSL.
fn hlsl(library: &str, dimensions: usize) -> Vec<u32> {
    let result = match dimensions {
        2 => "float4(orogen_height_gradient(places[id.x].xy), 0.0)",
        _ => "orogen_height_gradient(places[id.x].xyz)",
    };
    let main = format!(
        "[[vk::binding(0)]] StructuredBuffer<float4> places;\n[[vk::binding(1)]] RWStructuredBuffer<float4> results;\n\
         #define cbuffer [[vk::binding(2)]] cbuffer\n{library}\n\
         [numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {{ results[id.x] = {result}; }}\n"
    );
    glslang(&main, &["-D", "-V", "-Od", "-S", "comp", "-e", "main"])
}

fn on_driver(driver: &Driver, shader: &Loaded, numbers: &[u32], places: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let groups = places.len().div_ceil(64) as u32;
    let results = driver.run(shader, groups, places.as_flattened(), 4 * places.len(), numbers);
    results.as_chunks::<4>().0.to_vec()
}

/// Runs a shader with its numbers, and compares.
fn check(driver: &Driver, what: &str, terrain: &Terrain, shader: &Loaded, numbers: &[u32], origin: [f64; 3]) {
    let places = places(terrain.dimensions());
    let found = on_driver(driver, shader, numbers, &places);
    let expected = by_processor(terrain, origin, &places);
    compare(&format!("{what} from {origin:?}"), terrain, &found, &expected).unwrap();
}

#[test]
fn glsl_computes_what_the_processor_does() {
    let driver = Driver::open();
    for (name, terrain) in all() {
        let baked = text(&terrain, Language::Glsl, Numbers::Baked, ORIGINS[1]);
        let shader = driver.load(&glsl(&baked, terrain.dimensions()));
        check(&driver, &format!("{name}, GLSL"), &terrain, &shader, &[], ORIGINS[1]);
    }
}

/// One text serves both origins, which are numbers like others.
#[test]
fn hlsl_computes_what_the_processor_does() {
    let driver = Driver::open();
    for (name, terrain) in all() {
        let [near, far] = ORIGINS
            .map(|origin| export(&terrain, Language::Hlsl, &options(Numbers::Uniform, origin)).unwrap());
        let Code::Text(library) = near.code else { panic!("{name}: words") };
        let shader = driver.load(&hlsl(&library, terrain.dimensions()));
        for (numbers, origin) in [near.numbers, far.numbers].iter().zip(ORIGINS) {
            check(&driver, &format!("{name}, HLSL"), &terrain, &shader, numbers, origin);
        }
    }
}

/// Of a few terrains, the other way to have numbers, and the whole module.
#[test]
fn so_do_the_other_forms() {
    let driver = Driver::open();
    for (name, terrain) in all() {
        if !["alps", "cells", "space", "tile"].contains(&&*name) {
            continue;
        }
        let (origin, dimensions) = (ORIGINS[0], terrain.dimensions());
        let see = |form: &str, module: &[u32], numbers: &[u32]| {
            check(&driver, &format!("{name}, {form}"), &terrain, &driver.load(module), numbers, origin);
        };
        let uniform = export(&terrain, Language::Glsl, &options(Numbers::Uniform, origin)).unwrap();
        let Code::Text(library) = uniform.code else { panic!("{name}: words") };
        see("uniform GLSL", &glsl(&library, dimensions), &uniform.numbers);
        let baked = text(&terrain, Language::Hlsl, Numbers::Baked, origin);
        // As variables glslang does not copy them for each look-up, see `declaration.rs`.
        let baked = baked.replace("static const uint4", "static uint4");
        see("baked HLSL", &hlsl(&baked, dimensions), &[]);
        let module = export(&terrain, Language::Spirv, &options(Numbers::Baked, origin)).unwrap();
        let Code::Words(words) = module.code else { panic!("{name}: text") };
        validate(&words);
        see("SPIR-V", &words, &[]);
    }
}

//! Metal's language, which no free compiler accepts: it is compiled as C++ with a stub of Metal's library in `shim/`,
//! and run on the processor.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use orogen_gpu::export::{Code, Language, Numbers, export};

use crate::presets::{all, options};
use crate::run::{ORIGINS, by_processor, compare, places};
use crate::tools::run;

/// The words, as the type of the functions' argument.
const BUFFER: &str = "alignas(16) unsigned numbers[] = {WORDS};
static_assert(sizeof numbers == sizeof(orogen_Words), \"all of them\");
const orogen_Words& buffer = reinterpret_cast<const orogen_Words&>(numbers);
";

/// Reads positions, and writes height and slopes at each. Uniform numbers are one more argument.
fn program(library: &str, dimensions: usize, numbers: &[u32]) -> String {
    let (result, place) = match dimensions {
        2 => ("metal::float3 r", "metal::float2{p[0], p[1]}"),
        _ => ("metal::float4 r", "metal::float3{p[0], p[1], p[2]}"),
    };
    let out = if dimensions == 2 { "r.x, r.y, r.z, 0" } else { "r.x, r.y, r.z, r.w" };
    let words: Vec<_> = numbers.iter().map(|word| format!("{word}u")).collect();
    let (buffer, argument) = match words[..] {
        [] => (String::new(), ""),
        _ => (BUFFER.replace("WORDS", &words.join(", ")), ", buffer"),
    };
    format!(
        "{library}\n#include <cstdio>\n{buffer}int main() {{ for (float p[4]; std::fread(p, sizeof p, 1, stdin) == 1;) {{ \
         {result} = orogen_height_gradient({place}{argument}); float out[4] = {{{out}}}; \
         std::fwrite(out, sizeof out, 1, stdout); }} }}\n"
    )
}

/// Compiles a text in Metal's language as C++.
pub(crate) fn compile(text: &str, arguments: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("shader.cpp");
    std::fs::write(&source, text).unwrap();
    let shim = format!("-I{}", Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/export/shim").display());
    run("g++", "g++", &[&["-std=c++17", "-ffp-contract=off", &shim], arguments].concat(), &source);
}

/// The results of a program at some positions.
fn results(program: &str, places: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let folder = tempfile::tempdir().unwrap();
    let binary = folder.path().join("shader");
    compile(program, &["-O1", "-o", binary.to_str().unwrap()]);
    let mut child = Command::new(&binary).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let bytes: Vec<u8> = places.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect();
    let writer = std::thread::spawn(move || stdin.write_all(&bytes).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let numbers: Vec<f32> =
        output.stdout.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    numbers.as_chunks::<4>().0.to_vec()
}

#[test]
fn metal_computes_what_the_processor_does() {
    for (name, terrain) in all() {
        let forms: &[Numbers] = match &*name {
            "gullies" | "mesas" => &[Numbers::Baked],
            "downs" | "space" => &[Numbers::Baked, Numbers::Uniform],
            _ => continue,
        };
        for &form in forms {
            let shader = export(&terrain, Language::Msl, &options(form, ORIGINS[1])).unwrap();
            let Code::Text(library) = shader.code else { panic!("{name}: words") };
            let places = places(terrain.dimensions());
            let found = results(&program(&library, terrain.dimensions(), &shader.numbers), &places);
            assert_eq!(found.len(), places.len());
            let expected = by_processor(&terrain, ORIGINS[1], &places);
            compare(&format!("{name}, {form:?} MSL"), &terrain, &found, &expected).unwrap();
        }
    }
}

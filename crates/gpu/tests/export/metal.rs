//! Tests of Metal's language. No free compiler accepts this language. So the text is compiled as C++ with a stub of Metal's
//! library in `shim/`, and runs on the processor.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use orogen_gpu::export::{Code, Language, Numbers, Shader, Texture, export};

use crate::presets::{all, options};
use crate::run::{ORIGINS, by_processor, compare, places};
use crate::tools::run;

/// The shader's numbers, in the type of the functions' argument.
const BUFFER: &str = "alignas(16) unsigned numbers[] = {WORDS};
static_assert(sizeof numbers == sizeof(orogen_Words), \"all of them\");
const orogen_Words& buffer = reinterpret_cast<const orogen_Words&>(numbers);
";

/// The texels, read from the file that is the program's argument.
const TEXTURE: &str = "metal::texture2d<float, metal::access::sample> loaded(const char* path) {
    float* texels = new float[WIDTH * HEIGHT];
    FILE* file = std::fopen(path, \"rb\");
    if (std::fread(texels, sizeof(float), WIDTH * HEIGHT, file) != WIDTH * HEIGHT) throw 1;
    std::fclose(file);
    return {texels, WIDTH, HEIGHT};
}
";

/// A program that reads positions, and writes the height and the slopes at each position. Uniform numbers and a texture are
/// additional arguments.
fn program(shader: &Shader, dimensions: usize) -> String {
    let Code::Text(library) = &shader.code else { panic!("words") };
    let (result, place) = match dimensions {
        2 => ("metal::float3 r", "metal::float2{p[0], p[1]}"),
        _ => ("metal::float4 r", "metal::float3{p[0], p[1], p[2]}"),
    };
    let out = if dimensions == 2 { "r.x, r.y, r.z, 0" } else { "r.x, r.y, r.z, r.w" };
    let words: Vec<_> = shader.numbers.iter().map(|word| format!("{word}u")).collect();
    let (mut globals, mut arguments) = match words[..] {
        [] => (String::new(), String::new()),
        _ => (BUFFER.replace("WORDS", &words.join(", ")), ", buffer".to_owned()),
    };
    let mut start = "";
    if let Some(texture) = &shader.texture {
        let size = [("WIDTH", texture.width), ("HEIGHT", texture.height)];
        globals +=
            &size.iter().fold(TEXTURE.to_owned(), |text, (word, size)| text.replace(word, &size.to_string()));
        arguments += ", texture";
        start = "auto texture = loaded(path[1]); ";
    }
    format!(
        "{library}\n#include <cstdio>\n{globals}int main(int, char** path) {{ {start}for (float p[4]; std::fread(p, sizeof p, 1, stdin) == 1;) {{ \
         {result} = orogen_height_gradient({place}{arguments}); float out[4] = {{{out}}}; \
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

/// The results of a shader at some positions.
fn results(shader: &Shader, dimensions: usize, places: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let folder = tempfile::tempdir().unwrap();
    let binary = folder.path().join("shader");
    compile(&program(shader, dimensions), &["-O1", "-o", binary.to_str().unwrap()]);
    let texels = folder.path().join("texels");
    std::fs::write(&texels, shader.texture.as_ref().map_or_else(Vec::new, Texture::bytes)).unwrap();
    let mut child =
        Command::new(&binary).arg(texels).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
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
            "downs" | "space" | "hills" => &[Numbers::Baked, Numbers::Uniform],
            _ => continue,
        };
        for &form in forms {
            let shader = export(&terrain, Language::Msl, &options(form, ORIGINS[1])).unwrap();
            let places = places(terrain.dimensions());
            let found = results(&shader, terrain.dimensions(), &places);
            assert_eq!(found.len(), places.len());
            let expected = by_processor(&terrain, ORIGINS[1], &places);
            compare(&format!("{name}, {form:?} MSL"), &terrain, &found, &expected).unwrap();
        }
    }
}

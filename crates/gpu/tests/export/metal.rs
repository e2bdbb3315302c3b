//! Metal's language, which no free compiler takes: as C++, with what it uses of Metal's library in `shim/`, it is compiled
//! and run on the processor.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use orogen_gpu::export::{Language, Numbers};

use crate::presets::{all, text};
use crate::run::{ORIGINS, by_processor, compare, places};
use crate::tools::run;

/// Reads places, and writes height and slopes at each.
fn program(library: &str, dimensions: usize) -> String {
    let call = match dimensions {
        2 => {
            "metal::float3 r = orogen_height_gradient(metal::float2{p[0], p[1]}); float out[4] = {r.x, r.y, r.z, 0};"
        }
        _ => {
            "metal::float4 r = orogen_height_gradient(metal::float3{p[0], p[1], p[2]}); float out[4] = {r.x, r.y, r.z, r.w};"
        }
    };
    format!(
        "{library}\n#include <cstdio>\nint main() {{ for (float p[4]; std::fread(p, sizeof p, 1, stdin) == 1;) {{ \
         {call} std::fwrite(out, sizeof out, 1, stdout); }} }}\n"
    )
}

#[test]
fn metal_computes_what_the_processor_does() {
    let shim = format!("-I{}", Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/export/shim").display());
    for (name, terrain) in all() {
        if !["alps", "hills", "mesas", "space"].contains(&&*name) {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let (source, binary) = (folder.path().join("shader.cpp"), folder.path().join("shader"));
        let library = text(&terrain, Language::Msl, Numbers::Baked, ORIGINS[1]);
        std::fs::write(&source, program(&library, terrain.dimensions())).unwrap();
        let arguments = ["-std=c++17", "-O1", "-ffp-contract=off", &shim, "-o", binary.to_str().unwrap()];
        run("g++", "g++", &arguments, &source);
        let places = places(terrain.dimensions());
        let mut child = Command::new(&binary).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let bytes: Vec<u8> = places.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect();
        let writer = std::thread::spawn(move || stdin.write_all(&bytes).unwrap());
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        let numbers: Vec<f32> =
            output.stdout.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        let found = numbers.as_chunks::<4>().0;
        assert_eq!(found.len(), places.len());
        let expected = by_processor(&terrain, ORIGINS[1], &places);
        compare(&format!("{name}, MSL"), &terrain, found, &expected).unwrap();
    }
}

//! Third-party compilers.

use std::path::Path;
use std::process::Command;

use orogen_passthrough::validate;

/// Runs a tool, and panics with its output if it fails.
pub(crate) fn run(tool: &str, package: &str, arguments: &[&str], file: &Path) {
    let output = Command::new(tool).args(arguments).arg(file).output();
    let output = output.unwrap_or_else(|error| panic!("{tool}: {error}; install the package {package}"));
    let told =
        [output.stdout, output.stderr].map(|told| String::from_utf8_lossy(&told).into_owned()).concat();
    assert!(output.status.success(), "{tool} {arguments:?}: {told}");
}

/// Compiles a text in the language that `arguments` select. Returns validated SPIR-V.
pub(crate) fn glslang(text: &str, arguments: &[&str]) -> Vec<u32> {
    let folder = tempfile::tempdir().unwrap();
    let (source, binary) = (folder.path().join("shader"), folder.path().join("shader.spv"));
    std::fs::write(&source, text).unwrap();
    let out = ["-o", binary.to_str().unwrap()];
    run("glslangValidator", "glslang-tools", &[arguments, &out[..]].concat(), &source);
    let words = std::fs::read(&binary).unwrap();
    let words: Vec<u32> = words.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    validate(&words);
    words
}

/// Compiles a text for a target other than SPIR-V.
pub(crate) fn glslang_only(text: &str, stage: &str) {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("shader");
    std::fs::write(&source, text).unwrap();
    run("glslangValidator", "glslang-tools", &["-S", stage], &source);
}

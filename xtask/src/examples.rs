//! Writes the examples of exported shaders with the command itself.

use anyhow::Result;

use crate::invocation::Invocation;

/// Options of `orogen shader`, and the paths of their output in `examples/`. The tests of `orogen shader` have the same
/// list, and compare the files.
const EXAMPLES: [(&str, &str); 4] = [
    ("--for unity", "unity"),
    ("--for unreal", "unreal"),
    ("--for godot", "godot"),
    ("--lang wgsl", "wgpu/shaders/orogen.wgsl"),
];

/// Writes the generated files of `examples/`.
///
/// # Errors
/// The command cannot be built or fails.
pub(crate) fn run() -> Result<()> {
    EXAMPLES.iter().try_for_each(|(options, path)| {
        let command =
            format!("run --quiet --package orogen-cli --features gpu -- shader downs --force {options} -o examples/{path}");
        Invocation::cargo(&command).run()
    })
}

//! The examples of exported shaders, written by the command itself.

use anyhow::Result;

use crate::invocation::Invocation;

/// The preset that the examples show, and what is written of it to where in `examples/`. The tests of `orogen shader`
/// have the same list, and compare.
const WRITTEN: [(&str, &str); 4] = [
    ("--for unity", "unity"),
    ("--for unreal", "unreal"),
    ("--for godot", "godot"),
    ("--lang wgsl", "wgpu/shaders/orogen.wgsl"),
];

/// Writes what of `examples/` is not written by hand.
///
/// # Errors
/// The command cannot be built or fails.
pub(crate) fn run() -> Result<()> {
    WRITTEN.iter().try_for_each(|(options, path)| {
        let command =
            format!("run --quiet --package orogen-cli -- shader hills --force {options} -o examples/{path}");
        Invocation::cargo(&command).run()
    })
}

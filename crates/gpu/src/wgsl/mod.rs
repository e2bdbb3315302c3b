//! From a program to WGSL.
//!
//! Loops of the processor's kernels become functions. Those that compute the same from other literals, as the octaves of
//! a noise do, become one: a function finds its literals in a buffer, from a place on that its caller names ([`parts`]).
//! Calls that follow each other in the same pattern become a loop again ([`rolls`]). So numbers are data, whatever they
//! mean, and the text depends on nothing but which nodes are wired how and how many octaves they have.

mod expression;
mod parts;
mod rolls;

use std::collections::BTreeSet;

use orogen::program::Program;
use orogen_noise::trace::Op;

use parts::Parts;

/// What every module has: where its numbers are, and where samples lie.
const PRELUDE: &str = include_str!("prelude.wgsl");

const ENTRY: &str = "@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= planes.x {
        return;
    }
    here = id.xy;
    let sample = id.y * planes.x + id.x;
";

/// A compute module that writes the outputs of a program, plane after plane.
pub fn module(program: &Program) -> String {
    let mut parts = Parts::new(program);
    let body = parts.body();
    let outputs = program.outputs.iter().enumerate().map(|(plane, &output)| {
        format!("    out[{plane}u * planes.x * planes.y + sample] = {};\n", parts.name(output))
    });
    let outputs: String = outputs.collect();
    let functions = parts.text();
    let foreign: BTreeSet<_> = program.trace.ops.iter().filter_map(foreign).collect();
    let foreign = foreign.into_iter().collect::<Vec<_>>().join("\n");
    format!("{PRELUDE}\n{foreign}{functions}{ENTRY}{body}{outputs}}}\n")
}

/// The text of a function that is not made of parts.
fn foreign(op: &Op) -> Option<&'static str> {
    if let Op::Foreign(foreign, ..) = op { Some(foreign.text) } else { None }
}

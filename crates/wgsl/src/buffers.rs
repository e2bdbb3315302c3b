//! The contents of the buffers that shaders read, for any program that can run them.

use std::ops::Range;

use orogen_engine::patch::Patch;
use orogen_engine::program::{NoProgram, PatchAxis, Program};
use orogen_engine::terrain::Terrain;
use orogen_noise::jet::Order;

use crate::NEAR_WORDS;

/// The program of a terrain for grids: the height, the slopes along x and y, and the terrain's other fields. Requests for heights
/// alone use the same program, because another program could differ in the last bits.
///
/// # Errors
/// As [`Terrain::program`].
pub fn grid_program(terrain: &Terrain) -> Result<Program, NoProgram> {
    let mut program = terrain.program(Order::Gradient)?;
    if terrain.dimensions() == 3 {
        // Removes the slope along z: a grid is a cut through a space at one z.
        program.outputs.remove(3);
    }
    Ok(program)
}

/// The literals of a program: the [first ones](NEAR_WORDS), padded with zeros, for binding 0; and the others, for binding 6.
pub fn literal_words(program: &Program) -> (Vec<u32>, &[u32]) {
    let literals = &program.trace.literals;
    let (near, far) = literals.split_at(literals.len().min(NEAR_WORDS));
    let mut near = near.to_vec();
    near.resize(NEAR_WORDS, 0);
    (near, far)
}

/// An axis of a patch, for binding 2.
pub fn axis_words(axis: &PatchAxis) -> [u32; 8] {
    let [x, y, z] = axis.rates.map(i32::cast_unsigned);
    let ([cell, fraction], [high, low]) = (axis.place, axis.rest);
    [x, y, z, axis.shift, cell, fraction, high, low]
}

/// The offsets of some samples of a patch, for binding 1: three planes, or six for a large patch.
pub fn offsets(patch: &Patch, samples: &Range<usize>) -> Vec<i32> {
    let (low, high) = patch.offsets();
    let planes = low.iter().chain(high.into_iter().flatten());
    planes.flat_map(|plane| &plane[samples.clone()]).copied().collect()
}

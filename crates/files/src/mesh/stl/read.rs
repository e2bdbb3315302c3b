//! Reads back an `.stl` that orogen wrote.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use orogen_engine::raster::Grid;

use super::super::cell;
use super::super::samples::{ReadError, Samples, index_at, invalid};
use super::facet::{BYTES, Facet};
use super::solid::Solid;
use super::{HEAD, Print};
use crate::FileError;
use crate::read::open;

/// Reads the heights in metres of an `.stl` that was written for this grid with this `print`, row by row from the top. The
/// heights were rounded to 32-bit floats in millimetres and again in metres: a height *h* is off by at most 1.2·10⁻⁷·|*h*|.
///
/// Checks that the corners of the ground are at the samples, that the solid is closed (for each edge of a triangle from p
/// to q, another triangle has one from q to p), and that the normal of each triangle is that of its corners.
///
/// # Errors
/// The file does not exist, it is damaged or truncated, or it is another solid. The function never
/// panics, whatever the bytes of the file. Memory is allocated for the grid only.
pub fn read_heights(path: &Path, grid: &Grid, print: &Print) -> Result<Vec<f32>, FileError> {
    let samples = Samples::new(path, grid)?;
    let solid = Solid::new(path, grid, print)?;
    read(open(path)?, &solid, samples, 2 * cell::count(grid)).map_err(|error| error.into_file_error(path))
}

fn read(file: File, solid: &Solid, mut samples: Samples, ground: u128) -> Result<Vec<f32>, ReadError> {
    let length = file.metadata()?.len();
    let mut file = BufReader::with_capacity(1 << 16, file);
    let mut head = [0; HEAD];
    file.read_exact(&mut head)?;
    let count = u32::from_le_bytes([head[80], head[81], head[82], head[83]]);
    if count != solid.triangles || length != HEAD as u64 + BYTES as u64 * u64::from(count) {
        let needed = solid.triangles;
        return invalid(format!("it has {count} triangles in {length} bytes, but this grid has {needed}"));
    }
    let (mut edges, mut bytes, mut has_wrong_normal) = (Edges::default(), [0; BYTES], false);
    for i in 0..u128::from(count) {
        file.read_exact(&mut bytes)?;
        let facet = Facet::from_bytes(&bytes);
        edges.add(facet);
        has_wrong_normal |= facet.to_bytes() != bytes;
        if i < ground {
            facet.0.iter().try_for_each(|&corner| put(solid, corner, &mut samples))?;
        }
    }
    if !edges.are_paired() {
        return invalid("the solid is not closed");
    }
    if has_wrong_normal {
        return invalid("the normal of a triangle is not that of its corners");
    }
    Ok(samples.complete()?.heights.into_iter().map(|z| (f64::from(z) / solid.up) as f32).collect())
}

fn put(solid: &Solid, [x, y, z]: [f32; 3], samples: &mut Samples) -> Result<(), ReadError> {
    // A 32-bit float is off by at most 2^-24 of its value, and a side has at most 2^22 samples: a position is off by at
    // most 1/4 step.
    let index = |position: f32, samples: usize| index_at(f64::from(position) / solid.step, 0.25, samples);
    let (column, row) = (index(x, solid.columns)?, solid.rows - 1 - index(y, solid.rows)?);
    samples.put(column, row, z)
}

/// Checks with a single number that each edge occurs once in each direction.
///
/// The sum adds a hash of each directed edge and subtracts the hash of its reverse. It is zero if all edges are paired;
/// otherwise it is zero with a probability of 2^-64, unless the file was forged.
#[derive(Default)]
struct Edges(u64);

impl Edges {
    fn add(&mut self, Facet([a, b, c]): Facet) {
        let [a, b, c] = [a, b, c].map(hash_point);
        for (p, q) in [(a, b), (b, c), (c, a)] {
            self.0 = self.0.wrapping_add(hash_edge(p, q)).wrapping_sub(hash_edge(q, p));
        }
    }

    fn are_paired(&self) -> bool {
        self.0 == 0
    }
}

fn hash_point(point: [f32; 3]) -> u64 {
    // Adding zero turns −0 into 0.
    point.iter().fold(0, |hash, &number| mix(hash ^ u64::from((number + 0.0).to_bits())))
}

fn hash_edge(from: u64, to: u64) -> u64 {
    mix(mix(from).wrapping_add(to))
}

/// The finaliser of `SplitMix64` (Steele, Lea and Flood, 2014).
fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

//! An `.stl` of ours, read back.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use orogen::raster::Grid;

use super::super::cell;
use super::super::samples::{Flaw, Samples, index_at, wrong};
use super::facet::{BYTES, Facet};
use super::solid::Solid;
use super::{HEAD, Print};
use crate::FileError;
use crate::read::open;

/// The heights in metres of an `.stl` that was written for this grid with this `print`, row by row from the top. They
/// were rounded to singles in millimetres and are again in metres: a height h is off by 1.2·10⁻⁷ h at most.
///
/// The ground's corners must lie at the samples, and the whole must be closed: wherever a triangle has an edge from p
/// to q, another has one from q to p; and the normal of each triangle must be that of its corners.
///
/// # Errors
/// There is no such file, it is broken or cut short, or it holds another solid. Any bytes whatever give heights or an
/// error. Memory is taken for the grid only.
pub fn read_heights(path: &Path, grid: &Grid, print: &Print) -> Result<Vec<f32>, FileError> {
    let samples = Samples::new(path, grid)?;
    let solid = Solid::new(path, grid, print)?;
    read(open(path)?, &solid, samples, 2 * cell::count(grid)).map_err(|flaw| flaw.of(path))
}

fn read(file: File, solid: &Solid, mut samples: Samples, ground: u128) -> Result<Vec<f32>, Flaw> {
    let length = file.metadata()?.len();
    let mut file = BufReader::with_capacity(1 << 16, file);
    let mut head = [0; HEAD];
    file.read_exact(&mut head)?;
    let count = u32::from_le_bytes([head[80], head[81], head[82], head[83]]);
    if count != solid.triangles || length != HEAD as u64 + BYTES as u64 * u64::from(count) {
        let needed = solid.triangles;
        return wrong(format!("it says {count} triangles in {length} bytes, not the {needed} of this grid"));
    }
    let (mut edges, mut bytes, mut is_turned) = (Edges::default(), [0; BYTES], false);
    for i in 0..u128::from(count) {
        file.read_exact(&mut bytes)?;
        let facet = Facet::from_bytes(&bytes);
        edges.add(facet);
        is_turned |= facet.to_bytes() != bytes;
        if i < ground {
            facet.0.iter().try_for_each(|&corner| put(solid, corner, &mut samples))?;
        }
    }
    if !edges.are_paired() {
        return wrong("the solid is not closed");
    }
    if is_turned {
        return wrong("the normal of a triangle is not that of its corners");
    }
    Ok(samples.complete()?.heights.into_iter().map(|z| (f64::from(z) / solid.up) as f32).collect())
}

fn put(solid: &Solid, [x, y, z]: [f32; 3], samples: &mut Samples) -> Result<(), Flaw> {
    // A single is off by 2^-24 of itself, a side has 2^22 samples at most.
    let index = |place: f32, samples: usize| index_at(f64::from(place) / solid.step, 0.25, samples);
    let (column, row) = (index(x, solid.columns)?, solid.rows - 1 - index(y, solid.rows)?);
    samples.put(column, row, z)
}

/// Whether each edge is run along once in each direction, in the memory of one number.
///
/// Each directed edge has a hash; the hash of its reverse is taken away again. The sum is zero if they pair up, and
/// otherwise with a chance of 2^-64, unless someone seeks that on purpose.
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
    // Adding zero makes −0 the same as 0.
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

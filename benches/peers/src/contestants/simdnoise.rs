//! simdnoise: f32 at AVX2, which it detects by itself, in blocks along the axes. Simplex and cellular noise only, no
//! derivatives. Positions that are not a grid need its unsafe functions, which are not used here.

use ::simdnoise::{Cell2ReturnType, CellDistanceFunction, CellReturnType, NoiseBuilder};

use super::Contestant;
use crate::task::{Fill, Task};
use crate::work::{Basis, Places, Work};

/// Rows of a block, few enough for the second-level cache: the crate allocates every block anew.
const ROWS: usize = 16;

/// The jitter of the points in their cells: the largest for which a search of the neighbouring cells finds the nearest point.
const JITTER: f32 = 0.45;

pub(crate) fn contestant() -> Contestant {
    Contestant::new("simdnoise", fill)
}

fn fill(task: &Task) -> Option<Fill> {
    let Work { basis, octaves, places, .. } = task.work;
    let (side, frequency) = (task.side, task.frequency());
    let z = 100.5;
    Some(match (basis, places) {
        (Basis::Simplex, Places::Plane) => blocks(side, move |y, rows| {
            let mut noise = NoiseBuilder::fbm_2d_offset(0.0, side, y, rows);
            noise
                .with_freq(frequency)
                .with_octaves(octaves as u8)
                .with_gain(0.5)
                .with_lacunarity(2.0)
                .generate()
                .0
        }),
        (Basis::CellularF1, Places::Plane) => blocks(side, move |y, rows| {
            let mut noise = NoiseBuilder::cellular_2d_offset(0.0, side, y, rows);
            noise
                .with_freq(frequency)
                .with_distance_function(CellDistanceFunction::Euclidean)
                .with_return_type(CellReturnType::Distance)
                .with_jitter(JITTER)
                .generate()
                .0
        }),
        (Basis::CellularF1, Places::Slice) => blocks(side, move |y, rows| {
            let mut noise = NoiseBuilder::cellular_3d_offset(0.0, side, y, rows, z, 1);
            noise
                .with_freq(frequency)
                .with_distance_function(CellDistanceFunction::Euclidean)
                .with_return_type(CellReturnType::Distance)
                .with_jitter(JITTER)
                .generate()
                .0
        }),
        (Basis::CellularF2MinusF1, Places::Slice) => blocks(side, move |y, rows| {
            let mut noise = NoiseBuilder::cellular2_3d_offset(0.0, side, y, rows, z, 1);
            noise
                .with_freq(frequency)
                .with_distance_function(CellDistanceFunction::Euclidean)
                .with_return_type(Cell2ReturnType::Distance2Sub)
                .with_jitter(JITTER)
                .generate()
                .0
        }),
        _ => return None,
    })
}

/// Fills the results block by block. `block` computes some rows, given the position of the first one and their number.
fn blocks(side: usize, block: impl Fn(f32, usize) -> Vec<f32> + 'static) -> Fill {
    Box::new(move |out| {
        for (index, rows) in out.chunks_mut(side * ROWS).enumerate() {
            rows.copy_from_slice(&block((index * ROWS) as f32, rows.len() / side));
        }
    })
}

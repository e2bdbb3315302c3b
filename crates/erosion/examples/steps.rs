//! Times a step of the solver on 1024 × 1024 cells, on all processors. `benches/peer.py` times the same of another program.

use std::cell::RefCell;
use std::time::Instant;

use orogen_erosion::{Land, Settings, solve};

const SIDE: usize = 1024;

/// The solver's steps on its four grids, from 128 × 128 cells to 1024 × 1024.
const STEPS: [usize; 4] = [50, 20, 8, 4];

fn main() {
    // Rough ground of a kilometre: hashes, which the solver averages on the coarse grids.
    let hash = |cell: usize| ((cell as u32).wrapping_mul(0x9E37_79B1) >> 8) as f32 / (1 << 24) as f32;
    let land = Land::new(SIDE, 32.0, (0..SIDE * SIDE).map(|cell| 1000.0 * hash(cell)).collect());
    // The solver asks before each step whether to go on.
    let begins = RefCell::new(Vec::new());
    let watch = |_| {
        begins.borrow_mut().push(Instant::now());
        true
    };
    solve(&land, &Settings::default(), &watch).expect("nothing stops it");
    let begins = begins.into_inner();
    let coarse: usize = STEPS[..3].iter().sum();
    let finest = &begins[coarse..coarse + STEPS[3]];
    let mut times: Vec<_> = finest.windows(2).map(|pair| (pair[1] - pair[0]).as_secs_f64()).collect();
    times.sort_by(f64::total_cmp);
    println!("{:.0} ms a step of {SIDE}² cells (median of {})", 1000.0 * times[1], times.len());
}

//! noise-functions: f32; its vectors, which contain only the coordinates of one position, need a nightly compiler. No
//! derivatives; cellular noise has F1 only.

use ::noise_functions::{CellDistance, Noise, Perlin, Sample, Simplex};

use super::Contestant;
use crate::task::{Fill, Task};
use crate::work::{Basis, Displaced, Places, Sum, WARP, Work};

pub(crate) fn contestant() -> Contestant {
    Contestant::new("noise-functions", fill)
}

fn fill(task: &Task) -> Option<Fill> {
    let Work { basis, sum, octaves, places, displaced, .. } = task.work;
    let frequency = task.frequency();
    let plane = places == Places::Plane;
    Some(match (basis, sum, displaced) {
        (Basis::Perlin, Sum::Fbm, Displaced::No) if octaves == 1 => {
            in_plane(task, Perlin.frequency(frequency))
        }
        (Basis::Perlin, Sum::Fbm, Displaced::No) if plane => {
            in_plane(task, Perlin.fbm(octaves, 0.5, 2.0).frequency(frequency))
        }
        (Basis::Perlin, Sum::Fbm, Displaced::No) => {
            in_space(task, Perlin.fbm(octaves, 0.5, 2.0).frequency(frequency))
        }
        (Basis::Perlin, Sum::Fbm, Displaced::Warped) => {
            let warp = |seed| {
                let noise = Perlin.fbm(WARP.octaves, 0.5, 2.0).seed(seed);
                noise.frequency(1.0 / WARP.wavelength).mul(WARP.strength)
            };
            let noise = Perlin.fbm(octaves, 0.5, 2.0).frequency(frequency);
            in_plane(task, noise.translate_xy(warp(100), warp(200)))
        }
        (Basis::Perlin, Sum::Ridged, Displaced::No) => {
            in_plane(task, Perlin.ridged().fbm(octaves, 0.5, 2.0).frequency(frequency))
        }
        (Basis::Perlin, Sum::Billow, Displaced::No) => {
            in_plane(task, Perlin.abs().fbm(octaves, 0.5, 2.0).frequency(frequency))
        }
        (Basis::Simplex, Sum::Fbm, Displaced::No) => {
            in_plane(task, Simplex.fbm(octaves, 0.5, 2.0).frequency(frequency))
        }
        (Basis::CellularF1, _, _) if plane => in_plane(task, CellDistance::default().frequency(frequency)),
        (Basis::CellularF1, _, _) => in_space(task, CellDistance::default().frequency(frequency)),
        _ => return None,
    })
}

fn in_plane(task: &Task, noise: impl Sample<2> + 'static) -> Fill {
    task.plane(move |x, y| noise.sample_with_seed([x, y], 0))
}

fn in_space(task: &Task, noise: impl Sample<3> + 'static) -> Fill {
    task.space(move |point| noise.sample_with_seed(point, 0))
}

//! libnoise: f64 throughout, no derivatives; cellular noise has F1 only.

use ::libnoise::{Generator, Generator2D, Source};

use super::Contestant;
use crate::task::{Fill, Task};
use crate::work::{Basis, Displaced, Places, Sum, WARP, Work};

pub(crate) fn contestant() -> Contestant {
    Contestant::new("libnoise", fill)
}

fn fill(task: &Task) -> Option<Fill> {
    let Work { basis, sum, octaves, places, displaced, .. } = task.work;
    let frequency = f64::from(task.frequency());
    let plane = places == Places::Plane;
    Some(match (basis, sum, displaced) {
        (Basis::Perlin, Sum::Fbm, Displaced::No) if octaves == 1 => {
            in_plane(task, Source::perlin(1).scale([frequency; 2]))
        }
        (Basis::Perlin, Sum::Fbm, Displaced::No) if plane => {
            in_plane(task, Source::perlin(1).fbm(octaves, frequency, 2.0, 0.5))
        }
        (Basis::Perlin, Sum::Fbm, Displaced::No) => {
            in_space(task, Source::perlin(1).fbm(octaves, frequency, 2.0, 0.5))
        }
        (Basis::Perlin, Sum::Fbm, Displaced::Warped) => {
            let warp = |seed| {
                let noise = Source::<2>::perlin(seed);
                let frequency = f64::from(1.0 / WARP.wavelength);
                noise.fbm(WARP.octaves, frequency, 2.0, 0.5).mul(f64::from(WARP.strength))
            };
            let noise = Source::perlin(1).fbm(octaves, frequency, 2.0, 0.5);
            in_plane(task, noise.displace_x(warp(2)).displace_y(warp(3)))
        }
        (Basis::Perlin, Sum::Ridged, Displaced::No) => {
            in_plane(task, Source::perlin(1).ridgedmulti(octaves, frequency, 2.0, 2.0))
        }
        (Basis::Perlin, Sum::Billow, Displaced::No) => {
            in_plane(task, Source::perlin(1).billow(octaves, frequency, 2.0, 0.5))
        }
        (Basis::Simplex, Sum::Fbm, Displaced::No) => {
            in_plane(task, Source::simplex(1).fbm(octaves, frequency, 2.0, 0.5))
        }
        (Basis::CellularF1, _, _) if plane => in_plane(task, Source::worley(1).scale([frequency; 2])),
        (Basis::CellularF1, _, _) => in_space(task, Source::worley(1).scale([frequency; 3])),
        _ => return None,
    })
}

fn in_plane(task: &Task, noise: impl Generator<2> + 'static) -> Fill {
    task.plane(move |x, y| noise.sample([f64::from(x), f64::from(y)]) as f32)
}

fn in_space(task: &Task, noise: impl Generator<3> + 'static) -> Fill {
    task.space(move |point| noise.sample(point.map(f64::from)) as f32)
}

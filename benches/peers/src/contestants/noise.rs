//! noise (noise-rs): f64 throughout, no derivatives. Cellular noise has F1 only. It searches 8 cells of space, but the
//! nearest point may be in any of 27.

use ::noise::core::worley::ReturnType;
use ::noise::{
    Billow, Displace, Fbm, MultiFractal, NoiseFn, Perlin, RidgedMulti, ScaleBias, ScalePoint, Seedable,
    Simplex, Worley,
};

use super::Contestant;
use crate::task::{Fill, Task};
use crate::work::{Basis, Displaced, Places, Sum, WARP, Work};

pub(crate) fn contestant() -> Contestant {
    Contestant::new("noise", fill)
}

fn fill(task: &Task) -> Option<Fill> {
    let Work { basis, sum, octaves, wavelength, places, displaced, .. } = task.work;
    let plane = places == Places::Plane;
    Some(match (basis, sum, displaced) {
        (Basis::Perlin, Sum::Fbm, Displaced::No) if octaves == 1 => {
            in_plane(task, ScalePoint::new(Perlin::new(1)).set_scale(f64::from(task.frequency())))
        }
        (Basis::Perlin, Sum::Fbm, Displaced::No) if plane => {
            in_plane(task, fbm::<Perlin>(1, octaves, wavelength))
        }
        (Basis::Perlin, Sum::Fbm, Displaced::No) => in_space(task, fbm::<Perlin>(1, octaves, wavelength)),
        (Basis::Perlin, Sum::Fbm, Displaced::Warped) => {
            let warp = |seed| {
                let noise = fbm::<Perlin>(seed, WARP.octaves, WARP.wavelength);
                ScaleBias::<f64, _, 2>::new(noise).set_scale(f64::from(WARP.strength))
            };
            in_plane(task, Displace::new(fbm::<Perlin>(1, octaves, wavelength), warp(2), warp(3), (), ()))
        }
        (Basis::Perlin, Sum::Ridged, Displaced::No) => {
            in_plane(task, octave_sum(RidgedMulti::<Perlin>::new(1), octaves, wavelength))
        }
        (Basis::Perlin, Sum::Billow, Displaced::No) => {
            in_plane(task, octave_sum(Billow::<Perlin>::new(1), octaves, wavelength))
        }
        (Basis::Simplex, Sum::Fbm, Displaced::No) => in_plane(task, fbm::<Simplex>(1, octaves, wavelength)),
        (Basis::CellularF1, _, _) if plane => in_plane(task, cells(task)),
        (Basis::CellularF1, _, _) => in_space(task, cells(task)),
        _ => return None,
    })
}

fn fbm<T: Default + Seedable>(seed: u32, octaves: u32, wavelength: f32) -> Fbm<T> {
    octave_sum(Fbm::new(seed), octaves, wavelength)
}

fn octave_sum<T: MultiFractal>(sum: T, octaves: u32, wavelength: f32) -> T {
    sum.set_octaves(octaves as usize)
        .set_frequency(f64::from(1.0 / wavelength))
        .set_lacunarity(2.0)
        .set_persistence(0.5)
}

fn cells(task: &Task) -> Worley {
    Worley::new(1).set_return_type(ReturnType::Distance).set_frequency(f64::from(task.frequency()))
}

fn in_plane(task: &Task, noise: impl NoiseFn<f64, 2> + 'static) -> Fill {
    task.plane(move |x, y| noise.get([f64::from(x), f64::from(y)]) as f32)
}

fn in_space(task: &Task, noise: impl NoiseFn<f64, 3> + 'static) -> Fill {
    task.space(move |point| noise.get(point.map(f64::from)) as f32)
}

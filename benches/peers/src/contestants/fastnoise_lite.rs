//! fastnoise-lite: f32, no derivatives, no billow. It has its own displacement: a grid of random vectors gives both
//! coordinates at once.

use ::fastnoise_lite::{
    CellularDistanceFunction, CellularReturnType, DomainWarpType, FastNoiseLite, FractalType, NoiseType,
};

use super::Contestant;
use crate::task::{Fill, Task};
use crate::work::{Basis, Displaced, Places, Sum, WARP, Work};

pub(crate) fn contestant() -> Contestant {
    Contestant::new("fastnoise-lite", fill)
}

fn fill(task: &Task) -> Option<Fill> {
    let Work { basis, sum, displaced, .. } = task.work;
    match (basis, sum, displaced) {
        (_, Sum::Fbm, Displaced::Warped) => {
            let (noise, warp) = (noise(task, FractalType::FBm), warp());
            Some(task.plane(move |x, y| {
                let (x, y) = warp.domain_warp_2d(x, y);
                noise.get_noise_2d(x, y)
            }))
        }
        (_, Sum::Fbm, Displaced::No) => Some(everywhere(task, noise(task, FractalType::FBm))),
        (_, Sum::Ridged, Displaced::No) => Some(everywhere(task, noise(task, FractalType::Ridged))),
        _ => None,
    }
}

fn everywhere(task: &Task, noise: FastNoiseLite) -> Fill {
    if task.work.places == Places::Plane {
        task.plane(move |x, y| noise.get_noise_2d(x, y))
    } else {
        task.space(move |[x, y, z]| noise.get_noise_3d(x, y, z))
    }
}

fn noise(task: &Task, sum: FractalType) -> FastNoiseLite {
    let Work { basis, octaves, .. } = task.work;
    let mut noise = FastNoiseLite::with_seed(1);
    noise.set_noise_type(Some(match basis {
        Basis::Perlin => NoiseType::Perlin,
        Basis::Simplex => NoiseType::OpenSimplex2,
        Basis::CellularF1 | Basis::CellularF2MinusF1 => NoiseType::Cellular,
    }));
    noise.set_cellular_distance_function(Some(CellularDistanceFunction::Euclidean));
    noise.set_cellular_return_type(Some(match basis {
        Basis::CellularF2MinusF1 => CellularReturnType::Distance2Sub,
        _ => CellularReturnType::Distance,
    }));
    noise.set_fractal_type(Some(if octaves == 1 { FractalType::None } else { sum }));
    octave_sum(&mut noise, octaves, task.work.wavelength);
    noise
}

fn warp() -> FastNoiseLite {
    let mut warp = FastNoiseLite::with_seed(2);
    warp.set_domain_warp_type(Some(DomainWarpType::BasicGrid));
    warp.set_fractal_type(Some(FractalType::DomainWarpProgressive));
    warp.set_domain_warp_amp(Some(WARP.strength));
    octave_sum(&mut warp, WARP.octaves, WARP.wavelength);
    warp
}

fn octave_sum(noise: &mut FastNoiseLite, octaves: u32, wavelength: f32) {
    noise.set_fractal_octaves(Some(octaves as i32));
    noise.set_fractal_lacunarity(Some(2.0));
    noise.set_fractal_gain(Some(0.5));
    noise.set_frequency(Some(1.0 / wavelength));
}

//! noiz: f32; types combine the noise at compile time. It has gradients, and a sum damped by them.

use ::noiz::cell_noise::WorleyDifference;
use ::noiz::math_noise::{Abs, ReverseUNorm};
use ::noiz::misc_noise::{Offset, RandomElements, Scaled};
use ::noiz::prelude::common_noise::{Fbm, Perlin, PerlinWithDerivative, Simplex};
use ::noiz::prelude::*;
use bevy_math::{Vec2, Vec3};

use super::Contestant;
use crate::task::{Fill, Task};
use crate::work::{Basis, Displaced, Places, Sum, WARP, Work};

type F1 = PerCellPointDistances<Voronoi, EuclideanLength, WorleyLeastDistance>;
type F2MinusF1 = PerCellPointDistances<Voronoi, EuclideanLength, WorleyDifference>;
type Damped = LayeredNoise<
    NormedByDerivative<f32, EuclideanLength, PeakDerivativeContribution>,
    Persistence,
    FractalLayers<Octave<PerlinWithDerivative>>,
>;
type FbmWithGradient =
    LayeredNoise<Normed<WithGradient<f32, Vec2>>, Persistence, FractalLayers<Octave<PerlinWithDerivative>>>;
/// Positions scaled to the displacement's wavelength, and a sum for each coordinate.
type Displacement = Offset<(Scaled<f32>, RandomElements<Fbm<Perlin>>)>;

pub(crate) fn contestant() -> Contestant {
    Contestant::new("noiz", fill)
}

fn fill(task: &Task) -> Option<Fill> {
    let Work { basis, sum, octaves, wavelength, gradient, places, displaced, .. } = task.work;
    let plane = places == Places::Plane;
    Some(match (basis, sum, displaced) {
        (Basis::Perlin, Sum::Fbm, Displaced::No) if octaves == 1 => in_plane(task, Perlin::default()),
        (Basis::Perlin, Sum::Fbm, Displaced::No) if gradient => with_gradient(task),
        (Basis::Perlin, Sum::Fbm, Displaced::No) if plane => in_plane(task, fbm::<Perlin>(octaves)),
        (Basis::Perlin, Sum::Fbm, Displaced::No) => in_space(task, fbm::<Perlin>(octaves)),
        (Basis::Perlin, Sum::Fbm, Displaced::Warped) => {
            let displacement = Displacement {
                offseter: (Scaled(wavelength / WARP.wavelength), RandomElements(fbm(WARP.octaves))),
                offset_strength: WARP.strength / wavelength,
            };
            in_plane(task, (displacement, fbm::<Perlin>(octaves)))
        }
        (Basis::Perlin, Sum::Ridged, Displaced::No) => {
            in_plane(task, fbm::<(Perlin, Abs, ReverseUNorm)>(octaves))
        }
        (Basis::Perlin, Sum::Billow, Displaced::No) => in_plane(task, fbm::<(Perlin, Abs)>(octaves)),
        (Basis::Perlin, Sum::Damped, Displaced::No) => {
            in_plane(task, Damped::new(NormedByDerivative::default(), Persistence(0.5), layers(octaves)))
        }
        (Basis::Simplex, Sum::Fbm, Displaced::No) => in_plane(task, fbm::<Simplex>(octaves)),
        (Basis::CellularF1, _, _) if plane => in_plane(task, F1::default()),
        (Basis::CellularF1, _, _) => in_space(task, F1::default()),
        (Basis::CellularF2MinusF1, _, _) => in_space(task, F2MinusF1::default()),
        _ => return None,
    })
}

fn layers<T: Default>(octaves: u32) -> FractalLayers<Octave<T>> {
    FractalLayers { layer: Octave::default(), lacunarity: 2.0, amount: octaves }
}

fn fbm<T: Default>(octaves: u32) -> Fbm<T> {
    LayeredNoise::new(Normed::default(), Persistence(0.5), layers(octaves))
}

fn scaled<N>(task: &Task, noise: N) -> Noise<N> {
    let mut noise = Noise::from(noise);
    noise.set_period(task.work.wavelength);
    noise
}

fn in_plane<N>(task: &Task, noise: N) -> Fill
where
    N: NoiseFunction<Vec2, Output = f32> + 'static,
{
    let noise = scaled(task, noise);
    task.plane(move |x, y| noise.sample_for::<f32>(Vec2::new(x, y)))
}

fn with_gradient(task: &Task) -> Fill {
    let sum = FbmWithGradient::new(Normed::default(), Persistence(0.5), layers(task.work.octaves));
    let noise = scaled(task, sum);
    task.jets(move |x, y| {
        let WithGradient { value, gradient } = noise.sample_for::<WithGradient<f32, Vec2>>(Vec2::new(x, y));
        [value, gradient.x, gradient.y]
    })
}

fn in_space<N>(task: &Task, noise: N) -> Fill
where
    N: NoiseFunction<Vec3, Output = f32> + 'static,
{
    let noise = scaled(task, noise);
    task.space(move |point| noise.sample_for::<f32>(Vec3::from_array(point)))
}

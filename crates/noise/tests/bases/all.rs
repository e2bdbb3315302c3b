//! All bases, random places, and large numbers of samples.

use orogen_noise::basis::{
    AnyBasis, Cellular, Fade, Hermite, ImprovedPerlin, Metric, Output, Perlin, Simplex, Value, White,
};
use orogen_noise::fractal::{AnyFractal, Fbm};
use orogen_noise::hash::split_mix;
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::{Dimension, Noise};
use orogen_noise::octaves::Layout;
use orogen_noise::rows::{Rows, STRIP};

pub(crate) const OUTPUTS: [Output; 3] = [Output::F1, Output::F2, Output::F2MinusF1];
pub(crate) const METRICS: [Metric; 4] =
    [Metric::Euclidean, Metric::Squared, Metric::Manhattan, Metric::Chebyshev];

/// Every basis except the cellular ones.
pub(crate) fn plain() -> Vec<AnyBasis> {
    vec![
        AnyBasis::Hermite(Hermite),
        AnyBasis::Perlin(Perlin),
        AnyBasis::ImprovedPerlin(ImprovedPerlin::reference()),
        AnyBasis::ImprovedPerlin(ImprovedPerlin::seeded(5)),
        AnyBasis::Simplex(Simplex),
        AnyBasis::Value(Value { fade: Fade::Quintic }),
        AnyBasis::Value(Value { fade: Fade::Cubic }),
        AnyBasis::White(White),
    ]
}

/// Every kind of cellular noise.
pub(crate) fn cellular(jitter: f64) -> Vec<AnyBasis> {
    let kinds = OUTPUTS.iter().flat_map(|&output| {
        METRICS.iter().map(move |&metric| AnyBasis::Cellular(Cellular { output, metric, jitter }))
    });
    kinds.collect()
}

/// Every basis.
pub(crate) fn bases() -> Vec<AnyBasis> {
    [plain(), cellular(1.0)].concat()
}

/// One octave of a basis, whose cells measure one unit.
pub(crate) fn single<const D: usize>(basis: AnyBasis, seed: u64) -> Noise<D>
where
    AnyBasis: Dimension<D>,
{
    Noise::new(basis, AnyFractal::Fbm(Fbm), &Layout::single(seed, 1.0)).unwrap()
}

/// Random numbers.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Uniform in [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        self.0 = split_mix(self.0);
        (self.0 >> 11) as f64 / 9_007_199_254_740_992.0
    }

    /// Uniform in a cube around the origin.
    pub(crate) fn point<const D: usize>(&mut self, extent: f64) -> [f64; D] {
        std::array::from_fn(|_| (2.0 * self.unit() - 1.0) * extent)
    }
}

/// `f32` values at places in many thousand cells, one strip at a time.
pub(crate) fn samples<const D: usize>(noise: &Noise<D>, count: usize, mut see: impl FnMut(&[f32]))
where
    AnyBasis: Dimension<D>,
{
    let mut random = Random(1);
    let columns: Vec<[f64; D]> = (0..STRIP).map(|_| random.point(300.0)).collect();
    let strip = noise.strip::<f32>(&columns);
    let (mut scratch, mut out) = (Default::default(), Rows::default());
    for _ in 0..count / STRIP {
        let row = random.point(1e4);
        noise
            .row(Level::best(), Order::Value, &strip, &noise.line(&row), None, &mut scratch, &mut out)
            .unwrap();
        see(out.plane(0));
    }
}

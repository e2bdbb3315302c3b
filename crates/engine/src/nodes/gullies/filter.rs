//! The filter: octaves of stripes. Each octave steers the next.
//!
//! With `s` the slope of the land (a vector of tangents) and `t` the direction across it, octave `k`, with the amplitude `aₖ`,
//! has stripes `cₖ ∈ [−1, 1]` that change along `t`: 1 on a spur and −1 in a gully. A mask `mₖ` says how free the octave is to
//! change the land. Where the octave is not free, the land keeps its present position `v` between gully and spur:
//!
//! ```text
//! v₋₁ = −1 in level valleys, 1 on level summits     m₀ = |s|²/(|s|² + threshold²)
//! vₖ = mₖ·cₖ + (1 − mₖ)·vₖ₋₁                        mₖ₊₁ = m₀·(1 − vₖ²)
//! height = input + Σ aₖ·vₖ                          sₖ₊₁ = sₖ + branching·aₖ·mₖ·∂cₖ/∂t·t
//! ```
//!
//! So finer gullies fade in the bed and on the crest of coarser ones: beds have no bumps, and water runs through. Only the main
//! part of the stripes' slope steers the next octave. This part depends on the previous slope, not on its derivatives, so the
//! exact gradient of the result needs no more than the Hessian of `along`. This part is at right angles to the previous slope, so
//! slopes only grow from octave to octave.

use orogen_noise::each::{each, for_each};
use orogen_noise::hash::Key;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::{GuardedState, Lanes};
use orogen_noise::octaves;
use orogen_noise::placed::SampleLocation;

use super::stripes::{Wave, inverse_root, wave};
use crate::nodes::placed::Shape;

/// One octave of stripes.
#[derive(Debug)]
pub(super) struct Octave {
    key: Key,
    wrap: Option<[u32; 2]>,
    /// The matrix from directions in metres to directions along the axes of its lattice.
    turn: [[f64; 2]; 2],
    wavelength: f64,
    /// The amplitude in metres.
    amplitude: f64,
    /// Share of the octave that the sample spacing can show.
    weight: f64,
}

impl Octave {
    pub(super) fn new(octave: &octaves::Octave<2>, amplitude: f64) -> Self {
        let turn = octave.map.matrix.map(|row| row.map(|cells| cells * octave.wavelength));
        Self {
            key: octave.key,
            wrap: octave.wrap,
            turn: [[turn[0][0], turn[0][1]], [turn[1][0], turn[1][1]]],
            wavelength: octave.wavelength,
            amplitude,
            weight: octave.weight,
        }
    }
}

/// The function that shapes a wave's cosine: `−1 + 2·(√(e + ε²) − ε)/(√(1 + ε²) − ε)` with `e = (1 + cos)/2`, where `ε` is the
/// smoothing. For `ε` near 0, it is `2·|cos(φ/2)| − 1` for the wave's phase `φ`, with sharp beds. For large `ε`, it is the cosine
/// itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Profile {
    smoothing: f64,
    /// Its mean over a whole wave. An octave that is too fine to show is replaced by this mean.
    mean: f64,
}

impl Profile {
    pub(super) fn new(smoothing: f64) -> Self {
        /// Number of equal steps over a period. For a smooth function, their sum gives a very accurate mean.
        const STEPS: u32 = 256;
        let mut profile = Self { smoothing, mean: 0.0 };
        let part = |step: u32| profile.of(libm::cos(std::f64::consts::TAU * f64::from(step) / f64::from(STEPS)));
        profile.mean = (0..STEPS).map(part).sum::<f64>() / f64::from(STEPS);
        profile
    }

    fn of(&self, cosine: f64) -> f64 {
        let root = (0.5 + 0.5 * cosine + self.smoothing * self.smoothing).sqrt();
        -1.0 + 2.0 * (root - self.smoothing) / self.height()
    }

    fn height(&self) -> f64 {
        (1.0 + self.smoothing * self.smoothing).sqrt() - self.smoothing
    }

    /// The profile and its derivative with respect to the cosine.
    #[inline(always)]
    fn jets<L: Lanes>(&self, l: L, cosine: Jet<L::F, 2>) -> [Jet<L::F, 2>; 2] {
        let smoothing = l.lit(self.smoothing);
        let root_square = cosine.times(l.lit(0.5)).shifted(l.lit(0.5) + smoothing * smoothing);
        let per_root = inverse_root(l, root_square);
        let root = root_square.product(per_root);
        let stretch = l.lit(2.0 / self.height());
        [
            root.shifted(-smoothing).times(stretch).shifted(l.lit(-1.0)),
            per_root.times(l.lit(0.25) * stretch),
        ]
    }
}

/// The filter.
#[derive(Debug)]
pub(super) struct Gullies {
    /// The octaves, coarsest first.
    pub(super) octaves: Vec<Octave>,
    /// Whether it is repeated: its ground is then displaced from the middle of a box.
    pub(super) folded: bool,
    /// Sum of the amplitudes of the octaves left out, in metres.
    pub(super) rest: f64,
    /// Sum of all amplitudes, in metres.
    pub(super) total: f64,
    /// Metres per unit of the fields.
    pub(super) scale: f64,
    pub(super) threshold: f64,
    pub(super) branching: f64,
    pub(super) profile: Profile,
    /// The incision in metres.
    pub(super) incision: f64,
    /// The height in metres at which valleys turn into summits.
    pub(super) level: f64,
    /// The margin above and below `level` in metres.
    pub(super) margin: f64,
}

/// Steeper slopes count as this one. Where slopes are steeper, or change by more than this per metre, they count as constant.
/// So nothing leaves the range of single precision.
const STEEPEST: f64 = 1e9;

/// A slope as gentle as this has hardly any direction: there, waves grow longer, and on level ground the phase is constant.
const GENTLE: f64 = 0.01;

impl Gullies {
    /// A slope as a jet, kept within bounds.
    #[inline(always)]
    fn bounded<L: Lanes>(l: L, slope: Jet<L::F, 2>) -> Jet<L::F, 2> {
        let (most, zero) = (l.lit(STEEPEST), l.lit(0.0));
        let v = l.max(l.min(slope.v, most), -most);
        let mut even = l.lt(l.abs(slope.v), most);
        for_each!(i < 2 => {
            even = even & l.lt(l.abs(slope.g[i]), most);
        });
        Jet { v, g: each!(i => l.select(even, slope.g[i], zero)), h: [[zero; 2]; 2] }
    }

    /// The transition from valleys (−1) to summits (1).
    #[inline(always)]
    fn summit<L: Lanes>(&self, l: L, along: Jet<L::F, 2>) -> Jet<L::F, 2> {
        let (one, reach) = (l.lit(1.0), 0.5 / self.margin);
        let height = along.times(l.lit(self.scale * reach)).shifted(l.lit(0.5 - self.level * reach));
        let t = height.saturate(l).times(l.lit(2.0)).shifted(-one);
        // (3t − t³)/2 is level at both ends.
        let t2 = t.v * t.v;
        t.chain(t.v * (l.lit(1.5) - l.lit(0.5) * t2), l.lit(1.5) * (one - t2), l.lit(0.0))
    }
}

/// `x/(x + c²)`.
#[inline(always)]
fn share<L: Lanes>(l: L, x: Jet<L::F, 2>, c: f64) -> Jet<L::F, 2> {
    let square = l.lit(c * c);
    let per_sum = l.lit(1.0) / (x.v + square);
    x.chain(x.v * per_sum, square * per_sum * per_sum, l.lit(0.0))
}

#[inline(always)]
fn squared<L: Lanes>(slope: &[Jet<L::F, 2>; 2]) -> Jet<L::F, 2> {
    slope[0].product(slope[0]).plus(slope[1].product(slope[1]))
}

/// A jet without its Hessian: octaves pass no second derivatives on to one another.
#[inline(always)]
fn first_order<L: Lanes>(l: L, jet: Jet<L::F, 2>) -> Jet<L::F, 2> {
    Jet { h: [[l.lit(0.0); 2]; 2], ..jet }
}

impl Shape<2, 2> for Gullies {
    const READS_SLOPES: [bool; 2] = [false, true];

    #[inline(always)]
    fn jet<L: Lanes>(
        &self,
        l: L,
        place: &SampleLocation<'_, L, 2>,
        [input, along]: [Jet<L::F, 2>; 2],
    ) -> Jet<L::F, 2> {
        let metres = l.lit(self.scale);
        // A displacement moves the land that is followed, and leaves the gullies as wide as they are.
        let place = if self.folded { *place } else { place.unmoved() };
        let slope: [Jet<L::F, 2>; 2] = each!(i => {
            Self::bounded(l, Jet { v: metres * along.g[i], g: each!(j => metres * along.h[i][j]), h: along.h })
        });
        let square = squared::<L>(&slope);
        let full = share(l, square, self.threshold);
        let level = self.summit(l, along);
        let low = level.times(l.lit(-0.5)).shifted(l.lit(0.5));
        let height = low.product(share(l, square, 1.0)).times(l.lit(self.incision));
        let mut land = Land { height, level, free: full, slope };
        for (number, octave) in self.octaves.iter().enumerate() {
            l.when_positive(
                octave.weight,
                &mut land,
                #[inline(always)]
                |land| {
                    let Carved { shape, steer } = self.octave(l, &place, number, octave, &land.slope);
                    let level = first_order(l, Jet::mix(land.free, land.level, shape));
                    let steer: [Jet<L::F, 2>; 2] = each!(i => land.free.product(steer[i]));
                    *land = Land {
                        height: first_order(l, land.height.plus(level.times(l.lit(octave.amplitude)))),
                        level,
                        free: first_order(l, full.minus(full.product(level.product(level)))),
                        slope: each!(i => Self::bounded(l, land.slope[i].plus(steer[i]))),
                    };
                },
            );
        }
        let mean = Jet::constant(l, l.lit(self.profile.mean));
        let unseen = Jet::mix(land.free, land.level, mean).times(l.lit(self.rest));
        input.plus(land.height.plus(unseen).times(l.lit(1.0 / self.scale)))
    }

    fn interval(&self, [input, _along]: [Interval; 2]) -> Interval {
        // Every `level` is a weighted mean of numbers from −1 to 1.
        input.plus(Interval::new(-self.total, self.total + self.incision).times(1.0 / self.scale))
    }
}

/// The land between two octaves.
struct Land<F> {
    /// Metres above the input.
    height: Jet<F, 2>,
    /// The position between gully and spur, `v`.
    level: Jet<F, 2>,
    /// The mask, `m`.
    free: Jet<F, 2>,
    /// The slope that steers, `s`.
    slope: [Jet<F, 2>; 2],
}

impl<L: Lanes> GuardedState<L> for Land<L::F> {
    fn numbers(&self, l: L) -> Vec<Vec<L::F>> {
        let jets = [&self.height, &self.level, &self.free, &self.slope[0], &self.slope[1]];
        jets.into_iter().flat_map(|jet| jet.numbers(l)).collect()
    }
}

/// The effect of an octave where its mask is 1.
struct Carved<F> {
    /// From −1 in a gully to 1 on a spur.
    shape: Jet<F, 2>,
    /// What the octave adds to the slope that steers the next one.
    steer: [Jet<F, 2>; 2],
}

impl Gullies {
    #[inline(always)]
    fn octave<L: Lanes>(
        &self,
        l: L,
        place: &SampleLocation<'_, L, 2>,
        number: usize,
        octave: &Octave,
        slope: &[Jet<L::F, 2>; 2],
    ) -> Carved<L::F> {
        let per_slope = inverse_root(l, squared::<L>(slope).shifted(l.lit(GENTLE * GENTLE)));
        let across = [slope[1].times(l.lit(-1.0)).product(per_slope), slope[0].product(per_slope)];
        let turned: [Jet<L::F, 2>; 2] = each!(i => {
            across[0].times(l.lit(octave.turn[i][0])).plus(across[1].times(l.lit(octave.turn[i][1])))
        });
        let site = place.site(l, number).within(l, octave.wrap);
        let at: [Jet<L::F, 2>; 2] = each!(axis => place.coordinate(l, number, &site, axis));
        let Wave { cosine, sine } = wave(l, &octave.key, &site, &at, &turned);
        let [shape, rise] = self.profile.jets(l, cosine);
        let (weight, mean) = (l.lit(octave.weight), l.lit((1.0 - octave.weight) * self.profile.mean));
        // ∂cos/∂phase = −sin, and the phase grows by 2π per wavelength.
        let steep = self.branching * octave.amplitude * octave.weight * std::f64::consts::TAU / octave.wavelength;
        let steep = rise.product(sine).times(l.lit(-steep));
        Carved {
            shape: shape.times(weight).shifted(mean),
            steer: each!(i => steep.product(across[i])),
        }
    }
}

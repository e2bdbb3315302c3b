//! The lattices of a landform on a plane or in space, and the noise that makes it irregular.
//!
//! Internally, a landform computes in units of one of its lattices; [`Lattice::on_ground`] converts the result into a jet of the
//! terrain, with derivatives per metre.

use std::sync::Arc;

use orogen_noise::basis::{Basis, Perlin, quintic};
use orogen_noise::each::{each, for_each};
use orogen_noise::hash::{Key, combine, split_mix, unit};
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::lattice::{Map, Site};
use orogen_noise::octaves::visible;
use orogen_noise::placed::SampleLocation;

use super::globe::Globe;
use super::placed::{Laid, Shape};
use super::{Node, NodeDomain};
use crate::planet::Sphere;

/// A lattice that repeats has at most this many cells per side. No samples of such a domain can show finer cells.
const MAX_CELLS: f64 = 1e8;

/// The lattices of one landform, in the order in which they are laid out.
pub(super) struct Lattices<const D: usize> {
    maps: Vec<Map<D>>,
    tile: Option<f64>,
    spacing: f64,
    finest: f64,
}

/// One lattice of a landform.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice<const D: usize> {
    index: usize,
    pub(super) key: Key,
    /// Metres per cell.
    pub(super) cell: f64,
    wrap: Option<[u32; D]>,
}

impl<const D: usize> Lattices<D> {
    pub(super) fn new(ground: &NodeDomain) -> Self {
        Self {
            maps: Vec::new(),
            tile: ground.tile.then_some(ground.size),
            spacing: ground.spacing,
            finest: ground.finest.unwrap_or(ground.spacing),
        }
    }

    /// A lattice of random features, with a random origin. If the domain repeats, the size of the cells is rounded so that a
    /// whole number of cells fits the side.
    pub(super) fn scattered(&mut self, cell: f64, seed: u64) -> Lattice<D> {
        let cells = self.tile.map(|side| (side / cell).round().clamp(1.0, MAX_CELLS));
        let cell = match (self.tile, cells) {
            (Some(side), Some(cells)) => side / cells,
            _ => cell,
        };
        let offset = |axis: usize| unit(split_mix(seed ^ (axis as u64 + 1)));
        self.add(cell, std::array::from_fn(offset), seed, cells.map(|cells| [cells as u32; D]))
    }

    /// The lattice around a single feature. If the domain repeats, the cell is the domain, with the feature in the middle.
    /// Otherwise the origin is the middle of the feature, and the cell is the unit.
    pub(super) fn centred(&mut self, unit: f64, centre: [f64; D], seed: u64) -> Centred<D> {
        let lattice = match self.tile {
            Some(side) => self.add(side, centre.map(|c| 0.5 - c.rem_euclid(side) / side), seed, None),
            None => self.add(unit, centre.map(|c| -c / unit), seed, None),
        };
        Centred { lattice, unit, repeats: self.tile.is_some() }
    }

    fn add(&mut self, cell: f64, offset: [f64; D], seed: u64, wrap: Option<[u32; D]>) -> Lattice<D> {
        let matrix = Map::<D>::identity().matrix.map(|row| row.map(|m| m / cell));
        self.maps.push(Map { matrix, offset });
        Lattice { index: self.maps.len() - 1, key: Key::new(seed), cell, wrap }
    }

    /// Octaves of Perlin noise. Each is half as wide as the one before and has `gain` times its amplitude. Their sum is in [−1,
    /// 1]. Octaves that the samples cannot show fade out.
    pub(super) fn fbm(&mut self, wavelength: f64, octaves: i32, gain: f64, seed: u64) -> Fbm<D> {
        // The results of `powi` may differ from platform to platform; powers of ½ are exact.
        let power = |k: i32| libm::pow(gain, f64::from(k));
        let total: f64 = (0..octaves).map(power).sum();
        let octave = |k: i32| {
            let lattice = self.scattered(wavelength * 0.5_f64.powi(k), combine(seed, k as u64));
            (lattice, power(k) / total * visible(lattice.cell, self.spacing))
        };
        let octaves: Vec<_> = (0..octaves).map(octave).collect();
        let shows = |octave: &(Lattice<D>, f64)| octave.1 > 0.0 || visible(octave.0.cell, self.finest) > 0.0;
        Fbm { octaves: octaves.into_iter().filter(shows).collect() }
    }

    /// The lattice around the centre of a planet.
    pub(super) fn globe(&mut self, sphere: Sphere) -> Globe {
        self.maps.push(Globe::map(sphere));
        Globe { lattice: self.maps.len() - 1 }
    }

    /// The landform on its lattices.
    pub(super) fn lay<T: Shape<D, N>, const N: usize>(self, shape: T) -> Node<D> {
        Node::Placed(Arc::new(Laid::new(shape, self.maps).repeating(self.tile)))
    }
}

impl<const D: usize> Lattice<D> {
    /// The positions of the samples in the lattice.
    #[inline(always)]
    pub(super) fn site<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>) -> Site<L, D> {
        place.site(l, self.index).within(l, self.wrap)
    }

    /// Converts a jet with derivatives per cell into one of the terrain.
    #[inline(always)]
    pub(super) fn on_ground<L: Lanes>(
        &self,
        l: L,
        place: &SampleLocation<'_, L, D>,
        jet: &Jet<L::F, D>,
    ) -> Jet<L::F, D> {
        place.per_metre(l, self.index, jet)
    }

    /// Perlin noise on the lattice, with derivatives per `unit` metres.
    #[inline(always)]
    pub(super) fn perlin<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>, unit: f64) -> Jet<L::F, D>
    where
        Perlin: Basis<D>,
    {
        finer(l, perlin(l, &self.site(l, place), &self.key), unit / self.cell)
    }
}

/// The surroundings of a single feature.
#[derive(Clone, Copy, Debug)]
pub(super) struct Centred<const D: usize> {
    lattice: Lattice<D>,
    /// Metres per unit.
    pub(super) unit: f64,
    repeats: bool,
}

impl<const D: usize> Centred<D> {
    /// The vector from the middle of the feature, in units.
    #[inline(always)]
    pub(super) fn way<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>) -> [Jet<L::F, D>; D] {
        let site = self.lattice.site(l, place);
        let scale = l.lit(self.lattice.cell / self.unit);
        each!(axis => {
            let cells = if self.repeats { l.lit(-0.5) } else { l.signed(site.cell[axis]) };
            let mut way = Jet::constant(l, scale * (cells + site.frac[axis]));
            way.g[axis] = l.lit(1.0);
            way
        })
    }

    /// Converts a jet with derivatives per unit into one of the terrain.
    #[inline(always)]
    pub(super) fn on_ground<L: Lanes>(
        &self,
        l: L,
        place: &SampleLocation<'_, L, D>,
        jet: &Jet<L::F, D>,
    ) -> Jet<L::F, D> {
        self.lattice.on_ground(l, place, &finer(l, *jet, self.lattice.cell / self.unit))
    }
}

/// Perlin noise. This function is compiled separately, not as a part of each kernel, because landforms have many octaves of
/// noise.
pub(super) fn perlin<L: Lanes, const D: usize>(l: L, site: &Site<L, D>, key: &Key) -> Jet<L::F, D>
where
    Perlin: Basis<D>,
{
    l.vectorize(
        #[inline(always)]
        || Basis::<D>::jet(&Perlin, l, site, key),
    )
}

/// Converts a jet with derivatives per cell into one with derivatives per unit. A unit has `cells` cells.
#[inline(always)]
pub(super) fn finer<L: Lanes, const D: usize>(l: L, jet: Jet<L::F, D>, cells: f64) -> Jet<L::F, D> {
    let (once, twice) = (l.lit(cells), l.lit(cells * cells));
    Jet { v: jet.v, g: each!(i => once * jet.g[i]), h: each!(i => each!(j => twice * jet.h[i][j])) }
}

/// `n(u(p))` from `n` with derivatives with respect to `u`, and `u` with derivatives with respect to `p`. With `U` the Jacobian
/// of `u`, the gradient is `Uᵀ∇n` and the Hessian is `Uᵀ·H(n)·U + Σᵢ ∂n/∂uᵢ · H(uᵢ)`.
#[inline(always)]
pub(super) fn composed<L: Lanes>(l: L, n: &Jet<L::F, 2>, u: &[Jet<L::F, 2>; 2]) -> Jet<L::F, 2> {
    let mut jet = Jet::constant(l, n.v);
    for_each!(a < 2 => {
        jet = jet.plus(Jet { v: l.lit(0.0), ..u[a].times(n.g[a]) });
        for_each!(b < 2 => {
            for_each!(i < 2 => {
                for_each!(j < 2 => {
                    jet.h[i][j] = jet.h[i][j] + n.h[a][b] * (u[a].g[i] * u[b].g[j]);
                });
            });
        });
    });
    jet
}

/// Fractional Brownian motion of Perlin noise, which makes a landform irregular.
#[derive(Clone, Debug)]
pub(super) struct Fbm<const D: usize> {
    octaves: Vec<(Lattice<D>, f64)>,
}

impl<const D: usize> Fbm<D>
where
    Perlin: Basis<D>,
{
    /// The noise, with derivatives per `unit` metres.
    #[inline(always)]
    pub(super) fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>, unit: f64) -> Jet<L::F, D> {
        let mut sum = Jet::constant(l, l.lit(0.0));
        for (lattice, amplitude) in &self.octaves {
            l.when_positive(
                *amplitude,
                &mut sum,
                #[inline(always)]
                |sum| *sum = sum.plus(lattice.perlin(l, place, unit).times(l.lit(*amplitude))),
            );
        }
        sum
    }
}

/// The reciprocal of the slope of a field, with first derivatives. Near the line where the field is zero, the product of the
/// field and this number is about the distance to that line, measured on the terrain, even if the ground of the field is
/// stretched or crumpled. Slopes below `least` count as `least`, with a smooth transition; slope 1 counts as 1.
///
/// The result is `1/m` with `m² = (|∇f|² + least²)/(1 + least²)`. Its gradient is `−½∇m²/m³ = −H∇f/(m³·(1 + least²))`, with `H`
/// the Hessian of `f`.
///
/// On a planet only slopes along the ground count. `up` is the unit vector `n`. With `s = n·∇f`, `s²` is subtracted from
/// `|∇f|²`, and half the gradient of `s²`, which is `s·(Hn + (∂n)ᵀ∇f)`, is subtracted from `H∇f`.
#[inline(always)]
pub(super) fn flatness<L: Lanes, const D: usize>(
    l: L,
    field: &Jet<L::F, D>,
    up: Option<&[Jet<L::F, D>; D]>,
    least: f64,
) -> Jet<L::F, D> {
    let norm = l.lit(1.0 / (1.0 + least * least));
    let mut square = field.g[0] * field.g[0];
    for_each!(axis in 1..D => {
        square = square + field.g[axis] * field.g[axis];
    });
    let mut half: [L::F; D] = each!(i => {
        let mut sum = field.h[i][0] * field.g[0];
        for_each!(j in 1..D => {
            sum = sum + field.h[i][j] * field.g[j];
        });
        sum
    });
    if let Some(up) = up {
        let mut climb = up[0].v * field.g[0];
        for_each!(axis in 1..D => {
            climb = climb + up[axis].v * field.g[axis];
        });
        square = l.max(square - climb * climb, l.lit(0.0));
        half = each!(i => {
            let mut sum = l.lit(0.0);
            for_each!(j < D => {
                sum = sum + (field.h[i][j] * up[j].v + up[j].g[i] * field.g[j]);
            });
            half[i] - climb * sum
        });
    }
    let m = l.lit(1.0) / l.sqrt((square + l.lit(least * least)) * norm);
    let bend = m * m * m * norm;
    Jet { v: m, g: each!(i => -(bend * half[i])), h: [[l.lit(0.0); D]; D] }
}

/// The positive part of `y`, with its crease rounded within `radius` around 0, and with first and second derivatives. The result
/// exceeds the positive part by at most a sixth of the radius, and is never less. Its slope is from 0 to 1.
#[inline(always)]
pub(super) fn above<L: Lanes>(l: L, y: L::F, radius: L::F) -> [L::F; 3] {
    let (zero, one, half) = (l.lit(0.0), l.lit(1.0), l.lit(0.5));
    let h = l.max(one - l.abs(y) / radius, zero);
    let share = half * (h * h);
    let v = l.max(y, zero) + radius * (h * h * h) * l.lit(1.0 / 6.0);
    [v, l.select(l.lt(zero, y), one - share, share), h / radius]
}

/// A quintic step from 0 at `from` to 1 at `to`, level before and after, with first and second derivative.
#[inline(always)]
pub(super) fn step<L: Lanes>(l: L, x: L::F, [from, to]: [f64; 2]) -> [L::F; 3] {
    let (zero, one, scale) = (l.lit(0.0), l.lit(1.0), l.lit(1.0 / (to - from)));
    let [q, q1, q2] = quintic(l, l.max(l.min((x - l.lit(from)) * scale, one), zero));
    // Rounding can take the step slightly above 1.
    [l.min(q, one), q1 * scale, q2 * (scale * scale)]
}

//! The fractal whose high parts are continents.

use orogen_noise::basis::{Basis, Perlin};
use orogen_noise::each::{each, filled, for_each};
use orogen_noise::hash::{Key, combine};
use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::lattice::Map;
use orogen_noise::octaves::{Count, Layout, Octaves, Roughness};
use orogen_noise::placed::SampleLocation;

use super::super::octaves::GOLDEN_TURN;
use super::super::placed::Shape;
use super::super::{NodeDomain, octaves};

/// Number of octaves that are displaced: those that form continents, their bays and peninsulas. Finer octaves form no shapes that
/// would look different when bent.
const BENT: usize = 5;

/// Number of octaves of the displacement along each axis.
const BENDS: u32 = 2;

/// Wavelength of the coarsest octave of the displacement, and the strength of the displacement at a warp of 1, both in units of
/// the fractal's wavelength.
const BEND_WAVELENGTH: f64 = 0.6;
const STRENGTH: f64 = 0.3;

/// Number of octaves that are measured. All others together add a thousandth to the variance.
const MEASURED: u32 = 8;

/// Fractional Brownian motion of gradient noise in [−1, 1], its coarse octaves displaced.
#[derive(Clone, Debug)]
pub(super) struct WarpedFbm<const D: usize> {
    octaves: Vec<Octave>,
    /// The octaves of the displacement along each axis.
    bends: [Vec<Octave>; D],
    /// The displacement where its noise is 1, in units.
    strength: f64,
    /// The length in metres of the unit of this file's computations: the fractal's wavelength.
    unit: f64,
    /// The index of the lattice whose cells are one unit wide.
    lattice: usize,
    maps: Vec<Map<D>>,
}

/// An octave, with the index of its lattice.
#[derive(Clone, Copy, Debug)]
struct Octave {
    lattice: usize,
    key: Key,
    amplitude: f64,
}

impl<const D: usize> WarpedFbm<D> {
    /// Lays out the octaves with their lattices: those that samples on the ground can show, or only those that are measured.
    pub(super) fn new(
        ground: &NodeDomain,
        seed: u64,
        wavelength: f64,
        gain: f64,
        warp: f64,
        coarse: bool,
    ) -> (Self, Vec<Map<D>>) {
        let layout = |seed: u64, wavelength: f64, count: Count| Layout {
            count,
            roughness: Roughness::Gain(gain),
            rotation: GOLDEN_TURN,
            scatter: true,
            spacing: ground.spacing.max(0.5 * octaves::FINEST),
            finest: ground.finest.map(|finest| finest.max(0.5 * octaves::FINEST)),
            ..Layout::single(seed, wavelength)
        };
        let mut maps = Vec::new();
        let mut lay = |layout: &Layout, measured: u32| {
            let octaves = Octaves::<D>::new(layout);
            let pairs = octaves.list.iter().zip(&octaves.amplitudes).take(measured as usize);
            let laid: Vec<_> = pairs
                .map(|(octave, amplitude)| {
                    maps.push(octave.map);
                    let amplitude = amplitude * octave.weight / octaves.total;
                    Octave { lattice: maps.len() - 1, key: octave.key, amplitude }
                })
                .collect();
            laid
        };
        let measured = if coarse { MEASURED } else { u32::MAX };
        let main = layout(seed, wavelength, Count::Auto);
        let main = if coarse { Layout { spacing: 0.0, finest: None, ..main } } else { main };
        let octaves = lay(&main, measured);
        let bends = std::array::from_fn(|axis| {
            let seed = combine(seed, 77 + axis as u64);
            lay(&layout(seed, BEND_WAVELENGTH * wavelength, Count::Exactly(BENDS)), BENDS)
        });
        maps.push(Map { matrix: Map::identity().matrix.map(|row: [f64; D]| row.map(|m| m / wavelength)), offset: [0.0; D] });
        let lattice = maps.len() - 1;
        let relief = Self { octaves, bends, strength: STRENGTH * warp, unit: wavelength, lattice, maps };
        let maps = relief.maps.clone();
        (relief, maps)
    }
}

impl<const D: usize> WarpedFbm<D>
where
    Perlin: Basis<D>,
{
    /// The fractal with derivatives per metre.
    #[inline(always)]
    pub(super) fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>) -> Jet<L::F, D> {
        // Displacements are in units, and derivatives are per unit. `per_metre` applies a displacement of the whole node at the
        // end.
        let nothing = Jet::constant(l, l.lit(0.0));
        let mut shift = filled(nothing);
        for_each!(axis < D => {
            for octave in &self.bends[axis] {
                let noise = self.noise(l, place, octave, None);
                shift[axis] = shift[axis].plus(noise.times(l.lit(self.strength * octave.amplitude)));
            }
        });
        let (mut bent, mut sum) = (nothing, nothing);
        for (index, octave) in self.octaves.iter().enumerate() {
            if index < BENT {
                l.when_positive(
                    octave.amplitude,
                    &mut bent,
                    #[inline(always)]
                    |bent| *bent = bent.plus(self.noise(l, place, octave, Some(&shift)).times(l.lit(octave.amplitude))),
                );
            } else {
                l.when_positive(
                    octave.amplitude,
                    &mut sum,
                    #[inline(always)]
                    |sum| *sum = sum.plus(self.noise(l, place, octave, None).times(l.lit(octave.amplitude))),
                );
            }
        }
        let sum = sum.plus(bent.displaced(l, &shift));
        place.per_metre(l, self.lattice, &sum)
    }

    /// The noise of an octave at the place, moved by the shift, in units, if there is one. Derivatives are with respect to the
    /// moved place, per unit.
    #[inline(always)]
    fn noise<L: Lanes>(
        &self,
        l: L,
        place: &SampleLocation<'_, L, D>,
        octave: &Octave,
        shift: Option<&[Jet<L::F, D>; D]>,
    ) -> Jet<L::F, D> {
        let matrix = &self.maps[octave.lattice].matrix;
        let cells: [[L::F; D]; D] = each!(i => each!(j => l.lit(matrix[i][j] * self.unit)));
        let mut site = place.site(l, octave.lattice);
        if let Some(shift) = shift {
            let moved: [L::F; D] = each!(i => {
                let mut sum = cells[i][0] * shift[0].v;
                for_each!(j in 1..D => {
                    sum = sum + cells[i][j] * shift[j].v;
                });
                sum
            });
            site = site.moved(l, moved);
        }
        let key = &octave.key;
        let jet = l.vectorize(
            #[inline(always)]
            || Basis::<D>::jet(&Perlin, l, &site, key),
        );
        jet.through_matrix(&cells)
    }
}

impl<const D: usize> Shape<D> for WarpedFbm<D>
where
    Perlin: Basis<D>,
{
    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>, _inputs: [Jet<L::F, D>; 0]) -> Jet<L::F, D> {
        Self::jet(self, l, place)
    }

    fn interval(&self, _inputs: [Interval; 0]) -> Interval {
        Interval::new(-1.0, 1.0)
    }
}

//! Craters on a plane.

use orogen_noise::jet::Jet;
use orogen_noise::lanes::{Lanes, Scalar};
use orogen_noise::lattice::Site;
use orogen_noise::level::Element;
use orogen_noise::placed::{SampleLocation, PlacedRow};
use orogen_noise::rows::shift_planes;
use orogen_noise::trace::Foreign;

use super::population::{Crater, Octave, Sheet};
use super::shader::{ShaderData, details};
use super::surface::{SquaredDistance, Surface, To};
use crate::nodes::placed::Samples;

/// The shader function for the sum of the details at a sample. The displacement of the sample is given in metres. The other
/// inputs are [`ShaderData`].
pub static DETAILS: Foreign = details!("plane.wgsl");

/// A plane.
#[derive(Clone, Copy, Debug)]
pub struct Plane;

impl Surface<2> for Plane {
    const SHEETS: &'static [Sheet] = &[Sheet { number: 0, axes: [0, 1], is_alone: true }];

    type Spot = ();
    type RowPosition<S: Scalar> = ();

    #[inline(always)]
    fn position<L: Lanes>(&self, _: L, _: &PlacedRow<'_, L::Scalar, 2>, _: &Samples<'_, L::Scalar, 2>)
    where
        L::Scalar: Element,
    {
    }

    #[inline(always)]
    fn site<L: Lanes>(
        &self,
        l: L,
        row: &PlacedRow<'_, L::Scalar, 2>,
        (): &(),
        octave: &Octave,
        at: usize,
    ) -> Site<L, 2> {
        SampleLocation::new::<0>(l, row, at).site(l, octave.number)
    }

    fn distances<S: Scalar>(&self, (): &(), _: usize) -> Vec<f64> {
        vec![0.0]
    }

    fn spot(&self, _: &Octave, _: &Crater) -> Option<()> {
        Some(())
    }

    fn centre(&self, _: &Octave, crater: &Crater, (): &(), from: &[u32; 2]) -> [f64; 2] {
        [0, 1].map(|axis| crater.along(axis, from[axis]))
    }

    #[inline(always)]
    fn way<L: Lanes>(&self, l: L, to: &To<'_, Self, L::Scalar, 2>, at: usize) -> (L::F, [L::F; 2]) {
        let p = [to.along(l, 0, 0, at), to.along(l, 1, 1, at)];
        (p[0] * p[0] + p[1] * p[1], p)
    }

    #[inline(always)]
    fn to_centre<L: Lanes>(
        &self,
        l: L,
        _: &To<'_, Self, L::Scalar, 2>,
        _: usize,
        &(square, p): &(L::F, [L::F; 2]),
    ) -> SquaredDistance<L::F> {
        // At the centre, the direction is undefined, and nothing depends on it.
        let inverse = l.lit(1.0) / l.sqrt(l.max(square, l.lit(1e-30)));
        SquaredDistance { square, rise: p, direction: [p[0] * inverse, p[1] * inverse], turn: [-p[1], p[0]] }
    }

    #[inline(always)]
    fn by_shader<L: Lanes>(
        &self,
        l: L,
        shader_data: &ShaderData,
        samples: &Samples<'_, L::Scalar, 2>,
        (): &(),
    ) -> Option<Jet<L::F, 2>>
    where
        L::Scalar: Element,
    {
        let (axis, _) = samples.columns.first()?.share(0, 0);
        let zero = l.lit(0.0);
        let shift = samples.shift.map(|shift| {
            [0, 1].map(|axis| shift.load::<L, 2, 0>(l, axis * shift_planes(2), 0).v)
        });
        let shift = shift.unwrap_or([zero; 2]);
        let [v, x, y] = l.foreign(&DETAILS, &shader_data.table, &shader_data.words, &[axis], shift)?;
        Some(Jet { v, g: [x, y], h: [[zero; 2]; 2] })
    }

    #[inline(always)]
    fn lifted<L: Lanes>(&self, _: L, (): &(), _: usize, jet: Jet<L::F, 2>) -> Jet<L::F, 2> {
        jet
    }

    #[inline(always)]
    fn displaced<L: Lanes>(
        &self,
        l: L,
        (): &(),
        _: usize,
        jet: Jet<L::F, 2>,
        shift: &[Jet<L::F, 2>; 2],
    ) -> Jet<L::F, 2> {
        jet.displaced(l, shift)
    }
}

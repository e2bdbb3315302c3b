//! The surface on which craters lie: a plane or a sphere.

use std::fmt::Debug;

use orogen_noise::jet::Jet;
use orogen_noise::lanes::{Lanes, Scalar};
use orogen_noise::lattice::Site;
use orogen_noise::level::Element;
use orogen_noise::placed::PlacedRow;
use orogen_noise::rows::STRIP;

use super::population::{Crater, Octave, Sheet};
use super::shader::ShaderData;
use crate::nodes::placed::Samples;

/// The positions of a row's samples in the lattice of an octave.
pub struct Sites<S: Scalar, const D: usize> {
    pub cells: [[u32; STRIP]; D],
    pub fractions: [[S; STRIP]; D],
}

/// A surface in `D` dimensions.
///
/// On every surface, a crater's centre is in a cell of a [`Sheet`], and a sample has slopes in two directions that lie in the
/// surface at the sample.
pub trait Surface<const D: usize>: Copy + Debug + Send + Sync + 'static {
    /// All sheets of the surface. The cells of different sheets have different hashes.
    const SHEETS: &'static [Sheet];

    /// The data that define a crater's centre in addition to its cell and its position in the cell.
    type Spot: Copy + Debug;

    /// Positions of a row's samples, in addition to those in the lattices.
    type RowPosition<S: Scalar>;

    /// The positions of a row's samples.
    fn position<L: Lanes>(
        &self,
        l: L,
        row: &PlacedRow<'_, L::Scalar, D>,
        samples: &Samples<'_, L::Scalar, D>,
    ) -> Self::RowPosition<L::Scalar>
    where
        L::Scalar: Element;

    /// The positions of samples in the lattice of an octave.
    fn site<L: Lanes>(
        &self,
        l: L,
        row: &PlacedRow<'_, L::Scalar, D>,
        position: &Self::RowPosition<L::Scalar>,
        octave: &Octave,
        at: usize,
    ) -> Site<L, D>;

    /// For each sheet, a distance in metres. In lattices whose cells are narrower than this distance, no crater of the sheet
    /// reaches any of the samples.
    fn distances<S: Scalar>(&self, position: &Self::RowPosition<S>, len: usize) -> Vec<f64>;

    /// The position of a crater, if it exists on this surface.
    fn spot(&self, octave: &Octave, crater: &Crater) -> Option<Self::Spot>;

    /// The centre of a crater, in cells from the lower corner of the cell `from`.
    fn centre(&self, octave: &Octave, crater: &Crater, spot: &Self::Spot, from: &[u32; D]) -> [f64; D];

    /// The squared distance of samples from a crater's centre in cells, and intermediate results for
    /// [`to_centre`](Self::to_centre).
    fn way<L: Lanes>(&self, l: L, to: &To<'_, Self, L::Scalar, D>, at: usize) -> (L::F, [L::F; D]);

    /// The squared distance of samples from a crater's centre, with its slopes and the angle at the centre.
    fn to_centre<L: Lanes>(
        &self,
        l: L,
        to: &To<'_, Self, L::Scalar, D>,
        at: usize,
        way: &(L::F, [L::F; D]),
    ) -> SquaredDistance<L::F>;

    /// The sum of the details at samples, with its slopes in space at their displaced positions, if a shader computes it.
    /// `None` on the CPU.
    fn by_shader<L: Lanes>(
        &self,
        l: L,
        shader_data: &ShaderData,
        samples: &Samples<'_, L::Scalar, D>,
        position: &Self::RowPosition<L::Scalar>,
    ) -> Option<Jet<L::F, D>>
    where
        L::Scalar: Element;

    /// Converts a jet with slopes in the directions of the samples into a jet in space, at the displaced positions.
    fn lifted<L: Lanes>(
        &self,
        l: L,
        position: &Self::RowPosition<L::Scalar>,
        at: usize,
        jet: Jet<L::F, 2>,
    ) -> Jet<L::F, D>;

    /// Converts a jet at the displaced positions into one at the positions before the displacement.
    fn displaced<L: Lanes>(
        &self,
        l: L,
        position: &Self::RowPosition<L::Scalar>,
        at: usize,
        jet: Jet<L::F, D>,
        shift: &[Jet<L::F, D>; D],
    ) -> Jet<L::F, D>;
}

/// A crater and the samples that are tested against it.
pub struct To<'a, G: Surface<D>, S: Scalar, const D: usize> {
    pub cell: [u32; 2],
    pub centre: [f64; 2],
    pub spot: G::Spot,
    pub sites: &'a Sites<S, D>,
    pub position: &'a G::RowPosition<S>,
}

impl<G: Surface<D>, S: Scalar, const D: usize> To<'_, G, S, D> {
    /// The component, in cells, of the vector from the centre to the samples along the lattice's axis `axis`. This axis must be
    /// axis `k` of the crater's sheet.
    #[inline(always)]
    pub fn along<L: Lanes<Scalar = S>>(&self, l: L, k: usize, axis: usize, at: usize) -> L::F {
        let cells = l.signed(l.load_words(&self.sites.cells[axis][at..]) - l.word(self.cell[k]));
        cells + (l.load(&self.sites.fractions[axis][at..]) - l.lit(self.centre[k]))
    }
}

/// A sample's squared distance from a crater's centre, and the angle at the centre. Lengths are in cells. Slopes are along the
/// two directions of the sample.
#[derive(Clone, Copy, Debug)]
pub struct SquaredDistance<F> {
    /// The squared distance.
    pub square: F,
    /// Half the slopes of the squared distance.
    pub rise: [F; 2],
    /// Cosine and sine of the angle at the centre.
    pub direction: [F; 2],
    /// The slopes of the angle at the centre, times the squared distance.
    pub turn: [F; 2],
}

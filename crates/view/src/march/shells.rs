//! The ground by distance: in each shell around the eye with as much detail as a pixel shows there.

use orogen::level::Level;
use orogen::recipe::{Recipe, RecipeError};
use orogen::terrain::{Images, Terrain};

use crate::camera::Camera;

/// Shells in which the distance doubles: the more, the less what changes from one to the next.
const PER_DOUBLING: i32 = 2;

/// Spacings by whose steepest slopes steps are bounded, in `march.wgsl`.
pub(super) const BOUNDS: usize = 8;

/// Doublings of the spacing beyond that of the furthest shell that bounds look at.
const BEYOND: i32 = 4;

/// Places along a side that slopes are measured at.
const PLACES: usize = 48;

/// What slopes and heights are taken for at most, as multiples of what was measured: some places were not.
const MARGIN: f32 = 1.25;

/// Farther than all ground, in metres.
pub(super) const FURTHEST: f64 = 1e30;

/// The shells of a picture, from near to far.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shells {
    /// Metres of a pixel: at a distance of one metre, or at any if rays are parallel.
    pixel: f64,
    parallel: bool,
    /// Levels: of level `l` samples are 2^(l / 2) metres apart.
    first: i32,
    last: i32,
}

impl Shells {
    /// Of a picture of so many rows that shows the ground from samples 2^`finest` metres apart on, as far as `reach`
    /// metres from the eye.
    pub(super) fn new(camera: &Camera, rows: u32, finest: i32, reach: f64) -> Self {
        let pixel = camera.pixel(rows, 1.0);
        let level = |spacing: f64| (f64::from(PER_DOUBLING) * libm::log2(spacing)).floor() as i32;
        if camera.is_parallel() {
            return Self { pixel, parallel: true, first: level(pixel), last: level(pixel) };
        }
        let first = PER_DOUBLING * finest;
        Self { pixel, parallel: false, first, last: level(pixel * reach).max(first) }
    }

    pub(super) fn count(&self) -> usize {
        (self.last - self.first + 1) as usize
    }

    /// Metres between the samples of shell number `shell`: its pixels at its near end.
    pub(super) fn spacing(&self, shell: usize) -> f64 {
        libm::exp2(f64::from(self.first + shell as i32) / f64::from(PER_DOUBLING))
    }

    /// Metres from the eye between which a shell lies.
    pub(super) fn ends(&self, shell: usize) -> [f64; 2] {
        let begin = if shell == 0 { 0.0 } else { self.spacing(shell) / self.pixel };
        let is_last = self.parallel || shell + 1 == self.count();
        [begin, if is_last { FURTHEST } else { self.spacing(shell + 1) / self.pixel }]
    }

    /// By how many doublings of the distance their ends may be moved.
    pub(super) fn step() -> f64 {
        1.0 / f64::from(PER_DOUBLING)
    }
}

/// A recipe's ground as each shell sees it.
#[derive(Debug)]
pub(super) struct Levels {
    /// One a shell.
    seen: Vec<Terrain>,
    /// Height and slope of each, and of some coarser ones, at the places where all of them are measured.
    measured: Vec<Vec<[f32; 2]>>,
}

impl Levels {
    /// Around an eye, as far as `reach` and within bounds along x and y.
    ///
    /// # Errors
    /// What nodes find wrong with their parameters.
    pub(super) fn new(
        recipe: &Recipe,
        images: &dyn Images,
        shells: &Shells,
        eye: [f64; 3],
        reach: f64,
        bounds: [[f64; 2]; 2],
    ) -> Result<Self, RecipeError> {
        let beyond = (BEYOND * PER_DOUBLING) as usize;
        let finest = shells.spacing(0);
        let terrain = |shell| Terrain::of_level(recipe, images, shells.spacing(shell), finest);
        let mut seen: Vec<_> = (0..shells.count() + beyond).map(terrain).collect::<Result<_, _>>()?;
        let places = places(eye, [4.0 * finest, reach], bounds, recipe.domain.z);
        let measured = seen.iter().map(|terrain| measured(terrain, &places)).collect();
        seen.truncate(shells.count());
        Ok(Self { seen, measured })
    }

    pub(super) fn seen(&self) -> &[Terrain] {
        &self.seen
    }

    /// Of a few spacings from a shell's own on: the steepest slope, and twice the height of what they leave out.
    pub(super) fn bounds(&self, shell: usize) -> [[f32; 4]; BOUNDS] {
        let own = &self.measured[shell];
        // Higher than all clearances: no bound.
        let mut bounds = [[0.0, FURTHEST as f32, 0.0, 0.0]; BOUNDS];
        let coarser = self.measured[shell..].iter().step_by(PER_DOUBLING as usize);
        for (bound, coarser) in bounds.iter_mut().zip(coarser) {
            let (mut steepest, mut left_out) = (0.0_f32, 0.0_f32);
            for ([height, _], [coarse, slope]) in own.iter().zip(coarser) {
                steepest = steepest.max(*slope);
                left_out = left_out.max((height - coarse).abs());
            }
            *bound = [MARGIN * steepest, 2.0 * MARGIN * left_out, 0.0, 0.0];
        }
        bounds
    }
}

/// Places around an eye, as many near as far, in rows.
fn places(eye: [f64; 3], [near, far]: [f64; 2], bounds: [[f64; 2]; 2], z: f64) -> Vec<[f64; 3]> {
    let share = |number: usize| (number as f64 * 0.618_033_988_749_895).fract();
    let along = |axis: usize, number: usize| {
        let [least, greatest] = bounds[axis];
        let away = near * libm::pow(far / near, share(number));
        let place = eye[axis] + if number.is_multiple_of(2) { away } else { -away };
        if place >= least && place <= greatest {
            place
        } else {
            least + (greatest - least) * share(number + 7)
        }
    };
    let row = |row: usize| {
        // Other places in every row.
        let column = move |column: usize| [along(0, row * PLACES + column), along(1, 3 * row + 1), z];
        (0..PLACES).map(column)
    };
    (0..PLACES).flat_map(row).collect()
}

fn measured(terrain: &Terrain, places: &[[f64; 3]]) -> Vec<[f32; 2]> {
    let samples = terrain.sample::<f32>(Level::best(), places);
    let numbers = samples.iter().map(|sample| {
        let [dx, dy, _] = sample.gradient;
        [sample.height as f32, dx.hypot(dy) as f32]
    });
    numbers.collect()
}

//! Shells around the eye: ranges of distance. Each shell has as much detail as a pixel resolves at its distance.

use orogen_engine::level::Level;
use orogen_engine::recipe::{Recipe, RecipeError};
use orogen_engine::terrain::{Images, Terrain};

use crate::camera::Camera;

/// Shells per doubling of the distance. With more shells, the steps in detail between them are smaller.
const PER_DOUBLING: i32 = 2;

/// Number of spacings whose steepest slopes bound the steps in `march.wgsl`.
pub(super) const BOUNDS: usize = 8;

/// Number of doublings beyond the spacing of the farthest shell that bounds include.
const COARSER_LEVELS: i32 = 4;

/// Points along a side at which slopes are measured.
const POINTS: usize = 48;

/// Safety factor on measured slopes and heights, since the ground between the points may be steeper.
const MARGIN: f32 = 1.25;

/// A distance beyond all ground, in metres.
pub(super) const UNBOUNDED: f64 = 1e30;

/// The shells of a picture, from near to far.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shells {
    /// Size of a pixel in metres: at a distance of 1 m, or at every distance with parallel rays.
    pixel: f64,
    parallel: bool,
    /// The first and the last level. Samples of level `l` are 2^(l / 2) metres apart.
    first: i32,
    last: i32,
}

impl Shells {
    /// The shells of a picture with this number of rows. The finest spacing is 2^`finest` metres, and the shells reach
    /// `reach` metres from the eye.
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

    /// Spacing of a shell in metres: the size of a pixel at its near end.
    pub(super) fn spacing(&self, shell: usize) -> f64 {
        libm::exp2(f64::from(self.first + shell as i32) / f64::from(PER_DOUBLING))
    }

    /// The distances from the eye at which a shell begins and ends, in metres.
    pub(super) fn ends(&self, shell: usize) -> [f64; 2] {
        let begin = if shell == 0 { 0.0 } else { self.spacing(shell) / self.pixel };
        let is_last = self.parallel || shell + 1 == self.count();
        [begin, if is_last { UNBOUNDED } else { self.spacing(shell + 1) / self.pixel }]
    }

    /// The range in which the shells' ends may move, in doublings of the distance.
    pub(super) fn step() -> f64 {
        1.0 / f64::from(PER_DOUBLING)
    }
}

/// A recipe's ground at each shell's level of detail.
#[derive(Debug)]
pub(super) struct Levels {
    /// One terrain per shell.
    terrains: Vec<Terrain>,
    /// Height and slope at the same points for each shell and some coarser levels.
    measured: Vec<Vec<[f32; 2]>>,
}

impl Levels {
    /// Measures the ground around an eye, as far as `reach` and within bounds along x and y.
    ///
    /// # Errors
    /// Fails if a node rejects its parameters.
    pub(super) fn new(
        recipe: &Recipe,
        images: &dyn Images,
        shells: &Shells,
        eye: [f64; 3],
        reach: f64,
        bounds: [[f64; 2]; 2],
    ) -> Result<Self, RecipeError> {
        let beyond = (COARSER_LEVELS * PER_DOUBLING) as usize;
        let finest = shells.spacing(0);
        let terrain = |shell| Terrain::of_level(recipe, images, shells.spacing(shell), finest);
        let mut terrains: Vec<_> = (0..shells.count() + beyond).map(terrain).collect::<Result<_, _>>()?;
        let positions = positions(eye, [4.0 * finest, reach], bounds, recipe.domain.z);
        let measured = terrains.iter().map(|terrain| measured(terrain, &positions)).collect();
        terrains.truncate(shells.count());
        Ok(Self { terrains, measured })
    }

    pub(super) fn terrains(&self) -> &[Terrain] {
        &self.terrains
    }

    /// The steepest slope, and twice the height of the omitted detail, for a few spacings. The smallest of these spacings is
    /// that of the shell.
    pub(super) fn bounds(&self, shell: usize) -> [[f32; 4]; BOUNDS] {
        let own = &self.measured[shell];
        // The height of omitted detail in an unused entry is above all clearances, so the entry gives no bound.
        let mut bounds = [[0.0, UNBOUNDED as f32, 0.0, 0.0]; BOUNDS];
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

/// Points around an eye, in rows. The logarithms of their distances are evenly spread.
fn positions(eye: [f64; 3], [near, far]: [f64; 2], bounds: [[f64; 2]; 2], z: f64) -> Vec<[f64; 3]> {
    let share = |number: usize| (number as f64 * 0.618_033_988_749_895).fract();
    let along = |axis: usize, number: usize| {
        let [low, high] = bounds[axis];
        let away = near * libm::pow(far / near, share(number));
        let position = eye[axis] + if number.is_multiple_of(2) { away } else { -away };
        if position >= low && position <= high { position } else { low + (high - low) * share(number + 7) }
    };
    let row = |row: usize| {
        // Each row has different points.
        let column = move |column: usize| [along(0, row * POINTS + column), along(1, 3 * row + 1), z];
        (0..POINTS).map(column)
    };
    (0..POINTS).flat_map(row).collect()
}

fn measured(terrain: &Terrain, positions: &[[f64; 3]]) -> Vec<[f32; 2]> {
    let samples = terrain.sample::<f32>(Level::best(), positions);
    let numbers = samples.iter().map(|sample| {
        let [dx, dy, _] = sample.gradient;
        [sample.height as f32, dx.hypot(dy) as f32]
    });
    numbers.collect()
}

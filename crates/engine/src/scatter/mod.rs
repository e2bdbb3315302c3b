//! Trees, rocks and other things on the ground: a recipe's `[[scatter]]`.
//!
//! Each kind has an endless [pattern](crate::blue_noise) of points. A point is used if its rank is at most the density at its
//! place, from 0 to 1, which the rules give. So fewer points are farther apart, and still evenly spaced. Rules read the terrain at
//! the recipe's own spacing. So the points of a recipe are the same in every raster, tile and region; only their heights are those
//! of the ground at the spacing that is asked for.

mod density;

use orogen_noise::hash::{combine, split_mix, unit};
use orogen_noise::level::Level;
use rayon::prelude::*;

use crate::blue_noise::{POINTS_PER_SQUARED_DISTANCE, Pattern, PatternPoint, Rectangle};
use crate::recipe::{Recipe, RecipeError, ScatterKind, seed_of_name};
use crate::terrain::{Images, Terrain};
use density::Densities;

/// Least distances along a side of a tile: enough that aprons are small, few enough that a tile stays in the cache.
const TILE: f64 = 256.0;

/// Points of a pattern whose ground is computed together.
const BATCH: usize = 4096;

/// The scattered things of a recipe.
///
/// # Example
/// ```
/// use orogen_engine::blue_noise::Rectangle;
/// use orogen_engine::image::NoImages;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_engine::scatter::Scatter;
///
/// let text = "orogen = 1\ndomain.size = 900.0\nheight = { field = 'hills', scale = 50.0 }
///     [fields.hills]\ntype = 'fbm'\nwavelength = 200.0
///     [[scatter]]\nname = 'pine'\nspacing = 8.0\nslope = [35, 25]\nscale = [0.7, 1.2]";
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
/// let scatter = Scatter::new(&recipe, &NoImages, 2.0)?;
/// let points = scatter.points(0, &Rectangle { min: [100.0, 100.0], max: [300.0, 200.0] });
/// assert!(points.iter().all(|point| point.normal[2] > 0.8 && (0.7..=1.2).contains(&point.scale)));
/// # Ok::<(), orogen_engine::recipe::RecipeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scatter {
    kinds: Vec<ScatterKind>,
    patterns: Vec<Pattern>,
    densities: Densities,
    /// The ground that the points stand on, if it has another spacing than the ground that the rules read.
    ground: Option<Terrain>,
    level: Level,
}

/// A scattered thing. `x` grows to the right and `y` down the picture, as in rasters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScatterPoint {
    /// Position in metres.
    pub position: [f64; 2],
    /// Height of the ground in metres.
    pub height: f32,
    /// Unit normal of the ground: x, y, up.
    pub normal: [f32; 3],
    /// Angle around the vertical in degrees, counter-clockwise seen from above in a picture whose `y` is down.
    pub yaw: f32,
    /// Scale.
    pub scale: f32,
    /// A random number of the point, the same whatever the rules are.
    pub word: u64,
}

impl ScatterPoint {
    /// The unit vector along which it stands: upright for a tilt of 0, along the normal for 1.
    pub fn axis(&self, tilt: f64) -> [f32; 3] {
        let [x, y, up] = self.normal.map(f64::from);
        let axis = [tilt * x, tilt * y, 1.0 + tilt * (up - 1.0)];
        let length = axis.iter().map(|part| part * part).sum::<f64>().sqrt();
        axis.map(|part| (part / length) as f32)
    }
}

impl Scatter {
    /// Prepares the kinds of a recipe. The points stand on the ground of a raster whose samples are `spacing` metres apart.
    ///
    /// # Errors
    /// Those of [`Terrain::new`].
    pub fn new(recipe: &Recipe, images: &dyn Images, spacing: f64) -> Result<Self, RecipeError> {
        let own = recipe.domain.spacing();
        let ground = (spacing != own && !recipe.scatter.is_empty())
            .then(|| Terrain::new(recipe, images, spacing))
            .transpose()?;
        let period = recipe.domain.tile.then_some(recipe.domain.size);
        let pattern = |kind: &ScatterKind| {
            let seed = kind.seed.unwrap_or_else(|| seed_of_name(&kind.name));
            Pattern::new(combine(recipe.seed, seed), kind.spacing, period)
        };
        Ok(Self {
            kinds: recipe.scatter.clone(),
            patterns: recipe.scatter.iter().map(pattern).collect(),
            densities: Densities::new(recipe, Terrain::with_scatter(recipe, images, own)?, own),
            ground,
            level: Level::best(),
        })
    }

    /// The kinds.
    pub fn kinds(&self) -> &[ScatterKind] {
        &self.kinds
    }

    /// The number of points of a kind in a rectangle if all rules gave full density. The true number is near this or smaller.
    pub fn most_points(&self, kind: usize, part: &Rectangle) -> f64 {
        let area: f64 = (0..2).map(|axis| (part.max[axis] - part.min[axis]).max(0.0)).product();
        area * POINTS_PER_SQUARED_DISTANCE / (self.kinds[kind].spacing * self.kinds[kind].spacing)
    }

    /// The density of a kind at positions, 0 to 1, as its rules give it.
    pub fn density(&self, kind: usize, positions: &[[f64; 2]]) -> Vec<f32> {
        self.densities.of(&self.kinds[kind].rules, kind, self.level, positions).1
    }

    /// The points of a kind in a rectangle, tile by tile; in a tile, the points that remain at low densities come first.
    ///
    /// # Panics
    /// There is no such kind.
    pub fn points(&self, kind: usize, part: &Rectangle) -> Vec<ScatterPoint> {
        self.tiles(kind, part).par_iter().flat_map_iter(|tile| self.of_tile(kind, tile)).collect()
    }

    /// Passes the points of each tile to `make`, on the threads of the current pool, and each result to `action`, in order. Only a
    /// few tiles are in memory. Tiles without points are left out.
    ///
    /// # Errors
    /// The first error of `action`.
    ///
    /// # Panics
    /// There is no such kind.
    pub fn each_tile<T: Send, E>(
        &self,
        kind: usize,
        part: &Rectangle,
        make: impl Fn(&[ScatterPoint]) -> T + Sync,
        mut action: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let at_once = 4 * rayon::current_num_threads();
        for tiles in self.tiles(kind, part).chunks(at_once) {
            let made = tiles.par_iter().map(|tile| {
                let points = self.of_tile(kind, tile);
                (!points.is_empty()).then(|| make(&points))
            });
            made.collect::<Vec<_>>().into_iter().flatten().try_for_each(&mut action)?;
        }
        Ok(())
    }

    /// The tiles of a kind that meet a rectangle, cut at its edges, row by row.
    fn tiles(&self, kind: usize, part: &Rectangle) -> Vec<Rectangle> {
        let side = TILE * self.kinds[kind].spacing;
        let ends = |axis: usize| {
            let first = (part.min[axis] / side).floor() as i64;
            let last = (part.max[axis] / side).ceil() as i64;
            (first..last).map(move |index| [index as f64 * side, (index + 1) as f64 * side])
        };
        let [left, top] = part.min;
        let [right, bottom] = part.max;
        let row = |[low, high]: [f64; 2]| {
            ends(0).map(move |[near, far]| Rectangle {
                min: [near.max(left), low.max(top)],
                max: [far.min(right), high.min(bottom)],
            })
        };
        ends(1).flat_map(row).collect()
    }

    /// The points of a kind in a tile.
    fn of_tile(&self, kind: usize, tile: &Rectangle) -> Vec<ScatterPoint> {
        let all = self.patterns[kind].points(tile);
        all.chunks(BATCH).flat_map(|points| self.of_batch(kind, points)).collect()
    }

    fn of_batch(&self, kind: usize, points: &[PatternPoint]) -> Vec<ScatterPoint> {
        let positions: Vec<_> = points.iter().map(|point| point.position).collect();
        let (mut relief, densities) =
            self.densities.of(&self.kinds[kind].rules, kind, self.level, &positions);
        let kept: Vec<usize> =
            (0..points.len()).filter(|&at| points[at].rank <= f64::from(densities[at])).collect();
        let mut places = kept.clone();
        if let Some(ground) = &self.ground {
            let positions: Vec<_> = kept.iter().map(|&at| positions[at]).collect();
            relief = ground.scattered(self.level, &positions);
            places = (0..kept.len()).collect();
        }
        let point = |(at, place): (usize, usize)| {
            let slopes = [relief.slopes[0][place], relief.slopes[1][place]];
            self.thing(kind, &points[at], relief.height[place], slopes)
        };
        kept.into_iter().zip(places).map(point).collect()
    }

    fn thing(&self, kind: usize, point: &PatternPoint, height: f32, [dx, dy]: [f32; 2]) -> ScatterPoint {
        let ScatterKind { scale, yaw, .. } = &self.kinds[kind];
        let within = |[least, most]: &[f64; 2], salt: u64| {
            (least + (most - least) * unit(split_mix(point.word ^ salt))) as f32
        };
        let [x, y] = [-f64::from(dx), -f64::from(dy)];
        let length = (x * x + y * y + 1.0).sqrt();
        ScatterPoint {
            position: point.position,
            height,
            normal: [x, y, 1.0].map(|part| (part / length) as f32),
            yaw: within(yaw, 0x5961_7721),
            scale: within(scale, 0x5363_616C_6521),
            word: point.word,
        }
    }
}

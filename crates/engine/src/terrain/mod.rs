//! A terrain: a recipe prepared for evaluation.

mod crossings;
mod dimension;
mod evaluate;
mod lake;
mod layer;
mod map_maker;
mod overlay;
mod planet;
mod repeated;
mod row_maker;
mod sky_maker;
mod solving;
mod sunken;
#[cfg(feature = "trace")]
mod traced;
mod water;

use std::sync::Arc;

use orogen_noise::basis::AnyBasis;
use orogen_noise::interval::Interval;
use orogen_noise::level::Level;
use orogen_noise::noise::Dimension;

use crate::bounds::Bounds;
use crate::cpu::Number;
use crate::graph::{Detail, Graph};
use crate::patch::{Patch, PatchSamples, Repeats};
use crate::plan::Plan;
use crate::planet::Sphere;
use crate::raster::Grid;
use crate::recipe::{DomainKind, Recipe, RecipeError};
use crate::sky::SkyView;
use crate::solved::SolvedFields;
use dimension::either;
use evaluate::AnyPlan;
use overlay::Laid;
use sunken::ErodedWater;

pub use evaluate::Sample;
pub use layer::{Drafts, Images, Layer, LayerBase};
pub use map_maker::MapMaker;
pub use overlay::{Complaint, Overlay, Watch};
pub use planet::{IsAPlanet, NotAPlanet, PlanetSample};
pub use row_maker::RowMaker;
pub use sky_maker::SkyMaker;
#[doc(hidden)]
pub use solving::{picture_words, solved};
pub use water::water;

/// A recipe prepared for evaluation at one sample spacing.
///
/// # Example
/// ```
/// use orogen_engine::image::NoImages;
/// use orogen_engine::level::Level;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_engine::terrain::Terrain;
///
/// let text = r#"
/// orogen = 1
/// domain.size = 1000.0
/// height = { field = "hills", scale = 50.0 }
/// [fields.hills]
/// type = "fbm"
/// wavelength = 200.0
/// octaves = 6
/// "#;
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
/// let terrain = Terrain::new(&recipe, &NoImages, 10.0)?;
/// let [sample] = terrain.sample::<f64>(Level::best(), &[[120.0, 80.0, 0.0]])[..] else { unreachable!() };
/// assert!(terrain.interval().contains(sample.height));
/// # Ok::<(), orogen_engine::recipe::RecipeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Terrain {
    plan: Arc<AnyPlan>,
    z: f64,
    sphere: Option<Sphere>,
    repeats: bool,
    sea_level: Option<f64>,
    warnings: Vec<RecipeError>,
    /// Applied to everything that the plan computes.
    overlay: Option<Laid>,
    /// The water of an erosion among the further fields.
    water: Arc<ErodedWater>,
}

impl Terrain {
    /// Prepares a recipe for samples `spacing` metres apart. The spacing decides which octaves `octaves = "auto"` includes. The
    /// strokes that the recipe names in `[sculpt]` are included.
    ///
    /// # Errors
    /// A parameter of a node or a file that the recipe names is wrong, or `images` stopped a solution. The error points at the
    /// line.
    pub fn new(recipe: &Recipe, images: &dyn Images, spacing: f64) -> Result<Self, RecipeError> {
        Self::with_others(recipe, images, Detail::of(spacing), &[])
    }

    /// Like [`new`](Self::new), with the same bits, but for one of several levels of detail. The samples of the finest level are
    /// `finest` metres apart. The [`program`](Self::program)s of all these levels differ in their literals only, unless some
    /// sizes of rivers or dunes are present on some levels only.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn of_level(
        recipe: &Recipe,
        images: &dyn Images,
        spacing: f64,
        finest: f64,
    ) -> Result<Self, RecipeError> {
        let detail = Detail { spacing, finest: Some(finest.min(spacing)) };
        Self::with_others(recipe, images, detail, &[])
    }

    /// Like [`new`](Self::new), with the [further fields](Recipe::further_fields) of the recipe: rows also have the values of
    /// these fields, in the same order.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_materials(recipe: &Recipe, images: &dyn Images, spacing: f64) -> Result<Self, RecipeError> {
        let names: Vec<_> = recipe.further_fields().collect();
        Self::with_others(recipe, images, Detail::of(spacing), &names)
    }

    /// Like [`new`](Self::new), with the field of the recipe's [`Water`](crate::recipe::Water), if there is one: rows also have
    /// the values of this field.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_water(recipe: &Recipe, images: &dyn Images, spacing: f64) -> Result<Self, RecipeError> {
        let names: Vec<_> = recipe.water.iter().map(|water| water.field.as_str()).collect();
        Self::with_others(recipe, images, Detail::of(spacing), &names)
    }

    /// Like [`new`](Self::new), with the fields that decide where things are
    /// [scattered](Recipe::scatter_fields).
    pub(crate) fn with_scatter(
        recipe: &Recipe,
        images: &dyn Images,
        spacing: f64,
    ) -> Result<Self, RecipeError> {
        let names: Vec<_> = recipe.scatter_fields().collect();
        Self::with_others(recipe, images, Detail::of(spacing), &names)
    }

    fn with_others(
        recipe: &Recipe,
        images: &dyn Images,
        detail: Detail,
        others: &[&str],
    ) -> Result<Self, RecipeError> {
        let (solved, warnings) = solving::solved(recipe, images, others)?;
        let mut base = Self::planned(recipe, images, detail, others, &solved)?;
        base.warnings.extend(warnings);
        match &recipe.sculpt {
            Some(sculpt) => base.sculpted(recipe, sculpt, images, detail.spacing),
            None => Ok(base),
        }
    }

    /// The terrain of a recipe whose solved fields are known, without strokes.
    fn planned(
        recipe: &Recipe,
        images: &dyn Images,
        detail: Detail,
        others: &[&str],
        solved: &SolvedFields,
    ) -> Result<Self, RecipeError> {
        let (plan, warnings) = match recipe.domain.kind {
            DomainKind::Plane => {
                let (plan, warnings) = planned(recipe, images, detail, others, solved)?;
                (AnyPlan::Plane(plan), warnings)
            }
            DomainKind::Space | DomainKind::Planet(_) => {
                let (plan, warnings) = planned(recipe, images, detail, others, solved)?;
                (AnyPlan::Space(plan), warnings)
            }
        };
        let sea_level = recipe.sea.as_ref().map(|sea| sea.level);
        let repeats = recipe.domain.tile;
        let sphere = recipe.domain.sphere();
        let plan = Arc::new(plan);
        let water = Arc::new(ErodedWater::of(recipe, others, solved));
        Ok(Self { plan, z: recipe.domain.z, sphere, repeats, sea_level, warnings, overlay: None, water })
    }

    /// Whether both are copies of one terrain under the same overlay, or under none. If so, they have the same heights.
    ///
    /// # Example
    /// ```
    /// use orogen_engine::image::NoImages;
    /// use orogen_engine::recipe::{Recipe, Source};
    /// use orogen_engine::terrain::Terrain;
    ///
    /// let text = "orogen = 1\ndomain.size = 90.0\nheight = { field = \"flat\" }\n[fields.flat]\ntype = \"constant\"";
    /// let recipe = Recipe::parse(Source::new("flat.toml", text), orogen_engine::nodes::registry())?;
    /// let [one, other] = [1.0, 1.0].map(|spacing| Terrain::new(&recipe, &NoImages, spacing));
    /// let (one, other) = (one?, other?);
    /// assert!(one.is_copy_of(&one.clone()) && !one.is_copy_of(&other));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_copy_of(&self, other: &Self) -> bool {
        let is_under_the_same = match (&self.overlay, &other.overlay) {
            (Some(one), Some(other)) => Arc::ptr_eq(&one.overlay, &other.overlay),
            (None, None) => true,
            _ => false,
        };
        is_under_the_same && Arc::ptr_eq(&self.plan, &other.plan)
    }

    /// An interval that contains all heights in metres, known before a sample is made.
    pub fn interval(&self) -> Interval {
        match &self.overlay {
            Some(laid) => laid.overlay.interval(),
            None => either!(&*self.plan, plan => plan.interval),
        }
    }

    /// For each field besides the heights that rows have, an interval that contains all its values: see
    /// [`with_materials`](Self::with_materials) and [`with_water`](Self::with_water).
    pub fn further_intervals(&self) -> Vec<Interval> {
        let mut intervals = either!(&*self.plan, plan => plan.other_intervals.clone());
        if let Some(laid) = &self.overlay {
            let before = either!(&*self.plan, plan => plan.interval);
            laid.water.widen(before, laid.overlay.interval(), &mut intervals);
        }
        intervals
    }

    /// A box that contains all samples whose height or water may differ if strokes differ in the box `changed`: a lake whose
    /// outlet is in `changed` falls with its outlet.
    pub fn changed(&self, changed: Bounds) -> Bounds {
        self.water.changed(changed)
    }

    /// Warnings about the recipe, for example unused fields, ranges that single precision cannot resolve, and wavelengths that
    /// were rounded to fit a repeating domain.
    pub fn warnings(&self) -> &[RecipeError] {
        &self.warnings
    }

    /// The height of the sea in metres, if the recipe has one. Heights are those of the ground, also under water.
    pub fn sea_level(&self) -> Option<f64> {
        self.sea_level
    }

    /// The sphere that a planet's heights are measured from; `None` for a plane or a space. The positions of a planet's samples
    /// are on this sphere.
    pub fn sphere(&self) -> Option<Sphere> {
        self.sphere
    }

    /// Whether the terrain repeats at the edges of its domain.
    pub fn repeats(&self) -> bool {
        self.repeats
    }

    /// Number of coordinates: 2 on a plane, 3 in a space and on a planet.
    pub fn dimensions(&self) -> usize {
        self.plan.dimensions()
    }

    /// The terrain at points in metres, in `f32` or `f64`. In `f32`, the bits are those of [`rows`](Self::rows). A plane ignores
    /// the third coordinate.
    pub fn sample<S: Number>(&self, level: Level, points: &[[f64; 3]]) -> Vec<Sample> {
        let mut samples = evaluate::sample::<S>(&self.plan, level, points);
        if let Some(laid) = &self.overlay {
            laid.on_samples::<S>(points, &mut samples);
        }
        samples
    }

    /// The terrain at scattered points of a plane, or of the cut through a space, with its further fields. It computes many points
    /// together, so it is much faster than [`sample`](Self::sample); only the last bits of the heights differ. The bits at a point do
    /// not depend on the other points.
    pub(crate) fn scattered(&self, level: Level, points: &[[f64; 2]]) -> PatchSamples<f32> {
        let points: Vec<_> = points.iter().map(|&[x, y]| [x, y, self.z]).collect();
        let relief = evaluate::scattered(&self.plan, level, &points);
        match &self.overlay {
            None => relief,
            Some(laid) => laid
                .on_places(&points, relief, &overlay::always)
                .unwrap_or_else(|| unreachable!("nothing ends it")),
        }
    }

    /// The terrain at the samples of a patch, which may lie anywhere in space, in `f32` or `f64`. A plane ignores the third
    /// coordinate. One thread computes the whole patch, because patches are small and numerous.
    ///
    /// This function rounds positions and lattices to fixed-point numbers; [`sample`](Self::sample) does not. So on a sphere as
    /// large as the Earth, the heights of `sample` are those of a point a few centimetres away.
    ///
    /// # Example
    /// ```
    /// use orogen_engine::image::NoImages;
    /// use orogen_engine::level::Level;
    /// use orogen_engine::patch::Patch;
    /// use orogen_engine::recipe::{Recipe, Source};
    /// use orogen_engine::terrain::Terrain;
    ///
    /// let text = r#"
    /// orogen = 1
    /// domain = { kind = "space", size = 12_742_000.0 }
    /// height = { field = "hills", scale = 4000.0 }
    /// [fields.hills]
    /// type = "fbm"
    /// wavelength = 300_000.0
    /// octaves = 20
    /// "#;
    /// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
    /// let terrain = Terrain::new(&recipe, &NoImages, 1.0)?;
    /// let place = [3_678_298.565, 3_678_298.565, 3_678_298.565];
    /// let alone = terrain.patch::<f32>(Level::best(), &Patch::new(&[place])?)?;
    /// let with_others = Patch::new(&[[0.0, 0.0, 6_371_000.0], place])?;
    /// let with_others = terrain.patch::<f32>(Level::best(), &with_others)?;
    /// assert_eq!(alone.height[0], with_others.height[1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The terrain [repeats](Repeats).
    pub fn patch<S: Number>(&self, level: Level, patch: &Patch) -> Result<PatchSamples<S>, Repeats> {
        let relief = self.patch_while(level, patch, || true)?;
        Ok(relief.unwrap_or_else(|| unreachable!("nothing ends it")))
    }

    /// As [`patch`](Self::patch). Calls `go_on` every 128 samples and returns `None` once that returns false.
    pub(crate) fn patch_while<S: Number>(
        &self,
        level: Level,
        patch: &Patch,
        go_on: impl Fn() -> bool + Sync,
    ) -> Result<Option<PatchSamples<S>>, Repeats> {
        self.check_patches()?;
        let relief = evaluate::relief(&self.plan, level, patch, &go_on);
        Ok(match (&self.overlay, relief) {
            (Some(laid), Some(relief)) => laid.on_patch(patch, relief, &go_on),
            (_, relief) => relief,
        })
    }

    fn check_patches(&self) -> Result<(), Repeats> {
        if self.repeats { Err(Repeats) } else { Ok(()) }
    }

    /// Number of [further fields](Self::with_materials).
    pub(crate) fn others(&self) -> usize {
        either!(&*self.plan, plan => plan.others.len())
    }

    /// Prepares to make the rows of a grid. A space is cut at the recipe's `z`.
    ///
    /// # Errors
    /// The terrain is a [planet](Self::sphere): use a [`map`](Self::map) or a [`patch`](Self::patch).
    pub fn rows(&self, level: Level, grid: Grid) -> Result<RowMaker<'_>, IsAPlanet> {
        self.check_grids()?;
        Ok(RowMaker::new(&self.plan, level, grid, self.z).under(self.overlay.as_ref()))
    }

    /// Prepares to compute the visible share of the [sky](crate::sky) for the rows of a grid.
    ///
    /// # Errors
    /// The terrain is a [planet](Self::sphere).
    pub fn sky(&self, level: Level, grid: Grid, view: SkyView) -> Result<SkyMaker<'_>, IsAPlanet> {
        let heights = self.rows(level, sky_maker::around(&grid, view.reach()))?;
        Ok(SkyMaker::new(view, grid.columns, heights))
    }

    /// Refuses planets: a cut through the centre would look like terrain but be wrong.
    fn check_grids(&self) -> Result<(), IsAPlanet> {
        if self.sphere.is_some() { Err(IsAPlanet) } else { Ok(()) }
    }
}

/// The plan of a recipe, and its warnings.
fn planned<const D: usize>(
    recipe: &Recipe,
    images: &dyn Images,
    detail: Detail,
    others: &[&str],
    solved: &SolvedFields,
) -> Result<(Plan<D>, Vec<RecipeError>), RecipeError>
where
    AnyBasis: Dimension<D>,
{
    let mut graph = Graph::with_others(recipe, &images, detail, others, solved)?;
    let mut warnings = recipe.warnings.clone();
    warnings.append(&mut graph.warnings);
    Ok((Plan::new(graph, recipe.height.scale, recipe.height.offset), warnings))
}

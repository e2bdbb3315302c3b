//! A terrain: a recipe made ready to be asked for heights.

mod overlaid;
mod planet;

pub(crate) use planet::patch_of;
pub use planet::{NotAPlanet, PlanetSample};

use std::sync::Arc;

use orogen_noise::basis::AnyBasis;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::Dimension;
use orogen_noise::rows::STRIP;

use crate::cpu::{Number, PlanLine, PlanStrip, Worker};
use crate::graph::{Detail, Graph};
use crate::image::Images;
use crate::overlay::Overlay;
#[cfg(feature = "trace")]
use crate::owner::Owner;
use crate::patch::{Patch, Relief, Repeats, relief};
use crate::plan::Plan;
use crate::planet::Sphere;
#[cfg(feature = "trace")]
use crate::program::{self, Axis, NoProgram, PatchAxis, Program, Shares};
use crate::raster::Grid;
use crate::recipe::{DomainKind, Recipe, RecipeError};
use crate::row_maker::RowMaker;

/// A recipe made ready to be asked for heights, for samples of one spacing.
///
/// # Example
/// ```
/// use orogen::image::NoImages;
/// use orogen::level::Level;
/// use orogen::recipe::{Recipe, Source};
/// use orogen::terrain::Terrain;
///
/// let text = r#"
/// orogen = 1
/// domain.size = 1000.0
/// height = { field = "hills", scale = 50.0 }
/// [fields.hills]
/// type = "fbm"
/// feature = 200.0
/// octaves = 6
/// "#;
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen::nodes::registry())?;
/// let terrain = Terrain::new(&recipe, &NoImages, 10.0)?;
/// let [sample] = terrain.sample::<f64>(Level::best(), &[[120.0, 80.0, 0.0]])[..] else { unreachable!() };
/// assert!(terrain.interval().contains(sample.height));
/// # Ok::<(), orogen::recipe::RecipeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Terrain {
    plan: Arc<AnyPlan>,
    z: f64,
    sphere: Option<Sphere>,
    repeats: bool,
    sea_level: Option<f64>,
    warnings: Vec<RecipeError>,
    /// What lies over all that the plan makes.
    overlay: Option<Arc<dyn Overlay>>,
}

#[derive(Debug)]
enum AnyPlan {
    Plane(Plan<2>),
    Space(Plan<3>),
}

/// The terrain at one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Metres.
    pub height: f64,
    /// ∂height along x, y and, in a space, z; metres per metre.
    pub gradient: [f64; 3],
}

impl Terrain {
    /// Makes a recipe ready for samples `spacing` metres apart: how fine `octaves = "auto"` goes. What the recipe's `[sculpt]`
    /// names is in it.
    ///
    /// # Errors
    /// What a node finds wrong with its parameters, or whoever reads the strokes with these, with place and mend.
    pub fn new(recipe: &Recipe, images: &dyn Images, spacing: f64) -> Result<Self, RecipeError> {
        Self::with_others(recipe, images, Detail::of(spacing), &[])
    }

    /// The same for one of several levels of detail, from samples `finest` metres apart upwards: heights are those of
    /// [`new`](Self::new), to the bit, and all levels have [`program`](Self::program)s that differ in their literals only (but
    /// for sizes of rivers and dunes, that come and go).
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

    /// The same, and whatever the recipe's materials look at: the rows of this terrain hold the values of the fields
    /// that [`Noise`](crate::recipe::Noise)s name, in the order of the materials.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_materials(recipe: &Recipe, images: &dyn Images, spacing: f64) -> Result<Self, RecipeError> {
        let noises = recipe.materials.iter().filter_map(|material| material.noise.as_ref());
        let names: Vec<_> = noises.map(|noise| noise.field.as_str()).collect();
        Self::with_others(recipe, images, Detail::of(spacing), &names)
    }

    fn with_others(
        recipe: &Recipe,
        images: &dyn Images,
        detail: Detail,
        others: &[&str],
    ) -> Result<Self, RecipeError> {
        let (plan, warnings) = match recipe.domain.kind {
            DomainKind::Plane => {
                let (plan, warnings) = planned(recipe, images, detail, others)?;
                (AnyPlan::Plane(plan), warnings)
            }
            DomainKind::Space | DomainKind::Planet(_) => {
                let (plan, warnings) = planned(recipe, images, detail, others)?;
                (AnyPlan::Space(plan), warnings)
            }
        };
        let sea_level = recipe.sea.as_ref().map(|sea| sea.level);
        let repeats = recipe.domain.tile;
        let sphere = recipe.domain.sphere();
        let plan = Arc::new(plan);
        let base = Self { plan, z: recipe.domain.z, sphere, repeats, sea_level, warnings, overlay: None };
        match &recipe.sculpt {
            Some(sculpt) => base.sculpted(recipe, sculpt, images, detail.spacing),
            None => Ok(base),
        }
    }

    /// Whether both are copies of one terrain, under the same overlay or none: then they have the same ground.
    ///
    /// # Example
    /// ```
    /// use orogen::image::NoImages;
    /// use orogen::recipe::{Recipe, Source};
    /// use orogen::terrain::Terrain;
    ///
    /// let text = "orogen = 1\ndomain.size = 90.0\nheight = { field = \"flat\" }\n[fields.flat]\ntype = \"constant\"";
    /// let recipe = Recipe::parse(Source::new("flat.toml", text), orogen::nodes::registry())?;
    /// let [one, other] = [1.0, 1.0].map(|spacing| Terrain::new(&recipe, &NoImages, spacing));
    /// let (one, other) = (one?, other?);
    /// assert!(one.is_copy_of(&one.clone()) && !one.is_copy_of(&other));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_copy_of(&self, other: &Self) -> bool {
        let is_under_the_same = match (&self.overlay, &other.overlay) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        is_under_the_same && Arc::ptr_eq(&self.plan, &other.plan)
    }

    /// The heights in metres that can occur, known before a sample is made.
    pub fn interval(&self) -> Interval {
        match (&self.overlay, &*self.plan) {
            (Some(overlay), _) => overlay.interval(),
            (None, AnyPlan::Plane(plan)) => plan.interval,
            (None, AnyPlan::Space(plan)) => plan.interval,
        }
    }

    /// What is doubtful in the recipe, though no reason to refuse it, in the order of the text: fields that are not
    /// used, ranges that single precision cannot resolve, features that were rounded to fit a repeating domain.
    pub fn warnings(&self) -> &[RecipeError] {
        &self.warnings
    }

    /// Metres up to which water covers the ground, where the recipe has a sea. Heights are those of the ground.
    pub fn sea_level(&self) -> Option<f64> {
        self.sea_level
    }

    /// The sphere that heights are measured from, if this is a planet: its terrain is asked for at places on it.
    pub fn sphere(&self) -> Option<Sphere> {
        self.sphere
    }

    /// Whether the terrain repeats at the edges of its domain.
    pub fn repeats(&self) -> bool {
        self.repeats
    }

    /// Number of coordinates: 2 on a plane, 3 in a space and on a planet.
    pub fn dimensions(&self) -> usize {
        match &*self.plan {
            AnyPlan::Plane(_) => 2,
            AnyPlan::Space(_) => 3,
        }
    }

    /// The terrain at points in metres (the third coordinate is of no meaning on a plane), in `f32`, with the bits
    /// that a raster has there, or in `f64`.
    pub fn sample<S: Number>(&self, level: Level, points: &[[f64; 3]]) -> Vec<Sample> {
        let mut samples = match &*self.plan {
            AnyPlan::Plane(plan) => sample::<S, 2>(plan, level, points),
            AnyPlan::Space(plan) => sample::<S, 3>(plan, level, points),
        };
        if let Some(overlay) = &self.overlay {
            overlaid::lay_on_samples::<S>(&**overlay, points, &mut samples);
        }
        samples
    }

    /// The terrain at the samples of a patch, which may lie anywhere in a space, in `f32` or `f64`. On a plane their third
    /// coordinates are of no meaning. One thread computes it: patches are small, and there are many of them.
    ///
    /// Positions and lattices are rounded to whole units, which [`sample`](Self::sample) does not do: its heights are those
    /// a few centimetres away, on a sphere as large as the Earth.
    ///
    /// # Example
    /// ```
    /// use orogen::image::NoImages;
    /// use orogen::level::Level;
    /// use orogen::patch::Patch;
    /// use orogen::recipe::{Recipe, Source};
    /// use orogen::terrain::Terrain;
    ///
    /// let text = r#"
    /// orogen = 1
    /// domain = { kind = "space", size = 12_742_000.0 }
    /// height = { field = "hills", scale = 4000.0 }
    /// [fields.hills]
    /// type = "fbm"
    /// feature = 300_000.0
    /// octaves = 20
    /// "#;
    /// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen::nodes::registry())?;
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
    pub fn patch<S: Number>(&self, level: Level, patch: &Patch) -> Result<Relief<S>, Repeats> {
        let relief = self.patch_while(level, patch, || true)?;
        Ok(relief.unwrap_or_else(|| unreachable!("nothing ends it")))
    }

    /// The same, but nothing once `go_on`, which is asked every 128 samples, says no.
    pub(crate) fn patch_while<S: Number>(
        &self,
        level: Level,
        patch: &Patch,
        go_on: impl Fn() -> bool + Sync,
    ) -> Result<Option<Relief<S>>, Repeats> {
        self.check_patches()?;
        let relief = match &*self.plan {
            AnyPlan::Plane(plan) => relief(plan, level, patch, &go_on),
            AnyPlan::Space(plan) => relief(plan, level, patch, &go_on),
        };
        Ok(match (&self.overlay, relief) {
            (Some(overlay), Some(relief)) => overlaid::lay_on_relief(&**overlay, patch, relief, &go_on),
            (_, relief) => relief,
        })
    }

    /// The axes of the lattices of the [`program`](Self::program), seen from the centre of a patch.
    ///
    /// # Errors
    /// The terrain [repeats](Repeats).
    #[cfg(feature = "trace")]
    pub fn patch_axes(&self, patch: &Patch) -> Result<Vec<PatchAxis>, Repeats> {
        self.check_patches()?;
        Ok(match &*self.plan {
            AnyPlan::Plane(plan) => program::patch_axes(plan, patch),
            AnyPlan::Space(plan) => program::patch_axes(plan, patch),
        })
    }

    fn check_patches(&self) -> Result<(), Repeats> {
        if self.repeats { Err(Repeats) } else { Ok(()) }
    }

    /// What the terrain computes for a sample, for backends other than the processor: height in metres and, if `order`
    /// asks for them, slopes; then the other fields, of a terrain [with materials](Self::with_materials).
    ///
    /// # Errors
    /// [`NoProgram`], if a node cannot be written down, or there are strokes over the fields.
    #[cfg(feature = "trace")]
    pub fn program(&self, order: Order) -> Result<Program, NoProgram> {
        if self.overlay.is_some() {
            return Err(NoProgram { owner: Owner::Strokes, why: "strokes are laid sample by sample" });
        }
        match &*self.plan {
            AnyPlan::Plane(plan) => program::program(plan, order),
            AnyPlan::Space(plan) => program::program(plan, order),
        }
    }

    /// How many other fields it holds, those that [materials](Self::with_materials) look at.
    pub(crate) fn others(&self) -> usize {
        match &*self.plan {
            AnyPlan::Plane(plan) => plan.others.len(),
            AnyPlan::Space(plan) => plan.others.len(),
        }
    }

    /// Where the samples of a grid lie in the lattices of the [`program`](Self::program).
    ///
    /// # Panics
    /// As [`rows`](Self::rows).
    #[cfg(feature = "trace")]
    pub fn shares(&self, grid: &Grid) -> Shares {
        Shares { columns: self.column_shares(grid), rows: self.row_shares(grid) }
    }

    /// The [shares](Self::shares) of the columns, which are the same for all bands of a grid.
    ///
    /// # Panics
    /// As [`rows`](Self::rows).
    #[cfg(feature = "trace")]
    pub fn column_shares(&self, grid: &Grid) -> Vec<[u32; 2]> {
        self.refuse_grids();
        match &*self.plan {
            AnyPlan::Plane(plan) => program::columns(plan, grid),
            AnyPlan::Space(plan) => program::columns(plan, grid),
        }
    }

    /// The [shares](Self::shares) of the rows.
    ///
    /// # Panics
    /// As [`rows`](Self::rows).
    #[cfg(feature = "trace")]
    pub fn row_shares(&self, grid: &Grid) -> Vec<[u32; 2]> {
        self.refuse_grids();
        match &*self.plan {
            AnyPlan::Plane(plan) => program::rows(plan, grid, self.z),
            AnyPlan::Space(plan) => program::rows(plan, grid, self.z),
        }
    }

    /// The axes of those lattices around an origin, in metres (the third coordinate is of no meaning on a plane).
    #[cfg(feature = "trace")]
    pub fn axes(&self, origin: [f64; 3]) -> Vec<Axis> {
        match &*self.plan {
            AnyPlan::Plane(plan) => program::axes(plan, [origin[0], origin[1]]),
            AnyPlan::Space(plan) => program::axes(plan, origin),
        }
    }

    /// Prepares to make the rows of a grid. A space is cut at the recipe's `z`.
    ///
    /// # Panics
    /// On a [planet](Self::sphere), which has no rows in metres: ask for a [`map`](Self::map) or a [`patch`](Self::patch).
    pub fn rows(&self, level: Level, grid: Grid) -> RowMaker<'_> {
        self.refuse_grids();
        let rows = match &*self.plan {
            AnyPlan::Plane(plan) => RowMaker::plane(plan, level, grid),
            AnyPlan::Space(plan) => RowMaker::space(plan, level, grid, self.z),
        };
        rows.under(self.overlay.as_deref())
    }
}

impl Terrain {
    /// A cut through a planet's middle in place of its ground would be a wrong terrain that looks right.
    fn refuse_grids(&self) {
        assert!(self.sphere.is_none(), "a planet has no grids of metres: ask for a map or a patch");
    }
}

/// The plan of a recipe, and its warnings.
fn planned<const D: usize>(
    recipe: &Recipe,
    images: &dyn Images,
    detail: Detail,
    others: &[&str],
) -> Result<(Plan<D>, Vec<RecipeError>), RecipeError>
where
    AnyBasis: Dimension<D>,
{
    let mut graph = Graph::with_others(recipe, images, detail, others)?;
    let warnings = std::mem::take(&mut graph.warnings);
    Ok((Plan::new(graph, recipe.height.scale, recipe.height.offset), warnings))
}

fn sample<S: Number, const D: usize>(plan: &Plan<D>, level: Level, points: &[[f64; 3]]) -> Vec<Sample>
where
    AnyBasis: Dimension<D>,
{
    let mut worker = Worker::<S>::new(plan);
    let (scale, offset) = (S::from_f64(plan.scale), S::from_f64(plan.offset));
    let mut samples = Vec::with_capacity(points.len());
    // A turned lattice rounds the columns' and the row's share of a position apart, so a point has the bits of a
    // raster only if it is split in the same way. Neighbours in the list that lie in one row share a strip.
    let rows = points.chunk_by(|one, next| one[1..D] == next[1..D]);
    for chunk in rows.flat_map(|row| row.chunks(STRIP)) {
        let column = |point: &[f64; 3]| std::array::from_fn(|i| if i == 0 { point[0] } else { 0.0 });
        let columns: Vec<[f64; D]> = chunk.iter().map(column).collect();
        let strip = PlanStrip::new(plan, &columns);
        let line = PlanLine::new(plan, std::array::from_fn(|i| if i == 0 { 0.0 } else { chunk[0][i] }));
        worker.run(plan, level, Order::Gradient, &strip, &[line]);
        let rows = worker.terrain(plan, 0);
        samples.extend((0..chunk.len()).map(|i| Sample {
            height: S::scaled(rows.plane(0)[i], scale, offset).to_f64(),
            gradient: std::array::from_fn(|axis| {
                if axis < D { S::scaled(rows.plane(1 + axis)[i], scale, S::default()).to_f64() } else { 0.0 }
            }),
        }));
    }
    samples
}

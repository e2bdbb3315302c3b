//! A terrain and the files that are wanted of it, before heights are computed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use orogen::Files;
use orogen_engine::covering::Covering;
use orogen_engine::nodes;
use orogen_engine::recipe::Recipe;
use orogen_engine::scatter::Scatter;
use orogen_engine::terrain::{self, Terrain};
use orogen_engine::water::WaterSurface;
use orogen_files::HeightMapping;
use orogen_files::delivery::FormatContext;
use orogen_files::web::{LevelTerrains, Surroundings};

use super::parts::{self, Part};
use super::products::{self, WaterOf};
use super::range::Range;
use super::target::Plan;
use super::{Args, hint, sixteen_bit};
use crate::failure::{self, Failure};
use crate::{inputs, output};

/// A terrain and the files that are wanted of it.
pub(super) struct Setup<'a> {
    pub(super) args: &'a Args,
    pub(super) recipe: &'a Recipe,
    pub(super) plan: Plan,
    pub(super) terrain: Terrain,
    pub(super) covering: Covering,
    /// The time that solutions for the whole domain took.
    pub(super) solution: Duration,
    water: WaterOf,
    /// Scattered things, if files need them.
    scatter: Option<Arc<Scatter>>,
    /// The ground around the terrain, if files show it.
    surroundings: Option<Arc<dyn Surroundings>>,
}

impl<'a> Setup<'a> {
    /// Solves the fields that need it. Prints warnings, and what the options leave out.
    pub(super) fn new(
        args: &'a Args,
        recipe: &'a Recipe,
        plan: Plan,
        pictures: &Files,
    ) -> Result<Self, Failure> {
        let (start, spacing) = (Instant::now(), plan.extent.grid.spacing);
        let needs_all = plan.delivery.shows_materials() || !recipe.exported.is_empty();
        let (terrain, surface) = match needs_all {
            true => (Terrain::with_materials(recipe, pictures, spacing)?, WaterSurface::of(recipe)),
            false => (Terrain::with_water(recipe, pictures, spacing)?, WaterSurface::alone(recipe)),
        };
        if !args.report.quiet {
            failure::warn(terrain.warnings());
            args.files.left_out(recipe).iter().for_each(|why| eprintln!("hint: {why}"));
        }
        let water = WaterOf { surface, lines: Arc::new(terrain::water(recipe, pictures)?) };
        let scatter = plan.delivery.needs_scatter().then(|| Scatter::new(recipe, pictures, spacing));
        let scatter = scatter.transpose()?.map(Arc::new);
        let is_solved = recipe.defined_fields().any(|field| nodes::is_solved(field.spec));
        let solution = if is_solved { start.elapsed() } else { Duration::ZERO };
        let covering = Covering::new(&recipe.materials);
        let around =
            |layout| LevelTerrains::new(recipe, layout, |spacing| Terrain::new(recipe, pictures, spacing));
        let surroundings = plan.delivery.layout().map(around).transpose()?;
        let surroundings = surroundings.map(|ground| Arc::new(ground) as Arc<dyn Surroundings>);
        Ok(Self { args, recipe, plan, terrain, covering, solution, water, scatter, surroundings })
    }

    /// The lowest and the highest height that the recipe can reach.
    pub(super) fn possible_heights(&self) -> [f64; 2] {
        let interval = self.terrain.interval();
        [interval.min, interval.max]
    }

    /// Whether the heights must be measured before they are written.
    pub(super) fn fits(&self) -> bool {
        self.args.fit && self.plan.delivery.needs_mapping() || self.fits_fields()
    }

    /// Whether the further fields must be measured, too.
    pub(super) fn fits_fields(&self) -> bool {
        self.args.fit && self.plan.delivery.has_16_bit_fields()
    }

    /// The mapping of the heights that the recipe can reach. If heights are measured later, it need not fit the target: the
    /// measured range may fit where the possible range does not.
    pub(super) fn possible_mapping(&self) -> Result<HeightMapping, Failure> {
        let [min, max] = self.possible_heights();
        if self.fits() { sixteen_bit(min, max) } else { self.mapping([min, max]) }
    }

    /// The 16-bit mapping of these heights: the target's, if it has one.
    pub(super) fn mapping(&self, heights: [f64; 2]) -> Result<HeightMapping, Failure> {
        let (spacing, sea_level) = (self.plan.extent.grid.spacing, self.terrain.sea_level());
        let target = self.plan.target.as_deref();
        let mapping = target.map(|target| target.mapping(heights, spacing, sea_level));
        mapping.transpose()?.flatten().map_or_else(|| sixteen_bit(heights[0], heights[1]), Ok)
    }

    /// What the files need to know.
    pub(super) fn context(&self, mapping: HeightMapping) -> Arc<FormatContext> {
        let (covering, water) = (self.covering.clone(), self.water.clone());
        let (scatter, surroundings) = (self.scatter.clone(), self.surroundings.clone());
        products::format_context(&self.terrain, self.recipe, mapping, covering, water, scatter, surroundings)
    }

    /// The parts of the job.
    pub(super) fn parts(&self) -> Vec<Part> {
        parts::of(&self.plan.delivery, &self.plan.extent.grid, self.plan.planet.as_ref())
    }

    /// Refuses files that would replace those of others, that their formats cannot store or that have no space on the disk,
    /// before the work.
    pub(super) fn check_files(&self, parts: &[Part], context: &Arc<FormatContext>) -> Result<(), Failure> {
        let Self { args, recipe, plan, .. } = self;
        let files: Vec<_> = parts.iter().flat_map(|part| part.files(context)).collect();
        inputs::refuse(&args.recipe, recipe, &output::touched(&args.output, &recipe.name, &files)?)?;
        if !args.force {
            output::refuse_foreign(&args.output, &files)?;
        }
        let grid = &plan.extent.grid;
        for part in parts {
            drop(part.delivery.open(&args.output, grid, context)?);
        }
        products::check_space(&args.output, parts.len() as u64 * plan.delivery.least_bytes(grid))
    }

    /// Prints what users may want to know before the work.
    pub(super) fn print_hints(&self) {
        if self.args.report.quiet {
            return;
        }
        if let Some(cut) = self.plan.extent.crop_note() {
            eprintln!("{cut}");
        }
    }

    /// A hint about the heights that were written.
    pub(super) fn hint_of(&self, mapping: HeightMapping, written: Range) -> Option<String> {
        let heights = [written.min, written.max].map(f64::from);
        let is_doubtful = self.recipe.height.scale == 1.0 && self.terrain.warnings().is_empty();
        let flat = hint::of_flat(heights, self.recipe.domain.size).filter(|_| is_doubtful);
        let fitted = self.mapping(heights).ok().filter(|_| self.plan.delivery.sixteen_bit());
        flat.or_else(|| hint::of_fit(mapping, fitted?))
    }
}

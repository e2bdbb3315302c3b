//! Paints pictures of a recipe.

use std::num::NonZeroUsize;
use std::sync::Arc;

use orogen::bounds::Bounds as Box3;
use orogen::generate::cpu::CpuMaker;
use orogen::generate::dispatcher::Dispatcher;
use orogen::generate::maker::Maker;
use orogen::generate::tile::Version;
use orogen::generate::{Generator, SharedImages};
use orogen::image::Images;
use orogen::level::Level;
use orogen::overlay::Complaint;
use orogen::query::HeightQuery;
use orogen::raster::{Band, Grid};
use orogen::recipe::{Recipe, RecipeError};
use orogen::terrain::Terrain;
use orogen_gpu::{Gpu, GpuMaker};

use crate::accumulate::{WINDOW, painted, windows};
use crate::canvas::Canvas;
use crate::cut::Cut;
use crate::frame::{View, Window};
use crate::march::March;
use crate::materials::Materials;
use crate::mesh::{Mesh, Walk};
use crate::meter::Meter;
use crate::pass::{GROUND, Layouts};
use crate::sand::Grains;
use crate::scale::{Scale, ground_detail};
use crate::shade::Shade;
use crate::sky::{Atmosphere, Sky};
use crate::surroundings::{Extent, Surroundings};
use crate::survey::Survey;
use crate::{Bounds, Picture, Progress, Shot, Style, Surface, ViewError, Watch};

/// Bytes of tiles that are kept.
const CACHE: usize = 256 << 20;

/// How far below the lowest ground its bottom is where it is cut out, as a share of the domain's size.
pub(crate) const BOTTOM: f64 = 0.04;

/// Samples along a side of the domain that say how high its ground is.
const SAMPLES: usize = 257;

/// Radius of the sun's disc, in radians.
pub(crate) const SUN_RADIUS: f32 = 0.004_65;

/// Pixels that a cell of the mesh may measure.
const CELL_PIXELS: f64 = 1.5;

/// Paints pictures of a recipe on a device.
pub struct Painter {
    gpu: Gpu,
    /// Most columns or rows of a part that is drawn at once.
    window: u32,
    recipe: Arc<Recipe>,
    images: SharedImages,
    ground: HeightQuery,
    /// Of the domain.
    heights: [f32; 2],
    generator: Dispatcher,
    layouts: Layouts,
    mesh: Mesh,
    march: March,
    surroundings: Surroundings,
    sky: Sky,
    air: Atmosphere,
    shade: Shade,
    cut: Cut,
    meter: Meter,
}

impl Painter {
    /// Makes a device and a recipe ready.
    ///
    /// # Errors
    /// [`ViewError::Shot`], if the recipe is a planet's; [`ViewError::Recipe`], [`ViewError::Gpu`],
    /// [`ViewError::Threads`].
    pub fn new(gpu: Gpu, recipe: Arc<Recipe>, images: SharedImages) -> Result<Self, ViewError> {
        if recipe.domain.sphere().is_some() {
            return Err(ViewError::Shot("the recipe is a planet's: paint it with a GlobePainter".to_owned()));
        }
        let ground = HeightQuery::new(&recipe, &*images, ground_detail(&recipe))?;
        let heights = heights(&recipe, &*images)?;
        let layouts = gpu.checked(|| Layouts::new(gpu.device()))?;
        let mesh = Mesh::new(&gpu, &layouts)?;
        let march = March::new(&gpu, &layouts)?;
        let surroundings = Surroundings::new(&gpu, &recipe)?;
        let air = Atmosphere::EARTH;
        let sky = Sky::new(&gpu, &air)?;
        let shade = Shade::new(&gpu, &layouts, sky.layout(), surroundings.layout())?;
        let meter = Meter::new(&gpu, &layouts, sky.layout())?;
        let cut = Cut::new(&gpu, &layouts, surroundings.layout())?;
        let mut makers: Vec<Box<dyn Maker>> = Vec::new();
        if !gpu.is_software() {
            makers.push(Box::new(GpuMaker::new(gpu.clone())?));
        }
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        makers.push(Box::new(CpuMaker::new(threads)?));
        let generator = Dispatcher::new(Arc::clone(&recipe), Arc::clone(&images), makers, CACHE)?;
        Ok(Self {
            gpu,
            window: WINDOW,
            recipe,
            images,
            ground,
            heights,
            generator,
            layouts,
            mesh,
            march,
            surroundings,
            sky,
            air,
            shade,
            cut,
            meter,
        })
    }

    /// Takes another recipe in the place of the one before: sooner than a new painter, as what the device has been told of stays.
    ///
    /// # Errors
    /// As [`new`](Self::new); the recipe before is kept.
    pub fn replace(&mut self, recipe: Arc<Recipe>, images: SharedImages) -> Result<(), ViewError> {
        if recipe.domain.sphere().is_some() {
            return Err(ViewError::Shot("the recipe is a planet's: paint it with a GlobePainter".to_owned()));
        }
        let ground = HeightQuery::new(&recipe, &*images, ground_detail(&recipe))?;
        let heights = heights(&recipe, &*images)?;
        let surroundings = Surroundings::new(&self.gpu, &recipe)?;
        self.settle(self.generator.replace(Arc::clone(&recipe), Arc::clone(&images)))?;
        self.mesh.forget()?;
        (self.ground, self.heights, self.surroundings) = (ground, heights, surroundings);
        (self.recipe, self.images) = (recipe, images);
        Ok(())
    }

    /// Waits until the generator makes tiles of a version: those of the one before are of no use.
    fn settle(&self, version: Version) -> Result<(), ViewError> {
        loop {
            let state = self.generator.state();
            match &state.fault {
                Some((of, fault)) if *of == version => return Err(fault.clone().into()),
                _ if state.version == Some(version) => return Ok(()),
                _ => std::thread::sleep(std::time::Duration::from_millis(1)),
            }
        }
    }

    /// Takes other strokes over the same recipe, which differ from those before within a box: the ground elsewhere stays.
    /// `images` gives them for the recipe's `[sculpt]`.
    ///
    /// # Errors
    /// [`ViewError::Recipe`]: they cannot lie on this ground. What is painted is of no meaning then, until the recipe is
    /// [replaced](Self::replace).
    pub fn sculpt(
        &mut self,
        recipe: Arc<Recipe>,
        images: SharedImages,
        changed: &Box3,
    ) -> Result<(), ViewError> {
        let Some(sculpt) = &recipe.sculpt else { return self.replace(recipe, images) };
        let refused =
            |(message, help): Complaint| RecipeError::new(&recipe.source, sculpt.span, message).help(help);
        let layer = images.strokes(&sculpt.strokes).map_err(refused)?;
        let ground = HeightQuery::new(&recipe, &*images, ground_detail(&recipe))?;
        let heights = heights(&recipe, &*images)?;
        self.surroundings.sculpt(&recipe, &*images, changed)?;
        self.mesh.forget_within(changed);
        self.settle(self.generator.sculpt(layer, *changed))?;
        (self.ground, self.heights) = (ground, heights);
        (self.recipe, self.images) = (recipe, images);
        Ok(())
    }

    /// Paints a picture.
    ///
    /// # Errors
    /// [`ViewError`]: a camera inside the ground, numbers out of range, a recipe that is unsound, a device that fails; or it
    /// was stopped.
    pub fn paint(&mut self, shot: &Shot, progress: &mut Watch<'_>) -> Result<Picture, ViewError> {
        let view = self.prepare(shot, progress)?;
        let whole = Window { first: [0; 2], size: shot.size };
        let view = View { exposure: self.meter.exposure(&self.sky, &view.frame(0, whole))?, ..view };
        painted(
            &view,
            shot.samples,
            &windows(shot.size, self.window),
            &|window| self.canvas(window),
            &mut |pass| self.ground(shot, pass),
            &|pass, group| {
                pass.set_bind_group(1, self.sky.group(), &[]);
                pass.set_bind_group(2, self.surroundings.group(), &[]);
                self.shade.draw(shot.style, pass, group);
            },
            progress,
        )
    }

    /// What is in each pixel of a picture, at its middle.
    ///
    /// # Errors
    /// As [`paint`](Self::paint).
    pub fn survey(&mut self, shot: &Shot, progress: &mut Watch<'_>) -> Result<Survey, ViewError> {
        let view = self.prepare(shot, progress)?;
        let mut survey = Survey::empty(shot.size);
        for window in windows(shot.size, self.window) {
            let canvas = self.canvas(window)?;
            canvas.survey(&view.frame(0, window), &mut |pass| self.ground(shot, pass))?;
            canvas.read_ground(&mut |row, pixels| survey.put(window, row, pixels))?;
        }
        Ok(survey)
    }

    /// What a part of a picture is drawn on.
    fn canvas(&self, window: Window) -> Result<Canvas, ViewError> {
        let group = |ground: &[wgpu::TextureView], before: &wgpu::TextureView| {
            self.shade.group(&ground[0], before, &[])
        };
        Ok(Canvas::new(&self.gpu, &self.layouts, &[GROUND], &group, window.size)?)
    }

    /// Draws the ground.
    fn ground(&self, shot: &Shot, pass: &mut wgpu::RenderPass<'_>) {
        match shot.surface {
            Surface::Mesh => self.mesh.draw(pass),
            Surface::March => self.march.draw(pass),
        }
        if shot.bounds == Bounds::Domain {
            pass.set_bind_group(2, self.surroundings.group(), &[]);
            self.cut.draw(pass);
        }
    }

    /// Makes the ground of a picture.
    fn prepare(&mut self, shot: &Shot, progress: &mut Watch<'_>) -> Result<View, ViewError> {
        shot.check()?;
        if self.air != shot.air {
            (self.sky, self.air) = (Sky::new(&self.gpu, &shot.air)?, shot.air);
        }
        let scale = Scale::new(shot, &self.recipe, &self.ground)?;
        Progress::Surroundings.tell(progress)?;
        let extent = Extent::new(scale.focus, scale.finest_light, scale.reach);
        self.surroundings.fill(&self.recipe, &*self.images, extent, shot.camera.eye())?;
        let heights = self.surroundings.heights();
        let looks = self.heights;
        let view = View {
            camera: shot.camera,
            sun: shot.sun.direction(),
            sun_radius: SUN_RADIUS,
            size: shot.size,
            near: scale.near as f32,
            far: scale.far as f32,
            heights: looks,
            top: heights[1],
            sea: self.recipe.sea.as_ref().map(|sea| sea.level as f32),
            bounds: scale.bounds,
            exposure: 1.0,
            bottom: looks[0] - (BOTTOM * self.recipe.domain.size) as f32,
            fog: shot.fog.filter(|_| shot.style != Style::Map),
        };
        match shot.style {
            Style::Realistic => {
                self.shade.take_up(shot.style, bytemuck::bytes_of(&Materials::new(&self.recipe, looks)))?;
            }
            Style::Desert => self.shade.take_up(shot.style, bytemuck::bytes_of(&Grains::new(&shot.sand)))?,
            Style::Clay | Style::Map => self.shade.take_up(shot.style, &[])?,
        }
        match shot.surface {
            Surface::Mesh => self.make_tiles(shot, &scale, heights, progress)?,
            Surface::March => self.march.take_up(&self.recipe, &*self.images, shot, &scale, heights)?,
        }
        Ok(view)
    }

    /// Makes the tiles of a picture.
    fn make_tiles(
        &mut self,
        shot: &Shot,
        scale: &Scale,
        heights: [f32; 2],
        progress: &mut Watch<'_>,
    ) -> Result<(), ViewError> {
        let finest = scale.finest_cell(CELL_PIXELS);
        let top = f64::from(heights[1]);
        let walk = Walk::new(&shot.camera, shot.size, CELL_PIXELS, top, finest, scale.reach);
        let gathered = self.mesh.gather(&walk, scale.bounds, &self.generator, progress)?;
        Ok(self.mesh.take_up(&shot.camera, &walk, &gathered)?)
    }
}

/// Lowest and highest ground of a recipe's domain, by samples of it.
fn heights(recipe: &Recipe, images: &dyn Images) -> Result<[f32; 2], ViewError> {
    let grid = Grid::over(recipe.domain.size, SAMPLES, false);
    let mut band = Band::default();
    Terrain::new(recipe, images, grid.spacing)?.rows(Level::best(), grid).make(0, SAMPLES, false, &mut band);
    let ends = band.height.iter().fold([f32::INFINITY, f32::NEG_INFINITY], |[least, most], &height| {
        [least.min(height), most.max(height)]
    });
    Ok(ends)
}

#[cfg(test)]
mod tests;

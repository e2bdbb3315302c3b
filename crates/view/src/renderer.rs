//! Renders pictures of a recipe.

use std::num::NonZeroUsize;
use std::sync::Arc;

use orogen_engine::bounds::Bounds;
use orogen_engine::generate::cpu::CpuMaker;
use orogen_engine::generate::dispatcher::Dispatcher;
use orogen_engine::generate::maker::Maker;
use orogen_engine::generate::tile::Version;
use orogen_engine::generate::{Generator, SharedImages};
use orogen_engine::level::Level;
use orogen_engine::overlay::Complaint;
use orogen_engine::query::{HeightQuery, QueryError};
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, RecipeError};
use orogen_engine::terrain::{Images, Terrain};
use orogen_gpu::{Gpu, GpuMaker};

use crate::accumulate::{MAX_REGION, accumulate, regions};
use crate::cumulus::Cumulus;
use crate::cut::Cut;
use crate::frame::{Region, View};
use crate::ground_buffer::GroundBuffer;
use crate::march::March;
use crate::materials::{Materials, has_trees};
use crate::mesh::{Mesh, TileSelector};
use crate::meter::Meter;
use crate::pass::{GROUND, Layouts};
use crate::sand::SandUniform;
use crate::scale::{Scale, ground_detail};
use crate::shade::{Shade, ShaderKey};
use crate::sky::Sky;
use crate::surroundings::{Extent, Surroundings};
use crate::targets::RenderTargets;
use crate::trees::Trees;
use crate::{GroundExtent, Picture, Progress, ProgressCallback, Shot, Style, Surface, ViewError};

/// Size of the generator's tile cache, in bytes.
const CACHE_BYTES: usize = 256 << 20;

/// Depth of a cutaway's bottom below the lowest ground, as a share of the domain's size.
pub(crate) const CUTAWAY_DEPTH: f64 = 0.04;

/// Samples along a side of the domain, to measure its range of heights.
const HEIGHT_SAMPLES: usize = 257;

/// Angular radius of the sun's disc, in radians.
pub(crate) const SUN_RADIUS: f32 = 0.004_65;

/// Largest size of the mesh's cells, in pixels.
const CELL_PIXELS: f64 = 1.5;

/// Renders pictures of a recipe on a device.
///
/// ```no_run
/// use std::sync::Arc;
///
/// use orogen_engine::image::NoImages;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_gpu::Choice;
/// use orogen_view::{Camera, Lens, Progress, Renderer, Shot};
///
/// let source = Source::new("alps.toml", std::fs::read_to_string("alps.toml")?);
/// let recipe = Arc::new(Recipe::parse(source, orogen_engine::nodes::registry())?);
/// let gpu = orogen_view::open(&Choice::Gpu)?;
/// let mut renderer = Renderer::new(gpu, recipe, Arc::new(NoImages))?;
///
/// let lens = Lens::Perspective { degrees: 40.0 };
/// let camera = Camera::new([8e3, 15e3, 4e3], [8e3, 8e3, 1500.0], lens)?;
/// let picture = renderer.render(&Shot::new(camera), &mut Progress::ignore)?;
/// let srgb: Vec<u8> = picture.to_srgb(0.0);
/// assert_eq!(srgb.len(), 960 * 540 * 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Renderer {
    gpu: Gpu,
    /// Largest width and height of a region of a picture, in pixels.
    max_region: u32,
    recipe: Arc<Recipe>,
    images: SharedImages,
    ground: HeightQuery,
    /// Heights of the lowest and highest ground of the domain.
    heights: [f32; 2],
    generator: Dispatcher,
    layouts: Layouts,
    mesh: Mesh,
    march: March,
    surroundings: Surroundings,
    sky: Sky,
    cumulus: Cumulus,
    shade: Shade,
    trees: Trees,
    cut: Cut,
    meter: Meter,
}

impl Renderer {
    /// Prepares a device for a recipe.
    ///
    /// # Errors
    /// [`ViewError::Shot`] if the recipe is a planet; [`ViewError::Recipe`], [`ViewError::Gpu`],
    /// [`ViewError::Threads`].
    pub fn new(gpu: Gpu, recipe: Arc<Recipe>, images: SharedImages) -> Result<Self, ViewError> {
        if recipe.domain.sphere().is_some() {
            return Err(ViewError::Shot("the recipe is a planet: render it with a GlobeRenderer".to_owned()));
        }
        let ground = HeightQuery::new(&recipe, &*images, ground_detail(&recipe))?;
        let heights = heights(&recipe, &*images)?;
        let layouts = gpu.checked(|| Layouts::new(gpu.device()))?;
        let mesh = Mesh::new(&gpu, &layouts)?;
        let march = March::new(&gpu, &layouts)?;
        let surroundings = Surroundings::new(&gpu, &recipe)?;
        let sky = Sky::new(&gpu)?;
        let cumulus = Cumulus::new(&gpu)?;
        let shade = Shade::new(&gpu, &layouts, sky.layout(), surroundings.layout())?;
        let trees = Trees::new(&gpu, &layouts, surroundings.layout(), shade.uniform())?;
        let meter = Meter::new(&gpu, &layouts, sky.layout())?;
        let cut = Cut::new(&gpu, &layouts, surroundings.layout())?;
        let mut makers: Vec<Box<dyn Maker>> = Vec::new();
        if !gpu.is_software() {
            makers.push(Box::new(GpuMaker::new(gpu.clone())?));
        }
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        makers.push(Box::new(CpuMaker::new(threads)?));
        let generator = Dispatcher::new(Arc::clone(&recipe), Arc::clone(&images), makers, CACHE_BYTES)?;
        Ok(Self {
            gpu,
            max_region: MAX_REGION,
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
            cumulus,
            shade,
            trees,
            cut,
            meter,
        })
    }

    /// Replaces the recipe. This is faster than creating a new renderer, since shaders stay compiled.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new). The previous recipe then stays.
    pub fn replace(&mut self, recipe: Arc<Recipe>, images: SharedImages) -> Result<(), ViewError> {
        if recipe.domain.sphere().is_some() {
            return Err(ViewError::Shot("the recipe is a planet: render it with a GlobeRenderer".to_owned()));
        }
        let ground = HeightQuery::new(&recipe, &*images, ground_detail(&recipe))?;
        let heights = heights(&recipe, &*images)?;
        let surroundings = Surroundings::new(&self.gpu, &recipe)?;
        self.settle(self.generator.replace(Arc::clone(&recipe), Arc::clone(&images)))?;
        self.mesh.clear()?;
        (self.ground, self.heights, self.surroundings) = (ground, heights, surroundings);
        (self.recipe, self.images) = (recipe, images);
        Ok(())
    }

    /// Replaces the recipe by one with the same heights, and the same fields for materials and water, but other colours. Nothing
    /// is generated again.
    pub fn recolour(&mut self, recipe: Arc<Recipe>) {
        self.recipe = recipe;
    }

    /// Waits until the generator has switched to a version, so that tiles of the previous version are ignored.
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

    /// Replaces the strokes over the same recipe. Heights change only inside the box `changed`, and tiles outside this box stay.
    /// Lakes may also fall outside of it. `images` provides the strokes of the recipe's `[sculpt]`.
    ///
    /// # Errors
    /// [`ViewError::Recipe`] if the strokes do not fit the ground. Pictures are then undefined until the recipe is
    /// [replaced](Self::replace).
    pub fn sculpt(
        &mut self,
        recipe: Arc<Recipe>,
        images: SharedImages,
        changed: &Bounds,
    ) -> Result<(), ViewError> {
        let Some(sculpt) = &recipe.sculpt else { return self.replace(recipe, images) };
        let refused =
            |(message, help): Complaint| RecipeError::new(&recipe.source, sculpt.span, message).help(help);
        let layer = images.strokes(&sculpt.strokes).map_err(refused)?;
        let ground = HeightQuery::new(&recipe, &*images, ground_detail(&recipe))?;
        let heights = heights(&recipe, &*images)?;
        self.surroundings.sculpt(&recipe, &*images, changed)?;
        self.mesh.invalidate(changed);
        self.settle(self.generator.sculpt(layer, *changed))?;
        (self.ground, self.heights) = (ground, heights);
        (self.recipe, self.images) = (recipe, images);
        Ok(())
    }

    /// Renders a picture.
    ///
    /// # Errors
    /// [`ViewError`] if the camera is inside the ground, a number is out of range, the recipe is invalid, the device fails,
    /// or the caller stops the renderer.
    pub fn render(&mut self, shot: &Shot, progress: &mut ProgressCallback<'_>) -> Result<Picture, ViewError> {
        let view = self.prepare(shot, progress)?;
        self.sky.set_air(&self.gpu, &shot.air)?;
        let whole = Region { first: [0; 2], size: shot.size };
        let view = View { exposure: self.meter.exposure(&self.sky, &view.frame(0, whole))?, ..view };
        let key = self.key(shot);
        if key.has_trees {
            self.trees.plant(&view.frame(0, whole), self.surroundings.group())?;
        }
        let picture = accumulate(
            &view,
            shot.samples,
            &regions(shot.size, self.max_region),
            &|region| self.targets(region),
            &mut |pass| self.ground(shot, pass),
            &|pass, group| {
                pass.set_bind_group(1, self.sky.group(), &[]);
                pass.set_bind_group(2, self.surroundings.group(), &[]);
                self.shade.draw(key, pass, group);
            },
            progress,
        )?;
        Ok(if shot.style.is_metered() { picture.metered() } else { picture })
    }

    /// The ground at the centre of each pixel.
    ///
    /// # Errors
    /// The errors of [`render`](Self::render).
    pub fn ground_buffer(
        &mut self,
        shot: &Shot,
        progress: &mut ProgressCallback<'_>,
    ) -> Result<GroundBuffer, ViewError> {
        let view = self.prepare(shot, progress)?;
        let mut ground_buffer = GroundBuffer::empty(shot.size);
        for region in regions(shot.size, self.max_region) {
            let targets = self.targets(region)?;
            targets.draw_ground(&view.frame(0, region), &mut |pass| self.ground(shot, pass))?;
            targets.read_ground(&mut |row, pixels| ground_buffer.put(region, row, pixels))?;
        }
        Ok(ground_buffer)
    }

    /// The render targets of a region.
    fn targets(&self, region: Region) -> Result<RenderTargets, ViewError> {
        let group = |ground: &[wgpu::TextureView], before: &wgpu::TextureView| {
            let more = [&self.cumulus.bindings()[..], &self.trees.bindings()].concat();
            self.shade.group(&ground[0], before, &more)
        };
        Ok(RenderTargets::new(&self.gpu, &self.layouts, &[GROUND], &group, region.size)?)
    }

    /// Draws the ground.
    fn ground(&self, shot: &Shot, pass: &mut wgpu::RenderPass<'_>) {
        match shot.surface {
            Surface::Mesh => self.mesh.draw(pass),
            Surface::March => self.march.draw(pass),
        }
        if shot.bounds == GroundExtent::Domain {
            pass.set_bind_group(2, self.surroundings.group(), &[]);
            self.cut.draw(pass);
        }
    }

    /// Loads the ground of a picture.
    fn prepare(&mut self, shot: &Shot, progress: &mut ProgressCallback<'_>) -> Result<View, ViewError> {
        shot.check()?;
        let scale = Scale::new(shot, &self.recipe, &self.ground)?;
        Progress::Surroundings.report(progress)?;
        let extent = Extent::new(scale.focus, scale.shadow_spacing, scale.reach);
        self.surroundings.fill(&self.recipe, &*self.images, extent, shot.camera.eye())?;
        let heights = self.surroundings.heights();
        let range = shot.colour_range.unwrap_or(self.heights);
        let view = View {
            camera: shot.camera,
            sun: shot.sun.direction(),
            sun_radius: SUN_RADIUS,
            size: shot.size,
            near: scale.near as f32,
            far: scale.far as f32,
            heights: range,
            top: heights[1],
            sea: self.recipe.sea.as_ref().map(|sea| sea.level as f32),
            bounds: scale.bounds,
            exposure: 1.0,
            bottom: self.heights[0] - (CUTAWAY_DEPTH * self.recipe.domain.size) as f32,
            fog: shot.fog.filter(|_| shot.style != Style::Map),
        };
        if let Some(clouds) = shot.visible_clouds() {
            let [x, y, _] = shot.camera.eye();
            self.cumulus.set(&clouds, self.recipe.seed, [x, y])?;
        }
        let key = self.key(shot);
        match shot.style {
            Style::Realistic => {
                self.shade.prepare(key, bytemuck::bytes_of(&Materials::new(&self.recipe, range)))?;
            }
            Style::Desert => {
                self.shade.prepare(key, bytemuck::bytes_of(&SandUniform::new(&shot.sand)))?;
            }
            Style::Clay | Style::Map => self.shade.prepare(key, &[])?,
        }
        match shot.surface {
            Surface::Mesh => self.make_tiles(shot, &scale, heights, progress)?,
            Surface::March => self.march.prepare(&self.recipe, &*self.images, shot, &scale, heights)?,
        }
        Ok(view)
    }

    /// The shader of a shot.
    fn key(&self, shot: &Shot) -> ShaderKey {
        ShaderKey {
            style: shot.style,
            has_clouds: shot.visible_clouds().is_some(),
            has_trees: shot.style == Style::Realistic && has_trees(&self.recipe),
        }
    }

    /// Loads the tiles of a picture.
    fn make_tiles(
        &mut self,
        shot: &Shot,
        scale: &Scale,
        heights: [f32; 2],
        progress: &mut ProgressCallback<'_>,
    ) -> Result<(), ViewError> {
        let finest = scale.finest_cell(CELL_PIXELS);
        let top = f64::from(heights[1]);
        let selector = TileSelector::new(&shot.camera, shot.size, CELL_PIXELS, top, finest, scale.reach);
        let loaded = self.mesh.load(&selector, scale.bounds, &self.generator, progress)?;
        Ok(self.mesh.set_tiles(&shot.camera, &selector, &loaded)?)
    }
}

/// Heights of the lowest and highest ground of a recipe's domain, found with samples.
fn heights(recipe: &Recipe, images: &dyn Images) -> Result<[f32; 2], ViewError> {
    let grid = Grid::over(recipe.domain.size, HEIGHT_SAMPLES, false);
    let mut band = Band::default();
    let terrain = Terrain::new(recipe, images, grid.spacing)?;
    let rows = terrain.rows(Level::best(), grid).map_err(QueryError::from)?;
    rows.make(0, HEIGHT_SAMPLES, false, &mut band);
    let ends = band.height.iter().fold([f32::INFINITY, f32::NEG_INFINITY], |[least, most], &height| {
        [least.min(height), most.max(height)]
    });
    Ok(ends)
}

#[cfg(test)]
mod tests;

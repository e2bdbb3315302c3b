//! Pictures of planets from any height, from just above the ground to far out in space.
//!
//! Everything is drawn in the eye's local axes (`shot.rs`). So the passes of flat ground can be used: frame, air, shadows.
//!
//! - Tiles of the cube-sphere are selected by distance (`selector`). Their vertices are computed in double precision
//!   (`mesh`).
//! - Each vertex contains the weights of materials that read fields, because no raster covers a planet.
//! - Light at each point uses the local elevation of the sun. The light comes from the tables that cover all elevations:
//!   transmittance, irradiance, multiple scattering. The air in front of the ground is integrated along each ray. The tables of
//!   the eye's sky are for a single elevation of the sun, and would blur the terminator.
//! - The sea is an exact sphere. Where coarse triangles of the ground sag below it, the heights of their vertices decide
//!   which ground is dry.
//! - Shadows near the ground use the surroundings. Their rasters contain heights over the tangent plane (`tangent`).

mod axes;
mod cache;
mod flight;
mod ground;
mod mesh;
mod selector;
mod shade;
mod shot;
mod tangent;

use orogen_engine::bounds::Bounds;
use orogen_engine::recipe::Sea;
use orogen_gpu::Gpu;

use crate::accumulate::{MAX_REGION, accumulate, regions};
use crate::frame::{Region, View};
use crate::materials::Materials;
use crate::meter::Meter;
use crate::pass::Layouts;
use crate::renderer::SUN_RADIUS;
use crate::sky::Sky;
use crate::surroundings::{Extent, Surroundings};
use crate::targets::RenderTargets;
use crate::{Atmosphere, Camera, Lens, Picture, Progress, ProgressCallback, Style, ViewError};
use cache::TileCache;
pub use flight::{GlobeFlight, GlobeKeyframe};
pub use ground::GlobeGround;
use mesh::{FORMATS, Mesh};
use selector::TileSelector;
use shade::{Globe, Shade};
use shot::Eye;
pub use shot::GlobeShot;

/// Depth of the near plane, in metres.
const NEAR: f32 = 1e-3;

/// Largest size of a tile's cells, in pixels.
const CELL_PIXELS: f64 = 2.0;

/// Spacing of the finest samples for shadows, in pixels.
const SHADOW_PIXELS: f64 = 2.0;

/// The reach of shadows is a multiple of the eye's height above the ground, within the least and the greatest length in metres,
/// and at most a share of the planet's radius.
const REACH_HEIGHTS: f64 = 60.0;
const REACH: [f64; 2] = [20_000.0, 300_000.0];
const REACH_RADII: f64 = 0.4;

/// Renders pictures of a planet on a device.
///
/// ```no_run
/// use std::sync::Arc;
///
/// use orogen_engine::image::NoImages;
/// use orogen_engine::planet::LatLon;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_gpu::Choice;
/// use orogen_view::{GlobeGround, GlobeRenderer, GlobeShot, Progress};
///
/// let source = Source::new("luna.toml", std::fs::read_to_string("luna.toml")?);
/// let recipe = Recipe::parse(source, orogen_engine::nodes::registry())?;
/// let ground = GlobeGround::new(Arc::new(recipe), Arc::new(NoImages))?;
/// let shot = GlobeShot::above(ground.sphere(), LatLon::new(46.5, 8.0)?, 2e5, 2e5);
/// let mut renderer = GlobeRenderer::new(orogen_view::open(&Choice::Gpu)?, ground)?;
/// let picture = renderer.render(&shot, &mut Progress::ignore)?;
/// assert_eq!(picture.size, shot.size);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GlobeRenderer {
    gpu: Gpu,
    ground: GlobeGround,
    tiles: TileCache,
    /// Approximate lowest and highest ground of the planet.
    heights: [f32; 2],
    layouts: Layouts,
    mesh: Mesh,
    surroundings: Surroundings,
    sky: Sky,
    meter: Meter,
    shade: Shade,
}

impl GlobeRenderer {
    /// Prepares a device for a planet's ground.
    ///
    /// # Errors
    /// [`ViewError::Gpu`].
    pub fn new(gpu: Gpu, ground: GlobeGround) -> Result<Self, ViewError> {
        let recipe = &*ground.recipe;
        let tiles = TileCache::new(&ground);
        let heights = ground.heights().map(|height| height as f32);
        let layouts = gpu.checked(|| Layouts::new(gpu.device()))?;
        let mesh = Mesh::new(&gpu, &layouts, recipe)?;
        let surroundings = Surroundings::new(&gpu, recipe)?;
        let sky = Sky::new(&gpu)?;
        let meter = Meter::new(&gpu, &layouts, sky.layout())?;
        let shade = Shade::new(&gpu, &layouts, sky.layout(), surroundings.layout())?;
        Ok(Self { gpu, ground, tiles, heights, layouts, mesh, surroundings, sky, meter, shade })
    }

    /// Replaces the ground. This is faster than creating a new renderer, since shaders stay compiled.
    ///
    /// # Errors
    /// [`ViewError::Gpu`]. The previous ground then stays.
    pub fn replace(&mut self, ground: GlobeGround) -> Result<(), ViewError> {
        self.surroundings = Surroundings::new(&self.gpu, &ground.recipe)?;
        self.mesh.set_materials(&ground.recipe);
        self.tiles = TileCache::new(&ground);
        self.set_ground(ground);
        Ok(())
    }

    /// Replaces the ground by the same ground with other strokes. The new ground differs from the old one only inside the box
    /// `changed`. Tiles outside this box stay.
    pub fn sculpt(&mut self, ground: GlobeGround, changed: &Bounds) {
        self.tiles.sculpt(&ground, changed);
        self.set_ground(ground);
    }

    fn set_ground(&mut self, ground: GlobeGround) {
        self.heights = ground.heights().map(|height| height as f32);
        self.ground = ground;
    }

    /// Renders a picture.
    ///
    /// # Errors
    /// The errors of [`GlobeGround::check`], [`ViewError::Gpu`] and [`ViewError::Stopped`].
    pub fn render(
        &mut self,
        shot: &GlobeShot,
        progress: &mut ProgressCallback<'_>,
    ) -> Result<Picture, ViewError> {
        let view = self.prepare(shot, progress)?;
        let picture = accumulate(
            &view,
            shot.samples,
            &regions(shot.size, MAX_REGION),
            &|region| self.targets(region),
            &mut |pass| self.mesh.draw(pass),
            &|pass, group| {
                pass.set_bind_group(1, self.sky.group(), &[]);
                pass.set_bind_group(2, self.surroundings.group(), &[]);
                self.shade.draw(shot.style, pass, group);
            },
            progress,
        )?;
        Ok(picture.metered())
    }

    /// The render targets of a region.
    fn targets(&self, region: Region) -> Result<RenderTargets, ViewError> {
        let group =
            |ground: &[wgpu::TextureView], before: &wgpu::TextureView| self.shade.group(ground, before);
        Ok(RenderTargets::new(&self.gpu, &self.layouts, &FORMATS, &group, region.size)?)
    }

    /// Loads the ground of a picture.
    fn prepare(&mut self, shot: &GlobeShot, progress: &mut ProgressCallback<'_>) -> Result<View, ViewError> {
        let (sphere, clearance) = (self.ground.sphere(), self.ground.check(shot)?);
        let eye = Eye::new(shot, sphere)?;
        let air = Atmosphere { radius: sphere.radius() as f32, ..shot.air };
        self.sky.set_air(&self.gpu, &air)?;
        Progress::Surroundings.report(progress)?;
        let (reach, top) = self.shadows(&eye, shot.size, clearance)?;
        let sea = self.ground.recipe.sea.as_ref().map(|sea| sea.level as f32);
        let view = View {
            camera: eye.camera,
            sun: shot.sun.direction(),
            sun_radius: SUN_RADIUS,
            size: shot.size,
            near: NEAR,
            far: 1e30,
            heights: self.heights,
            top,
            sea,
            bounds: [[f64::NEG_INFINITY, f64::INFINITY]; 2],
            exposure: 1.0,
            bottom: self.heights[0],
            fog: None,
        };
        let view = View { exposure: self.exposure(&eye, &view)?, ..view };
        let numbers = Materials::new(&self.ground.recipe, self.heights).with_weights();
        let numbers = if shot.style == Style::Clay { &[] } else { bytemuck::bytes_of(&numbers) };
        let globe = Globe::new(&eye, reach, shot.clouds, self.ground.recipe.seed);
        self.shade.prepare(shot.style, numbers, &globe)?;
        let finest_spacing = self.ground.finest_spacing();
        let selector =
            TileSelector::new(eye, shot.size, CELL_PIXELS, finest_spacing, clearance, self.lowest());
        let drawn = self.tiles.load(&selector, progress)?;
        self.mesh.set_tiles(&eye, &selector, &self.tiles, &drawn)?;
        Ok(view)
    }

    /// The height in metres below which nothing is visible: that of the sea, or the lowest height of the recipe.
    fn lowest(&self) -> f64 {
        let ground = self.ground.interval()[0] - 1.0;
        let sea = self.ground.recipe.sea.as_ref().map_or(f64::NEG_INFINITY, |Sea { level, .. }| *level - 1.0);
        ground.max(sea).max(-0.5 * self.ground.sphere().radius())
    }

    /// Fills the rasters that cast shadows. Returns their reach and greatest height. From far above there are no shadows, and
    /// the reach is 0.
    fn shadows(&mut self, eye: &Eye, size: [u32; 2], clearance: f64) -> Result<(f64, f32), ViewError> {
        let reach = (REACH_HEIGHTS * clearance).clamp(REACH[0], REACH[1]);
        let reach = reach.min(REACH_RADII * eye.sphere.radius());
        if clearance > 0.5 * reach {
            return Ok((0.0, self.heights[1]));
        }
        let spacing = SHADOW_PIXELS * eye.camera.pixel(size[1], clearance.max(0.05));
        let extent = Extent::new([0.0; 2], spacing.max(2.0 * self.ground.finest_spacing()), reach);
        let ground = eye.altitude - clearance;
        let (recipe, images) = (&self.ground.recipe, &self.ground.images);
        self.surroundings.fill_by(extent, eye.camera.eye(), &|grid| {
            tangent::tangent_heights(recipe, &**images, eye, ground, grid)
        })?;
        Ok((reach, self.surroundings.heights()[1]))
    }

    /// Updates the sky and returns the exposure. It suits level ground at the visible position where the sun is highest.
    /// (Positions at the horizon itself are excluded, since they are at the edge of the visible ground.)
    fn exposure(&self, eye: &Eye, view: &View) -> Result<f32, ViewError> {
        let whole = Region { first: [0; 2], size: view.size };
        let radius = eye.sphere.radius();
        let over = eye.altitude.max(0.0);
        // Angles at the planet's centre, from the nadir to the horizon and to the point below the sun.
        let horizon = libm::atan2((over * (2.0 * radius + over)).sqrt(), radius);
        let sun = libm::acos(view.sun[2].clamp(-1.0, 1.0));
        let (along, up) = libm::sincos((sun - 0.85 * horizon).max(0.0));
        let lens = Lens::Perspective { degrees: 40.0 };
        let camera = Camera::new([0.0, 0.0, 1.0], [0.0, 1.0, 1.0], lens)?;
        let below = View { camera, sun: [along, 0.0, up], ..*view };
        let exposure = self.meter.exposure(&self.sky, &below.frame(0, whole))?;
        let frame = view.frame(0, whole);
        self.gpu.checked(|| {
            let mut encoder =
                self.gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            self.sky.update(&self.gpu, &mut encoder, frame.eye_height(), frame.sun_direction());
            self.gpu.queue().submit([encoder.finish()]);
        })?;
        Ok(exposure)
    }
}

#[cfg(test)]
mod tests;

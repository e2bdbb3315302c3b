//! Pictures of planets: from anywhere above one, a hand above the ground or beyond its moons.
//!
//! All is drawn along the axes of the eye (`shot.rs`), in which flat ground's passes serve: the frame, the air, shadows.

mod axes;
mod flight;
mod ground;
mod mesh;
mod relief;
mod shade;
mod shot;
mod tiles;
mod walk;

use orogen::bounds::Bounds;
use orogen::recipe::Sea;
use orogen_gpu::Gpu;

use crate::accumulate::{WINDOW, painted, windows};
use crate::canvas::Canvas;
use crate::frame::{View, Window};
use crate::materials::Materials;
use crate::meter::Meter;
use crate::painter::SUN_RADIUS;
use crate::pass::Layouts;
use crate::sky::Sky;
use crate::surroundings::{Extent, Surroundings};
use crate::{Atmosphere, Camera, Lens, Picture, Progress, Style, ViewError, Watch};
pub use flight::{GlobeFlight, GlobeKey};
pub use ground::GlobeGround;
use mesh::{FORMATS, Mesh};
use shade::{Globe, Shade};
pub(crate) use shade::{border, moved};
use shot::Eye;
pub use shot::GlobeShot;
use tiles::Tiles;
use walk::Walk;

/// Metres of depth of the nearest thing that is drawn.
const NEAR: f32 = 1e-3;

/// Pixels that a cell of a tile may measure.
const CELL_PIXELS: f64 = 2.0;

/// Pixels between the finest samples that shadows are cast by.
const LIGHT_PIXELS: f64 = 2.0;

/// How far shadows are cast: as many times as far as the eye is high above the ground, in metres, and of the planet's radius.
const REACH_HEIGHTS: f64 = 60.0;
const REACH: [f64; 2] = [20_000.0, 300_000.0];
const REACH_RADII: f64 = 0.4;

/// Paints pictures of a planet's recipe on a device.
pub struct GlobePainter {
    gpu: Gpu,
    ground: GlobeGround,
    tiles: Tiles,
    /// Of the whole planet, about.
    heights: [f32; 2],
    layouts: Layouts,
    mesh: Mesh,
    surroundings: Surroundings,
    air: Atmosphere,
    sky: Sky,
    meter: Meter,
    shade: Shade,
}

impl GlobePainter {
    /// Makes a device ready for a ground.
    ///
    /// # Errors
    /// [`ViewError::Gpu`].
    pub fn new(gpu: Gpu, ground: GlobeGround) -> Result<Self, ViewError> {
        let recipe = &*ground.recipe;
        let tiles = Tiles::new(&ground);
        let heights = ground.heights().map(|height| height as f32);
        let layouts = gpu.checked(|| Layouts::new(gpu.device()))?;
        let mesh = Mesh::new(&gpu, &layouts, recipe)?;
        let surroundings = Surroundings::new(&gpu, recipe)?;
        let air = Atmosphere { radius: ground.sphere().radius() as f32, ..Atmosphere::EARTH };
        let sky = Sky::new(&gpu, &air)?;
        let meter = Meter::new(&gpu, &layouts, sky.layout())?;
        let shade = Shade::new(&gpu, &layouts, sky.layout(), surroundings.layout())?;
        Ok(Self { gpu, ground, tiles, heights, layouts, mesh, surroundings, air, sky, meter, shade })
    }

    /// Takes other ground in the place of the one before: sooner than a new painter, as what the device has been told of stays.
    ///
    /// # Errors
    /// [`ViewError::Gpu`]; the ground before is kept.
    pub fn replace(&mut self, ground: GlobeGround) -> Result<(), ViewError> {
        self.surroundings = Surroundings::new(&self.gpu, &ground.recipe)?;
        self.mesh.look_at(&ground.recipe);
        self.tiles = Tiles::new(&ground);
        self.stand_on(ground);
        Ok(())
    }

    /// Takes the same ground with other strokes, which differ from those before within a box, in metres: what is elsewhere
    /// stays.
    pub fn sculpt(&mut self, ground: GlobeGround, changed: &Bounds) {
        self.tiles.sculpt(&ground, changed);
        self.stand_on(ground);
    }

    fn stand_on(&mut self, ground: GlobeGround) {
        self.heights = ground.heights().map(|height| height as f32);
        self.ground = ground;
    }

    /// Paints a picture.
    ///
    /// # Errors
    /// As [`GlobeGround::check`], [`ViewError::Gpu`] and [`ViewError::Stopped`].
    pub fn paint(&mut self, shot: &GlobeShot, progress: &mut Watch<'_>) -> Result<Picture, ViewError> {
        let view = self.prepare(shot, progress)?;
        painted(
            &view,
            shot.samples,
            &windows(shot.size, WINDOW),
            &|window| self.canvas(window),
            &mut |pass| self.mesh.draw(pass),
            &|pass, group| {
                pass.set_bind_group(1, self.sky.group(), &[]);
                pass.set_bind_group(2, self.surroundings.group(), &[]);
                self.shade.draw(shot.style, pass, group);
            },
            progress,
        )
    }

    /// What a part of a picture is drawn on.
    fn canvas(&self, window: Window) -> Result<Canvas, ViewError> {
        let group =
            |ground: &[wgpu::TextureView], before: &wgpu::TextureView| self.shade.group(ground, before);
        Ok(Canvas::new(&self.gpu, &self.layouts, &FORMATS, &group, window.size)?)
    }

    /// Makes the ground of a picture.
    fn prepare(&mut self, shot: &GlobeShot, progress: &mut Watch<'_>) -> Result<View, ViewError> {
        let (sphere, clearance) = (self.ground.sphere(), self.ground.check(shot)?);
        let eye = Eye::new(shot, sphere)?;
        let air = Atmosphere { radius: sphere.radius() as f32, ..shot.air };
        if self.air != air {
            (self.sky, self.air) = (Sky::new(&self.gpu, &air)?, air);
        }
        Progress::Surroundings.tell(progress)?;
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
        let numbers = Materials::new(&self.ground.recipe, self.heights).with_shares();
        let numbers = if shot.style == Style::Clay { &[] } else { bytemuck::bytes_of(&numbers) };
        let globe = Globe::new(&eye, reach, shot.clouds, self.ground.recipe.seed);
        self.shade.take_up(shot.style, numbers, &globe)?;
        let resolved = self.ground.resolved();
        let walk = Walk::new(eye, shot.size, CELL_PIXELS, resolved, clearance, self.lowest());
        let drawn = self.tiles.gather(&walk, progress)?;
        self.mesh.take_up(&eye, &walk, &self.tiles, &drawn)?;
        Ok(view)
    }

    /// Metres of height below which nothing is seen: the sea's, or the lowest that the recipe can have.
    fn lowest(&self) -> f64 {
        let ground = self.ground.interval()[0] - 1.0;
        let sea = self.ground.recipe.sea.as_ref().map_or(f64::NEG_INFINITY, |Sea { level, .. }| *level - 1.0);
        ground.max(sea).max(-0.5 * self.ground.sphere().radius())
    }

    /// Makes the ground that casts shadows: how far it reaches, and the height of its top. From far above there are none.
    fn shadows(&mut self, eye: &Eye, size: [u32; 2], clearance: f64) -> Result<(f64, f32), ViewError> {
        let reach = (REACH_HEIGHTS * clearance).clamp(REACH[0], REACH[1]);
        let reach = reach.min(REACH_RADII * eye.sphere.radius());
        if clearance > 0.5 * reach {
            return Ok((0.0, self.heights[1]));
        }
        let spacing = LIGHT_PIXELS * eye.camera.pixel(size[1], clearance.max(0.05));
        let extent = Extent::new([0.0; 2], spacing.max(2.0 * self.ground.resolved()), reach);
        let ground = eye.altitude - clearance;
        let (recipe, images) = (&self.ground.recipe, &self.ground.images);
        self.surroundings.fill_by(extent, eye.camera.eye(), &|grid| {
            relief::over_plane(recipe, &**images, eye, ground, grid)
        })?;
        Ok((reach, self.surroundings.heights()[1]))
    }

    /// Brings the sky up to date, and says by how much light is multiplied: for the light on level ground where, of the places
    /// that are seen, the sun stands highest (nearly: there it is behind the picture's edge).
    fn exposure(&self, eye: &Eye, view: &View) -> Result<f32, ViewError> {
        let whole = Window { first: [0; 2], size: view.size };
        let radius = eye.sphere.radius();
        let over = eye.altitude.max(0.0);
        // The angles at the planet's middle from below the eye to the horizon, and to below the sun.
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

//! The sky: sunlight scattered by the air, after S. Hillaire, A Scalable and Production Ready Sky and
//! Atmosphere Rendering Technique (2020).
//!
//! Values that do not change from pixel to pixel are in tables. `air.wgsl` has the composition of the air and the geometry of
//! rays. `scatter.wgsl` integrates light along a ray. Other passes call `sky.wgsl`. Each of the other shaders in this folder
//! fills tables. Two details differ from the paper. Light scattered by haze is stored separately, since its phase function is too
//! narrow for tables. Rows above the horizon end at the top of the air, so the tables also work in space.

mod air;
mod tables;

pub use air::Atmosphere;
use orogen_gpu::{Gpu, GpuError};
use tables::{Tables, scatter};

/// WGSL of sky and fog. It must follow `frame.wgsl`, in a shader that binds [`Sky::group`] as group 1.
pub(crate) const SKY: &str = concat!(scatter!(), include_str!("sky.wgsl"), include_str!("../fog.wgsl"));

/// A sky on a device. Light is in units of the sun's irradiance outside the air.
#[derive(Debug)]
pub struct Sky {
    /// The air for which tables are filled.
    air: Option<Atmosphere>,
    tables: Tables,
}

impl Sky {
    /// A sky without air, which is black. Call [`set_air`](Self::set_air) and [`update`](Self::update) before use.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`], [`GpuError::Lost`].
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        gpu.checked(|| Self { air: None, tables: Tables::new(gpu) })
    }

    /// Fills the tables that depend on the air alone, unless the sky has this air already.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`], [`GpuError::Lost`].
    pub fn set_air(&mut self, gpu: &Gpu, air: &Atmosphere) -> Result<(), GpuError> {
        if self.air == Some(*air) {
            return Ok(());
        }
        // If the device fails, the tables may be filled in part.
        self.air = None;
        gpu.checked(|| {
            let mut encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            self.tables.fill(gpu, &mut encoder, &air.uniform(0.0, [0.0, 0.0, 1.0]), true);
            gpu.queue().submit([encoder.finish()]);
        })?;
        self.air = Some(*air);
        Ok(())
    }

    /// Recomputes the tables that depend on the eye and the sun, for work recorded later in this encoder. `eye_height` is in
    /// metres above height 0; an eye below 1 m is treated as at 1 m. `sun` is a unit vector to the sun's centre. Call this
    /// method within [`Gpu::checked`](orogen_gpu::Gpu::checked).
    pub fn update(&self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder, eye_height: f32, sun: [f32; 3]) {
        if let Some(air) = &self.air {
            self.tables.fill(gpu, encoder, &air.uniform(eye_height, sun), false);
        }
    }

    /// The layout of the sky's bind group.
    pub fn layout(&self) -> &wgpu::BindGroupLayout {
        &self.tables.layout
    }

    /// The sky's bind group, for group 1.
    pub fn group(&self) -> &wgpu::BindGroup {
        &self.tables.group
    }
}

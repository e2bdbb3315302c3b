//! The sky: air that scatters the sun's light, after S. Hillaire, A Scalable and Production Ready Sky and Atmosphere
//! Rendering Technique (2020).
//!
//! Tables hold what does not change from pixel to pixel. `air.wgsl` is the air and the geometry of rays in it,
//! `scatter.wgsl` sums the light along a ray, `sky.wgsl` is what other passes call; each other shader here fills a table.
//! Beyond the paper: the light that haze scatters is kept apart from the rest, as its phase function is too narrow for
//! tables; and rows of the tables above the horizon end where air is no more seen, so that they serve in space, too.

mod air;
mod tables;

pub use air::Atmosphere;
use orogen_gpu::{Gpu, GpuError};
use tables::{Tables, scatter};

/// The functions of the sky and of fog, for after `frame.wgsl` in a shader that has [`Sky::group`] as group 1.
pub(crate) const SKY: &str = concat!(scatter!(), include_str!("sky.wgsl"), include_str!("../fog.wgsl"));

/// A sky on a device. All light is in units of the sun's irradiance outside the air.
#[derive(Debug)]
pub struct Sky {
    air: Atmosphere,
    tables: Tables,
}

impl Sky {
    /// The sky of an atmosphere; of no use before the first [`update`](Self::update).
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`], [`GpuError::Lost`].
    pub fn new(gpu: &Gpu, air: &Atmosphere) -> Result<Self, GpuError> {
        gpu.checked(|| {
            let tables = Tables::new(gpu);
            let mut encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            tables.fill(gpu, &mut encoder, &air.uniform(0.0, [0.0, 0.0, 1.0]), true);
            gpu.queue().submit([encoder.finish()]);
            Self { air: *air, tables }
        })
    }

    /// Makes the sky anew for an eye at a height in metres above zero (taken as 1 m below that) and a direction towards the
    /// middle of the sun, a unit vector: for what is recorded in the encoder after it. To be called within checked work.
    pub fn update(&self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder, eye_height: f32, sun: [f32; 3]) {
        self.tables.fill(gpu, encoder, &self.air.uniform(eye_height, sun), false);
    }

    /// The layout of its bindings.
    pub fn layout(&self) -> &wgpu::BindGroupLayout {
        &self.tables.layout
    }

    /// Its bindings, for group 1.
    pub fn group(&self) -> &wgpu::BindGroup {
        &self.tables.group
    }
}

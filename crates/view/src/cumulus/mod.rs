//! Cumulus clouds over a plane: the uniform and the texture of `cumulus.wgsl`.

use bytemuck::{Pod, Zeroable};
use orogen_engine::recipe::Clouds;
use orogen_gpu::{Gpu, GpuError};
use orogen_noise::{Cellular, Fbm, Grid, Metric, Output};
use wgpu::{BindingResource, BindingType, BufferUsages, TextureViewDimension};

use crate::pass;

/// WGSL of a sky with clouds, and of one without.
pub(crate) const CUMULUS: &str = concat!(include_str!("seen.wgsl"), include_str!("cumulus.wgsl"));
pub(crate) const NO_CUMULUS: &str = concat!(include_str!("seen.wgsl"), include_str!("none.wgsl"));

/// Standard deviation of the noise, whose distribution is nearly normal.
const DEVIATION: f64 = 0.216;

/// Width of a cell of the coarsest noise, which groups clouds, in thicknesses of the layer.
const CELL: f64 = 10.0;

/// Texels along a side of the detail.
const SIDE: usize = 64;

/// See `cumulus.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Layer {
    cell: [i32; 2],
    seed: [i32; 2],
    eye: [f32; 2],
    width: f32,
    threshold: f32,
    deviation: f32,
    base: f32,
    thickness: f32,
    cover: f32,
}

/// What the shading pass binds for clouds.
#[derive(Debug)]
pub(crate) struct Cumulus {
    gpu: Gpu,
    /// A single texel until there is a cloud.
    detail: wgpu::TextureView,
    has_detail: bool,
    sampler: wgpu::Sampler,
    layer: wgpu::Buffer,
}

impl Cumulus {
    /// The types of [`bindings`](Self::bindings).
    pub(crate) fn binding_types() -> [BindingType; 3] {
        let texture = BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: true },
            view_dimension: TextureViewDimension::D3,
            multisampled: false,
        };
        [texture, BindingType::Sampler(wgpu::SamplerBindingType::Filtering), pass::uniform()]
    }

    pub(crate) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        gpu.checked(|| Self {
            gpu: gpu.clone(),
            detail: whole(&texture(gpu.device(), 1)),
            has_detail: false,
            sampler: gpu.device().create_sampler(&wgpu::SamplerDescriptor {
                address_mode_u: wgpu::AddressMode::Repeat,
                address_mode_v: wgpu::AddressMode::Repeat,
                address_mode_w: wgpu::AddressMode::Repeat,
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                ..wgpu::SamplerDescriptor::default()
            }),
            layer: pass::buffer(gpu.device(), BufferUsages::UNIFORM, size_of::<Layer>()),
        })
    }

    /// Prepares clouds of a seed for an eye above this place, in metres.
    pub(crate) fn set(&mut self, clouds: &Clouds, seed: u64, place: [f64; 2]) -> Result<(), GpuError> {
        let layer = Layer::new(clouds, seed, place);
        self.gpu.checked(|| self.gpu.queue().write_buffer(&self.layer, 0, bytemuck::bytes_of(&layer)))?;
        if !self.has_detail {
            let texels = detail();
            self.detail = self.gpu.checked(|| {
                let texture = texture(self.gpu.device(), SIDE as u32);
                let layout = wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(SIDE as u32),
                    rows_per_image: Some(SIDE as u32),
                };
                self.gpu.queue().write_texture(texture.as_image_copy(), &texels, layout, texture.size());
                whole(&texture)
            })?;
            self.has_detail = true;
        }
        Ok(())
    }

    /// What the shading pass binds.
    pub(crate) fn bindings(&self) -> [BindingResource<'_>; 3] {
        [
            BindingResource::TextureView(&self.detail),
            BindingResource::Sampler(&self.sampler),
            self.layer.as_entire_binding(),
        ]
    }
}

impl Layer {
    fn new(clouds: &Clouds, seed: u64, place: [f64; 2]) -> Self {
        let width = CELL * clouds.thickness;
        let cells = place.map(|along| along / width);
        Self {
            cell: cells.map(|cell| cell.floor() as i32),
            seed: seed_words(seed),
            eye: cells.map(|cell| (cell - cell.floor()) as f32),
            width: width as f32,
            threshold: threshold(clouds.cover, DEVIATION) as f32,
            deviation: DEVIATION as f32,
            base: clouds.height as f32,
            thickness: clouds.thickness as f32,
            cover: clouds.cover as f32,
        }
    }
}

/// Offsets of the noise for a seed, in cells of the lattice. The offsets of neighbouring seeds are far apart (Knuth's
/// multiplicative hashing).
pub(crate) fn seed_words(seed: u64) -> [i32; 2] {
    let far = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    [far & 0xffff, (far >> 16) & 0xffff].map(|word| word as i32)
}

/// A value that no noise reaches.
pub(crate) const MAX_NOISE: f64 = 9.0;

/// The threshold that noise of this standard deviation exceeds over the share `cover` of the ground. The normal distribution is
/// approximated by a logistic distribution with a scale of 1/1.702. The two distribution functions differ by less than 0.01
/// (Camilli, 1994).
pub(crate) fn threshold(cover: f64, deviation: f64) -> f64 {
    let odds = libm::log((1.0 - cover) / cover) / 1.702;
    (deviation * odds).clamp(-MAX_NOISE, MAX_NOISE)
}

/// Distances to the nearest feature point, in a cube that repeats: three octaves, as bytes.
fn detail() -> Vec<u8> {
    let cells = Cellular { output: Output::F1, metric: Metric::Euclidean, jitter: 1.0 };
    let noise = Fbm::new(cells).wavelength(0.25).octaves(3).lacunarity(2.0).gain(0.5).tile(1.0);
    let spacing = 1.0 / SIDE as f64;
    let mut slice = vec![0.0; SIDE * SIDE];
    let mut bytes = Vec::with_capacity(SIDE * SIDE * SIDE);
    for z in 0..SIDE {
        let grid = Grid { origin: [0.0, 0.0, z as f64 * spacing], spacing, columns: SIDE, rows: SIDE };
        noise.fill(&mut slice, grid).expect("the slice has the grid's length");
        bytes.extend(slice.iter().map(|distance| (255.0 * distance.clamp(0.0, 1.0)) as u8));
    }
    bytes
}

/// A view of a whole texture.
fn whole(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

fn texture(device: &wgpu::Device, side: u32) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("detail of clouds"),
        size: wgpu::Extent3d { width: side, height: side, depth_or_array_layers: side },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D3,
        format: wgpu::TextureFormat::R8Unorm,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

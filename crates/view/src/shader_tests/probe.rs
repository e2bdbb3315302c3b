//! Evaluates shader functions on the device.

use std::sync::{Arc, Mutex};

use bytemuck::Zeroable;
use orogen_gpu::{Choice, Gpu};
use wgpu::BufferUsages;
use wgpu::util::DeviceExt;

use crate::fog;
use crate::frame::{FRAME, Frame, NO_SEA};
use crate::sky::{Atmosphere, SKY, Sky};

/// A device and a sky, on which expressions are evaluated.
pub(crate) struct Probe {
    gpu: Gpu,
    sky: Sky,
    /// The frame that functions read. Each call sets the frame's sun.
    pub(crate) frame: Frame,
}

/// A compiled WGSL expression.
pub(crate) struct Expression(wgpu::ComputePipeline);

/// Evaluates `EXPRESSION` for each input `q`.
const EVALUATE: &str = "
@group(2) @binding(0) var<storage, read> inputs: array<vec4<f32>>;
@group(2) @binding(1) var<storage, read_write> outputs: array<vec4<f32>>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&inputs) {
        let q = inputs[id.x];
        outputs[id.x] = vec4<f32>(EXPRESSION, 0.0);
    }
}
";

impl Probe {
    pub(crate) fn new(air: &Atmosphere) -> Self {
        let gpu = crate::open(&Choice::Gpu).unwrap();
        let mut sky = Sky::new(&gpu).unwrap();
        sky.set_air(&gpu, air).unwrap();
        let mut frame = Frame::zeroed();
        frame.sun[3] = 0.00465;
        frame.heights[2] = NO_SEA;
        frame.fog = fog::uniform(None, 0.5);
        Self { gpu, sky, frame }
    }

    /// Evaluates an expression for an eye at a height and a sun in the north at an elevation in degrees. The
    /// first three numbers of an input `q` are a direction.
    pub(crate) fn evaluate_once(
        &self,
        eye: f32,
        sun: f64,
        expression: &str,
        inputs: &[[f32; 4]],
    ) -> Vec<[f32; 3]> {
        self.evaluate(&self.compile("", expression), eye, sun, inputs)
    }

    /// Compiles an expression, which may call `functions`.
    pub(crate) fn compile(&self, functions: &str, expression: &str) -> Expression {
        let text = EVALUATE.replace("EXPRESSION", expression);
        let text = [FRAME, SKY, functions, &text].concat();
        let pipeline = self.gpu.checked(|| {
            let device = self.gpu.device();
            let source = wgpu::ShaderSource::Wgsl(text.into());
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
            let uniform = wgpu::BufferBindingType::Uniform;
            let storage = |read_only| wgpu::BufferBindingType::Storage { read_only };
            let layouts = [layout(device, &[uniform]), layout(device, &[storage(true), storage(false)])];
            let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: &[Some(&layouts[0]), Some(self.sky.layout()), Some(&layouts[1])],
                immediate_size: 0,
            });
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: Some(&layout),
                module: &module,
                entry_point: Some("main"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                cache: None,
            })
        });
        Expression(pipeline.unwrap())
    }

    pub(crate) fn evaluate(
        &self,
        compiled: &Expression,
        eye: f32,
        sun: f64,
        inputs: &[[f32; 4]],
    ) -> Vec<[f32; 3]> {
        let outputs = self.gpu.checked(|| {
            let device = self.gpu.device();
            let mut frame = self.frame;
            frame.sun[..3].copy_from_slice(&toward(0.0, sun));
            let frame = self.filled(&[frame], BufferUsages::UNIFORM);
            let input = self.filled(inputs, BufferUsages::STORAGE);
            let output = vec![[0.0_f32; 4]; inputs.len()];
            let output = self.filled(&output, BufferUsages::STORAGE | BufferUsages::COPY_SRC);
            let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            self.sky.update(&self.gpu, &mut encoder, eye, toward(0.0, sun));
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(&compiled.0);
            pass.set_bind_group(0, &compiled.group(device, 0, &[&frame]), &[]);
            pass.set_bind_group(1, self.sky.group(), &[]);
            pass.set_bind_group(2, &compiled.group(device, 2, &[&input, &output]), &[]);
            pass.dispatch_workgroups(inputs.len().div_ceil(64) as u32, 1, 1);
            drop(pass);
            self.gpu.queue().submit([encoder.finish()]);
            self.read(&output)
        });
        outputs.unwrap().iter().map(|output| [output[0], output[1], output[2]]).collect()
    }

    fn filled<T: bytemuck::NoUninit>(&self, contents: &[T], usage: BufferUsages) -> wgpu::Buffer {
        let contents = bytemuck::cast_slice(contents);
        let descriptor = wgpu::util::BufferInitDescriptor { label: None, contents, usage };
        self.gpu.device().create_buffer_init(&descriptor)
    }

    fn read(&self, buffer: &wgpu::Buffer) -> Vec<[f32; 4]> {
        let (device, queue) = (self.gpu.device(), self.gpu.queue());
        let read = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&read);
        wgpu::util::DownloadBuffer::read_buffer(device, queue, &buffer.slice(..), move |downloaded| {
            *sink.lock().unwrap() = bytemuck::pod_collect_to_vec(&downloaded.unwrap());
        });
        device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
        std::mem::take(&mut *read.lock().unwrap())
    }
}

impl Expression {
    fn group(&self, device: &wgpu::Device, group: u32, buffers: &[&wgpu::Buffer]) -> wgpu::BindGroup {
        let entries: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        let layout = &self.0.get_bind_group_layout(group);
        device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries })
    }
}

fn layout(device: &wgpu::Device, kinds: &[wgpu::BufferBindingType]) -> wgpu::BindGroupLayout {
    let entries: Vec<_> = (0..)
        .zip(kinds)
        .map(|(binding, ty)| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty: *ty, has_dynamic_offset: false, min_binding_size: None },
            count: None,
        })
        .collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries })
}

/// The direction of an azimuth (clockwise from north) and an elevation, in degrees.
pub(crate) fn toward(azimuth: f64, elevation: f64) -> [f32; 3] {
    let ((sin_a, cos_a), (sin_e, cos_e)) = (azimuth.to_radians().sin_cos(), elevation.to_radians().sin_cos());
    [(sin_a * cos_e) as f32, (-cos_a * cos_e) as f32, sin_e as f32]
}

/// An input with this direction.
pub(crate) fn direction_input(azimuth: f64, elevation: f64) -> [f32; 4] {
    let [x, y, z] = toward(azimuth, elevation);
    [x, y, z, 0.0]
}

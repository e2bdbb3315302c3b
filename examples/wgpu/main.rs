//! Heights from an exported WGSL library, computed by wgpu: `cargo run -p orogen-gpu --example wgpu`.
//!
//! `shaders/orogen.wgsl` is what `orogen shader downs --lang wgsl` writes; a shader that uses it is that text and one's own.

use wgpu::util::DeviceExt;

/// The compute shader: the library, and an entry point that calls it for a row of places.
const SHADER: &str = concat!(
    include_str!("shaders/orogen.wgsl"),
    "
@group(0) @binding(0) var<storage, read_write> results: array<vec3<f32>, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    results[index] = orogen_height_gradient(vec2<f32>(64.0 * f32(index), 2048.0));
}
"
);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default()))?;
    let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
        required_limits: wgpu::Limits::downlevel_defaults(),
        ..wgpu::DeviceDescriptor::default()
    }))?;
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(SHADER.into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("main"),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    });
    let results = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: &[0; 64 * 16],
        usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
    });
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: results.as_entire_binding() }],
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(1, 1, 1);
    }
    queue.submit([encoder.finish()]);
    wgpu::util::DownloadBuffer::read_buffer(&device, &queue, &results.slice(..), |bytes| match bytes {
        Ok(bytes) => show(bytemuck::cast_slice(&bytes)),
        Err(error) => eprintln!("{error}"),
    });
    device.poll(wgpu::PollType::wait_indefinitely())?;
    Ok(())
}

/// Prints places, heights and slopes.
fn show(results: &[[f32; 4]]) {
    println!("x,y,height,dx,dy");
    for (index, [height, dx, dy, _]) in results.iter().enumerate() {
        println!("{},2048,{height},{dx},{dy}", 64 * index);
    }
}

//! The GPU against the processor.

mod craters;
mod nodes;
mod presets;

use orogen_gpu::{Choice, Chosen, Gpu};

/// Any device.
fn gpu() -> Gpu {
    match Choice::Gpu.open() {
        Ok(Chosen::Gpu(gpu)) => gpu,
        other => panic!("{other:?}; on a machine without a device install mesa-vulkan-drivers"),
    }
}

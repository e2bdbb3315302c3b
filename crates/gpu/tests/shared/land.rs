//! A device, and a land to compute with it.

use orogen_gpu::{Choice, ChosenDevice, Gpu};

/// A device that every machine can have.
pub(crate) fn gpu() -> Gpu {
    match Choice::Gpu.open() {
        Ok(ChosenDevice::Gpu(gpu)) => gpu,
        other => panic!("{other:?}; on a machine without a device install mesa-vulkan-drivers"),
    }
}

pub(crate) const LAND: &str = "orogen = 1\ndomain.size = 8000.0\nheight = { field = 'land', scale = 900.0 }\n\
    [fields.drift]\ntype = 'fbm'\nbasis = 'perlin'\nwavelength = 3000.0\noctaves = 3\n\
    [fields.land]\ntype = 'swiss'\nwavelength = 2000.0\noctaves = 8\ngain = 0.5\n\
    displace = { by = 'drift', strength = 200.0 }\n";

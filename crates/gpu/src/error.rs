//! What can go wrong with a device.

use orogen::patch::Repeats;
use orogen::program::NoProgram;
use orogen::terrain::IsAPlanet;

use crate::ShaderFault;

/// What can go wrong with a device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GpuError {
    /// There is no device.
    #[error("there is no graphics device with a Vulkan driver")]
    NoDevice,
    /// There is none but such as compute on the processor, which its own kernels do faster.
    #[error("there is no graphics device but {0}, which computes on the processor, only slower")]
    OnlySoftware(String),
    /// There is none of that name.
    #[error("no graphics device is called like {wanted:?}; there are: {}", found.join(", "))]
    NoneNamed {
        /// Part of a name.
        wanted: String,
        /// The names there are.
        found: Vec<String>,
    },
    /// A device has less of something than is needed.
    #[error("{device} does not have what is needed: {what}")]
    Lacking {
        /// Its name.
        device: String,
        /// What it lacks.
        what: String,
    },
    /// A device cannot be opened.
    #[error("{device} cannot be opened: {why}")]
    Closed {
        /// Its name.
        device: String,
        /// What the driver says.
        why: String,
    },
    /// The terrain is for the processor only.
    #[error(transparent)]
    NoProgram(#[from] NoProgram),
    /// The terrain has no patches.
    #[error(transparent)]
    Repeats(#[from] Repeats),
    /// The terrain is a planet, which has no grids in metres.
    #[error(transparent)]
    IsAPlanet(#[from] IsAPlanet),
    /// The terrain is too large for any device.
    #[error("the terrain is too large for graphics devices: it has {count} {what}, and they take {most}")]
    TooLarge {
        /// Of what there is too much.
        what: &'static str,
        /// How much there is.
        count: usize,
        /// How much there may be.
        most: usize,
    },
    /// The driver refuses the terrain's shader.
    #[error("the graphics driver refuses {0}")]
    Shader(ShaderFault),
    /// The device has no memory left.
    #[error("the graphics device is out of memory")]
    OutOfMemory,
    /// The device is gone: taken out, reset, or its driver failed.
    #[error("the graphics device is lost: {0}")]
    Lost(String),
    /// Something else that is not expected of a device.
    #[error("the graphics device failed: {0}")]
    Failed(String),
}

impl From<wgpu::Error> for GpuError {
    fn from(error: wgpu::Error) -> Self {
        match error {
            wgpu::Error::OutOfMemory { .. } => Self::OutOfMemory,
            wgpu::Error::Validation { description, .. } | wgpu::Error::Internal { description, .. } => {
                Self::Failed(description)
            }
        }
    }
}

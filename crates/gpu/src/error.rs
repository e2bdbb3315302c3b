//! Errors of graphics devices.

use orogen_engine::patch::Repeats;
use orogen_engine::program::NoProgram;
use orogen_engine::terrain::IsAPlanet;

use crate::ShaderError;

/// Why a graphics device cannot be used, or has failed.
///
/// # Example
/// ```
/// use orogen_gpu::{Choice, GpuError};
///
/// let choice = Choice::Named("no such device".to_owned());
/// let error = choice.open().unwrap_err();
/// assert!(matches!(error, GpuError::NoneNamed { .. } | GpuError::NoDevice));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GpuError {
    /// There is no graphics device.
    #[error("there is no graphics device with a Vulkan driver")]
    NoDevice,
    /// All devices are software drivers, which are slower than Orogen's own kernels.
    #[error(
        "the only graphics devices are software drivers, which are slower than Orogen on the processor: {0}"
    )]
    OnlySoftware(String),
    /// No device has a name that contains the requested text.
    #[error("no graphics device has {wanted:?} in its name; the devices are: {}", found.join(", "))]
    NoneNamed {
        /// The requested part of a name.
        wanted: String,
        /// The names of all devices.
        found: Vec<String>,
    },
    /// The device lacks a capability, or a limit is too low.
    #[error("{device} cannot be used: {what}")]
    Lacking {
        /// The device's name.
        device: String,
        /// The missing capability or limit.
        what: String,
    },
    /// The device cannot be opened.
    #[error("{device} cannot be opened: {why}")]
    Closed {
        /// The device's name.
        device: String,
        /// The driver's message.
        why: String,
    },
    /// The terrain can only be computed on the processor.
    #[error(transparent)]
    NoProgram(#[from] NoProgram),
    /// The terrain repeats, so it has no patches.
    #[error(transparent)]
    Repeats(#[from] Repeats),
    /// The terrain is a planet, which has no grids in metres.
    #[error(transparent)]
    IsAPlanet(#[from] IsAPlanet),
    /// The terrain is too large for graphics devices.
    #[error(
        "the terrain is too large for graphics devices: it has {count} {what}, but at most {max} are allowed"
    )]
    TooLarge {
        /// The quantity that exceeds the limit, for example bytes of shader.
        what: &'static str,
        /// The amount of this quantity.
        count: usize,
        /// The largest amount allowed.
        max: usize,
    },
    /// The driver rejects the terrain's shader.
    #[error("the graphics driver rejects {0}")]
    Shader(ShaderError),
    /// The device is out of memory.
    #[error("the graphics device is out of memory")]
    OutOfMemory,
    /// The device is lost: it was removed or reset, or its driver failed.
    #[error("the graphics device is lost: {0}")]
    Lost(String),
    /// Any other failure.
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

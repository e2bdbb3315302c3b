//! Why there is no picture.

use orogen::generate::tile::GenerateError;
use orogen::query::QueryError;
use orogen::recipe::RecipeError;
use orogen_gpu::GpuError;
use orogen_gpu::export::ExportError;

use crate::CameraError;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    /// There can be no such camera.
    #[error(transparent)]
    Camera(#[from] CameraError),
    /// The camera is where the ground is.
    #[error(
        "the camera is inside the ground: its eye is at {eye:.2} m, and the ground there at {ground:.2} m; \
         put it {:.2} m higher", ground - eye + 2.0
    )]
    Underground {
        /// Height of the eye, in metres.
        eye: f64,
        /// Height of the ground below or above it, in metres.
        ground: f64,
    },
    /// The camera is below the sea.
    #[error(
        "the camera is under water: its eye is at {eye:.2} m, and the sea at {sea:.2} m; put it {:.2} m higher",
        sea - eye + 2.0
    )]
    Underwater {
        /// Height of the eye, in metres.
        eye: f64,
        /// Height of the sea, in metres.
        sea: f64,
    },
    /// A number of the shot is out of its range.
    #[error("{0}")]
    Shot(String),
    /// The recipe is unsound.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// The ground cannot be asked for its height.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The ground cannot be made.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// The recipe's function cannot be marched through.
    #[error(transparent)]
    Function(#[from] ExportError),
    /// The device fails.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// Whoever watched had enough.
    #[error("stopped, as was asked")]
    Stopped,
    /// The system has no thread left.
    #[error(transparent)]
    Threads(#[from] std::io::Error),
}

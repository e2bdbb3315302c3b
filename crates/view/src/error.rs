//! Errors of rendering.

use orogen_engine::generate::tile::GenerateError;
use orogen_engine::query::QueryError;
use orogen_engine::recipe::RecipeError;
use orogen_gpu::GpuError;
use orogen_gpu::export::ExportError;

use crate::CameraError;

/// Why a picture cannot be rendered.
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    /// The camera is invalid.
    #[error(transparent)]
    Camera(#[from] CameraError),
    /// The camera is inside the ground.
    #[error(
        "the camera is inside the ground: its eye is at {eye:.2} m and the ground at {ground:.2} m; \
         raise the eye by {:.2} m", ground - eye + 2.0
    )]
    Underground {
        /// Height of the eye, in metres.
        eye: f64,
        /// Height of the ground below or above it, in metres.
        ground: f64,
    },
    /// The camera is under water.
    #[error(
        "the camera is under water: its eye is at {eye:.2} m and the sea at {sea:.2} m; raise the eye by {:.2} m",
        sea - eye + 2.0
    )]
    Underwater {
        /// Height of the eye, in metres.
        eye: f64,
        /// Height of the sea, in metres.
        sea: f64,
    },
    /// A parameter of the shot is out of range.
    #[error("{0}")]
    Shot(String),
    /// The recipe is invalid.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// Heights cannot be queried.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// Tiles cannot be generated.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// Shaders cannot compute the recipe's function.
    #[error(transparent)]
    Function(#[from] ExportError),
    /// The device failed.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// A [`ProgressCallback`](crate::ProgressCallback) stopped the renderer.
    #[error("stopped by the caller")]
    Stopped,
    /// A thread cannot be started.
    #[error(transparent)]
    Threads(#[from] std::io::Error),
}

//! The size and the error of a mesh.

use serde::{Deserialize, Serialize};

/// A level of detail in `terrain.json`.
///
/// ```
/// use orogen_files::MeshLevel;
///
/// let level = MeshLevel { triangles: 2, vertices: 4, error_m: 0.5 };
/// assert_eq!(serde_json::to_string(&level).unwrap(), r#"{"triangles":2,"vertices":4,"error_m":0.5}"#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeshLevel {
    /// Number of triangles, those of skirts included.
    pub triangles: u64,
    /// Number of vertices, those of skirts included.
    pub vertices: u64,
    /// The largest vertical distance in metres between a sample of the raster and the mesh, skirts excluded.
    pub error_m: f64,
}

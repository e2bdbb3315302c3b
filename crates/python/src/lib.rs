//! The native part of the Python package `orogen`: terrains and noise in NumPy arrays, and the command.
//!
//! Everything here is thin over the crate `orogen`. The Python sources beside this crate have the documentation for users, the
//! defaults of arguments, and all that needs no speed.

mod arrays;
mod command;
mod contents;
mod errors;
mod grids;
mod jobs;
mod memory;
mod noise;
mod points;
mod rasters;
mod settings;
mod terrain;
mod tiles;

#[pyo3::pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::command::command;
    #[pymodule_export]
    use crate::jobs::set_threads;
    #[pymodule_export]
    use crate::noise::Noise;
    #[pymodule_export]
    use crate::terrain::{Terrain, presets};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

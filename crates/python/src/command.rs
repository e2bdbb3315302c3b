//! The command `orogen`.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command with the arguments of a program, and returns its exit status. It may end the process.
#[pyfunction]
#[pyo3(signature = (arguments, /))]
pub(crate) fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| orogen_cli::run(arguments))
}

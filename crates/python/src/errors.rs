//! Exceptions.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// The exception for an error of the crate `orogen`.
pub(crate) fn exception(py: Python<'_>, error: &orogen::Error) -> PyErr {
    let kind = error.kind().name();
    let (text, message, help) = (error.to_string(), error.message(), error.help());
    let class = match error.recipe() {
        Some(_) => "RecipeError",
        None => "Error",
    };
    raised(py, class, (text, kind, message, help, error.line(), error.column()))
}

/// The exception for an argument that is wrong.
pub(crate) fn argument(py: Python<'_>, message: impl AsRef<str>, help: &str) -> PyErr {
    let message = message.as_ref();
    let none: Option<usize> = None;
    raised(py, "Error", (format!("{message}\n  help: {help}"), "argument", message, help, none, none))
}

/// An exception of one of the classes in `orogen.errors`, or the exception that prevents it.
fn raised(
    py: Python<'_>,
    class: &str,
    arguments: (String, &str, &str, &str, Option<usize>, Option<usize>),
) -> PyErr {
    static ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static RECIPE_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let cell = if class == "Error" { &ERROR } else { &RECIPE_ERROR };
    match cell.import(py, "orogen.errors", class).and_then(|class| class.call1(arguments)) {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

//! Arrays that callers give: points to read, and `out` to write into.

use numpy::ndarray::ArrayViewMutD;
use numpy::{
    BorrowError, Element, PyArrayDyn, PyArrayMethods, PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use crate::errors::argument;

/// Calls `fill` with the memory of `out`, an array of the type `T` and of `shape`.
pub(crate) fn with_out<T: Element, R>(
    py: Python<'_>,
    out: &Bound<'_, PyUntypedArray>,
    shape: &[usize],
    fill: impl FnOnce(ArrayViewMutD<'_, T>) -> PyResult<R>,
) -> PyResult<R> {
    let wrong = |what: String, help: &str| Err(argument(py, format!("`out` {what}"), help));
    if out.shape() != shape {
        return wrong(
            format!("has the shape {:?}, not {shape:?}", out.shape()),
            "give an array of that shape",
        );
    }
    let Ok(array) = out.cast::<PyArrayDyn<T>>() else {
        return wrong(
            format!("has the type {}", out.dtype()),
            "give an array of float32 or float64, and no other dtype=",
        );
    };
    if !out.getattr("flags")?.getattr("aligned")?.extract::<bool>()? {
        return wrong("is not aligned".to_owned(), "give an array that NumPy has made");
    }
    if !has_plain_rows::<T>(out) {
        let help = "the elements of a row have to be neighbours in memory, and rows must not overlap";
        return wrong(format!("has the strides {:?}", out.strides()), help);
    }
    let mut borrowed = match array.try_readwrite() {
        Ok(borrowed) => borrowed,
        Err(BorrowError::NotWriteable) => {
            return wrong("is read-only".to_owned(), "give an array that can be written, or none");
        }
        Err(_) => return wrong("is in use".to_owned(), "another call fills it now, or a part of it"),
    };
    fill(borrowed.as_array_mut())
}

/// Whether elements along the last axis are neighbours, and no two elements overlap. If each axis, from the smallest stride to the
/// largest, steps over all of the axes before it, nothing overlaps.
fn has_plain_rows<T>(array: &Bound<'_, PyUntypedArray>) -> bool {
    let mut axes: Vec<_> = array.strides().iter().copied().zip(array.shape().iter().copied()).collect();
    if axes.last().is_some_and(|&(stride, len)| len > 1 && stride != size_of::<T>() as isize) {
        return false;
    }
    axes.retain(|&(_, len)| len > 1);
    axes.sort_by_key(|(stride, _)| stride.unsigned_abs());
    let mut bytes = size_of::<T>();
    axes.into_iter().all(|(stride, len)| {
        let stride = stride.unsigned_abs();
        let is_clear = stride >= bytes;
        bytes += stride.saturating_mul(len - 1);
        is_clear
    })
}

/// The rows of an array of `D` columns. They are copied, because other threads may change the array meanwhile.
pub(crate) fn positions<const D: usize>(points: &PyReadonlyArray2<'_, f64>) -> Option<Vec<[f64; D]>> {
    let points = points.as_array();
    let position = |row: numpy::ndarray::ArrayView1<'_, f64>| std::array::from_fn(|axis| row[axis]);
    (points.ncols() == D).then(|| points.rows().into_iter().map(position).collect())
}

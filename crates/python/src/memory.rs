//! Memory for arrays. A request that does not fit raises `MemoryError` before any work.

use numpy::ndarray::{ArrayD, IxDyn};
use orogen_cli::memory::available;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// An array of zeros in memory that is checked first.
pub(crate) fn zeros<T: Clone + Default>(shape: &[usize]) -> PyResult<ArrayD<T>> {
    let elements = shape.iter().try_fold(1_usize, |product, &side| product.checked_mul(side));
    let bytes = elements.and_then(|elements| elements.checked_mul(size_of::<T>()));
    let fits = |bytes: usize| available().is_none_or(|most| bytes as u64 <= most) && can_reserve(bytes);
    match (bytes, elements) {
        (Some(bytes), Some(elements)) if fits(bytes) => {
            let zeros = vec![T::default(); elements];
            Ok(ArrayD::from_shape_vec(IxDyn(shape), zeros).unwrap_or_else(|_| unreachable!("the shape fits")))
        }
        _ => {
            let sides: Vec<_> = shape.iter().map(usize::to_string).collect();
            Err(PyMemoryError::new_err(format!(
                "not enough memory for {} samples: ask for parts, with `window` or `region` of a terrain, or `origin` of noise",
                sides.join(" × ")
            )))
        }
    }
}

/// Whether the system would give as many bytes. Many systems give more than they have.
fn can_reserve(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

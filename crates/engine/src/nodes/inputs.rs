//! The fields that a node reads over a row.

use orogen_noise::lanes::Scalar;
use orogen_noise::rows::Rows;

/// The jets of the fields that a node reads over a row, in the order of its inputs.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a, S: Scalar> {
    fields: &'a [Rows<S>],
    which: &'a [usize],
}

impl<'a, S: Scalar> Inputs<'a, S> {
    /// The inputs of a node that reads the fields with the indices `which`, in this order.
    pub fn new(fields: &'a [Rows<S>], which: &'a [usize]) -> Self {
        Self { fields, which }
    }

    /// The inputs of a node that reads no fields.
    pub fn none() -> Self {
        Self { fields: &[], which: &[] }
    }

    /// Input number `k`.
    ///
    /// # Panics
    /// If there are no more than `k` inputs.
    pub fn field(&self, k: usize) -> &'a Rows<S> {
        &self.fields[self.which[k]]
    }
}

//! Arrays built element by element inside kernels.
//!
//! `std::array::from_fn` takes a closure, and a closure that the compiler decides not to inline loses the
//! instructions of the SIMD level it is called at (a hundredfold loss when measured). These macros have no closure.

/// `[expression(0), expression(1), …]`; the length is inferred.
#[doc(hidden)]
#[macro_export]
macro_rules! each {
    ($i:ident => $body:expr) => {{
        let mut all = $crate::each::filled({
            let $i = 0_usize;
            $body
        });
        let mut index = 1;
        while index < all.len() {
            let $i = index;
            all[index] = $body;
            index += 1;
        }
        all
    }};
}

/// A symmetric matrix from an expression for its upper triangle.
macro_rules! symmetric {
    ($i:ident, $j:ident => $body:expr) => {{
        let mut all = $crate::each::filled($crate::each::filled({
            let ($i, $j) = (0_usize, 0_usize);
            $body
        }));
        let mut row = 0;
        while row < all.len() {
            let mut column = row;
            while column < all.len() {
                let ($i, $j) = (row, column);
                let entry = $body;
                all[row][column] = entry;
                all[column][row] = entry;
                column += 1;
            }
            row += 1;
        }
        all
    }};
}

pub use crate::each;
pub(crate) use symmetric;

/// An array of equal elements, of a length that the context fixes.
#[inline(always)]
pub fn filled<T: Copy, const N: usize>(value: T) -> [T; N] {
    [value; N]
}

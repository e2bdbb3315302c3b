//! Arrays built element by element inside kernels, and loops over axes, written out.
//!
//! `std::array::from_fn` takes a closure, and a closure that the compiler decides not to inline loses the
//! instructions of the SIMD level it is called at (a hundredfold loss when measured). These macros have no closure.
//!
//! Nor have they a loop where arrays have three elements or fewer, as those of axes have. LLVM would unroll it, with the
//! same machine code in the end, but a kernel inlines hundreds of such loops into one function, and rotating and unrolling
//! them took 60 % of the time that this crate and the engine took to compile.

/// `[expression(0), expression(1), …]`; the length is inferred.
#[doc(hidden)]
#[macro_export]
macro_rules! each {
    ($i:ident => $body:expr) => {{
        let mut all = $crate::each::filled({
            let $i = 0_usize;
            $body
        });
        if $crate::each::is_longer::<1, _, _>(&all) {
            let $i = $crate::each::index::<1>();
            all[$i] = $body;
        }
        if $crate::each::is_longer::<2, _, _>(&all) {
            let $i = $crate::each::index::<2>();
            all[$i] = $body;
        }
        if $crate::each::is_longer::<3, _, _>(&all) {
            let mut index = 3;
            while index < all.len() {
                let $i = index;
                all[index] = $body;
                index += 1;
            }
        }
        all
    }};
}

/// Runs a statement for every `i` below a constant.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each {
    ($i:ident < $count:expr => $body:block) => {{
        if $count > 0 {
            let $i = 0_usize;
            $body
        }
        if $count > 1 {
            let $i = $crate::each::index::<1>();
            $body
        }
        if $count > 2 {
            let $i = $crate::each::index::<2>();
            $body
        }
        if $count > 3 {
            for $i in 3..$count $body
        }
    }};
}

/// A symmetric matrix, of three rows at most, from an expression for its upper triangle.
macro_rules! symmetric {
    ($i:ident, $j:ident => $body:expr) => {{
        let mut all = $crate::each::filled($crate::each::filled({
            let ($i, $j) = (0_usize, 0_usize);
            $body
        }));
        if $crate::each::is_longer::<1, _, _>(&all) {
            {
                let ($i, $j) = ($crate::each::index::<0>(), $crate::each::index::<1>());
                let entry = $body;
                all[$i][$j] = entry;
                all[$j][$i] = entry;
            }
            let ($i, $j) = ($crate::each::index::<1>(), $crate::each::index::<1>());
            all[$i][$j] = $body;
        }
        if $crate::each::is_longer::<2, _, _>(&all) {
            {
                let ($i, $j) = ($crate::each::index::<0>(), $crate::each::index::<2>());
                let entry = $body;
                all[$i][$j] = entry;
                all[$j][$i] = entry;
            }
            {
                let ($i, $j) = ($crate::each::index::<1>(), $crate::each::index::<2>());
                let entry = $body;
                all[$i][$j] = entry;
                all[$j][$i] = entry;
            }
            let ($i, $j) = ($crate::each::index::<2>(), $crate::each::index::<2>());
            all[$i][$j] = $body;
        }
        all
    }};
}

pub use crate::each;
pub use crate::for_each;
pub(crate) use symmetric;

/// An array of equal elements, of a length that the context fixes. `[value; N]` would be a loop.
#[inline(always)]
pub fn filled<T: Copy, const N: usize>(value: T) -> [T; N] {
    if const { N <= 3 } {
        let three = [value, value, value];
        *three.first_chunk().unwrap_or_else(|| unreachable!("three elements hold up to three"))
    } else {
        [value; N]
    }
}

/// Whether an array has more than `LEAST` elements.
#[inline(always)]
pub fn is_longer<const LEAST: usize, T, const N: usize>(_: &[T; N]) -> bool {
    const { N > LEAST }
}

/// `INDEX`, which the compiler's check of indices does not look through: it would refuse the statements for the third
/// element in code for arrays of two, though they are never run.
#[inline(always)]
pub fn index<const INDEX: usize>() -> usize {
    INDEX
}

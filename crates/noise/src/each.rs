//! Arrays built element by element inside kernels, and unrolled loops over axes.
//!
//! `std::array::from_fn` takes a closure. A closure that the compiler does not inline is compiled without the SIMD
//! instructions of its caller, and was 100 times slower in a measurement. These macros use no closures.
//!
//! For arrays of up to three elements, such as arrays with one element per axis, these macros also use no loop. LLVM would
//! unroll such a loop to the same machine code. But a kernel inlines hundreds of these loops into one function, and LLVM's
//! passes that rotate and unroll loops took 60 % of the compile time of this crate and the engine.

/// `[expression(0), expression(1), …]`, with inferred length.
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

/// Runs a block for every `i` below a constant, from 0 or from 1.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each {
    ($i:ident in 1..$count:expr => $body:block) => {{
        $crate::for_each!($i < $count => {
            if $i > 0 $body
        });
    }};
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
            let mut index = 3;
            while index < $count {
                let $i = index;
                $body
                index += 1;
            }
        }
    }};
}

/// A symmetric matrix of at most three rows, from an expression for its upper triangle.
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

/// An array of equal elements, with inferred length. `[value; N]` would compile to a loop.
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

/// Returns `INDEX` in a way that the compiler's check of constant indices does not see. Without this, the check would refuse
/// the statements for the third element in code for arrays of two elements, although these statements never run.
#[inline(always)]
pub fn index<const INDEX: usize>() -> usize {
    INDEX
}

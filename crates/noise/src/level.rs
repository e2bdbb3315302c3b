//! The only place where a SIMD level is chosen.

use crate::basis::AnyBasis;
#[cfg(feature = "scalar")]
use crate::lanes::Scalar32;
#[cfg(feature = "trace")]
use crate::lanes::Traced;
use crate::lanes::{Lanes, Scalar, Scalar64, Vector};
use crate::noise::Dimension;
use crate::sum::RowTask;

/// The lanes that `f32` rows are computed with. All levels give the same bits.
#[derive(Clone, Copy, Debug)]
pub enum Level {
    /// Vectors of a SIMD level.
    Simd(fearless_simd::Level),
    /// One sample at a time: a second opinion on the vectors, for tests. With the feature `scalar`.
    #[cfg(feature = "scalar")]
    Scalar,
    /// No numbers: operations are written down, see [`trace`](crate::trace::trace). With the feature `trace`.
    #[cfg(feature = "trace")]
    Traced,
}

impl Level {
    /// The fastest level of this machine.
    pub fn best() -> Self {
        Self::Simd(fearless_simd::Level::new())
    }

    /// The level with the shortest vectors, four lanes at most, for kernels that are not compiled for longer ones.
    pub fn narrowest(self) -> Self {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if let Self::Simd(level) = self
            && let Some(sse2) = level.as_sse2()
        {
            return Self::Simd(fearless_simd::Simd::level(sse2));
        }
        self
    }

    /// Every level of this machine with its name, slowest first.
    pub fn all() -> Vec<(&'static str, Self)> {
        let mut levels = Vec::new();
        #[cfg(feature = "scalar")]
        levels.push(("scalar", Self::Scalar));
        let best = fearless_simd::Level::new();
        let mut offer = |name, level: Option<fearless_simd::Level>| {
            levels.extend(level.map(|level| (name, Self::Simd(level))));
        };
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            use fearless_simd::Simd;
            offer("sse2", best.as_sse2().map(Simd::level));
            offer("avx2", best.as_avx2().map(Simd::level));
            offer("avx512", best.as_avx512().map(Simd::level));
        }
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        offer("simd", Some(best));
        levels
    }
}

/// Work that is written once and compiled for every kind of lanes.
pub trait Task<S: Scalar> {
    /// What the work yields.
    type Output;
    /// Does the work. Implementations are `#[inline(always)]`, and so is what they call, or it calls
    /// [`Lanes::vectorize`].
    fn run<L: Lanes<Scalar = S>>(self, l: L) -> Self::Output;
}

/// A number that tasks can be run on.
pub trait Element: Scalar {
    /// Runs a task on lanes of this number at `level`; `f64` has the scalar level only.
    fn run<T: Task<Self>>(level: Level, task: T) -> T::Output;

    /// Evaluates a row of noise.
    #[doc(hidden)]
    fn row<const D: usize>(level: Level, task: RowTask<'_, Self, D>)
    where
        AnyBasis: Dimension<D>;
}

/// Runs a task on vectors.
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn run_on_vectors<T: Task<f32>>(level: fearless_simd::Level, task: T) -> T::Output {
    fearless_simd::dispatch!(level, simd => task.run(Vector(simd)))
}

/// Runs a task on vectors. There are no kernels for SSE4.2, which is hardly faster than SSE2 and costs as much to compile
/// as any level: it runs those of SSE2.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn run_on_vectors<T: Task<f32>>(level: fearless_simd::Level, task: T) -> T::Output {
    use fearless_simd::Simd;
    macro_rules! run_on {
        ($simd:expr) => {{
            let simd = $simd;
            simd.vectorize(
                #[inline(always)]
                || task.run(Vector(simd)),
            )
        }};
    }
    if let Some(avx512) = level.as_avx512() {
        run_on!(avx512)
    } else if let Some(avx2) = level.as_avx2() {
        run_on!(avx2)
    } else if let Some(sse2) = level.as_sse2() {
        run_on!(sse2)
    } else {
        unreachable!("every processor that this runs on has SSE2")
    }
}

impl Element for f32 {
    fn run<T: Task<Self>>(level: Level, task: T) -> T::Output {
        match level {
            Level::Simd(level) => run_on_vectors(level, task),
            #[cfg(feature = "scalar")]
            Level::Scalar => task.run(Scalar32),
            #[cfg(feature = "trace")]
            Level::Traced => task.run(Traced),
        }
    }

    fn row<const D: usize>(level: Level, task: RowTask<'_, Self, D>)
    where
        AnyBasis: Dimension<D>,
    {
        AnyBasis::row_f32(level, task);
    }
}

impl Element for f64 {
    fn run<T: Task<Self>>(_level: Level, task: T) -> T::Output {
        task.run(Scalar64)
    }

    fn row<const D: usize>(level: Level, task: RowTask<'_, Self, D>)
    where
        AnyBasis: Dimension<D>,
    {
        AnyBasis::row_f64(level, task);
    }
}

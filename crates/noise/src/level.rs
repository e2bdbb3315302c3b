//! The only place where a SIMD level is chosen.

use crate::basis::AnyBasis;
use crate::lanes::{Lanes, Scalar, Scalar32, Scalar64, Traced, Vector};
use crate::noise::Dimension;
use crate::sum::RowTask;

/// What `f32` rows are computed with. All levels give the same bits.
#[derive(Clone, Copy, Debug)]
pub enum Level {
    /// One sample at a time.
    Scalar,
    /// Vectors of a SIMD level.
    Simd(fearless_simd::Level),
    /// Nothing: operations are written down, see [`trace`](crate::trace::trace).
    Traced,
}

impl Level {
    /// The fastest level of this machine.
    pub fn best() -> Self {
        Self::Simd(fearless_simd::Level::new())
    }

    /// The level for kernels that are not compiled for vectors.
    pub fn without_vectors(self) -> Self {
        if let Self::Simd(_) = self { Self::Scalar } else { self }
    }

    /// Every level of this machine with its name, slowest first.
    pub fn all() -> Vec<(&'static str, Self)> {
        let mut levels = vec![("scalar", Self::Scalar)];
        let best = fearless_simd::Level::new();
        let mut offer = |name, level: Option<fearless_simd::Level>| {
            levels.extend(level.map(|level| (name, Self::Simd(level))));
        };
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            use fearless_simd::Simd;
            offer("sse2", best.as_sse2().map(Simd::level));
            offer("sse4.2", best.as_sse4_2().map(Simd::level));
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

/// Runs a task on vectors of a level. SSE4.2 has no kernels of its own: it runs those of SSE2.
fn on_vectors<T: Task<f32>>(level: fearless_simd::Level, task: T) -> T::Output {
    macro_rules! on {
        ($token:expr) => {{
            let token = $token;
            return fearless_simd::Simd::vectorize(
                token,
                #[inline(always)]
                || task.run(Vector(token)),
            );
        }};
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        if let Some(avx512) = level.as_avx512() {
            on!(avx512)
        }
        if let Some(avx2) = level.as_avx2() {
            on!(avx2)
        }
        if let Some(sse2) = level.as_sse2() {
            on!(sse2)
        }
        unreachable!()
    }
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    {
        fearless_simd::dispatch!(level, simd => task.run(Vector(simd)))
    }
}

impl Element for f32 {
    fn run<T: Task<Self>>(level: Level, task: T) -> T::Output {
        match level {
            Level::Scalar => task.run(Scalar32),
            #[cfg(feature = "trace")]
            Level::Traced => task.run(Traced),
            #[cfg(not(feature = "trace"))]
            Level::Traced => unreachable!(),
            Level::Simd(level) => on_vectors(level, task),
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

//! SIMD levels. Only this module chooses the level.

#[cfg(feature = "scalar")]
use crate::lanes::Scalar32;
#[cfg(feature = "trace")]
use crate::lanes::Traced;
use crate::lanes::{Lanes, Scalar, Scalar64, Vector};

/// The lanes for `f32` rows. All levels that compute give the same bits.
///
/// ```
/// use orogen_noise::Level;
///
/// let names: Vec<_> = Level::all().into_iter().map(|(name, _)| name).collect();
/// assert!(!names.is_empty(), "for example sse2, avx2, avx512");
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Level {
    /// Vectors of a SIMD level.
    Simd(fearless_simd::Level),
    /// One sample at a time: an independent check of the vectors, for tests. This level needs the feature `scalar`.
    #[cfg(feature = "scalar")]
    Scalar,
    /// Records operations instead of computing, see [`trace`](crate::trace::trace). This level needs the feature `trace`.
    #[cfg(feature = "trace")]
    Traced,
}

impl Level {
    /// The fastest level of this machine.
    pub fn best() -> Self {
        Self::Simd(fearless_simd::Level::new())
    }

    /// The level with the shortest vectors, of at most four lanes, for kernels that are not compiled for longer vectors.
    pub fn narrowest(self) -> Self {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if let Self::Simd(level) = self
            && let Some(sse2) = level.as_sse2()
        {
            return Self::Simd(fearless_simd::Simd::level(sse2));
        }
        self
    }

    /// All levels of this machine with their names, slowest first.
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

/// Work that is written once and compiled for all lanes.
///
/// ```
/// use orogen_noise::lanes::Lanes;
/// use orogen_noise::level::{Element, Level, Task};
///
/// struct Double(f32);
///
/// impl Task<f32> for Double {
///     type Output = f32;
///
///     #[inline(always)]
///     fn run<L: Lanes<Scalar = f32>>(self, l: L) -> f32 {
///         let x = l.splat(self.0);
///         l.lane(x + x, 0)
///     }
/// }
/// assert_eq!(f32::run(Level::best(), Double(3.0)), 6.0);
/// ```
pub trait Task<S: Scalar> {
    /// The result of the work.
    type Output;
    /// Does the work. Implementations must be `#[inline(always)]`. The functions they call must also be `#[inline(always)]`, or
    /// call [`Lanes::vectorize`].
    fn run<L: Lanes<Scalar = S>>(self, l: L) -> Self::Output;
}

/// A number that tasks run on: `f32` or `f64`.
pub trait Element: Scalar {
    /// Runs a task on lanes of this number at `level`. For `f64`, the level has no effect: it runs one sample at a time.
    fn run<T: Task<Self>>(level: Level, task: T) -> T::Output;

    /// Selects the value for this type of number from two values.
    ///
    /// A generic function uses it to call one of two functions that are not generic. The kernels that such functions call are
    /// compiled once, in their own crate, and not again in every crate that calls them.
    #[doc(hidden)]
    fn pick<P: PerElement>(single: P::Of<f32>, double: P::Of<f64>) -> P::Of<Self>;
}

/// A type for `f32` and a type for `f64`, see [`Element::pick`].
#[doc(hidden)]
pub trait PerElement {
    /// The type for the number `S`.
    type Of<S: Element>;
}

/// Runs a task on vectors.
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn run_on_vectors<T: Task<f32>>(level: fearless_simd::Level, task: T) -> T::Output {
    fearless_simd::dispatch!(level, simd => task.run(Vector(simd)))
}

/// Runs a task on vectors. SSE4.2 uses the kernels of SSE2. Separate kernels would hardly be faster, and each level adds the
/// same compile time.
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
        unreachable!("all supported processors have SSE2")
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

    fn pick<P: PerElement>(single: P::Of<Self>, _: P::Of<f64>) -> P::Of<Self> {
        single
    }
}

impl Element for f64 {
    fn run<T: Task<Self>>(_level: Level, task: T) -> T::Output {
        task.run(Scalar64)
    }

    fn pick<P: PerElement>(_: P::Of<f32>, double: P::Of<Self>) -> P::Of<Self> {
        double
    }
}

//! Bases: one octave of noise each, with gradient and Hessian in closed form.
//!
//! | basis | looks like | range | Hessian |
//! |---|---|---|---|
//! | [`Hermite`] | rounded hills without the lattice's directions: needs no rotation in the plane | [−1, 1] | continuous |
//! | [`Perlin`] | rounded hills; isotropic gradients | [−1, 1] | continuous |
//! | [`Simplex`] | rounded hills on a triangular lattice | [−1, 1] | continuous |
//! | [`ImprovedPerlin`] | Perlin's noise of 2002, as published | about [−1, 1] | continuous |
//! | [`Value`] | blocky hills | [−1, 1] | continuous with [`Fade::Quintic`] |
//! | [`Cellular`] | cells, cracks, bumps | from 0 up, see [`Cellular`] | jumps |
//! | [`White`] | one number per cell | [−1, 1) | zero |

mod cellular;
mod corners;
mod directions;
pub(crate) mod edge;
mod gradient;
mod hermite;
mod improved_perlin;
mod perlin;
mod simplex;
mod value;
mod white;

pub use cellular::{Cellular, Metric, Output};
pub use hermite::Hermite;
pub use improved_perlin::ImprovedPerlin;
pub use perlin::Perlin;
pub use simplex::Simplex;
pub use value::{Fade, Value};
pub use white::White;

use self::edge::Edged;
use crate::each::{each, symmetric};
use crate::hash::Key;
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::{Float, Lanes, Scalar};
use crate::lattice::Site;
use crate::sites::{LatticeRow, Sites};

/// Properties of a basis. `n` is the noise of one octave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    /// Bounds of the values.
    pub interval: Interval,
    /// Mean of |n|, to about one percent.
    pub mean_abs: f64,
    /// Mean of n², to about one percent.
    pub mean_square: f64,
    /// Whether the Hessian is continuous.
    pub smooth: bool,
}

impl Facts {
    /// Mean of n. It is zero for a basis with values of both signs.
    pub fn mean(&self) -> f64 {
        if self.interval.min < 0.0 { 0.0 } else { self.mean_abs }
    }
}

/// One octave of noise in `D` dimensions, on a lattice of unit cells.
///
/// ```
/// use orogen_noise::basis::{Basis, Perlin};
/// use orogen_noise::hash::Key;
/// use orogen_noise::lanes::{Lanes, Scalar64};
/// use orogen_noise::lattice::Site;
///
/// let l = Scalar64;
/// let site = Site { cell: [l.word(3), l.word(4)], frac: [0.25, 0.5], wrap: None };
/// let jet = Basis::<2>::jet(&Perlin, l, &site, &Key::new(7));
/// assert!(jet.v.abs() <= 1.0);
/// ```
pub trait Basis<const D: usize>: Send + Sync {
    /// The noise and its derivatives with respect to unskewed lattice coordinates.
    fn jet<L: Lanes>(&self, l: L, site: &Site<L, D>, key: &Key) -> Jet<L::F, D>;

    /// The basis's properties in this dimension.
    fn facts(&self) -> Facts;

    /// The noise along a row: calls `emit(at, jet)` with the [`jet`](Self::jet) of each vector of samples. `at` is the index
    /// of the vector's first sample, a multiple of [`Lanes::LANES`]. The caller ignores derivatives beyond `ORDER`. A basis
    /// may reuse data that neighbouring sites share.
    #[doc(hidden)]
    #[inline(always)]
    fn row<L: Lanes, const ORDER: usize>(
        &self,
        l: L,
        key: &Key,
        row: &LatticeRow<'_, L::Scalar, D>,
        sites: &mut Sites<L::Scalar>,
        mut emit: impl FnMut(usize, Jet<L::F, D>),
    ) {
        for at in (0..row.len).step_by(L::LANES) {
            emit(at, self.jet(l, &sites.get(l, row, at), key));
        }
    }

    /// Whether fractals that feed slopes back may use the basis, at least for some of its parameters. These fractals need a
    /// continuous Hessian.
    const FOLLOWED: bool = true;

    /// The linear map from unskewed to lattice coordinates, for a basis on a skewed lattice. `None` if the lattice is not skewed.
    fn skew() -> Option<[[f64; D]; D]> {
        None
    }
}

/// A basis whose Hessian is continuous, so that every fractal can use it, see [`Facts::smooth`].
#[diagnostic::on_unimplemented(
    message = "the slopes of `{Self}` may jump, so fractals that feed slopes back cannot use it",
    note = "`Damped`, `Jordan` and `Swiss` take `Hermite`, `Perlin`, `ImprovedPerlin` and `Simplex`",
    note = "`try_new` also takes bases that are smooth for some parameters, such as `Value` with its quintic fade"
)]
pub trait SmoothBasis: Into<AnyBasis> {}

impl SmoothBasis for Hermite {}
impl SmoothBasis for ImprovedPerlin {}
impl SmoothBasis for Perlin {}
impl SmoothBasis for Simplex {}

/// Any of the bases.
///
/// ```
/// use orogen_noise::{AnyBasis, Perlin, Simplex};
///
/// let bases: [AnyBasis; 2] = [Perlin.into(), Simplex.into()];
/// assert!(bases.iter().all(|basis| basis.facts::<2>().smooth));
/// ```
#[expect(
    clippy::large_enum_variant,
    reason = "a table of 256 bytes, copied once for a noise; behind a pointer it would not be `Copy`"
)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnyBasis {
    /// See [`Hermite`].
    Hermite(Hermite),
    /// See [`Perlin`].
    Perlin(Perlin),
    /// See [`ImprovedPerlin`].
    ImprovedPerlin(ImprovedPerlin),
    /// See [`Simplex`].
    Simplex(Simplex),
    /// See [`Value`].
    Value(Value),
    /// See [`Cellular`].
    Cellular(Cellular),
    /// See [`White`].
    White(White),
}

macro_rules! into_any {
    ($($basis:ident)*) => {$(
        impl From<$basis> for AnyBasis {
            fn from(basis: $basis) -> Self {
                Self::$basis(basis)
            }
        }
    )*};
}
into_any!(Hermite Perlin ImprovedPerlin Simplex Value Cellular White);

/// Runs an expression with the basis in an [`AnyBasis`]. `$hermite` returns the basis that [`Hermite`] is in the dimension.
macro_rules! with_basis {
    ($any:expr, $hermite:path, $basis:ident => $body:expr) => {
        match $any {
            AnyBasis::Hermite(hermite) => {
                let $basis = $hermite(hermite);
                $body
            }
            AnyBasis::Perlin($basis) => $body,
            AnyBasis::ImprovedPerlin($basis) => $body,
            AnyBasis::Simplex($basis) => $body,
            AnyBasis::Value($basis) => $body,
            AnyBasis::Cellular($basis) => $body,
            AnyBasis::White($basis) => $body,
        }
    };
}

/// Runs an expression with the basis in an [`AnyBasis`], if the basis is blended from edges in the plane.
macro_rules! with_edged {
    ($any:expr, $basis:ident => $body:expr) => {
        match $any {
            $crate::basis::AnyBasis::Hermite($basis) => Some($body),
            $crate::basis::AnyBasis::Perlin($basis) => Some($body),
            $crate::basis::AnyBasis::ImprovedPerlin($basis) => Some($body),
            $crate::basis::AnyBasis::Value($basis) => Some($body),
            _ => None,
        }
    };
}
pub(crate) use with_edged;

impl AnyBasis {
    /// Whether the basis is blended from edges in the plane.
    pub(crate) fn has_edges(&self) -> bool {
        with_edged!(self, _basis => ()).is_some()
    }

    /// The fade between edges, with its derivatives.
    pub(crate) fn edge_fade<S: Scalar>(&self, t: S) -> Option<[S; 3]> {
        with_edged!(self, basis => basis.fade(S::Single::default(), t))
    }

    /// The basis's properties in `D` dimensions.
    pub fn facts<const D: usize>(&self) -> Facts
    where
        Self: Dimension<D>,
    {
        Dimension::<D>::facts(self)
    }
}

/// The bases in `D` dimensions. [`AnyBasis`] implements this trait for 2 and 3.
pub trait Dimension<const D: usize> {
    /// See [`Basis::facts`].
    fn facts(&self) -> Facts;

    /// See [`Basis::skew`].
    fn skew(&self) -> Option<[[f64; D]; D]>;

    /// Calls the visitor with the basis.
    #[doc(hidden)]
    fn visit<V: BasisVisitor<D>>(&self, visitor: V);

    /// Selects the value for this dimension from two values, see [`Element::pick`](crate::level::Element::pick).
    #[doc(hidden)]
    fn pick<P: PerDimension>(plane: P::In<2>, space: P::In<3>) -> P::In<D>;
}

/// Code that is generic over the basis, see [`Dimension::visit`].
#[doc(hidden)]
pub trait BasisVisitor<const D: usize> {
    /// Runs the code with a basis.
    fn visit<B: Basis<D>>(self, basis: &B);
}

/// A type for each dimension, see [`Dimension::pick`].
#[doc(hidden)]
pub trait PerDimension {
    /// The type in `D` dimensions.
    type In<const D: usize>;
}

macro_rules! dimension {
    ($d:literal, $plane:tt, $space:tt => $picked:ident, $hermite:path) => {
        impl Dimension<$d> for AnyBasis {
            fn facts(&self) -> Facts {
                with_basis!(self, $hermite, basis => Basis::<$d>::facts(basis))
            }

            fn skew(&self) -> Option<[[f64; $d]; $d]> {
                fn of<B: Basis<$d>>(_: &B) -> Option<[[f64; $d]; $d]> {
                    B::skew()
                }
                with_basis!(self, $hermite, basis => of(basis))
            }

            fn visit<V: BasisVisitor<$d>>(&self, visitor: V) {
                with_basis!(self, $hermite, basis => visitor.visit(basis));
            }

            fn pick<P: PerDimension>($plane: P::In<2>, $space: P::In<3>) -> P::In<$d> {
                $picked
            }
        }
    };
}
dimension!(2, plane, _ => plane, Hermite::in_plane);
dimension!(3, _, space => space, Hermite::in_space);

/// Perlin's fade (2002), `6t⁵ − 15t⁴ + 10t³`, with its first and second derivatives. All three are continuous across cells: at
/// 0 and at 1 all three are zero, except that the value at 1 is 1.
///
/// With `r = 1 − t`, the three are `t³(1 + 3r + 6r²)`, `30(t·r)²` and `60·t·r·(r − t)`. These expressions do not subtract
/// large numbers, so rounding costs no precision near 1.
#[inline(always)]
pub fn quintic<L: Lanes>(l: L, t: L::F) -> [L::F; 3] {
    let one = l.lit(1.0);
    let r = one - t;
    let both = t * r;
    [
        t * t * t * (one + r * (l.lit(3.0) + r * l.lit(6.0))),
        l.lit(30.0) * (both * both),
        l.lit(60.0) * (both * (r - t)),
    ]
}

/// `near + w·(far − near)`. The weight `w` is a function of the place along `axis`, given with its first two derivatives.
#[inline(always)]
pub(crate) fn blend<F: Float, const D: usize>(
    axis: usize,
    w: [F; 3],
    near: Jet<F, D>,
    far: Jet<F, D>,
) -> Jet<F, D> {
    let rise = far.v - near.v;
    let slope: [F; D] = each!(i => far.g[i] - near.g[i]);
    Jet {
        v: near.v + w[0] * rise,
        g: each!(i => {
            let g = near.g[i] + w[0] * slope[i];
            if i == axis { g + w[1] * rise } else { g }
        }),
        h: symmetric!(i, j => {
            let mut h = near.h[i][j] + w[0] * (far.h[i][j] - near.h[i][j]);
            if i == axis {
                h = h + w[1] * slope[j];
            }
            if j == axis {
                h = h + w[1] * slope[i];
            }
            if i == axis && j == axis {
                h + w[2] * rise
            } else {
                h
            }
        }),
    }
}

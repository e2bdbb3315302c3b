//! Bases: one octave of noise each, in closed form with gradient and Hessian.

mod cellular;
pub(crate) mod corners;
mod directions;
pub(crate) mod edge;
mod gradient;
mod improved_perlin;
mod perlin;
mod simplex;
mod value;
mod white;

pub use cellular::{Cellular, Metric, Output};
pub use improved_perlin::ImprovedPerlin;
pub use perlin::Perlin;
pub use simplex::Simplex;
pub use value::{Fade, Value};
pub use white::White;

use self::edge::Edged;
use crate::each::{each, symmetric};
use crate::edge_rows::EdgeTask;
use crate::hash::Key;
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::{Float, Lanes};
use crate::lattice::Site;
use crate::level::{Element, Level};
use crate::noise::Dimension;
use crate::octave_row::{OctaveCall, octave_in_order};
use crate::sites::{Lie, Sites};
use crate::sum::RowTask;

/// What is known of a basis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    /// All values lie in it.
    pub interval: Interval,
    /// Mean of |n|, to about one percent.
    pub mean_abs: f64,
    /// Mean of n², to about one percent.
    pub mean_square: f64,
    /// Whether the Hessian is continuous.
    pub smooth: bool,
}

impl Facts {
    /// Mean of n. A basis that takes both signs takes them evenly.
    pub fn mean(&self) -> f64 {
        if self.interval.min < 0.0 { 0.0 } else { self.mean_abs }
    }
}

/// One octave of noise in `D` dimensions, on a lattice of unit cells.
pub trait Basis<const D: usize>: Send + Sync {
    /// The noise and its derivatives with respect to unskewed lattice coordinates.
    fn jet<L: Lanes>(&self, l: L, site: &Site<L, D>, key: &Key) -> Jet<L::F, D>;

    /// What is known of it in this dimension.
    fn facts(&self) -> Facts;

    /// The noise along a row of placed samples: the [`jet`](Self::jet) of each vector of them is handed to
    /// `see(at, …)`, `at` a multiple of [`Lanes::LANES`]. Derivatives beyond `ORDER` are not looked at. A basis may
    /// remember from one site to the next what they share.
    #[inline(always)]
    fn row<L: Lanes, const ORDER: usize>(
        &self,
        l: L,
        key: &Key,
        lie: &Lie<'_, L::Scalar, D>,
        sites: &mut Sites<L::Scalar>,
        mut see: impl FnMut(usize, Jet<L::F, D>),
    ) {
        for at in (0..lie.len).step_by(L::LANES) {
            see(at, self.jet(l, &sites.get(l, lie, at), key));
        }
    }

    /// Whether fractals that follow slopes may stand on it; those need a Hessian, and a continuous one.
    const FOLLOWED: bool = true;

    /// The linear map from unskewed to lattice coordinates, for a basis whose lattice is not square.
    fn skew() -> Option<[[f64; D]; D]> {
        None
    }
}

/// Any of the bases.
#[expect(
    clippy::large_enum_variant,
    reason = "a table of 256 bytes, copied once for a noise; behind a pointer it would not be `Copy`"
)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnyBasis {
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

/// Runs an expression with the basis that an [`AnyBasis`] holds.
macro_rules! with_basis {
    ($any:expr, $basis:ident => $body:expr) => {
        match $any {
            $crate::basis::AnyBasis::Perlin($basis) => $body,
            $crate::basis::AnyBasis::ImprovedPerlin($basis) => $body,
            $crate::basis::AnyBasis::Simplex($basis) => $body,
            $crate::basis::AnyBasis::Value($basis) => $body,
            $crate::basis::AnyBasis::Cellular($basis) => $body,
            $crate::basis::AnyBasis::White($basis) => $body,
        }
    };
}

/// Runs an expression with the basis that an [`AnyBasis`] holds, if it is blended from edges in the plane.
macro_rules! with_edged {
    ($any:expr, $basis:ident => $body:expr) => {
        match $any {
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
    pub(crate) fn edge_fade<S: Element>(&self, t: S) -> Option<[S; 3]> {
        with_edged!(self, basis => basis.fade(S::Single::default(), t))
    }

    /// What is known of it in `D` dimensions.
    pub fn facts<const D: usize>(&self) -> Facts
    where
        Self: Dimension<D>,
    {
        Dimension::<D>::facts(self)
    }
}

macro_rules! dimension {
    ($d:literal, $run:ident) => {
        impl Dimension<$d> for AnyBasis {
            fn facts(&self) -> Facts {
                with_basis!(self, basis => Basis::<$d>::facts(basis))
            }

            fn skew(&self) -> Option<[[f64; $d]; $d]> {
                fn of<B: Basis<$d>>(_: &B) -> Option<[[f64; $d]; $d]> {
                    B::skew()
                }
                with_basis!(self, basis => of(basis))
            }

            fn row_f32(level: Level, task: RowTask<'_, f32, $d>) {
                $run(level, task);
            }

            fn row_f64(level: Level, task: RowTask<'_, f64, $d>) {
                $run(level, task);
            }

            fn octave_row<L: Lanes, const ORDER: usize>(&self, l: L, call: OctaveCall<'_, L::Scalar, $d>)
            where
                L::Scalar: Element,
            {
                with_basis!(self, basis => octave_in_order::<L, _, $d, ORDER>(l, basis, call));
            }
        }
    };
}
dimension!(2, run_in_plane);
dimension!(3, run_in_space);

fn run_in_plane<S: Element>(level: Level, task: RowTask<'_, S, 2>) {
    if task.edged() { S::run(level, EdgeTask(task)) } else { S::run(task.level(level), task) }
}

fn run_in_space<S: Element>(level: Level, task: RowTask<'_, S, 3>) {
    S::run(task.level(level), task);
}

/// Perlin's fade (2002), `6t⁵ − 15t⁴ + 10t³`, with its first and second derivatives. All three are continuous
/// across cells: they vanish at 0 and 1 but for the value at 1.
///
/// In `r = 1 − t` they are `t³(1 + 3r + 6r²)`, `30(t·r)²` and `60·t·r·(r − t)`: no differences of large numbers, so
/// nothing is lost to rounding near 1.
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

/// `near + w·(far − near)`, `w` a function of the place along `axis` given with its first two derivatives.
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

//! Nodes that compute from the values of other fields at the same position: modifiers and combiners.
//!
//! Such a node states its value and its partial derivatives with respect to its inputs, once for any number of dimensions.
//! This module computes gradients and Hessians from them by the chain rule.

use std::fmt::Debug;

use orogen_noise::each::for_each;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Order;
use orogen_noise::lanes::{Lanes, Scalar};
use orogen_noise::level::{Element, Level, Task};
use orogen_noise::rows::Rows;

use super::inputs::Inputs;

/// The value of a function of `N` numbers, with its first and second derivatives.
#[derive(Clone, Copy, Debug)]
pub struct Taylor<F, const N: usize> {
    /// The value.
    pub v: F,
    /// Partial derivatives with respect to each input.
    pub d: [F; N],
    /// Second partial derivatives; symmetric.
    pub dd: [[F; N]; N],
}

/// A function of `N` fields.
pub trait Pointwise<const N: usize>: Debug + Send + Sync + 'static {
    /// Value and derivatives. Implementations are `#[inline(always)]` and pass no lanes to closures.
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; N]) -> Taylor<L::F, N>;

    /// An interval that contains the value, for inputs in the given intervals.
    fn interval(&self, x: [Interval; N]) -> Interval;
}

/// Evaluation of a pointwise node over a row of `S`.
pub trait Kernel<S: Element> {
    /// Computes a row of jets of `order` in `dimensions` dimensions from rows of jets.
    fn row(
        &self,
        level: Level,
        order: Order,
        dimensions: usize,
        len: usize,
        inputs: Inputs<'_, S>,
        out: &mut Rows<S>,
    );
}

/// A pointwise node with any number of inputs.
pub trait PointwiseNode: Kernel<f32> + Kernel<f64> + Debug + Send + Sync {
    /// See [`Pointwise::interval`].
    fn interval(&self, inputs: &[Interval]) -> Interval;
}

/// A [`Pointwise`] as a [`PointwiseNode`].
#[derive(Debug)]
pub struct Of<T, const N: usize>(pub T);

impl<T: Pointwise<N>, const N: usize> PointwiseNode for Of<T, N> {
    fn interval(&self, inputs: &[Interval]) -> Interval {
        self.0.interval(std::array::from_fn(|k| inputs[k]))
    }
}

impl<S: Element, T: Pointwise<N>, const N: usize> Kernel<S> for Of<T, N> {
    fn row(
        &self,
        level: Level,
        order: Order,
        dimensions: usize,
        len: usize,
        inputs: Inputs<'_, S>,
        out: &mut Rows<S>,
    ) {
        out.reserve(order.planes(dimensions));
        let inputs = std::array::from_fn(|k| inputs.field(k));
        S::run(level, Apply { node: &self.0, order, dimensions, len, inputs, out });
    }
}

struct Apply<'a, S: Scalar, T, const N: usize> {
    node: &'a T,
    order: Order,
    dimensions: usize,
    len: usize,
    inputs: [&'a Rows<S>; N],
    out: &'a mut Rows<S>,
}

impl<S: Scalar, T: Pointwise<N>, const N: usize> Task<S> for Apply<'_, S, T, N> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        for at in (0..self.len).step_by(L::LANES) {
            let mut x = [l.lit(0.0); N];
            for_each!(k < N => {
                x[k] = l.load(&self.inputs[k].plane(0)[at..]);
            });
            let taylor = self.node.taylor(l, x);
            l.store(taylor.v, &mut self.out.plane_mut(0)[at..]);
            if self.order >= Order::Gradient {
                gradient(l, &taylor, self.dimensions, at, &self.inputs, self.out);
            }
            if self.order >= Order::Hessian {
                hessian(l, &taylor, self.dimensions, at, &self.inputs, self.out);
            }
        }
    }
}

/// `∂ᵢf = Σₖ fₖ·∂ᵢxₖ`, where `fₖ` is the derivative of `f` with respect to the input `xₖ`.
#[inline(always)]
fn gradient<L: Lanes, const N: usize>(
    l: L,
    taylor: &Taylor<L::F, N>,
    dimensions: usize,
    at: usize,
    inputs: &[&Rows<L::Scalar>; N],
    out: &mut Rows<L::Scalar>,
) {
    for plane in 1..=dimensions {
        let mut sum = l.lit(0.0);
        for_each!(k < N => {
            sum = sum + taylor.d[k] * l.load(&inputs[k].plane(plane)[at..]);
        });
        l.store(sum, &mut out.plane_mut(plane)[at..]);
    }
}

/// `∂ᵢⱼf = Σₖ fₖ·∂ᵢⱼxₖ + Σₖₘ fₖₘ·∂ᵢxₖ·∂ⱼxₘ`, where `fₖ` and `fₖₘ` are the derivatives of `f` with respect to inputs.
#[inline(always)]
fn hessian<L: Lanes, const N: usize>(
    l: L,
    taylor: &Taylor<L::F, N>,
    dimensions: usize,
    at: usize,
    inputs: &[&Rows<L::Scalar>; N],
    out: &mut Rows<L::Scalar>,
) {
    let mut plane = 1 + dimensions;
    for i in 0..dimensions {
        for j in i..dimensions {
            let mut sum = l.lit(0.0);
            for_each!(k < N => {
                sum = sum + taylor.d[k] * l.load(&inputs[k].plane(plane)[at..]);
                let slope = l.load(&inputs[k].plane(1 + i)[at..]);
                for_each!(m < N => {
                    sum = sum + taylor.dd[k][m] * (slope * l.load(&inputs[m].plane(1 + j)[at..]));
                });
            });
            l.store(sum, &mut out.plane_mut(plane)[at..]);
            plane += 1;
        }
    }
}

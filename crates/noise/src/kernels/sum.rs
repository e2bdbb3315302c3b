//! Sums octaves over a row, one octave at a time, for any noise with any displacement.

use super::octave_row::OctaveRow;
use super::steps::{ending, slopes, step};
use super::task::{RowTask, Scratch};
use crate::basis::{AnyBasis, Dimension};
use crate::each::{each, for_each};
use crate::fractal::{Ending, Fractal, Sample, State, Step, with_fractal};
use crate::jet::{Jet, Order, jacobian, pull};
use crate::lanes::{Lanes, Scalar};
use crate::level::Task;
use crate::rows::{Rows, planes, shift_planes};

/// Evaluates a row octave by octave.
pub(crate) struct OctavesInOrder<'a, S: Scalar, const D: usize>(pub(crate) RowTask<'a, S, D>);

impl<S: Scalar, const D: usize> Task<S> for OctavesInOrder<'_, S, D>
where
    AnyBasis: Dimension<D>,
{
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        with_fractal!(&self.0.noise.fractal, fractal => in_order::<L, _, D>(l, fractal, self.0));
    }
}

/// Picks the kernel of the task's order.
fn in_order<L: Lanes, T: Fractal<D>, const D: usize>(l: L, fractal: &T, task: RowTask<'_, L::Scalar, D>)
where
    AnyBasis: Dimension<D>,
{
    match task.order {
        Order::Value if const { L::MIN_ORDER == 0 } => sum_octaves::<L, T, D, 0>(l, fractal, task),
        Order::Value | Order::Gradient if const { L::MIN_ORDER <= 1 || T::SLOPES } => {
            sum_octaves::<L, T, D, 1>(l, fractal, task);
        }
        _ => {
            if const { !T::SLOPES } {
                sum_octaves::<L, T, D, 2>(l, fractal, task);
            } else {
                unreachable!("`Noise::row` refuses Hessians of such fractals");
            }
        }
    }
}

/// Evaluates the row.
fn sum_octaves<L: Lanes, T: Fractal<D>, const D: usize, const ORDER: usize>(
    l: L,
    fractal: &T,
    task: RowTask<'_, L::Scalar, D>,
) where
    AnyBasis: Dimension<D>,
{
    let RowTask { noise, strip, line, shift: outer, scratch, out, .. } = task;
    let Scratch { octave: jets, state, shift: inner, sites, .. } = scratch;
    let one = planes::<D, ORDER>();
    jets.reserve(Order::Hessian.planes(D));
    state.reserve(<T::State<L> as State<L, D>>::JETS * one);
    inner.reserve(D * shift_planes(D));
    // If the first octave may be missing or skipped, the state before it is stored here. Otherwise the first octave needs no
    // stored state.
    let begun = noise.octaves.leveled || noise.octaves.list.is_empty();
    if begun {
        begin::<L, T, D, ORDER>(l, fractal, strip.len, state);
    }
    let mut buffers = (state, inner);
    let octaves = noise.octaves.list.iter().zip(&strip.columns).zip(&line.octaves);
    for (index, ((octave, columns), row)) in octaves.enumerate() {
        l.when_positive(octave.weight, &mut buffers, |(state, inner)| {
            let warped = T::WARPS && index > 0;
            let shift = if warped { Some(&**inner) } else { outer };
            let octave_row = OctaveRow {
                l,
                octave,
                lattice: noise.lattice(octave).matrix,
                columns,
                row: *row,
                len: strip.len,
                shift,
                sites,
                out: jets,
            };
            if T::SLOPES && ORDER == 0 {
                octave_row.evaluate::<1>(&noise.basis);
            } else if T::SLOPES {
                octave_row.evaluate::<2>(&noise.basis);
            } else {
                octave_row.evaluate::<ORDER>(&noise.basis);
            }
            let span = Span { len: strip.len, begun: begun || index > 0, wavelength: octave.wavelength };
            add_octave::<L, T, D, ORDER>(l, fractal, &step(noise, index), &span, jets, shift, state);
            if let (true, Some(next)) = (T::WARPS, noise.octaves.list.get(index + 1)) {
                let wavelengths = [noise.octaves.list[0].wavelength, next.wavelength];
                displace::<L, T, D, ORDER>(l, fractal, wavelengths, strip.len, state, outer, inner);
            }
        });
    }
    finish::<L, T, D, ORDER>(l, fractal, &ending(noise), strip.len, buffers.0, out);
}

/// The samples of one step.
struct Span {
    len: usize,
    /// Whether the state before this octave is stored.
    begun: bool,
    wavelength: f64,
}

/// Writes the state before the first octave.
fn begin<L: Lanes, T: Fractal<D>, const D: usize, const ORDER: usize>(
    l: L,
    fractal: &T,
    len: usize,
    state: &mut Rows<L::Scalar>,
) {
    l.vectorize(
        #[inline(always)]
        || {
            for at in (0..len).step_by(L::LANES) {
                fractal.start(l).store::<ORDER>(l, state, 0, at);
            }
        },
    );
}

/// Adds one octave to the state.
fn add_octave<L: Lanes, T: Fractal<D>, const D: usize, const ORDER: usize>(
    l: L,
    fractal: &T,
    step: &Step<f64>,
    span: &Span,
    jets: &Rows<L::Scalar>,
    shift: Option<&Rows<L::Scalar>>,
    state: &mut Rows<L::Scalar>,
) {
    l.vectorize(
        #[inline(always)]
        || {
            let step = step.stored::<L::Scalar>().splat(l);
            let wavelength = l.lit(span.wavelength);
            for at in (0..span.len).step_by(L::LANES) {
                let local = if T::SLOPES && ORDER == 0 {
                    jets.load::<L, D, 1>(l, 0, at)
                } else if T::SLOPES {
                    jets.load::<L, D, 2>(l, 0, at)
                } else {
                    jets.load::<L, D, ORDER>(l, 0, at)
                };
                let sample = match shift {
                    None => Sample { noise: local, slopes: slopes(l, &local, wavelength) },
                    Some(rows) => {
                        let shift = each!(i => {
                            rows.load::<L, D, ORDER>(l, i * shift_planes(D), at)
                        });
                        displaced_sample(l, &local, &shift, wavelength)
                    }
                };
                let before = if span.begun {
                    <T::State<L> as State<L, D>>::load::<ORDER>(l, state, 0, at)
                } else {
                    fractal.start(l)
                };
                fractal.step(l, &step, sample, before).store::<ORDER>(l, state, 0, at);
            }
        },
    );
}

/// The noise at a displaced position `q`, see [`Jet::displaced`]. The slopes are `∂n/∂q` times the wavelength. The gradient of
/// slope `i` is `Jᵀ` times row `i` of the Hessian of `n`, times the wavelength.
#[inline(always)]
fn displaced_sample<L: Lanes, const D: usize>(
    l: L,
    local: &Jet<L::F, D>,
    shift: &[Jet<L::F, D>; D],
    wavelength: L::F,
) -> Sample<L::F, D> {
    let jacobian = jacobian(l, shift);
    let turn: [[L::F; D]; D] = each!(i => pull(&jacobian, &local.h[i]));
    let turned = Jet { h: turn, ..*local };
    Sample { noise: local.displaced(l, shift), slopes: slopes(l, &turned, wavelength) }
}

/// Writes the displacement of the next octave in metres: the displacement of the row plus that of the fractal. `first` and
/// `next` are the wavelengths of the first and of the next octave.
fn displace<L: Lanes, T: Fractal<D>, const D: usize, const ORDER: usize>(
    l: L,
    fractal: &T,
    [first, next]: [f64; 2],
    len: usize,
    state: &Rows<L::Scalar>,
    outer: Option<&Rows<L::Scalar>>,
    inner: &mut Rows<L::Scalar>,
) {
    l.vectorize(
        #[inline(always)]
        || {
            for at in (0..len).step_by(L::LANES) {
                let state = <T::State<L> as State<L, D>>::load::<ORDER>(l, state, 0, at);
                let warp = fractal.warp(l, &state, l.lit(next / first));
                for_each!(axis < D => {
                    let jet = axis * shift_planes(D);
                    let own = warp[axis].times(l.lit(first));
                    let total = match outer {
                        Some(rows) => rows.load::<L, D, ORDER>(l, jet, at).plus(own),
                        None => own,
                    };
                    inner.store::<L, D, ORDER>(l, jet, at, &total);
                });
            }
        },
    );
}

/// Writes the result.
fn finish<L: Lanes, T: Fractal<D>, const D: usize, const ORDER: usize>(
    l: L,
    fractal: &T,
    ending: &Ending<f64>,
    len: usize,
    state: &Rows<L::Scalar>,
    out: &mut Rows<L::Scalar>,
) {
    l.vectorize(
        #[inline(always)]
        || {
            let ending = ending.lanes(l);
            for at in (0..len).step_by(L::LANES) {
                let state = <T::State<L> as State<L, D>>::load::<ORDER>(l, state, 0, at);
                let result = fractal.finish(l, &state, &ending);
                out.store::<L, D, ORDER>(l, 0, at, &result);
            }
        },
    );
}

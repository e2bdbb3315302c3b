//! Octaves summed over a row, one after the other: any noise on any ground.

use crate::basis::AnyBasis;
use crate::each::each;
use crate::fractal::{Ending, Fractal, Sample, State, Step, with_fractal};
use crate::jet::{Jet, Order, jacobian, pull};
use crate::lanes::Lanes;
use crate::level::{Element, Level, Task};
use crate::noise::{Dimension, Line, Noise, Scratch, Strip};
use crate::octave_row::OctaveCall;
use crate::rows::{Rows, planes, shift_planes};

/// One row of a noise.
#[doc(hidden)]
#[derive(Debug)]
pub struct RowTask<'a, S: Element, const D: usize> {
    pub(crate) noise: &'a Noise<D>,
    pub(crate) order: Order,
    pub(crate) strip: &'a Strip<S, D>,
    pub(crate) line: &'a Line<S, D>,
    pub(crate) shift: Option<&'a Rows<S>>,
    pub(crate) scratch: &'a mut Scratch<S>,
    pub(crate) out: &'a mut Rows<S>,
}

impl<S: Element, const D: usize> RowTask<'_, S, D> {
    /// Whether the row shares edges with others.
    pub(crate) fn edged(&self) -> bool {
        self.shift.is_none() && self.strip.edged
    }
}

impl<S: Element, const D: usize> RowTask<'_, S, D>
where
    AnyBasis: Dimension<D>,
{
    /// The level to sum octave by octave at. There are kernels of vectors for all but Hessians of bases that no fractal
    /// follows, see [`octave_in_order`](crate::octave_row::octave_in_order); all levels give the same bits, so the slow
    /// one will do for what has no other.
    pub(crate) fn level(&self, level: Level) -> Level {
        let in_vectors = self.order < Order::Hessian || self.noise.basis.facts::<D>().smooth;
        if in_vectors { level } else { level.narrowest() }
    }
}

impl<S: Element, const D: usize> Task<S> for RowTask<'_, S, D>
where
    AnyBasis: Dimension<D>,
{
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        with_fractal!(&self.noise.fractal, fractal => in_order::<L, _, D>(l, fractal, self));
    }
}

/// Picks the kernel of the task's order.
fn in_order<L: Lanes, T: Fractal<D>, const D: usize>(l: L, fractal: &T, task: RowTask<'_, L::Scalar, D>)
where
    L::Scalar: Element,
    AnyBasis: Dimension<D>,
{
    match task.order {
        Order::Value => sum_octaves::<L, T, D, 0>(l, fractal, task),
        Order::Gradient => sum_octaves::<L, T, D, 1>(l, fractal, task),
        Order::Hessian => {
            if const { !T::SLOPES } {
                sum_octaves::<L, T, D, 2>(l, fractal, task);
            } else {
                unreachable!("fractals without a Hessian are not asked for one");
            }
        }
    }
}

fn sum_octaves<L: Lanes, T: Fractal<D>, const D: usize, const ORDER: usize>(
    l: L,
    fractal: &T,
    task: RowTask<'_, L::Scalar, D>,
) where
    L::Scalar: Element,
    AnyBasis: Dimension<D>,
{
    let RowTask { noise, strip, line, shift: outer, scratch, out, .. } = task;
    let Scratch { octave: jets, state, shift: inner, sites, .. } = scratch;
    let one = planes::<D, ORDER>();
    jets.reserve(Order::Hessian.planes(D));
    state.reserve(<T::State<L> as State<L, D>>::JETS * one);
    inner.reserve(D * shift_planes(D));
    // Without a first octave to begin the state.
    let begun = noise.octaves.leveled || noise.octaves.list.is_empty();
    if begun {
        begin::<L, T, D, ORDER>(l, fractal, strip.len, state);
    }
    let mut held = (state, inner);
    let octaves = noise.octaves.list.iter().zip(&strip.columns).zip(&line.octaves);
    for (index, ((octave, columns), row)) in octaves.enumerate() {
        l.when_positive(octave.weight, &mut held, |(state, inner)| {
            let warped = T::WARPS && index > 0;
            let call = OctaveCall {
                octave,
                lattice: noise.lattice(octave).matrix,
                columns,
                row: *row,
                len: strip.len,
                shift: if warped { Some(&**inner) } else { outer },
                sites,
                out: jets,
            };
            if T::SLOPES && ORDER == 0 {
                noise.basis.octave_row::<L, 1>(l, call);
            } else if T::SLOPES {
                noise.basis.octave_row::<L, 2>(l, call);
            } else {
                noise.basis.octave_row::<L, ORDER>(l, call);
            }
            let shift = if warped { Some(&**inner) } else { outer };
            let span = Span { len: strip.len, begun: begun || index > 0, wavelength: octave.wavelength };
            add_octave::<L, T, D, ORDER>(l, fractal, &step(noise, index), &span, jets, shift, state);
            if let (true, Some(next)) = (T::WARPS, noise.octaves.list.get(index + 1)) {
                let wavelengths = [noise.octaves.list[0].wavelength, next.wavelength];
                displace::<L, T, D, ORDER>(l, fractal, wavelengths, strip.len, state, outer, inner);
            }
        });
    }
    finish::<L, T, D, ORDER>(l, fractal, &ending(noise), strip.len, held.0, out);
}

/// What a fractal is told of an octave.
pub(crate) fn step<const D: usize>(noise: &Noise<D>, index: usize) -> Step<f64>
where
    AnyBasis: Dimension<D>,
{
    let (facts, octave) = (noise.basis.facts::<D>(), &noise.octaves.list[index]);
    Step {
        index,
        amplitude: noise.octaves.amplitudes[index],
        gain: octave.gain,
        weight: octave.weight,
        seen: noise.octaves.amplitudes[index] * octave.weight,
        mean_abs: facts.mean_abs,
        mean: facts.mean(),
        mean_square: facts.mean_square,
    }
}

/// What it is told in the end.
pub(crate) fn ending<const D: usize>(noise: &Noise<D>) -> Ending<f64>
where
    AnyBasis: Dimension<D>,
{
    let (facts, octaves) = (noise.basis.facts::<D>(), &noise.octaves);
    let fading = octaves.seen().iter().zip(&octaves.amplitudes);
    let faded: f64 = fading.map(|(octave, amplitude)| amplitude * (1.0 - octave.weight)).sum();
    Ending {
        scale: 1.0 / octaves.total,
        rest: octaves.rest,
        unseen: octaves.rest + faded,
        tail: octaves.tail,
        mean_abs: facts.mean_abs,
        mean: facts.mean(),
        mean_square: facts.mean_square,
    }
}

struct Span {
    len: usize,
    /// Whether there is a state to go on from.
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

/// Feeds one octave to the fractal.
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

/// Slopes per cell with their gradients: rows of the Hessian, where the position is not displaced.
#[inline(always)]
pub(crate) fn slopes<L: Lanes, const D: usize>(
    l: L,
    local: &Jet<L::F, D>,
    wavelength: L::F,
) -> [Jet<L::F, D>; D] {
    each!(i => Jet {
        v: local.g[i] * wavelength,
        g: each!(j => local.h[i][j] * wavelength),
        h: [[l.lit(0.0); D]; D],
    })
}

/// The noise at a displaced place, see [`Jet::displaced`]. Slopes are `∂n/∂q` per cell, their gradients `Jᵀ(Hn)`.
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

/// Writes the displacement of the next octave, in metres: the outer one plus the fractal's own, from the wavelengths
/// of the first and of the next octave.
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
                for (i, own) in warp.iter().enumerate() {
                    let jet = i * shift_planes(D);
                    let own = own.times(l.lit(first));
                    let total = match outer {
                        Some(rows) => rows.load::<L, D, ORDER>(l, jet, at).plus(own),
                        None => own,
                    };
                    inner.store::<L, D, ORDER>(l, jet, at, &total);
                }
            }
        },
    );
}

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

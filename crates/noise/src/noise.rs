//! A basis, its octaves and the way they are summed: what a recipe's noise field is, and its evaluation in rows.

use crate::basis::{AnyBasis, Basis, Facts};
use crate::each::{each, symmetric};
use crate::fractal::{AnyFractal, Ending, Fractal, Sample, State, Step, with_fractal};
use crate::interval::Interval;
use crate::jet::{Jet, Order, jacobian, pull, sum};
use crate::lanes::{Float, Lanes, Scalar64};
use crate::lattice::{Columns, Row, Site};
use crate::level::{Element, Level, Task};
use crate::octaves::{Layout, Octave, Octaves};
use crate::rows::{Rows, STRIP, planes, shift_planes};

/// A noise in `D` dimensions, ready to be evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct Noise<const D: usize> {
    /// One octave's shape.
    pub basis: AnyBasis,
    /// How octaves are summed.
    pub fractal: AnyFractal,
    /// The octaves.
    pub octaves: Octaves<D>,
}

/// The columns' share of a strip's positions in every octave's lattice: made once, used for every row.
#[derive(Clone, Debug)]
pub struct Strip<S: Element, const D: usize> {
    columns: Vec<Columns<S, D>>,
    len: usize,
}

/// Rows that an evaluation works in. Keep one per thread and use it again.
#[derive(Clone, Debug, Default)]
pub struct Scratch<S: Element> {
    octave: Rows<S>,
    state: Rows<S>,
    shift: Rows<S>,
}

/// Why a noise cannot be made, or not be evaluated as asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoiseError {
    /// A Hessian asked of a fractal that has none.
    NoHessian,
    /// A fractal that feeds slopes back over a basis whose slopes jump, see [`Facts::smooth`].
    SlopesJump,
}

impl std::fmt::Display for NoiseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NoHessian => {
                "fractals that feed slopes back have no Hessian: it would need third derivatives of the basis"
            }
            Self::SlopesJump => "fractals that feed slopes back need a basis with a continuous Hessian",
        })
    }
}

impl std::error::Error for NoiseError {}

impl<const D: usize> Noise<D>
where
    AnyBasis: Dimension<D>,
{
    /// A noise of these parts.
    ///
    /// # Errors
    /// [`NoiseError::SlopesJump`].
    ///
    /// ```
    /// use orogen_noise::basis::{AnyBasis, White};
    /// use orogen_noise::fractal::{AnyFractal, Fbm, Swiss};
    /// use orogen_noise::noise::{Noise, NoiseError};
    /// use orogen_noise::octaves::Layout;
    ///
    /// let white = |fractal| Noise::<2>::new(AnyBasis::White(White), fractal, &Layout::single(7, 500.0));
    /// assert!(white(AnyFractal::Fbm(Fbm)).is_ok());
    /// assert_eq!(white(AnyFractal::Swiss(Swiss::default())), Err(NoiseError::SlopesJump));
    /// ```
    pub fn new(basis: AnyBasis, fractal: AnyFractal, layout: &Layout) -> Result<Self, NoiseError> {
        let mut octaves = Octaves::new(layout);
        fractal.arrange(&mut octaves);
        let noise = Self { basis, fractal, octaves };
        noise.check_slopes().map(|()| noise)
    }

    /// Refuses to follow slopes that jump: kernels for that are not even compiled.
    fn check_slopes(&self) -> Result<(), NoiseError> {
        let jump = self.fractal.slopes() && !self.basis.facts::<D>().smooth;
        if jump { Err(NoiseError::SlopesJump) } else { Ok(()) }
    }

    /// The noise at one point in `f64`, with gradient and, where there is one, Hessian (else zeros). For many
    /// points, [`Noise::row`] is much faster.
    pub fn at(&self, point: [f64; D]) -> Jet<f64, D> {
        let strip = self.strip::<f64>(&[point]);
        let (order, mut out) = (self.max_order(), Rows::default());
        let done = self.row(Level::Scalar, order, &strip, &[0.0; D], None, &mut Scratch::default(), &mut out);
        debug_assert!(done.is_ok(), "the order is one the noise has");
        if order == Order::Hessian {
            out.load::<_, D, 2>(Scalar64, 0, 0)
        } else {
            out.load::<_, D, 1>(Scalar64, 0, 0)
        }
    }

    /// The interval all values lie in.
    pub fn interval(&self) -> Interval {
        self.fractal.interval(&self.octaves, self.basis.facts::<D>().interval)
    }

    /// The highest order of derivatives there is.
    pub fn max_order(&self) -> Order {
        if self.fractal.slopes() { Order::Gradient } else { Order::Hessian }
    }

    /// Maps a strip of at most [`STRIP`] columns into the octaves' lattices.
    pub fn strip<S: Element>(&self, positions: &[[f64; D]]) -> Strip<S, D> {
        assert!(positions.len() <= STRIP, "a strip has at most {STRIP} columns");
        let positions: Vec<_> = positions.iter().map(|position| self.octaves.within_tile(position)).collect();
        let columns =
            self.octaves.list.iter().map(|octave| Columns::new(&self.lattice(octave), &positions, STRIP));
        Strip { columns: columns.collect(), len: positions.len() }
    }

    fn lattice(&self, octave: &Octave<D>) -> crate::lattice::Map<D> {
        match self.basis.skew() {
            Some(skew) => octave.map.then(&skew),
            None => octave.map,
        }
    }

    /// Evaluates one row: sample `i` lies at the strip's position `i` plus `row`, displaced by `shift` if given
    /// (`D` jets of at least that order, [`shift_planes`] apart: metres along each axis). Writes the planes of one jet,
    /// derivatives per metre.
    ///
    /// # Errors
    /// [`NoiseError::NoHessian`]; and [`NoiseError::SlopesJump`] of a noise whose parts were exchanged for ones that
    /// [`Noise::new`] refuses.
    pub fn row<S: Element>(
        &self,
        level: Level,
        order: Order,
        strip: &Strip<S, D>,
        row: &[f64; D],
        shift: Option<&Rows<S>>,
        scratch: &mut Scratch<S>,
        out: &mut Rows<S>,
    ) -> Result<(), NoiseError> {
        if order > self.max_order() {
            return Err(NoiseError::NoHessian);
        }
        self.check_slopes()?;
        out.reserve(order.planes(D));
        S::row(level, RowTask { noise: self, order, strip, row, shift, scratch, out });
        Ok(())
    }
}

/// Bases exist in this dimension.
pub trait Dimension<const D: usize> {
    /// See [`Basis::facts`].
    fn facts(&self) -> Facts;
    /// The basis's skew, see [`Basis::skew`].
    fn skew(&self) -> Option<[[f64; D]; D]>;
    /// Evaluates a row of `f32`. Not generic, so that kernels are compiled once, with this crate and as it is
    /// optimised, rather than with every crate that uses them.
    #[doc(hidden)]
    fn row_f32(level: Level, task: RowTask<'_, f32, D>);
    /// Evaluates a row of `f64`.
    #[doc(hidden)]
    fn row_f64(level: Level, task: RowTask<'_, f64, D>);
    /// Evaluates one octave over a row.
    #[doc(hidden)]
    fn octave_row<L: Lanes, const ORDER: usize>(&self, l: L, call: OctaveCall<'_, L::Scalar, D>)
    where
        L::Scalar: Element;
}

/// One row of a noise.
#[doc(hidden)]
#[derive(Debug)]
pub struct RowTask<'a, S: Element, const D: usize> {
    noise: &'a Noise<D>,
    pub(crate) order: Order,
    strip: &'a Strip<S, D>,
    row: &'a [f64; D],
    shift: Option<&'a Rows<S>>,
    scratch: &'a mut Scratch<S>,
    out: &'a mut Rows<S>,
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

/// Picks the kernel of the task's order. Hessians are evaluated one sample at a time (see [`Element::row`]): for
/// vectors their kernels are not even compiled, which would take longer than all others together.
fn in_order<L: Lanes, T: Fractal<D>, const D: usize>(l: L, fractal: &T, task: RowTask<'_, L::Scalar, D>)
where
    L::Scalar: Element,
    AnyBasis: Dimension<D>,
{
    match task.order {
        Order::Value => sum_octaves::<L, T, D, 0>(l, fractal, task),
        Order::Gradient => sum_octaves::<L, T, D, 1>(l, fractal, task),
        Order::Hessian => {
            if const { L::LANES == 1 && !T::SLOPES } {
                sum_octaves::<L, T, D, 2>(l, fractal, task);
            } else {
                unreachable!("Hessians are evaluated one sample at a time, where there are any");
            }
        }
    }
}

/// One octave over one row.
#[doc(hidden)]
#[derive(Debug)]
pub struct OctaveCall<'a, S: Element, const D: usize> {
    pub(crate) octave: &'a Octave<D>,
    pub(crate) skew: Option<[[f64; D]; D]>,
    pub(crate) columns: &'a Columns<S, D>,
    pub(crate) row: Row<S, D>,
    pub(crate) len: usize,
    pub(crate) shift: Option<&'a Rows<S>>,
    pub(crate) out: &'a mut Rows<S>,
}

fn sum_octaves<L: Lanes, T: Fractal<D>, const D: usize, const ORDER: usize>(
    l: L,
    fractal: &T,
    task: RowTask<'_, L::Scalar, D>,
) where
    L::Scalar: Element,
    AnyBasis: Dimension<D>,
{
    let RowTask { noise, strip, row, shift: outer, scratch, out, .. } = task;
    let Scratch { octave: jets, state, shift: inner } = scratch;
    let one = planes::<D, ORDER>();
    jets.reserve(Order::Hessian.planes(D));
    state.reserve(<T::State<L> as State<L, D>>::JETS * one);
    inner.reserve(D * shift_planes(D));
    let facts = noise.basis.facts::<D>();
    let (mean, mean_abs, mean_square) = (facts.mean(), facts.mean_abs, facts.mean_square);
    let row = &noise.octaves.within_tile(row);
    for (index, (octave, columns)) in noise.octaves.list.iter().zip(&strip.columns).enumerate() {
        let step = Step {
            index,
            amplitude: noise.octaves.amplitudes[index],
            gain: octave.gain,
            weight: octave.weight,
            mean_abs,
            mean,
            mean_square,
        };
        let warped = T::WARPS && index > 0;
        let shift = if warped { Some(&*inner) } else { outer };
        let call = OctaveCall {
            octave,
            skew: noise.basis.skew(),
            columns,
            row: Row::new(&noise.lattice(octave), row),
            len: strip.len,
            shift,
            out: jets,
        };
        if T::SLOPES && ORDER == 0 {
            noise.basis.octave_row::<L, 1>(l, call);
        } else if T::SLOPES {
            noise.basis.octave_row::<L, 2>(l, call);
        } else {
            noise.basis.octave_row::<L, ORDER>(l, call);
        }
        let shift = if warped { Some(&*inner) } else { outer };
        let span = Span { len: strip.len, first: index == 0, wavelength: octave.wavelength };
        add_octave::<L, T, D, ORDER>(l, fractal, &step, &span, jets, shift, state);
        if let (true, Some(next)) = (T::WARPS, noise.octaves.list.get(index + 1)) {
            let wavelengths = [noise.octaves.list[0].wavelength, next.wavelength];
            displace::<L, T, D, ORDER>(l, fractal, wavelengths, strip.len, state, outer, inner);
        }
    }
    let octaves = &noise.octaves;
    let ending = Ending {
        scale: 1.0 / octaves.total,
        rest: octaves.rest,
        tail: octaves.tail,
        mean_abs,
        mean,
        mean_square,
    };
    finish::<L, T, D, ORDER>(l, fractal, &ending, octaves.list.is_empty(), strip.len, state, out);
}

struct Span {
    len: usize,
    first: bool,
    wavelength: f64,
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
            let step = step.lanes(l);
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
                let before = if span.first {
                    fractal.start(l)
                } else {
                    <T::State<L> as State<L, D>>::load::<ORDER>(l, state, 0, at)
                };
                fractal.step(l, &step, sample, before).store::<ORDER>(l, state, 0, at);
            }
        },
    );
}

/// Slopes per cell with their gradients: rows of the Hessian, where the position is not displaced.
#[inline(always)]
fn slopes<L: Lanes, const D: usize>(l: L, local: &Jet<L::F, D>, wavelength: L::F) -> [Jet<L::F, D>; D] {
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
    empty: bool,
    len: usize,
    state: &Rows<L::Scalar>,
    out: &mut Rows<L::Scalar>,
) {
    l.vectorize(
        #[inline(always)]
        || {
            let ending = ending.lanes(l);
            for at in (0..len).step_by(L::LANES) {
                let state = if empty {
                    fractal.start(l)
                } else {
                    <T::State<L> as State<L, D>>::load::<ORDER>(l, state, 0, at)
                };
                let result = fractal.finish(l, &state, &ending);
                out.store::<L, D, ORDER>(l, 0, at, &result);
            }
        },
    );
}

/// [`octave_row`], where it can be asked for: a Hessian only one sample at a time, or of a basis whose slopes a
/// fractal may follow, see [`Noise::new`].
pub(crate) fn octave_in_order<L: Lanes, B: Basis<D>, const D: usize, const ORDER: usize>(
    l: L,
    basis: &B,
    call: OctaveCall<'_, L::Scalar, D>,
) where
    L::Scalar: Element,
{
    if const { ORDER < 2 || L::LANES == 1 || B::FOLLOWED } {
        octave_row::<L, B, D, ORDER>(l, basis, call);
    } else {
        unreachable!("no fractal follows the slopes of this basis");
    }
}

/// Evaluates one octave of a basis over a row: jets per metre with respect to the displaced position.
pub(crate) fn octave_row<L: Lanes, B: Basis<D>, const D: usize, const ORDER: usize>(
    l: L,
    basis: &B,
    call: OctaveCall<'_, L::Scalar, D>,
) where
    L::Scalar: Element,
{
    let OctaveCall { octave, skew, columns, row, len, shift, out } = call;
    let matrix = octave.map.matrix;
    let lattice = skew.map_or(octave.map, |skew| octave.map.then(&skew)).matrix;
    let turned = is_turned(&matrix);
    l.vectorize(
        #[inline(always)]
        || {
            let per_metre: [[L::F; D]; D] = each!(i => each!(j => l.lit(matrix[i][j])));
            let lattice: [[L::F; D]; D] = each!(i => each!(j => l.lit(lattice[i][j])));
            basis.row::<L, ORDER>(
                l,
                &octave.key,
                len,
                #[inline(always)]
                |at| {
                    let site = Site::new(l, columns, &row, octave.wrap, at);
                    let Some(rows) = shift else { return site };
                    let metres: [_; D] = each!(i => l.load(&rows.plane(i * shift_planes(D))[at..]));
                    site.moved(l, each!(i => sum::<_, D>(each!(j => lattice[i][j] * metres[j]))))
                },
                #[inline(always)]
                |at, jet| {
                    let jet = if turned { unturn(&per_metre, &jet) } else { unscale(&per_metre, &jet) };
                    out.store::<L, D, ORDER>(l, 0, at, &jet);
                },
            );
        },
    );
}

/// Whether lattice axes do not lie along the axes of the ground.
#[inline(always)]
pub(crate) fn is_turned<const D: usize>(matrix: &[[f64; D]; D]) -> bool {
    (0..D).any(|i| (0..D).any(|j| i != j && matrix[i][j] != 0.0))
}

/// Derivatives per cell of a turned lattice as derivatives per metre: `Mᵀg` and `MᵀHM`.
#[inline(always)]
pub(crate) fn unturn<F: Float, const D: usize>(m: &[[F; D]; D], jet: &Jet<F, D>) -> Jet<F, D> {
    let half: [[F; D]; D] = each!(i => {
        each!(j => sum::<_, D>(each!(k => jet.h[i][k] * m[k][j])))
    });
    Jet {
        v: jet.v,
        g: each!(j => sum::<_, D>(each!(i => m[i][j] * jet.g[i]))),
        h: symmetric!(i, j => sum::<_, D>(each!(k => m[k][i] * half[k][j]))),
    }
}

/// The same for a lattice that is not turned.
#[inline(always)]
pub(crate) fn unscale<F: Float, const D: usize>(m: &[[F; D]; D], jet: &Jet<F, D>) -> Jet<F, D> {
    Jet {
        v: jet.v,
        g: each!(i => m[i][i] * jet.g[i]),
        h: symmetric!(i, j => m[i][i] * (m[j][j] * jet.h[i][j])),
    }
}

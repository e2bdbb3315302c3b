//! Evaluation of a noise. The type of the numbers and the dimension select the kernels.

use crate::basis::{AnyBasis, Dimension, PerDimension};
use crate::definition::{Line, Noise, NoiseError, Strip};
use crate::jet::{Jet, Order};
use crate::kernels::{EdgeTask, OctavesInOrder, RowTask, Scratch};
use crate::lanes::Scalar64;
use crate::level::{Element, Level, PerElement};
use crate::rows::Rows;

impl<const D: usize> Noise<D>
where
    AnyBasis: Dimension<D>,
{
    /// The noise at one point in `f64`, with its gradient and Hessian. If the Hessian is not available, it is zero. For many
    /// points, [`fill`](Self::fill) and [`row`](Self::row) are much faster.
    pub fn at(&self, point: [f64; D]) -> Jet<f64, D> {
        self.at_order(point, self.max_order())
    }

    /// The noise at one point, with derivatives up to `order`. This order must be available.
    pub(crate) fn at_order(&self, point: [f64; D], order: Order) -> Jet<f64, D> {
        let (strip, line) = (self.strip::<f64>(&[point]), self.line(&[0.0; D]));
        let mut out = Rows::default();
        let done = self.row(Level::best(), order, &strip, &line, None, &mut Scratch::default(), &mut out);
        debug_assert!(done.is_ok(), "the order is available");
        match order {
            Order::Value => out.load::<_, D, 0>(Scalar64, 0, 0),
            Order::Gradient => out.load::<_, D, 1>(Scalar64, 0, 0),
            Order::Hessian => out.load::<_, D, 2>(Scalar64, 0, 0),
        }
    }

    /// Evaluates one row. The position of sample `i` is position `i` of the strip plus the position of the line. `shift`, if
    /// given, displaces the samples: for each axis it contains the displacement in metres, as a jet with derivatives up to
    /// `order` or higher. The jet of axis `i` begins at plane `i` times [`shift_planes`](crate::rows::shift_planes). Writes the
    /// planes of one jet to `out`, with derivatives per metre.
    ///
    /// # Errors
    /// [`NoiseError::NoHessian`] if `order` is [`Order::Hessian`] and the fractal has no Hessian. [`NoiseError::SlopesJump`] if
    /// the fields of the noise were changed to a combination that [`Noise::new`] refuses.
    ///
    /// ```
    /// use orogen_noise::noise::Scratch;
    /// use orogen_noise::rows::Rows;
    /// use orogen_noise::{Fbm, Level, Order, Perlin};
    ///
    /// let fbm = Fbm::new(Perlin);
    /// let noise = fbm.noise::<2>();
    /// let strip = noise.strip::<f32>(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]);
    /// let (mut scratch, mut out) = (Scratch::default(), Rows::default());
    /// for y in 0..3 {
    ///     let line = noise.line(&[0.0, f64::from(y)]);
    ///     noise.row(Level::best(), Order::Gradient, &strip, &line, None, &mut scratch, &mut out)?;
    ///     let (values, slopes_along_x) = (&out.plane(0)[..3], &out.plane(1)[..3]);
    ///     println!("{values:?} {slopes_along_x:?}");
    /// }
    /// # Ok::<(), orogen_noise::NoiseError>(())
    /// ```
    pub fn row<S: Element>(
        &self,
        level: Level,
        order: Order,
        strip: &Strip<S, D>,
        line: &Line<S, D>,
        shift: Option<&Rows<S>>,
        scratch: &mut Scratch<S>,
        out: &mut Rows<S>,
    ) -> Result<(), NoiseError> {
        if order > self.max_order() {
            return Err(NoiseError::NoHessian);
        }
        self.check_slopes()?;
        // Some kernels write more derivatives than asked for, see `Lanes::MIN_ORDER`.
        out.reserve(Order::Hessian.planes(D));
        let (single, double) = AnyBasis::pick::<BothElements>(
            (row_of_plane_single, row_of_plane_double),
            (row_of_space_single, row_of_space_double),
        );
        S::pick::<RowFunction<D>>(single, double)(
            level,
            RowTask { noise: self, order, strip, line, shift, scratch, out },
        );
        Ok(())
    }
}

/// A function that evaluates a row in `D` dimensions.
struct RowFunction<const D: usize>;

impl<const D: usize> PerElement for RowFunction<D> {
    type Of<S: Element> = fn(Level, RowTask<'_, S, D>);
}

/// A [`RowFunction`] for `f32` and one for `f64`.
struct BothElements;

impl PerDimension for BothElements {
    type In<const D: usize> = (fn(Level, RowTask<'_, f32, D>), fn(Level, RowTask<'_, f64, D>));
}

// These functions are not generic. So their kernels are compiled once, in this crate with its optimisation level, and not
// again in every crate that evaluates noise.

fn row_of_plane_single(level: Level, task: RowTask<'_, f32, 2>) {
    row_of_plane(level, task);
}

fn row_of_plane_double(level: Level, task: RowTask<'_, f64, 2>) {
    row_of_plane(level, task);
}

fn row_of_space_single(level: Level, task: RowTask<'_, f32, 3>) {
    row_in_order(level, task);
}

fn row_of_space_double(level: Level, task: RowTask<'_, f64, 3>) {
    row_in_order(level, task);
}

fn row_of_plane<S: Element>(level: Level, task: RowTask<'_, S, 2>) {
    if task.edged() { S::run(level, EdgeTask(task)) } else { row_in_order(level, task) }
}

fn row_in_order<S: Element, const D: usize>(level: Level, task: RowTask<'_, S, D>)
where
    AnyBasis: Dimension<D>,
{
    S::run(task.level(level), OctavesInOrder(task));
}

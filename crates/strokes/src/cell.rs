//! Applies strokes to a small group of neighbouring samples.
//!
//! Each sample is computed separately, in double precision and in a fixed order: stroke by stroke, dab by dab. The cell of a
//! sample only decides which dabs are visited. All other dabs have no weight in the cell. So the bits of a sample depend only
//! on the position, the ground at the position, and the strokes.
//!
//! Additive tools use the sum of the dabs' weights. Tools that move the ground from its height *h* towards a target *t*
//! give *t* + Π(1 − *w*ᵢ)·(*h* − *t*) after all dabs, where *w*ᵢ are the weights of the dabs. So a tool is computed once
//! per sample and stroke. For each sample that it reaches, a dab takes a square root and about 40 operations, including
//! slopes. Only pictures, and fields along the stroke, are evaluated for each dab. Slopes follow from the product rule, so
//! they are exact.

use orogen_engine::bounds::Bounds;

use crate::dab::Dab;
use crate::field::{Field, Frame};
use crate::jet::{Jet, Precision};
use crate::picture::Picture;
use crate::prepared_stroke::{Action, PreparedStroke};
use crate::vector::dot;

/// Neighbouring samples.
#[derive(Clone, Debug)]
pub(crate) struct Cell<const D: usize> {
    /// The positions of the samples, in metres.
    pub(crate) positions: Vec<[f64; D]>,
    /// The ground so far.
    pub(crate) ground: Vec<Jet<D>>,
    /// The ground without strokes.
    pub(crate) base: Vec<Jet<D>>,
    /// The blurred ground, if the stroke blurs.
    pub(crate) blurred: Vec<Jet<D>>,
    /// The sums over the dabs of a stroke.
    gathered: Vec<Jet<D>>,
    touched: Vec<bool>,
}

impl<const D: usize> Cell<D> {
    pub(crate) fn new() -> Self {
        Self {
            positions: Vec::new(),
            ground: Vec::new(),
            base: Vec::new(),
            blurred: Vec::new(),
            gathered: Vec::new(),
            touched: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.positions.clear();
        self.ground.clear();
        self.base.clear();
        self.blurred.clear();
    }

    pub(crate) fn bounds(&self) -> Bounds {
        self.positions.iter().fold(Bounds::NONE, |bounds, position| bounds.with(position))
    }

    /// Applies a stroke to the samples. `bounds` are the bounds of the cell.
    pub(crate) fn apply(&mut self, stroke: &PreparedStroke, bounds: &Bounds, precision: Precision) {
        match &stroke.action {
            Action::Raise { metres } => {
                self.gather(stroke, bounds, 0.0, |sum, weight, _, _| *sum = sum.plus(weight));
                self.add(stroke, |_, sum| sum.scaled(*metres));
            }
            Action::Stamp { picture, metres, radius } => {
                self.gather(stroke, bounds, 0.0, |sum, weight, dab, position| {
                    *sum = sum.plus(&weight.times(&stamped(picture, *radius, dab, position)));
                });
                self.add(stroke, |_, sum| sum.scaled(*metres));
            }
            Action::Field(field) => match field.frame {
                Frame::Ground { .. } => self.add_field(stroke, field, bounds, precision),
                Frame::Stroke { .. } => self.add_along(stroke, field, bounds, precision),
            },
            Action::Level { to } => self.move_towards(stroke, bounds, |_, _| Jet::constant(*to)),
            Action::Erase => self.move_towards(stroke, bounds, |cell, i| cell.base[i]),
            Action::Ledge { step, riser } => {
                self.move_towards(stroke, bounds, |cell, i| terraced(&cell.ground[i], *step, *riser));
            }
            Action::Blur { sharpen: false, .. } => {
                self.move_towards(stroke, bounds, |cell, i| cell.blurred[i]);
            }
            Action::Blur { sharpen: true, .. } => self.move_towards(stroke, bounds, |cell, i| {
                cell.ground[i].plus(&cell.ground[i].minus(&cell.blurred[i]))
            }),
        }
    }

    /// For each sample, whether a stroke touches it.
    pub(crate) fn touched_by(&mut self, stroke: &PreparedStroke, bounds: &Bounds) -> &[bool] {
        self.gather(stroke, bounds, 0.0, |_, _, _, _| {});
        &self.touched
    }

    /// Folds over all pairs of a sample and a dab that reaches it. The dabs are in order.
    fn gather(
        &mut self,
        stroke: &PreparedStroke,
        bounds: &Bounds,
        start: f64,
        mut fold: impl FnMut(&mut Jet<D>, &Jet<D>, &Dab, &[f64; D]),
    ) {
        self.gathered.clear();
        self.gathered.resize(self.positions.len(), Jet::constant(start));
        self.touched.clear();
        self.touched.resize(self.positions.len(), false);
        for dab in near(stroke, bounds) {
            for (i, position) in self.positions.iter().enumerate() {
                if let Some(weight) = weight(stroke, dab, position) {
                    self.touched[i] = true;
                    fold(&mut self.gathered[i], &weight, dab, position);
                }
            }
        }
    }

    /// Moves the ground from its height *h* to *t* + *P*(*h* − *t*), where *t* is the target and *P* is the product of 1 −
    /// *w* over the weights *w* of all dabs. Where *P* is 0, the result is exactly the target.
    fn move_towards(
        &mut self,
        stroke: &PreparedStroke,
        bounds: &Bounds,
        target: impl Fn(&Self, usize) -> Jet<D>,
    ) {
        self.gather(stroke, bounds, 1.0, |left, weight, _, _| {
            *left = left.times(&Jet::constant(1.0).minus(weight));
        });
        for i in 0..self.positions.len() {
            if self.touched[i] {
                let (ground, target) = (self.ground[i], target(self, i));
                let moved = target.plus(&self.gathered[i].times(&ground.minus(&target)));
                self.ground[i] = permitted(stroke, ground, moved);
            }
        }
    }

    /// Adds a height computed from the gathered weights.
    fn add(&mut self, stroke: &PreparedStroke, rise: impl Fn(usize, &Jet<D>) -> Jet<D>) {
        for i in 0..self.positions.len() {
            if self.touched[i] {
                let raised = self.ground[i].plus(&rise(i, &self.gathered[i]));
                self.ground[i] = permitted(stroke, self.ground[i], raised);
            }
        }
    }

    /// Adds a field whose coordinates are the same for all dabs. So the field is evaluated once per sample.
    fn add_field(&mut self, stroke: &PreparedStroke, field: &Field, bounds: &Bounds, precision: Precision) {
        self.gather(stroke, bounds, 0.0, |sum, weight, _, _| *sum = sum.plus(weight));
        let dab = &stroke.dabs[0];
        let touched: Vec<_> = (0..self.positions.len()).filter(|&i| self.touched[i]).collect();
        let positions: Vec<_> =
            touched.iter().map(|&i| field.frame.position(dab, &self.positions[i])).collect();
        let values: Vec<Jet<D>> = field.at(&positions, touched.iter().map(|_| dab), precision);
        for (&i, value) in touched.iter().zip(&values) {
            self.gathered[i] = self.gathered[i].times(value);
        }
        self.add(stroke, |_, sum| *sum);
    }

    /// Adds a field whose coordinates depend on the dab. So the field is evaluated once per sample and dab.
    fn add_along(&mut self, stroke: &PreparedStroke, field: &Field, bounds: &Bounds, precision: Precision) {
        let (mut pairs, mut positions) = (Vec::new(), Vec::new());
        self.gathered.clear();
        self.gathered.resize(self.positions.len(), Jet::constant(0.0));
        self.touched.clear();
        self.touched.resize(self.positions.len(), false);
        for dab in near(stroke, bounds) {
            for (i, position) in self.positions.iter().enumerate() {
                if let Some(weight) = weight(stroke, dab, position) {
                    pairs.push((i, weight, dab));
                    positions.push(field.frame.position(dab, position));
                }
            }
        }
        let values: Vec<Jet<D>> = field.at(&positions, pairs.iter().map(|&(_, _, dab)| dab), precision);
        for ((i, weight, _), value) in pairs.iter().zip(&values) {
            self.touched[*i] = true;
            self.gathered[*i] = self.gathered[*i].plus(&weight.times(value));
        }
        self.add(stroke, |_, sum| *sum);
    }
}

/// The dabs that may reach a box. A margin allows for rounding. [`weight`] decides whether a dab reaches a sample.
fn near<'a>(stroke: &'a PreparedStroke, bounds: &'a Bounds) -> impl Iterator<Item = &'a Dab> {
    let reach = stroke.reach_squared * (1.0 + 1e-9);
    stroke.dabs.iter().filter(move |dab| bounds.distance_squared(&dab.centre) <= reach)
}

/// The weight of a dab at a position; `None` if the dab does not reach it.
///
/// On a sphere of radius *R* the distance is the arc *d* = 2*R* asin(*c*/2*R*), where *c* is the chord. Its derivative
/// by *c* is 1/√(1 − (*c*/2*R*)²).
#[inline]
fn weight<const D: usize>(stroke: &PreparedStroke, dab: &Dab, position: &[f64; D]) -> Option<Jet<D>> {
    let offset: [f64; D] = std::array::from_fn(|axis| position[axis] - dab.centre[axis]);
    let squared = dot(&offset, &offset);
    if squared >= stroke.reach_squared {
        return None;
    }
    let chord = squared.sqrt();
    let (distance, rate) = match stroke.diameter {
        None => (chord, 1.0),
        Some(diameter) => {
            let sine = chord / diameter;
            (diameter * libm::asin(sine), 1.0 / (1.0 - sine * sine).sqrt())
        }
    };
    let [fall, slope] = stroke.falloff.at(distance);
    if fall == 0.0 {
        return None;
    }
    // At the centre the slope is 0 and has no direction.
    let outwards = if slope == 0.0 { 0.0 } else { dab.weight * slope * rate / chord };
    Some(Jet { value: dab.weight * fall, slope: offset.map(|x| x * outwards) })
}

/// The new ground if the brush's `up` and `down` permit the change; otherwise the old ground.
fn permitted<const D: usize>(stroke: &PreparedStroke, ground: Jet<D>, new: Jet<D>) -> Jet<D> {
    let is_refused = (!stroke.up && new.value > ground.value) || (!stroke.down && new.value < ground.value);
    if is_refused { ground } else { new }
}

/// The value and the slopes of a dab's picture at a position.
fn stamped<const D: usize>(picture: &Picture, radius: f64, dab: &Dab, position: &[f64; D]) -> Jet<D> {
    let cut =
        |axes: &[f64; 3], sign: f64| -> [f64; D] { std::array::from_fn(|axis| sign * axes[axis] / radius) };
    let (right, down) = (cut(&dab.across, 1.0), cut(&dab.along, -1.0));
    let offset: [f64; D] = std::array::from_fn(|axis| position[axis] - dab.centre[axis]);
    let [value, by_u, by_v] = picture.at([dot(&offset, &right), dot(&offset, &down)]);
    Jet { value, slope: std::array::from_fn(|axis| by_u * right[axis] + by_v * down[axis]) }
}

/// Terraces as in the node `terrace`: treads around multiples of the step, and quintic risers half-way between them.
fn terraced<const D: usize>(ground: &Jet<D>, step: f64, riser: f64) -> Jet<D> {
    let t = ground.value / step;
    let tread = (t + 0.5).floor();
    let away = t - tread;
    let position = ((away.abs() - 0.5) / riser + 0.5).max(0.0);
    let rise = position * position * position * (position * (6.0 * position - 15.0) + 10.0);
    let slope = 30.0 * (position * position) * ((1.0 - position) * (1.0 - position)) / riser;
    Jet { value: step * (tread + rise.copysign(away)), slope: ground.slope.map(|x| x * slope) }
}

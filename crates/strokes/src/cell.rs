//! What strokes do to a few samples that lie together.
//!
//! Everything here is a function of one sample, computed in double precision in a fixed order: dab by dab, stroke by stroke. The
//! cell it is in decides only which dabs are looked at, and one that is not has no weight there. So bits depend on nothing but
//! the place, the ground there and the strokes.

use orogen::bounds::Bounds;

use crate::dab::Dab;
use crate::field::{Field, Frame};
use crate::jet::{Jet, Precision};
use crate::picture::Picture;
use crate::prepared::{Action, Prepared};
use crate::vector::dot;

/// Samples that lie together.
#[derive(Clone, Debug)]
pub(crate) struct Cell<const D: usize> {
    /// Metres.
    pub(crate) places: Vec<[f64; D]>,
    /// The ground so far.
    pub(crate) ground: Vec<Jet<D>>,
    /// The ground without strokes.
    pub(crate) base: Vec<Jet<D>>,
    /// The ground that smoothing aims at, where that is the stroke.
    pub(crate) blurred: Vec<Jet<D>>,
    /// What the dabs of a stroke come to.
    gathered: Vec<Jet<D>>,
    touched: Vec<bool>,
}

impl<const D: usize> Cell<D> {
    pub(crate) fn new() -> Self {
        Self {
            places: Vec::new(),
            ground: Vec::new(),
            base: Vec::new(),
            blurred: Vec::new(),
            gathered: Vec::new(),
            touched: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.ground.clear();
        self.base.clear();
        self.blurred.clear();
    }

    pub(crate) fn bounds(&self) -> Bounds {
        self.places.iter().fold(Bounds::NONE, |bounds, place| bounds.with(place))
    }

    /// Lays a stroke on the samples; `bounds` are theirs.
    pub(crate) fn lay(&mut self, stroke: &Prepared, bounds: &Bounds, precision: Precision) {
        match &stroke.action {
            Action::Raise { metres } => {
                self.gather(stroke, bounds, 0.0, |sum, weight, _, _| *sum = sum.plus(weight));
                self.add(stroke, |_, sum| sum.scaled(*metres));
            }
            Action::Stamp { picture, metres, radius } => {
                self.gather(stroke, bounds, 0.0, |sum, weight, dab, place| {
                    *sum = sum.plus(&weight.times(&stamped(picture, *radius, dab, place)));
                });
                self.add(stroke, |_, sum| sum.scaled(*metres));
            }
            Action::Field(field) => match field.frame {
                Frame::Ground { .. } => self.add_field(stroke, field, bounds, precision),
                Frame::Stroke { .. } => self.add_along(stroke, field, bounds, precision),
            },
            Action::Level { to } => self.draw(stroke, bounds, |_, _| Jet::constant(*to)),
            Action::Erase => self.draw(stroke, bounds, |cell, i| cell.base[i]),
            Action::Ledge { step, riser } => {
                self.draw(stroke, bounds, |cell, i| terraced(&cell.ground[i], *step, *riser));
            }
            Action::Blur { sharpen: false, .. } => self.draw(stroke, bounds, |cell, i| cell.blurred[i]),
            Action::Blur { sharpen: true, .. } => self
                .draw(stroke, bounds, |cell, i| cell.ground[i].plus(&cell.ground[i].minus(&cell.blurred[i]))),
        }
    }

    /// Which of the samples a stroke touches.
    pub(crate) fn touched_by(&mut self, stroke: &Prepared, bounds: &Bounds) -> &[bool] {
        self.gather(stroke, bounds, 0.0, |_, _, _, _| {});
        &self.touched
    }

    /// Goes through all pairs of samples and dabs that reach them, dabs in their order.
    fn gather(
        &mut self,
        stroke: &Prepared,
        bounds: &Bounds,
        start: f64,
        mut fold: impl FnMut(&mut Jet<D>, &Jet<D>, &Dab, &[f64; D]),
    ) {
        self.gathered.clear();
        self.gathered.resize(self.places.len(), Jet::constant(start));
        self.touched.clear();
        self.touched.resize(self.places.len(), false);
        for dab in near(stroke, bounds) {
            for (i, place) in self.places.iter().enumerate() {
                if let Some(weight) = weight(stroke, dab, place) {
                    self.touched[i] = true;
                    fold(&mut self.gathered[i], &weight, dab, place);
                }
            }
        }
    }

    /// Moves the ground towards an aim: *t* + *P*(*h* − *t*). Where *P* is 0 that is the aim, to the bit.
    fn draw(&mut self, stroke: &Prepared, bounds: &Bounds, aim: impl Fn(&Self, usize) -> Jet<D>) {
        self.gather(stroke, bounds, 1.0, |left, weight, _, _| {
            *left = left.times(&Jet::constant(1.0).minus(weight));
        });
        for i in 0..self.places.len() {
            if self.touched[i] {
                let (ground, aim) = (self.ground[i], aim(self, i));
                let moved = aim.plus(&self.gathered[i].times(&ground.minus(&aim)));
                self.ground[i] = permitted(stroke, ground, moved);
            }
        }
    }

    /// Adds what the gathered weights come to.
    fn add(&mut self, stroke: &Prepared, rise: impl Fn(usize, &Jet<D>) -> Jet<D>) {
        for i in 0..self.places.len() {
            if self.touched[i] {
                let raised = self.ground[i].plus(&rise(i, &self.gathered[i]));
                self.ground[i] = permitted(stroke, self.ground[i], raised);
            }
        }
    }

    /// Adds a field that all dabs see alike: it is computed once for a sample.
    fn add_field(&mut self, stroke: &Prepared, field: &Field, bounds: &Bounds, precision: Precision) {
        self.gather(stroke, bounds, 0.0, |sum, weight, _, _| *sum = sum.plus(weight));
        let dab = &stroke.dabs[0];
        let touched: Vec<_> = (0..self.places.len()).filter(|&i| self.touched[i]).collect();
        let places: Vec<_> = touched.iter().map(|&i| field.frame.place(dab, &self.places[i])).collect();
        let values: Vec<Jet<D>> = field.at(&places, touched.iter().map(|_| dab), precision);
        for (&i, value) in touched.iter().zip(&values) {
            self.gathered[i] = self.gathered[i].times(value);
        }
        self.add(stroke, |_, sum| *sum);
    }

    /// Adds a field that each dab sees at places of its own.
    fn add_along(&mut self, stroke: &Prepared, field: &Field, bounds: &Bounds, precision: Precision) {
        let (mut pairs, mut places) = (Vec::new(), Vec::new());
        self.gathered.clear();
        self.gathered.resize(self.places.len(), Jet::constant(0.0));
        self.touched.clear();
        self.touched.resize(self.places.len(), false);
        for dab in near(stroke, bounds) {
            for (i, place) in self.places.iter().enumerate() {
                if let Some(weight) = weight(stroke, dab, place) {
                    pairs.push((i, weight, dab));
                    places.push(field.frame.place(dab, place));
                }
            }
        }
        let values: Vec<Jet<D>> = field.at(&places, pairs.iter().map(|&(_, _, dab)| dab), precision);
        for ((i, weight, _), value) in pairs.iter().zip(&values) {
            self.touched[*i] = true;
            self.gathered[*i] = self.gathered[*i].plus(&weight.times(value));
        }
        self.add(stroke, |_, sum| *sum);
    }
}

/// The dabs that may reach a box. The margin is for rounding: whether a sample is reached is seen to there.
fn near<'a>(stroke: &'a Prepared, bounds: &'a Bounds) -> impl Iterator<Item = &'a Dab> {
    let reach = stroke.reach_squared * (1.0 + 1e-9);
    stroke.dabs.iter().filter(move |dab| bounds.distance_squared(&dab.centre) <= reach)
}

/// The weight of a dab at a place, if it reaches it.
///
/// On a sphere of radius *R* the distance is that along it, *d* = 2*R* asin(*c*/2*R*), with *c* the chord, and its derivative
/// by *c* is 1/√(1 − (*c*/2*R*)²).
#[inline]
fn weight<const D: usize>(stroke: &Prepared, dab: &Dab, place: &[f64; D]) -> Option<Jet<D>> {
    let offset: [f64; D] = std::array::from_fn(|axis| place[axis] - dab.centre[axis]);
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
    // In the middle the weight has no slope, and no direction for one.
    let outwards = if slope == 0.0 { 0.0 } else { dab.weight * slope * rate / chord };
    Some(Jet { value: dab.weight * fall, slope: offset.map(|x| x * outwards) })
}

/// The new ground, unless the brush must not raise, or lower, and that is what it does.
fn permitted<const D: usize>(stroke: &Prepared, ground: Jet<D>, new: Jet<D>) -> Jet<D> {
    let is_refused = (!stroke.up && new.value > ground.value) || (!stroke.down && new.value < ground.value);
    if is_refused { ground } else { new }
}

/// A picture at a place under a dab.
fn stamped<const D: usize>(picture: &Picture, radius: f64, dab: &Dab, place: &[f64; D]) -> Jet<D> {
    let cut =
        |axes: &[f64; 3], sign: f64| -> [f64; D] { std::array::from_fn(|axis| sign * axes[axis] / radius) };
    let (right, down) = (cut(&dab.across, 1.0), cut(&dab.along, -1.0));
    let offset: [f64; D] = std::array::from_fn(|axis| place[axis] - dab.centre[axis]);
    let [value, by_u, by_v] = picture.at([dot(&offset, &right), dot(&offset, &down)]);
    Jet { value, slope: std::array::from_fn(|axis| by_u * right[axis] + by_v * down[axis]) }
}

/// Terraces, as the node `terrace` has them: treads about whole steps, quintic risers half-way between.
fn terraced<const D: usize>(ground: &Jet<D>, step: f64, riser: f64) -> Jet<D> {
    let t = ground.value / step;
    let tread = (t + 0.5).floor();
    let away = t - tread;
    let place = ((away.abs() - 0.5) / riser + 0.5).max(0.0);
    let rise = place * place * place * (place * (6.0 * place - 15.0) + 10.0);
    let slope = 30.0 * (place * place) * ((1.0 - place) * (1.0 - place)) / riser;
    Jet { value: step * (tread + rise.copysign(away)), slope: ground.slope.map(|x| x * slope) }
}

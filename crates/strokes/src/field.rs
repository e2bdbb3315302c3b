//! Fields of brushes: a small recipe evaluated in coordinates of the ground or of the stroke.

use std::sync::Arc;

use orogen_engine::interval::Interval;
use orogen_engine::level::Level;
use orogen_engine::patch::{Patch, PatchSamples};
use orogen_engine::terrain::Terrain;

use crate::bounds::Bounds;
use crate::brush::Grain;
use crate::dab::Dab;
use crate::error::ApplyError;
use crate::jet::{Jet, Precision};
use crate::limits::MAX_METRES;
use crate::vector::{dot, minus, plus_scaled};

/// A field and its coordinate frame.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    terrain: Arc<Terrain>,
    pub(crate) metres: f64,
    pub(crate) frame: Frame,
}

/// Maps a position on the ground to a position in the field.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Frame {
    /// Stretches along the axis *a*: *x* − *k*(*x*·*a*)*a*, with *k* = 1 − 1/ratio. The matrix of this map is symmetric.
    Ground { axis: [f64; 3], cut: f64 },
    /// *o* + *e*₀·*s*/ratio + *e*₁·*t*, where *s* is the distance along the stroke and *t* the distance across it. Both are
    /// computed from a dab. *o* is the beginning of the stroke; *e*₀ and *e*₁ are the directions along and across the stroke
    /// at *o*. So a straight stroke of ratio 1 does not change the field.
    Stroke { origin: [f64; 3], axes: [[f64; 3]; 2], shrink: f64 },
}

impl Frame {
    /// The frame of a stroke with these dabs, at least one. `first` is the first axis of the ground at the first dab,
    /// `second` the axis to its right.
    pub(crate) fn new(grain: Grain, dabs: &[Dab], [first, second]: [[f64; 3]; 2]) -> Self {
        match grain {
            Grain::Ground { angle, ratio } => {
                let angle = angle.to_radians();
                let level = first.map(|x| x * libm::cos(angle));
                Self::Ground { axis: plus_scaled(&level, libm::sin(angle), &second), cut: 1.0 - 1.0 / ratio }
            }
            Grain::Stroke { ratio } => Self::Stroke {
                origin: dabs[0].centre,
                axes: [dabs[0].along, dabs[0].across],
                shrink: 1.0 / ratio,
            },
        }
    }

    /// Converts a position on the ground to a position in the field, for a dab.
    pub(crate) fn position<const D: usize>(&self, dab: &Dab, position: &[f64; D]) -> [f64; 3] {
        let position = std::array::from_fn(|axis| if axis < D { position[axis] } else { 0.0 });
        match self {
            Self::Ground { axis, cut } => plus_scaled(&position, -cut * dot(&position, axis), axis),
            Self::Stroke { origin, axes, shrink } => {
                let offset = minus(&position, &dab.centre);
                let along = shrink * (dab.distance + dot(&offset, &dab.along));
                plus_scaled(&plus_scaled(origin, along, &axes[0]), dot(&offset, &dab.across), &axes[1])
            }
        }
    }

    /// Converts a gradient with respect to the field's coordinates to one with respect to the ground's coordinates, by the
    /// transposed map.
    fn gradient(&self, dab: &Dab, gradient: &[f64; 3]) -> [f64; 3] {
        match self {
            Self::Ground { axis, cut } => plus_scaled(gradient, -cut * dot(gradient, axis), axis),
            Self::Stroke { axes, shrink, .. } => {
                let along = dab.along.map(|x| x * (shrink * dot(gradient, &axes[0])));
                plus_scaled(&along, dot(gradient, &axes[1]), &dab.across)
            }
        }
    }
}

impl Field {
    /// A field for a stroke with these dabs and bounds.
    ///
    /// # Errors
    /// Fails if the recipe repeats, has other coordinates than the ground, or would be evaluated too far from its origin.
    pub(crate) fn new(
        terrain: Arc<Terrain>,
        metres: f64,
        frame: Frame,
        dimensions: usize,
        dabs: &[Dab],
        bounds: &Bounds,
    ) -> Result<Self, ApplyError> {
        if terrain.sphere().is_some() || terrain.dimensions() != dimensions {
            return Err(ApplyError::Field(match dimensions {
                2 => "must have a plane as its domain: write kind = \"plane\" in its [domain]",
                _ => "must have a space as its domain: write kind = \"space\" in its [domain]",
            }));
        }
        if terrain.repeats() {
            return Err(ApplyError::Field("repeats: remove `tile = true`"));
        }
        let reach = bounds.min.iter().chain(&bounds.max).fold(0.0_f64, |most, x| most.max(x.abs()));
        let farthest = match frame {
            // The length of a position is at most √3 · reach. The map adds at most |cut| times this length.
            Frame::Ground { cut, .. } => reach * (1.0 + 1.8 * cut.abs()),
            Frame::Stroke { shrink, .. } => {
                reach + dabs.last().map_or(0.0, |dab| dab.distance) * shrink + reach * shrink
            }
        };
        if farthest > MAX_METRES {
            return Err(ApplyError::Field(
                "would be evaluated more than 1e9 m from its origin: use a smaller ratio, or paint nearer to the origin",
            ));
        }
        Ok(Self { terrain, metres, frame })
    }

    /// Bounds of the height in metres that a dab of weight 1 adds.
    pub(crate) fn interval(&self) -> Interval {
        self.terrain.interval().times(self.metres)
    }

    /// The field at some positions in the field, each with its dab. Values are in metres; gradients are with respect to the
    /// ground's coordinates.
    pub(crate) fn at<'a, const D: usize>(
        &self,
        positions: &[[f64; 3]],
        dabs: impl Iterator<Item = &'a Dab>,
        precision: Precision,
    ) -> Vec<Jet<D>> {
        let patch = Patch::new(positions).unwrap_or_else(|_| unreachable!("the field's reach was checked"));
        let samples = match precision {
            Precision::Single => numbers(&self.relief::<f32>(&patch), f64::from),
            Precision::Double => numbers(&self.relief::<f64>(&patch), |x| x),
        };
        let jet = |([value, slopes @ ..], dab): ([f64; 4], &Dab)| {
            let gradient = self.frame.gradient(dab, &slopes);
            Jet {
                value: self.metres * value,
                slope: std::array::from_fn(|axis| self.metres * gradient[axis]),
            }
        };
        samples.into_iter().zip(dabs).map(jet).collect()
    }

    fn relief<S: orogen_engine::cpu::Number>(&self, patch: &Patch) -> PatchSamples<S> {
        let relief = self.terrain.patch(Level::best(), patch);
        relief.unwrap_or_else(|_| unreachable!("repeating fields were rejected"))
    }
}

/// Height and slopes of each sample.
fn numbers<S: Copy>(relief: &PatchSamples<S>, number: impl Fn(S) -> f64) -> Vec<[f64; 4]> {
    let [x, y, z] = &relief.slopes;
    (0..relief.height.len()).map(|i| [relief.height[i], x[i], y[i], z[i]].map(&number)).collect()
}

//! Fields under brushes: the heights of a small recipe at places of the ground's or of the stroke's.

use std::sync::Arc;

use orogen::interval::Interval;
use orogen::level::Level;
use orogen::patch::{Patch, Relief};
use orogen::terrain::Terrain;

use crate::bounds::Bounds;
use crate::brush::Grain;
use crate::dab::Dab;
use crate::error::SculptError;
use crate::jet::{Jet, Precision};
use crate::limits::MAX_METRES;
use crate::vector::{dot, minus, plus_scaled};

/// A field and where its places lie.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    terrain: Arc<Terrain>,
    pub(crate) metres: f64,
    pub(crate) frame: Frame,
}

/// From a place of the ground to a place of the field.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Frame {
    /// *x* − *k*(*x*·*a*)*a* with *k* = 1 − 1/ratio: what lies along the axis *a* is drawn out. The map is its own transpose.
    Ground { axis: [f64; 3], cut: f64 },
    /// *o* + *e*₀·*s*/ratio + *e*₁·*t* with *s* the way along the stroke and *t* the distance from it, as a dab sees them.
    /// *o* is the stroke's beginning, *e*₀ and *e*₁ are its directions there: so on a straight stroke of ratio 1 the field is as
    /// it is.
    Stroke { origin: [f64; 3], axes: [[f64; 3]; 2], shrink: f64 },
}

impl Frame {
    /// The frame of a stroke with these dabs, of which there is at least one; `first` is the first axis of the ground there, and
    /// `second` the one to the right of it.
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

    /// Where the field is asked for a place of the ground, by a dab.
    pub(crate) fn place<const D: usize>(&self, dab: &Dab, place: &[f64; D]) -> [f64; 3] {
        let place = std::array::from_fn(|axis| if axis < D { place[axis] } else { 0.0 });
        match self {
            Self::Ground { axis, cut } => plus_scaled(&place, -cut * dot(&place, axis), axis),
            Self::Stroke { origin, axes, shrink } => {
                let offset = minus(&place, &dab.centre);
                let along = shrink * (dab.way + dot(&offset, &dab.along));
                plus_scaled(&plus_scaled(origin, along, &axes[0]), dot(&offset, &dab.across), &axes[1])
            }
        }
    }

    /// From the gradient by the field's places to that by the ground's: the transposed map.
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
    /// A field whose recipe is ready, for a stroke with these dabs and bounds.
    ///
    /// # Errors
    /// The recipe repeats or has other coordinates than the ground, or is asked for too far out.
    pub(crate) fn new(
        terrain: Arc<Terrain>,
        metres: f64,
        frame: Frame,
        dimensions: usize,
        dabs: &[Dab],
        bounds: &Bounds,
    ) -> Result<Self, SculptError> {
        if terrain.sphere().is_some() || terrain.dimensions() != dimensions {
            return Err(SculptError::Field(match dimensions {
                2 => "has to be that of a plane: write kind = \"plane\" in its [domain]",
                _ => "has to be that of a space: write kind = \"space\" in its [domain]",
            }));
        }
        if terrain
            .patch_axes(&Patch::of_units(&[]).unwrap_or_else(|_| unreachable!("nothing is near")))
            .is_err()
        {
            return Err(SculptError::Field("repeats: leave out `tile = true`"));
        }
        let reach = bounds.min.iter().chain(&bounds.max).fold(0.0_f64, |most, x| most.max(x.abs()));
        let farthest = match frame {
            // Of at most √3 times that, by at most as much as the map stretches.
            Frame::Ground { cut, .. } => reach * (1.0 + 1.8 * cut.abs()),
            Frame::Stroke { shrink, .. } => {
                reach + dabs.last().map_or(0.0, |dab| dab.way) * shrink + reach * shrink
            }
        };
        if farthest > MAX_METRES {
            return Err(SculptError::Field(
                "is asked for more than 1e9 m from its origin: stretch it less, or paint nearer",
            ));
        }
        Ok(Self { terrain, metres, frame })
    }

    /// The metres that a dab of weight 1 adds.
    pub(crate) fn interval(&self) -> Interval {
        self.terrain.interval().times(self.metres)
    }

    /// The field at places that dabs have for it, with gradients by the ground's places, in metres.
    pub(crate) fn at<'a, const D: usize>(
        &self,
        places: &[[f64; 3]],
        dabs: impl Iterator<Item = &'a Dab>,
        precision: Precision,
    ) -> Vec<Jet<D>> {
        let patch = Patch::new(places).unwrap_or_else(|_| unreachable!("the field's reach was checked"));
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

    fn relief<S: orogen::cpu::Number>(&self, patch: &Patch) -> Relief<S> {
        let relief = self.terrain.patch(Level::best(), patch);
        relief.unwrap_or_else(|_| unreachable!("a field that repeats was refused"))
    }
}

/// Height and slopes of every sample.
fn numbers<S: Copy>(relief: &Relief<S>, number: impl Fn(S) -> f64) -> Vec<[f64; 4]> {
    let [x, y, z] = &relief.slopes;
    (0..relief.height.len()).map(|i| [relief.height[i], x[i], y[i], z[i]].map(&number)).collect()
}

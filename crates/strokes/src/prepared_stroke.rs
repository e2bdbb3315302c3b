//! Prepared strokes: their dabs and the data of their tools.

use orogen_engine::image::Reading;
use orogen_engine::terrain::{Images, Terrain};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::bounds::Bounds;
use crate::brush::Tool;
use crate::dab::{self, Dab};
use crate::error::ApplyError;
use crate::falloff::Falloff;
use crate::field::{Field, Frame};
use crate::picture::Picture;
use crate::stroke::{Stroke, Surface};
use crate::vector::cross;

/// A stroke prepared for a surface and a spacing.
#[derive(Clone, Debug)]
pub(crate) struct PreparedStroke {
    pub(crate) dabs: Vec<Dab>,
    pub(crate) bounds: Bounds,
    pub(crate) falloff: Falloff,
    /// Square of the chord for the outer radius.
    pub(crate) reach_squared: f64,
    /// Diameter of the planet in metres.
    pub(crate) diameter: Option<f64>,
    pub(crate) action: Action,
    pub(crate) up: bool,
    pub(crate) down: bool,
    /// See [`most`](Self::most).
    most: OnceLock<f64>,
}

/// A prepared tool.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    Raise {
        metres: f64,
    },
    Level {
        to: f64,
    },
    Blur {
        radius: f64,
        sharpen: bool,
    },
    Ledge {
        step: f64,
        riser: f64,
    },
    /// The axes of the dabs are those of the picture: `across` is along its rows, `along` points to its top.
    Stamp {
        picture: Picture,
        metres: f64,
        radius: f64,
    },
    Erase,
    Field(Field),
}

impl PreparedStroke {
    /// `field` compiles the recipe of a field brush.
    pub(crate) fn new(
        stroke: &Stroke,
        surface: Surface,
        images: &dyn Images,
        field: impl FnOnce(&str) -> Result<Arc<Terrain>, ApplyError>,
    ) -> Result<Self, ApplyError> {
        let (mut dabs, bounds) = dab::placed(stroke, surface)?;
        let brush = &stroke.brush;
        let diameter = match surface {
            Surface::Plane => None,
            Surface::Planet(sphere) => Some(2.0 * sphere.radius()),
        };
        let action = match &brush.tool {
            Tool::Raise { metres } => Action::Raise { metres: *metres },
            Tool::Level { to } => Action::Level { to: *to },
            Tool::Smooth { radius } => Action::Blur { radius: *radius, sharpen: false },
            Tool::Sharpen { radius } => Action::Blur { radius: *radius, sharpen: true },
            Tool::Ledge { step, riser } => Action::Ledge { step: *step, riser: *riser },
            Tool::Stamp { image, metres, turn } => {
                if !turn {
                    dabs.iter_mut().for_each(|dab| upright(dab, surface));
                }
                let image = images.load(Path::new(image), Reading::default());
                let image = image.map_err(|(message, help)| ApplyError::Image { message, help })?;
                Action::Stamp { picture: Picture::new(image), metres: *metres, radius: brush.radius }
            }
            Tool::Erase => Action::Erase,
            Tool::Field { recipe, metres, grain } => {
                let frame = Frame::new(*grain, &dabs, axes(&dabs[0], surface));
                let dimensions = if diameter.is_some() { 3 } else { 2 };
                Action::Field(Field::new(field(recipe)?, *metres, frame, dimensions, &dabs, &bounds)?)
            }
        };
        let chord = diameter.map_or(brush.radius, |diameter| diameter * libm::sin(brush.radius / diameter));
        let falloff = Falloff::new(brush.radius, brush.inner, brush.power);
        let (up, down) = (brush.up, brush.down);
        let most = OnceLock::new();
        Ok(Self { dabs, bounds, falloff, reach_squared: chord * chord, diameter, action, up, down, most })
    }

    /// An upper bound of the sum of all dabs' weights at any position.
    pub(crate) fn most(&self) -> f64 {
        *self.most.get_or_init(|| heaviest(self))
    }

    /// The radius of the blur, for tools that blur.
    pub(crate) fn blur(&self) -> Option<f64> {
        match self.action {
            Action::Blur { radius, .. } => Some(radius),
            _ => None,
        }
    }
}

/// An upper bound of the sum of the dabs' weights. Space is divided into cubes. In each cube, a dab counts with its weight at
/// the nearest point of the cube. (On a sphere, arcs are longer than chords, so the true weights are smaller.)
fn heaviest(stroke: &PreparedStroke) -> f64 {
    let (dabs, reach) = (&stroke.dabs, stroke.reach_squared.sqrt());
    // Smaller cubes give a tighter bound, but a long stroke then has many cubes.
    let cuts = match dabs.len() {
        0..2_000 => 4.0,
        2_000..20_000 => 2.0,
        _ => 1.0,
    };
    let side = reach / cuts;
    let mut cubes: BTreeMap<[i64; 3], f64> = BTreeMap::new();
    for dab in dabs {
        let index = |x: f64| (x / side).floor() as i64;
        let range = |axis: usize| index(dab.centre[axis] - reach)..=index(dab.centre[axis] + reach);
        // On a plane there is one layer of cubes.
        let layers = if stroke.diameter.is_some() { range(2) } else { 0..=0 };
        let rows = layers.flat_map(|z| range(1).map(move |y| [y, z]));
        for cube in rows.flat_map(|[y, z]| range(0).map(move |x| [x, y, z])) {
            let min = cube.map(|index| index as f64 * side);
            let away = Bounds { min, max: min.map(|x| x + side) }.distance_squared(&dab.centre).sqrt();
            let [weight, _] = stroke.falloff.at(away);
            if weight > 0.0 {
                *cubes.entry(cube).or_default() += dab.weight * weight;
            }
        }
    }
    cubes.into_values().fold(0.0, f64::max)
}

/// The first axis of the surface at a dab, and the axis to its right: x and y, or east and south.
fn axes(dab: &Dab, surface: Surface) -> [[f64; 3]; 2] {
    match surface {
        Surface::Plane => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        Surface::Planet(sphere) => {
            let east = dab::east(&dab.centre);
            [east, cross(&east, &dab.centre.map(|x| x / sphere.radius()))]
        }
    }
}

/// Turns a dab's axes so that a picture's rows run along the first axis.
fn upright(dab: &mut Dab, surface: Surface) {
    let [first, second] = axes(dab, surface);
    (dab.across, dab.along) = (first, second.map(|x| -x));
}

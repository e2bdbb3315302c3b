//! Dabs: the disks that a stroke is made of.

use orogen_engine::planet::LatLon;

use crate::bounds::Bounds;
use crate::error::StrokeError;
use crate::spline::{PathPoint, polyline};
use crate::stroke::{MAX_DABS, Stroke, Surface};
use crate::vector::{cross, dot, length, minus, plus_scaled, unit};

/// A dab, with the axes along and across the stroke.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Dab {
    /// Position of the centre on the surface, in metres.
    pub(crate) centre: [f64; 3],
    /// Weight at the centre.
    pub(crate) weight: f64,
    /// Distance along the stroke from its beginning, in metres.
    pub(crate) distance: f64,
    /// Unit vector along the stroke.
    pub(crate) along: [f64; 3],
    /// Unit vector across the stroke: to the right as seen from above, with y down the picture.
    pub(crate) across: [f64; 3],
}

/// The dabs of a stroke, and the bounds of the ground that they may change.
///
/// # Errors
/// Fails if the stroke is invalid on this surface.
pub(crate) fn placed(stroke: &Stroke, surface: Surface) -> Result<(Vec<Dab>, Bounds), StrokeError> {
    stroke.check(surface)?;
    let dabs = dabs(stroke, surface)?;
    let bounds = bounds(&dabs, stroke.brush.radius);
    Ok((dabs, bounds))
}

/// The dabs of a valid stroke, at equal distances.
///
/// # Errors
/// Fails if there are more than [`MAX_DABS`] dabs.
fn dabs(stroke: &Stroke, surface: Surface) -> Result<Vec<Dab>, StrokeError> {
    let step = stroke.brush.spacing * stroke.brush.radius;
    let chords: f64 = stroke
        .points
        .windows(2)
        .map(|pair| length(&minus(&surface.position(pair[1].position), &surface.position(pair[0].position))))
        .sum();
    if chords > step * MAX_DABS as f64 {
        return Err(StrokeError::TooLong);
    }
    let path = polyline(stroke, surface, step);
    let mut dabs = Vec::new();
    // Distances along the stroke: from its beginning to the start of the segment, and to the next dab.
    let (mut behind, mut next) = (0.0, 0.0);
    let ends = path.windows(2).map(|pair| (pair[0], pair[1]));
    let single = (path.len() == 1).then(|| (path[0], path[0]));
    for (from, to) in single.into_iter().chain(ends) {
        let piece = minus(&to.position, &from.position);
        let long = length(&piece);
        let along = if long > 0.0 { piece } else { first_axis(surface, &from) };
        while next <= behind + long {
            if dabs.len() == MAX_DABS {
                return Err(StrokeError::TooLong);
            }
            let share = if long > 0.0 { (next - behind) / long } else { 0.0 };
            let point = PathPoint {
                position: plus_scaled(&from.position, share, &piece),
                pressure: from.pressure + share * (to.pressure - from.pressure),
            };
            dabs.push(dab(stroke, surface, point, next, &along));
            next += step;
        }
        behind += long;
    }
    Ok(dabs)
}

/// The first axis of the surface at a point: x on planes, east on planets.
fn first_axis(surface: Surface, point: &PathPoint) -> [f64; 3] {
    match surface {
        Surface::Plane => [1.0, 0.0, 0.0],
        Surface::Planet(_) => east(&point.position),
    }
}

/// The direction east at a position in space. At a pole, it is along the meridian of 90°.
pub(crate) fn east(position: &[f64; 3]) -> [f64; 3] {
    let direction = orogen_engine::planet::Direction::new(*position);
    let place =
        direction.map(LatLon::of).unwrap_or_else(|_| unreachable!("dabs are not at the planet's centre"));
    place.east_south()[0]
}

/// A dab at `point`. The direction `along` is projected onto the tangent plane, and `across` is perpendicular to the
/// projection.
fn dab(stroke: &Stroke, surface: Surface, point: PathPoint, distance: f64, along: &[f64; 3]) -> Dab {
    let (centre, up) = match surface {
        // Since y points down the picture, up is opposite to the third axis of a right-handed system.
        Surface::Plane => (point.position, [0.0, 0.0, -1.0]),
        Surface::Planet(sphere) => {
            let up =
                unit(&point.position).unwrap_or_else(|| unreachable!("dabs are not at the planet's centre"));
            (up.map(|x| x * sphere.radius()), up)
        }
    };
    let level = plus_scaled(along, -dot(along, &up), &up);
    let along = unit(&level).unwrap_or_else(|| first_axis(surface, &point));
    Dab {
        centre,
        weight: stroke.brush.strength * point.pressure,
        distance,
        along,
        across: cross(&along, &up),
    }
}

/// The bounds of the ground that dabs of a radius may change. On a sphere, chords are shorter than arcs, so the bounds are
/// valid for planes and spheres.
fn bounds(dabs: &[Dab], radius: f64) -> Bounds {
    dabs.iter().fold(Bounds::NONE, |bounds, dab| bounds.with(&dab.centre)).widened(radius)
}

#[cfg(test)]
mod tests {
    use orogen_engine::planet::Sphere;

    use super::*;
    use crate::brush::{Brush, Tool};
    use crate::stroke::Point;

    fn stroke(points: &[[f64; 3]]) -> Stroke {
        let brush = Brush::new(Tool::Raise { metres: 1.0 }, 40.0);
        Stroke { brush, points: points.iter().map(|&point| Point::from(point)).collect() }
    }

    #[test]
    fn a_click_is_one_dab() {
        let dabs = dabs(&stroke(&[[3.0, 4.0, 0.5]; 3]), Surface::Plane).unwrap();
        assert_eq!(dabs.len(), 1);
        assert_eq!((dabs[0].centre, dabs[0].weight, dabs[0].along), ([3.0, 4.0, 0.0], 0.5, [1.0, 0.0, 0.0]));
        assert_eq!(dabs[0].across, [0.0, 1.0, 0.0]);
    }

    #[test]
    fn dabs_of_a_straight_stroke_are_a_spacing_apart() {
        let dabs = dabs(&stroke(&[[0.0, 0.0, 0.0], [60.0, 80.0, 1.0]]), Surface::Plane).unwrap();
        assert_eq!(dabs.len(), 11);
        for (i, dab) in dabs.iter().enumerate() {
            let distance = 10.0 * i as f64;
            let expected = [0.6 * distance, 0.8 * distance, 0.0];
            assert!(length(&minus(&dab.centre, &expected)) < 1e-9, "{dab:?}");
            assert!(
                (dab.distance - distance).abs() < 1e-12
                    && length(&minus(&dab.along, &[0.6, 0.8, 0.0])) < 1e-12
            );
        }
        assert!(dabs.windows(2).all(|pair| pair[0].weight < pair[1].weight));
    }

    /// The path through points of a circle is nearly the arc of the circle, however many points a mouse reports.
    #[test]
    fn dabs_do_not_depend_on_how_often_the_mouse_reports() {
        let arc = |count: usize| -> Vec<[f64; 3]> {
            (0..=count)
                .map(|i| {
                    let angle = i as f64 / count as f64 * std::f64::consts::PI;
                    [200.0 * libm::cos(angle), 200.0 * libm::sin(angle), 1.0]
                })
                .collect()
        };
        let [coarse, fine] = [24, 240].map(|count| dabs(&stroke(&arc(count)), Surface::Plane).unwrap());
        assert_eq!(coarse.len(), fine.len());
        for (one, other) in coarse.iter().zip(&fine) {
            assert!(length(&minus(&one.centre, &other.centre)) < 0.5, "{one:?} {other:?}");
        }
    }

    #[test]
    fn dabs_of_planets_lie_on_the_sphere_and_are_level() {
        let sphere = Sphere::new(1000.0).unwrap();
        let surface = Surface::Planet(sphere);
        let dabs =
            dabs(&stroke(&[[10.0, 170.0, 1.0], [30.0, -170.0, 1.0], [89.0, 40.0, 1.0]]), surface).unwrap();
        assert!(dabs.len() > 100);
        for dab in dabs {
            let far = |a: f64, b: f64| (a - b).abs() < 1e-9;
            assert!(far(length(&dab.centre), 1000.0) && far(dot(&dab.centre, &dab.along), 0.0));
            assert!(far(dot(&dab.along, &dab.across), 0.0) && far(length(&dab.across), 1.0));
        }
    }

    #[test]
    fn a_stroke_without_end_is_refused() {
        let long = stroke(&[[0.0, 0.0, 1.0], [1e9, 0.0, 1.0]]);
        assert_eq!(dabs(&long, Surface::Plane), Err(StrokeError::TooLong));
    }
}

//! Eased flights between viewpoints.

use super::{Eye, GlobeEye, PlaneEye};

/// Duration of a flight in seconds.
const SECONDS: f64 = 0.5;

/// A flight from one viewpoint to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    from: Eye,
    to: Eye,
    /// When it began, in seconds.
    start: Option<f64>,
}

impl Flight {
    /// A flight that begins with the first call of [`at`](Self::at).
    pub fn new(from: Eye, to: Eye) -> Self {
        Self { from, to, start: None }
    }

    /// The viewpoint at a time in seconds, and whether the flight has ended. A flight between a plane and a planet ends at once.
    pub fn at(&mut self, time: f64) -> (Eye, bool) {
        let share = ((time - *self.start.get_or_insert(time)) / SECONDS).clamp(0.0, 1.0);
        // Smoothstep: speed is zero at both ends.
        let eased = share * share * (3.0 - 2.0 * share);
        let eye = match (self.from, self.to) {
            (Eye::Plane(from), Eye::Plane(to)) if share < 1.0 => Eye::Plane(between(&from, &to, eased)),
            (Eye::Globe(from), Eye::Globe(to)) if share < 1.0 => Eye::Globe(around(&from, &to, eased)),
            _ => self.to,
        };
        (eye, share == 1.0)
    }
}

fn mix(from: f64, to: f64, share: f64) -> f64 {
    from + share * (to - from)
}

/// Mixes positive lengths by their logarithms, so that a zoom is steady.
fn mix_lengths(from: f64, to: f64, share: f64) -> f64 {
    from.max(1e-3) * libm::pow(to.max(1e-3) / from.max(1e-3), share)
}

/// Mixes angles in degrees the short way round.
fn mix_angles(from: f64, to: f64, share: f64) -> f64 {
    let turn = (to - from + 180.0).rem_euclid(360.0) - 180.0;
    from + share * turn
}

fn between(from: &PlaneEye, to: &PlaneEye, share: f64) -> PlaneEye {
    PlaneEye {
        target: std::array::from_fn(|k| mix(from.target[k], to.target[k], share)),
        azimuth: mix_angles(from.azimuth, to.azimuth, share).rem_euclid(360.0),
        elevation: mix(from.elevation, to.elevation, share),
        distance: mix_lengths(from.distance, to.distance, share),
        size: to.size,
    }
}

fn around(from: &GlobeEye, to: &GlobeEye, share: f64) -> GlobeEye {
    let longitude = mix_angles(from.longitude, to.longitude, share);
    // Height 0 may be above the ground, so logarithms are of heights above the lower of both.
    let least = from.altitude.min(to.altitude) - 10.0;
    let above = mix_lengths(from.altitude - least, to.altitude - least, share);
    GlobeEye {
        latitude: mix(from.latitude, to.latitude, share),
        longitude: (longitude + 180.0).rem_euclid(360.0) - 180.0,
        altitude: least + above,
        azimuth: mix_angles(from.azimuth, to.azimuth, share).rem_euclid(360.0),
        elevation: mix(from.elevation, to.elevation, share),
        ..*to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flights_begin_and_end_where_they_should_and_never_jump() {
        let plane = PlaneEye::overview(1000.0);
        let near = PlaneEye { target: [10.0, 20.0, 30.0], azimuth: 20.0, distance: 4.0, ..plane };
        let globe = GlobeEye { longitude: 170.0, ..GlobeEye::overview(6.4e6) };
        let there = GlobeEye { longitude: -170.0, latitude: 40.0, altitude: -50.0, ..globe };
        for (from, to) in [(Eye::Plane(plane), Eye::Plane(near)), (Eye::Globe(globe), Eye::Globe(there))] {
            let mut flight = Flight::new(from, to);
            let places: Vec<_> =
                (0..=100).map(|at| flight.at(7.0 + 0.005 * f64::from(at)).0.position()).collect();
            let apart = |one: [f64; 3], other: [f64; 3]| {
                (0..3).map(|k| (one[k] - other[k]).powi(2)).sum::<f64>().sqrt()
            };
            assert_eq!(flight.at(7.0 + SECONDS), (to, true));
            let whole = apart(from.position(), to.position());
            assert!(apart(places[0], from.position()) < 1e-6 * whole);
            let most = places.windows(2).map(|pair| apart(pair[0], pair[1])).fold(0.0, f64::max);
            assert!(most < 0.15 * whole, "{most} of {whole}");
        }
        let mut flight = Flight::new(Eye::Globe(globe), Eye::Globe(there));
        for time in [0.0, 0.2, 0.3, 0.4] {
            let [_, longitude] = flight.at(time).0.below();
            assert!(longitude.abs() >= 170.0, "the short way round, not {longitude}");
        }
    }
}

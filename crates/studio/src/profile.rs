//! Profiles: heights and slopes along a line.

use std::fmt::Write;

use orogen_engine::planet::Sphere;

use crate::height_field::GroundQuery;

/// The number of points of a profile.
const POINTS: usize = 512;

/// A point of a profile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProfilePoint {
    /// Metres from the start of the line, on level ground or, on a planet, along the sphere.
    pub distance: f64,
    /// The position: x and y in metres or, on a planet, latitude and longitude in degrees.
    pub place: [f64; 2],
    /// Height in metres.
    pub height: f64,
    /// Slope of the ground in degrees, in the steepest direction.
    pub slope: f64,
}

/// Heights and slopes along a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The points, from the start of the line to its end. There are at least two.
    points: Vec<ProfilePoint>,
    /// Whether the line is on a planet.
    is_globe: bool,
}

impl Profile {
    /// The profile of a line between two points. On a planet, the line is a great circle. `None` if a point is out of range.
    pub fn new(ground: &GroundQuery, sphere: Option<Sphere>, from: [f64; 2], to: [f64; 2]) -> Option<Self> {
        let line = Line::new(sphere, from, to);
        let point = |at: usize| {
            let share = at as f64 / (POINTS - 1) as f64;
            let place = line.at(share);
            let [height, slope] = ground.at(place)?;
            Some(ProfilePoint { distance: share * line.length, place, height, slope })
        };
        let points = (0..POINTS).map(point).collect::<Option<_>>()?;
        Some(Self { points, is_globe: sphere.is_some() })
    }

    /// The points.
    pub fn points(&self) -> &[ProfilePoint] {
        &self.points
    }

    /// Length of the line in metres.
    pub fn length(&self) -> f64 {
        self.points.last().map_or(0.0, |point| point.distance)
    }

    /// The lowest and the highest height in metres.
    pub fn range(&self) -> [f64; 2] {
        let start = [f64::INFINITY, f64::NEG_INFINITY];
        self.points.iter().fold(start, |[low, high], point| [low.min(point.height), high.max(point.height)])
    }

    /// Metres climbed and metres descended from the start to the end.
    pub fn climb_and_descent(&self) -> [f64; 2] {
        let rises = self.points.windows(2).map(|pair| pair[1].height - pair[0].height);
        rises.fold([0.0, 0.0], |[up, down], rise| [up + rise.max(0.0), down + (-rise).max(0.0)])
    }

    /// The largest slope in degrees.
    pub fn steepest(&self) -> f64 {
        self.points.iter().map(|point| point.slope).fold(0.0, f64::max)
    }

    /// A table with a header: one line for each point, with commas between columns.
    pub fn csv(&self) -> String {
        let places = if self.is_globe { "latitude,longitude" } else { "x_m,y_m" };
        let mut table = format!("distance_m,{places},height_m,slope_degrees\n");
        for ProfilePoint { distance, place: [x, y], height, slope } in &self.points {
            // Writing to a string cannot fail.
            _ = writeln!(table, "{distance:.3},{x:.7},{y:.7},{height:.4},{slope:.3}");
        }
        table
    }
}

/// A line on the ground.
struct Line {
    /// The ends: positions on a plane, or unit vectors.
    ends: [[f64; 3]; 2],
    /// The angle between the ends on a planet.
    angle: Option<f64>,
    /// Length in metres.
    length: f64,
}

impl Line {
    fn new(sphere: Option<Sphere>, from: [f64; 2], to: [f64; 2]) -> Self {
        let Some(sphere) = sphere else {
            let length = (to[0] - from[0]).hypot(to[1] - from[1]);
            return Self { ends: [from, to].map(|[x, y]| [x, y, 0.0]), angle: None, length };
        };
        let ends = [from, to].map(|[latitude, longitude]| {
            let (up, out) = libm::sincos(latitude.to_radians());
            let (east, ahead) = libm::sincos(longitude.to_radians());
            [out * ahead, out * east, up]
        });
        let chord = (0..3).map(|k| (ends[1][k] - ends[0][k]).powi(2)).sum::<f64>().sqrt();
        let angle = 2.0 * libm::asin((0.5 * chord).min(1.0));
        Self { ends, angle: Some(angle), length: angle * sphere.radius() }
    }

    /// The position at a share of the line, 0 to 1. On a planet, by spherical interpolation.
    fn at(&self, share: f64) -> [f64; 2] {
        let [from, to] = self.ends;
        let Some(angle) = self.angle else {
            return [0, 1].map(|k: usize| from[k] + share * (to[k] - from[k]));
        };
        let weights = if angle < 1e-9 {
            [1.0 - share, share]
        } else {
            [libm::sin((1.0 - share) * angle), libm::sin(share * angle)].map(|part| part / libm::sin(angle))
        };
        let [x, y, z] = std::array::from_fn(|k| weights[0] * from[k] + weights[1] * to[k]);
        [libm::atan2(z, x.hypot(y)).to_degrees(), libm::atan2(y, x).to_degrees()]
    }
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::nodes;
    use orogen_engine::recipe::{Recipe, Source};

    use super::*;

    fn ground(text: &str) -> (GroundQuery, Option<Sphere>) {
        let recipe = Recipe::parse(Source::new("test", text), nodes::registry()).unwrap();
        (GroundQuery::new(&recipe, &NoImages).unwrap(), recipe.domain.sphere())
    }

    #[test]
    fn a_hill_is_climbed_and_descended() {
        let text = "orogen = 1\ndomain.size = 1000\nheight = { field = \"hill\", scale = 100.0 }\n\
                    [fields.hill]\ntype = \"radial\"\nx = 500\ny = 500\nradius = 400\n";
        let (ground, sphere) = ground(text);
        let profile = Profile::new(&ground, sphere, [100.0, 500.0], [900.0, 500.0]).unwrap();
        assert!((profile.length() - 800.0).abs() < 1e-9);
        let ([low, high], [up, down]) = (profile.range(), profile.climb_and_descent());
        assert!((high - low - 100.0).abs() < 0.1, "{low} {high}");
        assert!((up - 100.0).abs() < 0.1 && (down - 100.0).abs() < 0.1, "{up} {down}");
        assert!(profile.steepest() > 10.0 && profile.steepest() < 45.0);
        let csv = profile.csv();
        assert_eq!(csv.lines().count(), POINTS + 1);
        assert!(csv.starts_with("distance_m,x_m,y_m,height_m,slope_degrees\n0.000,100.0000000,500.0000000,"));
    }

    #[test]
    fn lines_on_planets_are_great_circles() {
        let text = "orogen = 1\ndomain = { kind = \"planet\", radius = 6_371_000.0 }\n\
                    height = { field = \"flat\", scale = 1.0 }\n[fields.flat]\ntype = \"constant\"\nvalue = 7.0\n";
        let (ground, sphere) = ground(text);
        let profile = Profile::new(&ground, sphere, [0.0, 170.0], [0.0, -170.0]).unwrap();
        let degree = 6_371_000.0_f64 * 1.0_f64.to_radians();
        assert!((profile.length() - 20.0 * degree).abs() < 1.0, "across the date line: {}", profile.length());
        let over_the_pole = Profile::new(&ground, sphere, [80.0, 0.0], [80.0, 180.0]).unwrap();
        let highest = over_the_pole.points().iter().map(|point| point.place[0]).fold(0.0, f64::max);
        assert!(highest > 89.9, "{highest}");
        assert_eq!((profile.range(), profile.steepest()), ([7.0; 2], 0.0));
        let point = Profile::new(&ground, sphere, [10.0, 10.0], [10.0, 10.0]).unwrap();
        assert_eq!(point.length(), 0.0);
    }
}

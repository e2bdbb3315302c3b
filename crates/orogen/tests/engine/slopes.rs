//! Fields that read the slopes of others.

use orogen::graph::Graph;
use orogen::level::Level;
use orogen_noise::jet::Order;

use crate::field::{Field, Pictures, head, parse, points};

#[test]
fn steepness_is_the_squared_sine_of_the_slope_angle() {
    let hills = "[fields.x]\ntype = 'steepness'\ninput = 'a'\nscale = 40.0\n\
                 [fields.a]\ntype = 'fbm'\nfeature = 90.0\noctaves = 3\n";
    let points = points::<2>(50);
    let steep = Field::<2>::new("x", hills).planes::<f64>(Level::Scalar, Order::Value, &points);
    let slopes = Field::<2>::new("a", hills).planes::<f64>(Level::Scalar, Order::Gradient, &points);
    for (steep, jet) in steep.iter().zip(&slopes) {
        let angle = (40.0 * jet[1].hypot(jet[2])).atan();
        assert!((steep[0] - angle.sin().powi(2)).abs() < 1e-12, "{steep:?} at {jet:?}");
    }
}

#[test]
fn a_field_without_curvature_cannot_be_followed() {
    let text = head("plane", "x")
        + "[fields.x]\ntype = 'steepness'\ninput = 'bent'\n\
           [fields.bent]\ntype = 'abs'\ninput = 'peaks'\n\
           [fields.peaks]\ntype = 'swiss'\nfeature = 90.0\n";
    let error = Graph::<2>::new(&parse(&text).unwrap(), &Pictures, 1.0).unwrap_err().to_string();
    assert!(error.contains("`x` follows the slopes of a field that has no curvature"), "{error}");
}

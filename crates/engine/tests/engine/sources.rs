//! Values of ramps, falloffs and pictures against plain formulas of the place.

use orogen_engine::level::Level;
use orogen_noise::jet::Order;

use crate::field::{Field, picture, points};

fn quintic(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    6.0 * t.powi(5) - 15.0 * t.powi(4) + 10.0 * t.powi(3)
}

fn distance(point: &[f64], centre: &[f64]) -> f64 {
    point.iter().zip(centre).map(|(p, c)| (p - c).powi(2)).sum::<f64>().sqrt()
}

fn compare<const D: usize>(text: &str, formula: impl Fn(&[f64; D]) -> f64)
where
    orogen_noise::basis::AnyBasis: orogen_noise::noise::Dimension<D>,
{
    let points = points::<D>(4000);
    let field = Field::<D>::new("x", &format!("[fields.x]\n{text}\n"));
    let (exact, single) = (field.values::<f64>(&points), field.values::<f32>(&points));
    for ((point, exact), single) in points.iter().zip(exact).zip(single) {
        let expected = formula(point);
        assert!((exact - expected).abs() <= 1e-12, "{text}: {exact} at {point:?} against {expected}");
        assert!(
            (single - expected).abs() <= 1.2e-6,
            "{text}: {single} in f32 at {point:?} against {expected}"
        );
    }
}

#[test]
fn ramps_rise_along_their_angle() {
    compare::<2>("type = 'ramp'", |[x, _]| (x / 1000.0).clamp(0.0, 1.0));
    compare::<3>("type = 'ramp'\nangle = 90.0\ny = 200.0\nlength = 300.0", |[_, y, _]| {
        ((y - 200.0) / 300.0).clamp(0.0, 1.0)
    });
    compare::<2>("type = 'ramp'\nangle = -150.0\nx = 800.0\ny = 700.0\nlength = 700.0", |[x, y]| {
        let (sin, cos) = (-150.0_f64).to_radians().sin_cos();
        (((x - 800.0) * cos + (y - 700.0) * sin) / 700.0).clamp(0.0, 1.0)
    });
}

#[test]
fn falloffs_are_round() {
    compare::<2>("type = 'radial'", |p| 1.0 - quintic(distance(p, &[500.0, 500.0]) / 500.0));
    compare::<2>("type = 'radial'\nx = 100.0\ny = 300.0\nradius = 600.0\ninner = 0.5", |p| {
        1.0 - quintic((distance(p, &[100.0, 300.0]) / 600.0 - 0.5) / 0.5)
    });
    compare::<3>("type = 'radial'\nz = 300.0\nradius = 700.0", |p| {
        1.0 - quintic(distance(p, &[500.0, 500.0, 300.0]) / 700.0)
    });
    let middle = Field::<2>::new("x", "[fields.x]\ntype = 'radial'\n");
    assert_eq!(middle.values::<f32>(&[[500.0, 500.0], [0.0, 500.0], [1e9, -1e9]]), [1.0, 0.0, 0.0]);
}

/// Far from their position, falloffs and ramps are level. They have no copies where 32-bit cells wrap.
#[test]
fn small_shapes_do_not_come_again() {
    for wrap in [1.0, 2.0, 4.0, 300.0] {
        let period = 4_294_967_296.0 * 1e-3 * wrap;
        let [near, far] = [[0.0, 0.0], [period, 0.0]];
        let ball = Field::<2>::new("x", "[fields.x]\ntype = 'radial'\nx = 0.0\ny = 0.0\nradius = 0.001\n");
        assert_eq!(ball.values::<f32>(&[near, far]), [1.0, 0.0], "radial at {period}");
        let ramp = Field::<2>::new("x", "[fields.x]\ntype = 'ramp'\nlength = 0.001\n");
        let half = 0.75 * period;
        assert_eq!(ramp.values::<f32>(&[near, far, [half, 0.0], [-half, 0.0]]), [0.0, 1.0, 1.0, 0.0], "ramp");
    }
}

/// The cubic (Hermite's) through two neighbours of a row of pixels with the slopes there: central differences, but
/// the whole difference at either end of a row that does not repeat.
fn cubic(x: f64, pixel: impl Fn(i64) -> f64, count: i64, repeats: bool) -> f64 {
    let slope = |at: i64| match (at, repeats) {
        (0, false) => pixel(1) - pixel(0),
        (at, false) if at == count - 1 => pixel(at) - pixel(at - 1),
        _ => (pixel(at + 1) - pixel(at - 1)) / 2.0,
    };
    let (at, t) = (x.floor() as i64, x - x.floor());
    let (rise, h) = (t * t * (3.0 - 2.0 * t), 1.0 - t);
    pixel(at) * (1.0 - rise) + pixel(at + 1) * rise + t * h * (h * slope(at) - t * slope(at + 1))
}

/// The 8 × 6 picture at a place in pixels. Beyond the edges it repeats, or the border pixels continue.
fn painted([x, y]: [f64; 2], repeats: bool) -> f64 {
    let samples = picture(8, 6).samples;
    let place = |at: i64, count: i64| if repeats { at.rem_euclid(count) } else { at.clamp(0, count - 1) };
    let pixel = |i: i64, j: i64| f64::from(samples[(place(j, 6) * 8 + place(i, 8)) as usize]);
    let row = |j: i64| cubic(x, |i| pixel(i, j), 8, repeats);
    cubic(y, row, 6, repeats)
}

#[test]
fn pictures_are_bicubic_and_extend_or_repeat() {
    // Seven steps of 100 m from the first to the last of eight pixels.
    compare::<2>("type = 'image'\nfile = 'smooth.png'\nwidth = 700.0\nx = 30.0\ny = -20.0", |[x, y]| {
        painted([(x - 30.0) / 100.0, (y + 20.0) / 100.0], false)
    });
    // If the picture repeats, its width is eight steps.
    compare::<3>("type = 'image'\nfile = 'smooth.png'\nedge = 'repeat'\nwidth = 240.0", |[x, y, _]| {
        painted([x / 30.0, y / 30.0], true)
    });
}

#[test]
fn pictures_lie_at_the_size_that_their_file_says() {
    let text = "[fields.x]\ntype = 'image'\nfile = 'placed.tif'\n";
    let field = Field::<2>::new("x", text);
    // Pixels of 30 × 20 m. The plane rises by a quarter per column and falls by a half per row.
    let points = [[300.0, 200.0], [45.0, 70.0], [1000.0, 500.0]];
    let heights = field.planes::<f64>(Level::best(), Order::Gradient, &points);
    for ([x, y], planes) in points.into_iter().zip(heights) {
        let exact = [4800.0 + 0.25 * x / 30.0 - 0.5 * y / 20.0, 0.25 / 30.0, -0.5 / 20.0];
        assert!(
            planes.iter().zip(exact).all(|(found, exact)| (found - exact).abs() < 1e-9),
            "{planes:?} {exact:?}"
        );
    }
    let narrow = Field::<2>::new("x", &format!("{text}height = 390\n"));
    assert!((narrow.values::<f64>(&[[300.0, 200.0]])[0] - (4800.0 + 0.25 * 20.0 - 0.5 * 20.0)).abs() < 1e-9);
}

#[test]
fn headerless_pictures_are_read_in_the_shape_that_is_given() {
    let text =
        "[fields.x]\ntype = 'image'\nfile = 'map.raw'\ncolumns = 8\ndata_type = 'i16'\nbyte_order = 'big'\n";
    assert_eq!(
        Field::<2>::new("x", text).values::<f32>(&[[0.0, 0.0]]),
        [f64::from(picture(8, 8).samples[0])]
    );
}

#[test]
fn pictures_pass_through_their_pixels() {
    let text = "[fields.x]\ntype = 'image'\nfile = 'smooth.png'\nwidth = 7.0\n";
    let pixels: Vec<_> = (0..48).map(|at| [f64::from(at % 8), f64::from(at / 8)]).collect();
    let exact: Vec<_> = picture(8, 6).samples.iter().copied().map(f64::from).collect();
    assert_eq!(Field::<2>::new("x", text).values::<f32>(&pixels), exact);
    assert_eq!(Field::<2>::new("x", text).values::<f64>(&pixels), exact);
}

#[test]
fn a_plane_in_metres_keeps_its_slopes_high_above_the_sea() {
    let text = "[fields.x]\ntype = 'image'\nfile = 'plane.tif'\nunit = 'metres'\nfill = 7\nwidth = 39\n";
    let field = Field::<2>::new("x", text);
    // Up to the edges and on them.
    let mut points: Vec<[f64; 2]> =
        points::<2>(2000).iter().map(|p| p.map(|x| (x.abs() * 0.37) % 39.0)).collect();
    points.extend([[0.0, 0.0], [39.0, 0.0], [0.0, 17.3], [39.0, 39.0], [0.6, 38.7]]);
    let planes = field.planes::<f32>(Level::best(), Order::Gradient, &points);
    for (point, plane) in points.iter().zip(&planes) {
        let height = 4800.0 + 0.25 * point[0] - 0.5 * point[1];
        assert!((plane[0] - height).abs() <= 3e-4, "{point:?}: {plane:?}");
        assert!((plane[1] - 0.25).abs() <= 2e-6 && (plane[2] + 0.5).abs() <= 2e-6, "{point:?}: {plane:?}");
    }
}

/// The slope does not jump over the edge. One pixel further out, the border continues, level outwards.
#[test]
fn slopes_level_off_beyond_the_edge() {
    let text = "[fields.x]\ntype = 'image'\nfile = 'smooth.png'\nwidth = 7\n";
    let jets = |points: &[[f64; 2]]| {
        Field::<2>::new("x", text).planes::<f64>(Level::best(), Order::Gradient, points)
    };
    for k in 0..40 {
        let along = 0.13 * f64::from(k);
        for at in [[0.0, along], [7.0, along], [along, 0.0], [along, 5.0]] {
            let sides = [-1e-9, 1e-9].map(|step| at.map(|x| x + step));
            let [before, after] = [sides[0], sides[1]].map(|point| jets(&[point]).remove(0));
            let jump = before.iter().zip(&after).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
            assert!(jump < 1e-7, "{before:?} and {after:?} at {at:?}");
        }
        for (edge, out) in [([0.0, along], [-1.0, along]), ([7.0, along], [8.0, along])] {
            let [edge, out, far] =
                [edge, out, [out[0] * 30.0 - 90.0, along]].map(|point| jets(&[point]).remove(0));
            assert!(
                (edge[0] - out[0]).abs() < 1e-12 && (edge[0] - far[0]).abs() < 1e-12,
                "{edge:?}, {out:?}, {far:?}"
            );
            assert!(out[1].abs() < 1e-12 && far[1] == 0.0, "{out:?}, {far:?}");
        }
    }
}

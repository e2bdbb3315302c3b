//! Invalid strokes and their error messages.

use orogen_engine::image::NoImages;
use orogen_engine::raster::Grid;
use orogen_strokes::brush::{Brush, Grain, Tool};
use orogen_strokes::prepared_strokes::PreparedStrokes;
use orogen_strokes::stroke::{Point, Stroke};

use crate::scene::{HILLS, MOON, stroke, terrain};

const CLICK: [[f64; 3]; 1] = [[10.0, 20.0, 1.0]];

fn error_of(stroke: &Stroke) -> String {
    let mut ground = PreparedStrokes::new(terrain(HILLS, 8.0), 8.0);
    let message = ground.push(stroke, &NoImages).unwrap_err().to_string();
    assert!(ground.is_empty());
    message
}

fn raise(change: impl Fn(&mut Brush)) -> Stroke {
    let mut brush = Brush::new(Tool::Raise { metres: 1.0 }, 100.0);
    change(&mut brush);
    stroke(brush, &CLICK)
}

#[test]
fn numbers_out_of_range() {
    assert_eq!(error_of(&raise(|brush| brush.inner = 1.0)), "inner is 1: it must be from 0 to 0.98");
    assert_eq!(
        error_of(&raise(|brush| brush.radius = f64::NAN)),
        "radius is NaN: it must be from 0.001 to 1000000000"
    );
    assert_eq!(error_of(&raise(|brush| brush.spacing = 0.0)), "spacing is 0: it must be from 0.02 to 4");
    assert_eq!(
        error_of(&raise(|brush| brush.tool = Tool::Ledge { step: 0.0, riser: 0.5 })),
        "step is 0: it must be from 0.001 to 1000000000"
    );
    let mut pressed = raise(|_| {});
    pressed.points[0].pressure = 2.0;
    assert_eq!(error_of(&pressed), "the pressure of a point is 2: it must be from 0 to 1");
}

#[test]
fn points() {
    let mut none = raise(|_| {});
    none.points.clear();
    assert_eq!(error_of(&none), "the stroke has 0 points: it must have from 1 to 100000");
    none.points = vec![Point { position: [0.0, f64::INFINITY], pressure: 1.0 }];
    assert!(
        error_of(&none)
            .starts_with("point 0 of the stroke is (0, inf): coordinates must be numbers of metres")
    );
    let long = stroke(Brush::new(Tool::Erase, 1.0), &[[0.0, 0.0, 1.0], [1e9, 0.0, 1.0]]);
    assert!(error_of(&long).contains("more than 200000 dabs"));
}

#[test]
fn recipes_and_pictures_of_brushes() {
    let field = |recipe: &str| {
        raise(|brush| {
            brush.tool = Tool::Field { recipe: recipe.to_owned(), metres: 1.0, grain: Grain::PLAIN }
        })
    };
    assert!(error_of(&field("orogen = 1\n")).starts_with("the brush's recipe: brush:"));
    assert!(error_of(&field(MOON)).contains("must have a plane as its domain"));
    let tiled = HILLS.replace("domain.size = 4096", "domain = { size = 4096, tile = true }");
    assert_eq!(error_of(&field(&tiled)), "the brush's recipe repeats: remove `tile = true`");
    let stamp = Tool::Stamp { image: "x.png".to_owned(), metres: 1.0, turn: false };
    assert!(
        error_of(&raise(|brush| brush.tool = stamp.clone()))
            .starts_with("the picture x.png cannot be read here")
    );
}

#[test]
fn grids_that_are_too_large_and_positions_on_other_grounds() {
    let ground = PreparedStrokes::new(terrain(HILLS, 8.0), 8.0);
    let message = ground.rows(Grid::square(4097, 4.0)).unwrap_err().to_string();
    assert!(message.contains("samples are needed at once, but at most 16777216"), "{message}");
    assert!(ground.patch(&orogen_engine::patch::Patch::new(&[]).unwrap()).is_err());
    let space = HILLS.replace("domain.size = 4096", "domain = { kind = \"space\", size = 4096, z = 70 }");
    let space = PreparedStrokes::new(terrain(&space, 8.0), 8.0);
    assert!(space.rows(Grid::square(4, 8.0)).is_ok());
    assert!(space.sample(&[[0.0, 0.0]]).unwrap_err().to_string().contains("query rows of its cross section"));
}

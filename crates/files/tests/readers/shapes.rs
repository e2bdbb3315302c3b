//! Lines that SQLite wrote.

use orogen_engine::shapes::{MapPlace, Shape, ShapeReading};
use orogen_files::read_shapes;
use serde::Deserialize;

use crate::python::made;

#[derive(Deserialize)]
struct Package {
    name: String,
    lines: Vec<Line>,
}

#[derive(Deserialize)]
struct Line {
    points: Vec<[f64; 2]>,
    heights: Option<Vec<f64>>,
}

/// Every number is the same, to the last bit.
#[test]
fn geopackages_of_sqlite_are_read() {
    let (folder, packages): (_, Vec<Package>) = made("make_geopackages.py", "shapes.json");
    assert_eq!(packages.len(), 18);
    let place = MapPlace { crs: Some(32_632), origin: None };
    let reading = ShapeReading { place, ..ShapeReading::default() };
    for Package { name, lines } in packages {
        let read = read_shapes(&folder.path().join(&name), &reading).unwrap().shapes;
        assert_eq!(read.len(), lines.len(), "{name}");
        for (read, line) in read.iter().zip(lines) {
            let Shape::Line(read) = read else { panic!("{name}: {read:?}") };
            // y grows down in the domain.
            let points: Vec<_> = line.points.iter().map(|[x, y]| [*x, -y]).collect();
            assert_eq!((&read.points, &read.heights), (&points, &line.heights), "{name}");
        }
    }
}

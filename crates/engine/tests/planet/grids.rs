//! Maps: whole planets, rectangles, regions and faces of cube maps.

use orogen_engine::planet::{CubeMap, Direction, DirectionGrid, Face, FacePoint, LatLon, TileAddress};

use crate::{earth, length, minus};

fn place(latitude: f64, longitude: f64) -> LatLon {
    LatLon::new(latitude, longitude).unwrap()
}

fn assert_near(direction: Direction, expected: Direction) {
    assert!(direction.angle(expected) < 1e-14, "{:?} {:?}", LatLon::of(direction), LatLon::of(expected));
}

#[test]
fn the_whole_planet() {
    let grid = DirectionGrid::whole(720).unwrap();
    assert_eq!((grid.columns(), grid.rows()), (720, 360));
    for (column, row) in [(0, 0), (719, 0), (0, 359), (719, 359), (360, 180), (123, 45)] {
        let (latitude, longitude) = (89.75 - 0.5 * row as f64, -179.75 + 0.5 * column as f64);
        assert_near(grid.direction(column, row), place(latitude, longitude).direction());
    }
}

/// Across the date line, and up to the pole.
#[test]
fn rectangles() {
    let grid = DirectionGrid::rectangle([80.0, 170.0, 90.0, -170.0], 20, 10).unwrap();
    let other = DirectionGrid::rectangle([80.0, 170.0, 90.0, 190.0], 20, 10).unwrap();
    let before = DirectionGrid::rectangle([80.0, -190.0, 90.0, -170.0], 20, 10).unwrap();
    for (column, row) in (0..10).flat_map(|row| (0..20).map(move |column| (column, row))) {
        let expected = place(89.5 - row as f64, 170.5 + column as f64).direction();
        for grid in [&grid, &other, &before] {
            assert_near(grid.direction(column, row), expected);
        }
    }
    // A crop of the whole planet has the positions of the whole.
    let whole = DirectionGrid::whole(360).unwrap();
    let crop = DirectionGrid::rectangle([10.0, 20.0, 15.0, 30.0], 10, 5).unwrap();
    assert_near(crop.direction(3, 2), whole.direction(203, 77));
}

/// True distances from the middle, and true bearings by the formula of spherical trigonometry: in the Alps, over the date
/// line, over both poles, near one, and almost a quarter of a turn wide.
#[test]
fn regions() {
    let middles = [
        (46.0, 8.0),
        (0.0, 180.0),
        (-17.0, 179.99),
        (90.0, 0.0),
        (90.0, 30.0),
        (-90.0, 0.0),
        (89.9999, -120.0),
    ];
    for (latitude, longitude) in middles {
        for size in [1.0, 4_000.0, 1_000_000.0, 14_000_000.0] {
            let (middle, side) = (place(latitude, longitude), 9);
            let grid = DirectionGrid::region(middle, size, side, earth()).unwrap();
            assert_near(grid.direction(4, 4), middle.direction());
            for (column, row) in (0..side).flat_map(|row| (0..side).map(move |column| (column, row))) {
                let direction = grid.direction(column, row);
                let [east, south] = [column, row].map(|k| (k as f64 - 4.0) / 8.0 * size);
                let distance = direction.angle(middle.direction()) * earth().radius();
                assert!(
                    (distance - east.hypot(south)).abs() < 1e-8 * (1.0 + size * 1e-7),
                    "{middle:?} {distance}"
                );
                // Without a bearing, or with the other end at the pole, there is nothing to compare.
                let there = LatLon::of(direction);
                if (column, row) == (4, 4) || size < 100.0 || there.latitude().abs() > 89.9999 {
                    continue;
                }
                let (a, b) = (latitude.to_radians(), there.latitude().to_radians());
                let turn = (there.longitude() - longitude).to_radians();
                let bearing =
                    (turn.sin() * b.cos()).atan2(a.cos() * b.sin() - a.sin() * b.cos() * turn.cos());
                let drawn = east.atan2(-south);
                let off = (bearing - drawn).sin().abs().max(1.0 - (bearing - drawn).cos());
                assert!(off < 1e-6, "{middle:?} {size} {column} {row}: {bearing} {drawn}");
            }
        }
    }
}

#[test]
fn faces_of_cube_maps() {
    let side = 16;
    for face in Face::ALL {
        let tangent = DirectionGrid::face(face, side, CubeMap::Tangent).unwrap();
        let gnomonic = DirectionGrid::face(face, side, CubeMap::Gnomonic).unwrap();
        let [axis, right, down] = face.axes();
        for (column, row) in (0..side).flat_map(|row| (0..side).map(move |column| (column, row))) {
            let [u, v] = [column, row].map(|k| (k as f64 + 0.5) / 8.0 - 1.0);
            assert_near(tangent.direction(column, row), FacePoint::new(face, u, v).unwrap().direction());
            let vector = [0, 1, 2].map(|k| axis[k] + u * right[k] + v * down[k]);
            assert_near(gnomonic.direction(column, row), Direction::new(vector).unwrap());
            // The direction is in the middle of a tile of its level.
            let tile = TileAddress::containing(tangent.direction(column, row), 4).unwrap();
            assert_eq!((tile.face(), tile.x() as usize, tile.y() as usize), (face, column, row));
        }
    }
}

/// Rows that are made a few at a time equal the rows of the whole, on the sphere.
#[test]
fn patches_by_rows() {
    let grid = DirectionGrid::region(place(89.0, 10.0), 500_000.0, 7, earth()).unwrap();
    let whole = grid.patch(earth(), 0..7);
    let part = grid.patch(earth(), 3..5);
    assert_eq!((whole.len(), part.len()), (49, 14));
    for sample in 0..14 {
        assert_eq!(part.units(sample), whole.units(21 + sample));
        let position = earth().position(grid.direction(sample % 7, 3 + sample / 7));
        assert!(length(minus(part.position(sample), position)) < 1e-6);
    }
}

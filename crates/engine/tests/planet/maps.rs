//! Terrain by direction and in maps: the bits of tiles, and slopes that are true in the picture's own frame.

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::planet::{
    CubeMap, Direction, DirectionGrid, Face, LatLon, PlanetError, Sphere, TileAddress, TileSamples,
};
use orogen_engine::raster::Band;
use orogen_engine::terrain::{IsAPlanet, NotAPlanet, Terrain};

use crate::ground::{EARTH, PEBBLE, recipe, terrain};
use crate::{Random, cross, dot, earth, length, minus, unit};

fn made(terrain: &Terrain, grid: &DirectionGrid) -> Band {
    let mut band = Band::default();
    terrain.map(Level::best(), grid.clone()).unwrap().make(0, grid.rows(), true, &mut band);
    band
}

/// A map of each kind, for a sphere.
fn maps(sphere: Sphere) -> Vec<DirectionGrid> {
    let tile = |text: &str| DirectionGrid::tile(text.parse().unwrap(), 4, sphere).unwrap();
    let place = |latitude, longitude| LatLon::new(latitude, longitude).unwrap();
    let region = |at, size: f64| DirectionGrid::region(at, size * sphere.radius(), 17, sphere).unwrap();
    vec![
        DirectionGrid::whole(36).unwrap(),
        DirectionGrid::rectangle([80.0, 170.0, 90.0, -170.0], 20, 12).unwrap(),
        DirectionGrid::face(Face::Ny, 16, CubeMap::Gnomonic).unwrap(),
        DirectionGrid::face(Face::Pz, 16, CubeMap::Tangent).unwrap(),
        tile("nz/0/0/0"),
        tile("px/3/7/0"),
        region(place(46.0, 8.0), 1e-3),
        region(place(90.0, 30.0), 2.0),
        region(place(-17.0, 180.0), 0.5),
    ]
}

#[test]
fn tiles_as_maps_have_the_places_of_tiles() {
    for text in ["px/0/0/0", "nz/3/7/2", "py/11/2047/0", "pz/26/1234/99"] {
        let tile: TileAddress = text.parse().unwrap();
        let (samples, grid) =
            (TileSamples::new(tile, 5, 0).unwrap(), DirectionGrid::tile(tile, 5, earth()).unwrap());
        assert_eq!((grid.columns(), grid.rows()), (33, 33));
        assert_eq!(grid.patch(earth(), 0..33), samples.patch(earth()).unwrap(), "{text}");
        let directions = samples.directions();
        assert!((0..33 * 33).all(|i| grid.direction(i % 33, i / 33) == directions[i]), "{text}");
        // The documented spacing, to the bit.
        let spacing =
            std::f64::consts::PI * earth().radius() / 2.0 / f64::powi(2.0, tile.level().into()) / 32.0;
        assert_eq!(grid.step() * earth().radius(), spacing);
    }
    // A map of a face on a level consists of all its tiles.
    let face = DirectionGrid::tile(TileAddress::root(Face::Py), 6 + 2, earth()).unwrap();
    let tile = TileSamples::new("py/2/3/1".parse().unwrap(), 6, 0).unwrap().patch(earth()).unwrap();
    assert_eq!(face.crop(192..257, 64..129).patch(earth(), 0..65), tile);
}

#[test]
fn what_is_too_fine_or_too_large_is_refused() {
    let tile = |text: &str, doublings| DirectionGrid::tile(text.parse().unwrap(), doublings, earth());
    assert!(matches!(tile("px/0/0/0", 18), Err(PlanetError::Counts(_))));
    assert!(matches!(tile("px/0/0/0", 255), Err(PlanetError::Counts(_))));
    assert!(matches!(tile("px/28/0/0", 17), Err(PlanetError::TooDense { .. })));
}

/// Rows made a few at a time, cropped maps and single directions: the same bits everywhere.
#[test]
fn a_place_has_the_same_bits_however_it_is_asked_for() {
    let terrain = terrain(EARTH, 1000.0);
    for grid in maps(earth()) {
        let whole = made(&terrain, &grid);
        let (columns, rows) = (grid.columns(), grid.rows());
        assert_eq!((whole.columns, whole.rows(), whole.first_row), (columns, rows, 0));
        let mut band = Band::default();
        terrain.map(Level::best(), grid.clone()).unwrap().make(3, 2, true, &mut band);
        assert_eq!((band.first_row, band.rows()), (3, 2));
        assert!(
            band.height[..] == whole.height[3 * columns..5 * columns]
                && band.dx[..] == whole.dx[3 * columns..5 * columns]
        );
        let crop = made(&terrain, &grid.crop(2..7, 4..6));
        assert!((0..10).all(|i| crop.dy[i] == whole.dy[(4 + i / 5) * columns + 2 + i % 5]));
        let directions: Vec<_> =
            (0..columns * rows).map(|i| grid.direction(i % columns, i / columns)).collect();
        let samples = terrain.sample_at::<f32>(Level::best(), &directions).unwrap();
        let far =
            samples.iter().zip(&whole.height).filter(|(sample, height)| sample.height as f32 != **height);
        // A direction of length 1 is rounded once more than a vector to the cube, so some places are a unit away.
        assert!(far.count() * 20 < directions.len());
        let mut heights = Band::default();
        terrain.map(Level::best(), grid.clone()).unwrap().make(0, rows, false, &mut heights);
        assert!(heights.height == whole.height && heights.dx.is_empty() && heights.dy.is_empty());
    }
}

/// Maps of tiles meet across the edges of the cube, and a map of the planet meets itself at the date line.
#[test]
fn heights_meet_over_seams() {
    let terrain = terrain(EARTH, 1000.0);
    let tile = |text: &str| made(&terrain, &DirectionGrid::tile(text.parse().unwrap(), 4, earth()).unwrap());
    let (left, right) = (tile("px/2/3/1"), tile("py/2/0/1"));
    assert!((0..17).all(|row| left.height[row * 17 + 16] == right.height[row * 17]));
    // The upper edge of the face px is the lower edge of pz.
    let (upper, lower) = (tile("pz/2/1/3"), tile("px/2/1/0"));
    assert!((0..17).all(|column| upper.height[16 * 17 + column] == lower.height[column]));
    let sixth =
        |west, east| made(&terrain, &DirectionGrid::rectangle([-30.0, west, 30.0, east], 60, 60).unwrap());
    let (over, east, west) = (sixth(150.0, -150.0), sixth(150.0, 210.0), sixth(-210.0, -150.0));
    assert!(over == east && over == west);
}

/// The position of the ground in metres from the centre, computed from the sphere and the height alone.
fn place(terrain: &Terrain, direction: Direction) -> [f64; 3] {
    let height = terrain.sample_at::<f64>(Level::best(), &[direction]).unwrap()[0].height;
    direction.vector().map(|part| part * (terrain.sphere().unwrap().radius() + height))
}

/// The normal of the ground from places a little to the sides.
fn normal_by_differences(terrain: &Terrain, direction: Direction, step: f64) -> [f64; 3] {
    let up = direction.vector();
    let side = unit(cross(up, if up[0].abs() < 0.8 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] }));
    let [along, across] = [side, cross(up, side)].map(|axis| {
        let at = |sign: f64| Direction::new([0, 1, 2].map(|k| up[k] + sign * step * axis[k])).unwrap();
        minus(place(terrain, at(1.0)), place(terrain, at(-1.0)))
    });
    unit(cross(along, across))
}

#[test]
fn normals_are_those_of_the_ground() {
    let mut random = Random(5);
    for (text, spacing, step) in [(EARTH, 20_000.0, 2e-6), (PEBBLE, 1.0, 1e-4)] {
        let terrain = terrain(text, spacing);
        for _ in 0..100 {
            let direction = random.direction();
            let sample = terrain.sample_at::<f64>(Level::best(), &[direction]).unwrap()[0];
            let expected = normal_by_differences(&terrain, direction, step);
            assert!(length(minus(sample.normal, expected)) < 1e-4, "{:?} {expected:?}", sample.normal);
        }
    }
}

/// A normal map computes normals from a map's slopes. In the map's frame, these are the normals of the ground. On a planet as
/// small as this, slopes along the sphere would be wrong by a tenth.
#[test]
fn slopes_of_maps_make_true_normals() {
    for (text, spacing, allowed) in [(EARTH, 20_000.0, 1e-5), (PEBBLE, 1.0, 1e-5)] {
        let terrain = terrain(text, spacing);
        let sphere = terrain.sphere().unwrap();
        for (number, grid) in maps(sphere).into_iter().enumerate() {
            let band = made(&terrain, &grid);
            for i in 0..band.height.len() {
                let (column, row) = (i % grid.columns(), i / grid.columns());
                let (up, [right, down]) = (grid.direction(column, row), grid.axes(column, row));
                let (dx, dy) = (f64::from(band.dx[i]), f64::from(band.dy[i]));
                let normal = unit([0, 1, 2].map(|k| up.vector()[k] - dx * right[k] - dy * down[k]));
                let expected = terrain.sample_at::<f64>(Level::best(), &[up]).unwrap()[0].normal;
                assert!(length(minus(normal, expected)) < allowed, "map {number}, {column}, {row}");
            }
        }
    }
}

/// By differences of directions: the frame is right-handed with the outside up, its first axis is along the row, and its second
/// axis is as close to down as possible.
#[test]
fn axes_go_along_rows_and_down() {
    for (number, grid) in maps(earth()).into_iter().enumerate() {
        for (column, row) in
            (1..grid.rows() - 1).flat_map(|row| (1..grid.columns() - 1).map(move |c| (c, row)))
        {
            let at = |column: usize, row: usize| grid.direction(column, row).vector();
            let (up, [right, down]) = (at(column, row), grid.axes(column, row));
            for (axis, other) in [(right, down), (right, up), (down, up)] {
                assert!(dot(axis, other).abs() < 1e-14 && (length(axis) - 1.0).abs() < 1e-14);
            }
            assert!(
                length(minus(cross(down, right), up)) < 1e-14,
                "map {number}: the frame is handed otherwise"
            );
            let [west, east] = [at(column - 1, row), at(column + 1, row)];
            // Along a circle of latitude or a great circle, the chord is parallel to the tangent half-way. On uneven grids,
            // half-way is not exactly at the sample.
            let along = unit(minus(east, west));
            assert!(length(minus(along, right)) < 0.12, "map {number}, {column}, {row}: {along:?} {right:?}");
            assert!(dot(minus(at(column, row + 1), at(column, row - 1)), down) > 0.0, "map {number}");
        }
    }
    // On a map by latitude and longitude the axes are east and south, also beside the pole.
    let grid = DirectionGrid::whole(720).unwrap();
    for (column, row) in [(0, 0), (300, 0), (719, 359), (100, 180), (500, 70)] {
        let place = LatLon::of(grid.direction(column, row));
        let expected = place.east_south();
        let found = grid.axes(column, row);
        assert!((0..2).all(|k| length(minus(found[k], expected[k])) < 1e-12), "{place:?}");
    }
}

/// Slopes to the east and north against differences along the meridian and the parallel.
#[test]
fn east_and_north_are_derivatives() {
    let terrain = terrain(PEBBLE, 1.0);
    let height = |latitude: f64, longitude: f64| {
        let direction = LatLon::new(latitude, longitude).unwrap().direction();
        terrain.sample_at::<f64>(Level::best(), &[direction]).unwrap()[0].height
    };
    let degree = 2000.0 * 1.0_f64.to_radians();
    for (latitude, longitude) in [(0.0, 0.0), (46.0, 8.0), (-73.0, -179.99), (89.0, 100.0)] {
        let place = LatLon::new(latitude, longitude).unwrap();
        let sample = terrain.sample_at::<f64>(Level::best(), &[place.direction()]).unwrap()[0];
        let [east, north] = sample.east_north(place);
        let step = 1e-3;
        let to_north =
            (height(latitude + step, longitude) - height(latitude - step, longitude)) / (2.0 * step * degree);
        let shrunk = latitude.to_radians().cos();
        let to_east = (height(latitude, longitude + step / shrunk)
            - height(latitude, longitude - step / shrunk))
            / (2.0 * step * degree);
        assert!(
            (east - to_east).abs() < 1e-4 && (north - to_north).abs() < 1e-4,
            "{east} {to_east} {north} {to_north}"
        );
    }
}

/// The Laplacian of *z* on a sphere is −2*z*/*R*², as for all spherical harmonics of the first degree. A ramp along x is one of
/// these where x is positive.
#[test]
fn curvature_is_the_laplacian_on_the_sphere() {
    let text = "orogen = 1\ndomain = { kind = 'planet', radius = 1000.0 }\nheight = { field = 'x', scale = 100.0 }\n\
                [fields.x]\ntype = 'ramp'\nlength = 4000.0\n";
    let terrain = terrain(text, 1.0);
    let sphere = terrain.sphere().unwrap();
    for grid in maps(sphere) {
        let maker = terrain.map(Level::best(), grid.clone()).unwrap().with_curvature();
        let mut band = Band::default();
        maker.make(0, grid.rows(), true, &mut band);
        assert_eq!(band, { Band { curvature: band.curvature.clone(), ..made(&terrain, &grid) } });
        for (i, curvature) in band.curvature.iter().enumerate() {
            let up = grid.direction(i % grid.columns(), i / grid.columns());
            // The ramp is level where x is less than 0.
            if up.vector()[0] <= 1.01 * grid.step().sin() {
                continue;
            }
            let gradient = terrain.sample_at::<f64>(Level::best(), &[up]).unwrap()[0].gradient;
            // Where the ramp is straight, its height minus that of the middle is the gradient times the position.
            let level = dot(gradient, sphere.position(up));
            // Differences over a large step are too small by the factor sin(step)/step.
            let short = grid.step().sin() / grid.step();
            let expected = -2.0 * level / 1e6 * short;
            assert!((f64::from(*curvature) - expected).abs() < 2e-6, "{curvature} {expected}");
        }
    }
}

#[test]
fn other_terrain_has_no_directions_and_planets_no_grids() {
    let plane = terrain(&PEBBLE.replace("kind = 'planet', radius = 2000.0", "size = 1000.0"), 1.0);
    let direction = Direction::new([1.0, 0.0, 0.0]).unwrap();
    assert_eq!(plane.sample_at::<f64>(Level::best(), &[direction]).unwrap_err(), NotAPlanet);
    assert_eq!(plane.map(Level::best(), DirectionGrid::whole(8).unwrap()).unwrap_err(), NotAPlanet);
    assert!(NotAPlanet.to_string().contains("write kind = \"planet\""));
    let planet = terrain(PEBBLE, 1.0);
    let grid = orogen_engine::raster::Grid::square(4, 1.0);
    // A planet never gives a cut through its middle.
    assert_eq!(planet.rows(Level::best(), grid).unwrap_err(), IsAPlanet);
    assert_eq!(planet.shares(&grid).unwrap_err(), IsAPlanet);
    assert_eq!(planet.column_shares(&grid).unwrap_err(), IsAPlanet);
    assert_eq!(planet.row_shares(&grid).unwrap_err(), IsAPlanet);
    assert!(IsAPlanet.to_string().contains("ask for a map or a patch"));
}

/// Bands also have the fields that materials read.
#[test]
fn other_fields_come_along() {
    let text = format!(
        "{PEBBLE}[fields.moss]\ntype = 'fbm'\nwavelength = 700.0\n[[materials]]\nname = 'rock'\ncolor = '#777'\n\
         [[materials]]\nname = 'moss'\ncolor = '#373'\nnoise = {{ field = 'moss', range = [-1, 0, 1, 2] }}\n"
    );
    let terrain = Terrain::with_materials(&recipe(&text), &NoImages, 1.0).unwrap();
    let alone = format!(
        "{}\n",
        text.replace("field = 'land'", "field = 'moss'").replace("scale = 200.0", "scale = 1.0")
    );
    let alone = Terrain::new(&recipe(&alone), &NoImages, 1.0).unwrap();
    let grid = DirectionGrid::whole(16).unwrap();
    assert_eq!(made(&terrain, &grid).others, [made(&alone, &grid).height]);
}

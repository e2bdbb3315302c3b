//! Rasters and streams, against the engine's rows.

use std::ops::ControlFlow;

use orogen::engine::level::Level;
use orogen::engine::terrain::Terrain as EngineTerrain;
use orogen::{Band, DirectionGrid, ErrorKind, Grid, LatLon, NoImages, Rows, SampleGrid, Terrain};

use super::{bits, plane, planet};

fn of_engine(terrain: &Terrain, grid: Grid) -> Band {
    let prepared = EngineTerrain::new(terrain.recipe(), &NoImages, grid.spacing).unwrap();
    let mut band = Band::default();
    prepared.rows(Level::best(), grid).unwrap().make(0, grid.rows, true, &mut band);
    band
}

/// All planes of a stream, one after the other.
fn joined(rows: Rows) -> [Vec<f32>; 3] {
    let mut all: [Vec<f32>; 3] = Default::default();
    for band in rows {
        assert_eq!(band.first_row * band.columns, all[0].len());
        [band.height, band.dx, band.dy].iter().zip(&mut all).for_each(|(part, all)| all.extend(part));
    }
    all
}

#[test]
fn heights_have_the_bits_of_the_engines_rows() {
    let terrain = plane();
    for grid in [terrain.grid(300).unwrap(), Grid::new([-50.0, 125.0], 2.5, 131, 67).unwrap()] {
        let expected = of_engine(&terrain, grid);
        assert_eq!(bits(&terrain.heights(grid).unwrap()), bits(&expected.height));
        let raster = terrain.raster(grid).unwrap();
        assert_eq!(bits(&raster.height), bits(&expected.height));
        assert_eq!(bits(&raster.dx), bits(&expected.dx));
        assert_eq!(bits(&raster.dy), bits(&expected.dy));
    }
}

#[test]
fn rows_are_the_heights_in_any_bands() {
    let terrain = plane();
    let grid = Grid::new([0.0, 0.0], 10.0, 70, 101).unwrap();
    let raster = terrain.raster(grid).unwrap();
    for rows in [1, 7, 64, 1000] {
        let [height, dx, dy] = joined(terrain.rows(grid).unwrap().with_slopes().in_bands_of(rows));
        assert_eq!(
            [bits(&height), bits(&dx), bits(&dy)],
            [bits(&raster.height), bits(&raster.dx), bits(&raster.dy)]
        );
    }
    let [height, dx, _] = joined(terrain.rows(grid).unwrap());
    assert_eq!((bits(&height), dx), (bits(&raster.height), vec![]));
    assert_eq!(terrain.rows(grid).unwrap().in_bands_of(50).len(), 3);
}

#[test]
fn maps_have_the_bits_of_the_engines_maps() {
    let terrain = planet();
    let sphere = terrain.sphere().unwrap();
    let region = DirectionGrid::region(LatLon::new(89.0, 5.0).unwrap(), 20_000.0, 33, sphere).unwrap();
    for map in
        [terrain.map(64).unwrap(), terrain.map_region([-5.0, 170.0, 5.0, -170.0], 40, 21).unwrap(), region]
    {
        let prepared = EngineTerrain::new(terrain.recipe(), &NoImages, map.step() * sphere.radius()).unwrap();
        let mut expected = Band::default();
        prepared.map(Level::best(), map.clone()).unwrap().make(0, map.rows(), true, &mut expected);
        assert_eq!(bits(&terrain.heights(&map).unwrap()), bits(&expected.height));
        let [height, dx, dy] = joined(terrain.rows(map).unwrap().with_slopes().in_bands_of(5));
        assert_eq!(
            [height, dx, dy].map(|plane| bits(&plane)),
            [&expected.height, &expected.dx, &expected.dy].map(|plane| bits(plane))
        );
    }
}

#[test]
fn heights_are_written_with_a_stride() {
    let terrain = plane();
    let grid = terrain.grid(40).unwrap();
    let (heights, mut out) = (terrain.heights(grid).unwrap(), vec![-1e9; 39 * 50 + 40]);
    terrain.heights_into(grid, &mut out, 50).unwrap();
    for (row, line) in out.chunks(50).enumerate() {
        assert_eq!(bits(&line[..40]), bits(&heights[40 * row..][..40]));
        assert!(line[40..].iter().all(|&between| between == -1e9));
    }
    let error = terrain.heights_into(grid, &mut out, 39).unwrap_err();
    assert!(error.message().contains("a stride of 39"), "{error}");
    let error = terrain.heights_into(grid, &mut out[1..], 50).unwrap_err();
    assert!(error.help().contains("1990 numbers"), "{error}");
}

#[test]
fn normals_are_upright_to_the_slopes() {
    let raster = plane().raster(plane().grid(20).unwrap()).unwrap();
    for ((normal, dx), dy) in raster.normals().into_iter().zip(&raster.dx).zip(&raster.dy) {
        let length = normal.iter().map(|part| part * part).sum::<f32>();
        assert!((length - 1.0).abs() < 1e-6 && normal[2] > 0.0);
        assert!((normal[0] + dx * normal[2]).abs() < 1e-6 && (normal[1] + dy * normal[2]).abs() < 1e-6);
    }
}

#[test]
fn progress_counts_samples_and_cancels() {
    let (terrain, mut calls) = (plane(), Vec::new());
    let grid = Grid::new([0.0, 0.0], 1.0, 5000, 100).unwrap();
    terrain
        .raster_with(grid, |done, all| {
            calls.push(done);
            assert_eq!(all, 500_000);
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(calls, [0, 260_000, 500_000]);

    for stop in [0, 1] {
        let mut calls = 0;
        let result = terrain.heights_with(grid, |_, _| {
            calls += 1;
            if calls > stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((result.unwrap_err().kind(), calls), (ErrorKind::Cancelled, stop + 1));
    }
}

#[test]
fn grids_of_the_other_domain_are_refused() {
    let (plane, planet) = (plane(), planet());
    let error = planet.grid(64).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Domain);
    let grid = plane.grid(64).unwrap();
    assert_eq!(planet.heights(grid).unwrap_err(), error);
    assert_eq!(planet.rows(grid).unwrap_err(), error);

    let error = plane.map(64).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Domain);
    assert_eq!(plane.raster(planet.map(64).unwrap()).unwrap_err(), error);
    assert_eq!(plane.map_region([0.0, 0.0, 1.0, 1.0], 4, 4).unwrap_err(), error);
}

#[test]
fn impossible_grids_are_refused() {
    let (plane, planet) = (plane(), planet());
    for side in [0, 1, 262_145] {
        assert!(plane.grid(side).unwrap_err().help().contains("2 to 262144"));
    }
    let far = Grid { first_column: i64::MAX, ..Grid::square(4, 1.0) };
    for grid in [
        Grid::square(0, 1.0),
        Grid::square(8, f64::NAN),
        Grid::square(8, -1.0),
        Grid::square(8, f64::MAX),
        far,
    ] {
        let error = plane.heights(grid).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Argument, "{error}");
    }
    let empty = planet.map(8).unwrap().crop(0..0, 0..4);
    assert!(SampleGrid::from(&empty).is_empty());
    assert!(planet.heights(empty).is_err() && planet.map(7).is_err());
    assert!(Grid::new([0.0, f64::NAN], 1.0, 4, 4).is_err() && Grid::new([1e300, 0.0], 1.0, 4, 4).is_err());
    let error = Grid::new([0.0, 7.0], 2.0, 4, 4).unwrap_err().to_string();
    assert_eq!(
        error,
        "the origin (0, 7) is not a multiple of the spacing of 2 m: the nearest origin is (0, 8)"
    );
    // A spacing that is no binary fraction, far from the origin.
    let far = Grid::new([123_456_789.1, -0.1], 0.1, 4, 4).unwrap();
    assert_eq!((far.first_column, far.first_row), (1_234_567_891, -1));
}

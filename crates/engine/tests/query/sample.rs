//! Heights, slopes and normals at places.

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::query::{HeightQuery, QueryError};
use orogen_engine::raster::{Band, Grid};
use orogen_engine::terrain::{Drafts, Terrain};

use crate::ground::{Dice, SPACE, preset, query, recipe};

#[test]
fn samples_are_those_of_the_terrain_in_double_precision() {
    for recipe in
        ["gullies.toml", "dunes.toml", "craters.toml"].map(preset).into_iter().chain([recipe(SPACE)])
    {
        let (terrain, query) = (Terrain::new(&recipe, &NoImages, 3.0).unwrap(), query(&recipe, 3.0));
        let mut dice = Dice::new(1);
        for reach in [1e3, 1e7] {
            let places: Vec<[f64; 3]> = (0..40)
                .map(|_| [dice.between(-reach, reach), dice.between(-reach, reach), recipe.domain.z])
                .collect();
            let expected = terrain.sample::<f64>(Level::best(), &places);
            assert_eq!(query.samples(&places), expected, "{}", recipe.name);
            let one_by_one = places.iter().map(|&[x, y, _]| query.sample(x, y));
            assert_eq!(one_by_one.collect::<Vec<_>>(), expected, "{}", recipe.name);
        }
    }
}

#[test]
fn samples_lie_where_the_raster_lies() {
    for recipe in [preset("hills.toml"), recipe(SPACE)] {
        let query = query(&recipe, 2.0);
        let grid = Grid { first_column: -20, first_row: 1000, columns: 40, rows: 30, spacing: 2.0 };
        let mut band = Band::default();
        let terrain = Terrain::new(&recipe, &Drafts(NoImages), 2.0).unwrap();
        terrain.rows(Level::best(), grid).unwrap().make(0, grid.rows, true, &mut band);
        let heights = terrain.interval().max - terrain.interval().min;
        for (at, &height) in band.height.iter().enumerate() {
            let sample = query.sample(grid.x(at % 40), grid.y(at / 40));
            assert!((sample.height - f64::from(height)).abs() <= 2e-6 * heights);
            assert!((sample.gradient[0] - f64::from(band.dx[at])).abs() <= 1e-4);
            assert!((sample.gradient[1] - f64::from(band.dy[at])).abs() <= 1e-4);
        }
    }
}

#[test]
fn a_space_is_cut_at_its_z_and_anywhere_else() {
    let query = query(&recipe(SPACE), 1.0);
    let [here, above] = query.samples(&[[10.0, 20.0, 37.25], [10.0, 20.0, 57.25]])[..] else {
        unreachable!()
    };
    assert_eq!(query.sample(10.0, 20.0), here);
    assert_ne!(here.height, above.height);
    let cut = recipe(&SPACE.replace("37.25", "57.25"));
    assert_eq!(crate::ground::query(&cut, 1.0).sample(10.0, 20.0), above);
}

#[test]
fn normals_stand_on_the_ground() {
    for name in ["alps.toml", "hills.toml", "jordan.toml"] {
        let query = query(&preset(name), 4.0);
        let mut dice = Dice::new(2);
        for _ in 0..50 {
            let (x, y) = (dice.between(0.0, 4e3), dice.between(0.0, 4e3));
            let normal = query.normal(x, y);
            assert!((normal.iter().map(|part| part * part).sum::<f64>() - 1.0).abs() < 1e-12);
            // The plane through four places around, from heights alone.
            let step = 1e-3;
            let rise =
                |dx: f64, dy: f64| query.sample(x + dx, y + dy).height - query.sample(x - dx, y - dy).height;
            let along = [[2.0 * step, 0.0, rise(step, 0.0)], [0.0, 2.0 * step, rise(0.0, step)]];
            for along in along {
                let length = along.iter().map(|part| part * part).sum::<f64>().sqrt();
                let cosine = along.iter().zip(normal).map(|(a, b)| a * b).sum::<f64>() / length;
                assert!(cosine.abs() < 1e-5, "{name}: {normal:?} leans by {cosine} at {x}, {y}");
            }
            assert!(normal[2] > 0.0);
        }
    }
}

#[test]
fn nowhere_is_not_a_number_and_its_neighbours_are_none_the_worse() {
    for recipe in [preset("gullies.toml"), recipe(SPACE)] {
        let query = query(&recipe, 4.0);
        let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        for bad in bad {
            let places = [[1.0, 2.0, 3.0], [bad, 2.0, 3.0], [1.0, bad, 3.0], [5.0, 6.0, 7.0]];
            let samples = query.samples(&places);
            assert!(samples[1..3].iter().all(|sample| sample.height.is_nan() && sample.gradient[0].is_nan()));
            let sound = query.samples(&[places[0], places[3]]);
            assert_eq!([samples[0], samples[3]], sound[..]);
            assert!(query.normal(bad, 0.0).iter().all(|part| part.is_nan()));
        }
        // Every finite position has a finite height.
        assert!(query.sample(f64::MAX, -1e300).height.is_finite());
    }
    for detail in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = HeightQuery::new(&preset("hills.toml"), &NoImages, detail).unwrap_err();
        assert!(matches!(error, QueryError::Detail(_)), "{error}");
    }
    let lost = "orogen = 1\ndomain.size = 10.0\nheight.field = 'map'\n[fields.map]\ntype = 'image'\nfile = 'x.png'\n";
    let error = HeightQuery::new(&recipe(lost), &NoImages, 1.0).unwrap_err();
    assert!(error.to_string().starts_with("recipe.toml:6:"), "{error}");
}

#[test]
fn many_threads_ask_at_once() {
    let query = query(&preset("gullies.toml"), 2.0);
    let place = |at: u32| (f64::from(at) * 31.7, f64::from(at) * -17.3);
    let expected: Vec<_> = (0..100).map(place).map(|(x, y)| query.sample(x, y)).collect();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for (at, expected) in (0..100).zip(&expected) {
                    let (x, y) = place(at);
                    assert_eq!(query.sample(x, y), *expected);
                }
            });
        }
    });
}

//! Rivers and lakes, against `water.geojson`.

use std::collections::BTreeSet;
use std::f64::consts::PI;
use std::path::Path;
use std::sync::Arc;

use orogen::engine::raster::Grid;
use orogen::engine::terrain::water;
use orogen::{Files, Recipe};
use orogen_serve::{Address, Layer, Tiles};
use orogen_strokes::brush::{Brush, Tool};
use orogen_strokes::journal::Journal;
use orogen_strokes::stroke::{Point, Stroke, Surface};
use serde_json::Value;

use crate::harness::{HILLS, MOON, PLACE, Running, recipe};
use crate::heights::width;
use crate::vector_tiles::{Feature, decode, distance, types};

/// Eroded land with wide rivers and lakes.
const LAND: &str = "orogen = 1\nseed = 4\ndomain.size = 9000.0\nheight = { field = 'land', scale = 900.0 }\n\
                    water.field = 'land.water'\n[fields.hills]\ntype = 'fbm'\nwavelength = 4000.0\noctaves = 3\n\
                    [fields.land]\ntype = 'erosion'\ninput = 'hills'\nscale = 900.0\ndetail = 50.0\nlakes = 1.0\n\
                    river_width = 10.0\nriver_area = 0.3\n";

fn tiles(recipe: Recipe) -> Tiles {
    Tiles::new(recipe, Arc::new(Files::default()), Some(PLACE)).unwrap()
}

/// The features of `water.geojson` with this key.
fn geojson(recipe: &Recipe, folder: &Path, key: &str) -> Vec<Value> {
    let water = Arc::new(water(recipe, &Files::default()).unwrap());
    let path = folder.join("water.geojson");
    drop(orogen_files::water::geojson(&path, &Grid::over(9000.0, 181, false), &water).finish().unwrap());
    let file: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let features = file["features"].as_array().unwrap().iter();
    features.filter(|feature| !feature["properties"][key].is_null()).cloned().collect()
}

/// The points of a line or ring of GeoJSON in units of a tile.
fn line(coordinates: &Value, zoom: u8, tile: [u32; 2]) -> Vec<[f64; 2]> {
    let mercator = |latitude: f64| latitude.tan().asinh();
    let [latitude, longitude] = PLACE.map(f64::to_radians);
    let middle = [longitude / (2.0 * PI) + 0.5, 0.5 - mercator(latitude) / (2.0 * PI)];
    let point = |point: &Value| {
        let metres = [point[0].as_f64().unwrap() - 4500.0, -point[1].as_f64().unwrap() - 4500.0];
        [0, 1].map(|axis| {
            let share = middle[axis] + metres[axis] / width();
            (share * f64::from(1_u32 << zoom) - f64::from(tile[axis])) * 4096.0
        })
    };
    coordinates.as_array().unwrap().iter().map(point).collect()
}

/// The tiles of a level that cover the domain.
fn over_domain(zoom: u8) -> impl Iterator<Item = [u32; 2]> {
    let corner = serde_json::json!([[0.0, 0.0], [9000.0, -9000.0]]);
    let [first, last] = line(&corner, zoom, [0, 0])[..] else { panic!() };
    let range = move |axis: usize| (first[axis] / 4096.0) as u32..=(last[axis] / 4096.0) as u32;
    range(0).flat_map(move |x| range(1).map(move |y| [x, y]))
}

fn layer(tiles: &Tiles, zoom: u8, [x, y]: [u32; 2], name: &str) -> Vec<Feature> {
    let bytes = tiles.make(&Address::new(Layer::Vector, 0, zoom, x, y).unwrap()).unwrap();
    decode(&bytes).remove(name).unwrap_or_default()
}

fn float(line: &[[i32; 2]]) -> Vec<[f64; 2]> {
    line.iter().map(|point| point.map(f64::from)).collect()
}

fn in_tile(point: &[f64; 2]) -> bool {
    point.iter().all(|at| (0.0..=4096.0).contains(at))
}

/// To a pixel of 16 units in both directions: points of the file are near a line of the tile, and points of the tile are near
/// the file's. At the lower end of a river, attributes are those of the file.
#[test]
fn rivers_are_those_of_the_file() {
    let (recipe, folder) = (recipe(LAND), tempfile::tempdir().unwrap());
    let (rivers, tiles) = (geojson(&recipe, folder.path(), "river"), tiles(recipe));
    let (mut points, mut ends) = (0, 0);
    for zoom in [13, 15] {
        for tile in over_domain(zoom) {
            let features = layer(&tiles, zoom, tile, "rivers");
            for river in &rivers {
                let (properties, file) =
                    (&river["properties"], line(&river["geometry"]["coordinates"], zoom, tile));
                let of = |feature: &&Feature| {
                    feature.number("river") == properties["river"].as_f64().unwrap()
                        && feature.text("into") == properties["into"]
                };
                let mine: Vec<_> = features.iter().filter(of).collect();
                let lines: Vec<_> =
                    mine.iter().flat_map(|feature| feature.lines.iter().map(|line| float(line))).collect();
                for point in file.iter().filter(|point| in_tile(point)) {
                    let away = lines.iter().map(|line| distance(*point, line)).fold(f64::INFINITY, f64::min);
                    assert!(away < 3.0, "{zoom}: {away} units from {point:?} of {properties}");
                    points += 1;
                }
                let away = lines.iter().flatten().map(|point| distance(*point, &file)).fold(0.0, f64::max);
                assert!(away < 3.0, "{zoom}: {away} units");
                let end = file[file.len() - 1];
                if let Some(last) = mine.iter().find(|feature| {
                    let ends = feature.lines.iter().filter_map(|line| line.last());
                    in_tile(&end)
                        && float(&ends.copied().collect::<Vec<_>>())
                            .iter()
                            .any(|at| distance(*at, &[end; 2]) < 1.0)
                }) {
                    for name in ["width", "depth", "area", "discharge"] {
                        let expected = properties[name].as_f64().unwrap();
                        assert!((last.number(name) - expected).abs() <= 1e-6 * expected.abs(), "{name}");
                    }
                    ends += 1;
                }
            }
        }
    }
    assert!(points > 500 && ends > 2 * rivers.len() - 20, "{points} points, {ends} ends of {}", rivers.len());
}

#[test]
fn lakes_are_those_of_the_file() {
    let (recipe, folder) = (recipe(LAND), tempfile::tempdir().unwrap());
    let (lakes, tiles) = (geojson(&recipe, folder.path(), "lake"), tiles(recipe));
    assert!(lakes.len() > 1, "{}", lakes.len());
    let mut points = 0;
    for tile in over_domain(14) {
        let features = layer(&tiles, 14, tile, "lakes");
        for lake in &lakes {
            let properties = &lake["properties"];
            let rings = lake["geometry"]["coordinates"].as_array().unwrap();
            let file: Vec<_> = rings.iter().map(|ring| line(ring, 14, tile)).collect();
            let mine = features
                .iter()
                .find(|feature| feature.number("lake") == properties["lake"].as_f64().unwrap());
            let lines: Vec<_> =
                mine.iter().flat_map(|feature| feature.lines.iter().map(|line| float(line))).collect();
            for point in file.iter().flatten().filter(|point| in_tile(point)) {
                let away = lines.iter().map(|line| distance(*point, line)).fold(f64::INFINITY, f64::min);
                assert!(away < 3.0, "{away} units from {point:?} of {properties}");
                points += 1;
            }
            // A shore that was cut goes along the edge of the buffer.
            let shore =
                lines.iter().flatten().filter(|point| point.iter().all(|at| *at > -64.0 && *at < 4160.0));
            for point in shore {
                assert!(file.iter().any(|ring| distance(*point, ring) < 3.0), "{point:?}");
            }
            if let Some(mine) = mine {
                for (name, of_file) in [("height", "level"), ("depth", "depth"), ("area", "area")] {
                    assert_eq!(mine.number(name), properties[of_file].as_f64().unwrap(), "{name}");
                }
            }
        }
    }
    assert!(points > 100, "{points}");
}

/// Strokes lower rivers and lakes as in the file.
#[test]
fn water_follows_strokes() {
    let folder = tempfile::tempdir().unwrap();
    let strokes = folder.path().join("dug.strokes");
    let mut journal = Journal::open(strokes.clone(), "mine.toml", Surface::Plane).unwrap();
    let points = [[1000.0, 1000.0, 1.0], [8000.0, 8000.0, 1.0]].map(Point::from).to_vec();
    let brush = Brush { strength: 1.0, ..Brush::new(Tool::Raise { metres: -60.0 }, 2500.0) };
    journal.push(&Stroke { brush, points }).unwrap();
    let dug = recipe(&format!("sculpt.strokes = '{}'\n{LAND}", strokes.display()));
    let levels = |recipe: Recipe| {
        let folder = tempfile::tempdir().unwrap();
        let file = geojson(&recipe, folder.path(), "lake");
        let file: Vec<_> = file.iter().map(|lake| lake["properties"]["level"].as_f64().unwrap()).collect();
        let tiles = tiles(recipe);
        let found: BTreeSet<_> = over_domain(15)
            .flat_map(|tile| layer(&tiles, 15, tile, "lakes"))
            .map(|lake| (lake.number("lake") as usize, lake.number("height").to_bits()))
            .collect();
        let found: Vec<_> = found.into_iter().map(|(_, bits)| f64::from_bits(bits)).collect();
        assert_eq!(found.len(), file.len());
        assert!(found.iter().all(|level| file.contains(level)), "{found:?} {file:?}");
        found
    };
    let (before, after) = (levels(recipe(LAND)), levels(dug));
    let lower = before.iter().zip(&after).filter(|(before, after)| *after < &(*before - 5.0)).count();
    assert!(lower > 0, "{before:?} {after:?}");
}

/// Far away there is little room: only large rivers are left, and beyond the domain there are none.
#[test]
fn small_rivers_are_left_out_far_away() {
    let tiles = tiles(recipe(LAND));
    let areas = |zoom: u8| -> Vec<f64> {
        let features = over_domain(zoom).flat_map(|tile| layer(&tiles, zoom, tile, "rivers"));
        features.map(|river| river.number("area")).collect()
    };
    let least = |zoom: u8| areas(zoom).into_iter().fold(f64::INFINITY, f64::min);
    assert!(areas(10).len() < areas(15).len() && least(10) > least(15) && areas(3).is_empty());
    let lakes = |zoom: u8| over_domain(zoom).flat_map(|tile| layer(&tiles, zoom, tile, "lakes")).count();
    assert!(lakes(7) < lakes(14), "{} {}", lakes(7), lakes(14));
    for tile in [[8000, 5795], [8556, 6500], [0, 0]] {
        assert!(layer(&tiles, 14, tile, "rivers").is_empty() && layer(&tiles, 14, tile, "lakes").is_empty());
    }
}

/// The list of layers is that of the tiles, with their attributes.
#[test]
fn tile_json_lists_the_layers() {
    for (text, names) in
        [(HILLS, &["contours", "sea"][..]), (MOON, &["contours"]), (LAND, &["contours", "rivers", "lakes"])]
    {
        let server = Running::of(text);
        let json = server.get("/vector.json").json();
        let digest = json["orogen"]["digest"].as_str().unwrap();
        let address = format!("http://{}/vector/{{z}}/{{x}}/{{y}}.mvt?v={digest}", server.address);
        assert_eq!((&json["tiles"][0], &json["format"]), (&address.into(), &"pbf".into()));
        assert_eq!(
            (&json["tilejson"], &json["minzoom"], &json["maxzoom"]),
            (&"3.0.0".into(), &0.into(), &22.into())
        );
        let layers = json["vector_layers"].as_array().unwrap();
        assert_eq!(layers.iter().map(|layer| layer["id"].as_str().unwrap()).collect::<Vec<_>>(), names);
        let mut seen = BTreeSet::new();
        for path in ["/vector/14/8556/5795.mvt", "/vector/12/2139/1448.mvt", "/vector/6/20/20.mvt"] {
            for (name, features) in decode(&server.get(path).body) {
                let layer = layers.iter().find(|layer| layer["id"] == name).unwrap();
                let fields = layer["fields"].as_object().unwrap();
                for feature in &features {
                    let types = types(feature);
                    assert!(
                        types.len() == fields.len() && types.iter().all(|(key, kind)| fields[*key] == **kind)
                    );
                }
                seen.insert(name);
            }
        }
        assert_eq!(seen.len(), names.len(), "{seen:?}");
        server.get("/vector@2x.json").refuses(404, "one size");
        server.get("/vector/3/0/0@2x.mvt").refuses(400, "not a number");
    }
}

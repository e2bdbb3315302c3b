//! 3D Tiles 1.1: the tileset, its subtrees and its models.

use std::f64::consts::PI;
use std::sync::Arc;

use orogen::engine::level::Level;
use orogen::engine::planet::LatLon;
use orogen::{Files, Terrain};
use serde_json::Value;

use crate::harness::{HILLS, MOON, Running, recipe};
use crate::heights::{on_plane, width};
use crate::meshes::{Vector, WGS_84, cross, difference, dot, length, point};

/// A model of one mesh, in the axes of the globe.
struct Model {
    json: Value,
    positions: Vec<Vector>,
    normals: Vec<Vector>,
    places: Vec<[f64; 2]>,
    triangles: Vec<[usize; 3]>,
    picture: Vec<u8>,
}

fn decode(bytes: &[u8]) -> Model {
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((&bytes[..4], word(4), word(8)), (&b"glTF"[..], 2, bytes.len()));
    let json_length = word(12);
    assert_eq!(&bytes[16..20], b"JSON");
    let json: Value = serde_json::from_slice(&bytes[20..20 + json_length]).unwrap();
    let buffer = &bytes[20 + json_length + 8..];
    assert_eq!(
        (word(20 + json_length), &json["buffers"][0]["byteLength"]),
        (buffer.len(), &buffer.len().into())
    );
    let number = |value: &Value| value.as_u64().unwrap_or(0) as usize;
    let view = |index: &Value| &json["bufferViews"][number(index)];
    let accessor = |index: &Value| {
        let accessor = &json["accessors"][number(index)];
        let view = view(&accessor["bufferView"]);
        let start = number(&view["byteOffset"]) + number(&accessor["byteOffset"]);
        (start, number(&view["byteStride"]), number(&accessor["count"]), number(&accessor["componentType"]))
    };
    let primitive = &json["meshes"][0]["primitives"][0];
    let floats = |index: &Value, width: usize| -> Vec<Vec<f64>> {
        let (start, stride, count, kind) = accessor(index);
        assert_eq!(kind, 5126);
        let float = |at: usize| f64::from(f32::from_le_bytes(buffer[at..at + 4].try_into().unwrap()));
        (0..count).map(|k| (0..width).map(|axis| float(start + k * stride + 4 * axis)).collect()).collect()
    };
    let translation = json["nodes"][0]["translation"].as_array().unwrap();
    let turned = |vector: &[f64]| [vector[0], -vector[2], vector[1]];
    let middle = turned(&translation.iter().map(|number| number.as_f64().unwrap()).collect::<Vec<_>>());
    let position = |vector: Vec<f64>| {
        let turned = turned(&vector);
        std::array::from_fn(|axis| turned[axis] + middle[axis])
    };
    let attributes = &primitive["attributes"];
    let (start, _, count, kind) = accessor(&primitive["indices"]);
    assert_eq!(kind, 5123);
    let index = |k: usize| usize::from(u16::from_le_bytes(buffer[start + 2 * k..][..2].try_into().unwrap()));
    let image = view(&json["images"][0]["bufferView"]);
    Model {
        positions: floats(&attributes["POSITION"], 3).into_iter().map(position).collect(),
        normals: floats(&attributes["NORMAL"], 3).iter().map(|vector| turned(vector)).collect(),
        places: floats(&attributes["TEXCOORD_0"], 2).iter().map(|place| [place[0], place[1]]).collect(),
        triangles: (0..count / 3).map(|k| [3 * k, 3 * k + 1, 3 * k + 2].map(index)).collect(),
        picture: buffer[number(&image["byteOffset"])..][..number(&image["byteLength"])].to_vec(),
        json: json.clone(),
    }
}

/// Longitude and latitude of the samples, row by row from the north.
fn samples(zoom: u8, [x, y]: [u32; 2]) -> Vec<[f64; 2]> {
    let tiles = f64::from(1_u32 << zoom);
    let at = |step: usize| (step as f64 * 32_767.0 / 64.0).round() / 32_767.0;
    let place = move |(row, column): (usize, usize)| {
        [
            -180.0 + 360.0 / tiles * (f64::from(x) + at(column)),
            -90.0 + 180.0 / tiles * (f64::from(y) + at(64 - row)),
        ]
    };
    (0..65).flat_map(|row| (0..65).map(move |column| (row, column))).map(place).collect()
}

/// Checks a tile against heights of the recipe at its samples.
fn check(model: &Model, places: &[[f64; 2]], heights: &[f64], (equatorial, flattening): (f64, f64)) {
    let extent = length(difference(model.positions[0], model.positions[64]));
    // Single precision around the middle.
    let limit = 1e-3 + extent * 2e-7;
    for (at, (&[longitude, latitude], &height)) in places.iter().zip(heights).enumerate() {
        let expected = point([longitude, latitude, height], equatorial, flattening);
        let error = length(difference(model.positions[at], expected));
        assert!(error <= limit, "{at}: {error} m, more than {limit}");
        let pixel = [at % 65, at / 65].map(|at| (at as f64 + 0.5) / 65.0);
        assert!((0..2).all(|axis| (model.places[at][axis] - pixel[axis]).abs() < 1e-6));
    }
    let outwards = |triangle: &[usize; 3]| {
        let [a, b, c] = triangle.map(|vertex| model.positions[vertex]);
        let normal = cross(difference(b, a), difference(c, a));
        dot(normal, a) / (length(normal) * length(a))
    };
    // The ground faces outwards, and the walls below its border away from the middle of the tile.
    let (ground, walls) = model.triangles.split_at(2 * 64 * 64);
    assert!(ground.iter().all(|triangle| outwards(triangle) > 0.0));
    assert_eq!((walls.len(), model.positions.len()), (2 * 4 * 64, 65 * 65 + 4 * 64));
    let middle = model.positions[32 * 65 + 32];
    for triangle in walls {
        let [a, b, c] = triangle.map(|vertex| model.positions[vertex]);
        let normal = cross(difference(b, a), difference(c, a));
        assert!(dot(normal, difference(a, middle)) > 0.0, "{triangle:?}");
    }
    for below in 65 * 65..model.positions.len() {
        assert!(length(model.positions[below]) < length(model.positions[walls[2 * (below - 65 * 65)][0]]));
    }
    let up = |at: usize| dot(model.normals[at], model.positions[at]) / length(model.positions[at]);
    assert!((0..65 * 65).all(|at| (length(model.normals[at]) - 1.0).abs() < 1e-5 && up(at) > 0.0));
    assert_eq!(model.picture[1..4], *b"PNG");
}

#[test]
fn models_of_a_plane_have_the_heights_of_their_positions() {
    let server = Running::of(HILLS);
    let terrain = Terrain::new(recipe(HILLS), Arc::new(Files::default())).unwrap();
    for (zoom, tile) in [(6, [33, 48]), (14, [8556, 12_424]), (17, [68_448, 99_393])] {
        let answer = server.get(&format!("/gltf/{zoom}/{}/{}.glb", tile[0], tile[1]));
        assert_eq!((answer.status, answer.header("content-type")), (200, "model/gltf-binary"));
        let (model, places) = (decode(&answer.body), samples(zoom, tile));
        let positions: Vec<_> = places.iter().map(|place| place.map(f64::to_radians)).collect();
        let heights = on_plane(&terrain, width() / (64.0 * f64::from(1_u32 << zoom)), &positions);
        check(&model, &places, &heights, WGS_84);
    }
}

#[test]
fn models_of_a_planet_have_the_heights_of_their_positions() {
    let server = Running::of(MOON);
    let terrain = Terrain::new(recipe(MOON), Arc::new(Files::default())).unwrap();
    for (zoom, tile) in [(3, [2, 3]), (9, [300, 280])] {
        let model = decode(&server.get(&format!("/gltf/{zoom}/{}/{}.glb", tile[0], tile[1])).body);
        let places = samples(zoom, tile);
        let directions: Vec<_> =
            places.iter().map(|place| LatLon::new(place[1], place[0]).unwrap().direction()).collect();
        let spacing = 2.0 * PI * 300e3 / (64.0 * f64::from(1_u32 << zoom));
        let samples =
            terrain.prepared(spacing).unwrap().sample_at::<f64>(Level::best(), &directions).unwrap();
        let heights: Vec<_> = samples.iter().map(|sample| sample.height).collect();
        check(&model, &places, &heights, (300e3, 0.0));
        assert!(model.json["asset"]["version"] == "2.0");
    }
}

/// Every tile of the tileset exists, and its subtrees say so.
#[test]
fn the_tileset_is_a_complete_quadtree() {
    let server = Running::of(MOON);
    let tileset = server.get("/gltf/tileset.json").json();
    let tiling = &tileset["root"]["implicitTiling"];
    assert_eq!(
        (&tileset["asset"]["version"], &tiling["subdivisionScheme"]),
        (&"1.1".into(), &"QUADTREE".into())
    );
    let [levels, subtree] =
        [&tiling["availableLevels"], &tiling["subtreeLevels"]].map(|n| n.as_u64().unwrap());
    assert_eq!((levels, subtree), (24, 8));
    let region: Vec<_> = tileset["root"]["boundingVolume"]["region"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_f64().unwrap())
        .collect();
    assert_eq!(region[..4], [-PI, -PI / 2.0, PI, PI / 2.0]);
    assert_eq!(tileset["extensions"]["3DTILES_ellipsoid"]["radii"], serde_json::json!([300e3, 300e3, 300e3]));
    for level in [0, 8, 16] {
        let last = (1_u32 << level) - 1;
        let bytes = server.get(&format!("/gltf/subtrees/{level}/{last}/0.subtree")).body;
        assert_eq!((&bytes[..4], bytes[4]), (&b"subt"[..], 1));
        let [json, binary] =
            [8, 16].map(|at| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize);
        assert_eq!((json % 8, binary, bytes.len()), (0, 0, 24 + json));
        let json: Value = serde_json::from_slice(&bytes[24..]).unwrap();
        assert_eq!(
            (&json["tileAvailability"]["constant"], &json["contentAvailability"][0]["constant"]),
            (&1.into(), &1.into())
        );
        assert_eq!(json["childSubtreeAvailability"]["constant"], u8::from(level < 16));
    }
    for path in [
        "subtrees/4/0/0.subtree",
        "subtrees/24/0/0.subtree",
        "subtrees/8/256/0.subtree",
        "subtrees/0/0/0.json",
    ] {
        server.get(&format!("/gltf/{path}")).refuses(404, "no such subtree");
    }
    assert_eq!(server.get("/gltf/23/8388607/8388607.glb").status, 200);
    server.get("/gltf/24/0/0.glb").refuses(404, "no zoom level 24");
    assert!(Running::of(HILLS).get("/gltf/tileset.json").json()["extensions"].is_null());
}

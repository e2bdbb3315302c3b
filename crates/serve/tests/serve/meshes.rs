//! Meshes for globes.

use std::f64::consts::PI;
use std::sync::Arc;

use orogen::engine::level::Level;
use orogen::engine::planet::LatLon;
use orogen::{Files, Terrain};

use crate::harness::{HILLS, MOON, Running, recipe};
use crate::heights::{on_plane, width};
use crate::quantized::{QuantizedMesh, decode};

pub(crate) type Vector = [f64; 3];

pub(crate) fn difference(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|k| a[k] - b[k])
}

pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(crate) fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Longitude and latitude in degrees and height of each vertex.
fn places(mesh: &QuantizedMesh, zoom: u8, [x, y]: [u32; 2]) -> Vec<Vector> {
    let size = 180.0 / f64::from(1_u32 << zoom);
    let [least, most] = mesh.heights.map(f64::from);
    let place = |&[east, north, up]: &Vector| {
        [
            -180.0 + size * (f64::from(x) + east),
            -90.0 + size * (f64::from(y) + north),
            least + up * (most - least),
        ]
    };
    mesh.vertices.iter().map(place).collect()
}

/// A geodetic position in metres from the centre, by the usual formula with the prime vertical's radius.
pub(crate) fn point([longitude, latitude, height]: Vector, equatorial: f64, flattening: f64) -> Vector {
    let (lambda, phi) = (longitude.to_radians(), latitude.to_radians());
    let square = flattening * (2.0 - flattening);
    let radius = equatorial / (1.0 - square * phi.sin().powi(2)).sqrt();
    [
        (radius + height) * phi.cos() * lambda.cos(),
        (radius + height) * phi.cos() * lambda.sin(),
        (radius * (1.0 - square) + height) * phi.sin(),
    ]
}

pub(crate) const WGS_84: (f64, f64) = (6_378_137.0, 1.0 / 298.257_223_563);

/// Checks what holds for all meshes, and returns the points.
fn check_shape(mesh: &QuantizedMesh, places: &[Vector], (equatorial, flattening): (f64, f64)) -> Vec<Vector> {
    assert_eq!((mesh.vertices.len(), mesh.triangles.len()), (65 * 65, 2 * 64 * 64));
    // The triangles cover the square once, counter-clockwise.
    let area = |[a, b, c]: [usize; 3]| {
        let [a, b, c] = [a, b, c].map(|vertex| mesh.vertices[vertex]);
        0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]))
    };
    assert!(mesh.triangles.iter().all(|&triangle| area(triangle) > 1e-5));
    assert!((mesh.triangles.iter().map(|&triangle| area(triangle)).sum::<f64>() - 1.0).abs() < 1e-9);
    for (edge, (axis, end)) in mesh.edges.iter().zip([(0, 0.0), (1, 0.0), (0, 1.0), (1, 1.0)]) {
        assert_eq!(edge.len(), 65);
        assert!(edge.iter().all(|&vertex| mesh.vertices[vertex][axis] == end));
    }
    let points: Vec<_> = places.iter().map(|&place| point(place, equatorial, flattening)).collect();
    let (centre, radius) = mesh.sphere;
    let farthest = points.iter().map(|&point| length(difference(point, centre))).fold(0.0, f64::max);
    let range = f64::from(mesh.heights[1] - mesh.heights[0]);
    assert!((farthest - radius).abs() <= range / 32_767.0 + 1e-3, "{farthest} {radius}");
    assert!(length(difference(mesh.centre, centre)) <= radius);
    points
}

/// Normals against those of the triangles around a vertex.
fn check_normals(mesh: &QuantizedMesh, points: &[Vector]) {
    let mut sums = vec![[0.0; 3]; points.len()];
    for &triangle in &mesh.triangles {
        let [a, b, c] = triangle.map(|vertex| points[vertex]);
        let normal = cross(difference(b, a), difference(c, a));
        for vertex in triangle {
            (0..3).for_each(|axis| sums[vertex][axis] += normal[axis]);
        }
    }
    let angles = sums.iter().zip(&mesh.normals).zip(&mesh.vertices);
    let inside = angles.filter(|(_, at)| at[..2].iter().all(|at| (0.1..0.9).contains(at)));
    let mut angles: Vec<_> = inside
        .map(|((&sum, &normal), _)| (dot(sum, normal) / length(sum)).min(1.0).acos().to_degrees())
        .collect();
    angles.sort_by(f64::total_cmp);
    assert!(angles.len() > 1000);
    let (median, worst) = (angles[angles.len() / 2], angles[angles.len() * 99 / 100]);
    assert!(median < 3.0 && worst < 15.0, "{median}° {worst}°");
}

#[test]
fn vertices_of_a_plane_have_the_heights_of_their_positions() {
    let server = Running::of(HILLS);
    let terrain = Terrain::new(recipe(HILLS), Arc::new(Files::default())).unwrap();
    for (zoom, [x, y]) in [(3, [8, 6]), (11, [2139, 1553]), (13, [8556, 6212]), (16, [68_450, 49_698])] {
        let answer = server.get(&format!("/terrain/{zoom}/{x}/{y}.terrain"));
        assert_eq!((answer.status, answer.header("content-type")), (200, "application/vnd.quantized-mesh"));
        let mesh = decode(&answer.body);
        let places = places(&mesh, zoom, [x, y]);
        let points = check_shape(&mesh, &places, WGS_84);
        let positions: Vec<_> = places.iter().map(|&[lon, lat, _]| [lon, lat].map(f64::to_radians)).collect();
        let heights = on_plane(&terrain, width() / (128.0 * f64::from(1_u32 << zoom)), &positions);
        let step = f64::from(mesh.heights[1] - mesh.heights[0]) / 32_767.0;
        for (place, height) in places.iter().zip(heights) {
            let error = (place[2] - height).abs();
            assert!(error <= 0.5 * step + 1e-3, "{zoom}/{x}/{y} {place:?}: {error} m");
        }
        if zoom >= 13 {
            check_normals(&mesh, &points);
        }
    }
}

/// A planet has its own ellipsoid: its sphere.
#[test]
fn vertices_of_a_planet_have_the_heights_of_their_positions() {
    let server = Running::of(MOON);
    let terrain = Terrain::new(recipe(MOON), Arc::new(Files::default())).unwrap();
    for (zoom, [x, y]) in [(0, [0, 0]), (2, [7, 3]), (7, [140, 80]), (12, [4000, 2500])] {
        let mesh = decode(&server.get(&format!("/terrain/{zoom}/{x}/{y}.terrain")).body);
        let places = places(&mesh, zoom, [x, y]);
        let points = check_shape(&mesh, &places, (300e3, 0.0));
        let directions: Vec<_> =
            places.iter().map(|place| LatLon::new(place[1], place[0]).unwrap().direction()).collect();
        let spacing = 2.0 * PI * 300e3 / (128.0 * f64::from(1_u32 << zoom));
        let samples =
            terrain.prepared(spacing).unwrap().sample_at::<f64>(Level::best(), &directions).unwrap();
        let step = f64::from(mesh.heights[1] - mesh.heights[0]) / 32_767.0;
        for (place, sample) in places.iter().zip(samples) {
            let error = (place[2] - sample.height).abs();
            assert!(error <= 0.5 * step + 2e-3, "{zoom}/{x}/{y} {place:?}: {error} m");
        }
        if zoom == 12 {
            check_normals(&mesh, &points);
        }
        assert!(mesh.water.is_empty(), "it has no sea");
    }
}

/// Neighbours have the same positions on their common edge, and the same heights to their steps.
#[test]
fn neighbours_fit_together() {
    let server = Running::of(HILLS);
    let get = |[x, y]: [u32; 2]| {
        let mesh = decode(&server.get(&format!("/terrain/13/{x}/{y}.terrain")).body);
        let places = places(&mesh, 13, [x, y]);
        (mesh, places)
    };
    let edge = |(mesh, places): &(QuantizedMesh, Vec<Vector>), edge: usize| {
        let mut edge: Vec<_> = mesh.edges[edge].iter().map(|&vertex| places[vertex]).collect();
        edge.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
        edge
    };
    let (here, east, north) = (get([8556, 6212]), get([8557, 6212]), get([8556, 6213]));
    for (one, other, mesh) in
        [(edge(&here, 2), edge(&east, 0), &east.0), (edge(&here, 3), edge(&north, 1), &north.0)]
    {
        let step = |mesh: &QuantizedMesh| f64::from(mesh.heights[1] - mesh.heights[0]) / 32_767.0;
        let most = 0.5 * (step(&here.0) + step(mesh)) + 1e-4;
        for (a, b) in one.iter().zip(&other) {
            assert!((a[0] - b[0]).abs() < 1e-12 && (a[1] - b[1]).abs() < 1e-12);
            assert!((a[2] - b[2]).abs() <= most, "{a:?} {b:?}");
        }
    }
}

/// The mask follows the triangles, and names what is below the sea.
#[test]
fn the_water_mask_shows_the_sea() {
    let server = Running::of(HILLS);
    let mesh = decode(&server.get("/terrain/12/4278/3106.terrain").body);
    assert_eq!(mesh.water.len(), 256 * 256);
    let (mut wet, mut dry) = (0, 0);
    for [east, north, up] in &mesh.vertices {
        let height = f64::from(mesh.heights[0]) + up * f64::from(mesh.heights[1] - mesh.heights[0]);
        let texel = |at: f64| (at * 256.0).min(255.0) as usize;
        let found = mesh.water[texel(1.0 - north) * 256 + texel(*east)];
        // Near the shore a texel and its vertex may differ.
        if height.abs() > 60.0 {
            assert_eq!(found == 255, height < 0.0, "{east} {north} {height}");
            *(if height < 0.0 { &mut wet } else { &mut dry }) += 1;
        }
    }
    assert!(wet > 100 && dry > 100, "{wet} {dry}");
    let high = HILLS.replace("sea.level = 0.0", "sea.level = -5000.0");
    let mesh = decode(&Running::of(&high).get("/terrain/12/4278/3106.terrain").body);
    assert_eq!(mesh.water, [0]);
}

/// `layer.json` names every tile, and so do tiles of every eighth level for those below them.
#[test]
fn availability_is_complete() {
    let server = Running::of(HILLS);
    let layer = server.get("/terrain/layer.json").json();
    let available = layer["available"].as_array().unwrap();
    assert_eq!(available.len(), 23);
    let last = &available[3][0];
    assert_eq!([&last["startX"], &last["endX"], &last["endY"]], [0, 15, 7]);
    assert_eq!((&layer["scheme"], &layer["projection"]), (&"tms".into(), &"EPSG:4326".into()));
    assert_eq!(layer["extensions"], serde_json::json!(["octvertexnormals", "watermask", "metadata"]));
    for (path, status) in [("3/15/7", 200), ("3/16/7", 404), ("3/15/8", 404)] {
        assert_eq!(server.get(&format!("/terrain/{path}.terrain")).status, status, "{path}");
    }
    assert_eq!(layer["metadataAvailability"], 8);
    let metadata = |path: &str| decode(&server.get(&format!("/terrain/{path}.terrain")).body).metadata;
    assert!(metadata("3/5/2").is_null());
    let below = metadata("8/5/2")["available"].clone();
    assert_eq!(below.as_array().unwrap().len(), 8);
    assert_eq!(below[0], serde_json::json!([{ "startX": 10, "startY": 4, "endX": 11, "endY": 5 }]));
    assert_eq!(below[7], serde_json::json!([{ "startX": 1280, "startY": 512, "endX": 1535, "endY": 767 }]));
    // The last level is 22.
    assert_eq!(metadata("16/5/2")["available"].as_array().unwrap().len(), 6);
    let mesh = decode(&server.get("/terrain/3/5/2.terrain").body);
    // The horizon's point is outside of the ellipsoid.
    assert!(length(mesh.horizon) > 1.0);
}

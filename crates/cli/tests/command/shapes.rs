//! Roads and plots from files, through the command.

use std::fs;
use std::path::Path;

use crate::harness::{generate, orogen};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/shapes");

/// The heights that `orogen sample` prints at points.
fn sampled(folder: &Path, recipe: &str, points: &[[f64; 2]]) -> Vec<f64> {
    let list = folder.join("points.csv");
    let rows: String = points.iter().map(|[x, y]| format!("{x},{y}\n")).collect();
    fs::write(&list, format!("x,y\n{rows}")).unwrap();
    let outcome = orogen(&["sample", recipe, "--points", list.to_str().unwrap()]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    let height = |row: &str| row.split(',').nth(2).and_then(|height| height.parse().ok());
    outcome.out.lines().skip(1).map(|row| height(row).unwrap_or_else(|| panic!("{row}"))).collect()
}

/// On the road, the ground has the heights of the file, to 5 cm: the road has bends, and rises by up to 9 %. The plot is level.
#[test]
fn the_ground_follows_a_road_and_a_plot() {
    let folder = tempfile::tempdir().unwrap();
    let road: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(format!("{EXAMPLES}/road.geojson")).unwrap()).unwrap();
    let road = road["features"][0]["geometry"]["coordinates"].as_array().unwrap();
    let road: Vec<[f64; 3]> =
        road.iter().map(|at| [0, 1, 2].map(|axis| at[axis].as_f64().unwrap())).collect();
    let (mut points, mut heights) = (Vec::new(), Vec::new());
    for pair in road.windows(2) {
        for share in [0.1, 0.35, 0.5, 0.8] {
            let [x, y, height] =
                [0, 1, 2].map(|axis| pair[0][axis] + share * (pair[1][axis] - pair[0][axis]));
            if (0.0..2000.0).contains(&x) {
                points.push([x, -y]);
                heights.push(height);
            }
        }
    }
    let on_road = points.len();
    points.extend([[1420.0, 380.0], [1490.0, 370.0], [1550.0, 350.0]]);
    heights.extend([113.5; 3]);
    let found = sampled(folder.path(), &format!("{EXAMPLES}/farm.toml"), &points);
    for (index, (found, height)) in found.iter().zip(&heights).enumerate() {
        let tolerance = if index < on_road { 0.05 } else { 1e-3 };
        assert!((found - height).abs() < tolerance, "{found} at {:?}, not {height}", points[index]);
    }
}

/// A recipe in another folder uses the example; the masks of its shapes are fields to export.
#[test]
fn shapes_of_a_used_recipe_are_found_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("uses.toml");
    let text = format!(
        "orogen = 1\ndomain.size = '2 km'\n[fields.farm]\nuse = '{EXAMPLES}/farm.toml'\n[height]\nfield = 'farm'\n"
    );
    fs::write(&recipe, text).unwrap();
    let (recipe, out) = (recipe.to_str().unwrap(), folder.path().join("out"));
    generate(
        recipe,
        &out,
        &["--size", "101", "--format", "f32", "--field", "farm.plot.inside,farm.road.along"],
    );
    let numbers = |name: &str| -> Vec<f32> {
        let bytes = fs::read(out.join(name)).unwrap();
        bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
    };
    let inside = numbers("farm.plot.inside.f32");
    // Samples are 20 m apart. The plot has 15,272 m² by the shoelace formula.
    let area: f32 = inside.iter().sum::<f32>() * 400.0;
    assert!((area - 15_272.0).abs() < 900.0, "{area}");
    let along = numbers("farm.road.along.f32");
    assert!(along.iter().copied().fold(0.0, f32::max) > 2900.0);
    assert_eq!(fs::read(out.join("height.f32")).unwrap().len(), 4 * 101 * 101);
}

#[test]
fn wrong_shapes_are_errors_at_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let road = folder.path().join("road.geojson");
    let recipe = folder.path().join("road.toml");
    let text = "orogen = 1\ndomain.size = '2 km'\nheight.field = 'road'\n[fields.road]\ntype = 'shapes'\nfile = 'road.geojson'\n";
    fs::write(&recipe, text).unwrap();
    let check = || orogen(&["check", recipe.to_str().unwrap()]);
    check().refuses(2, &["road.toml:6:8", "road.geojson: there is no such file"]);
    fs::write(&road, r#"{"type": "Point", "coordinates": [3, 4]}"#).unwrap();
    check().refuses(2, &["road.toml:6:8", "the object is a Point", "lines and polygons"]);
    fs::write(&road, r#"{"type": "LineString", "coordinates": [[300, 4], [500, 6]]}"#).unwrap();
    assert_eq!(check().status, Some(0));
}

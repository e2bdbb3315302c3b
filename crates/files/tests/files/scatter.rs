//! Files of scattered things, read back.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::blue_noise::Rectangle;
use orogen_engine::image::NoImages;
use orogen_engine::raster::Grid;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::scatter::{Scatter, ScatterPoint};
use orogen_files::scatter::{PointFormat, mask, points};
use orogen_files::{FileError, HeightMapping};
use serde_json::Value;

const TEXT: &str = "orogen = 1\ndomain.size = 640.0\ndomain.samples = 65\nheight = { field = 'hills', scale = 60.0, offset = 100.0 }\n\
    [fields.hills]\ntype = 'fbm'\nwavelength = 300.0\n\
    [[scatter]]\nname = 'pine'\nspacing = 9.0\nslope = [30, 20]\nscale = [0.5, 2]\n\
    [[scatter]]\nname = 'rock'\nspacing = 20.0\nshape = 'rock'\ntilt = 1\ncolor = '#ff8000'\n\
    [[scatter]]\nname = 'never'\nspacing = 20.0\nheight = [8000, 9000]\n";

fn scatter_of(text: &str) -> Arc<Scatter> {
    let recipe = Recipe::parse(Source::new("x", text), orogen_engine::nodes::registry()).unwrap();
    Arc::new(Scatter::new(&recipe, &NoImages, 10.0).unwrap())
}

fn scatter() -> Arc<Scatter> {
    scatter_of(TEXT)
}

/// A crop that begins at (100, 200) and ends at (500, 500).
fn grid() -> Grid {
    Grid::new([100.0, 200.0], 10.0, 41, 31).unwrap()
}

const PART: Rectangle = Rectangle { min: [100.0, 200.0], max: [500.0, 500.0] };

/// The points of all kinds, with the names of their kinds.
fn expected(scatter: &Scatter) -> Vec<(String, ScatterPoint)> {
    let named = |kind: usize| {
        scatter.points(kind, &PART).into_iter().map(move |point| (scatter.kinds()[kind].name.clone(), point))
    };
    (0..3).flat_map(named).collect()
}

fn written(folder: &Path, format: PointFormat) -> Vec<u8> {
    let path = folder.join(format!("{}.{}", format.stem(), format.extension()));
    let mapping = HeightMapping::new(-50.0, 200.0).unwrap();
    let product = points(&path, &grid(), Some(&scatter()), mapping, format).unwrap();
    assert!(!path.exists());
    std::fs::read(product.finish().unwrap()).unwrap()
}

/// The binary glTF of a recipe.
fn glb(text: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scatter.glb");
    let mapping = HeightMapping::new(-50.0, 200.0).unwrap();
    points(&path, &grid(), Some(&scatter_of(text)), mapping, PointFormat::Glb).unwrap().finish().unwrap();
    std::fs::read(&path).unwrap()
}

fn near(found: f64, expected: impl Into<f64>, tolerance: f64) {
    let expected = expected.into();
    assert!((found - expected).abs() <= tolerance, "{found}, not {expected}");
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn the_table_has_every_point() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = written(folder.path(), PointFormat::Csv);
    let mut reader = csv::Reader::from_reader(&bytes[..]);
    let header = reader.headers().unwrap().iter().collect::<Vec<_>>().join(",");
    assert_eq!(header, "name,x,y,height,nx,ny,nz,yaw,scale");
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    let expected = expected(&scatter());
    assert!(rows.len() == expected.len() && rows.len() > 500, "{}", rows.len());
    for (row, (name, point)) in rows.iter().zip(&expected) {
        let column = |index: usize| row[index].parse::<f64>().unwrap();
        assert_eq!(row[0], **name);
        near(column(1), point.position[0], 5.01e-5);
        near(column(2), point.position[1], 5.01e-5);
        near(column(3), point.height, 5.01e-5);
        (0..3).for_each(|axis| near(column(4 + axis), point.normal[axis], 5.01e-7));
        near(column(7), point.yaw, 5.01e-5);
        near(column(8), point.scale, 5.01e-5);
    }
}

/// The values of an accessor.
fn floats(json: &Value, binary: &[u8], accessor: &Value, width: usize) -> Vec<Vec<f32>> {
    let accessor = &json["accessors"][accessor.as_u64().unwrap() as usize];
    assert_eq!(accessor["type"], format!("VEC{width}"));
    let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
    let (from, len) =
        (view["byteOffset"].as_u64().unwrap() as usize, view["byteLength"].as_u64().unwrap() as usize);
    assert_eq!(len as u64, 4 * width as u64 * accessor["count"].as_u64().unwrap());
    let numbers: Vec<_> =
        binary[from..from + len].as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect();
    numbers.chunks(width).map(<[f32]>::to_vec).collect()
}

/// The JSON and the buffer of a file.
fn chunks(bytes: &[u8]) -> (Value, &[u8]) {
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((&bytes[..4], word(4), word(8)), (&b"glTF"[..], 2, bytes.len()));
    assert!(word(12).is_multiple_of(4), "{} bytes of JSON", word(12));
    let json: Value = serde_json::from_slice(&bytes[20..20 + word(12)]).unwrap();
    let binary = bytes.get(28 + word(12)..).unwrap_or_default();
    assert_eq!(json["buffers"][0]["byteLength"].as_u64().unwrap_or(0), binary.len() as u64);
    (json, binary)
}

/// The instances stand where the points are, and their vertical axes are turned as `tilt` says.
#[test]
fn instances_are_where_the_points_are() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = written(folder.path(), PointFormat::Glb);
    let (json, binary) = chunks(&bytes);
    let mut found = Vec::new();
    for root in json["scenes"][0]["nodes"].as_array().unwrap() {
        let root = &json["nodes"][root.as_u64().unwrap() as usize];
        for child in root["children"].as_array().unwrap() {
            let node = &json["nodes"][child.as_u64().unwrap() as usize];
            let attributes = &node["extensions"]["EXT_mesh_gpu_instancing"]["attributes"];
            let read = |name: &str, width| floats(&json, binary, &attributes[name], width);
            let (places, turns, scales) = (read("TRANSLATION", 3), read("ROTATION", 4), read("SCALE", 3));
            for ((place, turn), scale) in places.into_iter().zip(turns).zip(scales) {
                let base: Vec<_> = node["translation"].as_array().unwrap().iter().map(number).collect();
                assert!(base.iter().all(|metres| metres.fract() == 0.0));
                let place: Vec<_> =
                    place.iter().zip(&base).map(|(&part, base)| f64::from(part) + base).collect();
                found.push((root["name"].as_str().unwrap().to_owned(), place, turn, scale));
            }
        }
    }
    let (scatter, mut expected) = (scatter(), Vec::new());
    for kind in 0..3 {
        expected.extend(scatter.points(kind, &PART).into_iter().map(|point| (kind, point)));
    }
    assert_eq!(found.len(), expected.len());
    for ((name, place, turn, scale), (kind, point)) in found.iter().zip(expected) {
        assert_eq!(*name, scatter.kinds()[kind].name);
        near(place[0], point.position[0], 2e-5);
        near(place[1], point.height, 2e-5);
        near(place[2], point.position[1], 2e-5);
        assert_eq!(scale[..], [point.scale; 3]);
        let [x, y, z, w] = turn[..] else { unreachable!("four parts") };
        near(f64::from(x * x + y * y + z * z + w * w), 1.0, 1e-6);
        // The second column of the rotation's matrix.
        let up = [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)];
        let [nx, ny, nz] = if kind == 1 { point.normal } else { [0.0, 0.0, 1.0] };
        up.into_iter().zip([nx, nz, ny]).for_each(|(found, expected)| near(found.into(), expected, 1e-5));
        if kind == 0 {
            let (sin, cos) = f64::from(point.yaw).to_radians().sin_cos();
            let east = [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)];
            east.into_iter()
                .zip([cos, 0.0, -sin])
                .for_each(|(found, expected)| near(found.into(), expected, 1e-5));
        }
    }
}

/// Each kind has the mesh of its shape and the material of its colour. Meshes have the documented sizes and exact bounds.
#[test]
fn kinds_have_their_shapes_and_colours() {
    let text = TEXT
        .replace("'never'\nspacing = 20.0\nheight = [8000, 9000]", "'tuft'\nspacing = 20.0\nshape = 'grass'");
    let bytes = glb(&text);
    let (json, binary) = chunks(&bytes);
    for key in ["extensionsUsed", "extensionsRequired"] {
        assert_eq!(json[key], serde_json::json!(["EXT_mesh_gpu_instancing"]));
    }
    let sizes = [("pine", 0.0, 4.0), ("rock", -0.2, 0.5), ("tuft", 0.0, 0.5)];
    let roots = json["scenes"][0]["nodes"].as_array().unwrap();
    assert_eq!(roots.len(), 3);
    for (root, (name, lowest, highest)) in roots.iter().zip(sizes) {
        let root = &json["nodes"][root.as_u64().unwrap() as usize];
        assert_eq!(root["name"], name);
        let child = &json["nodes"][root["children"][0].as_u64().unwrap() as usize];
        let mesh = &json["meshes"][child["mesh"].as_u64().unwrap() as usize];
        let primitive = &mesh["primitives"][0];
        assert_eq!(json["materials"][primitive["material"].as_u64().unwrap() as usize]["name"], name);
        let position = &primitive["attributes"]["POSITION"];
        let corners = floats(&json, binary, position, 3);
        let bound = |of: fn(f32, f32) -> f32| {
            [0, 1, 2].map(|axis| corners.iter().map(|corner| corner[axis]).reduce(of).unwrap())
        };
        let (low, high) = (bound(f32::min), bound(f32::max));
        let accessor = &json["accessors"][position.as_u64().unwrap() as usize];
        assert_eq!((&accessor["min"], &accessor["max"]), (&serde_json::json!(low), &serde_json::json!(high)));
        near(low[1].into(), lowest, 1e-6);
        near(high[1].into(), highest, 1e-6);
    }
    // Colours are linear: 128/255 in sRGB is 0.2159.
    let color = json["materials"][1]["pbrMetallicRoughness"]["baseColorFactor"].as_array().unwrap();
    color
        .iter()
        .zip([1.0, 0.2159, 0.0, 1.0])
        .for_each(|(found, expected)| near(number(found), expected, 1e-4));
}

/// The JSON is padded, whatever its length.
#[test]
fn chunks_of_any_length_are_padded() {
    for name in ["rock", "rocks", "stones", "boulder"] {
        let text = TEXT.replace("'rock'\nspacing", &format!("'{name}'\nspacing"));
        chunks(&glb(&text));
    }
}

/// A file without points has an empty scene: glTF allows no empty lists, and no buffer without bytes.
#[test]
fn a_file_without_points_is_an_empty_scene() {
    let none = TEXT
        .replace("slope = [30, 20]", "height = [8000, 9000]")
        .replace("tilt = 1", "height = [8000, 9000]");
    let bytes = glb(&none);
    let (json, _) = chunks(&bytes);
    let keys: Vec<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!((keys, &json["scenes"]), (vec!["asset", "scene", "scenes"], &serde_json::json!([{}])));
}

#[test]
fn unity_gets_positions_from_0_to_1() {
    let folder = tempfile::tempdir().unwrap();
    let json: Value = serde_json::from_slice(&written(folder.path(), PointFormat::Unity)).unwrap();
    let expected = expected(&scatter());
    let trees = json["trees"].as_array().unwrap();
    assert_eq!((trees.len(), json["prototypes"].as_array().unwrap().len()), (expected.len(), 3));
    assert_eq!(json["size"], serde_json::json!([400.0, 250.0, 300.0]));
    let rock = serde_json::json!({ "name": "rock", "shape": "rock", "color": "#ff8000" });
    assert_eq!(json["prototypes"][1], rock);
    for (tree, (name, point)) in trees.iter().zip(&expected) {
        let prototype = tree["prototype"].as_u64().unwrap() as usize;
        assert_eq!(json["prototypes"][prototype]["name"], **name);
        let position = |axis: &str| number(&tree["position"][axis]);
        near(100.0 + 400.0 * position("x"), point.position[0], 1e-5);
        near(-50.0 + 250.0 * position("y"), point.height, 1e-5);
        near(500.0 - 300.0 * position("z"), point.position[1], 1e-5);
        near(number(&tree["widthScale"]), point.scale, 5.01e-5);
        near(number(&tree["heightScale"]), point.scale, 5.01e-5);
        near(-number(&tree["rotation"]).to_degrees(), point.yaw, 1e-3);
    }
}

#[test]
fn unreal_gets_rows_with_names_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = written(folder.path(), PointFormat::Unreal);
    let mut reader = csv::Reader::from_reader(&bytes[..]);
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    let expected = expected(&scatter());
    assert_eq!(rows.len(), expected.len());
    let mut names: Vec<_> = rows.iter().map(|row| row[0].to_owned()).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), rows.len());
    // In another region, the same point has the same name.
    let path = folder.path().join("crop.csv");
    let crop = Grid::new([300.0, 300.0], 10.0, 21, 21).unwrap();
    let mapping = HeightMapping::new(-50.0, 200.0).unwrap();
    points(&path, &crop, Some(&scatter()), mapping, PointFormat::Unreal).unwrap().finish().unwrap();
    let mut crop = csv::Reader::from_path(&path).unwrap();
    let crop: Vec<_> = crop.records().map(|row| row.unwrap()[0].to_owned()).collect();
    assert!(crop.len() > 100 && crop.iter().all(|name| names.binary_search(name).is_ok()));
    for (row, (name, point)) in rows.iter().zip(&expected) {
        assert_eq!(row[1], **name);
        let number = |after: &str, part: &str| {
            let text = row[2].split_once(after).unwrap().1;
            let text = text.split_once(part).unwrap().1;
            text[..text.find([',', ')']).unwrap()].parse::<f64>().unwrap()
        };
        near(number("Translation", "X="), 100.0 * (point.position[0] - 100.0), 6e-4);
        near(number("Translation", "Y="), 100.0 * (point.position[1] - 200.0), 6e-4);
        near(number("Translation", "Z="), 100.0 * f64::from(point.height), 6e-4);
        ["X=", "Y=", "Z="].iter().for_each(|axis| near(number("Scale3D", axis), point.scale, 6e-5));
        let [x, y, z, w] = ["X=", "Y=", "Z=", "W="].map(|part| number("Rotation", part));
        if name == "pine" {
            let (sin, cos) = f64::from(point.yaw).to_radians().sin_cos();
            let east = [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)];
            east.into_iter().zip([cos, -sin, 0.0]).for_each(|(found, expected)| near(found, expected, 1e-5));
        }
        if point.normal[2] < 0.999 && name == "rock" {
            let up = [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)];
            up.into_iter().zip(point.normal).for_each(|(found, expected)| near(found, expected, 1e-5));
        }
    }
}

#[test]
fn godot_gets_transforms() {
    let folder = tempfile::tempdir().unwrap();
    let json: Value = serde_json::from_slice(&written(folder.path(), PointFormat::Godot)).unwrap();
    assert_eq!(json["corner"], serde_json::json!([100.0, 200.0]));
    let scatter = scatter();
    for (kind, entry) in json["kinds"].as_array().unwrap().iter().enumerate() {
        assert_eq!(entry["name"], *scatter.kinds()[kind].name);
        let points = scatter.points(kind, &PART);
        let transforms = entry["transforms"].as_array().unwrap();
        assert_eq!(transforms.len(), points.len());
        for (transform, point) in transforms.iter().zip(points) {
            let numbers: Vec<_> = transform.as_array().unwrap().iter().map(number).collect();
            let [east, up, south, origin] = [0, 3, 6, 9].map(|first| &numbers[first..first + 3]);
            let expected = [point.position[0] - 100.0, point.height.into(), point.position[1] - 200.0];
            origin.iter().zip(expected).for_each(|(&found, expected)| near(found, expected, 6e-5));
            let axis = point.axis(scatter.kinds()[kind].tilt);
            let along = [axis[0], axis[2], axis[1]].map(|part| part * point.scale);
            up.iter().zip(along).for_each(|(&found, expected)| near(found, expected, 1e-5));
            if kind == 0 {
                let (sin, cos) = f64::from(point.yaw).to_radians().sin_cos();
                let scale = f64::from(point.scale);
                let turned = [[cos, 0.0, -sin], [sin, 0.0, cos]].map(|axis| axis.map(|part| part * scale));
                let found = [east, south].into_iter().flatten();
                found.zip(turned.as_flattened()).for_each(|(&found, &expected)| near(found, expected, 1e-5));
            }
        }
    }
}

/// The size and the pixels of a picture.
fn grey(path: &Path) -> ([u32; 2], Vec<u8>) {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.color_type, png::ColorType::Grayscale);
    ([info.width, info.height], pixels)
}

/// The grid has more rows than a mask computes at once.
#[test]
fn masks_have_the_densities_of_their_kinds() {
    let (folder, scatter) = (tempfile::tempdir().unwrap(), scatter());
    let grid = Grid::new([100.0, 20.0], 4.0, 100, 150).unwrap();
    let places: Vec<_> = (0..100 * 150)
        .map(|at| [100.0 + 4.0 * f64::from(at % 100), 20.0 + 4.0 * f64::from(at / 100)])
        .collect();
    for (kind, name) in ["pine", "rock", "never"].into_iter().enumerate() {
        let path = folder.path().join(format!("scatter_{name}.png"));
        mask(&path, &grid, Some(&scatter), kind).unwrap().finish().unwrap();
        let (size, pixels) = grey(&path);
        assert_eq!(size, [100, 150]);
        for (pixel, density) in pixels.iter().zip(scatter.density(kind, &places)) {
            near(f64::from(*pixel), 255.0 * density, 0.51);
        }
        let has = |of: fn(u8) -> bool| pixels.iter().any(|&pixel| of(pixel));
        assert_eq!([has(|pixel| pixel == 255), has(|pixel| pixel < 200)], [kind < 2, kind != 1], "{name}");
    }
}

#[test]
fn recipes_without_things_and_too_many_points_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scatter.csv");
    let mapping = HeightMapping::new(0.0, 200.0).unwrap();
    let refused = |text: &str| -> FileError {
        points(&path, &grid(), Some(&scatter_of(text)), mapping, PointFormat::Csv).err().unwrap()
    };
    assert!(refused(TEXT.split("[[scatter]]").next().unwrap()).message.contains("scatters nothing"));
    let error = refused(&TEXT.replace("spacing = 9.0", "spacing = 0.01"));
    assert!(error.message.contains("551 million points"), "{}", error.message);
    assert!(error.help.contains("smaller region"));
    // The limit is for all kinds together.
    let both = TEXT
        .replace("spacing = 9.0", "spacing = 0.012")
        .replace("spacing = 20.0\nshape", "spacing = 0.012\nshape");
    assert!(refused(&both).message.contains("765 million points"), "{}", refused(&both).message);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

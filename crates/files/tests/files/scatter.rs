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
    [[scatter]]\nname = 'rock'\nspacing = 20.0\nshape = 'rock'\ntilt = 1\n\
    [[scatter]]\nname = 'never'\nspacing = 20.0\nheight = [8000, 9000]\n";

fn scatter() -> Arc<Scatter> {
    let recipe = Recipe::parse(Source::new("x", TEXT), orogen_engine::nodes::registry()).unwrap();
    Arc::new(Scatter::new(&recipe, &NoImages, 10.0).unwrap())
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
    let mapping = HeightMapping::new(0.0, 200.0).unwrap();
    let product = points(&path, &grid(), Some(&scatter()), mapping, format).unwrap();
    assert!(!path.exists());
    std::fs::read(product.finish().unwrap()).unwrap()
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

/// The instances stand where the points are, and their vertical axes are turned as `tilt` says.
#[test]
fn instances_are_where_the_points_are() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = written(folder.path(), PointFormat::Glb);
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((&bytes[..4], word(4), word(8)), (&b"glTF"[..], 2, bytes.len()));
    let json: Value = serde_json::from_slice(&bytes[20..20 + word(12)]).unwrap();
    let binary = &bytes[28 + word(12)..];
    assert_eq!(number(&json["buffers"][0]["byteLength"]), binary.len() as f64);
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
    }
}

#[test]
fn unity_gets_positions_from_0_to_1() {
    let folder = tempfile::tempdir().unwrap();
    let json: Value = serde_json::from_slice(&written(folder.path(), PointFormat::Unity)).unwrap();
    let expected = expected(&scatter());
    let trees = json["trees"].as_array().unwrap();
    assert_eq!((trees.len(), json["prototypes"].as_array().unwrap().len()), (expected.len(), 3));
    for (tree, (name, point)) in trees.iter().zip(&expected) {
        let prototype = tree["prototype"].as_u64().unwrap() as usize;
        assert_eq!(json["prototypes"][prototype]["name"], **name);
        let position = |axis: &str| number(&tree["position"][axis]);
        near(100.0 + 400.0 * position("x"), point.position[0], 1e-5);
        near(200.0 * position("y"), point.height, 1e-5);
        near(500.0 - 300.0 * position("z"), point.position[1], 1e-5);
        near(number(&tree["widthScale"]), point.scale, 5.01e-5);
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
        near(number("Scale3D", "Z="), point.scale, 6e-5);
        if point.normal[2] < 0.999 && name == "rock" {
            let [x, y, z, w] = ["X=", "Y=", "Z=", "W="].map(|part| number("Rotation", part));
            let up = [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)];
            up.into_iter().zip(point.normal).for_each(|(found, expected)| near(found, expected, 1e-5));
        }
    }
}

#[test]
fn godot_gets_transforms() {
    let folder = tempfile::tempdir().unwrap();
    let json: Value = serde_json::from_slice(&written(folder.path(), PointFormat::Godot)).unwrap();
    let scatter = scatter();
    for (kind, entry) in json["kinds"].as_array().unwrap().iter().enumerate() {
        assert_eq!(entry["name"], *scatter.kinds()[kind].name);
        let points = scatter.points(kind, &PART);
        let transforms = entry["transforms"].as_array().unwrap();
        assert_eq!(transforms.len(), points.len());
        for (transform, point) in transforms.iter().zip(points) {
            let numbers: Vec<_> = transform.as_array().unwrap().iter().map(number).collect();
            let [up, origin] = [3, 9].map(|first| &numbers[first..first + 3]);
            let expected = [point.position[0] - 100.0, point.height.into(), point.position[1] - 200.0];
            origin.iter().zip(expected).for_each(|(&found, expected)| near(found, expected, 6e-5));
            let axis = point.axis(scatter.kinds()[kind].tilt);
            let along = [axis[0], axis[2], axis[1]].map(|part| part * point.scale);
            up.iter().zip(along).for_each(|(&found, expected)| near(found, expected, 1e-5));
        }
    }
}

#[test]
fn a_mask_has_the_density_of_a_kind() {
    let (folder, scatter) = (tempfile::tempdir().unwrap(), scatter());
    let path = folder.path().join("scatter_pine.png");
    mask(&path, &grid(), Some(&scatter), 0).unwrap().finish().unwrap();
    let mut reader =
        png::Decoder::new(std::io::BufReader::new(std::fs::File::open(&path).unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height, info.color_type), (41, 31, png::ColorType::Grayscale));
    let places: Vec<_> = (0..41 * 31)
        .map(|at| [100.0 + 10.0 * f64::from(at % 41), 200.0 + 10.0 * f64::from(at / 41)])
        .collect();
    for (pixel, density) in pixels.iter().zip(scatter.density(0, &places)) {
        near(f64::from(*pixel), 255.0 * density, 0.51);
    }
    assert!(pixels.contains(&255) && pixels.iter().any(|&pixel| pixel < 200));
}

#[test]
fn recipes_without_things_and_too_many_points_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scatter.csv");
    let mapping = HeightMapping::new(0.0, 200.0).unwrap();
    let refused = |text: &str| -> FileError {
        let recipe = Recipe::parse(Source::new("x", text), orogen_engine::nodes::registry()).unwrap();
        let scatter = Arc::new(Scatter::new(&recipe, &NoImages, 10.0).unwrap());
        points(&path, &grid(), Some(&scatter), mapping, PointFormat::Csv).err().unwrap()
    };
    assert!(refused(TEXT.split("[[scatter]]").next().unwrap()).message.contains("scatters nothing"));
    let error = refused(&TEXT.replace("spacing = 9.0", "spacing = 0.01"));
    assert!(error.message.contains("551 million points"), "{}", error.message);
    assert!(error.help.contains("smaller region"));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

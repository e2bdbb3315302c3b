//! Rivers and lakes as files.

use std::path::Path;
use std::sync::Arc;

use gltf_json::validation::Validate;
use orogen_engine::nodes::registry;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::water::{Lake, River, RiverEnd, RiverPoint, Water, WaterSurface};
use orogen_files::water;
use serde_json::Value;

const GRID: Grid = Grid { first_column: 0, first_row: 0, columns: 5, rows: 4, spacing: 10.0 };

/// A water surface at 2·field + 1.
fn surface() -> WaterSurface {
    let text = "orogen = 1\ndomain.size = 40.0\nheight = { field = 'flat', scale = 2.0, offset = 1.0 }\nwater.field = 'lake'
        [fields.flat]\ntype = 'constant'\n[fields.lake]\ntype = 'constant'";
    let recipe = Recipe::parse(Source::new("lake.toml", text), registry()).unwrap();
    WaterSurface::of(&recipe).unwrap()
}

/// Ground that rises from 1 m by 1 m per column, and water up to 3 m: two columns of water and one at the shore.
fn bands() -> Vec<Band> {
    let band = |first_row: usize, rows: usize| Band {
        first_row,
        columns: 5,
        height: (0..5 * rows).map(|at| 1.0 + (at % 5) as f32).collect(),
        others: vec![vec![1.0; 5 * rows]],
        ..Band::default()
    };
    vec![band(0, 1), band(1, 3)]
}

#[test]
fn depths_are_centimetres() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("water.png");
    let mut product = water::depth(&path, &GRID, Some(surface())).unwrap();
    bands().iter().for_each(|band| product.write(band).unwrap());
    product.finish().unwrap();
    let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(&path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    let row: Vec<u16> =
        bytes[..10].as_chunks::<2>().0.iter().map(|bytes| u16::from_be_bytes(*bytes)).collect();
    assert_eq!(row, [200, 100, 0, 0, 0]);
    assert_eq!(bytes.len(), 40);
}

#[test]
fn a_terrain_without_water_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for error in [
        water::depth(&folder.path().join("water.png"), &GRID, None).err(),
        water::glb(&folder.path().join("water.glb"), &GRID, None).err(),
    ] {
        assert!(error.unwrap().to_string().contains("[water]"));
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The document of a binary glTF, which is checked against the specification, and its binary chunk.
fn chunks(path: &Path) -> (gltf_json::Root, Vec<u8>) {
    let bytes = std::fs::read(path).unwrap();
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((&bytes[..4], word(4), word(8)), (&b"glTF"[..], 2, bytes.len()));
    let json = word(12);
    let root: gltf_json::Root = serde_json::from_slice(&bytes[20..20 + json]).unwrap();
    let mut errors = Vec::new();
    root.validate(&root, gltf_json::Path::new, &mut |path, error| {
        errors.push(format!("{}: {error:?}", path()));
    });
    assert!(errors.is_empty(), "{errors:?}");
    (root, bytes.get(28 + json..).map_or_else(Vec::new, <[u8]>::to_vec))
}

/// The mesh has the cells with water, at the height of its surface, and faces up.
#[test]
fn the_mesh_is_the_surface() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("water.glb");
    let mut product = water::glb(&path, &GRID, Some(surface())).unwrap();
    bands().iter().for_each(|band| product.write(band).unwrap());
    product.finish().unwrap();
    let (document, bytes) = chunks(&path);
    assert_eq!(document.nodes[0].translation, Some([20.0, 0.0, 15.0]));
    let view = |index: usize| {
        let view = &document.buffer_views[index];
        let first = view.byte_offset.unwrap_or_default().0 as usize;
        bytes[first..first + view.byte_length.0 as usize].to_vec()
    };
    let positions: Vec<_> = view(0)
        .as_chunks::<4>()
        .0
        .as_chunks::<3>()
        .0
        .iter()
        .map(|position| position.map(f32::from_le_bytes))
        .collect();
    // Two columns of cells: between the samples 0, 1 and 2.
    assert_eq!(positions.len(), 12);
    assert!(positions.iter().all(|position| position[1] == 3.0 && (-20.0..=0.0).contains(&position[0])));
    // So few vertices need 16 bits.
    let indices: Vec<_> =
        view(1).as_chunks::<2>().0.iter().map(|&index| u16::from_le_bytes(index) as usize).collect();
    assert_eq!(indices.len(), 6 * 2 * 3);
    for triangle in indices.chunks(3) {
        let [a, b, c] = [0, 1, 2].map(|corner| positions[triangle[corner]]);
        let up = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
        assert_eq!(up, 100.0, "a triangle of half a cell that faces up");
    }
}

/// Dry ground gives a valid file without a mesh.
#[test]
fn a_dry_mesh_is_empty() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("water.glb");
    let mut product = water::glb(&path, &GRID, Some(surface())).unwrap();
    for band in bands() {
        product.write(&Band { others: vec![vec![-5.0; band.height.len()]], ..band }).unwrap();
    }
    product.finish().unwrap();
    assert!(chunks(&path).0.meshes.is_empty());
}

fn point(x: f32, y: f32, surface: f32) -> RiverPoint {
    RiverPoint { position: [x, y], surface, depth: 0.5, width: 4.0, area: 31_557_600.0 }
}

/// Lines stop at the edge of the grid. A lake is a closed ring in the direction that `GeoJSON` requires.
#[test]
fn lines_and_polygons() {
    let river = River {
        points: vec![
            point(-15.0, 5.0, 9.0),
            point(5.0, 5.0, 8.0),
            point(12.0, 6.0, 7.5),
            point(20.0, 9.0, 7.0),
        ],
        end: RiverEnd::Lake(0),
    };
    let lake = Lake {
        level: 7.0,
        depth: 3.0,
        area: 100.0,
        position: [25.0, 12.0],
        outlet: [30.0, 12.0],
        shores: vec![
            vec![[20.0, 9.0], [30.0, 9.0], [25.0, 19.0]],
            vec![[24.0, 11.0], [26.0, 11.0], [25.0, 13.0]],
        ],
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("water.geojson");
    let water = Arc::new(Water { surface: vec![], rivers: vec![river], lakes: vec![lake] });
    let mut product = water::geojson(&path, &GRID, &water);
    bands().iter().for_each(|band| product.write(band).unwrap());
    product.finish().unwrap();
    let json: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let features = json["features"].as_array().unwrap();
    assert_eq!(features.len(), 2, "the part of the river inside, and the lake");
    assert_eq!(
        features[0]["geometry"]["coordinates"],
        serde_json::json!([[5.0, -5.0, 8.0], [12.0, -6.0, 7.5], [20.0, -9.0, 7.0]])
    );
    let properties = &features[0]["properties"];
    assert_eq!((properties["into"].as_str(), properties["discharge"].as_f64()), (Some("lake 0"), Some(1.0)));
    assert_eq!(properties["widths"], serde_json::json!([4.0, 4.0, 4.0]));
    let rings: Vec<Vec<[f64; 3]>> =
        serde_json::from_value(features[1]["geometry"]["coordinates"].clone()).unwrap();
    let area = |ring: &[[f64; 3]]| {
        ring.windows(2).map(|ends| ends[0][0] * ends[1][1] - ends[1][0] * ends[0][1]).sum::<f64>()
    };
    assert!(rings.iter().all(|ring| ring.first() == ring.last()));
    assert!(area(&rings[0]) > 0.0 && area(&rings[1]) < 0.0);
}

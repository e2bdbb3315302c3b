//! Meshes in three formats: read back, refused, and broken on purpose.

mod broken;
mod diagonal;
mod edited;
mod lod;
mod refused;

use std::path::Path;

use orogen_engine::covering::Covering;
use orogen_engine::raster::{Band, Grid};
use orogen_files::mesh::gltf::{self, glb};
use orogen_files::mesh::obj::{self, obj};
use orogen_files::mesh::stl::{self, stl, triangles};
use orogen_files::{FileError, Product};

use crate::terrain::PRINT;

/// A grid whose `.glb` has three pieces by two.
const GRID: Grid = Grid { first_column: -9, first_row: 70, columns: 260, rows: 131, spacing: 1.7 };

type Maker = fn(&Path) -> Result<Box<dyn Product>, FileError>;

type Reader = fn(&Path, &Grid) -> Result<Vec<f32>, FileError>;

const FORMATS: [(&str, Maker, Reader); 3] = [
    ("glb", |path| plain_glb(path, &GRID), gltf::read_heights),
    ("obj", |path| obj(path, &GRID), obj::read_heights),
    ("stl", |path| stl(path, &GRID, &PRINT), |path, grid| stl::read_heights(path, grid, &PRINT)),
];

/// A `.glb` without materials.
fn plain_glb(path: &Path, grid: &Grid) -> Result<Box<dyn Product>, FileError> {
    glb(path, grid, &Covering::new(&[]), None)
}

fn heights(grid: &Grid) -> Vec<f32> {
    let height = |i: usize| (0.37 * i as f32).sin() * 20.0 + (i % grid.columns) as f32 * 0.125;
    (0..grid.len()).map(height).collect()
}

fn band(grid: &Grid, height: Vec<f32>) -> Band {
    let slope = |k: f32| (0..height.len()).map(|i| (i as f32 * k).cos()).collect();
    Band { first_row: 0, columns: grid.columns, dx: slope(0.1), dy: slope(0.3), height, ..Band::default() }
}

fn write(make: Maker, path: &Path) {
    let mut product = make(path).unwrap();
    product.write(&band(&GRID, heights(&GRID))).unwrap();
    product.finish().unwrap();
}

#[test]
fn heights_come_back_within_what_is_promised() {
    let folder = tempfile::tempdir().unwrap();
    for ((name, make, read), tolerance) in FORMATS.into_iter().zip([0.0, 0.0, 1e-5]) {
        let path = folder.path().join(name);
        write(make, &path);
        let found = read(&path, &GRID).unwrap();
        assert_eq!(found.len(), GRID.len());
        for (i, (found, made)) in found.iter().zip(heights(&GRID)).enumerate() {
            assert!((found - made).abs() <= tolerance, "{name} {i}: {found} {made}");
        }
    }
}

#[test]
fn bytes_of_many_pieces_do_not_depend_on_the_bands() {
    let folder = tempfile::tempdir().unwrap();
    let whole = band(&GRID, heights(&GRID));
    for (name, make, _) in FORMATS {
        let files = [vec![131], vec![1; 131], vec![127, 1, 1, 1, 1], vec![60, 0, 71]].map(|cuts| {
            let path = folder.path().join(name);
            let mut product = make(&path).unwrap();
            let mut first_row = 0;
            for rows in cuts {
                let samples = first_row * GRID.columns..(first_row + rows) * GRID.columns;
                let cut = |plane: &[f32]| plane[samples.clone()].to_vec();
                let (height, dx, dy) = (cut(&whole.height), cut(&whole.dx), cut(&whole.dy));
                product
                    .write(&Band { first_row, columns: GRID.columns, height, dx, dy, ..Band::default() })
                    .unwrap();
                first_row += rows;
            }
            std::fs::read(product.finish().unwrap()).unwrap()
        });
        assert!(files.iter().all(|file| *file == files[0]), "{name}");
    }
}

#[test]
fn the_solid_and_the_json_say_what_they_should() {
    let folder = tempfile::tempdir().unwrap();
    let path = |k: usize| folder.path().join(FORMATS[k].0);
    FORMATS.into_iter().enumerate().for_each(|(k, (_, make, _))| write(make, &path(k)));

    let stl = std::fs::read(path(2)).unwrap();
    let count = u32::from_le_bytes(stl[80..84].try_into().unwrap());
    assert_eq!((Some(count), stl.len()), (triangles(&GRID), 84 + 50 * count as usize));
    assert!(!stl.starts_with(b"solid"));

    use gltf_json::validation::Validate;
    let glb = std::fs::read(path(0)).unwrap();
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    let root: gltf_json::Root = gltf_json::deserialize::from_slice(&glb[20..20 + length]).unwrap();
    let mut complaints = Vec::new();
    root.validate(&root, gltf_json::Path::new, &mut |path, error| {
        complaints.push((path().to_string(), error));
    });
    assert_eq!(complaints, []);
    assert!(root.extensions_used.is_empty() && root.extensions_required.is_empty());
    assert_eq!((root.meshes.len(), root.nodes.len()), (6, 7));
}

#[test]
fn obj_is_text_that_a_person_can_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.obj");
    let grid = Grid { first_column: -1, first_row: 3, columns: 2, rows: 2, spacing: 0.1 };
    let mut product = obj(&path, &grid).unwrap();
    let height = vec![0.0, 0.1, 1e-7, -12.5];
    product
        .write(&Band {
            first_row: 0,
            columns: 2,
            height,
            dx: vec![0.0, 1.0, 0.0, 0.0],
            dy: vec![0.0, 0.0, 1.0, 1e30],
            ..Band::default()
        })
        .unwrap();
    product.finish().unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<_> = text.lines().skip(2).collect();
    assert_eq!(
        lines,
        [
            "v -0.1 0 0.3",
            "v 0 0.1 0.3",
            "vn -0.0000 1.0000 -0.0000",
            "vn -0.7071 0.7071 -0.0000",
            "v -0.1 0.0000001 0.4",
            "v 0 -12.5 0.4",
            "vn -0.0000 0.7071 -0.7071",
            "vn -0.0000 0.0000 -1.0000",
            "f 1//1 3//3 2//2",
            "f 2//2 3//3 4//4",
        ]
    );
    assert_eq!(obj::read_heights(&path, &grid).unwrap(), [0.0, 0.1, 1e-7, -12.5]);
}

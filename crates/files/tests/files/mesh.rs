//! Meshes: read back, refused, and broken on purpose.

use std::path::Path;

use orogen::raster::{Band, Grid};
use orogen_files::mesh::Diagonal;
use orogen_files::mesh::gltf::{self, glb, quantum};
use orogen_files::mesh::obj::{self, obj};
use orogen_files::mesh::stl::{self, Print, stl, triangles};
use orogen_files::{FileError, Product};
use proptest::prelude::*;

use crate::terrain::PRINT;

/// Three pieces by two.
const GRID: Grid = Grid { first_column: -9, first_row: 70, columns: 260, rows: 131, spacing: 1.7 };

const HEIGHTS: [f64; 2] = [-100.0, 100.0];

type Maker = fn(&Path) -> Result<Box<dyn Product>, FileError>;

type Reader = fn(&Path, &Grid) -> Result<Vec<f32>, FileError>;

const FORMATS: [(&str, Maker, Reader); 3] = [
    ("glb", |path| glb(path, &GRID, HEIGHTS, true), gltf::read_heights),
    ("obj", |path| obj(path, &GRID), obj::read_heights),
    ("stl", |path| stl(path, &GRID, &PRINT), |path, grid| stl::read_heights(path, grid, &PRINT)),
];

fn heights(grid: &Grid) -> Vec<f32> {
    let height = |i: usize| (0.37 * i as f32).sin() * 20.0 + (i % grid.columns) as f32 * 0.125;
    (0..grid.len()).map(height).collect()
}

fn band(grid: &Grid, height: Vec<f32>) -> Band {
    let slope = |k: f32| (0..height.len()).map(|i| (i as f32 * k).cos()).collect();
    Band { first_row: 0, columns: grid.columns, dx: slope(0.1), dy: slope(0.3), height }
}

fn write(make: Maker, path: &Path) {
    let mut product = make(path).unwrap();
    product.write(&band(&GRID, heights(&GRID))).unwrap();
    product.finish().unwrap();
}

#[test]
fn heights_come_back_within_what_is_promised() {
    let folder = tempfile::tempdir().unwrap();
    let half_a_quantum = 0.5 * quantum(GRID.spacing, HEIGHTS).unwrap() as f32;
    for ((name, make, read), tolerance) in FORMATS.into_iter().zip([half_a_quantum, 0.0, 1e-5]) {
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
                product.write(&Band { first_row, columns: GRID.columns, height, dx, dy }).unwrap();
                first_row += rows;
            }
            std::fs::read(product.finish().unwrap()).unwrap()
        });
        assert!(files.iter().all(|file| *file == files[0]), "{name}");
    }
}

#[test]
fn the_mesh_of_another_grid_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (name, make, read) in FORMATS {
        let path = folder.path().join(name);
        write(make, &path);
        let others = [
            Grid { columns: 259, ..GRID },
            Grid { rows: 132, ..GRID },
            // Same counts, other sides.
            Grid { columns: 131, rows: 260, ..GRID },
            Grid { columns: 1, ..GRID },
            Grid { columns: usize::MAX, ..GRID },
            // Places; a solid has none in the world.
            Grid { first_column: -8, ..GRID },
            Grid { first_row: 71, ..GRID },
            Grid { spacing: 1.8, ..GRID },
        ];
        for other in &others[..if name == "stl" { 5 } else { 8 }] {
            assert!(read(&path, other).is_err(), "{name} {other:?}");
        }
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

    // The crate's validator knows the extension by name only as one it does not read.
    use gltf_json::validation::Validate;
    let glb = std::fs::read(path(0)).unwrap();
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    let root: gltf_json::Root = gltf_json::deserialize::from_slice(&glb[20..20 + length]).unwrap();
    let mut complaints = Vec::new();
    root.validate(&root, gltf_json::Path::new, &mut |path, error| {
        complaints.push((path().to_string(), error));
    });
    let unsupported = gltf_json::validation::Error::Unsupported;
    assert_eq!(complaints, [("extensionsRequired[0] = \"KHR_mesh_quantization\"".to_owned(), unsupported)]);
    assert_eq!((root.meshes.len(), root.nodes.len()), (6, 7));
}

/// Writes heights and returns the refusal.
fn refused(product: Result<Box<dyn Product>, FileError>, grid: &Grid, height: Vec<f32>) -> String {
    let mut product = product.unwrap();
    let error = product.write(&band(grid, height)).unwrap_err();
    assert!(product.finish().is_err());
    error.to_string()
}

#[test]
fn heights_that_a_piece_cannot_hold_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let grid = Grid::square(200, 1.0);
    let cliff = |from: f32, to: f32| (0..grid.len()).map(|i| if i % 200 < 150 { from } else { to }).collect();
    let make = |heights: [f64; 2]| glb(&folder.path().join("a.glb"), &grid, heights, false);
    // The quantum is 1/32 m: 65,535 of them are 2,047.97 m.
    let vast = [-9_000.0, 9_000.0];
    let mut product = make(vast).unwrap();
    product.write(&band(&grid, cliff(0.0, 2_047.95))).unwrap();
    product.finish().unwrap();
    let what = refused(make(vast), &grid, cliff(0.0, 2_048.0));
    assert!(what.contains("columns 128..=199, rows 0..=128") && what.contains(".obj"), "{what}");
    let what = refused(make(vast), &grid, cliff(524_289.0, 524_289.0));
    assert!(what.contains("524288 m"), "{what}");
    assert!(make([-5.0, f64::NAN]).is_err());
    assert!(make([-5.0, 1e8]).err().unwrap().what.contains("precision"));
}

#[test]
fn a_solid_without_thickness_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let grid = Grid::square(3, 10.0);
    // 1 mm per metre.
    let print = Print { width_mm: 20.0, base_mm: 2.0, exaggeration: 1.0, lowest: Some(5.0) };
    let make = |print: Print| stl(&folder.path().join("a.stl"), &grid, &print);
    let low = |lowest: f32| vec![9.0, 9.0, 9.0, 9.0, lowest, 9.0, 9.0, 9.0, 9.0];
    let mut product = make(print).unwrap();
    product.write(&band(&grid, low(3.5))).unwrap();
    product.finish().unwrap();
    assert!(refused(make(print), &grid, low(3.0)).contains("lowest height"));
    let thin = Print { base_mm: 1e-6, lowest: None, ..print };
    assert!(refused(make(thin), &grid, vec![1_000.0; 9]).contains("underside"));
    let vast = Print { exaggeration: 1e3, lowest: None, ..print };
    assert!(refused(make(vast), &grid, low(f32::MAX)).contains("single precision"));
}

#[test]
fn a_grid_without_area_is_refused() {
    for (columns, rows) in [(1, 5), (5, 1), (0, 0)] {
        let grid = Grid { columns, rows, ..GRID };
        let path = Path::new("a");
        for product in [glb(path, &grid, HEIGHTS, false), obj(path, &grid), stl(path, &grid, &PRINT)] {
            assert!(product.err().unwrap().what.contains("no area"));
        }
        assert_eq!(triangles(&grid), None);
    }
}

#[test]
fn a_solid_with_a_hole_or_a_turned_triangle_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.stl");
    write(FORMATS[2].1, &path);
    let whole = std::fs::read(&path).unwrap();
    let read = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        stl::read_heights(&path, &GRID, &PRINT).map(drop).map_err(|error| error.what)
    };
    // A triangle of a wall: two corners exchanged, or one moved by a hair.
    let at = whole.len() - 500 * 50;
    let mut turned = whole.clone();
    turned[at + 12..at + 36].rotate_left(12);
    assert_eq!(read(&turned), Err("the solid is not closed".to_owned()));
    let mut moved = whole.clone();
    moved[at + 20] ^= 1;
    assert_eq!(read(&moved), Err("the solid is not closed".to_owned()));
    assert_eq!(read(&whole), Ok(()));
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

/// Root mean square of what the triangles of a unit-spaced grid miss of the surface, at 8 × 8 points a cell.
fn error(surface: impl Fn(f32, f32) -> f32, rule: impl Fn(usize, usize, [f32; 4]) -> Diagonal) -> f32 {
    let (mut sum, mut count) = (0.0, 0.0);
    for j in 0..64 {
        for i in 0..64 {
            let (x, y) = (i as f32, j as f32);
            let [nw, ne, sw, se] =
                [(x, y), (x + 1.0, y), (x, y + 1.0), (x + 1.0, y + 1.0)].map(|(x, y)| surface(x, y));
            let diagonal = rule(i, j, [nw, ne, sw, se]);
            for k in 0..64 {
                let (u, v) = ((k % 8) as f32 / 8.0, (k / 8) as f32 / 8.0);
                let mesh = match diagonal {
                    Diagonal::Falling if u >= v => nw + (ne - nw) * u + (se - ne) * v,
                    Diagonal::Falling => nw + (sw - nw) * v + (se - sw) * u,
                    Diagonal::Rising if u + v <= 1.0 => nw + (ne - nw) * u + (sw - nw) * v,
                    Diagonal::Rising => se + (sw - se) * (1.0 - u) + (ne - se) * (1.0 - v),
                };
                sum += (mesh - surface(x + u, y + v)).powi(2);
                count += 1.0;
            }
        }
    }
    (sum / count).sqrt()
}

#[test]
fn diagonals_follow_ridges_better_than_alternating_ones() {
    let alternating =
        |i: usize, j: usize, _| if (i + j).is_multiple_of(2) { Diagonal::Falling } else { Diagonal::Rising };
    for (degrees, most) in
        [(0, 1.02), (10, 1.03), (30, 0.92), (45, 0.65), (60, 0.92), (80, 1.03), (135, 0.65), (150, 0.9)]
    {
        let (sin, cos) = (degrees as f32).to_radians().sin_cos();
        let roof = |x: f32, y: f32| -(((x * cos + y * sin) / 9.3 + 40.4).fract() - 0.5).abs() * 9.3;
        let ratio = error(roof, |_, _, heights| Diagonal::of(heights)) / error(roof, alternating);
        assert!(ratio <= most, "{degrees}°: {ratio}");
    }
}

#[test]
fn the_diagonal_is_the_one_of_the_mirrored_cell() {
    let cells = (0..256u32).map(|k| [0, 2, 4, 6].map(|bit| (k >> bit & 3) as f32));
    for [nw, ne, sw, se] in cells {
        let (this, mirrored) = (Diagonal::of([nw, ne, sw, se]), Diagonal::of([ne, nw, se, sw]));
        let even = (nw - se).abs() == (ne - sw).abs() && nw + se == ne + sw;
        assert_eq!(this == mirrored, even, "{nw} {ne} {sw} {se}");
    }
}

/// A file of each format, small enough to be broken everywhere.
fn small(k: usize, path: &Path) -> (Grid, Reader) {
    const SMALL: Grid = Grid { first_column: 0, first_row: 0, columns: 7, rows: 5, spacing: 2.0 };
    let product = match k {
        0 => glb(path, &SMALL, HEIGHTS, false),
        1 => obj(path, &SMALL),
        _ => stl(path, &SMALL, &PRINT),
    };
    let mut product = product.unwrap();
    product.write(&band(&SMALL, heights(&SMALL))).unwrap();
    product.finish().unwrap();
    (SMALL, FORMATS[k].2)
}

#[test]
fn files_cut_short_are_refused_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    for k in 0..3 {
        let path = folder.path().join(FORMATS[k].0);
        let (grid, read) = small(k, &path);
        let whole = std::fs::read(&path).unwrap();
        assert!(read(&path, &grid).is_ok());
        // Everywhere near the ends, and at lengths of every remainder in between.
        let near_an_end = |length: usize| length < 100 || whole.len() - length < 100;
        for length in (0..whole.len()).filter(|&length| near_an_end(length) || length % 23 == 0) {
            std::fs::write(&path, &whole[..length]).unwrap();
            assert!(read(&path, &grid).is_err(), "{} of {} bytes of {}", length, whole.len(), FORMATS[k].0);
        }
        std::fs::write(&path, [&whole[..], b"v 0 0 0\n"].concat()).unwrap();
        assert!(read(&path, &grid).is_err(), "more than all of {}", FORMATS[k].0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever is done to a file, it gives heights or an error, and the heights are those of the file or close.
    #[test]
    fn broken_files_never_panic(k in 0..3usize, edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FORMATS[k].0);
        let (grid, read) = small(k, &path);
        let mut bytes = std::fs::read(&path).unwrap();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        std::fs::write(&path, bytes).unwrap();
        if let Ok(heights) = read(&path, &grid) {
            prop_assert_eq!(heights.len(), grid.len());
            prop_assert!(heights.iter().all(|height| height.is_finite()));
        }
    }

    /// Text that looks like ours, and JSON that does.
    #[test]
    fn made_up_files_never_panic(text in "(v|f|vn|o|#)?( [-0-9./e]{0,6}){0,4}\n{0,2}", json in "\\{\"(nodes|meshes|accessors)\":\\[(\\{\"(mesh|count|scale)\":[0-9]{1,20}\\},?){0,3}\\]\\}") {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, text).unwrap();
        prop_assert!(obj::read_heights(&path, &GRID).is_err());
        let length = |bytes: usize| (bytes as u32).to_le_bytes();
        let head = [b"glTF\x02\0\0\0", &length(28 + json.len())[..], &length(json.len()), b"JSON"].concat();
        std::fs::write(&path, [&head, json.as_bytes(), b"\0\0\0\0BIN\0"].concat()).unwrap();
        prop_assert!(gltf::read_heights(&path, &GRID).is_err());
    }
}

//! Levels of detail, checked against the raster with a reader and a rasteriser of their own, in double precision.

use std::collections::BTreeMap;
use std::path::Path;

use orogen_engine::covering::Covering;
use orogen_engine::raster::{Band, Grid};
use orogen_files::mesh::lod::{self, LevelsOfDetail};
use orogen_files::{MeshLevel, Tiling};
use proptest::prelude::*;
use serde_json::Value;

/// Ground with ridges, a plain and a cliff.
fn height(x: f64, y: f64) -> f64 {
    let wave = (0.031 * x + 0.017 * y).sin().abs() * -60.0 + (0.23 * y - 0.11 * x).sin() * 3.0;
    let plain = (x + 80.0).clamp(0.0, 100.0) / 100.0;
    wave * plain + if x > 2.0 * y + 150.0 { 25.0 } else { 0.0 }
}

fn band(grid: &Grid) -> Band {
    let samples = || (0..grid.rows).flat_map(|j| (0..grid.columns).map(move |i| (grid.x(i), grid.y(j))));
    let plane = |of: fn(f64, f64) -> f64| samples().map(|(x, y)| of(x, y) as f32).collect();
    Band {
        columns: grid.columns,
        height: plane(height),
        dx: plane(|x, y| 0.3 * (0.1 * x + y).sin()),
        dy: plane(|x, y| 0.2 * (0.1 * y - x).cos()),
        ..Band::default()
    }
}

/// A level of a file: vertices of eight floats, with positions in the world in single precision, as engines compute them.
struct Level {
    vertices: Vec<[f32; 8]>,
    triangles: Vec<[usize; 3]>,
}

/// Reads all levels of a file.
fn read(path: &Path) -> Vec<Level> {
    let bytes = std::fs::read(path).unwrap();
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((&bytes[..4], word(8), &bytes[16..20]), (&b"glTF"[..], bytes.len(), &b"JSON"[..]));
    let json: Value = serde_json::from_slice(&bytes[20..20 + word(12)]).unwrap();
    assert!(json.get("extensionsRequired").is_none());
    let buffer = &bytes[28 + word(12)..];
    let number =
        |value: &Value, key: &str| value.get(key).map_or(0, |value| value.as_u64().unwrap() as usize);
    let accessor = |index: &Value| {
        let accessor = &json["accessors"][index.as_u64().unwrap() as usize];
        let view = &json["bufferViews"][number(accessor, "bufferView")];
        let start = number(view, "byteOffset") + number(accessor, "byteOffset");
        (start, number(view, "byteStride"), number(accessor, "count"), number(accessor, "componentType"))
    };
    let lods = &json["nodes"][0]["extensions"]["MSFT_lod"]["ids"];
    let order = std::iter::once(0)
        .chain(lods.as_array().into_iter().flatten().map(|id| id.as_u64().unwrap() as usize));
    order
        .map(|node| {
            let node = &json["nodes"][node];
            let translation = [0, 1, 2].map(|axis| node["translation"][axis].as_f64().unwrap() as f32);
            let primitive = &json["meshes"][number(node, "mesh")]["primitives"][0];
            let keys = ["POSITION", "NORMAL", "TEXCOORD_0"];
            let mut vertices = Vec::new();
            for (key, floats) in keys.into_iter().zip([0..3, 3..6, 6..8]) {
                let Some(index) = primitive["attributes"].get(key) else { continue };
                let (start, stride, count, kind) = accessor(index);
                assert_eq!(kind, 5126);
                vertices.resize(count, [0.0; 8]);
                for (k, vertex) in vertices.iter_mut().enumerate() {
                    for (n, float) in floats.clone().enumerate() {
                        vertex[float] = f32::from_bits(u32::from_le_bytes(
                            buffer[start + k * stride + 4 * n..][..4].try_into().unwrap(),
                        ));
                    }
                }
            }
            vertices.iter_mut().for_each(|vertex| (0..3).for_each(|axis| vertex[axis] += translation[axis]));
            let (start, _, count, kind) = accessor(&primitive["indices"]);
            let index = |k: usize| match kind {
                5123 => u16::from_le_bytes(buffer[start + 2 * k..][..2].try_into().unwrap()) as usize,
                5125 => u32::from_le_bytes(buffer[start + 4 * k..][..4].try_into().unwrap()) as usize,
                other => panic!("{other}"),
            };
            let triangles = (0..count / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2].map(index)).collect();
            Level { vertices, triangles }
        })
        .collect()
}

impl Level {
    fn positions(&self, triangle: [usize; 3]) -> [[f64; 3]; 3] {
        triangle.map(|vertex| [0, 1, 2].map(|axis| f64::from(self.vertices[vertex][axis])))
    }

    /// Triangles of the surface, and those of the skirts, which are vertical.
    fn parts(&self) -> [Vec<[usize; 3]>; 2] {
        let is_wall = |triangle: &[usize; 3]| area(self.positions(*triangle)) == 0.0;
        let (walls, surface) = self.triangles.iter().copied().partition(is_wall);
        [surface, walls]
    }

    /// The column and the row of a vertex.
    fn sample(&self, vertex: usize, grid: &Grid) -> [usize; 2] {
        let [x, _, z, ..] = self.vertices[vertex].map(f64::from);
        [(x, grid.first_column), (z, grid.first_row)].map(|(metres, first)| {
            let index = metres / grid.spacing - first as f64;
            assert!((index - index.round()).abs() < 1e-3, "{index}");
            index.round() as usize
        })
    }
}

/// Twice the area in the ground plane, positive if the corners are counter-clockwise as seen from above.
fn area([a, b, c]: [[f64; 3]; 3]) -> f64 {
    (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2])
}

/// The largest distance of the samples of a grid from a surface. Checks that the surface is a triangulation of the grid, and that
/// vertices have the samples' heights, normals and texture coordinates.
fn measured(level: &Level, grid: &Grid, band: &Band) -> f64 {
    let [surface, _] = level.parts();
    let at: Vec<_> = (0..level.vertices.len()).map(|vertex| level.sample(vertex, grid)).collect();
    let (mut edges, mut twice, mut largest) = (BTreeMap::new(), 0, 0.0_f64);
    let mut seen = vec![false; grid.len()];
    for triangle in surface {
        let corners = triangle.map(|vertex| at[vertex].map(|index| index as i64));
        let turn = |[a, b, c]: [[i64; 2]; 3]| (b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1]);
        let whole = turn(corners);
        assert!(whole > 0, "{corners:?} is not counter-clockwise");
        twice += whole;
        for k in 0..3 {
            let edge = (at[triangle[k]], at[triangle[(k + 1) % 3]]);
            assert!(edges.insert(edge, ()).is_none(), "two triangles have {edge:?}");
        }
        let heights = triangle.map(|vertex| f64::from(level.vertices[vertex][1]));
        let [low, high] = [i64::min as fn(i64, i64) -> i64, i64::max].map(|choose| {
            [0, 1].map(|axis| corners.map(|corner| corner[axis]).into_iter().reduce(choose).unwrap())
        });
        for y in low[1]..=high[1] {
            for x in low[0]..=high[0] {
                let [a, b, c] = corners;
                let shares = [[[x, y], b, c], [a, [x, y], c], [a, b, [x, y]]].map(turn);
                if shares.iter().all(|&share| share >= 0) {
                    let plane: f64 =
                        shares.iter().zip(heights).map(|(&share, height)| share as f64 * height).sum::<f64>()
                            / whole as f64;
                    let sample = y as usize * grid.columns + x as usize;
                    seen[sample] = true;
                    largest = largest.max((plane - f64::from(band.height[sample])).abs());
                }
            }
        }
    }
    assert!(seen.iter().all(|seen| *seen), "a sample is not covered");
    let [right, bottom] = [grid.columns - 1, grid.rows - 1];
    assert_eq!(twice as usize, 2 * right * bottom, "the area");
    for (from, to) in edges.keys() {
        let on_border = [(0, right), (1, bottom)]
            .iter()
            .any(|&(axis, last)| from[axis] == to[axis] && (from[axis] == 0 || from[axis] == last));
        assert!(on_border || edges.contains_key(&(*to, *from)), "{from:?} to {to:?} is open");
    }
    let [surface, _] = level.parts();
    for vertex in surface.into_iter().flatten() {
        let [column, row] = at[vertex];
        let sample = row * grid.columns + column;
        let [_, y, _, nx, ny, nz, u, v] = level.vertices[vertex];
        assert_eq!(y.to_bits(), band.height[sample].to_bits());
        let slope = [-nx / ny, -nz / ny];
        assert!((slope[0] - band.dx[sample]).abs() < 1e-6 && (slope[1] - band.dy[sample]).abs() < 1e-6);
        assert_eq!(u, ((column as f64 + 0.5) / grid.columns as f64) as f32);
        assert_eq!(v, ((row as f64 + 0.5) / grid.rows as f64) as f32);
    }
    largest
}

/// Writes the meshes of a grid, and returns the entries of all files.
fn write(folder: &Path, tiling: Tiling, asked: LevelsOfDetail) -> BTreeMap<String, Vec<MeshLevel>> {
    let mut product =
        lod::glb(folder, tiling, asked, &Covering::new(&[]), None, |[x, y]| format!("m_x{x}_y{y}")).unwrap();
    let grid = tiling.whole();
    for first in (0..grid.rows).step_by(7) {
        let rows = 7.min(grid.rows - first);
        product.write(&Band { first_row: first, ..band(&grid.band(first, rows)) }).unwrap();
    }
    let output = product.complete().unwrap();
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let levels = output.levels().iter().map(|(path, levels)| (name(path), levels.clone())).collect();
    output.commit().unwrap();
    levels
}

fn whole(columns: usize, rows: usize) -> Grid {
    Grid { first_column: -37, first_row: 20, columns, rows, spacing: 3.7 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn rasters_of_any_size_are_triangulated_with_the_stated_error(
        columns in 2_usize..90,
        rows in 2_usize..90,
        share in 0.0_f64..1.0,
        levels in 1_usize..4,
    ) {
        let grid = whole(columns, rows);
        let tiling = Tiling::new(&grid, 1, 1).unwrap();
        let asked = LevelsOfDetail { triangles: 0, levels, separate: true, collision_error: Some(0.7) };
        let (least, most) = (asked.least(&tiling) * 4_u64.pow(levels as u32 - 1), asked.most(&tiling));
        let triangles = (least as f64 + share * most.saturating_sub(least) as f64) as u64;
        let asked = LevelsOfDetail { triangles, ..asked };
        prop_assume!(asked.check(&tiling).is_ok());
        let folder = tempfile::tempdir().unwrap();
        let files = write(folder.path(), tiling, asked);
        let band = band(&grid);
        let chain = read(&folder.path().join("m_x0_y0.glb"));
        prop_assert_eq!(chain.len(), levels);
        for (k, (level, entry)) in chain.iter().zip(&files["m_x0_y0.glb"]).enumerate() {
            let error = measured(level, &grid, &band);
            prop_assert!((error - entry.error_m).abs() <= 1e-9 * (1.0 + error), "{} {}", error, entry.error_m);
            prop_assert_eq!(level.triangles.len() as u64, entry.triangles);
            prop_assert_eq!(level.vertices.len() as u64, entry.vertices);
            prop_assert!(entry.triangles <= triangles / 4_u64.pow(k as u32));
            let alone = read(&folder.path().join(format!("m_x0_y0_lod{k}.glb")));
            prop_assert_eq!(&alone[0].triangles, &level.triangles);
            prop_assert_eq!(&alone[0].vertices, &level.vertices);
        }
        let collision = read(&folder.path().join("m_x0_y0_collision.glb")).remove(0);
        prop_assert!(collision.parts()[1].is_empty());
        let entry = files["m_x0_y0_collision.glb"][0];
        prop_assert!(entry.error_m <= 0.7);
        let surface = Level { vertices: normals(collision.vertices, &grid, &band), ..collision };
        prop_assert!((measured(&surface, &grid, &band) - entry.error_m).abs() < 1e-9);
    }
}

/// Gives vertices with positions only the normals and texture coordinates that [`measured`] expects.
fn normals(vertices: Vec<[f32; 8]>, grid: &Grid, band: &Band) -> Vec<[f32; 8]> {
    let level = Level { vertices, triangles: Vec::new() };
    let complete = |vertex: usize| {
        let [column, row] = level.sample(vertex, grid);
        let sample = row * grid.columns + column;
        let [x, y, z, ..] = level.vertices[vertex];
        let uv =
            [(column, grid.columns), (row, grid.rows)].map(|(k, n)| ((k as f64 + 0.5) / n as f64) as f32);
        [x, y, z, -band.dx[sample], 1.0, -band.dy[sample], uv[0], uv[1]]
    };
    (0..level.vertices.len()).map(complete).collect()
}

/// The heights that vertical triangles cover at a place of the plane they are in, `along` the other axis.
fn covered(level: &Level, axis: usize, plane: f64, along: f64) -> Vec<[f64; 2]> {
    let mut intervals = Vec::new();
    let [_, walls] = level.parts();
    for wall in walls {
        let corners = level.positions(wall);
        if corners.iter().any(|corner| corner[axis] != plane) {
            continue;
        }
        let other = 2 - axis;
        let crossings = (0..3).filter_map(|k| {
            let (a, b) = (corners[k], corners[(k + 1) % 3]);
            let within = a[other].min(b[other]) <= along && along <= a[other].max(b[other]);
            let share = (along - a[other]) / (b[other] - a[other]);
            within.then(|| {
                if a[other] == b[other] { vec![a[1], b[1]] } else { vec![a[1] + share * (b[1] - a[1])] }
            })
        });
        let heights: Vec<f64> = crossings.flatten().collect();
        if !heights.is_empty() {
            let fold = |choose: fn(f64, f64) -> f64| heights.iter().copied().reduce(choose).unwrap();
            intervals.push([fold(f64::min), fold(f64::max)]);
        }
    }
    intervals
}

/// The height of a surface at a place of its border.
fn border(level: &Level, axis: usize, plane: f64, along: f64) -> f64 {
    let other = 2 - axis;
    let [surface, _] = level.parts();
    for triangle in surface {
        let corners = level.positions(triangle);
        for k in 0..3 {
            let (a, b) = (corners[k], corners[(k + 1) % 3]);
            let within = a[other].min(b[other]) <= along && along <= a[other].max(b[other]);
            if a[axis] == plane && b[axis] == plane && within {
                return a[1] + (along - a[other]) / (b[other] - a[other]) * (b[1] - a[1]);
            }
        }
    }
    panic!("no edge at {along}");
}

/// Checks that the walls of two levels cover the gap between their borders.
fn assert_closed(one: &Level, other: &Level, axis: usize, plane: f64, along: f64) {
    let [here, there] = [one, other].map(|level| border(level, axis, plane, along));
    let (mut open, top) = (here.min(there), here.max(there));
    let mut walls = [covered(one, axis, plane, along), covered(other, axis, plane, along)].concat();
    walls.sort_by(|a, b| a[0].total_cmp(&b[0]));
    for [low, high] in walls {
        if low <= open + 1e-9 {
            open = open.max(high);
        }
    }
    assert!(open >= top - 1e-9, "from {open} to {top} m at {along}");
}

#[test]
fn no_gap_is_open_between_tiles_of_any_levels() {
    // Tiles with a hierarchy that ends beyond them, and tiles with an exact one.
    for side in [3 * 21 + 1, 3 * 32 + 1] {
        let grid = whole(side, side);
        let tiling = Tiling::new(&grid, 3, 3).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let asked = LevelsOfDetail { triangles: 4_000, levels: 3, separate: false, collision_error: None };
        let files = write(folder.path(), tiling, asked);
        for level in 0..3 {
            let triangles: u64 = files.values().map(|levels| levels[level].triangles).sum();
            let budget = 4_000 / 4_u64.pow(level as u32);
            assert!(triangles <= budget && 2 * triangles >= budget, "{triangles} of {budget}");
        }
        let tile = |[x, y]: [usize; 2]| read(&folder.path().join(format!("m_x{x}_y{y}.glb")));
        let mut pairs = 0;
        for at @ [x, y] in tiling.all() {
            let (levels, part) = (tile(at), tiling.tile(at));
            let band = band(&part);
            for (level, entry) in levels.iter().zip(&files[&format!("m_x{x}_y{y}.glb")]) {
                assert!((measured(level, &part, &band) - entry.error_m).abs() < 1e-9);
                assert_walls_face_out(level, &part);
            }
            for (axis, next) in [(0, [x + 1, y]), (2, [x, y + 1])] {
                if next[0] == 3 || next[1] == 3 {
                    continue;
                }
                let others = tile(next);
                let plane =
                    |level: &Level| level.vertices.iter().map(|vertex| vertex[axis]).fold(f32::MIN, f32::max);
                let west =
                    |level: &Level| level.vertices.iter().map(|vertex| vertex[axis]).fold(f32::MAX, f32::min);
                for (one, other) in levels.iter().flat_map(|one| others.iter().map(move |other| (one, other)))
                {
                    // The same bits in both tiles, as sums in single precision.
                    assert_eq!(plane(one).to_bits(), west(other).to_bits());
                    let [first, last] = [f32::MAX, f32::MIN].map(|start| {
                        let choose = if start > 0.0 { f32::min } else { f32::max };
                        f64::from(one.vertices.iter().map(|vertex| vertex[2 - axis]).fold(start, choose))
                    });
                    let points = 4 * (tiling.size()[0] - 1);
                    for k in 0..=points {
                        let along = (first + (last - first) * k as f64 / points as f64).clamp(first, last);
                        assert_closed(one, other, axis, plane(one).into(), along);
                    }
                    pairs += 1;
                }
                if side % 32 == 1 {
                    for (one, other) in levels.iter().zip(&others) {
                        assert_eq!(
                            ends(one, axis, plane(one)),
                            ends(other, axis, plane(one)),
                            "the same level"
                        );
                    }
                }
            }
        }
        assert_eq!(pairs, 12 * 9);
    }
}

/// The bits of the vertices of a surface at a border.
fn ends(level: &Level, axis: usize, plane: f32) -> Vec<[u32; 3]> {
    let [surface, _] = level.parts();
    let vertices = surface.iter().flatten().map(|&vertex| level.vertices[vertex]);
    let mut ends: Vec<_> = vertices
        .filter(|vertex| vertex[axis] == plane)
        .map(|[x, y, z, ..]| [x, y, z].map(f32::to_bits))
        .collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

fn assert_walls_face_out(level: &Level, grid: &Grid) {
    let middle = [0.5 * (grid.x(0) + grid.x(grid.columns - 1)), 0.5 * (grid.y(0) + grid.y(grid.rows - 1))];
    let [_, walls] = level.parts();
    assert!(!walls.is_empty());
    for wall in walls {
        let [a, b, c] = level.positions(wall);
        let (u, v) = ([0, 1, 2].map(|axis| b[axis] - a[axis]), [0, 1, 2].map(|axis| c[axis] - a[axis]));
        let normal = [u[1] * v[2] - u[2] * v[1], u[0] * v[1] - u[1] * v[0]];
        assert!(normal[0] * (a[0] - middle[0]) + normal[1] * (a[2] - middle[1]) > 0.0, "{a:?} {b:?} {c:?}");
    }
}

#[test]
fn bits_do_not_depend_on_threads() {
    let tiling = Tiling::new(&whole(161, 81), 2, 1).unwrap();
    let asked = LevelsOfDetail { triangles: 5_000, levels: 3, separate: false, collision_error: Some(0.2) };
    let bytes = |threads: usize| {
        let folder = tempfile::tempdir().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| write(folder.path(), tiling, asked));
        let names = ["m_x0_y0", "m_x1_y0", "m_x0_y0_collision", "m_x1_y0_collision"];
        names.map(|name| std::fs::read(folder.path().join(format!("{name}.glb"))).unwrap())
    };
    let one = bytes(1);
    assert!(one == bytes(2) && one == bytes(5));
}

/// The largest distance of samples from a uniform grid of triangles with this number of samples between vertices.
fn uniform_error(band: &Band, grid: &Grid, stride: usize) -> f64 {
    let at = |x: usize, y: usize| f64::from(band.height[y * grid.columns + x]);
    let mut largest = 0.0_f64;
    for y in 0..grid.rows {
        for x in 0..grid.columns {
            let (i, j) = (
                (x / stride * stride).min(grid.columns - 1 - stride),
                (y / stride * stride).min(grid.rows - 1 - stride),
            );
            let (u, v) = ((x - i) as f64 / stride as f64, (y - j) as f64 / stride as f64);
            let [nw, ne, sw, se] =
                [at(i, j), at(i + stride, j), at(i, j + stride), at(i + stride, j + stride)];
            // Cut from north-west to south-east.
            let plane =
                if u > v { nw + u * (ne - nw) + v * (se - ne) } else { nw + v * (sw - nw) + u * (se - sw) };
            largest = largest.max((plane - at(x, y)).abs());
        }
    }
    largest
}

#[test]
fn the_error_is_smaller_than_that_of_a_uniform_grid() {
    let grid = whole(257, 257);
    let tiling = Tiling::new(&grid, 1, 1).unwrap();
    let band = band(&grid);
    for stride in [2, 4, 8] {
        let triangles = 2 * (256 / stride as u64).pow(2);
        let folder = tempfile::tempdir().unwrap();
        let asked = LevelsOfDetail { triangles, levels: 1, separate: false, collision_error: None };
        let error = write(folder.path(), tiling, asked)["m_x0_y0.glb"][0].error_m;
        let uniform = uniform_error(&band, &grid, stride);
        assert!(error < 0.7 * uniform, "{triangles} triangles: {error} m, uniform {uniform} m");
    }
}

#[test]
fn impossible_requests_name_the_nearest_that_work() {
    let tiling = Tiling::new(&whole(129, 65), 2, 1).unwrap();
    let asked = LevelsOfDetail { triangles: 5_000, levels: 3, separate: false, collision_error: None };
    assert!(asked.check(&tiling).is_ok());
    let help = |asked: LevelsOfDetail| asked.check(&tiling).unwrap_err().help;
    // Two tiles with two triangles and four edges with walls each.
    assert_eq!(help(LevelsOfDetail { triangles: 319, ..asked }), "choose --triangles 320 or --levels 2");
    assert!(LevelsOfDetail { triangles: 320, ..asked }.check(&tiling).is_ok());
    assert_eq!(
        help(LevelsOfDetail { triangles: 10, ..asked }),
        "choose --levels 1 and --triangles 20, or --triangles 320"
    );
    let single = LevelsOfDetail { levels: 1, ..asked };
    assert_eq!(help(LevelsOfDetail { triangles: 19, ..single }), "choose --triangles 20");
    assert!(LevelsOfDetail { triangles: 20, ..single }.check(&tiling).is_ok());
    // Eight levels need more triangles than the samples have.
    assert_eq!(help(LevelsOfDetail { levels: 8, ..asked }), "choose --levels 4");
    assert_eq!(
        help(LevelsOfDetail { triangles: 10, levels: 8, ..asked }),
        "choose --levels 1 and --triangles 20"
    );
    let most = 2 * (2 * 64 * 64 + 4 * 128);
    assert_eq!(
        help(LevelsOfDetail { triangles: most + 1, ..asked }),
        format!("choose --triangles {most} or fewer")
    );
    assert!(LevelsOfDetail { triangles: most, ..asked }.check(&tiling).is_ok());
    for levels in [0, 9, usize::MAX] {
        assert_eq!(help(LevelsOfDetail { levels, ..asked }), "choose --levels from 1 to 8");
    }
    for error in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(help(LevelsOfDetail { collision_error: Some(error), ..asked }).contains("greater than 0"));
    }
    let huge = Tiling::new(&Grid::square(100_001, 1.0), 1, 1).unwrap();
    assert!(asked.check(&huge).unwrap_err().help.contains("--tiles"));
    let far = Grid { first_column: 1 << 40, ..whole(129, 65) };
    let refused =
        lod::glb(Path::new("."), Tiling::new(&far, 2, 1).unwrap(), asked, &Covering::new(&[]), None, |_| {
            String::new()
        })
        .err()
        .unwrap();
    assert!(refused.message.contains("too far from the origin"), "{refused}");
}

#[test]
fn flat_ground_has_the_fewest_triangles_and_full_budgets_give_all() {
    let grid = whole(33, 33);
    let tiling = Tiling::new(&grid, 1, 1).unwrap();
    let asked = LevelsOfDetail { triangles: 2 * 32 * 32, levels: 1, separate: false, collision_error: None };
    let entry = |height: Vec<f32>| {
        let folder = tempfile::tempdir().unwrap();
        let mut product =
            lod::glb(folder.path(), tiling, asked, &Covering::new(&[]), None, |_| "m".to_owned()).unwrap();
        product.write(&Band { height, ..band(&grid) }).unwrap();
        product.complete().unwrap().levels()[0].1[0]
    };
    assert_eq!(entry(vec![7.0; 33 * 33]), MeshLevel { triangles: 2, vertices: 4, error_m: 0.0 });
    let rough = (0..33 * 33).map(|k| (k * k % 101) as f32).collect();
    assert_eq!(entry(rough), MeshLevel { triangles: 2 * 32 * 32, vertices: 33 * 33, error_m: 0.0 });
}

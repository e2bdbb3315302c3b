//! Levels of detail of two tiles.

use orogen_engine::raster::{Band, Grid};
use orogen_files::mesh::lod::{LevelsOfDetail, glb};
use orogen_files::{Tiling, materials};

use crate::meshes::{band, painted, write, write_plane};
use crate::python::check;

/// `check_lods.py` assumes it.
const GRID: Grid = Grid { first_column: -37, first_row: 1_000, columns: 241, rows: 97, spacing: 3.7 };

#[test]
fn pygltflib_and_trimesh_read_levels_of_detail() {
    let folder = tempfile::tempdir().unwrap();
    let whole: Band = band(&GRID);
    for (name, plane) in [("height.f32", &whole.height), ("dx.f32", &whole.dx), ("dy.f32", &whole.dy)] {
        write_plane(&folder.path().join(name), plane);
    }
    write(materials::colour(&folder.path().join("colour.png"), &GRID, &painted(), None).unwrap(), &whole);
    let tiling = Tiling::new(&GRID, 2, 1).unwrap();
    let asked = LevelsOfDetail { triangles: 8_000, levels: 3, separate: true, collision_error: Some(1.5) };
    let mut product =
        glb(folder.path(), tiling, asked, &painted(), None, |[x, _]: [usize; 2]| format!("tile{x}")).unwrap();
    product.write(&whole).unwrap();
    let output = product.complete().unwrap();
    let name = |path: &std::path::Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let levels: std::collections::BTreeMap<_, _> =
        output.levels().iter().map(|(path, levels)| (name(path), levels.clone())).collect();
    std::fs::write(folder.path().join("levels.json"), serde_json::to_vec(&levels).unwrap()).unwrap();
    output.commit().unwrap();
    check("check_lods.py", folder.path());
}

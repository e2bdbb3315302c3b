//! Files of every format, whole and split into tiles.

use std::fs;
use std::path::Path;

use orogen_files::{TerrainInfo, Tiling};

use crate::harness::{HILLS, generate, names, orogen};

const MATERIALS: &str = "
materials = [
    { name = \"rock\", color = \"#777066\" },
    { name = \"grass\", color = \"#447733\", slope = [40, 20] },
    { name = \"moss\", color = \"#335522\", curvature = [0, 2] },
    { name = \"flowers\", color = \"#cc6699\", noise = { field = \"hills\", range = [0.1, 0.4] } },
    { name = \"snow\", color = \"#eeeeff\", height = [20, 60] },
]
";

/// All formats that `verify` compares with the recipe, except those that share a file name with another.
pub(crate) const ALL: &str =
    "png16,r16,f32,exr,tiff,terrarium,mapbox,glb,obj,stl,slope,aspect,curvature,splat,weights,colour";

/// A recipe with materials. It has Perlin noise: the heights of a device then have other bits than those of the processor.
pub(crate) fn recipe(folder: &Path) -> String {
    let path = folder.join("hills.toml");
    let (head, fields) = HILLS.split_at(HILLS.find("[").unwrap());
    let fields = fields.replace("type = \"fbm\"", "type = \"fbm\"\nbasis = \"perlin\"");
    fs::write(&path, format!("{head}{MATERIALS}{fields}")).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Reads every height file and compares it with the floats.
fn check_heights(folder: &Path) -> usize {
    let info = TerrainInfo::read(&folder.join("terrain.json")).unwrap();
    let read = |name: &str| {
        let file = info.files.iter().find(|file| file.name == name).unwrap();
        info.read_heights(file, &folder.join(name)).unwrap()
    };
    let mut count = 0;
    for file in info.files.iter().filter(|file| ["height", "mesh"].contains(&file.kind.as_str())) {
        let tile = file.name.find("_x").map_or("", |at| file.name[at..].split('.').next().unwrap());
        let exact = read(&format!("height{tile}.f32"));
        let tolerance = match file.format.as_str() {
            "png16" | "r16" => 0.5 * info.sixteen_bit.as_ref().unwrap().metres_per_step as f32 + 1e-4,
            "terrarium" => 0.5 / 256.0 + 1e-4,
            "mapbox" => 0.05 + 1e-3,
            "stl" => 1e-4,
            _ => 0.0,
        };
        let heights = read(&file.name);
        assert_eq!(heights.len(), exact.len(), "{}", file.name);
        assert!(heights.iter().zip(&exact).all(|(a, b)| (a - b).abs() <= tolerance), "{}", file.name);
        count += 1;
    }
    count
}

#[test]
fn every_format_is_written_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    generate(&recipe(folder.path()), &out, &["--size", "33", "--format", ALL, "--format", "glb-lod"]);
    let names = names(&out);
    let expected = [
        "aspect.png",
        "colour.png",
        "curvature.png",
        "height.exr",
        "height.f32",
        "height.png",
        "height.r16",
        "height.tif",
        "mapbox.png",
        "mesh.glb",
        "normal.png",
        "preview.png",
        "slope.png",
        "splat0.png",
        "splat1.png",
        "terrain.glb",
        "terrain.json",
        "terrain.obj",
        "terrain.stl",
        "terrarium.png",
        "weight0.png",
        "weight1.png",
        "weight2.png",
        "weight3.png",
        "weight4.png",
    ];
    assert_eq!(names, expected);
    assert_eq!(check_heights(&out), 10);
    let info = TerrainInfo::read(&out.join("terrain.json")).unwrap();
    let splat = info.files.iter().find(|file| file.name == "splat0.png").unwrap();
    assert_eq!(splat.materials, ["rock", "grass", "moss", "flowers"]);
}

#[test]
fn tiles_share_their_borders_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let (out, whole) = (folder.path().join("out"), folder.path().join("whole"));
    let recipe = recipe(folder.path());
    generate(&recipe, &out, &["--size", "33", "--format", ALL, "--format", "glb-lod", "--tiles", "4x2"]);
    generate(&recipe, &whole, &["--size", "33", "--format", "f32"]);
    assert_eq!(check_heights(&out), 10 * 8);
    let info = TerrainInfo::read(&out.join("terrain.json")).unwrap();
    let whole = fs::read(whole.join("height.f32")).unwrap();
    let tiling = Tiling::new(&info.grid(), 4, 2).unwrap();
    for tile in tiling.all() {
        let (grid, bytes) =
            (tiling.tile(tile), fs::read(out.join(format!("height_x{}_y{}.f32", tile[0], tile[1]))).unwrap());
        for row in 0..grid.rows {
            let at = (grid.first_row as usize + row) * 33 + grid.first_column as usize;
            let own = &bytes[row * grid.columns * 4..][..grid.columns * 4];
            assert_eq!(own, &whole[at * 4..][..grid.columns * 4], "tile {tile:?}, row {row}");
        }
    }
    // Only the preview is of the whole terrain.
    assert!(out.join("preview.png").exists() && !out.join("normal.png").exists());
}

/// The lowest z of all corners of an STL, in millimetres.
fn lowest_corner(path: &Path) -> f32 {
    let bytes = fs::read(path).unwrap();
    let z = |triangle: &[u8], at: usize| f32::from_le_bytes(triangle[at..at + 4].try_into().unwrap());
    let triangles = bytes[84..].chunks_exact(50);
    triangles.flat_map(|triangle| [20, 32, 44].map(|at| z(triangle, at))).fold(f32::INFINITY, f32::min)
}

#[test]
fn stl_tiles_have_the_same_base_level() {
    let folder = tempfile::tempdir().unwrap();
    let (out, recipe) = (folder.path().join("out"), recipe(folder.path()));
    let lowest = |more: &[&str]| {
        generate(&recipe, &out, &[&["--size", "33", "--format", "stl"][..], more].concat());
        let info = TerrainInfo::read(&out.join("terrain.json")).unwrap();
        let prints = info.files.iter().filter(|file| file.format == "stl");
        let levels: Vec<_> = prints.map(|file| lowest_corner(&out.join(&file.name))).collect();
        assert!(levels.iter().all(|level| *level == levels[0]), "{levels:?}");
        (levels[0], info.min_height)
    };
    // 150 mm per tile of 500 m, 3 mm below -80 m or below the lowest height.
    let [possible, fitted, whole] = [&["--tiles", "2"][..], &["--tiles", "2", "--fit"], &[]].map(lowest);
    assert!((possible.0 - (0.3 * -80.0 - 3.0)).abs() < 1e-4, "{possible:?}");
    assert!((fitted.0 - (0.3 * fitted.1 - 3.0)).abs() < 1e-4, "{fitted:?}");
    assert!((whole.0 - (0.15 * whole.1 - 3.0)).abs() < 1e-4, "{whole:?}");
}

#[test]
fn invalid_files_are_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let refused = |more: &[&str], phrases: &[&str]| {
        let args = [&["generate", "alps", "-o", out][..], more].concat();
        orogen(&args).refuses(2, phrases);
    };
    refused(&["--size", "100", "--tiles", "4"], &["100 × 100", "--size 101"]);
    refused(&["--tiles", "0"], &["4x2"]);
    refused(&["--size", "100", "--tiles", "2x3"], &["2 × 3", "choose --size 103"]);
    refused(&["--size", "262144", "--tiles", "5x7"], &["choose --size 262116"]);
    refused(&["--tiles", "1023x1024"], &["choose fewer tiles"]);
    refused(&["--spacing", "100", "--tiles", "4"], &["164 × 164", "choose --size 165"]);
    refused(&["--format", "exr,exr-rgb"], &["exr and exr-rgb both write height.exr", "--format exr"]);
    refused(&["--format", "tiff,r16,geotiff"], &["tiff and geotiff both write height.tif"]);
    for option in ["--print-width", "--print-base", "--exaggeration"] {
        refused(&["--format", "stl", option, "-1"], &[option, "give a number greater than 0"]);
    }
    // The suggested options work.
    let region = ["--size", "100", "--region", "1000,0,9000,5000"];
    refused(&[&region[..], &["--tiles", "5x4"]].concat(), &["46 × 29 samples"]);
    let args = [&["generate", "alps", "-o", out][..], &region, &["--tiles", "5x4"]].concat();
    let told = orogen(&args).err;
    let (_, told) = told.split_once("--region ").unwrap();
    let whole = tempfile::tempdir().unwrap();
    let again = ["--size", "100", "--tiles", "5x4", "--region", told.split_once(": ").unwrap().0];
    crate::harness::generate("alps", whole.path(), &again);
    orogen(&["generate", "ridges", "-o", out, "--format", "splat"])
        .refuses(2, &["no materials", "[[materials]]"]);
    refused(&["--format", "stl", "--print-width", "0"], &["greater than 0"]);
    refused(&["--size", "65537", "--tiles", "256"], &["131073 files", "fewer --tiles"]);
    // At least 2·262143² triangles.
    let args = ["generate", "alps", "-o", out, "--size", "262144", "--format", "stl"];
    let outcome = orogen(&args);
    assert_eq!(outcome.status, Some(1), "{}", outcome.err);
    assert!(outcome.err.contains("--size"), "{}", outcome.err);
    // A folder without files is removed.
    assert!(!Path::new(out).exists());
}

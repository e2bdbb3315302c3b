//! Compares files with the bands that they were written from, and with other bands.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use orogen_engine::covering::Covering;
use orogen_engine::raster::{Band, Grid};
use orogen_files::delivery::FormatContext;
use orogen_files::normal::Green;
use orogen_files::preview::{Palette, Style};
use orogen_files::verify::{self, Check, Findings, Needs, Unit, series};
use orogen_files::web::Encoding;
use orogen_files::{FileError, FileInfo, SixteenBit, TerrainInfo};
use proptest::prelude::*;

use crate::pyramid;
use crate::read_back;
use crate::terrain::{FLIPPED, GRID, HEIGHTS, MAKERS, PRINT, mapping, terrain, write};

/// The files that are compared.
fn listed() -> Vec<FileInfo> {
    let mut files = read_back::info().files;
    files.extend([
        FileInfo::mesh_glb("terrain.glb"),
        FileInfo::mesh_obj("terrain.obj"),
        FileInfo::mesh_stl("terrain.stl", PRINT),
        FileInfo::preview_png("preview.png"),
    ]);
    files
}

fn info() -> TerrainInfo {
    TerrainInfo {
        origin: [GRID.x(0), GRID.y(0)],
        // Some heights are below this mapping and are clamped. The comparison reports them as errors.
        sixteen_bit: Some(SixteenBit::from(mapping())),
        files: listed(),
        ..read_back::info()
    }
}

fn context() -> FormatContext {
    FormatContext {
        mapping: mapping(),
        interval: HEIGHTS,
        style: Style { palette: Palette::Island, sea_level: Some(0.0), water: None, is_planet: false },
        water: Arc::default(),
        scatter: None,
        surroundings: None,
        covering: Covering::new(&[]),
        fields: vec![],
    }
}

fn written(folder: &Path) {
    for (name, make) in MAKERS {
        write(make, &folder.join(name), &[23]);
    }
}

fn open(folder: &Path, file: &FileInfo) -> Result<Box<dyn Check>, FileError> {
    verify::open(folder, &info(), file, &context()).map(Option::unwrap)
}

/// Whether a file is compared with the slopes of its bands.
fn has_slopes(file: &FileInfo) -> bool {
    ["normal", "preview"].contains(&&*file.kind) || ["glb", "obj"].contains(&&*file.format)
}

/// Compares a file with a terrain, in bands of these sizes.
fn compare(folder: &Path, file: &FileInfo, with: &Band, rows: usize) -> Result<Findings, FileError> {
    let mut check = open(folder, file)?;
    assert_eq!(check.grid(), GRID);
    for first in (0..GRID.rows).step_by(rows) {
        let samples = first * GRID.columns..(first + rows).min(GRID.rows) * GRID.columns;
        let cut = |plane: &[f32]| plane[samples.clone()].to_vec();
        let Band { height, dx, dy, .. } = with;
        check.write(&Band {
            first_row: first,
            columns: GRID.columns,
            height: cut(height),
            dx: cut(dx),
            dy: cut(dy),
            ..Band::default()
        })?;
    }
    check.complete()
}

#[test]
fn files_match_however_the_rows_are_cut() {
    let folder = tempfile::tempdir().unwrap();
    written(folder.path());
    for file in listed() {
        for rows in [1, 7, 23] {
            let findings = compare(folder.path(), &file, &terrain(), rows).unwrap();
            assert_eq!((findings.wrong, findings.first), (0, None), "{}", file.name);
            assert_eq!(findings.samples, GRID.len() as u64);
            // The mapping begins at −800 m, and some heights are below: an error, although the values are the expected
            // ones.
            let clamped = ["png16", "r16"].contains(&file.format.as_str());
            assert_eq!(findings.flaw().is_some(), clamped, "{}: {findings:?}", file.name);
            assert_eq!(findings.largest > 80.0, clamped);
            assert_eq!(findings.unit == Unit::Metres, ["height", "mesh"].contains(&file.kind.as_str()));
        }
    }
}

#[test]
fn one_changed_sample_is_found_in_every_file() {
    let folder = tempfile::tempdir().unwrap();
    written(folder.path());
    let at = 9 * GRID.columns + 4;
    let mut other = terrain();
    other.height[at] += 20.0;
    other.dx[at] += 1.0;
    for file in listed() {
        let findings = compare(folder.path(), &file, &other, 5).unwrap();
        let flaw = findings.flaw().unwrap();
        // In a preview a sample affects the light on others.
        if file.kind != "preview" {
            assert_eq!((findings.wrong, findings.first), (1, Some([4, 9])), "{}", file.name);
            assert!(flaw.contains("1 of 851 samples") && flaw.contains("column 4, row 9"), "{flaw}");
        }
    }
}

#[test]
fn one_changed_normal_is_found_in_every_mesh_with_normals() {
    let folder = tempfile::tempdir().unwrap();
    written(folder.path());
    let at = 9 * GRID.columns + 4;
    let meshes = listed().into_iter().filter(|file| ["glb", "obj"].contains(&&*file.format));
    for (file, rounding) in meshes.zip([0.5_f64.powi(25), 0.5e-4]) {
        let normals = |change: f32| {
            let mut other = terrain();
            other.dy[at] += change;
            let findings = compare(folder.path(), &file, &other, 5).unwrap();
            assert_eq!((findings.wrong, findings.samples), (0, GRID.len() as u64), "the heights are right");
            (findings.flaw(), *findings.normals.unwrap())
        };
        let (flaw, sound) = normals(0.0);
        assert_eq!(
            (flaw, sound.wrong, sound.unit, sound.samples),
            (None, 0, Unit::Length, GRID.len() as u64)
        );
        assert!((1.0..1.01).contains(&(sound.allowed / rounding)), "{}", sound.allowed);
        assert!(sound.largest > 0.9 * sound.allowed && sound.largest <= sound.allowed * (1.0 + 1e-6));
        // More than the rounding of the normal, as a change of the slope at that sample.
        let (flaw, wrong) = normals(
            (3.0 * rounding).max(1e-6) as f32
                * (1.0 + terrain().dx[at].powi(2) + terrain().dy[at].powi(2)).powf(1.5),
        );
        assert_eq!((wrong.wrong, wrong.first), (1, Some([4, 9])), "{}: {wrong:?}", file.name);
        let flaw = flaw.unwrap();
        assert!(flaw.contains("1 of 851 normals") && flaw.contains("column 4, row 9"), "{flaw}");
    }
}

#[test]
fn a_check_says_which_fields_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    written(folder.path());
    for file in listed() {
        let needs = open(folder.path(), &file).unwrap().needs();
        let slopes = has_slopes(&file);
        assert_eq!(needs, if slopes { Needs::Slopes } else { Needs::Heights });
        let height = vec![0.0; GRID.len()];
        let band = Band { columns: GRID.columns, height, ..Band::default() };
        assert_eq!(open(folder.path(), &file).unwrap().write(&band).is_err(), slopes, "{}", file.name);
        assert!(open(folder.path(), &file).unwrap().complete().is_err(), "rows are missing");
    }
}

#[test]
fn the_description_of_a_file_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    written(folder.path());
    let refused = |file: FileInfo| open(folder.path(), &file).err().unwrap().message;
    assert!(refused(FileInfo::height_png("normal.png")).contains("Grayscale, 16 bits"));
    assert!(refused(FileInfo::normal_png("height.png", Green::Up)).contains("Rgb, 8 bits"));
    assert!(refused(FileInfo::height_terrain_rgb("height.png", Encoding::Mapbox)).contains("Rgb, 8 bits"));
    assert!(refused(FileInfo::weights_png("normal.png", vec!["rock".to_owned()])).contains("`materials`"));
    assert!(refused(FileInfo { print: None, ..FileInfo::mesh_stl("terrain.stl", PRINT) }).contains("print"));
    assert!(
        refused(FileInfo { meaning: None, ..FileInfo::normal_png("normal.png", Green::Up) })
            .contains("`meaning`")
    );
    assert!(
        refused(FileInfo::height_f32("height.r16")).contains("has 1702 bytes, but 37 × 23 samples have 3404")
    );
    let unknown = FileInfo { kind: "script".to_owned(), ..FileInfo::height_f32("height.f32") };
    assert!(verify::open(folder.path(), &info(), &unknown, &context()).unwrap().is_none());
    // With another layout or convention, the samples in the file are wrong.
    let wrong = |file: FileInfo| compare(folder.path(), &file, &terrain(), 23).unwrap().wrong;
    assert!(wrong(FileInfo::raw32("height.f32", FLIPPED)) > 800);
    assert!(wrong(FileInfo::normal_png("normal.png", Green::Down)) > 800);
}

#[test]
fn pyramids_are_compared_at_their_finest_level_and_with_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let tileset = pyramid::tileset(Encoding::Terrarium);
    let grid: Grid = tileset.layout.grid();
    let info = TerrainInfo {
        width: grid.columns,
        height: grid.rows,
        metres_per_sample: grid.spacing,
        origin: [grid.x(0), grid.y(0)],
        ..info()
    };
    assert_eq!(info.grid(), grid);
    let open =
        |folder: &Path, file: &FileInfo| verify::open(folder, &info, file, &context()).map(Option::unwrap);
    let context_of_web = || FormatContext { surroundings: Some(Arc::new(pyramid::Around)), ..context() };
    let feed = |mut check: Box<dyn verify::Check>| {
        check.write(&pyramid::band(&grid, 0, grid.rows))?;
        check.complete()
    };
    for ((name, store), file) in pyramid::STORES.into_iter().zip([
        FileInfo::height_tiles("web", Encoding::Terrarium),
        FileInfo::height_pmtiles("terrain.pmtiles", Encoding::Terrarium),
    ]) {
        pyramid::write(store, &folder.path().join(name), &tileset, 512);
        let compare = |change: f32| {
            let mut check = open(folder.path(), &file)?;
            assert_eq!(check.grid(), grid);
            for first in (0..grid.rows).step_by(100) {
                let mut band = pyramid::band(&grid, first, 100.min(grid.rows - first));
                if first == 300 {
                    band.height[grid.columns + 700] += change;
                }
                check.write(&band)?;
            }
            check.complete()
        };
        let findings = compare(0.0).unwrap();
        assert_eq!((findings.wrong, findings.flaw()), (0, None));
        assert!(findings.largest <= findings.allowed && findings.largest > 0.9 * findings.allowed);
        assert_eq!(compare(1.0 / 256.0).unwrap().first, Some([700, 301]));
        if name == "web" {
            let around = verify::open(folder.path(), &info, &file, &context_of_web()).unwrap().unwrap();
            assert!(feed(around).is_ok());
            let far = folder.path().join("web/3/4/2.png");
            let bytes = fs::read(&far).unwrap();
            fs::copy(folder.path().join("web/4/8/5.png"), &far).unwrap();
            let error = feed(verify::open(folder.path(), &info, &file, &context_of_web()).unwrap().unwrap());
            assert!(error.unwrap_err().message.contains("around the finest"));
            fs::write(&far, bytes).unwrap();
            let (fine, coarse) = ("web/14/8540/5765.png", "web/13/4270/2882.png");
            fs::copy(folder.path().join(fine), folder.path().join(coarse)).unwrap();
            assert!(compare(0.0).unwrap_err().message.contains("coarser tile"));
        }
        let other = FileInfo { format: file.format.replace("terrarium", "mapbox"), ..file.clone() };
        assert!(open(folder.path(), &other).err().unwrap().message.contains("are terrarium"));
        let elsewhere = TerrainInfo { origin: [grid.x(1), grid.y(0)], ..info.clone() };
        let error = verify::open(folder.path(), &elsewhere, &file, &context()).err().unwrap();
        assert!(error.message.contains("other samples of the terrain"), "{error}");
    }
}

#[test]
fn files_that_differ_only_in_their_tile_are_one_series() {
    let tile = |name: &str, tile| FileInfo { tile: Some(tile), ..FileInfo::height_png(name) };
    let raw = FileInfo { tile: Some([0, 0]), ..FileInfo::height_r16("d") };
    let files = vec![
        tile("c", [0, 1]),
        tile("a", [0, 0]),
        raw,
        tile("b", [1, 0]),
        tile("again", [1, 0]),
        FileInfo::preview_png("e"),
    ];
    let info = TerrainInfo { tiles: Some([2, 2]), files, ..info() };
    let found: Vec<_> = series(&info)
        .into_iter()
        .map(|series| {
            let names = series.files.iter().map(|file| file.name.clone()).collect::<Vec<_>>().join(" ");
            (names, series.missing, series.first_missing)
        })
        .collect();
    let found: Vec<_> = found.iter().map(|(names, count, first)| (names.as_str(), *count, *first)).collect();
    let expected =
        [("a b c", 1, Some([1, 1])), ("d", 3, Some([1, 0])), ("again", 3, Some([0, 0])), ("e", 0, None)];
    assert_eq!(found, expected);
    // A very large number of tiles takes neither time nor memory.
    let side = (1 << 40) + 1;
    let many = TerrainInfo { tiles: Some([1 << 40; 2]), width: side, height: side, ..info };
    assert_eq!(series(&many)[0].missing, usize::MAX - 3);
}

#[test]
fn a_file_is_identified_by_length_and_hash() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("height.r16");
    fs::write(&path, "four").unwrap();
    let digest = |bytes, text: &str| {
        let blake3 = blake3::hash(text.as_bytes()).to_hex().to_string();
        FileInfo {
            digest: Some(orogen_files::Digest { bytes, blake3 }),
            ..FileInfo::height_r16("height.r16")
        }
    };
    verify::changes(&digest(4, "four"), &path).unwrap();
    verify::changes(&FileInfo::height_r16("height.r16"), &path).unwrap();
    assert!(verify::changes(&digest(4, "five"), &path).unwrap_err().message.contains("hash"));
    assert!(verify::changes(&digest(5, "four"), &path).unwrap_err().message.contains("4 bytes, but 5"));
    fs::remove_file(&path).unwrap();
    assert!(verify::changes(&digest(4, "four"), &path).unwrap_err().message.contains("no such file"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn broken_files_are_findings_or_errors(at in 0.0..1.0_f64, bit in 0..8_u32, cut in any::<bool>()) {
        let folder = tempfile::tempdir().unwrap();
        written(folder.path());
        for file in listed() {
            let path = folder.path().join(&file.name);
            let mut bytes = fs::read(&path).unwrap();
            let at = (at * bytes.len() as f64) as usize;
            bytes[at] ^= 1 << bit;
            bytes.truncate(if cut { at } else { bytes.len() });
            fs::write(&path, bytes).unwrap();
            let found = compare(folder.path(), &file, &terrain(), 23);
            prop_assert!(!cut || found.is_err(), "{}", file.name);
        }
    }
}

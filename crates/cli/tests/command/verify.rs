//! `orogen verify`: unchanged terrain passes, and every change is named.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use orogen_engine::covering::Covering;
use orogen_engine::image::NoImages;
use orogen_engine::interval::Interval;
use orogen_engine::level::Level;
use orogen_engine::nodes::registry;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;
use orogen_files::delivery::{Format, FormatContext};
use orogen_files::mesh::stl::Print;
use orogen_files::preview::{Palette, Style};
use orogen_files::raw::RawLayout;
use orogen_files::web::Encoding;
use orogen_files::{FileInfo, HeightMapping, TerrainInfo, checksum};
use serde_json::{Value, json};

use crate::harness::{HILLS, Outcome, description, generate, orogen};
use crate::tiles::{ALL, recipe};

pub(crate) fn verify(folder: &Path, more: &[&str]) -> Outcome {
    orogen(&[&["verify", folder.to_str().unwrap()][..], more].concat())
}

fn facts(folder: &Path) -> Value {
    let outcome = verify(folder, &["--json"]);
    assert_eq!(outcome.err, "");
    let facts: Value = serde_json::from_str(&outcome.out).unwrap();
    assert_eq!(outcome.status, Some(if facts["ok"] == true { 0 } else { 1 }));
    facts
}

/// Checks that the terrain fails with all of these phrases.
#[track_caller]
fn finds(folder: &Path, phrases: &[&str]) {
    let outcome = verify(folder, &["--quiet"]);
    outcome.refuses(1, phrases);
}

/// Changes the description and updates its checksum, so that other checks must find the change.
fn edit(folder: &Path, change: impl FnOnce(&mut Value)) {
    let mut value = description(folder);
    change(&mut value);
    value[checksum::KEY] = json!(checksum::of(&value));
    fs::write(folder.join("terrain.json"), value.to_string()).unwrap();
}

/// Records the current contents of the file in the description.
fn forge(folder: &Path, name: &str) {
    let bytes = fs::read(folder.join(name)).unwrap();
    edit(folder, |value| {
        let file =
            value["files"].as_array_mut().unwrap().iter_mut().find(|file| file["name"] == name).unwrap();
        file["bytes"] = json!(bytes.len());
        file["blake3"] = json!(blake3::hash(&bytes).to_hex().to_string());
    });
}

/// A terrain in every format, and another of the same recipe.
struct Made {
    _folder: tempfile::TempDir,
    out: PathBuf,
    other: PathBuf,
}

fn made(more: &[&str]) -> Made {
    let folder = tempfile::tempdir().unwrap();
    let (out, other) = (folder.path().join("out"), folder.path().join("other"));
    let recipe = recipe(folder.path());
    let more = [&["--size", "33", "--format", ALL][..], more].concat();
    generate(&recipe, &out, &more);
    generate(&recipe, &other, &[&more[..], &["--seed", "4"]].concat());
    Made { _folder: folder, out, other }
}

fn files(folder: &Path) -> Vec<FileInfo> {
    TerrainInfo::read(&folder.join("terrain.json")).unwrap().files
}

#[test]
fn every_format_passes_whole_and_in_tiles() {
    let folder = tempfile::tempdir().unwrap();
    let (out, recipe) = (folder.path().join("out"), recipe(folder.path()));
    let flipped = "r16,f32,exr-rgb,geotiff,png16";
    // Borders of tiles: 3 · 2 + 4 for each of the outputs except the preview.
    let cases: [(&[&str], u64); 5] = [
        (&["--size", "40", "--format", ALL], 0),
        (&["--size", "33", "--format", ALL, "--tiles", "4x2"], 220),
        (&["--size", "300", "--format", "glb,obj,exr,tiff", "--region", "120,40,900,700"], 0),
        (&["--size", "33", "--format", flipped, "--byte-order", "big", "--row-order", "bottom-first"], 0),
        (
            &[
                "--size",
                "33",
                "--format",
                flipped,
                "--byte-order",
                "big",
                "--row-order",
                "bottom-first",
                "--tiles",
                "4x2",
                "--green",
                "down",
                "--fit",
                "--seed",
                "9",
            ],
            60,
        ),
    ];
    for (more, borders) in cases {
        generate(&recipe, &out, more);
        let facts = facts(&out);
        assert_eq!(facts["flaws"], json!([]), "{more:?}");
        assert_eq!(facts["borders"], borders);
        let files = facts["files"].as_array().unwrap();
        assert_eq!(files.len(), description(&out)["files"].as_array().unwrap().len());
        assert!(files.iter().all(|file| file["compared"] == true && file["wrong_samples"] == 0));
    }
    let outcome = verify(&out, &[]);
    assert!(outcome.out.contains("height_x0_y0.r16 … (8 tiles)"), "{}", outcome.out);
    assert!(outcome.out.contains("OK: 49 files, 60 shared borders"), "{}", outcome.out);
    let outcome = verify(&out.join("terrain.json"), &["--quiet"]);
    assert_eq!((outcome.status, &*outcome.out, &*outcome.err), (Some(0), "", ""));
}

#[test]
fn a_changed_byte_a_short_file_and_a_missing_file_are_named() {
    let Made { out, .. } = &made(&[]);
    for file in files(out) {
        let path = out.join(&file.name);
        let bytes = fs::read(&path).unwrap();
        let mut changed = bytes.clone();
        changed[bytes.len() / 2] ^= 1;
        fs::write(&path, &changed).unwrap();
        finds(out, &[&format!("{}: its bytes have changed", file.name)]);
        fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        finds(out, &[&format!("{}: it has {} bytes", file.name, bytes.len() - 1)]);
        forge(out, &file.name);
        finds(out, &[&format!("{}: ", file.name)]);
        fs::remove_file(&path).unwrap();
        finds(out, &[&format!("{}: there is no such file", file.name)]);
        fs::write(&path, &bytes).unwrap();
        forge(out, &file.name);
    }
    assert_eq!(facts(out)["ok"], true);
}

#[test]
fn another_terrains_file_is_found_by_its_samples() {
    let Made { out, other, .. } = &made(&[]);
    let mut swapped = 0;
    for file in files(out) {
        let [own, foreign] = [out, other].map(|folder| fs::read(folder.join(&file.name)).unwrap());
        if own == foreign {
            continue;
        }
        fs::write(out.join(&file.name), foreign).unwrap();
        forge(out, &file.name);
        finds(out, &[&format!("{}: ", file.name), "samples differ from the recipe"]);
        fs::write(out.join(&file.name), own).unwrap();
        forge(out, &file.name);
        swapped += 1;
    }
    assert!(swapped >= 20, "{swapped}");
}

/// The format that a file with heights was written in.
fn format(file: &FileInfo) -> Option<Format> {
    Some(match file.format.as_str() {
        "png16" if file.kind == "height" => Format::Png16,
        "r16" => Format::R16(RawLayout::default()),
        "f32" => Format::F32(RawLayout::default()),
        "exr32" => Format::Exr,
        "tiff32" => Format::Tiff(None),
        "glb" => Format::Glb,
        "obj" => Format::Obj,
        "stl" => Format::Stl(Print { ..file.print.unwrap() }),
        name => Format::TerrainRgb(Encoding::from_name(name)?),
    })
}

/// The exact band of a grid, with slopes.
fn band(info: &TerrainInfo, grid: &Grid) -> Band {
    let source = Source::new("recipe_text", info.recipe_text.as_deref().unwrap());
    let recipe = Recipe { seed: info.seed, ..Recipe::parse(source, registry()).unwrap() };
    let terrain = Terrain::new(&recipe, &NoImages, info.metres_per_sample).unwrap();
    let mut band = Band::default();
    terrain.rows(Level::best(), *grid).unwrap().make(0, grid.rows, true, &mut band);
    band
}

/// Rewrites a file with one sample higher by a step of its format.
fn raise(folder: &Path, info: &TerrainInfo, file: &FileInfo, grid: &Grid, at: [usize; 2], step: f64) {
    let mut band = band(info, grid);
    let sample = &mut band.height[at[1] * grid.columns + at[0]];
    *sample = ((f64::from(*sample) + step) as f32).max(sample.next_up());
    let bits = info.sixteen_bit.as_ref().unwrap();
    let [min, max] = info.possible_heights.unwrap();
    let context = FormatContext {
        mapping: HeightMapping::new(bits.min_metres, bits.max_metres).unwrap(),
        interval: Interval::new(min, max),
        style: Style { palette: Palette::default(), sea_level: None, water: None, is_planet: false },
        water: Arc::default(),
        scatter: None,
        surroundings: None,
        covering: Covering::new(&[]),
        fields: vec![],
    };
    let mut product = format(file).unwrap().open(&folder.join(&file.name), grid, &context).unwrap();
    product.write(&band).unwrap();
    product.finish().unwrap();
    forge(folder, &file.name);
}

#[test]
fn one_sample_off_by_one_step_is_found_in_every_height_format() {
    let Made { out, .. } = &made(&[]);
    let info = TerrainInfo::read(&out.join("terrain.json")).unwrap();
    let before = facts(out);
    let mut formats = 0;
    for (number, file) in info.files.iter().enumerate().filter(|(_, file)| format(file).is_some()) {
        let own = fs::read(out.join(&file.name)).unwrap();
        let step = 2.0 * before["files"][number]["allowed_error"].as_f64().unwrap();
        raise(out, &info, file, &info.grid(), [21, 9], step);
        let facts = facts(out);
        let found = &facts["files"][number];
        assert_eq!(
            (&found["wrong_samples"], &found["first_wrong"]),
            (&json!(1), &json!([21, 9])),
            "{file:?}"
        );
        assert_eq!(facts["flaws"].as_array().unwrap().len(), 1);
        fs::write(out.join(&file.name), own).unwrap();
        forge(out, &file.name);
        formats += 1;
    }
    assert_eq!((formats, &facts(out)["ok"]), (10, &json!(true)));
}

#[test]
fn one_other_normal_is_found_in_every_mesh() {
    let Made { out, .. } = &made(&[]);
    let before = facts(out);
    let change = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let own = fs::read(out.join(name)).unwrap();
        let mut bytes = own.clone();
        change(&mut bytes);
        fs::write(out.join(name), bytes).unwrap();
        forge(out, name);
        let facts = facts(out);
        fs::write(out.join(name), own).unwrap();
        forge(out, name);
        let number = files(out).iter().position(|file| file.name == name).unwrap();
        assert_eq!(before["files"][number]["wrong_normals"], 0);
        (facts["files"][number]["wrong_normals"].clone(), facts["flaws"][0].as_str().unwrap().to_owned())
    };
    // The first vertex after the JSON: its position, then its normal.
    let (wrong, flaw) = change("terrain.glb", &|bytes| {
        let json = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let x = &mut bytes[28 + json + 12..][..4];
        let moved = f32::from_le_bytes((&*x).try_into().unwrap()) + 1e-4;
        x.copy_from_slice(&moved.to_le_bytes());
    });
    assert_eq!(wrong, 1);
    assert!(flaw.contains("1 of 1089 normals") && flaw.contains("column 0, row 0"), "{flaw}");
    let (wrong, flaw) = change("terrain.obj", &|bytes| {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let line = text.lines().filter(|line| line.starts_with("vn ")).nth(34).unwrap();
        let mut words: Vec<_> = line.split(' ').map(str::to_owned).collect();
        words[2] = format!("{:.4}", words[2].parse::<f64>().unwrap() - 0.0001);
        let at = text.match_indices("vn ").nth(34).unwrap().0;
        bytes.splice(at..at + line.len(), words.join(" ").into_bytes());
    });
    assert_eq!(wrong, 1);
    assert!(flaw.contains("1 of 1089 normals") && flaw.contains("column 1, row 1"), "{flaw}");
}

#[test]
fn every_target_passes() {
    let folder = tempfile::tempdir().unwrap();
    let (out, recipe) = (folder.path().join("out"), recipe(folder.path()));
    for more in [
        &["unity", "--tiles", "2"][..],
        &["unity", "--fit"],
        &["unreal"],
        &["unreal", "--format", "r16", "--tiles", "2", "--fit"],
        &["godot"],
        &["hterrain"],
        &["blender", "--tiles", "2", "--size", "41"],
        &["worldpainter", "--spacing", "2"],
        &["worldpainter", "--spacing", "2", "--fit"],
        &["web", "--at", "46.5,8.1"],
        &["web", "--format", "mapbox", "--region", "100,100,600,900"],
        &["web", "--pmtiles"],
        &["gis", "--tiles", "2", "--size", "41", "--crs", "EPSG:2056", "--origin", "2600000,1200000"],
    ] {
        generate(&recipe, &out, &[&["--for"][..], more].concat());
        let facts = facts(&out);
        assert_eq!(facts["flaws"], json!([]), "{more:?}");
        // Unreal's files with the sizes and the pages for web maps contain no samples.
        let held = |file: &&Value| file["kind"] != "shape" && file["kind"] != "page";
        assert!(facts["files"].as_array().unwrap().iter().filter(held).all(|file| file["compared"] == true));
        assert!(facts["files"].as_array().unwrap().len() > 1);
    }
}

#[test]
fn a_tile_of_another_part_of_the_terrain_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let (out, other) = (folder.path().join("out"), folder.path().join("other"));
    let recipe = recipe(folder.path());
    let web = |out: &Path, region: &str| {
        generate(&recipe, out, &["--for", "web", "--region", region, "--size", "129"]);
    };
    web(&out, "0,0,400,400");
    web(&other, "500,500,900,900");
    let tile = |folder: &Path| {
        let tileset = orogen_files::web::Tiles::open(&folder.join("web")).unwrap().tileset().clone();
        let tile = tileset.layout.addresses().next().unwrap();
        folder.join(format!("web/{}/{}/{}.png", tile.zoom, tile.x, tile.y))
    };
    let own = fs::read(tile(&out)).unwrap();
    fs::write(out.join("web/notes.txt"), "mine").unwrap();
    finds(&out, &["web: it has "]);
    fs::remove_file(out.join("web/notes.txt")).unwrap();
    fs::write(tile(&out), fs::read(tile(&other)).unwrap()).unwrap();
    finds(&out, &["web: "]);
    fs::write(tile(&out), own).unwrap();
    assert_eq!(facts(&out)["ok"], true);
    // The terrain also passes if no length and hash of the folder are recorded.
    edit(&out, |value| {
        let file = value["files"][0].as_object_mut().unwrap();
        drop(file.remove("bytes").and(file.remove("blake3")));
    });
    assert_eq!(facts(&out)["ok"], true);
    fs::remove_dir_all(out.join("web")).unwrap();
    fs::rename(other.join("web"), out.join("web")).unwrap();
    finds(&out, &["web: its tiles contain other samples"]);
}

#[test]
fn a_border_off_by_one_step_is_found_in_every_height_format() {
    let Made { out, .. } = &made(&["--tiles", "4x2"]);
    let info = TerrainInfo::read(&out.join("terrain.json")).unwrap();
    let before = facts(out);
    let mut formats = 0;
    for (number, file) in info.files.iter().enumerate().filter(|(_, file)| format(file).is_some()) {
        if file.tile != Some([1, 0]) {
            continue;
        }
        let own = fs::read(out.join(&file.name)).unwrap();
        let grid = info.grid_of(file);
        let step = 2.0 * before["files"][number]["allowed_error"].as_f64().unwrap();
        for (at, neighbour) in [([8, 5], "_x2_y0"), ([0, 5], "_x0_y0"), ([3, 16], "_x1_y1")] {
            raise(out, &info, file, &grid, at, step);
            let facts = facts(out);
            let said = facts["flaws"].as_array().unwrap().iter().map(|flaw| flaw.as_str().unwrap());
            let border =
                said.filter(|flaw| flaw.contains("differ at their shared border")).collect::<Vec<_>>();
            assert_eq!(border.len(), 1, "{border:?}");
            assert!(border[0].contains(neighbour) && border[0].contains(&file.name), "{border:?}");
            fs::write(out.join(&file.name), &own).unwrap();
            forge(out, &file.name);
        }
        formats += 1;
    }
    assert_eq!(formats, 10);
}

#[test]
fn swapped_tiles_are_found_in_every_format() {
    let Made { out, .. } = &made(&["--tiles", "4x2"]);
    let names: Vec<_> = files(out).into_iter().filter(|file| file.tile == Some([1, 1])).collect();
    assert_eq!(names.len(), 22);
    for file in names {
        let [one, other] = [file.name.clone(), file.name.replace("_x1_y1", "_x3_y0")];
        let [own, foreign] = [&one, &other].map(|name| fs::read(out.join(name)).unwrap());
        if own == foreign {
            continue;
        }
        let put = |one_bytes: &[u8], other_bytes: &[u8]| {
            fs::write(out.join(&one), one_bytes).unwrap();
            fs::write(out.join(&other), other_bytes).unwrap();
            forge(out, &one);
            forge(out, &other);
        };
        put(&foreign, &own);
        finds(out, &[&format!("error: {one}: "), &format!("error: {other}: ")]);
        put(&own, &foreign);
    }
    assert_eq!(facts(out)["ok"], true);
}

#[test]
fn an_edited_description_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let options = ["--size", "33", "--format", "png16,r16", "--tiles", "2"];
    generate(&recipe(folder.path()), &out, &options);
    let sound = fs::read(out.join("terrain.json")).unwrap();
    let found = |change: &dyn Fn(&mut Value), phrases: &[&str]| {
        edit(&out, change);
        finds(&out, phrases);
        fs::write(out.join("terrain.json"), &sound).unwrap();
    };
    let hash = ["is not the recipe of this terrain", "`recipe_hash`"];
    found(&|value| value["seed"] = json!(5), &hash);
    found(&|value| value["recipe_hash"] = json!("00"), &hash);
    let text = |from: &'static str, to: &'static str| {
        move |value: &mut Value| {
            value["recipe_text"] = json!(value["recipe_text"].as_str().unwrap().replace(from, to));
        }
    };
    found(&text("scale = 80", "scale = 81"), &hash);
    found(&text("type = \"fbm\"", "type = \"fbmm\""), &["recipe_text of", "is invalid"]);
    let newer = |value: &mut Value| {
        value["orogen_version"] = json!("9.9.9");
        value["seed"] = json!(5);
    };
    found(&newer, &["the terrain was generated by orogen 9.9.9"]);
    for (key, wrong) in [
        ("min_height", json!(-500.0)),
        ("max_height", json!(500.0)),
        ("possible_heights", json!([-500.0, 500.0])),
        ("sea_level", json!(3.0)),
        ("period", json!(1000.0)),
        ("domain", json!("space")),
        ("recipe", json!("Mounds")),
        ("origin", json!([0.5, 0.0])),
    ] {
        found(&|value| value[key] = wrong.clone(), &[&format!("terrain.json: `{key}` is")]);
    }
    found(&|value| value["origin"] = json!([31.25, 0.0]), &["height_x0_y0.png: ", "normal_x1_y1.png: "]);
    let mapping = |value: &mut Value| {
        value["sixteen_bit"]["max_metres"] = json!(90.0);
        let min = value["sixteen_bit"]["min_metres"].as_f64().unwrap();
        value["sixteen_bit"]["metres_per_step"] = json!((90.0 - min) / 65_535.0);
    };
    found(&mapping, &["height_x0_y0.png: 289 of 289 samples", "height_x1_y1.r16: 289 of 289 samples"]);
    found(&|value| drop(value["files"].as_array_mut().unwrap().remove(1)), &["lacks ", "column 1, row 0"]);
    let same = |value: &mut Value| {
        value["files"][0]["tile"] = json!([1, 0]);
        value["files"][1]["tile"] = json!([0, 0]);
    };
    found(&same, &["height_x0_y0.png: ", "height_x1_y0.png: ", "differ at their shared border"]);
    found(&|value| value["files"][2]["blake3"] = json!("0".repeat(64)), &["height_x0_y1.png: its bytes"]);
    found(&|value| value["width"] = json!(35), &["height_x0_y0.png: it has 17 × 17 pixels, not 18 × 17"]);
    let endless = |value: &mut Value| {
        value["width"] = json!(1_000_000_000_001_u64);
        value["height"] = json!(1_000_000_000_001_u64);
    };
    found(&endless, &["1000000000001 samples exceed the limit"]);
    found(&|value| value["format"] = json!("orogen-terrain 2"), &["orogen-terrain 2"]);
    assert_eq!(facts(&out)["ok"], true);
}

/// The checksum detects edits of any value, whether it follows from other values or not.
#[test]
fn any_edit_of_the_description_breaks_its_seal() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    generate(&recipe(folder.path()), &out, &["--for", "unity"]);
    let path = out.join("terrain.json");
    let sound = fs::read(&path).unwrap();
    let broken = |change: &dyn Fn(&mut Value)| {
        let mut value = description(&out);
        change(&mut value);
        fs::write(&path, value.to_string()).unwrap();
        finds(&out, &["terrain.json: its values were changed after it was written"]);
        fs::write(&path, &sound).unwrap();
    };
    broken(&|value| value["details"]["import_settings"]["Terrain Height"] = json!(1.0));
    broken(&|value| value["details"]["target"] = json!("unreal"));
    broken(&|value| value["files"] = json!([]));
    broken(&|value| drop(value["files"].as_array_mut().unwrap().pop()));
    broken(&|value| value["files"][0]["bytes"] = json!(-1));
    broken(&|value| value["orogen_version"] = json!("9.9.9"));
    broken(&|value| value["note"] = json!("mine"));
    edit(&out, |value| value["files"] = json!([]));
    finds(&out, &["terrain.json: `files` is empty"]);
    fs::write(&path, &sound).unwrap();
    let mut value = description(&out);
    value.as_object_mut().unwrap().remove("checksum");
    fs::write(&path, value.to_string()).unwrap();
    finds(&out, &["terrain.json: it has no `checksum`"]);
    // The layout of the text does not matter.
    let value: Value = serde_json::from_slice(&sound).unwrap();
    fs::write(&path, value.to_string()).unwrap();
    assert_eq!(facts(&out)["ok"], true);
}

#[test]
fn files_that_look_like_the_terrains_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    generate(&recipe(folder.path()), &out, &["--size", "9", "--tiles", "2"]);
    for name in ["height_x7_y0.png", "slope.png", "holiday.png", "notes.txt"] {
        fs::write(out.join(name), "").unwrap();
    }
    let outcome = verify(&out, &[]);
    assert_eq!(outcome.status, Some(0));
    assert_eq!(
        outcome.err,
        "files in the folder that are not part of this terrain: height_x7_y0.png, slope.png\n"
    );
    assert_eq!(facts(&out)["unlisted"], json!(["height_x7_y0.png", "slope.png"]));
}

#[test]
fn a_file_of_an_unknown_kind_is_checked_by_its_hash() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    generate(&recipe(folder.path()), &out, &["--size", "9"]);
    fs::write(out.join("notes.txt"), "a note").unwrap();
    edit(&out, |value| {
        let file = json!({ "name": "notes.txt", "kind": "notes", "format": "text", "bytes": 0, "blake3": "0".repeat(64) });
        value["files"].as_array_mut().unwrap().push(file);
    });
    finds(&out, &["notes.txt: it has 6 bytes"]);
    forge(&out, "notes.txt");
    let facts = facts(&out);
    assert_eq!((&facts["ok"], &facts["files"][3]["compared"]), (&json!(true), &json!(false)));
}

#[test]
fn a_recipe_that_reads_images_must_be_given() {
    let folder = tempfile::tempdir().unwrap();
    let (out, picture) = (folder.path().join("out"), folder.path().join("map.png"));
    let draw = |seed: &str| {
        let made = tempfile::tempdir().unwrap();
        generate("gullies", made.path(), &["--size", "16", "--seed", seed]);
        fs::copy(made.path().join("height.png"), &picture).unwrap();
    };
    let path = folder.path().join("image.toml");
    let image = HILLS.replace("type = \"fbm\"\nwavelength = 400", "type = \"image\"\nfile = \"map.png\"");
    fs::write(&path, image).unwrap();
    draw("1");
    let recipe = path.to_str().unwrap();
    generate(recipe, &out, &["--seed", "8"]);
    verify(&out, &[]).refuses(2, &["reads files by relative paths", "--recipe"]);
    let outcome = verify(&out, &["--recipe", recipe]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    draw("2");
    let changed = ["map.png, read by the field `hills`, has changed", "restore the file"];
    verify(&out, &["--recipe", recipe]).refuses(2, &changed);
    verify(&out, &["--recipe", "alps"]).refuses(2, &["alps is not the recipe"]);
    edit(&out, |value| drop(value.as_object_mut().unwrap().remove("recipe_text")));
    verify(&out, &[]).refuses(2, &["does not contain the recipe", "--recipe"]);
}

#[test]
fn folders_without_a_terrain_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    verify(folder.path(), &[]).refuses(2, &["contains no terrain.json"]);
    verify(&folder.path().join("no"), &[]).refuses(2, &["is not a folder"]);
}

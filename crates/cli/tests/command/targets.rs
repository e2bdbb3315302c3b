//! `--for`: the files of each target, decoded as its program does, against the exact heights.

use std::fs;
use std::path::{Path, PathBuf};

use orogen_files::web::{Encoding, Tiles};
use orogen_files::{ReadOptions, TerrainInfo, read_heightmap, read_heights};
use serde_json::Value;

use crate::harness::{HILLS, generate, heights, names, orogen, try_generate};
use crate::tiles::recipe;

/// A folder with a recipe, its files, and the output of the command.
struct Job {
    folder: tempfile::TempDir,
    recipe: String,
    facts: Value,
}

impl Job {
    fn new(more: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let recipe = recipe(folder.path());
        let outcome = generate(&recipe, &folder.path().join("out"), &[more, &["--json"]].concat());
        Self { folder, recipe, facts: serde_json::from_str(&outcome.out).unwrap() }
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    fn names(&self) -> Vec<String> {
        names(&self.out())
    }

    #[track_caller]
    fn typed(&self, label: &str) -> f64 {
        let described = TerrainInfo::read(&self.out().join("terrain.json")).unwrap();
        assert_eq!(described.details["import_settings"], self.facts["import_settings"]);
        self.facts["import_settings"][label].as_f64().unwrap_or_else(|| panic!("{label} in {}", self.facts))
    }

    /// The heights with `size` samples per side, from a run without a target.
    fn exact(&self, size: usize) -> Vec<f32> {
        let plain = self.folder.path().join("plain");
        generate(&self.recipe, &plain, &["--size", &size.to_string(), "--format", "f32"]);
        heights(&plain)
    }

    fn values(&self, name: &str) -> Vec<u16> {
        let bytes = fs::read(self.out().join(name)).unwrap();
        bytes.as_chunks().0.iter().map(|&two| u16::from_le_bytes(two)).collect()
    }

    fn picture(&self, name: &str) -> Vec<f64> {
        let map = read_heightmap(&self.out().join(name)).unwrap();
        map.samples.iter().map(|sample| (f64::from(*sample) * 65_535.0).round()).collect()
    }
}

#[track_caller]
fn assert_near(found: impl IntoIterator<Item = f64>, exact: &[f32], tolerance: f64) {
    let mut count = 0;
    for (at, metres) in found.into_iter().enumerate() {
        let exact = f64::from(exact[at]);
        assert!((metres - exact).abs() <= tolerance, "sample {at}: {metres} for {exact}");
        count += 1;
    }
    assert_eq!(count, exact.len());
}

/// Rows and columns of a square raster.
fn cut(whole: &[f32], side: usize, first: [usize; 2], size: usize) -> Vec<f32> {
    let row = |row: usize| &whole[(first[1] + row) * side + first[0]..][..size];
    (0..size).flat_map(row).copied().collect()
}

#[test]
fn unity_tiles_are_at_the_positions_in_their_names() {
    let job = Job::new(&["--for", "unity", "--tiles", "2", "--size", "65"]);
    let exact = job.exact(65);
    let (height, bottom) = (job.typed("Terrain Height"), job.typed("Position Y"));
    assert_eq!((job.typed("Terrain Width"), job.typed("Terrain Length")), (500.0, 500.0));
    assert_eq!(job.typed("Heightmap Resolution"), 33.0);
    for x in 0..2 {
        for z in 0..2 {
            let values = job.values(&format!("hills_{x}_{z}.raw"));
            // The first row of the file is the southern one, and z points north.
            let flipped = values.chunks(33).rev().flatten();
            let tile = cut(&exact, 65, [32 * x, 32 * (1 - z)], 33);
            // Unity divides by 65536 (`TerrainWizards.cs` in its published source).
            let metres = flipped.map(|&value| bottom + height * f64::from(value) / 65_536.0);
            assert_near(metres, &tile, 0.51 * height / 65_536.0);
        }
    }
    let names = job.names();
    for name in ["hills_normal_1_0.png", "hills_splat0_0_1.png", "hills_splat1_1_1.png", "preview.png"] {
        assert!(names.iter().any(|known| known == name), "{name} in {names:?}");
    }
    assert_eq!(names.len(), 4 * 4 + 2);
}

#[test]
fn unity_gets_the_size_nearest_to_the_recipe() {
    let job = Job::new(&["--for", "unity"]);
    assert_eq!((&job.facts["width"], &job.facts["target"]), (&33.into(), &"unity".into()));
    let job = Job::new(&["--for", "unity", "--tiles", "2"]);
    assert_eq!(job.facts["width"], 65, "33 a tile is the least");
    let told = generate(&job.recipe, &job.out(), &["--for", "unity"]).out;
    assert!(told.contains("docs/targets/unity.md") && told.contains("Terrain Width"), "{told}");
}

/// The height in metres that an Unreal landscape gives a value.
fn landscape(job: &Job) -> impl Fn(f64) -> f64 + use<> {
    let (scale, location) = (job.typed("Z scale"), job.typed("Location Z"));
    move |value| location / 100.0 + (value - 32_768.0) / 128.0 * scale / 100.0
}

#[test]
fn unreal_landscapes_have_the_heights() {
    let job = Job::new(&["--for", "unreal"]);
    let (exact, metres) = (job.exact(127), landscape(&job));
    let step = job.typed("Z scale") / 12_800.0;
    assert_near(job.picture("hills.png").into_iter().map(&metres), &exact, 0.51 * step);
    assert!((job.typed("X scale") - 100_000.0 / 126.0).abs() < 1e-5);
    assert!(metres(job.typed("16-bit value of the height 0")).abs() <= 0.51 * step);
    // The recipe's heights are within ±80 m: 160 · 100 / 512.
    assert!((job.typed("Z scale") / 31.25 - 1.0).abs() < 1e-3, "{}", job.typed("Z scale"));
    let expected =
        ["flowers", "grass", "moss", "rock", "snow"].map(|name| format!("hills_weight_{name}.png"));
    assert_eq!(job.names()[2..7], expected);
}

#[test]
fn unreal_raw_files_have_a_file_with_their_size() {
    let job = Job::new(&["--for", "unreal", "--format", "r16", "--tiles", "2", "--fit"]);
    let (exact, metres) = (job.exact(253), landscape(&job));
    let tile = cut(&exact, 253, [126, 0], 127);
    let values = job.values("hills_x1_y0.r16").into_iter().map(f64::from);
    assert_near(values.map(&metres), &tile, 0.51 * job.typed("Z scale") / 12_800.0);
    let shape: Value =
        serde_json::from_slice(&fs::read(job.out().join("hills_x1_y0.json")).unwrap()).unwrap();
    assert_eq!(shape, serde_json::json!({ "width": 127, "height": 127, "bpp": 16 }));
}

#[test]
fn normals_are_green_down_for_unreal_and_up_for_unity() {
    let unreal = Job::new(&["--for", "unreal", "--size", "127"]);
    let plain = unreal.folder.path().join("up");
    generate(&unreal.recipe, &plain, &["--size", "127", "--green", "down"]);
    let normal = fs::read(unreal.out().join("hills_normal.png")).unwrap();
    assert_eq!(normal, fs::read(plain.join("normal.png")).unwrap());
    let unity = Job::new(&["--for", "unity"]);
    generate(&unity.recipe, &plain, &["--green", "up"]);
    let normal = fs::read(unity.out().join("hills_normal.png")).unwrap();
    assert_eq!(normal, fs::read(plain.join("normal.png")).unwrap());
}

#[test]
fn terrain3d_reads_metres_in_whole_regions() {
    let job = Job::new(&["--for", "godot", "--size", "192"]);
    let read = read_heights(&job.out().join("hills.exr"), &ReadOptions::default()).unwrap();
    let plain = job.folder.path().join("plain");
    let spacing = (1000.0_f64 / 192.0).to_string();
    generate(&job.recipe, &plain, &["--spacing", &spacing, "--format", "f32"]);
    let whole = heights(&plain);
    assert_eq!(whole.len(), 193 * 193, "with the far edge");
    assert_eq!(read.samples, cut(&whole, 193, [0, 0], 192));
    assert_eq!(job.typed("Region Size"), 64.0);
    // There are three regions, and one of them is before the origin. 64 samples are 333.3 m.
    assert_eq!(job.typed("Import Position X and Y (1.1)"), -64.0);
    assert_eq!(job.typed("Import Position X and Y (1.0)"), -333.0);
    assert!((job.typed("Vertex Spacing") - 1000.0 / 192.0).abs() < 1e-7);
    assert_eq!(Job::new(&["--for", "godot"]).facts["width"], 64);
}

/// The material with the largest weight among those of a channel, or the channel itself, for each sample of plain splat maps.
fn weights(job: &Job, size: usize) -> Vec<[u8; 8]> {
    let plain = job.folder.path().join("weights");
    generate(&job.recipe, &plain, &["--size", &size.to_string(), "--format", "splat"]);
    let [low, high] = ["splat0.png", "splat1.png"].map(|name| rgba(&plain.join(name)));
    low.iter()
        .zip(high)
        .map(|(low, high)| std::array::from_fn(|k| if k < 4 { low[k] } else { high[k - 4] }))
        .collect()
}

fn rgba(path: &Path) -> Vec<[u8; 4]> {
    let mut reader =
        png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    bytes.as_chunks().0.to_vec()
}

#[test]
fn hterrain_gets_metres_and_four_weights_that_sum_to_one() {
    let job = Job::new(&["--for", "hterrain", "--size", "65"]);
    let read = read_heights(&job.out().join("hills.exr"), &ReadOptions::default()).unwrap();
    assert_eq!(read.samples, job.exact(65));
    // Five materials: grass and moss have the nearest colours, and share a channel.
    let labels = (0..4).map(|k| job.facts["import_settings"][format!("Ground texture {k}")].clone());
    assert_eq!(labels.collect::<Vec<_>>(), ["rock", "grass+moss", "flowers", "snow"]);
    let folded = rgba(&job.out().join("hills_splat.png"));
    for (folded, [rock, grass, moss, flowers, snow, ..]) in folded.iter().zip(weights(&job, 65)) {
        assert_eq!(*folded, [rock, grass + moss, flowers, snow]);
        assert_eq!(folded.iter().map(|&byte| u32::from(byte)).sum::<u32>(), 255);
    }
    assert!(!job.names().iter().any(|name| name.contains("normal")), "HTerrain computes its own");
}

#[test]
fn terrain3d_gets_the_two_strongest_materials() {
    let job = Job::new(&["--for", "godot", "--size", "64"]);
    let control = read_heights(&job.out().join("hills_control.exr"), &ReadOptions::default()).unwrap();
    let plain = job.folder.path().join("plain");
    let spacing = (1000.0_f64 / 64.0).to_string();
    generate(&job.recipe, &plain, &["--spacing", &spacing, "--format", "splat"]);
    let [low, high] = ["splat0.png", "splat1.png"].map(|name| rgba(&plain.join(name)));
    let mut blended = 0;
    for (at, number) in control.samples.iter().map(|number| number.to_bits()).enumerate() {
        let place = at / 64 * 65 + at % 64;
        let weights: Vec<u8> = [low[place], high[place]].concat();
        let (base, overlay, blend) =
            ((number >> 27) as usize, (number >> 22 & 31) as usize, number >> 14 & 255);
        assert_eq!(number & 0x3fff, 0, "no turns, scales, holes or automatic textures");
        let mut sorted = weights.clone();
        sorted.sort_unstable();
        // Bytes are rounded weights: a material may be one step behind another one.
        let [second, first] = [sorted[6], sorted[7]].map(|byte| byte.saturating_sub(1));
        let (strong, weak) = (weights[base].max(weights[overlay]), weights[base].min(weights[overlay]));
        assert!(strong >= first && (base == overlay || weak >= second), "{weights:?} {base} {overlay}");
        if base == overlay {
            assert!(blend == 0 && second == 0, "{weights:?}");
        } else {
            let share = f64::from(weights[overlay])
                / f64::from(u32::from(weights[base]) + u32::from(weights[overlay]));
            assert!((f64::from(blend) / 255.0 - share).abs() < 0.02, "{weights:?} {base} {overlay} {blend}");
            blended += 1;
        }
    }
    assert!(blended > 400, "{blended}");
    assert!(rgba(&job.out().join("hills_colour.png")).iter().all(|colour| colour[3] == 128));
    let far =
        try_generate(&job.recipe, &job.folder.path().join("far"), &["--for", "godot", "--size", "8192"]);
    far.refuses(2, &["0.1220703125 m apart", "--size 3968"]);
}

#[test]
fn blender_gets_a_grid_with_a_vertex_per_sample() {
    let job = Job::new(&["--for", "blender", "--size", "41"]);
    let read = read_heights(&job.out().join("hills.exr"), &ReadOptions::default()).unwrap();
    assert_eq!(read.samples, job.exact(41));
    assert_eq!((job.typed("Grid X Subdivisions"), job.typed("Grid Dimension X")), (40.0, 40.0 * 25.0));
    assert!(job.names().contains(&"hills.glb".to_owned()));
}

#[test]
fn worldpainter_values_are_block_levels() {
    let job = Job::new(&["--for", "worldpainter", "--spacing", "2"]);
    let exact = job.exact(501);
    let (bottom, shift) = (job.typed("Minecraft level, bottom"), job.typed("Image value, bottom"));
    assert_eq!((bottom, shift, job.typed("Metres per block")), (-64.0, 0.0, 2.0));
    let levels: Vec<_> = job.picture("hills.png").into_iter().map(|value| value + bottom - shift).collect();
    assert!(levels.iter().all(|level| (-64.0..=319.0).contains(level)));
    // The height 0 is level 62, and a block is as high as it is wide.
    assert_near(levels.into_iter().map(|level| 2.0 * (level - 62.0)), &exact, 1.0 + 1e-6);
    let high = job.folder.path().join("high");
    let outcome = try_generate(&job.recipe, &high, &["--for", "worldpainter", "--spacing", "0.25"]);
    outcome.refuses(2, &["641 blocks", "--spacing 0.42"]);
}

#[test]
fn printed_numbers_are_short() {
    let job = Job::new(&["--for", "unity", "--size", "4097", "--fit"]);
    let numbers = job.facts["import_settings"].as_object().unwrap().values().filter_map(Value::as_f64);
    for number in numbers {
        assert!(number.to_string().trim_start_matches(['-', '0', '.']).len() <= 9, "{number}");
    }
    // Few of the 65536 values are used: the range in use is printed, not the whole range.
    let told =
        generate(&job.recipe, &job.out().join("blocks"), &["--for", "worldpainter", "--spacing", "2"]).out;
    assert!(told.contains("16-bit values: 0 is -252 m and a step is 2 m; these heights use "), "{told}");
    let told = generate(&job.recipe, &job.out().join("plain"), &["--size", "100"]).out;
    assert!(told.contains("100 × 100 samples, 10.10101 m apart, 1000 × 1000 m"), "{told}");
}

#[test]
fn a_web_map_shows_the_terrain_at_its_position() {
    let job = Job::new(&["--for", "web", "--at", "46.5,8.1", "--format", "mapbox", "--size", "129"]);
    let tiles = Tiles::open(&job.out().join("web")).unwrap();
    let tileset = tiles.tileset();
    assert_eq!((tileset.encoding, tileset.name.as_str()), (Encoding::Mapbox, "Hills"));
    let [west, south, east, north] = tileset.layout.bounds();
    assert!(west < 8.1 && 8.1 < east && south < 46.5 && 46.5 < north);
    assert!(tileset.layout.grid().spacing <= 1000.0 / 128.0);
    let info = TerrainInfo::read(&job.out().join("terrain.json")).unwrap();
    assert_eq!((info.files[0].name.as_str(), info.files[0].format.as_str()), ("web", "mapbox-xyz"));
    assert_eq!(job.names(), ["index.html", "preview.png", "terrain.json", "web"]);
    let archive = Job::new(&["--for", "web", "--pmtiles"]);
    assert_eq!(archive.names(), ["index.html", "preview.png", "terrain.json", "terrain.pmtiles"]);
    let tiles = Tiles::open(&archive.out().join("terrain.pmtiles")).unwrap();
    assert_eq!(tiles.tileset().encoding, Encoding::Terrarium);
}

/// Coarse tiles extend beyond the terrain. Their heights there are compared with those of `orogen sample`.
#[test]
fn the_ground_around_a_web_map_is_that_of_the_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let (recipe, out) = (folder.path().join("hills.toml"), folder.path().join("out"));
    for (domain, z) in
        [("size = 900", ""), ("kind = 'space'\nsize = 900\nz = 333", ",333"), ("size = 900\ntile = true", "")]
    {
        let text = format!(
            "orogen = 1\n[domain]\n{domain}\n[height]\nfield = 'hills'\nscale = 500\n\
             [fields.hills]\ntype = 'fbm'\nwavelength = 900\n"
        );
        fs::write(&recipe, text).unwrap();
        generate(recipe.to_str().unwrap(), &out, &["--for", "web", "--size", "65", "--force"]);
        let mut tiles = Tiles::open(&out.join("web")).unwrap();
        let description = fs::read_to_string(out.join("web/tiles.json")).unwrap();
        let facts: serde_json::Value = serde_json::from_str(&description).unwrap();
        let number = |name: &str, axis: usize| facts["orogen"][name][axis].as_f64().unwrap();
        let spacing = facts["orogen"]["metres_per_sample"].as_f64().unwrap();
        let finest = *tiles.tileset().layout.zooms().end();
        for above in 2..6_u8 {
            let tile = tiles.tileset().layout.addresses().find(|tile| tile.zoom == finest - above).unwrap();
            let below = f64::from(1 << above);
            let metres = tiles.metres(tile).unwrap();
            // The corners of the tile are far from the terrain, which is at a corner of tiles; one is next to it.
            for [i, j] in [[0, 0], [0, 255], [255, 0], [100, 30]] {
                let pixel = [tile.x * 256 + i, tile.y * 256 + j].map(f64::from);
                let [x, y] = [0, 1].map(|axis| {
                    let sample = (pixel[axis] + 0.5) * below - 0.5 - number("first_tile", axis) * 256.0;
                    (sample + number("first_sample", axis)) * spacing
                });
                let (at, detail) = (format!("--at={x},{y}{z}"), format!("--spacing={}", spacing * below));
                let line = orogen(&["sample", recipe.to_str().unwrap(), &at, &detail]).out;
                let mut values = line.lines().last().unwrap().split(',');
                let height: f64 = values.nth(if z.is_empty() { 2 } else { 3 }).unwrap().parse().unwrap();
                let found = metres[(j * 256 + i) as usize];
                assert!(
                    (found - height).abs() < 0.5 / 256.0 + 1e-4,
                    "{domain}, {above}, {i}, {j}: {found}, {height}"
                );
            }
        }
    }
}

#[test]
fn gis_tiles_have_their_coordinates() {
    let place = ["--crs", "EPSG:2056", "--origin", "2600000,1200000"];
    let job = Job::new(&[&["--for", "gis", "--size", "41", "--tiles", "2"][..], &place].concat());
    let read = read_heights(&job.out().join("hills_x1_y0.tif"), &ReadOptions::default()).unwrap();
    assert_eq!(read.samples, cut(&job.exact(41), 41, [20, 0], 21));
    // The tiepoint: easting and northing of sample (0, 0).
    let holds = |name: &str, east: f64, north: f64| {
        let tiepoint = [0.0, 0.0, 0.0, east, north, 0.0].map(f64::to_le_bytes).concat();
        let bytes = fs::read(job.out().join(name)).unwrap();
        assert!(bytes.windows(48).any(|window| window == tiepoint), "{name}");
    };
    holds("hills_x0_y0.tif", 2_600_000.0, 1_200_000.0);
    holds("hills_x1_y0.tif", 2_600_500.0, 1_200_000.0);
    holds("hills_x0_y1.tif", 2_600_000.0, 1_199_500.0);
}

#[test]
fn periodic_terrain_includes_its_far_edge() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hills.toml");
    fs::write(&path, HILLS.replace("samples = 33", "samples = 33, tile = true")).unwrap();
    let out = folder.path().join("out");
    generate(path.to_str().unwrap(), &out, &["--for", "unity"]);
    let bytes = fs::read(out.join("hills.raw")).unwrap();
    let rows: Vec<_> = bytes.chunks(66).collect();
    assert_eq!(rows[0], rows[32], "the first row is the last one again");
    assert!(rows.iter().all(|row| row[..2] == row[64..]));
    assert!(!TerrainInfo::read(&out.join("terrain.json")).unwrap().tileable);
}

#[test]
fn invalid_options_are_refused_with_valid_ones() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let refused = |more: &[&str], phrases: &[&str]| {
        let args = [&["generate", "alps", "-o", out.to_str().unwrap(), "--for"][..], more].concat();
        orogen(&args).refuses(2, phrases);
        assert!(!out.exists() || names(&out).is_empty(), "{more:?}");
    };
    refused(&["unity", "--size", "512"], &["512", "4097", "--size 257 or --size 513"]);
    refused(&["unity", "--size", "9000"], &["choose --size 4097"]);
    refused(&["unreal", "--size", "1024"], &["--size 1009 or --size 2017"]);
    refused(&["unreal", "--tiles", "4x2"], &["as many tiles across as down", "--tiles 4"]);
    refused(&["unreal", "--format", "exr"], &["--format r16"]);
    refused(&["unity", "--format", "png16"], &["leave out --format"]);
    refused(&["godot", "--size", "100"], &["--size 64 or --size 128"]);
    refused(&["godot", "--tiles", "2"], &["does not import tiles"]);
    refused(&["unity", "--region", "0,0,100,100"], &["--region"]);
    refused(&["unity", "--byte-order", "big"], &["--byte-order"]);
    refused(&["unity", "--at", "1,2"], &["--at", "web"]);
    refused(&["web", "--origin", "1,2"], &["--origin", "gis"]);
    refused(&["web", "--at", "89,0"], &["latitude 89"]);
    refused(&["gis", "--origin", "0,0", "--crs", "EPSG:4326"], &["projected", "UTM"]);
    refused(
        &["gis", "--origin", "1e300,0"],
        &["--origin 1e300,0", "is outside of local coordinates", "-100000000 to"],
    );
    let utm = ["gis", "--crs", "EPSG:32632", "--origin"];
    refused(&[&utm[..], &["46.5,-2000000"]].concat(), &["outside of EPSG:32632", "from 0 to 1000000 m"]);
    refused(&["gis", "--crs", "EPSG:3857", "--origin", "3e7,0"], &["outside of EPSG:3857", "20037509"]);
    refused(&["gis", "--origin", "nan,0"], &["easting and northing", "400000,5150000"]);
    refused(&["unity", "--spacing", "2"], &["choose --size 4097 instead of --spacing"]);
    refused(&["maya"], &["maya", "unity"]);
    unreal_s_places(folder.path());
}

fn unreal_s_places(folder: &Path) {
    let path = folder.join("map2x3.toml");
    fs::write(&path, HILLS).unwrap();
    let outcome = try_generate(path.to_str().unwrap(), &folder.join("out"), &["--for", "unreal"]);
    outcome.refuses(2, &["`map2x3`", "another name"]);
}

//! Baked tiles: the files are the tiles of the server, and the descriptions list exactly the files.

use std::collections::BTreeSet;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use orogen_files::OutputFolder;
use orogen_serve::{Address, Bake, BakeOptions, Destination, Layer, Tiles};
use pmtiles::{AsyncPmTilesReader, Compression, TileCoord, TileType};
use serde_json::{Value, json};

use crate::harness::{HILLS, MOON, tiles};

/// A part of [`HILLS`], which is 8 km wide at 46.5, 8.0.
const PART: [f64; 4] = [7.98, 46.49, 8.0, 46.51];

fn options(layers: &[Layer], zooms: RangeInclusive<u8>, bounds: Option<[f64; 4]>) -> BakeOptions {
    BakeOptions { layers: layers.to_vec(), zooms: Some(zooms), bounds, double: false }
}

/// Bakes, and returns the number of tiles.
fn bake(tiles: &Tiles, folder: &Path, options: &BakeOptions, destination: &Destination) -> u64 {
    let bake = Bake::new(tiles, options).unwrap();
    bake.write(&OutputFolder::claim(folder).unwrap(), destination, || true).unwrap();
    bake.count()
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Zoom level, column and row of all files of a layer with this ending.
fn files(folder: &Path, ending: &str) -> BTreeSet<[u32; 3]> {
    let entries = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    let mut files = BTreeSet::new();
    for zoom in entries(folder).into_iter().filter(|name| name.parse::<u32>().is_ok()) {
        for x in entries(&folder.join(&zoom)) {
            for file in entries(&folder.join(&zoom).join(&x)) {
                let y = file.strip_suffix(ending).unwrap();
                files.insert([&zoom, &x, y].map(|number| number.parse().unwrap()));
            }
        }
    }
    files
}

fn address(layer: Layer, [zoom, x, y]: [u32; 3]) -> Address {
    Address::new(layer, 256, zoom as u8, x, y).unwrap()
}

#[test]
fn the_files_are_the_tiles_of_the_server() {
    let (folder, tiles) = (tempfile::tempdir().unwrap(), tiles(HILLS));
    let count =
        bake(&tiles, folder.path(), &options(&Layer::ALL, 0..=14, Some(PART)), &Destination::default());
    let mut found = 0;
    for layer in Layer::ALL {
        let name = layer.name();
        let any = address(layer, [0, 0, 0]).to_string();
        let files = files(&folder.path().join(name), any.rsplit_once('0').unwrap().1);
        for &place in &files {
            let address = address(layer, place);
            let bytes = fs::read(folder.path().join(address.to_string())).unwrap();
            let expected = tiles.make(&address).unwrap();
            let names_tiles = layer == Layer::Terrain && place[0] % 8 == 0;
            if names_tiles {
                // The file lacks the last extension of the mesh.
                assert!(bytes.len() < expected.len() && expected.starts_with(&bytes), "{address}");
            } else {
                assert!(bytes == expected, "{address}");
            }
        }
        found += files.len() as u64;
    }
    assert_eq!(found, count);
}

/// The files of each level are those that standard formulas give, and TileJSON says so.
#[test]
fn tile_json_describes_the_files() {
    let (folder, tiles) = (tempfile::tempdir().unwrap(), tiles(HILLS));
    let url = Some("https://example.org/tiles/".to_owned());
    let destination = Destination { url, ..Destination::default() };
    bake(&tiles, folder.path(), &options(&[Layer::Shade, Layer::Vector], 9..=13, Some(PART)), &destination);
    for (layer, ending) in [("shade", ".png"), ("vector", ".mvt")] {
        let json = json(&folder.path().join(format!("{layer}.json")));
        assert_eq!((&json["minzoom"], &json["maxzoom"]), (&9.into(), &13.into()));
        assert_eq!(json["bounds"], json!(PART));
        assert_eq!(json["center"], json!([8.0, 46.5, 11]));
        let start = format!("https://example.org/tiles/{layer}/{{z}}/{{x}}/{{y}}{ending}?v=");
        assert!(json["tiles"][0].as_str().unwrap().starts_with(&start), "{json}");
        let mut expected = BTreeSet::new();
        for zoom in 9..=13_u32 {
            let world = f64::from(1 << zoom);
            let column = |longitude: f64| (longitude / 360.0 + 0.5) * world;
            let row = |latitude: f64| {
                (0.5 - latitude.to_radians().tan().asinh() / (2.0 * std::f64::consts::PI)) * world
            };
            let columns = column(PART[0]).floor() as u32..column(PART[2]).ceil() as u32;
            let rows = row(PART[3]).floor() as u32..row(PART[1]).ceil() as u32;
            expected.extend(columns.flat_map(|x| rows.clone().map(move |y| [zoom, x, y])));
        }
        assert_eq!(files(&folder.path().join(layer), ending), expected);
    }
    bake(&tiles, folder.path(), &options(&[Layer::Shade], 0..=2, None), &Destination::default());
    let relative = json(&folder.path().join("shade.json"));
    assert!(relative["tiles"][0].as_str().unwrap().starts_with("shade/{z}/{x}/{y}.png?v="));
    assert_eq!(files(&folder.path().join("shade"), ".png").len(), 3, "an older layer is replaced completely");
}

/// By default, a plane's domain is written up to the level whose pixels are as small as its samples, and a planet as a whole.
#[test]
fn the_default_is_the_domain_at_its_own_spacing() {
    let hills = tiles(HILLS);
    let default = |layer| BakeOptions { layers: vec![layer], ..BakeOptions::default() };
    // Samples are 31.25 m apart. At 46.5°, a pixel of level 12 is 26.3 m, and one of level 11 is 52.6 m.
    let folder = tempfile::tempdir().unwrap();
    bake(&hills, folder.path(), &default(Layer::Terrarium), &Destination::default());
    let json = json(&folder.path().join("terrarium.json"));
    assert_eq!((&json["minzoom"], &json["maxzoom"]), (&0.into(), &12.into()));
    assert_eq!(json["bounds"], json["orogen"]["domain"]);
    let moon = tiles(MOON);
    let all = Bake::new(&moon, &options(&[Layer::Terrarium], 0..=4, None)).unwrap().count();
    assert_eq!(all, 1 + 4 + 16 + 64 + 256);
    let all = Bake::new(&moon, &options(&[Layer::Terrain], 3..=4, None)).unwrap().count();
    assert_eq!(all, 2 * (1 + 4 + 16 + 64 + 256), "viewers of meshes begin at level 0");
}

/// Tiles of both sizes lie side by side. Layers without a choice have their one size.
#[test]
fn large_tiles_have_names_of_their_own() {
    let (folder, tiles) = (tempfile::tempdir().unwrap(), tiles(HILLS));
    let layers = [Layer::Terrarium, Layer::Raw, Layer::Vector, Layer::Terrain];
    let double = BakeOptions { double: true, ..options(&layers, 0..=11, Some(PART)) };
    bake(&tiles, folder.path(), &double, &Destination::default());
    for (layer, name, ending, side) in [
        (Layer::Terrarium, "terrarium@2x", ".png", 512),
        (Layer::Raw, "raw@2x", ".f32", 512),
        (Layer::Vector, "vector", ".mvt", 256),
        (Layer::Terrain, "terrain", ".terrain", 256),
    ] {
        let files = files(&folder.path().join(name), ending);
        assert!(files.len() >= 12, "{name}");
        for [zoom, x, y] in files {
            let bytes = fs::read(folder.path().join(format!("{name}/{zoom}/{x}/{y}{ending}"))).unwrap();
            let address = Address::new(layer, side, zoom as u8, x, y).unwrap();
            assert!(bytes == tiles.make_file(&address).unwrap(), "{address}");
        }
    }
    let json = json(&folder.path().join("terrarium@2x.json"));
    assert!(json["tiles"][0].as_str().unwrap().starts_with("terrarium@2x/{z}/{x}/{y}.png?v="), "{json}");
    assert_eq!(json["tileSize"], 512);
    bake(&tiles, folder.path(), &options(&[Layer::Terrarium], 0..=3, None), &Destination::default());
    let archives = Destination { archives: true, ..Destination::default() };
    bake(&tiles, folder.path(), &BakeOptions { layers: vec![Layer::Raw], ..double }, &archives);
    for name in ["terrarium", "terrarium@2x", "terrarium.json", "terrarium@2x.json", "raw@2x.pmtiles"] {
        assert!(folder.path().join(name).exists(), "{name}");
    }
    // Twice the pixels are as close one level earlier: see `the_default_is_the_domain_at_its_own_spacing`.
    let default = BakeOptions { layers: vec![Layer::Raw], double: true, ..BakeOptions::default() };
    let earlier = options(&[Layer::Raw], 0..=11, None);
    assert_eq!(Bake::new(&tiles, &default).unwrap().count(), Bake::new(&tiles, &earlier).unwrap().count());
}

#[test]
fn layer_json_lists_exactly_the_meshes() {
    let folder = tempfile::tempdir().unwrap();
    bake(
        &tiles(HILLS),
        folder.path(),
        &options(&[Layer::Terrain], 0..=12, Some(PART)),
        &Destination::default(),
    );
    let json = json(&folder.path().join("terrain/layer.json"));
    assert!(json["metadataAvailability"].is_null());
    assert_eq!(json["extensions"], json!(["octvertexnormals", "watermask"]));
    let mut listed = BTreeSet::new();
    for (zoom, ranges) in json["available"].as_array().unwrap().iter().enumerate() {
        for range in ranges.as_array().unwrap() {
            let [x0, y0, x1, y1] =
                ["startX", "startY", "endX", "endY"].map(|key| range[key].as_u64().unwrap() as u32);
            listed.extend((x0..=x1).flat_map(|x| (y0..=y1).map(move |y| [zoom as u32, x, y])));
        }
    }
    assert_eq!(files(&folder.path().join("terrain"), ".terrain"), listed);
    assert!(listed.contains(&[0, 0, 0]) && listed.contains(&[0, 1, 0]) && listed.len() < 100);
}

/// The availability in one subtree: whether a bit is set.
fn bit(subtree: &[u8], availability: &Value, number: usize) -> bool {
    if let Some(constant) = availability["constant"].as_u64() {
        return constant == 1;
    }
    let json_length = u64::from_le_bytes(subtree[8..16].try_into().unwrap()) as usize;
    let json: Value = serde_json::from_slice(&subtree[24..24 + json_length]).unwrap();
    let view = &json["bufferViews"][availability["bitstream"].as_u64().unwrap() as usize];
    let start = 24 + json_length + view["byteOffset"].as_u64().unwrap() as usize;
    subtree[start + number / 8] >> (number % 8) & 1 == 1
}

/// Follows the subtrees from the root as a viewer does, and finds exactly the models.
#[test]
fn subtrees_list_exactly_the_models() {
    let folder = tempfile::tempdir().unwrap();
    bake(&tiles(HILLS), folder.path(), &options(&[Layer::Gltf], 0..=12, Some(PART)), &Destination::default());
    let gltf = folder.path().join("gltf");
    let tileset = json(&gltf.join("tileset.json"));
    assert_eq!(tileset["root"]["implicitTiling"]["availableLevels"], 13);
    // The number of a tile: the bits of column and row in turn.
    let morton = |x: u32, y: u32| {
        (0..16).fold(0_usize, |sum, bit| {
            sum | ((x >> bit & 1) as usize) << (2 * bit) | ((y >> bit & 1) as usize) << (2 * bit + 1)
        })
    };
    let mut listed = BTreeSet::new();
    let mut roots = vec![[0_u32; 3]];
    while let Some([zoom, x, y]) = roots.pop() {
        let bytes = fs::read(gltf.join(format!("subtrees/{zoom}/{x}/{y}.subtree"))).unwrap();
        let [json_length, buffer] =
            [8, 16].map(|at| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize);
        assert_eq!((bytes.len(), json_length % 8, buffer % 8), (24 + json_length + buffer, 0, 0));
        let json: Value = serde_json::from_slice(&bytes[24..24 + json_length]).unwrap();
        assert_eq!(json["tileAvailability"], json["contentAvailability"][0]);
        let mut count = 0;
        for below in 0..=8_u32 {
            for (column, row) in
                (0..1 << below).flat_map(|column| (0..1 << below).map(move |row| (column, row)))
            {
                let (tile, number) =
                    ([zoom + below, (x << below) + column, (y << below) + row], morton(column, row));
                if below == 8 {
                    roots.extend(
                        Some(tile).filter(|_| bit(&bytes, &json["childSubtreeAvailability"], number)),
                    );
                } else if bit(&bytes, &json["tileAvailability"], ((1 << (2 * below)) - 1) / 3 + number) {
                    listed.insert(tile);
                    count += 1;
                }
            }
        }
        assert_eq!(json["tileAvailability"]["availableCount"], count);
    }
    assert_eq!(files(&gltf, ".glb"), listed);
    // A model disappears when one of the four below it is shown, so there are all four.
    for &[zoom, x, y] in listed.iter().filter(|[zoom, ..]| *zoom > 0) {
        assert!([[0, 0], [0, 1], [1, 0], [1, 1]].iter().all(|[i, j]| listed.contains(&[
            zoom,
            x & !1 | i,
            y & !1 | j
        ])));
    }
}

/// The `pmtiles` crate reads what its writer and this code wrote: all tiles, the header and the metadata.
#[tokio::test]
async fn archives_have_the_same_tiles() {
    let (folder, tiles) = (tempfile::tempdir().unwrap(), tiles(HILLS));
    let layers = [Layer::Terrarium, Layer::Vector, Layer::Raw];
    let destination = Destination { archives: true, ..Destination::default() };
    let count = bake(&tiles, folder.path(), &options(&layers, 0..=13, Some(PART)), &destination);
    let mut found = 0;
    for (layer, kind, compression) in [
        (Layer::Terrarium, TileType::Png, Compression::None),
        (Layer::Vector, TileType::Mvt, Compression::Gzip),
        (Layer::Raw, TileType::Unknown, Compression::Gzip),
    ] {
        let path = folder.path().join(format!("{}.pmtiles", layer.name()));
        let reader = AsyncPmTilesReader::new_with_path(&path).await.unwrap();
        let header = reader.get_header();
        assert_eq!((header.tile_type, header.tile_compression), (kind, compression));
        assert_eq!((header.min_zoom, header.max_zoom), (0, 13));
        assert_eq!(fs::read(&path).unwrap()[96], 1, "the tiles are in the order of the Hilbert curve");
        let metadata: Value = serde_json::from_str(&reader.get_metadata().await.unwrap()).unwrap();
        assert!(metadata["tiles"].is_null() && metadata["maxzoom"] == 13);
        assert_eq!(
            metadata["vector_layers"].as_array().unwrap().len(),
            if layer == Layer::Vector { 2 } else { 0 }
        );
        found += header_tiles(&path);
        let (x, y) = (4277, 2897);
        for place in (0..=13).map(|zoom| [13 - zoom, x >> zoom, y >> zoom]) {
            let [zoom, x, y] = place;
            let coordinates = TileCoord::new(zoom as u8, x, y).unwrap();
            let bytes = reader.get_tile_decompressed(coordinates).await.unwrap().unwrap();
            assert!(bytes == tiles.make(&address(layer, place)).unwrap(), "{}", address(layer, place));
        }
    }
    assert_eq!(found, count);
    assert!(!folder.path().join("terrarium.json").exists() && !folder.path().join("terrarium").exists());
}

/// The number of addressed tiles in the header of an archive.
fn header_tiles(path: &Path) -> u64 {
    u64::from_le_bytes(fs::read(path).unwrap()[72..80].try_into().unwrap())
}

#[test]
fn wrong_requests_are_refused() {
    let hills = tiles(HILLS);
    for (layers, zooms, bounds, message) in [
        (&[][..], 0..=3, None, "no layers"),
        (&[Layer::Shade], 0..=23, None, "shade has no zoom levels 0..23"),
        (&[Layer::Shade], RangeInclusive::new(5, 3), None, "no zoom levels 5..3"),
        (&[Layer::Shade], 0..=3, Some([8.0, 46.0, 8.0, 47.0]), "are empty"),
        (&[Layer::Shade], 0..=3, Some([9.0, 46.0, 8.0, 47.0]), "are empty"),
        (&[Layer::Shade], 0..=3, Some([8.0, 47.0, 9.0, 46.0]), "are empty"),
        (&[Layer::Shade], 0..=3, Some([170.0, 46.0, 190.0, 47.0]), "not on the globe"),
        (&[Layer::Shade], 0..=3, Some([f64::NAN, 46.0, 9.0, 47.0]), "not on the globe"),
        (&[Layer::Shade], 0..=3, Some([8.0, 86.0, 9.0, 87.0]), "outside of the map of shade"),
    ] {
        let error = Bake::new(&hills, &options(layers, zooms, bounds)).err().unwrap();
        assert!(error.message.contains(message) && !error.help.is_empty(), "{error}");
    }
    assert!(Bake::new(&hills, &options(&[Layer::Terrain], 0..=3, Some([8.0, 86.0, 9.0, 87.0]))).is_ok());
    let folder = tempfile::tempdir().unwrap();
    let bake = Bake::new(&hills, &options(&[Layer::Shade], 0..=0, None)).unwrap();
    for url in ["example.org", "https://", "ftp://example.org", "https://example.org/?a=b"] {
        let destination = Destination { url: Some(url.to_owned()), ..Destination::default() };
        let error =
            bake.write(&OutputFolder::claim(folder.path()).unwrap(), &destination, || true).unwrap_err();
        assert!(error.message.contains("is not the address of a folder"), "{error}");
    }
}

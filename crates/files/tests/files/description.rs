//! Valid and invalid values in `terrain.json`.

use std::collections::BTreeMap;
use std::fs;

use orogen_files::normal::Green;
use orogen_files::{FORMAT, FileInfo, PlanetInfo, PlanetMap, ROWS, SixteenBit, TerrainInfo};
use serde_json::{Value, json};

use crate::terrain::mapping;

fn sound() -> TerrainInfo {
    TerrainInfo {
        format: FORMAT.to_owned(),
        orogen_version: "0.1.0".to_owned(),
        recipe: "Hills".to_owned(),
        recipe_hash: "0f".repeat(32),
        seed: 3,
        parameters: BTreeMap::new(),
        domain: "plane".to_owned(),
        planet: None,
        width: 32,
        height: 32,
        metres_per_sample: 31.25,
        origin: [0.0; 2],
        rows: ROWS.to_owned(),
        min_height: -2.0,
        max_height: 70.0,
        recipe_text: None,
        possible_heights: None,
        tiles: None,
        sixteen_bit: Some(SixteenBit::from(mapping())),
        sea_level: Some(0.0),
        materials: Vec::new(),
        tileable: true,
        period: Some(1000.0),
        made_by: Vec::new(),
        details: [("more".to_owned(), json!(1))].into(),
        files: vec![FileInfo::height_png("height.png"), FileInfo::normal_png("normal.png", Green::Up)],
    }
}

/// Reads a valid description with one value replaced, at a JSON pointer.
fn read_with(pointer: &str, value: &Value) -> Result<TerrainInfo, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("terrain.json");
    let mut json = serde_json::to_value(sound()).unwrap();
    match json.pointer_mut(pointer) {
        Some(place) => *place = value.clone(),
        None => match pointer.strip_prefix("/files/0/") {
            Some(key) => json["files"][0][key] = value.clone(),
            None => json[&pointer[1..]] = value.clone(),
        },
    }
    fs::write(&path, json.to_string()).unwrap();
    TerrainInfo::read(&path).map_err(|error| error.message)
}

#[test]
fn a_valid_description_is_read_even_with_unknown_kinds_of_files() {
    assert_eq!(read_with("/seed", &json!(3)), Ok(sound()));
    assert!(read_with("/files/0/kind", &json!("mask")).is_ok());
    assert!(read_with("/files/0/format", &json!("exr32")).is_ok());
    assert!(read_with("/domain", &json!("space")).is_ok());
}

#[test]
fn every_invalid_value_is_named() {
    let cases = [
        ("/format", json!("orogen-terrain 2"), "orogen-terrain 2"),
        ("/recipe_hash", json!("xyz"), "`recipe_hash` is \"xyz\""),
        ("/seed", json!(-1), "does not describe a terrain"),
        ("/domain", json!("globe"), "`plane`, `space` or `planet`"),
        ("/domain", json!("planet"), "`planet` is \"absent\""),
        ("/width", json!(0), "`width` is 0"),
        ("/height", json!(0), "`height` is 0"),
        ("/metres_per_sample", json!(0.0), "`metres_per_sample` is 0.0"),
        ("/metres_per_sample", json!(-1.0), "greater than 0"),
        ("/rows", json!("bottom row first"), "top row first"),
        ("/min_height", json!(1e300), "number out of range"),
        ("/max_height", json!(-3.0), "at least `min_height`"),
        ("/sixteen_bit/max_metres", json!(-801.0), "at least `min_metres`"),
        ("/sixteen_bit/metres_per_step", json!(1.0), "65535th"),
        ("/sixteen_bit/formula", json!("metres = value"), "`formula`"),
        ("/period", json!(0.0), "`period` is 0.0, but"),
        ("/tiles", json!([2, 2]), "`tiles` is [2, 2], but must be two numbers"),
        ("/period", json!(1100.0), "`tileable`"),
        ("/period", Value::Null, "`tileable`"),
        ("/width", json!(31), "`tileable`"),
        ("/files/0/name", json!("../height.png"), "in the same folder"),
        ("/files/0/name", json!("/etc/passwd"), "in the same folder"),
        ("/files/0/name", json!("a\\b"), "in the same folder"),
        ("/files/0/name", json!("."), "in the same folder"),
        ("/files/0/name", json!(""), "in the same folder"),
        ("/files/0/name", json!("normal.png"), "`normal.png` twice"),
        ("/files/0/kind", json!(""), "`kind`"),
        ("/files/0/format", json!(""), "`format`"),
        ("/files/0/byte_order", json!("middle"), "`little-endian` or `big-endian`"),
    ];
    for (pointer, value, phrase) in cases {
        let flaw = read_with(pointer, &value).expect_err(pointer);
        assert!(flaw.contains(phrase), "{pointer} = {value}: {flaw}");
    }
}

/// A valid map of a planet.
fn map(map: PlanetMap, [width, height]: [usize; 2]) -> TerrainInfo {
    let planet = PlanetInfo::new(6_371_000.0, map);
    let metres_per_sample = planet.metres_per_sample(&planet.grid([width, height], None).unwrap());
    let (domain, planet) = ("planet".to_owned(), Some(planet));
    TerrainInfo { domain, planet, width, height, metres_per_sample, tileable: false, period: None, ..sound() }
}

#[test]
fn maps_of_planets_are_read_back_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("terrain.json");
    let region = PlanetMap::Region { latitude: 46.5, longitude: 8.0, size: 1000.0 / 3.0 };
    let face = PlanetMap::Face { face: "py".to_owned(), level: 1 };
    let tile = PlanetMap::Tile { address: "nz/3/7/0".to_owned() };
    let mut cube = map(PlanetMap::Cube { layout: None }, [16, 16]);
    cube.files.iter_mut().for_each(|file| file.face = Some("nx".to_owned()));
    let maps = [
        map(PlanetMap::Equirectangular, [720, 360]),
        cube,
        map(face, [129, 129]),
        map(tile, [65, 65]),
        map(region, [33, 33]),
    ];
    for info in &maps {
        info.write(&path).unwrap();
        assert_eq!(&TerrainInfo::read(&path).unwrap(), info);
    }
    let cases = [
        (0, "/planet/radius", json!(0.5), "`planet` is invalid"),
        (0, "/planet/radius", json!(6_371_001.0), "`metres_per_sample`"),
        (0, "/planet/projection", json!("globe"), "does not describe a terrain"),
        (0, "/planet/meaning", json!("north is up"), "`meaning`"),
        (0, "/domain", json!("plane"), "present on a planet, and only there"),
        (0, "/width", json!(721), "even"),
        (0, "/width", json!(1_u64 << 60), "even"),
        (0, "/height", json!(361), "720 × 361"),
        (0, "/files/0/face", json!("px"), "`face` of `height.png`"),
        (1, "/files/0/face", json!("zz"), "`face` of `height.png`"),
        (1, "/files/0/face", Value::Null, "`face` of `height.png`"),
        (2, "/planet/face", json!("zz"), "`zz` is not a face"),
        (2, "/planet/level", json!(2), "`level` is 2"),
        (2, "/planet/level", json!(255), "`level` is 255"),
        (3, "/planet/address", json!("nz/3/8/0"), "no tile 8, 0"),
        (3, "/width", json!(100), "100 × 65"),
        (4, "/planet/latitude", json!(100.0), "latitude 100"),
        (4, "/planet/size", json!(1e300), "a region of"),
        (4, "/metres_per_sample", json!(10.5), "`metres_per_sample` is 10.5"),
    ];
    for (map, pointer, value, phrase) in cases {
        let mut json = serde_json::to_value(&maps[map]).unwrap();
        match json.pointer_mut(pointer) {
            Some(place) => *place = value.clone(),
            None => json["files"][0]["face"] = value.clone(),
        }
        fs::write(&path, json.to_string()).unwrap();
        let flaw = TerrainInfo::read(&path).expect_err(pointer).message;
        assert!(flaw.contains(phrase), "{pointer} = {value}: {flaw}");
    }
}

#[test]
fn an_invalid_hash_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("terrain.json");
    let mut json = serde_json::to_value(sound()).unwrap();
    json["files"][0]["bytes"] = json!(12);
    json["files"][0]["blake3"] = json!("12");
    fs::write(&path, json.to_string()).unwrap();
    let error = TerrainInfo::read(&path).unwrap_err();
    assert!(error.message.contains("`blake3`") && error.message.contains("64 digits"), "{error}");
}

#[test]
fn what_has_no_end_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("terrain.json");
    assert!(TerrainInfo::read(folder.path()).unwrap_err().message.contains("is a folder"));
    fs::write(&path, vec![b' '; (1 << 26) + 1]).unwrap();
    assert!(TerrainInfo::read(&path).unwrap_err().message.contains("more than 67108864 bytes"));
    #[cfg(unix)]
    {
        fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        assert!(TerrainInfo::read(&path).unwrap_err().message.contains("might never end"));
    }
}

#[test]
fn numbers_are_read_back_bit_for_bit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("terrain.json");
    for steps in 30..60 {
        // The coordinates of all samples are multiples of this.
        let info = TerrainInfo { metres_per_sample: 1000.0 / f64::from(steps), ..sound() };
        let info = TerrainInfo { tileable: false, period: None, ..info };
        info.write(&path).unwrap();
        assert_eq!(TerrainInfo::read(&path).unwrap().metres_per_sample, info.metres_per_sample, "{steps}");
    }
}

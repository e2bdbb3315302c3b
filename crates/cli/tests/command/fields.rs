//! Fields of a recipe besides its heights, as files.

use std::fs;
use std::path::Path;

use crate::harness::{generate, names, orogen, try_generate};
use crate::verify::verify;

const LAND: &str = "orogen = 1\n[domain]\nsize = '2 km'\n\
    [fields.hills]\ntype = 'fbm'\nwavelength = '1 km'\noctaves = 2\n\
    [fields.woods]\ntype = 'fbm'\nwavelength = '300 m'\noctaves = 3\n\
    [fields.land]\ntype = 'erosion'\ninput = 'hills'\nscale = 300.0\ndetail = 16.0\n\
    [water]\nfield = 'land.water'\n\
    [[materials]]\nname = 'rock'\ncolor = '#777777'\n";

fn recipe(folder: &Path, name: &str, height: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("{LAND}[height]\n{height}\n")).unwrap();
    path.to_str().unwrap().to_owned()
}

fn assert_verified(folder: &Path) {
    let verified = verify(folder, &[]);
    assert_eq!(verified.status, Some(0), "{}{}", verified.out, verified.err);
}

/// Each field has the same bits as the heights of a terrain that consists of this field.
#[test]
fn fields_have_the_numbers_of_terrains() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let land = recipe(folder, "land.toml", "field = 'land'\nscale = 300.0");
    let out = folder.join("out");
    let wanted = ["--size", "64", "--format", "f32,png16", "--field", "woods,land.flow,woods"];
    generate(&land, &out, &wanted);
    for name in ["woods", "land.flow"] {
        let alone = recipe(folder, "alone.toml", &format!("field = '{name}'"));
        generate(&alone, &folder.join(name), &["--size", "64", "--format", "f32"]);
        let expected = fs::read(folder.join(name).join("height.f32")).unwrap();
        let found = fs::read(out.join(format!("{name}.f32"))).unwrap();
        assert!(found == expected, "{name}");
        let text = fs::read_to_string(out.join("terrain.json")).unwrap();
        let info: serde_json::Value = serde_json::from_str(&text).unwrap();
        let file =
            info["files"].as_array().unwrap().iter().find(|file| file["name"] == format!("{name}.png"));
        let file = file.unwrap();
        assert_eq!((&file["kind"], &file["field"]), (&"field".into(), &name.into()));
        let [low, high] = [0, 1].map(|at| file["values"][at].as_f64().unwrap());
        let mut png = png::Decoder::new(std::io::BufReader::new(
            fs::File::open(out.join(format!("{name}.png"))).unwrap(),
        ))
        .read_info()
        .unwrap();
        let mut bytes = vec![0; png.output_buffer_size().unwrap()];
        png.next_frame(&mut bytes).unwrap();
        for (code, number) in bytes.as_chunks().0.iter().zip(expected.as_chunks().0) {
            let decoded = low + f64::from(u16::from_be_bytes(*code)) * (high - low) / 65535.0;
            let apart = (decoded - f64::from(f32::from_le_bytes(*number))).abs();
            assert!(apart <= 0.51 * (high - low) / 65535.0, "{name}: {apart}");
        }
    }
    let mask = out.join("woods.f32");
    orogen(&["inspect", mask.to_str().unwrap()]).refuses(2, &["contains the field `woods`, not heights"]);
    assert_verified(&out);
    // Another number in the middle of a field is found.
    let path = out.join("woods.f32");
    let mut bytes = fs::read(&path).unwrap();
    bytes[8000..8004].copy_from_slice(&9.0_f32.to_le_bytes());
    fs::write(&path, bytes).unwrap();
    let changed = verify(&out, &[]);
    assert_eq!(changed.status, Some(1), "{}{}", changed.out, changed.err);
    assert!(changed.out.contains("woods.f32"), "{}", changed.out);
}

/// Fields are written in every format, in tiles, for a program and with a fitted range.
#[test]
fn fields_have_all_formats() {
    let folder = tempfile::tempdir().unwrap();
    let land = recipe(folder.path(), "land.toml", "field = 'land'\nscale = 300.0");
    for (options, expected) in [
        (
            &["--size", "64", "--tiles", "3", "--format", "exr,r16,tiff,glb", "--fit"][..],
            ["woods_x0_y0.exr", "woods_x2_y2.r16", "woods_x1_y0.tif"],
        ),
        (&["--for", "unity", "--size", "33"], ["woods.raw", "land.raw", "terrain.json"]),
        (&["--size", "33", "--format", "glb"], ["woods.png", "terrain.glb", "terrain.json"]),
    ] {
        let out = folder.path().join(options.len().to_string());
        generate(&land, &out, &[options, &["--field", "woods"]].concat());
        let found = names(&out);
        assert!(expected.iter().all(|name| found.iter().any(|found| found == name)), "{found:?}");
        assert_verified(&out);
    }
}

/// On maps of planets, fields are where the heights are.
#[test]
fn fields_have_the_georeference_of_the_heights() {
    let folder = tempfile::tempdir().unwrap();
    let planet = folder.path().join("planet.toml");
    let text = "orogen = 1\n[domain]\nkind = 'planet'\nradius = '500 km'\n\
        [fields.hills]\ntype = 'fbm'\nwavelength = '200 km'\n\
        [fields.woods]\ntype = 'fbm'\nwavelength = '90 km'\n[height]\nfield = 'hills'\nscale = 2000\n";
    fs::write(&planet, text).unwrap();
    for (at, map) in
        [&["--equirect", "64"][..], &["--region", "40,10,20km", "--size", "32"]].iter().enumerate()
    {
        let out = folder.path().join(at.to_string());
        generate(
            planet.to_str().unwrap(),
            &out,
            &[map, &["--format", "geotiff", "--field", "woods"][..]].concat(),
        );
        let place = |name: &str| {
            let file = std::io::BufReader::new(fs::File::open(out.join(name)).unwrap());
            let mut tiff = tiff::decoder::Decoder::new(file).unwrap();
            [tiff::tags::Tag::ModelTiepointTag, tiff::tags::Tag::ModelPixelScaleTag]
                .map(|tag| tiff.get_tag_f64_vec(tag).unwrap())
        };
        assert_eq!(place("woods.tif"), place("height.tif"), "{map:?}");
        assert_verified(&out);
    }
}

#[test]
fn masks_and_pictures_are_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let land = recipe(folder.path(), "land.toml", "field = 'land'\nscale = 300.0");
    let out = folder.path().join("out");
    generate(&land, &out, &["--size", "64", "--masks", "--no-normal", "--no-preview"]);
    let expected = [
        "aspect.png",
        "curvature.png",
        "height.png",
        "land.distance.png",
        "land.flow.png",
        "land.rock.png",
        "land.sediment.png",
        "land.wear.png",
        "occlusion.png",
        "slope.png",
        "terrain.json",
        "water.png",
        "weight0.png",
        "wetness.png",
    ];
    assert_eq!(names(&out), expected);
    assert_verified(&out);
}

#[test]
fn wrong_fields_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let land = recipe(folder.path(), "land.toml", "field = 'land'\nscale = 300.0");
    let refused = |recipe: &str, field: &str, phrases: &[&str]| {
        try_generate(recipe, &out, &["--size", "16", "--field", field]).refuses(2, phrases);
        assert!(!out.exists());
    };
    refused(&land, "wods", &["no field `wods`", "did you mean `woods`?"]);
    refused(&land, "land.flo", &["no field `land.flo`", "did you mean `land.flow`?"]);
    refused(&land, "woods.flow", &["no field `woods.flow`"]);
    // The text of an expression is no name.
    let half = recipe(folder.path(), "half.toml", "field = 'land / 2'\nscale = 300.0");
    refused(&half, "land / 2", &["no field `land / 2`"]);
    let text = fs::read_to_string(&land).unwrap().replace("fields.woods", "fields.height");
    fs::write(&land, text).unwrap();
    refused(&land, "height", &["both height.png", "another name"]);
}

/// With `--fit`, 16 bits span the values of a field in the files, as they span the heights.
#[test]
fn fields_are_fitted() {
    let folder = tempfile::tempdir().unwrap();
    let land = recipe(folder.path(), "land.toml", "field = 'land'\nscale = 300.0");
    let out = folder.path().join("out");
    generate(
        &land,
        &out,
        &["--size", "64", "--format", "png16,f32", "--field", "woods,land.flow", "--fit", "--tiles", "3"],
    );
    let text = fs::read_to_string(out.join("terrain.json")).unwrap();
    let info: serde_json::Value = serde_json::from_str(&text).unwrap();
    for name in ["woods", "land.flow"] {
        let files = info["files"].as_array().unwrap().iter().filter(|file| file["field"] == name);
        let numbers = names(&out)
            .into_iter()
            .filter(|file| file.starts_with(&format!("{name}_x")) && file.ends_with(".f32"));
        let bytes: Vec<u8> = numbers.flat_map(|file| fs::read(out.join(file)).unwrap()).collect();
        let values = bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four));
        let least = values.clone().fold(f32::INFINITY, f32::min);
        let most = values.fold(f32::NEG_INFINITY, f32::max);
        let sixteen: Vec<_> = files.filter(|file| file["format"] == "png16").collect();
        assert_eq!(sixteen.len(), 9);
        for file in sixteen {
            assert_eq!(file["values"], serde_json::json!([f64::from(least), f64::from(most)]), "{name}");
        }
    }
    assert_verified(&out);
}

//! Invalid recipes: position, reason, fix, and status 2.

use std::fs;
use std::path::Path;

use crate::harness::{names, try_generate};

const HEAD: &str = "orogen = 1\ndomain.size = 1000\nheight = { field = \"a\", scale = 10 }\n[fields.a]\n";

/// Writes the recipe, tries to generate it, and checks the message and that no files are left.
#[track_caller]
fn refused(folder: &Path, text: &[u8], phrases: &[&str]) {
    let (recipe, out) = (folder.join("wrong.toml"), folder.join("out"));
    fs::write(&recipe, text).unwrap();
    try_generate(recipe.to_str().unwrap(), &out, &["--size", "16"]).refuses(2, phrases);
    assert!(!out.exists());
}

#[test]
fn each_mistake_is_shown_at_its_position_with_a_fix() {
    let folder = tempfile::tempdir().unwrap();
    let cases: &[(&str, &[&str])] = &[
        (
            "type = \"fbm\"\nwavelenght = 100\n",
            &[
                "`fbm` has no key `wavelenght`",
                "wrong.toml:6:1",
                "6 | wavelenght = 100",
                "^^^^^^",
                "did you mean `wavelength`?",
            ],
        ),
        (
            "type = \"fbm\"\nwavelength = true\n",
            &["`wavelength` wants a length", ":6:14", "choose a number from"],
        ),
        (
            "type = \"fbm\"\nwavelength = -5\n",
            &["`wavelength` is out of range", ":6:14", "choose a number from"],
        ),
        ("type = \"fbm\"\nwavelength = nan\n", &["finite number, found `nan`", ":6:14", "choose a number"]),
        (
            "type = \"fbm\"\nwavelength = 9\noctaves = 1000000000\n",
            &["`octaves` is out of range", ":7:11", "from 1 to 32"],
        ),
        ("type = \"fbm\"\n", &["lacks `wavelength`", "add `wavelength`"]),
        ("type = \"fmb\"\n", &["no node is named `fmb`", ":5:8", "did you mean `fbm`?"]),
        ("type = \"invert\"\ninput = \"b\"\n", &["no field is named `b`", ":6:9", "the fields: `a`"]),
        (
            "type = \"invert\"\ninput = \"b\"\n[fields.b]\ntype = \"invert\"\ninput = \"a\"\n",
            &["in a cycle: a → b → a", ":9:9", "let one of them read another field"],
        ),
    ];
    for (body, phrases) in cases {
        refused(folder.path(), format!("{HEAD}{body}").as_bytes(), phrases);
    }
}

#[test]
fn files_that_are_no_recipes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    refused(folder.path(), b"", &["lacks `orogen`", ":1:1", "add `orogen = 1`"]);
    refused(
        folder.path(),
        b"orogen = 1\nname = \"\xff\"\n",
        &["not UTF-8", ":2:9", "save the recipe as UTF-8"],
    );
    refused(folder.path(), b"orogen = [", &[":1:", "error: "]);
    refused(folder.path(), &vec![b'#'; 1 << 25], &["too large for a recipe"]);
}

/// The signature and header of a PNG with these sides, without the rest of the file.
fn png_of(width: u32, height: u32) -> Vec<u8> {
    let mut header = b"IHDR".to_vec();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([8, 0, 0, 0, 0]);
    // CRC-32 of ISO 3309, bit by bit.
    let step = |crc: u32| {
        if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 }
    };
    let crc =
        header.iter().fold(u32::MAX, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc)));
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec();
    png.extend(header);
    png.extend((!crc).to_be_bytes());
    png
}

#[test]
fn an_unreadable_image_is_shown_at_its_position() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("text.png"), "not a picture").unwrap();
    fs::write(folder.path().join("large.png"), png_of(40_000, 8)).unwrap();
    fs::write(folder.path().join("cut.png"), png_of(64, 64)).unwrap();
    for (name, phrase, help) in [
        ("absent.png", "there is no such file", "check the spelling"),
        (".", "it is a folder, not a file", "name a file"),
        ("text.png", "is not a PNG", "save it as a PNG"),
        ("large.png", "40000 × 8 samples are too many", "scale it down"),
        ("cut.png", "cut short", "copy or export it again"),
    ] {
        let text = format!("{HEAD}type = \"image\"\nfile = \"{name}\"\n");
        refused(folder.path(), text.as_bytes(), &[phrase, help, name, "wrong.toml:6:8"]);
    }
    assert!(names(folder.path()).contains(&"cut.png".to_owned()));
}

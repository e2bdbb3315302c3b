//! `--format glb-lod`.

use crate::harness::{HILLS, description, generate, names, orogen, try_generate};

#[test]
fn levels_of_detail_are_written_listed_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let (recipe, out) = (folder.path().join("hills.toml"), folder.path().join("out"));
    std::fs::write(&recipe, HILLS).unwrap();
    let recipe = recipe.to_str().unwrap();
    let few = ["--format", "glb-lod", "--no-normal", "--no-preview", "--size", "65"];
    let asked = [
        "--tiles",
        "2x1",
        "--triangles",
        "2k",
        "--levels",
        "3",
        "--separate-levels",
        "--collision-error",
        "0.5",
    ];
    let outcome = generate(recipe, &out, &[&few[..], &asked].concat());
    let tile = |x: usize| {
        ["", "_collision", "_lod0", "_lod1", "_lod2"].map(|part| format!("mesh_x{x}_y0{part}.glb"))
    };
    let mut expected = [tile(0), tile(1)].concat();
    expected.push("terrain.json".to_owned());
    let mut found = names(&out);
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    let files = description(&out)["files"].as_array().unwrap().clone();
    assert_eq!(files.len(), 10);
    let mut triangles = [0; 3];
    for file in &files {
        let levels = file["levels"].as_array().unwrap();
        let is_chain = file["name"].as_str().unwrap().ends_with("y0.glb");
        assert_eq!(levels.len(), if is_chain { 3 } else { 1 });
        if is_chain {
            levels
                .iter()
                .zip(&mut triangles)
                .for_each(|(level, sum)| *sum += level["triangles"].as_u64().unwrap());
        }
        if file["kind"] == "collision" {
            assert!(levels[0]["error_m"].as_f64().unwrap() <= 0.5);
        }
    }
    assert!(triangles[0] <= 2_000 && triangles[1] <= 500 && triangles[2] <= 125, "{triangles:?}");
    for (level, triangles) in triangles.iter().enumerate() {
        assert!(
            outcome.out.contains(&format!("level {level}: {triangles} triangles, error ")),
            "{}",
            outcome.out
        );
    }
    assert_eq!(orogen(&["verify", out.to_str().unwrap()]).status, Some(0));
    std::fs::write(out.join("mesh_x1_y0.glb"), "changed").unwrap();
    let verified = orogen(&["verify", out.to_str().unwrap()]);
    assert_eq!(verified.status, Some(1));
    assert!(verified.err.contains("mesh_x1_y0.glb: it has 7 bytes"), "{}", verified.err);
}

#[test]
fn impossible_levels_of_detail_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused =
        |more: &[&str], phrases: &[&str]| try_generate("alps", folder.path(), more).refuses(2, phrases);
    let lod = |more: &[&'static str]| [&["--format", "glb-lod", "--size", "65"][..], more].concat();
    refused(
        &lod(&["--triangles", "100", "--levels", "4"]),
        &["100 triangles are too few", "choose --triangles 640 or --levels 2"],
    );
    refused(
        &lod(&["--triangles", "1M"]),
        &["more than the samples have", "choose --triangles 8704 or fewer"],
    );
    refused(&lod(&["--triangles", "many"]), &["50000, 200k or 1.5M"]);
    refused(&lod(&["--levels", "9"]), &["from 1 to 8"]);
    refused(&lod(&["--collision-error", "0"]), &["greater than 0"]);
    refused(&["--levels", "3"], &["--levels requires --format glb-lod"]);
    refused(&["--for", "unity", "--collision-error", "1"], &["--collision-error requires --format glb-lod"]);
    refused(&lod(&["--collision-error", "1", "--for", "unity"]), &["--for chooses the formats"]);
    assert!(names(folder.path()).is_empty());
}

//! `orogen shader`: its files and its errors.

use std::fs;
use std::path::{Path, PathBuf};

use crate::harness::{HILLS, names, orogen};

/// The examples of `cargo xtask examples`.
const EXAMPLES: [([&str; 2], &str); 4] = [
    (["--for", "unity"], "unity"),
    (["--for", "unreal"], "unreal"),
    (["--for", "godot"], "godot"),
    (["--lang", "wgsl"], "wgpu/shaders/orogen.wgsl"),
];

fn written(args: &[&str]) -> String {
    let outcome = orogen(&[&["shader"], args].concat());
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    outcome.out
}

/// The lines of a text that are not comments.
fn code(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("//")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn text_goes_to_stdout() {
    for (lang, function) in [
        (&["wgsl"][..], "fn orogen_height(p: vec2<f32>) -> f32"),
        (&["glsl"], "float orogen_height(vec2 p)"),
        (&["glsl", "--profile", "es"], "float orogen_height(vec2 p)"),
        (&["hlsl"], "float orogen_height(float2 p)"),
        (&["msl"], "float orogen_height(float2 p)"),
    ] {
        let args = [&["downs", "--lang"], lang].concat();
        let text = written(&args);
        let heading: String = text.lines().take_while(|line| line.starts_with("//")).collect();
        for phrase in [
            function,
            "orogen_height_gradient",
            "written by `orogen shader`",
            "metres",
            "Heights are between",
        ] {
            assert!(heading.contains(phrase), "no `{phrase}` in {heading}");
        }
        assert_eq!(text, written(&args), "{lang:?}");
        let renamed = written(&[&args[..], &["--name", "moor"]].concat());
        assert!(renamed.contains("moor_height_gradient") && !renamed.contains("orogen_"), "{lang:?}");
    }
}

#[test]
fn uniforms_are_beside_a_text_that_does_not_depend_on_them() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one", "other"].map(|name| folder.path().join(format!("{name}.hlsl")));
    for (path, seed, origin) in [(&one, "1", "0,0"), (&other, "2", "5000,-7")] {
        let args =
            ["downs", "--lang", "hlsl", "--params", "uniform", "--seed", seed, "--origin", origin, "-o"];
        written(&[&args[..], &[path.to_str().unwrap()]].concat());
    }
    assert_eq!(names(folder.path()), ["one.hlsl", "one.numbers.bin", "other.hlsl", "other.numbers.bin"]);
    let read = |path: &Path| code(&fs::read_to_string(path).unwrap());
    assert!(read(&one) == read(&other), "numbers change the text");
    let numbers = |path: &PathBuf| fs::read(path.with_extension("numbers.bin")).unwrap();
    assert_eq!(numbers(&one).len(), numbers(&other).len());
    assert_ne!(numbers(&one), numbers(&other));
    let count = numbers(&one).len() / 16;
    assert!(read(&one).contains(&format!("uint4 orogen_words[{count}];")), "{count} vectors");
}

/// A solution of erosion is a second file, which belongs to the text beside it.
#[test]
fn textures_are_beside_their_text() {
    const LAND: &str = "orogen = 1\ndomain = { size = 8000, samples = 65 }\nheight = { field = 'land', scale = 300 }\n\
        [fields.a]\ntype = 'fbm'\nwavelength = 2000\n[fields.land]\ntype = 'erosion'\ninput = 'a'\nscale = 300\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("land.toml");
    fs::write(&path, LAND).unwrap();
    let recipe = path.to_str().unwrap();
    let out = folder.path().join("out");
    let text = out.join("land.hlsl");
    let args = [recipe, "--lang", "hlsl", "-o", text.to_str().unwrap()];
    (0..2).for_each(|_| _ = written(&args));
    assert_eq!(names(&out), ["land.hlsl", "land.texture.bin"]);
    assert_eq!(fs::read(out.join("land.texture.bin")).unwrap().len(), 4 * 128 * 128);
    let heading = fs::read_to_string(&text).unwrap();
    assert!(
        heading.contains("128 × 128 texels") && heading.contains("the field \"land\" (erosion)"),
        "{heading:.2000}"
    );
    orogen(&["shader", recipe, "--lang", "hlsl"]).refuses(2, &["stdout takes only one", "-o"]);
    fs::remove_file(&text).unwrap();
    orogen(&[&["shader"], &args[..]].concat()).refuses(1, &["land.texture.bin", "not written by orogen"]);
    let plugin = folder.path().join("plugin");
    (0..2).for_each(|_| _ = written(&[recipe, "--for", "unreal", "-o", plugin.to_str().unwrap()]));
    assert_eq!(fs::read(plugin.join("Orogen.texture.exr")).unwrap()[..4], 20_000_630_u32.to_le_bytes());
}

#[test]
fn a_folder_gets_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    written(&["downs", "--lang", "spirv", "-o", path]);
    written(&["downs", "--lang", "msl", "--name", "moor", "-o", path]);
    assert_eq!(names(folder.path()), ["moor.metal", "orogen.spv"]);
    let words = fs::read(folder.path().join("orogen.spv")).unwrap();
    assert_eq!(words[..4], 0x0723_0203_u32.to_le_bytes());
}

#[test]
fn foreign_files_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.glsl");
    let args = |more: &'static [&str]| {
        [&["shader", "downs", "--lang", "glsl", "-o", path.to_str().unwrap()], more].concat()
    };
    fs::write(&path, "float mine;").unwrap();
    orogen(&args(&[])).refuses(1, &["mine.glsl", "not written by orogen", "--force"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), "float mine;");
    assert_eq!(orogen(&args(&["--force"])).status, Some(0));
    assert_eq!(orogen(&args(&[])).status, Some(0), "its own");
    // Files of numbers belong to the text beside them, and SPIR-V names its generator.
    let [text, numbers, module] = ["b.glsl", "b.numbers.bin", "b.spv"].map(|name| folder.path().join(name));
    fs::write(&numbers, "mine").unwrap();
    let uniform = ["shader", "downs", "--lang", "glsl", "--params", "uniform", "-o", text.to_str().unwrap()];
    orogen(&uniform).refuses(1, &["b.numbers.bin", "not written by orogen"]);
    fs::remove_file(&numbers).unwrap();
    (0..2).for_each(|_| assert_eq!(orogen(&uniform).status, Some(0)));
    let foreign: Vec<u8> =
        [0x0723_0203_u32, 0x0001_0300, 8 << 16].iter().flat_map(|word| word.to_le_bytes()).collect();
    fs::write(&module, foreign).unwrap();
    let spirv = ["shader", "downs", "--lang", "spirv", "-o", module.to_str().unwrap()];
    orogen(&spirv).refuses(1, &["b.spv", "not written by orogen"]);
    fs::remove_file(&module).unwrap();
    (0..2).for_each(|_| assert_eq!(orogen(&spirv).status, Some(0)));
    // Users may edit the examples among an engine's files.
    let project = folder.path().join("game");
    let godot = ["downs", "--for", "godot", "-o", project.to_str().unwrap()];
    written(&godot);
    fs::write(project.join("project.godot"), "mine").unwrap();
    fs::remove_file(project.join("ground.tscn")).unwrap();
    written(&godot);
    assert_eq!(fs::read_to_string(project.join("project.godot")).unwrap(), "mine");
    assert_eq!(names(&project), ["ground.tscn", "orogen.gdshader", "orogen.tres", "project.godot"]);
}

#[test]
fn wrong_use_is_told() {
    let refuses = |args: &[&str], status: i32, phrases: &[&str]| {
        orogen(&[&["shader"], args].concat()).refuses(status, phrases);
    };
    refuses(&["downs"], 2, &["--lang"]);
    refuses(&["downs", "--lang", "cobol"], 2, &["cobol", "wgsl", "spirv"]);
    refuses(&["downs", "--for", "unity"], 2, &["--output"]);
    refuses(&["downs", "--for", "unity", "--lang", "glsl", "-o", "x"], 2, &["cannot be used with"]);
    refuses(&["downs", "--lang", "hlsl", "--profile", "es"], 2, &["only GLSL has profiles", "--profile"]);
    refuses(&["downs", "--lang", "spirv"], 2, &["SPIR-V is binary", "-o"]);
    refuses(
        &["downs", "--lang", "spirv", "--params", "uniform", "-o", "x"],
        2,
        &["bake them in", "--params"],
    );
    refuses(&["downs", "--lang", "glsl", "--params", "uniform"], 2, &["two files", "-o"]);
    for origin in ["NaN,0", "1", "0,inf", "a,b"] {
        refuses(&["downs", "--lang", "glsl", "--origin", origin], 2, &["--origin", "metres as X,Y"]);
    }
    assert_eq!(orogen(&["shader", "downs", "--lang", "glsl", "--origin", "-4000,-100"]).status, Some(0));
    refuses(&["downs", "--lang", "glsl", "--origin", "1,2,3"], 2, &["a plane has no third coordinate"]);
    refuses(&["downs", "--lang", "glsl", "--name", "2d"], 2, &["`2d` cannot begin", "--name"]);
    refuses(
        &["downs", "--lang", "glsl", "--name", "texture"],
        2,
        &["`texture`", "a reserved word of GLSL", "--name"],
    );
    refuses(&["alsp", "--lang", "glsl"], 2, &["did you mean the preset `alps`?"]);
}

/// A file never replaces a device or a pipe, not even with --force.
#[cfg(unix)]
#[test]
fn special_files_are_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket.glsl");
    let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
    let args = ["shader", "downs", "--lang", "glsl", "--force", "-o", path.to_str().unwrap()];
    orogen(&args).refuses(1, &["socket.glsl is not a regular file"]);
    assert!(!fs::metadata(&path).unwrap().is_file());
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_refuses_files_is_reported() {
    orogen(&["shader", "downs", "--lang", "glsl", "-o", "/proc/self/here.glsl"]).refuses(1, &["/proc/self"]);
}

#[test]
fn a_space_has_three_coordinates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("space.toml");
    let space = HILLS.replace("size = 1000,", "kind = \"space\", z = 50, size = 1000,");
    fs::write(&path, space).unwrap();
    let text = written(&[path.to_str().unwrap(), "--lang", "glsl"]);
    assert!(
        text.contains("vec4 orogen_height_gradient(vec3 p)") && text.contains("(0, 0, 50)"),
        "{text:.900}"
    );
}

/// The head of a shader lists every parameter of the recipe; where none is live, the command says so.
#[test]
fn parameters_are_live_or_fixed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("set.toml");
    let recipe = HILLS
        .replace("scale = 80", "scale = 'high'")
        .replace("wavelength = 400", "wavelength = 'wide'")
        + "[parameters]\nhigh = { value = 80, range = [10, 200], unit = 'm', help = 'relief' }\nwide = 400\n";
    fs::write(&path, recipe).unwrap();
    let path = path.to_str().unwrap();
    let text = written(&[path, "--lang", "glsl", "--set", "high=90"]);
    for phrase in [
        "//     orogen_parameter_high = 90 m, from 10 to 200: relief\n",
        "//     wide = 400 is fixed, because it changes the operations of the shader; export again to change it\n",
        "\nfloat orogen_parameter_high = 90.0;\n",
    ] {
        assert!(text.contains(phrase), "no `{phrase}` in {text:.1800}");
    }
    let module = folder.path().join("set.spv");
    let outcome = orogen(&["shader", path, "--lang", "spirv", "-o", module.to_str().unwrap()]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    assert!(
        outcome.err.contains("fixed parameters: export again to change `high`, `wide`"),
        "{}",
        outcome.err
    );
}

/// The examples equal the current output of the command; `cargo xtask examples` updates them.
#[test]
fn examples_are_up_to_date() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for (options, place) in EXAMPLES {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        written(&["downs", options[0], options[1], "-o", path.to_str().unwrap()]);
        let expected = examples.join(place);
        let files = if path.is_file() { vec![PathBuf::new()] } else { files(&path) };
        assert!(path.is_file() || files.len() >= 4, "{place}");
        for file in files {
            let [found, kept] = [&path, &expected].map(|root| {
                let path = if file.as_os_str().is_empty() { root.clone() } else { root.join(&file) };
                fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
            });
            assert!(found == kept, "examples/{place} {}: run `cargo xtask examples`", file.display());
        }
    }
}

/// The files in a folder, with relative paths.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(within) = folders.pop() {
        for entry in fs::read_dir(folder.join(&within)).unwrap() {
            let entry = entry.unwrap();
            let path = within.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found
}

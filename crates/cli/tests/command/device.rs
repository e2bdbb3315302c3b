//! `generate --device` and `devices`, on a device that every machine can have: Mesa's lavapipe, which computes on the
//! processor.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use orogen_files::checksum;
use serde_json::{Value, json};

use crate::harness::{HILLS, OROGEN, Outcome, description, generate, heights, names, orogen, try_generate};
use crate::large::large;
use crate::tiles::{ALL, recipe};

/// Runs the command without any driver.
fn without_driver<A: AsRef<OsStr>>(args: &[A]) -> Outcome {
    let mut command = Command::new(OROGEN);
    command.args(args).env("VK_DRIVER_FILES", "/nonexistent").env("VK_ICD_FILENAMES", "/nonexistent");
    command.output().unwrap().into()
}

/// The name of the best device.
fn device() -> String {
    let outcome = orogen(&["devices", "--json"]);
    let devices: Value = serde_json::from_str(&outcome.out).unwrap();
    let name = devices[0]["name"].as_str();
    name.expect("no Vulkan device: install mesa-vulkan-drivers").to_owned()
}

/// The messages of the command on stderr, without those of slow compilation on a busy machine.
fn messages(outcome: &Outcome) -> String {
    let lines = outcome.err.lines().filter(|line| !line.contains("compiling the shader for "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The arguments of `generate`: recipe, folder and more.
fn arguments<'a>(recipe: &'a str, folder: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&["generate", recipe, "-o", folder.to_str().unwrap()], more].concat()
}

#[test]
fn a_device_computes_the_same_terrain_as_the_processor() {
    let folder = tempfile::tempdir().unwrap();
    let (cpu, gpu, recipe) = (folder.path().join("cpu"), folder.path().join("gpu"), recipe(folder.path()));
    let more = ["--size", "300", "--format", ALL];
    let outcome = generate(&recipe, &cpu, &more);
    assert!(!outcome.out.contains("computed by"), "{}", outcome.out);
    let outcome = generate(&recipe, &gpu, &[&more[..], &["--device", "gpu"]].concat());
    assert_eq!(messages(&outcome), "");
    assert!(outcome.out.contains(&format!("\ncomputed by {}\n", device())), "{}", outcome.out);
    assert_eq!(description(&cpu)["made_by"], json!(["cpu"]));
    assert_eq!(description(&gpu)["made_by"], json!([device()]));
    assert_eq!(names(&cpu), names(&gpu));
    let possible = description(&gpu)["possible_heights"].clone();
    let range = possible[1].as_f64().unwrap() - possible[0].as_f64().unwrap();
    let (expected, found) = (heights(&cpu), heights(&gpu));
    let far = |(one, other): &(&f32, &f32)| f64::from((*one - *other).abs()) > 2e-6 * range;
    let far = found.iter().zip(&expected).filter(far).count();
    assert!(found.len() == expected.len() && far * 500 <= found.len(), "{far} of {}", found.len());
    assert!(found != expected, "the bits equal those of the processor: did the device compute anything?");
    // The measured heights are the written heights.
    let fit = folder.path().join("fit");
    generate(&recipe, &fit, &["--size", "300", "--fit", "--device", "gpu", "--format", "f32,png16"]);
    let timed = ["--size", "65", "--device", "gpu", "--format", "f32", "--timings"];
    let outcome = generate(&recipe, &folder.path().join("timed"), &timed);
    assert!(outcome.err.contains(&format!("evaluated by {}", device())), "{}", outcome.err);
    let fit_to = description(&fit);
    let bits = &fit_to["sixteen_bit"];
    for (of_bits, of_heights) in [("min_metres", "min_height"), ("max_metres", "max_height")] {
        let number = |value: &Value| value.as_f64().unwrap() as f32;
        assert_eq!(number(&bits[of_bits]), number(&fit_to[of_heights]));
    }
    assert!(heights(&fit) == found);
}

#[test]
fn verify_allows_for_the_precision_of_devices() {
    let folder = tempfile::tempdir().unwrap();
    let (out, recipe) = (folder.path().join("out"), recipe(folder.path()));
    generate(&recipe, &out, &["--size", "201", "--format", ALL, "--tiles", "2", "--device", "gpu"]);
    let outcome = orogen(&["verify", out.to_str().unwrap()]);
    assert_eq!(outcome.status, Some(0), "{}{}", outcome.out, outcome.err);
    // The bound is the one for devices: the format stores heights exactly.
    let line = outcome
        .out
        .lines()
        .find(|line| line.starts_with("height_x0_y0.f32") || line.contains(".f32"))
        .unwrap();
    assert!(line.contains("e-") && !line.contains(" 0 m"), "{line}");
    // The same samples are wrong if the description says that the processor computed them.
    let path = out.join("terrain.json");
    let mut value = description(&out);
    value["made_by"] = json!(["cpu"]);
    value[checksum::KEY] = json!(checksum::of(&value));
    std::fs::write(&path, value.to_string()).unwrap();
    orogen(&["verify", out.to_str().unwrap(), "--quiet"]).refuses(1, &["samples differ from the recipe"]);
    // Samples of another terrain are wrong, too.
    generate(&recipe, &out, &["--size", "200", "--format", "f32", "--seed", "8", "--device", "gpu"]);
    let other = std::fs::read(out.join("height.f32")).unwrap();
    generate(&recipe, &out, &["--size", "200", "--format", "f32", "--device", "gpu"]);
    std::fs::write(out.join("height.f32"), other).unwrap();
    orogen(&["verify", out.to_str().unwrap(), "--quiet"])
        .refuses(1, &["height.f32: ", "samples differ from the recipe"]);
}

#[test]
fn auto_without_a_device_uses_the_processor_with_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let (cpu, auto) = (folder.path().join("cpu"), folder.path().join("auto"));
    let path = folder.path().join("hills.toml");
    std::fs::write(&path, HILLS).unwrap();
    let recipe = path.to_str().unwrap();
    generate(recipe, &cpu, &["--format", "f32"]);
    let outcome = without_driver(&arguments(recipe, &auto, &["--format", "f32", "--device", "auto"]));
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    assert_eq!(outcome.err, "there is no graphics device with a Vulkan driver: using the processor\n");
    assert!(outcome.out.contains("\ncomputed by the processor\n"), "{}", outcome.out);
    assert_eq!(description(&auto)["made_by"], json!(["cpu"]));
    assert!(heights(&auto) == heights(&cpu));
    let quiet = without_driver(&arguments(recipe, &auto, &["--device", "auto", "--quiet"]));
    assert_eq!((quiet.status, &*quiet.err), (Some(0), ""));
    let none = without_driver(&["devices"]);
    assert_eq!((none.status, &*none.out), (Some(0), ""));
    assert!(none.err.starts_with("no graphics device"), "{}", none.err);
}

#[test]
fn a_missing_device_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    without_driver(&arguments("alps", &out, &["--size", "9", "--device", "gpu"]))
        .refuses(1, &["there is no graphics device", "mesa-vulkan-drivers"]);
    let outcome = try_generate("alps", &out, &["--size", "9", "--device", "voodoo"]);
    let outcome = Outcome { err: messages(&outcome), ..outcome };
    outcome.refuses(1, &["no graphics device has \"voodoo\" in its name", &device(), "orogen devices"]);
    assert!(!out.exists());
}

/// Drivers print no messages, even if `XDG_RUNTIME_DIR` is not set, as in containers, where Wayland's library would print errors.
#[test]
#[cfg(target_os = "linux")]
fn drivers_print_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for (name, value) in [("unset", None), ("relative", Some("run")), ("set", Some("/run"))] {
        let mut command = Command::new(OROGEN);
        command.args(arguments("alps", &folder.path().join(name), &["--size", "9", "--device", "gpu"]));
        command.env_remove("XDG_RUNTIME_DIR").envs(value.map(|value| ("XDG_RUNTIME_DIR", value)));
        let outcome = Outcome::from(command.output().unwrap());
        assert_eq!((outcome.status, &*messages(&outcome)), (Some(0), ""), "{name}");
    }
}

/// A part of the name is enough, in upper or lower case. `auto` does not use a device that computes on the processor.
#[test]
fn a_device_is_chosen_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let name = device();
    let part = name.split(' ').next().unwrap().to_uppercase();
    generate("alps", &out, &["--size", "9", "--device", &part]);
    assert_eq!(description(&out)["made_by"], json!([name]));
    let listed = orogen(&["devices"]);
    assert!(listed.out.contains(&name), "{}", listed.out);
    if listed.out.lines().all(|line| line.contains("computes on the processor")) {
        let outcome = generate("alps", &out, &["--size", "9", "--device", "auto"]);
        assert!(outcome.err.contains("the only graphics devices are software drivers"), "{}", outcome.err);
        assert_eq!(description(&out)["made_by"], json!(["cpu"]));
    }
}

#[test]
fn a_terrain_too_large_for_a_shader_is_computed_by_the_processor() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("large.toml"), folder.path().join("out"));
    std::fs::write(&path, large()).unwrap();
    let outcome = generate(path.to_str().unwrap(), &out, &["--size", "9", "--device", "gpu"]);
    assert!(outcome.err.contains("the terrain is too large"), "{}", outcome.err);
    assert_eq!(messages(&outcome).lines().count(), 1, "{}", outcome.err);
    assert_eq!(description(&out)["made_by"], json!(["cpu"]));
}

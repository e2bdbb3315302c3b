//! Lists of nodes and presets, and help.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::harness::{OROGEN, orogen};

fn json(args: &[&str]) -> Value {
    let outcome = orogen(args);
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    serde_json::from_str(&outcome.out).unwrap()
}

#[test]
fn every_node_of_the_registry_is_listed_and_explained() {
    let listed = orogen(&["nodes"]).out;
    let facts = json(&["nodes", "--json"]);
    let specs = orogen_engine::nodes::registry().nodes();
    assert_eq!(facts["nodes"].as_array().unwrap().len(), specs.len());
    for (spec, facts) in specs.iter().zip(facts["nodes"].as_array().unwrap()) {
        assert!(listed.contains(&format!("  {} ", spec.name)), "{listed}");
        assert_eq!(facts["name"], spec.name);
        assert_eq!(facts["parameters"].as_array().unwrap().len(), spec.params.len());
        let explained = orogen(&["nodes", spec.name]).out;
        for word in [spec.name, spec.summary, "Example:"] {
            assert!(explained.contains(word), "{explained}");
        }
        for param in spec.params {
            assert!(explained.contains(&format!("\n  {}: ", param.name)), "{explained}");
        }
        assert_eq!(json(&["nodes", spec.name, "--json"]), *facts);
    }
}

#[test]
fn a_parameter_has_range_default_and_unit() {
    let facts = json(&["nodes", "fbm", "--json"]);
    let parameters = facts["parameters"].as_array().unwrap();
    let wavelength = parameters.iter().find(|parameter| parameter["name"] == "wavelength").unwrap();
    assert_eq!(
        (&wavelength["unit"], &wavelength["required"], &wavelength["min"]),
        (&"m".into(), &true.into(), &1e-6.into())
    );
    let explained = orogen(&["nodes", "fbm"]).out;
    assert!(explained.contains("wavelength: number from 1e-6 to 1e9 m, required"), "{explained}");
    assert!(
        explained.contains("octaves: whole number from 1 to 32, or \"auto\", default \"auto\""),
        "{explained}"
    );
}

#[test]
fn every_preset_is_listed_and_can_be_printed_and_used() {
    let listed = orogen(&["presets"]).out;
    let facts = json(&["presets", "--json"]);
    let presets = facts["presets"].as_array().unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../orogen/recipes");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let recipes: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "toml")).collect();
    assert_eq!(presets.len(), recipes.len());
    for path in recipes {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let preset = presets.iter().find(|preset| preset["name"] == name).unwrap();
        assert!(!preset["title"].as_str().unwrap().is_empty());
        assert!(listed.contains(preset["description"].as_str().unwrap()), "{listed}");
        assert_eq!(orogen(&["presets", name]).out, std::fs::read_to_string(&path).unwrap());
    }
}

#[test]
fn help_of_every_command_has_an_example() {
    assert!(orogen(&["--help"]).out.contains("Exit status: 0 success, 1 failure, 2 wrong usage"));
    for verb in ["generate", "check", "sample", "inspect", "nodes", "presets", "completions", "man"] {
        let outcome = orogen(&[verb, "--help"]);
        assert_eq!(outcome.status, Some(0));
        assert!(outcome.out.contains(&format!("Examples:\n  orogen {verb}")), "{}", outcome.out);
        assert!(outcome.out.contains(&format!("  orogen {verb}")), "{}", outcome.out);
        assert!(!outcome.out.contains("--simd"), "{}", outcome.out);
    }
    assert_eq!(orogen(&["--version"]).out, format!("orogen {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(orogen::<&str>(&[]).status, Some(2));
}

#[test]
fn a_closed_stdout_is_not_an_error() {
    for args in [
        &["nodes", "--json"][..],
        &["completions", "zsh"],
        &["presets", "alps"],
        &["nodes"],
        &["inspect", "alps", "--size", "16"],
    ] {
        let mut child =
            Command::new(OROGEN).args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn keys_of_fields_are_explained() {
    let explained = orogen(&["nodes", "displace"]).out;
    for word in
        ["a key of fields", "displace = { by = \"drift\", strength = \"900 m\" }", "Slopes stay exact"]
    {
        assert!(explained.contains(word), "{explained}");
    }
    assert_eq!(json(&["nodes", "seed", "--json"])["group"], "key of a field");
    orogen(&["nodes", "octaves"]).refuses(2, &["`octaves` is not a node", "is a key of `fbm`, `billow`"]);
}

#[test]
fn completions_and_manual_pages_cover_all_subcommands() {
    let script = orogen(&["completions", "bash"]).out;
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    let outcome = orogen(&["man".as_ref(), pages.as_os_str()]);
    assert_eq!((outcome.status, &*outcome.out), (Some(0), ""), "{}", outcome.err);
    for verb in ["generate", "check", "sample", "inspect", "nodes", "presets", "verify", "completions", "man"]
    {
        assert!(script.contains(&format!("orogen__subcmd__{verb}")), "{verb}");
        let page = std::fs::read_to_string(pages.join(format!("orogen-{verb}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
    }
    assert!(pages.join("orogen.1").exists());
}

#[test]
fn manual_pages_that_cannot_be_written_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    orogen(&["man".as_ref(), file.as_os_str()])
        .refuses(1, &["cannot write manual pages into", "choose another"]);
}

#[test]
fn every_part_is_listed_and_can_be_printed() {
    let listed = orogen(&["parts"]).out;
    let facts = json(&["parts", "--json"]);
    let parts = orogen_engine::nodes::registry().parts();
    assert_eq!(facts["parts"].as_array().unwrap().len(), parts.len());
    for (part, facts) in parts.iter().zip(facts["parts"].as_array().unwrap()) {
        assert!(listed.contains(part.name) && listed.contains(part.summary()), "{listed}");
        assert_eq!(orogen(&["parts", part.name]).out, part.text);
        assert_eq!(json(&["parts", part.name, "--json"]), *facts);
        assert!(listed.contains(facts["parameters"][0]["name"].as_str().unwrap()), "{listed}");
    }
    let unknown = orogen(&["parts", "cost"]);
    unknown.refuses(2, &["no part `cost`", "did you mean `coast`?"]);
}

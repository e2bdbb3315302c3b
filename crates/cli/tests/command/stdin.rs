//! Recipes from standard input.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::harness::{HILLS, OROGEN, Outcome, generate};

/// Runs the command with this text as its input.
fn piped<A: AsRef<OsStr>>(text: &[u8], args: &[A]) -> Outcome {
    let mut command = Command::new(OROGEN);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The command may fail before it has read everything.
    _ = child.stdin.take().unwrap().write_all(text);
    child.wait_with_output().unwrap().into()
}

#[test]
fn a_recipe_from_a_pipe_makes_what_its_file_makes() {
    let folder = tempfile::tempdir().unwrap();
    let [file, of_file, of_pipe] = ["terrain.toml", "a", "b"].map(|name| folder.path().join(name));
    fs::write(&file, HILLS).unwrap();
    let options = ["--for", "gis", "--size", "33"];
    generate(file.to_str().unwrap(), &of_file, &options);
    let mut args: Vec<&OsStr> = ["generate", "-", "-o"].map(OsStr::new).into();
    args.push(of_pipe.as_os_str());
    args.extend(options.map(OsStr::new));
    let outcome = piped(HILLS.as_bytes(), &args);
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    for name in ["terrain_height.tif", "terrain.json"] {
        assert_eq!(fs::read(of_file.join(name)).unwrap(), fs::read(of_pipe.join(name)).unwrap(), "{name}");
    }
}

#[test]
fn errors_of_a_recipe_from_a_pipe_have_its_line() {
    let check = |text: &[u8]| piped(text, &["check", "-"]);
    assert_eq!(check(HILLS.as_bytes()).out, "-: OK, heights between -80 and 80 m\n");
    check(HILLS.replace("octaves = 2", "octavs = 2").as_bytes())
        .refuses(2, &["stdin:9:1", "did you mean `octaves`?"]);
    check(b"").refuses(2, &["stdin:1:1"]);
    check(b"orogen = \xff").refuses(2, &["not UTF-8", "stdin:1:10"]);
    check(&vec![b'#'; 80_000_000]).refuses(2, &["stdin"]);
    piped(b"", &["sample", "-", "--points", "-"]).refuses(2, &["cannot be both the recipe and the points"]);
}

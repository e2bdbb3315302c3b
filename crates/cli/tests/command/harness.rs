//! Runs the command and inspects its results.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) const OROGEN: &str = env!("CARGO_BIN_EXE_orogen");

/// The result of a run of the command.
pub(crate) struct Outcome {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

pub(crate) fn orogen<A: AsRef<OsStr>>(args: &[A]) -> Outcome {
    Command::new(OROGEN).args(args).output().unwrap().into()
}

/// Starts a command, and waits until it `is_writing`, long before its end.
pub(crate) fn started(command: &mut Command, is_writing: impl Fn() -> bool) -> Child {
    let mut job = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while !is_writing() {
        assert!(Instant::now() < deadline && job.try_wait().unwrap().is_none(), "the job does not write");
        thread::sleep(Duration::from_millis(5));
    }
    job
}

/// Sends a signal such as `-INT`.
pub(crate) fn send(signal: &str, job: &Child) {
    assert!(Command::new("kill").args([signal, &job.id().to_string()]).status().unwrap().success());
}

/// Runs `generate RECIPE -o FOLDER` with more arguments, which must succeed.
pub(crate) fn generate(recipe: &str, folder: &Path, more: &[&str]) -> Outcome {
    let outcome = try_generate(recipe, folder, more);
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    outcome
}

pub(crate) fn try_generate(recipe: &str, folder: &Path, more: &[&str]) -> Outcome {
    let mut args = vec!["generate".as_ref(), recipe.as_ref(), "-o".as_ref(), folder.as_os_str()];
    args.extend(more.iter().map(OsStr::new));
    orogen(&args)
}

impl Outcome {
    /// Checks that the run failed with this status, printed all of these phrases to stderr and nothing to stdout, and did
    /// not panic.
    #[track_caller]
    pub(crate) fn refuses(&self, status: i32, phrases: &[&str]) {
        assert_eq!(self.status, Some(status), "{}", self.err);
        assert!(self.err.starts_with("error: "), "{}", self.err);
        for phrase in phrases {
            assert!(self.err.contains(phrase), "no `{phrase}` in:\n{}", self.err);
        }
        assert!(!self.err.contains("panicked"), "{}", self.err);
        assert_eq!(self.out, "");
    }
}

/// The sorted names in a folder, including hidden files.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

pub(crate) fn heights(folder: &Path) -> Vec<f32> {
    let bytes = std::fs::read(folder.join("height.f32")).unwrap();
    bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect()
}

pub(crate) fn description(folder: &Path) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(folder.join("terrain.json")).unwrap()).unwrap()
}

/// A recipe with a displacement that equals no preset.
pub(crate) const HILLS: &str = "\
orogen = 1
name = \"Hills\"
seed = 3
domain = { size = 1000, samples = 33 }
height = { field = \"hills\", scale = 80 }
[fields.drift]
type = \"fbm\"
wavelength = 300
octaves = 2
[fields.hills]
type = \"fbm\"
wavelength = 400
displace = { by = \"drift\", strength = 50 }
";

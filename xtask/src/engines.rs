//! Checks of generated files and of the plug-ins in real programs.
//!
//! `xtask/engines/PROGRAM` has a script for each program. It generates terrains, opens them in the program, and compares them with
//! their recipes. Each line of its output is a check as JSON: the program, the file, the number of places, the largest error, the
//! limit, and whether the check holds. A program that is missing is an error.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};

use crate::checks;
use crate::invocation::ROOT;
use crate::tool::{Tool, in_continuous_integration, target_folder};

#[derive(Args)]
pub(crate) struct Options {
    /// Check only these programs
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<Engine>,
    /// The command to check [default: a release build]
    #[arg(long, value_name = "FILE")]
    command: Option<PathBuf>,
    /// The folder for pictures of the programs, relative to the repository [default: target/engines/pictures]
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
    /// Install missing programs; the default if CI=true
    #[arg(long)]
    install: bool,
}

/// A program, or a reader of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Engine {
    Blender,
    Godot,
    Gltf,
    Maplibre,
    Readers,
    Serve,
    Unity,
    Unreal,
}

impl Engine {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The folder of the scripts.
    fn folder(self) -> String {
        format!("xtask/engines/{}", self.name())
    }

    /// The interpreter and the script.
    fn script(self) -> (PathBuf, String) {
        match self {
            Self::Blender | Self::Readers | Self::Unity | Self::Unreal => {
                (self.environment().join("bin/python"), format!("{}/check.py", self.folder()))
            }
            Self::Godot | Self::Gltf | Self::Maplibre | Self::Serve => {
                ("node".into(), format!("{}/check.mjs", self.folder()))
            }
        }
    }

    /// The virtual environment of a Python script.
    fn environment(self) -> PathBuf {
        target_folder().join("engines").join(self.name()).join("python")
    }

    fn tools(self) -> Vec<Tool> {
        let python = |name| {
            let packages = format!("{}/requirements.txt", self.folder());
            [Tool::venv(), Tool::environment(name, &self.environment(), &packages)]
        };
        let node = |name| [Tool::npm(), Tool::node_packages(name, &self.folder())];
        match self {
            Self::Blender => python("Blender as a Python module").into(),
            Self::Godot => {
                let programs = [Tool::chromium(), Tool::tinyexr()];
                programs.into_iter().chain(node("Godot's web build")).collect()
            }
            Self::Gltf => node("Khronos' validator of glTF").into(),
            Self::Maplibre => {
                let packages = node("the set of web packages for MapLibre");
                [Tool::chromium()].into_iter().chain(packages).collect()
            }
            Self::Readers => python("the set of Python readers of GDAL, VTK and trimesh").into(),
            Self::Serve => {
                let packages = node("the set of web packages for pages of `orogen serve`");
                [Tool::chromium()].into_iter().chain(packages).collect()
            }
            Self::Unity => {
                let mono = [Tool::mono_compiler(), Tool::mono()];
                mono.into_iter().chain(python("the set of Python readers for Unity")).collect()
            }
            Self::Unreal => python("the set of Python readers for Unreal").into(),
        }
    }

    /// Runs the script, and returns the number of checks and of those that do not hold.
    fn check(self, command: &Path, pictures: &Path) -> Result<[usize; 2]> {
        let work = tempfile::tempdir()?;
        let (interpreter, script) = self.script();
        checks::run(&interpreter, &script, &[command, work.path(), pictures])
    }
}

/// # Errors
/// A program is missing, a script fails, or a check does not hold.
pub(crate) fn run(options: &Options) -> Result<()> {
    let engines = if options.only.is_empty() { Engine::value_variants() } else { &options.only };
    let may_install = options.install || in_continuous_integration();
    for tool in engines.iter().flat_map(|engine| engine.tools()) {
        tool.ensure(may_install)?;
    }
    // Shaders for Godot need graphics.
    let command = checks::command(options.command.as_deref(), "orogen-cli/gpu,orogen-cli/serve")?;
    let pictures = options.pictures.clone().unwrap_or_else(|| target_folder().join("engines/pictures"));
    let pictures = fs::canonicalize(ROOT)?.join(pictures);
    fs::create_dir_all(&pictures)?;
    let mut failed = 0;
    for engine in engines {
        let start = Instant::now();
        let [checks, wrong] = engine.check(&command, &pictures)?;
        println!(
            "{}: {checks} checks, {wrong} failed, {:.0} s",
            engine.name(),
            start.elapsed().as_secs_f64()
        );
        failed += wrong;
    }
    ensure!(failed == 0, "{failed} checks do not hold");
    Ok(())
}

//! `orogen plugin`: plug-ins that open generated terrains in other programs. They are built into the command.

use std::fs;
use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use include_dir::{Dir, include_dir};
use orogen_files::{PendingOutput, prepare_folder};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::failure::Failure;
use crate::printable;

/// Write the plug-in of a program, or list all plug-ins.
///
/// A plug-in builds the terrain from the files of `orogen generate`. The pages in docs/targets say which files it reads.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The program.
    program: Option<Program>,
    /// The folder of the plug-in, or a file with the extension `.zip`.
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Replace files of other contents, for example those of an older plug-in.
    #[arg(long)]
    force: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen plugin blender -o orogen_terrain.zip        install it with Preferences > Get Extensions > Install from Disk
  orogen plugin godot -o my-project                  adds the folder addons/orogen to the project
  orogen plugin unity -o MyGame/Packages/org.orogen.terrain
  orogen plugin unreal -o MyGame/Plugins/OrogenTerrain";

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Program {
    /// Import terrains with materials, and change recipes live
    Blender,
    /// Terrains as scenes, with collision
    Godot,
    /// Terrains with layers, neighbours, water and trees
    Unity,
    /// Landscapes with materials
    Unreal,
}

static BLENDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/plugins/blender");
static GODOT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/plugins/godot");
static UNITY: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/plugins/unity");
static UNREAL: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/plugins/unreal");

/// A path in a plug-in and the contents of the file.
type File = (&'static Path, &'static [u8]);

impl Program {
    /// An example of a path.
    fn usual_path(self) -> &'static str {
        match self {
            Self::Blender => "orogen_terrain.zip",
            Self::Godot => "my-project",
            Self::Unity => "MyGame/Packages/org.orogen.terrain",
            Self::Unreal => "MyGame/Plugins/OrogenTerrain",
        }
    }

    /// The folder that the paths of the files begin in. For Godot, this is the project, even if the plug-in's own folder is given.
    fn folder(self, output: &Path) -> PathBuf {
        let own = Path::new("addons/orogen");
        match self {
            Self::Godot if output.ends_with(own) => output.ancestors().nth(2).unwrap_or(output).to_owned(),
            _ => output.to_owned(),
        }
    }

    fn files(self) -> Vec<File> {
        let mut files = Vec::new();
        collect(
            match self {
                Self::Blender => &BLENDER,
                Self::Godot => &GODOT,
                Self::Unity => &UNITY,
                Self::Unreal => &UNREAL,
            },
            &mut files,
        );
        files
    }
}

/// The files of a folder and of the folders in it. Python leaves compiled files where a plug-in was tried.
fn collect(folder: &'static Dir<'_>, files: &mut Vec<File>) {
    files.extend(folder.files().map(|file| (file.path(), file.contents())));
    let inner = folder.dirs().filter(|inner| !inner.path().ends_with("__pycache__"));
    inner.for_each(|inner| collect(inner, files));
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let (program, output) = match (args.program, &args.output) {
        (Some(program), Some(output)) => (program, output),
        (Some(program), None) => {
            let help = format!("add -o {}", program.usual_path());
            return Err(Failure::usage("the plug-in needs a path", help));
        }
        (None, None) if !args.force => return list(),
        (None, _) => {
            let help = "name one: `orogen plugin` lists them";
            return Err(Failure::usage("no program is given", help));
        }
    };
    let files = program.files();
    let is_archive = output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"));
    let written = match is_archive {
        true => vec![(output.clone(), archive(&files)?)],
        false => {
            let folder = program.folder(output);
            files.iter().map(|(path, contents)| (folder.join(path), contents.to_vec())).collect()
        }
    };
    write(&written, args.force)
}

fn list() -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for value in Program::value_variants().iter().filter_map(ValueEnum::to_possible_value) {
        let help = value.get_help().map_or_else(String::new, ToString::to_string);
        writeln!(out, "{:8} {help}", value.get_name())?;
    }
    writeln!(out, "\n`orogen plugin PROGRAM -o PATH` writes a plug-in.")?;
    Ok(out.flush()?)
}

/// The files in a ZIP archive without compression.
fn archive(files: &[File]) -> Result<Vec<u8>, Failure> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, contents) in files {
        // Archives have slashes on all systems.
        let name = path.to_string_lossy().replace('\\', "/");
        archive.start_file(name, SimpleFileOptions::default()).map_err(io::Error::from)?;
        archive.write_all(contents)?;
    }
    Ok(archive.finish().map_err(io::Error::from)?.into_inner())
}

/// Writes files after all of them are complete under temporary names, and prints their paths.
fn write(files: &[(PathBuf, Vec<u8>)], force: bool) -> Result<(), Failure> {
    if let Some((path, _)) = files.iter().find(|(path, _)| path.is_dir()) {
        let message = format!("{} is a folder", printable::path(path));
        return Err(Failure::job(message, "choose another path"));
    }
    let is_other = |(path, contents): &&(PathBuf, Vec<u8>)| {
        path.exists() && !fs::read(path).is_ok_and(|found| found == *contents)
    };
    if let Some((path, _)) = files.iter().find(is_other).filter(|_| !force) {
        let message = format!("{} has other contents", printable::path(path));
        return Err(Failure::job(message, "choose another path, or replace the files with --force"));
    }
    let mut outputs = Vec::new();
    for (path, contents) in files {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            prepare_folder(folder)?;
        }
        outputs.push(PendingOutput::of_bytes(path, contents)?);
    }
    let mut out = io::stdout().lock();
    for output in outputs {
        writeln!(out, "{}", output.commit()?.display())?;
    }
    Ok(out.flush()?)
}

//! The `orogen` command, as a library for programs that contain it, such as the Python package. Each subcommand has its own module.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::{Parser, Subcommand};

#[cfg(feature = "serve")]
mod bake;
mod cache;
mod check;
mod completions;
mod device;
#[cfg(feature = "gpu")]
mod devices;
mod failure;
mod file_limit;
mod follow;
mod generate;
mod inputs;
mod inspect;
mod interrupt;
mod json;
mod man;
pub mod memory;
#[cfg(any(test, not(all(feature = "serve", feature = "studio"))))]
mod missing;
mod nodes;
mod numbers;
mod output;
mod parts;
mod picture_files;
mod plugin;
mod presets;
mod preview;
mod printable;
mod progress;
mod recipe;
#[cfg(feature = "gpu")]
mod render;
#[cfg(all(feature = "gpu", target_os = "linux"))]
mod runtime_folder;
mod sample;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "gpu")]
mod shader;
mod signals;
mod solving;
mod strokes;
#[cfg(feature = "studio")]
mod studio;
mod verify;

use failure::Failure;

/// Generate terrain with exact slopes from a small text recipe.
#[derive(Parser)]
#[command(name = "orogen", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Command {
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  orogen generate alps -o out          generate a mountain range in the folder `out`
  orogen preview alps -o alps.png      draw a quick picture from above
  orogen presets alps > mine.toml      copy a preset to start from
  orogen check mine.toml               check a recipe
  orogen nodes swiss                   explain a node
  orogen inspect mine.toml             print statistics of a terrain
  orogen render alps -o alps.png       render a picture
  orogen shader gullies --lang wgsl    export the terrain as a shader function
  orogen serve alps                    show a terrain on a web map
  orogen bake alps -o tiles            write map tiles for a static web server
  orogen plugin blender -o orogen.zip  write a plug-in that opens terrains
  orogen verify out                    compare files with their recipe

Exit status: 0 success, 1 failure, 2 wrong usage or an invalid recipe.";

#[derive(Subcommand)]
enum Verb {
    Generate(generate::Args),
    Preview(preview::Args),
    Check(check::Args),
    #[cfg(feature = "gpu")]
    Render(render::Args),
    /// Render pictures of a terrain (not in this build: it needs the feature `gpu`).
    #[cfg(not(feature = "gpu"))]
    Render(missing::Args),
    Sample(sample::Args),
    Inspect(inspect::Args),
    Nodes(nodes::Args),
    Presets(presets::Args),
    Parts(parts::Args),
    #[cfg(feature = "gpu")]
    Devices(devices::Args),
    /// List the graphics devices (not in this build: it needs the feature `gpu`).
    #[cfg(not(feature = "gpu"))]
    Devices(missing::Args),
    #[cfg(feature = "gpu")]
    Shader(shader::Args),
    /// Export a terrain as a shader function (not in this build: it needs the feature `gpu`).
    #[cfg(not(feature = "gpu"))]
    Shader(missing::Args),
    Plugin(plugin::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    /// Serve map tiles over HTTP (not in this build: it needs the feature `serve`).
    #[cfg(not(feature = "serve"))]
    Serve(missing::Args),
    #[cfg(feature = "serve")]
    Bake(bake::Args),
    /// Write map tiles to files (not in this build: it needs the feature `serve`).
    #[cfg(not(feature = "serve"))]
    Bake(missing::Args),
    Strokes(strokes::Args),
    #[cfg(feature = "studio")]
    Studio(studio::Args),
    /// Edit a terrain in a window (not in this build: it needs the feature `studio`).
    #[cfg(not(feature = "studio"))]
    Studio(missing::Args),
    Verify(verify::Args),
    Cache(cache::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Runs the command and returns its exit status: 0 success, 1 failure, 2 wrong usage or an invalid recipe. `arguments` begins with
/// the name of the program.
///
/// Some subcommands handle SIGINT, SIGTERM and SIGHUP from then on. The command may end the process, so call it last.
///
/// # Example
/// ```
/// assert_eq!(orogen_cli::run(["orogen", "presets"]), 0);
/// assert_eq!(orogen_cli::run(["orogen", "presets", "atlantis"]), 2);
/// ```
pub fn run<A: Into<OsString> + Clone>(arguments: impl IntoIterator<Item = A>) -> u8 {
    #[cfg(all(feature = "gpu", target_os = "linux"))]
    runtime_folder::ensure();
    file_limit::report();
    let done = match Command::try_parse_from(arguments) {
        Ok(command) => perform(command.verb),
        Err(help) => {
            // If the terminal is closed, nobody reads the help.
            _ = help.print();
            Err(Failure::Reported(help.exit_code() as u8))
        }
    };
    // In a program that is not Rust's, nothing else writes out the last line.
    let done = done.and_then(|()| Ok(io::stdout().flush()?));
    match done {
        Ok(()) => 0,
        Err(failure) => failure.report(),
    }
}

fn perform(verb: Verb) -> Result<(), Failure> {
    match verb {
        Verb::Generate(args) => generate::run(&args),
        Verb::Preview(args) => preview::run(&args),
        Verb::Check(args) => check::run(&args),
        #[cfg(feature = "gpu")]
        Verb::Render(args) => render::run(&args),
        #[cfg(not(feature = "gpu"))]
        Verb::Render(_) => missing::verb("render", "gpu"),
        Verb::Sample(args) => sample::run(&args),
        Verb::Inspect(args) => inspect::run(&args),
        Verb::Nodes(args) => nodes::run(&args),
        Verb::Presets(args) => presets::run(&args),
        Verb::Parts(args) => parts::run(&args),
        #[cfg(feature = "gpu")]
        Verb::Devices(args) => devices::run(&args),
        #[cfg(not(feature = "gpu"))]
        Verb::Devices(_) => missing::verb("devices", "gpu"),
        #[cfg(feature = "gpu")]
        Verb::Shader(args) => shader::run(&args),
        #[cfg(not(feature = "gpu"))]
        Verb::Shader(_) => missing::verb("shader", "gpu"),
        Verb::Plugin(args) => plugin::run(&args),
        #[cfg(feature = "serve")]
        Verb::Serve(args) => serve::run(&args),
        #[cfg(not(feature = "serve"))]
        Verb::Serve(_) => missing::verb("serve", "serve"),
        #[cfg(feature = "serve")]
        Verb::Bake(args) => bake::run(&args),
        #[cfg(not(feature = "serve"))]
        Verb::Bake(_) => missing::verb("bake", "serve"),
        Verb::Strokes(args) => strokes::run(&args),
        #[cfg(feature = "studio")]
        Verb::Studio(args) => studio::run(&args),
        #[cfg(not(feature = "studio"))]
        Verb::Studio(_) => missing::verb("studio", "studio"),
        Verb::Verify(args) => verify::run(&args),
        Verb::Cache(args) => cache::run(&args),
        Verb::Completions(args) => completions::run(&args),
        Verb::Man(args) => man::run(&args),
    }
}

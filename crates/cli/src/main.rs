//! The `orogen` command: from a recipe to the files of a terrain. One file a verb.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod check;
mod device;
mod devices;
mod failure;
mod file_limit;
mod generate;
mod hash;
mod images;
mod inspect;
mod interrupt;
mod nodes;
mod numbers;
mod output;
mod presets;
mod progress;
mod recipe;
#[cfg(feature = "gpu")]
mod render;
mod sample;
#[cfg(feature = "gpu")]
mod shader;
mod strokes;
#[cfg(feature = "studio")]
mod studio;
mod verify;

/// One small text recipe in, heights with exact slopes out.
#[derive(Parser)]
#[command(name = "orogen", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Command {
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  orogen generate alps -o out          a mountain range as files in the folder `out`
  orogen presets alps > mine.toml      a recipe to start from
  orogen check mine.toml               is it right?
  orogen nodes swiss                   what a kind of field can do
  orogen inspect mine.toml             figures and plots of a terrain
  orogen render alps -o alps.png       a picture of it
  orogen shader alps --lang wgsl       the terrain as a function for shaders
  orogen verify out                    do the files hold what the recipe says?

Exit status: 0 done, 1 the job failed, 2 wrong use or a wrong recipe.";

#[derive(Subcommand)]
enum Verb {
    Generate(generate::Args),
    Check(check::Args),
    #[cfg(feature = "gpu")]
    Render(render::Args),
    Sample(sample::Args),
    Inspect(inspect::Args),
    Nodes(nodes::Args),
    Presets(presets::Args),
    Devices(devices::Args),
    #[cfg(feature = "gpu")]
    Shader(shader::Args),
    Strokes(strokes::Args),
    #[cfg(feature = "studio")]
    Studio(studio::Args),
    Verify(verify::Args),
}

fn main() -> ExitCode {
    file_limit::report();
    let done = match Command::parse().verb {
        Verb::Generate(args) => generate::run(&args),
        Verb::Check(args) => check::run(&args),
        #[cfg(feature = "gpu")]
        Verb::Render(args) => render::run(&args),
        Verb::Sample(args) => sample::run(&args),
        Verb::Inspect(args) => inspect::run(&args),
        Verb::Nodes(args) => nodes::run(&args),
        Verb::Presets(args) => presets::run(&args),
        Verb::Devices(args) => devices::run(&args),
        #[cfg(feature = "gpu")]
        Verb::Shader(args) => shader::run(&args),
        Verb::Strokes(args) => strokes::run(&args),
        #[cfg(feature = "studio")]
        Verb::Studio(args) => studio::run(&args),
        Verb::Verify(args) => verify::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

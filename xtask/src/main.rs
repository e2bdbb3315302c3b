//! The project's chores: `cargo xtask <chore>`.

mod arrows;
mod code;
mod examples;
mod files;
mod flights;
mod gallery;
mod golden;
mod invocation;
mod licences;
mod metadata;
mod modules;
mod renders;
mod test;
mod tool;
mod tour;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about = "The project's chores")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Run every check of the project, in order, up to the first that fails
    Test(test::Options),
    /// Check the dependencies of crates and of their modules, and the licences
    Arrows,
    /// Check the length of the source files and that nothing in them is left for later
    Files,
    /// Compare the presets' bits with those kept, or keep new ones
    Golden(golden::Options),
    /// Make the pictures of the documentation
    Gallery(gallery::Options),
    /// Make the pictures of the page about the studio
    Tour,
    /// Write the examples of exported shaders
    Examples,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().chore {
        Chore::Test(options) => return test::run(&options),
        Chore::Arrows => arrows::run(),
        Chore::Files => files::run(),
        Chore::Golden(options) => golden::run(&options),
        Chore::Gallery(options) => gallery::run(&options),
        Chore::Tour => tour::run(),
        Chore::Examples => examples::run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

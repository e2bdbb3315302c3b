//! The tasks of the project: `cargo xtask <task>`.

mod album;
mod arrows;
mod batch;
mod buildtime;
mod checks;
mod code;
mod engines;
mod erosion_pictures;
mod examples;
mod files;
mod flights;
mod gallery;
mod golden;
mod invocation;
mod layers;
mod licences;
mod load;
mod metadata;
mod modules;
mod notices;
mod package;
mod preset_pictures;
mod presets;
mod python;
mod release;
mod renders;
mod test;
mod tool;
mod tour;
mod web;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about = "The tasks of the project")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run all checks of the project in order, until one fails
    Test(test::Options),
    /// Check the dependencies between crates, between modules, and the licences of all dependencies
    Arrows(arrows::Options),
    /// Check the length of source files, and that they contain no unfinished work
    Files,
    /// Compare the presets' bits with those recorded, or record new ones
    Golden(golden::Options),
    /// Make the pictures of the documentation
    Gallery(gallery::Options),
    /// Measure the exposure of the pictures of all presets
    Exposure(preset_pictures::Options),
    /// Make the screenshots of the studio's page
    Tour,
    /// Write the examples of exported shaders
    Examples,
    /// Measure how long the command takes to build, by crate and after a change, and its size
    Buildtime(buildtime::Options),
    /// Measure a batch of terrains against single ones, and check that killed batches continue
    Batch(batch::Options),
    /// Load `orogen serve` with autocannon: minutes of tiles, then ten times as many requests as it can answer
    Load(load::Options),
    /// Open generated files in Blender, Godot and other programs, and compare them with their recipes
    Engines(engines::Options),
    /// Build the npm package, and check it in Node and in a browser
    Web(web::Options),
    /// Check that the published packages are complete, and package them
    Package,
    /// Build the release archive of this platform
    Release(release::Options),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().task {
        Task::Test(options) => return test::run(&options),
        Task::Arrows(options) => arrows::run(&options),
        Task::Files => files::run(),
        Task::Golden(options) => golden::run(&options),
        Task::Gallery(options) => gallery::run(&options),
        Task::Exposure(options) => preset_pictures::measure(&options),
        Task::Tour => tour::run(),
        Task::Examples => examples::run(),
        Task::Buildtime(options) => buildtime::run(&options),
        Task::Batch(options) => batch::run(&options),
        Task::Load(options) => load::run(&options),
        Task::Engines(options) => engines::run(&options),
        Task::Web(options) => web::run(&options),
        Task::Package => package::run(),
        Task::Release(options) => release::run(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

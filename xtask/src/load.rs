//! Loads `orogen serve`: minutes of tiles that are made and tiles in the cache, then ten times as many requests as it can answer.
//!
//! `xtask/load/check.mjs` asks with autocannon, a load tool from npm. Each line of its output is a check as JSON: requests, errors,
//! times, memory, tiles per second against those of the engine alone, the limit, and whether the check holds.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Args;

use crate::checks;
use crate::invocation::Invocation;
use crate::tool::{Tool, in_continuous_integration};

/// The scripts of the checks, and the packages that they need.
const SCRIPTS: &str = "xtask/load";

#[derive(Args)]
pub(crate) struct Options {
    /// The command to check [default: a release build]
    #[arg(long, value_name = "FILE")]
    command: Option<PathBuf>,
    /// A preset
    #[arg(long, default_value = "alps")]
    preset: String,
    /// Where its centre is on the map
    #[arg(long, value_name = "LAT,LON", default_value = "46.5,8.1")]
    at: String,
    /// How long tiles are asked for. Overload takes another tenth of it, and the engine alone a quarter
    #[arg(long, value_name = "N", default_value_t = 10.0)]
    minutes: f64,
    /// Install missing tools; the default if CI=true
    #[arg(long)]
    install: bool,
}

/// # Errors
/// A tool is missing, a build fails, or a check does not hold.
pub(crate) fn run(options: &Options) -> Result<()> {
    ensure!(options.minutes > 0.0, "--minutes is {}, not above 0", options.minutes);
    ensure!(cfg!(target_os = "linux"), "the memory of a server is read from /proc, which only Linux has");
    let may_install = options.install || in_continuous_integration();
    let tools = [Tool::npm(), Tool::node_packages("the load tool autocannon", SCRIPTS)];
    tools.iter().try_for_each(|tool| tool.ensure(may_install))?;
    let command = checks::command(options.command.as_deref(), "orogen-cli/serve")?;
    // The script runs this for the tiles per second of the engine alone.
    Invocation::cargo("bench --package orogen-serve --bench tiles --no-run").run()?;
    let minutes = options.minutes.to_string();
    let arguments: [&Path; 4] = [&command, options.preset.as_ref(), options.at.as_ref(), minutes.as_ref()];
    let [checks, failed] = checks::run(Path::new("node"), &format!("{SCRIPTS}/check.mjs"), &arguments)?;
    println!("{checks} checks, {failed} failed");
    ensure!(failed == 0, "{failed} checks do not hold");
    Ok(())
}

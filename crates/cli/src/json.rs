//! The output of `--json`.

use std::io::{self, Write};

use serde_json::Value;

use crate::failure::Failure;

/// The flag of commands whose result can be JSON.
#[derive(Clone, clap::Args)]
pub(crate) struct Flag {
    /// Print the result as JSON. Errors that prevent a result are printed to stderr.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The flags of commands that also say what they do.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Reporting {
    /// Print only errors.
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Print the result as JSON; errors that prevent it go to stderr.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints the result of a command to stdout, indented.
pub(crate) fn print(result: &Value) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{result:#}")?;
    Ok(out.flush()?)
}

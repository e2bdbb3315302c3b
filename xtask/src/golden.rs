//! Compares and updates the recorded bits of the presets.

use anyhow::{Context, Result};
use clap::Args;

use crate::invocation::Invocation;

/// Options of `golden`.
#[derive(Args)]
pub(crate) struct Options {
    /// Record the current bits; give the reason in the commit and the changelog
    #[arg(long)]
    accept: bool,
}

/// Compares the presets' bits with those recorded in `crates/orogen/recipes/golden.txt`.
///
/// # Errors
/// Bits differ and are not accepted, or the comparison cannot be built.
pub(crate) fn run(options: &Options) -> Result<()> {
    let test = Invocation::cargo("test --quiet --package orogen --test golden");
    let test = if options.accept { test.variable("OROGEN_GOLDEN", "accept") } else { test };
    test.run().context("the presets' bits differ from those recorded")
}

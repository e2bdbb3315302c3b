//! The kept bits of the presets: compared and renewed.

use anyhow::{Context, Result};
use clap::Args;

use crate::invocation::Invocation;

/// What to do with presets whose bits have changed.
#[derive(Args)]
pub(crate) struct Options {
    /// Keep the bits as they are now; the reason belongs into the commit and the changelog
    #[arg(long)]
    accept: bool,
}

/// Compares the presets' bits with those kept in `recipes/golden.txt`.
///
/// # Errors
/// Bits differ and are not accepted, or the comparison cannot be built.
pub(crate) fn run(options: &Options) -> Result<()> {
    let test = Invocation::cargo("test --quiet --package orogen --test golden");
    let test = if options.accept { test.variable("OROGEN_GOLDEN", "accept") } else { test };
    test.run().context("the presets' bits are not those kept")
}

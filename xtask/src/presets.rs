//! The presets, as the command lists them.

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::album::orogen;

#[derive(Deserialize)]
struct Listing {
    presets: Vec<Preset>,
}

#[derive(Deserialize)]
pub(crate) struct Preset {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) description: String,
    /// The kind of domain.
    pub(crate) domain: String,
}

/// All presets.
///
/// # Errors
/// The command cannot be built or fails.
pub(crate) fn all() -> Result<Vec<Preset>> {
    let listed = orogen("presets --json").output()?;
    let Listing { presets } =
        serde_json::from_slice(&listed).context("cannot parse the output of `orogen presets --json`")?;
    Ok(presets)
}

//! `orogen devices`: what can compute terrain.

use std::io::{self, Write};

use serde_json::json;

use crate::device::{self, Found};
use crate::failure::Failure;

/// List the graphics devices that `generate --device` can take.
///
/// The best comes first; it is the one that `--device gpu` takes, and `--device auto` if it does not compute on the
/// processor. The list is empty if there is none.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Print machine-readable facts; what goes wrong before there are any is told on stderr, in words.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen devices
  orogen generate alps -o out --device radeon";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let devices = device::devices();
    let mut out = io::stdout().lock();
    if args.json {
        let facts: Vec<_> = devices.iter().map(facts).collect();
        writeln!(out, "{:#}", json!(facts))?;
    } else if devices.is_empty() {
        eprintln!("there is no graphics device with a Vulkan driver: the processor computes");
    } else {
        devices.iter().try_for_each(|found| writeln!(out, "{}", line(found)))?;
    }
    Ok(out.flush()?)
}

fn line(Found { name, kind, lack, .. }: &Found) -> String {
    match lack {
        None => format!("{name}: {kind}"),
        Some(lack) => format!("{name}: {kind}; of no use, {lack}"),
    }
}

fn facts(found: &Found) -> serde_json::Value {
    json!({ "name": found.name, "kind": found.kind, "automatic": found.is_automatic, "lack": found.lack })
}

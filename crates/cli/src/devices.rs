//! `orogen devices`: lists the graphics devices.

use std::io::{self, Write};

use serde_json::json;

use crate::device::{self, DeviceInfo};
use crate::failure::Failure;
use crate::json;

/// List the graphics devices that `generate --device` can use.
///
/// The best device comes first. `--device gpu` uses the first device. `--device auto` uses the first device that does not
/// compute on the processor. The list is empty if there is no device.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    report: json::Flag,
}

const EXAMPLES: &str = "\
Examples:
  orogen devices
  orogen generate alps -o out --device radeon";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let devices = device::devices();
    if args.report.json {
        return json::print(&devices.iter().map(device_json).collect());
    }
    if devices.is_empty() {
        eprintln!("no graphics device with a Vulkan driver; orogen uses the processor");
    }
    let mut out = io::stdout().lock();
    devices.iter().try_for_each(|device| writeln!(out, "{}", line(device)))?;
    Ok(out.flush()?)
}

fn line(DeviceInfo { name, kind, lack, .. }: &DeviceInfo) -> String {
    match lack {
        None => format!("{name}: {kind}"),
        Some(lack) => format!("{name}: {kind}; not usable: {lack}"),
    }
}

fn device_json(device: &DeviceInfo) -> serde_json::Value {
    json!({ "name": device.name, "kind": device.kind, "automatic": device.is_automatic, "lack": device.lack })
}

//! Graphics devices.

pub(crate) use orogen_gpu::{Bands, Choice, Gpu};
use orogen_gpu::{Chosen, GpuError};

use super::{Device, Found};
use crate::failure::Failure;

/// Opens what is chosen.
pub(crate) fn open(choice: &Choice) -> Result<Device, Failure> {
    match choice.open() {
        Ok(Chosen::Cpu) => Ok(Device::Cpu),
        Ok(Chosen::CpuInstead(why)) => Ok(Device::CpuInstead(why.to_string())),
        Ok(Chosen::Gpu(gpu)) => Ok(Device::Gpu(gpu)),
        Err(error) => Err(Failure::of_job(error.to_string(), mend(&error))),
    }
}

fn mend(error: &GpuError) -> &'static str {
    match error {
        GpuError::NoDevice => {
            "install the driver of the graphics card, or for one that computes on the processor Mesa's lavapipe \
             (Debian: mesa-vulkan-drivers); without --device the processor computes"
        }
        _ => "`orogen devices` lists what there is; without --device the processor computes",
    }
}

/// The graphics devices there are, the best first.
pub(crate) fn devices() -> Vec<Found> {
    let found = |found: orogen_gpu::Found| Found {
        name: found.name,
        kind: found.kind,
        is_automatic: !found.is_software && found.lack.is_none(),
        lack: found.lack,
    };
    orogen_gpu::devices().into_iter().map(found).collect()
}

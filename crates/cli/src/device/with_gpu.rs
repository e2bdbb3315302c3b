//! Graphics devices.

pub(crate) use orogen_gpu::{Bands, Choice, Gpu};
use orogen_gpu::{ChosenDevice, GpuError};

use super::{Device, DeviceInfo};
use crate::failure::Failure;

/// How to get a graphics device.
pub(crate) const INSTALL_DRIVER: &str = "install the driver of the graphics card, or Mesa's lavapipe, which computes on the processor \
     (Debian: mesa-vulkan-drivers)";

/// Opens the requested device.
pub(crate) fn open(choice: &Choice) -> Result<Device, Failure> {
    match choice.open() {
        Ok(ChosenDevice::Cpu) => Ok(Device::Cpu),
        Ok(ChosenDevice::CpuInstead(why)) => Ok(Device::CpuInstead(why.to_string())),
        Ok(ChosenDevice::Gpu(gpu)) => Ok(Device::Gpu(gpu)),
        Err(error) => Err(Failure::job(error.to_string(), help(&error))),
    }
}

fn help(error: &GpuError) -> String {
    let help = match error {
        GpuError::NoDevice => INSTALL_DRIVER,
        _ => "`orogen devices` lists the devices",
    };
    format!("{help}; leave out --device to use the processor")
}

/// The installed graphics devices, the best first.
pub(crate) fn devices() -> Vec<DeviceInfo> {
    let info = |found: orogen_gpu::DeviceInfo| DeviceInfo {
        name: found.name,
        kind: found.kind,
        is_automatic: !found.is_software && found.lack.is_none(),
        lack: found.lack,
    };
    orogen_gpu::devices().into_iter().map(info).collect()
}

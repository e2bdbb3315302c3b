//! Graphics devices, if the program is built to use them.

#[cfg(feature = "gpu")]
mod with_gpu;
#[cfg(not(feature = "gpu"))]
mod without_gpu;

#[cfg(feature = "gpu")]
pub(crate) use with_gpu::{Bands, Choice, Gpu, INSTALL_DRIVER, devices, open};
#[cfg(not(feature = "gpu"))]
pub(crate) use without_gpu::{Bands, Choice, Gpu, open};

/// The device that computes heights.
pub(crate) enum Device {
    /// The processor, as requested.
    Cpu,
    /// The processor, because no graphics device can be used, and why not.
    CpuInstead(String),
    /// A graphics device.
    #[cfg_attr(
        not(feature = "gpu"),
        expect(dead_code, reason = "no device can be opened without the feature")
    )]
    Gpu(Gpu),
}

/// An installed graphics device.
#[cfg(feature = "gpu")]
pub(crate) struct DeviceInfo {
    /// The name of the device and its driver.
    pub(crate) name: String,
    /// The kind of device, in words.
    pub(crate) kind: &'static str,
    /// Whether `--device auto` may use it.
    pub(crate) is_automatic: bool,
    /// The required feature it lacks, in words.
    pub(crate) lack: Option<String>,
}

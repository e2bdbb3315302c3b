//! Graphics devices, if the program is built to use them.

#[cfg(not(feature = "gpu"))]
mod none;
#[cfg(feature = "gpu")]
mod some;

#[cfg(not(feature = "gpu"))]
pub(crate) use none::{Bands, Choice, Gpu, devices, open};
#[cfg(feature = "gpu")]
pub(crate) use some::{Bands, Choice, Gpu, devices, open};

/// What computes.
pub(crate) enum Device {
    /// The processor, as was asked for.
    Cpu,
    /// The processor, as there is no graphics device to be taken: why.
    CpuInstead(String),
    /// A graphics device.
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "there is none to be opened"))]
    Gpu(Gpu),
}

/// A graphics device that there is.
pub(crate) struct Found {
    /// What the device and its driver are called.
    pub(crate) name: String,
    /// What kind of device it is, in words.
    pub(crate) kind: &'static str,
    /// Whether `--device auto` may take it.
    pub(crate) is_automatic: bool,
    /// What it lacks to be of use, in words.
    pub(crate) lack: Option<String>,
}

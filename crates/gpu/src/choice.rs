//! The choice of a device.

use std::convert::Infallible;
use std::str::FromStr;

use wgpu::{DeviceType, Limits};

use crate::device::name;
use crate::{Gpu, GpuError, needs};

/// The choice of a device.
///
/// ```
/// use orogen_gpu::Choice;
///
/// assert_eq!("auto".parse(), Ok(Choice::Auto));
/// assert_eq!("radeon".parse(), Ok(Choice::Named("radeon".to_owned())));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The processor.
    #[default]
    Cpu,
    /// The best graphics device of any kind.
    Gpu,
    /// The best graphics device that is not a software driver; otherwise the processor.
    Auto,
    /// The best graphics device whose name contains this text, ignoring case. An empty text matches no device.
    Named(String),
}

impl FromStr for Choice {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text.trim() {
            "cpu" => Self::Cpu,
            "gpu" => Self::Gpu,
            "auto" => Self::Auto,
            name => Self::Named(name.to_owned()),
        })
    }
}

/// The result of a [`Choice`].
///
/// # Example
/// ```
/// use orogen_gpu::{Choice, ChosenDevice};
///
/// assert!(matches!(Choice::Cpu.open(), Ok(ChosenDevice::Cpu)));
/// ```
#[derive(Debug)]
pub enum ChosenDevice {
    /// The processor, as requested.
    Cpu,
    /// The processor, because [`Choice::Auto`] found no suitable device. The error is the reason.
    CpuInstead(GpuError),
    /// A graphics device.
    Gpu(Gpu),
}

impl Choice {
    /// Opens the device.
    ///
    /// # Errors
    /// Fails if the choice is [`Gpu`](Self::Gpu) or [`Named`](Self::Named) and there is no such device, each such device lacks a
    /// capability, or none of them can be opened.
    pub fn open(&self) -> Result<ChosenDevice, GpuError> {
        self.open_with(&needs::limits())
    }

    /// Opens the device with further limits, for callers that use it for more than heights.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open).
    pub fn open_with(&self, limits: &Limits) -> Result<ChosenDevice, GpuError> {
        if *self == Self::Cpu {
            return Ok(ChosenDevice::Cpu);
        }
        match (self.open_best(limits), self) {
            (Ok(gpu), _) => Ok(ChosenDevice::Gpu(gpu)),
            (Err(why), Self::Auto) => Ok(ChosenDevice::CpuInstead(why)),
            (Err(why), _) => Err(why),
        }
    }

    /// Tries the suitable devices one after the other. If none can be opened, returns the error of the best one.
    fn open_best(&self, limits: &Limits) -> Result<Gpu, GpuError> {
        let adapters = adapters();
        let known: Vec<_> = adapters.iter().map(wgpu::Adapter::get_info).collect();
        let names: Vec<_> = known.iter().map(|info| (name(info), info.device_type)).collect();
        let mut first = None;
        for at in self.order(&names)? {
            match Gpu::open(&adapters[at], &adapters[at].limits(), limits) {
                Ok(gpu) => return Ok(gpu),
                Err(error) => _ = first.get_or_insert(error),
            }
        }
        Err(first.unwrap_or(GpuError::NoDevice))
    }

    /// The indices of the suitable devices, best first.
    fn order(&self, devices: &[(String, DeviceType)]) -> Result<Vec<usize>, GpuError> {
        let mut order: Vec<_> = (0..devices.len()).filter(|&at| self.accepts(&devices[at])).collect();
        order.sort_by_key(|&at| rank(devices[at].1));
        let names = || devices.iter().map(|(name, _)| name.clone());
        match self {
            _ if !order.is_empty() => Ok(order),
            Self::Auto if !devices.is_empty() => {
                Err(GpuError::OnlySoftware(names().collect::<Vec<_>>().join(", ")))
            }
            Self::Named(wanted) if !devices.is_empty() => {
                Err(GpuError::NoneNamed { wanted: wanted.clone(), found: names().collect() })
            }
            _ => Err(GpuError::NoDevice),
        }
    }

    fn accepts(&self, (name, kind): &(String, DeviceType)) -> bool {
        match self {
            Self::Cpu => false,
            Self::Gpu => true,
            Self::Auto => *kind != DeviceType::Cpu,
            Self::Named(part) => !part.is_empty() && name.to_lowercase().contains(&part.to_lowercase()),
        }
    }
}

/// The rank of a kind of device. A smaller rank is better.
fn rank(kind: DeviceType) -> u8 {
    match kind {
        DeviceType::DiscreteGpu => 0,
        DeviceType::IntegratedGpu => 1,
        DeviceType::VirtualGpu => 2,
        DeviceType::Cpu => 3,
        DeviceType::Other => 4,
    }
}

fn adapters() -> Vec<wgpu::Adapter> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::PRIMARY,
        // With `DEBUG`, which debug builds set by default, naga writes line numbers into shaders. For each statement, it counts the
        // lines before it. For our long shaders, this took a sixth of the time of tests.
        flags: wgpu::InstanceFlags::default().difference(wgpu::InstanceFlags::DEBUG),
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    pollster::block_on(instance.enumerate_adapters(wgpu::Backends::PRIMARY))
}

/// A graphics device of this machine.
///
/// # Example
/// ```no_run
/// for device in orogen_gpu::devices() {
///     println!("{} ({})", device.name, device.kind);
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// The names of the device and its driver.
    pub name: String,
    /// The kind of device.
    pub kind: &'static str,
    /// Whether the device is a software driver. [`Choice::Auto`] does not use software drivers.
    pub is_software: bool,
    /// The capability or limit that the device lacks; `None` if it can compute terrains.
    pub lack: Option<String>,
}

/// The graphics devices of this machine, best first.
pub fn devices() -> Vec<DeviceInfo> {
    let mut adapters = adapters();
    adapters.sort_by_key(|adapter| rank(adapter.get_info().device_type));
    let device_info = |adapter: &wgpu::Adapter| {
        let info = adapter.get_info();
        DeviceInfo {
            name: name(&info),
            kind: kind_name(info.device_type),
            is_software: info.device_type == DeviceType::Cpu,
            lack: needs::lack(&needs::limits(), &adapter.limits(), &adapter.get_downlevel_capabilities()),
        }
    };
    adapters.iter().map(device_info).collect()
}

fn kind_name(kind: DeviceType) -> &'static str {
    match kind {
        DeviceType::DiscreteGpu => "a graphics card",
        DeviceType::IntegratedGpu => "integrated graphics",
        DeviceType::VirtualGpu => "a virtual graphics device",
        DeviceType::Cpu => "computes on the processor",
        DeviceType::Other => "an unknown kind of device",
    }
}

#[cfg(test)]
impl Gpu {
    /// A device for tests that every machine can have: a software driver can be installed.
    pub(crate) fn any() -> Self {
        match Choice::Gpu.open() {
            Ok(ChosenDevice::Gpu(gpu)) => gpu,
            other => panic!("{other:?}; on a machine without a device install mesa-vulkan-drivers"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_devices() -> Vec<(String, DeviceType)> {
        use DeviceType::{Cpu, DiscreteGpu, IntegratedGpu, Other, VirtualGpu};
        let kinds = [Other, Cpu, VirtualGpu, IntegratedGpu, DiscreteGpu, DiscreteGpu];
        let names = ["strange", "llvmpipe", "venus", "Iris Xe", "Radeon", "GeForce"];
        names.map(str::to_owned).into_iter().zip(kinds).collect()
    }

    #[test]
    fn the_best_is_tried_first() {
        assert_eq!(Choice::Gpu.order(&some_devices()), Ok(vec![4, 5, 3, 2, 1, 0]));
        assert_eq!(Choice::Auto.order(&some_devices()), Ok(vec![4, 5, 3, 2, 0]));
        assert_eq!(Choice::Named("R".to_owned()).order(&some_devices()), Ok(vec![4, 5, 3, 0]));
        assert_eq!(Choice::Named("geforce".to_owned()).order(&some_devices()), Ok(vec![5]));
    }

    #[test]
    fn missing_devices_have_a_reason() {
        let software = some_devices()[1..2].to_vec();
        let names = vec!["llvmpipe".to_owned()];
        assert_eq!(Choice::Auto.order(&software), Err(GpuError::OnlySoftware("llvmpipe".to_owned())));
        let named = Choice::Named("arc".to_owned()).order(&software);
        assert_eq!(named, Err(GpuError::NoneNamed { wanted: "arc".to_owned(), found: names }));
        assert!(matches!(Choice::Named(String::new()).order(&software), Err(GpuError::NoneNamed { .. })));
        for choice in [Choice::Auto, Choice::Gpu, Choice::Named("arc".to_owned())] {
            assert_eq!(choice.order(&[]), Err(GpuError::NoDevice));
        }
    }

    /// A device with limits that are too low is reported before it is opened.
    #[test]
    fn limits_are_checked_first() {
        let adapters = adapters();
        let adapter = adapters.first().expect("no Vulkan device: install mesa-vulkan-drivers");
        let allowed = Limits { max_buffer_size: 1 << 20, ..adapter.limits() };
        let error = Gpu::open(adapter, &allowed, &needs::limits()).unwrap_err();
        let words = error.to_string();
        assert!(matches!(error, GpuError::Lacking { .. }), "{words}");
        assert!(words.contains("its max_buffer_size is 1048576, but must be at least 134217728"), "{words}");
    }
}

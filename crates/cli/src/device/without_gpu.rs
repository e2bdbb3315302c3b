//! Stand-ins for a build without graphics devices. Requests for a device are refused.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::str::FromStr;

use orogen_engine::raster::{Band, Grid};
use orogen_engine::terrain::Terrain;

use super::Device;
use crate::failure::Failure;

const WHY: &str = "this build of orogen does not support graphics devices";

/// The requested device.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    Cpu,
    Auto,
    /// A graphics device, which this build does not have.
    Other,
}

impl FromStr for Choice {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "cpu" => Self::Cpu,
            "auto" => Self::Auto,
            _ => Self::Other,
        })
    }
}

/// A graphics device. This build cannot open one.
pub(crate) enum Gpu {}

impl Gpu {
    pub(crate) fn name(&self) -> &str {
        match *self {}
    }
}

pub(crate) fn open(choice: &Choice) -> Result<Device, Failure> {
    match choice {
        Choice::Cpu => Ok(Device::Cpu),
        Choice::Auto => Ok(Device::CpuInstead(WHY.to_owned())),
        Choice::Other => Err(Failure::job(WHY, "leave out --device, or build orogen with the feature `gpu`")),
    }
}

/// Computes bands on a graphics device. No value of this type exists, because this build cannot open a device.
pub(crate) struct Bands<'a> {
    gpu: Gpu,
    terrain: PhantomData<&'a Terrain>,
}

impl<'a> Bands<'a> {
    pub(crate) fn new(
        gpu: Gpu,
        _terrain: &'a Terrain,
        _grid: Grid,
        _curvature: bool,
    ) -> Result<Self, Infallible> {
        Ok(Self { gpu, terrain: PhantomData })
    }

    pub(crate) fn name(&self) -> &str {
        match self.gpu {}
    }

    pub(crate) fn make(&mut self, _first: usize, _rows: usize, _band: &mut Band) -> Result<(), Infallible> {
        match self.gpu {}
    }
}

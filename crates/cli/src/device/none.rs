//! A program that is built without graphics devices: it can be asked for them, and says that it has none.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::str::FromStr;

use orogen::raster::{Band, Grid};
use orogen::terrain::Terrain;

use super::{Device, Found};
use crate::failure::Failure;

const WHY: &str = "this orogen is built without graphics devices";

/// Which device is to compute.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    Cpu,
    Auto,
    /// Any of the devices that there are not.
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

/// None.
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
        Choice::Other => Err(Failure::of_job(WHY, "leave out --device, or build it with the feature `gpu`")),
    }
}

pub(crate) fn devices() -> Vec<Found> {
    Vec::new()
}

/// What such a device would make.
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

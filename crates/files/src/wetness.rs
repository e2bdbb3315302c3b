//! Topographic wetness: `wetness.png`, 16-bit grey.
//!
//! The topographic wetness index of Beven and Kirkby (*A physically based, variable contributing area model of basin
//! hydrology*, 1979) is ln(*a* / tan β). *a* is the specific catchment area: the area that drains through a sample, divided by
//! the width of the contour that it drains through, in metres. β is the angle of the slope. Water gathers where the index is
//! high: where much of it arrives, and level ground lets it stay.
//!
//! The drained area *A* is the result `flow` of an `erosion`, log₁₀ of km², and the contour is as wide as a cell of its
//! solution, *w*. So ln *a* = flow · ln 10 + ln(10⁶/*w*). The slope is the exact slope of the terrain.

use std::f32::consts::LN_10;
use std::ops::Range;
use std::path::Path;

use orogen_engine::raster::{Band, Grid};

use crate::FileError;
use crate::encode::{Png, PngKind};
use crate::pending::PendingFile;
use crate::product::{Product, SampleFile, SampleFormat};

/// The indices that the values 0 and 65535 stand for. Lower and higher indices are clipped.
pub const RANGE: [f32; 2] = [-5.0, 30.0];

/// The meaning of the values.
pub const FORMULA: &str = "index = ln(a / tan b) = value * 35 / 65535 - 5; a: drained area per metre of contour, in metres; tan b: \
                           slope, at least 0.001";

/// The slope of level ground: an index needs a slope above 0.
const LEAST_SLOPE: f32 = 1e-3;

/// Computes the topographic wetness index of samples.
///
/// ```
/// use orogen_files::wetness::Wetness;
///
/// // 1 km² drains through a cell 10 m wide, on a slope of 1 in 10: ln(10⁵ / 0.1).
/// let wetness = Wetness::new(0, 10.0);
/// assert!((wetness.index(0.0, [0.1, 0.0]) - 13.8155).abs() < 1e-3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wetness {
    /// The index of the result `flow` among the `others` of a band.
    plane: usize,
    /// ln(10⁶/*w*) of cells that are *w* metres wide.
    contour: f32,
}

impl Wetness {
    /// The index from the flow that is the plane `plane` among the `others` of a band. The cells of the solution are `cell` metres
    /// wide.
    pub fn new(plane: usize, cell: f64) -> Self {
        Self { plane, contour: libm::log(1e6 / cell) as f32 }
    }

    /// The index for a flow, the decimal logarithm of the drained area in km², and slopes along x and y.
    pub fn index(&self, flow: f32, [dx, dy]: [f32; 2]) -> f32 {
        let slope = (dx * dx + dy * dy).sqrt().max(LEAST_SLOPE);
        // libm returns the same bits on every machine.
        flow * LN_10 + self.contour - libm::logf(slope)
    }
}

/// `wetness.png`: the topographic wetness index, −5 to 30 as 0 to 65535. The bands must have slopes and the flow.
///
/// # Errors
/// The folder is missing or cannot be written, or the grid is empty.
pub fn png(path: &Path, grid: &Grid, wetness: Wetness) -> Result<Box<dyn Product>, FileError> {
    let encoder = Png::new(PendingFile::create(path)?, grid, PngKind::Grey16)?;
    Ok(Box::new(SampleFile::new(path.to_owned(), grid, wetness, encoder)))
}

impl SampleFormat for Wetness {
    const BYTES: usize = 2;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        let flow = band.others.get(self.plane).map_or(&[][..], Vec::as_slice);
        vec![("the flow", flow), ("the slope along x", &band.dx), ("the slope along y", &band.dy)]
    }

    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        let [least, most] = RANGE;
        let flow = &band.others[self.plane];
        for (bytes, at) in out.as_chunks_mut::<2>().0.iter_mut().zip(samples) {
            let share = (self.index(flow[at], [band.dx[at], band.dy[at]]) - least) / (most - least);
            *bytes = ((share.clamp(0.0, 1.0) * 65_535.0 + 0.5) as u16).to_be_bytes();
        }
    }
}

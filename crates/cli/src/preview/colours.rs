//! The values of a field as colours.

use std::path::Path;

use orogen_engine::raster::Grid;
use orogen_files::{PendingOutput, picture};
use plotters::style::colors::colormaps::ViridisRGB;

use crate::failure::Failure;

/// Colours from the lowest to the highest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Colours {
    /// Violet, green, yellow
    Viridis,
    /// Black to white
    Grey,
}

/// A picture with a pixel for every value.
pub(super) fn picture(
    path: &Path,
    grid: &Grid,
    values: &[f32],
    colours: Colours,
) -> Result<PendingOutput, Failure> {
    if let Some(at) = values.iter().position(|value| !value.is_finite()) {
        let (column, row) = (at % grid.columns, at / grid.columns);
        let message = format!("the field is {} at column {column}, row {row}", values[at]);
        return Err(Failure::job(message, "look in the recipe for a division by zero or an overflow"));
    }
    let [least, most] = super::range(values);
    // Differences in double precision do not overflow. A field with one value has the lowest colour.
    let span = f64::from(most) - f64::from(least);
    let share = |value: f32| if span > 0.0 { (f64::from(value) - f64::from(least)) / span } else { 0.0 };
    let pixels: Vec<u8> = values.iter().flat_map(|&value| colours.at(share(value))).collect();
    Ok(picture::png(path, [grid.columns as u32, grid.rows as u32], &pixels)?)
}

impl Colours {
    /// The colour of a share of the range, 0 to 1, as sRGB.
    fn at(self, share: f64) -> [u8; 3] {
        match self {
            Self::Grey => [(share * 255.0 + 0.5) as u8; 3],
            Self::Viridis => {
                let colour = ViridisRGB::get_color(share);
                [colour.0, colour.1, colour.2]
            }
        }
    }
}

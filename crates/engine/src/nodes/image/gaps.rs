//! Finds pixels without data that the file does not mark.

use super::super::Context;
use crate::image::{Image, SampleUnit};
use crate::recipe::RecipeError;

/// Values that programs commonly write where no height is known.
const CUSTOMARY: [f32; 3] = [-9999.0, -32_768.0, -32_767.0];

/// Absolute values from this on are not heights, but markers: the largest number of a type, or a number near it.
const HUGE: f32 = 1e18;

/// Looks for such pixels in a picture of heights, unless the recipe itself says which number marks missing heights. Customary
/// numbers are a warning, huge ones an error.
pub(super) fn look(context: &Context<'_>, image: &Image) -> Result<(), RecipeError> {
    let args = context.args;
    if image.unit != SampleUnit::Metres || args.given("nodata") {
        return Ok(());
    }
    let doubtful = |sample: f32| CUSTOMARY.contains(&sample) || sample.abs() >= HUGE;
    let Some(first) = image.samples.iter().position(|&sample| doubtful(sample)) else { return Ok(()) };
    let value = image.samples[first];
    let count = image.samples.iter().filter(|&&sample| sample == value).count();
    let number = if value.abs() >= HUGE { format!("{value:e}") } else { value.to_string() };
    let (column, row) = (first % image.width, first / image.width);
    let message = format!(
        "{count} of its pixels are {number}, which usually marks missing heights; the first is at column \
         {column}, row {row}"
    );
    let fill = if args.given("fill") { "" } else { ", and a height for them: fill = 0.0" };
    let error = args.error("file", message, format!("if so, set nodata = {number}{fill}"));
    if value.abs() >= HUGE {
        return Err(error);
    }
    context.warnings.borrow_mut().push(error);
    Ok(())
}

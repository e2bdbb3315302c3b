//! The size of a picture on the ground, and the part of the domain it covers.

use super::super::Context;
use crate::digits::{rounded, significant};
use crate::image::{Image, PixelSize};
use crate::recipe::RecipeError;

/// The most pixels along the domain's side. They are counted in 32 bits, with a sign and room around the domain.
const MAX_PIXELS: f64 = 1e8;

/// The share by which the size of pixels may differ from the file's without a warning.
const MAX_STRETCHED: f64 = 0.01;

/// Metres between neighbouring pixels along x and y.
pub(super) fn pixel(context: &Context<'_>, image: &Image, repeat: bool) -> Result<[f64; 2], RecipeError> {
    let (args, side) = (context.args, context.ground.size);
    // If the picture repeats, its period is its width. Otherwise its first and last pixels are on its edges.
    let steps = [image.width, image.height].map(|count| if repeat { count } else { count - 1 }.max(1) as f64);
    let given = ["width", "height"].map(|name| args.optional_number(name));
    let own = own(context, image, given)?;
    let aspect = own.map_or(1.0, |[across, down]| down / across);
    let pixel = match given {
        [Some(width), Some(height)] => [width / steps[0], height / steps[1]],
        [Some(width), None] => [width / steps[0], width / steps[0] * aspect],
        [None, Some(height)] => [height / steps[1] / aspect, height / steps[1]],
        [None, None] => own.unwrap_or([side / steps[0]; 2]),
    };
    let size = [pixel[0] * steps[0], pixel[1] * steps[1]];
    if context.ground.tile {
        let divides = |size: f64| (side / size - (side / size).round()).abs() <= 1e-9 && side / size >= 0.5;
        if !size.into_iter().all(divides) {
            let message = "the domain repeats, but the picture does not fit into it a whole number of times";
            let help = "use a square picture whose width divides the domain's side";
            return Err(args.error("file", message, help));
        }
    }
    if let Some(pixel) = pixel.into_iter().find(|pixel| side > MAX_PIXELS * pixel) {
        let message = format!("pixels of {pixel} m are too small for a domain of {side} m");
        return Err(args.error("width", message, "make `width` larger"));
    }
    if let Some(own) = own {
        warn_of_stretching(context, pixel, own, steps);
    }
    if !repeat && !args.given("edge") {
        warn_of_edges(context, size, pixel);
    }
    Ok(pixel)
}

/// Metres between neighbouring pixels according to the file, if the file states them.
fn own(
    context: &Context<'_>,
    image: &Image,
    given: [Option<f64>; 2],
) -> Result<Option<[f64; 2]>, RecipeError> {
    let (size, [longitude, latitude]) = match image.pixel {
        PixelSize::Unknown => return Ok(None),
        PixelSize::Metres(size) => return Ok(Some(size)),
        PixelSize::Varying { middle, variation } => {
            if variation > MAX_STRETCHED && given == [None; 2] {
                warn_of_projection(context, middle, variation);
            }
            return Ok(Some(middle));
        }
        PixelSize::Degrees { .. } if given.into_iter().all(|given| given.is_some()) => return Ok(None),
        PixelSize::Degrees { size, middle } => (size, middle),
    };
    // Used in the message only: a degree on a sphere with the Earth's mean radius.
    const DEGREE: f64 = 111_195.0;
    let zone = (((longitude + 180.0) / 6.0).floor() as i64).rem_euclid(60) + 1;
    let zone = zone + if latitude < 0.0 { 32_700 } else { 32_600 };
    let metres = [DEGREE * libm::cos(latitude.to_radians()), DEGREE];
    let counts = [image.width, image.height].map(|count| count.saturating_sub(1).max(1) as f64);
    let [width, height] = [0, 1].map(|axis| significant(metres[axis] * size[axis] * counts[axis], 3));
    let message = format!(
        "its pixels are {} × {} degrees of longitude and latitude, and a terrain is in metres",
        significant(size[0], 4),
        significant(size[1], 4)
    );
    let help = format!(
        "project it: `gdalwarp -t_srs EPSG:{zone} -r cubic IN.tif OUT.tif`; or set its size, about width = \
         {width:.0} and height = {height:.0}"
    );
    Err(context.args.error("file", message, help))
}

fn warn_of_projection(context: &Context<'_>, middle: [f64; 2], variation: f64) {
    let message = format!(
        "its pixels are {} × {} m in its middle, but elsewhere they differ by up to {} %: its projection, Web Mercator, does not \
         keep lengths",
        significant(middle[0], 4),
        significant(middle[1], 4),
        significant(100.0 * variation, 2)
    );
    let help = "project it into the zone of UTM that it is in: `gdalwarp -t_srs EPSG:326NN -r cubic IN.tif OUT.tif`, in the south \
                EPSG:327NN; or crop it to what the terrain needs";
    context.warnings.borrow_mut().push(context.args.error("file", message, help));
}

fn warn_of_stretching(context: &Context<'_>, pixel: [f64; 2], own: [f64; 2], steps: [f64; 2]) {
    let stretched = |axis: &usize| (pixel[*axis] / own[*axis] - 1.0).abs() > MAX_STRETCHED;
    let Some(axis) = [0, 1].into_iter().find(stretched) else { return };
    let args = context.args;
    let (key, along) = [("width", "apart along x"), ("height", "apart along y")][axis];
    // If only the other parameter is given, the warning points at that one.
    let key = if args.given(key) { key } else { ["height", "width"][axis] };
    let message =
        format!("this makes its pixels {} m {along}, but the file says {} m", rounded(pixel[axis]), rounded(own[axis]));
    let help = format!(
        "remove `width` and `height` for its true size: {} × {} m",
        rounded(own[0] * steps[0]),
        rounded(own[1] * steps[1])
    );
    context.warnings.borrow_mut().push(args.error(key, message, help));
}

fn warn_of_edges(context: &Context<'_>, size: [f64; 2], pixel: [f64; 2]) {
    let (args, side) = (context.args, context.ground.size);
    let first = ["x", "y"].map(|name| args.number(name));
    // One pixel of tolerance, because domains are often as many pixels long as the picture.
    let beyond = |axis: usize| {
        let room = pixel[axis] * (1.0 + 1e-6);
        first[axis] > room || first[axis] + size[axis] < side - room
    };
    if !beyond(0) && !beyond(1) {
        return;
    }
    let span = |axis: usize| format!("{} to {}", rounded(first[axis]), rounded(first[axis] + size[axis]));
    let message = format!(
        "the domain extends beyond the picture, which covers {} m along x and {} m along y of {} m",
        span(0),
        span(1),
        rounded(side)
    );
    let least = size[0].min(size[1]);
    let help = format!(
        "make the domain smaller: size = {} in [domain], give the picture another `width` and `height`, or \
         choose what is beyond it: edge = \"extend\" or \"repeat\"",
        rounded(least)
    );
    context.warnings.borrow_mut().push(args.error("file", message, help));
}

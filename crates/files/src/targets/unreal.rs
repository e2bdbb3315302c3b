//! Unreal: a landscape from a 16-bit PNG, or from `.r16` with a JSON file for its size.
//!
//! A landscape's height in centimetres is `Location Z + (value − 32768)/128 · Scale Z`. At a scale of 100 a step is 1/128 m
//! and all 65536 steps are 512 m, so `Scale Z = range in metres · 100/512`. The scale is rounded up to six digits, and the
//! location is rounded to a whole centimetre, so that both can be typed. The mapping from metres to 16 bits follows from these
//! two rounded numbers, so that the import is exact.

use orogen_engine::digits::rounded;

use super::accepted_sizes::AcceptedSizes;
use super::names::{check_tile_name, of_materials};
use super::{GeneratedTerrain, ImportSetting, Request, Target, output, water};
use crate::delivery::{Delivery, Format, Output, TileNames};
use crate::normal::Green;
use crate::raw::RawLayout;
use crate::{HeightMapping, Problem};

/// [Unreal Engine](https://www.unrealengine.com).
///
/// ```
/// use orogen_files::targets::{Target, Unreal};
///
/// let mapping = Unreal { raw: false }.mapping([0.0, 500.0], 1.0, None)?.unwrap();
/// assert!(mapping.min() <= 0.0 && mapping.max() >= 500.0);
/// # Ok::<(), orogen_files::Problem>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Unreal {
    /// Whether the heights are a `.r16` file with a `.json` file, instead of a `.png`.
    pub raw: bool,
}

/// Samples along a side that fill whole components of a landscape.
const SIZES: [usize; 7] = [127, 253, 505, 1009, 2017, 4033, 8129];

/// The 16-bit value at the location of the landscape.
const ZERO: f64 = 32_768.0;

/// Steps per metre at a scale of 1, that is 128 per centimetre.
const STEPS: f64 = 12_800.0;

impl Target for Unreal {
    fn name(&self) -> &'static str {
        "unreal"
    }

    fn accepted_sizes(&self, tiles: Option<[usize; 2]>) -> Result<AcceptedSizes, Problem> {
        AcceptedSizes::of_tiles("Unreal", SIZES, tiles)
    }

    fn delivery(&self, request: &Request<'_>) -> Result<Delivery, Problem> {
        let mut outputs = match self.raw {
            false => vec![output(request.name, "", "png", Format::Png16)],
            true => vec![
                output(request.name, "", "r16", Format::R16(RawLayout::default())),
                output(request.name, "", "json", Format::RawShape),
            ],
        };
        let weight = |(material, part): (usize, &String)| {
            output(request.name, &format!("weight_{part}"), "png", Format::Weight(material))
        };
        outputs.extend(
            of_materials(request.materials.iter().map(|material| &*material.name))
                .iter()
                .enumerate()
                .map(weight),
        );
        outputs.push(output(request.name, "normal", "png", Format::Normal(Green::Down)));
        outputs.extend(water(request));
        outputs.iter().try_for_each(|output| check_tile_name(&output.stem))?;
        outputs.push(Output::usual(Format::Preview));
        Ok(Delivery { outputs, tiling: request.tiling, names: TileNames::FromTop })
    }

    fn mapping(
        &self,
        [min, max]: [f64; 2],
        _spacing: f64,
        _sea_level: Option<f64>,
    ) -> Result<Option<HeightMapping>, Problem> {
        let location = (50.0 * (min + max)).round() / 100.0;
        // Values reach 32768 steps below the location and 32767 above.
        let step = ((location - min) / ZERO).max((max - location) / (ZERO - 1.0));
        // A flat terrain gets the default scale of landscapes.
        let scale = if max > min { rounded_up(step * STEPS) } else { 100.0 };
        let step = scale / STEPS;
        let mapping = HeightMapping::new(location - ZERO * step, location + (ZERO - 1.0) * step);
        let problem = || {
            let message =
                format!("heights from {} to {} m exceed the range of Unreal", rounded(min), rounded(max));
            Problem::new(message, "look in the recipe for an overflow: a power, or a very large scale")
        };
        mapping.map(Some).ok_or_else(problem)
    }

    fn import_settings(&self, terrain: &GeneratedTerrain<'_>) -> Vec<ImportSetting> {
        let step = terrain.mapping.metres_per_step();
        let location = terrain.mapping.min() + ZERO * step;
        let (scale, metres) = (100.0 * terrain.grid.spacing, terrain.file_metres());
        let (label, sea) = match terrain.sea_level {
            Some(level) => ("16-bit value of the sea", level),
            None => ("16-bit value of the height 0", 0.0),
        };
        let value = (ZERO + (sea - location) / step).round();
        let is_there = (0.0..=65_535.0).contains(&value);
        let mut settings = vec![
            ImportSetting::rounded("X scale", scale),
            ImportSetting::rounded("Y scale", scale),
            // The exact scale has six digits; the other digits of the quotient are the rounding of f64.
            ImportSetting::new("Z scale", six_digits(step * STEPS)),
            ImportSetting::new("Location Z", (100.0 * location).round()),
            ImportSetting::new("Resolution", terrain.file_size()[0]),
            if is_there {
                ImportSetting::new(label, value)
            } else {
                ImportSetting::new(label, "none: this height is outside the 16-bit range")
            },
        ];
        if terrain.tiling.is_some() {
            let [x, y] = metres.map(|metres| rounded(100.0 * metres));
            let place = format!("column · {x}, row · {y}, for NAME_xCOLUMN_yROW");
            settings.push(ImportSetting::new("Location X, Y of a tile", place));
        }
        settings
    }
}

/// Rounded up to six digits.
fn rounded_up(number: f64) -> f64 {
    // A step of the sixth digit is 1e-6 to 1e-5 of the number.
    let mut near = (0..=20).map(|half_steps| six_digits(number * (1.0 + 5e-7 * f64::from(half_steps))));
    near.find(|&near| near >= number).unwrap_or(number)
}

/// Rounded to six digits.
fn six_digits(number: f64) -> f64 {
    format!("{number:.5e}").parse().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_typed_numbers_span_the_heights_and_little_more() {
        for heights in [[800.0, 3200.0], [-0.3, 0.4], [-11_000.0, 8_849.0], [0.0, 1.0], [1e-3, 2e-3]] {
            let [min, max] = heights;
            let mapping = Unreal { raw: false }.mapping(heights, 1.0, None).unwrap().unwrap();
            let scale = six_digits(mapping.metres_per_step() * STEPS);
            assert!((mapping.metres_per_step() * STEPS / scale - 1.0).abs() < 1e-9, "{scale}");
            assert!(mapping.min() <= min && mapping.max() >= max, "{heights:?}: {mapping:?}");
            // A centimetre of location, 1e-5 of scale, and one step.
            let spare = (mapping.max() - mapping.min()) - (max - min);
            assert!(spare <= 0.011 + 5e-5 * (max - min), "{heights:?}: {spare}");
        }
    }

    #[test]
    fn a_sixth_digit_is_rounded_up() {
        assert_eq!(rounded_up(468.7501), 468.751);
        assert_eq!(rounded_up(1.0000001), 1.00001);
        assert_eq!(rounded_up(999_999.2), 1_000_000.0);
        assert_eq!(rounded_up(0.25), 0.25);
    }
}

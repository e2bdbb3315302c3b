//! The sand of pictures: the table `[view.sand]`.

use super::color;
use super::error::RecipeError;
use super::number_key::NumberKey;
use super::spec::Unit;
use super::table::Table;
use super::value::Value;

/// Sand as in the game Journey. The defaults are from two texts about it: J. Edwards, "Sand rendering in Journey", 2012; A.
/// Nogueira, "Desert generation and mapping using improved Perlin noise".
///
/// A weight of 0 switches an effect off; a `contrast` of 1 with a `gain` of 1 is Lambert's law.
///
/// ```
/// use orogen_engine::recipe::Sand;
///
/// let matt = Sand { ocean_specular: 0.0, glitter: 0.0, ripple_specular: 0.0, ..Sand::default() };
/// assert_eq!(matt.fault(), None);
/// let fault = Sand { wind: f64::NAN, ..matt }.fault().unwrap();
/// assert_eq!(fault, "the sand's wind is NaN: it must be from -360 to 360°");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sand {
    /// Colour of dark grains, sRGB.
    pub low: [u8; 3],
    /// Colour of bright grains, sRGB.
    pub high: [u8; 3],
    /// How much grains differ in colour, 0 to 1.
    pub grain: f64,
    /// Diffuse contrast: the factor for the vertical part of the normal, 0 to 2.
    pub contrast: f64,
    /// Diffuse gain: the factor for the resulting light, 0 to 10.
    pub gain: f64,
    /// Ocean specular: the shininess, 1 to 1000.
    pub shininess: f64,
    /// The weight of the ocean specular, 0 to 10.
    pub ocean_specular: f64,
    /// Glitter: the power that the ocean specular is raised to, 0.1 to 100.
    pub glitter_exponent: f64,
    /// The weight of the glitter, 0 to 100.
    pub glitter: f64,
    /// Cells of glitter per metre, 0.001 to 100.
    pub glitter_density: f64,
    /// Highlights along the ripples: exponent, 1 to 1000.
    pub ripple_shininess: f64,
    /// The weight of the highlights along the ripples, 0 to 10.
    pub ripple_specular: f64,
    /// Ripples: metres from crest to crest, 1 mm to 100 m.
    pub ripple: f64,
    /// The height of ripples as a share of the distance from crest to crest, 0 to 0.5; 0 for no ripples.
    pub ripple_height: f64,
    /// The direction that the wind blows to, in degrees, -360 to 360: 0 along x, 90 along y.
    pub wind: f64,
}

impl Default for Sand {
    fn default() -> Self {
        Self {
            low: [0xb8, 0x7f, 0x4a],
            high: [0xec, 0xc0, 0x84],
            grain: 0.6,
            contrast: 0.3,
            gain: 2.0,
            shininess: 10.0,
            ocean_specular: 0.8,
            glitter_exponent: 7.0,
            glitter: 0.9,
            glitter_density: 0.7,
            ripple_shininess: 24.0,
            ripple_specular: 0.12,
            ripple: 0.16,
            ripple_height: 0.06,
            wind: 10.0,
        }
    }
}

/// A key of `[view.sand]` whose value is a colour.
#[derive(Clone, Copy, Debug)]
pub struct ColorKey {
    /// The key in the recipe.
    pub name: &'static str,
    /// Help in one line.
    pub help: &'static str,
    place: fn(&mut Sand) -> &mut [u8; 3],
}

impl ColorKey {
    /// The colour, sRGB.
    pub fn get(&self, of: &Sand) -> [u8; 3] {
        let mut copy = *of;
        *(self.place)(&mut copy)
    }

    /// Sets the colour.
    pub fn set(&self, of: &mut Sand, color: [u8; 3]) {
        *(self.place)(of) = color;
    }
}

impl Sand {
    /// The keys of the colours, in the order of the manual.
    pub const COLORS: [ColorKey; 2] = [
        ColorKey { name: "low", help: "colour of dark grains", place: |sand| &mut sand.low },
        ColorKey { name: "high", help: "colour of bright grains", place: |sand| &mut sand.high },
    ];

    /// The keys of the numbers, in the order of the manual.
    pub const NUMBERS: [NumberKey<Sand>; 13] = {
        use Unit::{Degrees, Metres, None};
        [
            NumberKey::new("grain", [0.0, 1.0], None, "how much grains differ in colour", |sand| {
                &mut sand.grain
            }),
            NumberKey::new(
                "contrast",
                [0.0, 2.0],
                None,
                "diffuse contrast: factor for the vertical part of the normal; with 1 and a gain of 1, light follows Lambert's law",
                |sand| &mut sand.contrast,
            ),
            NumberKey::new("gain", [0.0, 10.0], None, "factor of the diffuse light", |sand| &mut sand.gain),
            NumberKey::new(
                "shininess",
                [1.0, 1000.0],
                None,
                "ocean specular: the sharpness of the broad reflection on dunes",
                |sand| &mut sand.shininess,
            ),
            NumberKey::<Sand>::new(
                "ocean_specular",
                [0.0, 10.0],
                None,
                "weight of the ocean specular",
                |sand| &mut sand.ocean_specular,
            )
            .formerly(&["ocean"]),
            NumberKey::<Sand>::new(
                "glitter_exponent",
                [0.1, 100.0],
                None,
                "glitter: the power that the ocean specular is raised to",
                |sand| &mut sand.glitter_exponent,
            )
            .formerly(&["sparkle"]),
            NumberKey::new("glitter", [0.0, 100.0], None, "weight of the glitter", |sand| &mut sand.glitter),
            NumberKey::<Sand>::new(
                "glitter_density",
                [1e-3, 100.0],
                None,
                "cells of glitter per metre",
                |sand| &mut sand.glitter_density,
            )
            .formerly(&["glitter_rate"]),
            NumberKey::<Sand>::new(
                "ripple_shininess",
                [1.0, 1000.0],
                None,
                "how sharp the light along the ripples is",
                |sand| &mut sand.ripple_shininess,
            )
            .formerly(&["gloss"]),
            NumberKey::<Sand>::new(
                "ripple_specular",
                [0.0, 10.0],
                None,
                "weight of the light along the ripples",
                |sand| &mut sand.ripple_specular,
            )
            .formerly(&["along"]),
            NumberKey::new(
                "ripple",
                [1e-3, 100.0],
                Metres,
                "distance between the crests of ripples",
                |sand| &mut sand.ripple,
            ),
            NumberKey::new(
                "ripple_height",
                [0.0, 0.5],
                None,
                "height of the ripples as a share of their length; 0 for none",
                |sand| &mut sand.ripple_height,
            ),
            NumberKey::new(
                "wind",
                [-360.0, 360.0],
                Degrees,
                "direction that the wind blows to: 0 is along x and 90 along y",
                |sand| &mut sand.wind,
            ),
        ]
    };

    /// The error of the first invalid number, if there is one.
    pub fn fault(&self) -> Option<String> {
        let fault = Self::NUMBERS.iter().find_map(|key| key.fault(key.get(self)));
        fault.map(|fault| format!("the sand's {fault}"))
    }
}

/// Reads `[view.sand]`.
pub(super) fn sand(value: &Value<'_>) -> Result<Sand, RecipeError> {
    let help = "begin a line with [view.sand], and write wind = 30 below";
    let table = Table { what: "[view.sand]".to_owned(), ..value.table("a table", help)? };
    let colors = Sand::COLORS.iter().map(|key| key.name);
    let keys: Vec<_> = colors.chain(Sand::NUMBERS.iter().map(|key| key.name)).collect();
    table.refuse_unknown(&keys)?;
    let mut sand = Sand::default();
    for key in &Sand::COLORS {
        if let Some(value) = table.get(key.name) {
            key.set(&mut sand, color::read(&value)?);
        }
    }
    Sand::NUMBERS.iter().try_for_each(|key| key.read(&table, &mut sand))?;
    Ok(sand)
}

//! Brushes: the tool, its size and its strength.

use serde::{Deserialize, Serialize};

use crate::error::StrokeError;
use crate::falloff::Falloff;
use crate::limits::{MAX_METRES, MAX_TEXT};

/// A brush. Its dabs are round.
///
/// The weight of a dab at a position is the product of `strength`, pressure and falloff. The falloff is 1 inside the inner
/// radius and 0 outside the outer radius; its slope is continuous.
///
/// # Example
/// ```
/// use orogen_strokes::brush::{Brush, Tool};
///
/// let brush = Brush { inner: 0.5, strength: 0.8, ..Brush::new(Tool::Raise { metres: 20.0 }, 150.0) };
/// assert!(brush.check().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brush {
    /// The tool of the brush.
    pub tool: Tool,
    /// Outer radius in metres, 10⁻³ to 10⁹.
    pub radius: f64,
    /// Inner radius as a fraction of the outer radius, 0 to 0.98.
    pub inner: f64,
    /// Exponent of the falloff between the two radii, 0.5 to 16. Larger values make the dab narrower.
    pub power: f64,
    /// Weight at the centre of a dab at full pressure, 0 to 1.
    pub strength: f64,
    /// Distance between dabs as a fraction of the radius, 0.02 to 4.
    pub spacing: f64,
    /// Whether the brush may raise the ground.
    pub up: bool,
    /// Whether the brush may lower the ground.
    pub down: bool,
}

/// How a brush changes the height *h* of the ground.
///
/// *Additive* tools add a height times the dab's weight for each dab, so heights build up along a stroke. The other tools
/// move the height *towards a target* *t*, dab by dab. All dabs of a stroke together give *t* + *P*(*h* − *t*), where *P* =
/// Π(1 − *w*ᵢ) and *w*ᵢ are the weights of the dabs.
///
/// # Example
/// ```
/// use orogen_strokes::brush::{Brush, Tool};
///
/// let terraces = Brush::new(Tool::Ledge { step: 25.0, riser: 0.2 }, 400.0);
/// assert!(terraces.check().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Tool {
    /// Adds metres. Negative values lower the ground.
    Raise {
        /// Metres added by a dab of weight 1, −10⁹ to 10⁹.
        metres: f64,
    },
    /// Moves the ground towards a height, for example the height where the stroke begins.
    Level {
        /// Target height in metres, −10⁹ to 10⁹.
        to: f64,
    },
    /// Moves the ground towards its Gaussian blur.
    Smooth {
        /// Radius of the blur in metres, 10⁻³ to 10⁹: twice the standard deviation. The blur reads the ground up to
        /// 2.25 radii away.
        radius: f64,
    },
    /// Moves the ground away from its Gaussian blur. At weight 1, the difference from the blur doubles.
    Sharpen {
        /// Radius of the blur, as for [`Smooth`](Self::Smooth).
        radius: f64,
    },
    /// Moves the ground towards terraces: flat treads at multiples of a step, joined by smooth risers.
    Ledge {
        /// Height difference between treads in metres, 10⁻³ to 10⁹.
        step: f64,
        /// Fraction of a step that the riser takes, 0.01 to 1.
        riser: f64,
    },
    /// Adds a picture, scaled to fit the dab. The picture's longer side spans the dab's diameter.
    Stamp {
        /// The picture's path, as passed to the image loader.
        image: String,
        /// Metres that white, the value 1, adds. Range: −10⁹ to 10⁹.
        metres: f64,
        /// Whether the picture turns with the stroke. If it does, its top points forwards along the stroke. Otherwise its
        /// rows run along x, or on planets to the east.
        turn: bool,
    },
    /// Moves the ground towards the terrain without strokes.
    Erase,
    /// Adds the height field of a small recipe.
    Field {
        /// The recipe's text, at most 65,536 bytes. Its domain must be a plane for strokes on planes, and a space for strokes
        /// on planets. The domain must not repeat, and the recipe must not name strokes.
        recipe: String,
        /// Metres that are added for 1 metre of the recipe's height, −10⁹ to 10⁹.
        metres: f64,
        /// How the field is stretched.
        grain: Grain,
    },
}

/// How a field is stretched under a brush.
///
/// # Example
/// ```
/// use orogen_strokes::brush::Grain;
/// use orogen_strokes::noise_brush::{Noise, NoiseBrush};
///
/// // Ridges three times as long along the stroke.
/// let grain = Grain::Stroke { ratio: 3.0 };
/// let noise = NoiseBrush { grain, ..NoiseBrush::new(Noise::Ridged, 120.0) };
/// assert!(noise.tool().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "along", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Grain {
    /// Along a fixed direction. On planes, strokes with the same field meet without a seam. On planets, this is so only with a
    /// ratio of 1, because the direction is measured at the beginning of each stroke.
    Ground {
        /// Direction in degrees, −360 to 360. It is measured from x towards y; on planets, from east towards south at the
        /// beginning of the stroke.
        angle: f64,
        /// Stretch factor, 0.01 to 100. With 1, the field is not stretched.
        ratio: f64,
    },
    /// Along the stroke and its bends. The field's coordinates are the distances along and across the stroke.
    Stroke {
        /// Stretch factor, 0.01 to 100.
        ratio: f64,
    },
}

impl Grain {
    /// No stretch.
    pub const PLAIN: Self = Self::Ground { angle: 0.0, ratio: 1.0 };
}

impl Brush {
    /// A brush with full strength, four dabs per radius, and a falloff that begins at the centre. It may raise and lower the
    /// ground.
    pub fn new(tool: Tool, radius: f64) -> Self {
        Self { tool, radius, inner: 0.0, power: 1.0, strength: 1.0, spacing: 0.25, up: true, down: true }
    }

    /// The sum of the weights of all dabs of a long straight stroke, at the centre of one of them and at full pressure. An additive
    /// tool adds its height times this sum there.
    ///
    /// # Example
    /// ```
    /// use orogen_strokes::brush::{Brush, Tool};
    ///
    /// let dense = Brush::new(Tool::Raise { metres: 1.0 }, 100.0);
    /// let sparse = Brush { spacing: 2.0, ..dense.clone() };
    /// assert_eq!(sparse.weight_of_pass(), 1.0);
    /// assert!(dense.weight_of_pass() > 3.0);
    /// ```
    pub fn weight_of_pass(&self) -> f64 {
        let falloff = Falloff::new(1.0, self.inner, self.power);
        let dabs = (1.0 / self.spacing) as u32;
        let beside: f64 = (1..=dabs).map(|dab| falloff.at(f64::from(dab) * self.spacing)[0]).sum();
        self.strength * (1.0 + 2.0 * beside)
    }

    /// Checks that every number is in range and that no text is too long.
    ///
    /// # Errors
    /// [`StrokeError::Range`] with a number that is out of range, and its range. [`StrokeError::Text`] if a text is too long.
    pub fn check(&self) -> Result<(), StrokeError> {
        within("radius", self.radius, 1e-3, MAX_METRES)?;
        within("inner", self.inner, 0.0, 0.98)?;
        within("power", self.power, 0.5, 16.0)?;
        within("strength", self.strength, 0.0, 1.0)?;
        within("spacing", self.spacing, 0.02, 4.0)?;
        self.tool.check()
    }

    /// The recipe of a [`Tool::Field`].
    pub(crate) fn recipe(&self) -> Option<&str> {
        match &self.tool {
            Tool::Field { recipe, .. } => Some(recipe),
            _ => None,
        }
    }

    /// The radius of the blur, for tools that blur.
    pub(crate) fn blur(&self) -> Option<f64> {
        match self.tool {
            Tool::Smooth { radius } | Tool::Sharpen { radius } => Some(radius),
            _ => None,
        }
    }
}

impl Tool {
    fn check(&self) -> Result<(), StrokeError> {
        match self {
            Self::Raise { metres } => within("metres", *metres, -MAX_METRES, MAX_METRES),
            Self::Level { to } => within("to", *to, -MAX_METRES, MAX_METRES),
            Self::Smooth { radius } | Self::Sharpen { radius } => {
                within("the tool's radius", *radius, 1e-3, MAX_METRES)
            }
            Self::Ledge { step, riser } => {
                within("step", *step, 1e-3, MAX_METRES)?;
                within("riser", *riser, 0.01, 1.0)
            }
            Self::Stamp { image, metres, .. } => {
                short("image", image)?;
                within("metres", *metres, -MAX_METRES, MAX_METRES)
            }
            Self::Erase => Ok(()),
            Self::Field { recipe, metres, grain } => {
                short("recipe", recipe)?;
                within("metres", *metres, -MAX_METRES, MAX_METRES)?;
                let (Grain::Ground { ratio, .. } | Grain::Stroke { ratio }) = *grain;
                within("ratio", ratio, 0.01, 100.0)?;
                if let Grain::Ground { angle, .. } = *grain {
                    within("angle", angle, -360.0, 360.0)?;
                }
                Ok(())
            }
        }
    }
}

/// Fails if a number is out of range or NaN.
pub(crate) fn within(what: &'static str, value: f64, least: f64, most: f64) -> Result<(), StrokeError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(StrokeError::Range { what, value, least, most })
}

fn short(what: &'static str, text: &str) -> Result<(), StrokeError> {
    if text.len() <= MAX_TEXT {
        return Ok(());
    }
    Err(StrokeError::Text { what, bytes: text.len(), most: MAX_TEXT })
}

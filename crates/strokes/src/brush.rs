//! Brushes: what a stroke does, how wide, and how strongly.

use serde::{Deserialize, Serialize};

use crate::error::StrokeError;
use crate::limits::{MAX_METRES, MAX_TEXT};

/// A brush. Its dabs are round; each has a weight at every place: `strength`, times the pressure there, times a falloff that
/// is 1 up to the inner radius and 0 from the outer one on, with continuous slopes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brush {
    /// What it does.
    pub tool: Tool,
    /// The outer radius in metres, 10⁻³ to 10⁹.
    pub radius: f64,
    /// The inner radius as a share of the outer one, 0 to 0.98.
    pub inner: f64,
    /// The power of the ramp between them, 0.5 to 16: larger is narrower.
    pub power: f64,
    /// The weight in the middle of a dab, 0 to 1.
    pub strength: f64,
    /// From one dab to the next, as a share of the radius, 0.02 to 4.
    pub spacing: f64,
    /// Whether it may raise the ground.
    pub up: bool,
    /// Whether it may lower the ground.
    pub down: bool,
}

/// What a brush does to the height *h* of the ground.
///
/// Tools that *add* do so once a dab, with the dab's weight: the sum over a stroke builds up. Those that move the ground
/// *towards* something do so dab by dab as well, which for all dabs of a stroke comes to *t* + *P*(*h* − *t*) with *t* the aim
/// and *P* = Π(1 − *w*ᵢ) what all dabs leave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Tool {
    /// Adds metres; lowers where they are negative.
    Raise {
        /// Of a dab with weight 1, −10⁹ to 10⁹.
        metres: f64,
    },
    /// Towards a height, that at the beginning of the stroke say.
    Level {
        /// Metres, −10⁹ to 10⁹.
        to: f64,
    },
    /// Towards the ground blurred by a Gaussian.
    Smooth {
        /// Metres, greater than 0: twice the standard deviation. Nothing further than 2.25 times this is looked at.
        radius: f64,
    },
    /// Away from the ground blurred by a Gaussian: what differs from it, doubled.
    Sharpen {
        /// As of [`Smooth`](Self::Smooth).
        radius: f64,
    },
    /// Towards terraces: flat treads at whole multiples of a step, joined by smooth risers.
    Ledge {
        /// Metres from tread to tread, 10⁻³ to 10⁹.
        step: f64,
        /// The share of a step that the riser takes, 0.01 to 1.
        riser: f64,
    },
    /// Adds a picture, as wide and as high as the dab. The wider side fills the dab's square.
    Stamp {
        /// The picture's name, as whoever loads pictures knows it.
        image: String,
        /// What 1 (white) in the picture stands for, −10⁹ to 10⁹ metres.
        metres: f64,
        /// Whether the picture turns with the stroke, its top ahead. Else its rows go along x, on planets to the east.
        turn: bool,
    },
    /// Towards the terrain that the strokes lie on.
    Erase,
    /// Adds the heights of a small recipe.
    Field {
        /// The recipe's text: of a plane on planes, of a space on planets; not one that repeats.
        recipe: String,
        /// What 1 metre of the recipe's stands for, −10⁹ to 10⁹ metres.
        metres: f64,
        /// How its places are stretched.
        grain: Grain,
    },
}

/// How the places of a field are stretched under a brush.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "along", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Grain {
    /// Along a fixed direction, the same for all strokes: strokes with the same field meet without a seam.
    Ground {
        /// Degrees from x to y, −360 to 360; on planets from the east to the south where the stroke begins.
        angle: f64,
        /// How many times features are as long, 0.01 to 100; 1 leaves the field as it is.
        ratio: f64,
    },
    /// Along the stroke, bends included: the field's coordinates are the way along the stroke and the distance from it.
    Stroke {
        /// How many times features are as long, 0.01 to 100.
        ratio: f64,
    },
}

impl Grain {
    /// The field as it is.
    pub const PLAIN: Self = Self::Ground { angle: 0.0, ratio: 1.0 };
}

impl Brush {
    /// A brush with a full ramp, whole strength, four dabs a radius, that may raise and lower.
    pub fn new(tool: Tool, radius: f64) -> Self {
        Self { tool, radius, inner: 0.0, power: 1.0, strength: 1.0, spacing: 0.25, up: true, down: true }
    }

    /// Whether every number is in its range.
    ///
    /// # Errors
    /// Which is not, and the range.
    pub fn check(&self) -> Result<(), StrokeError> {
        within("radius", self.radius, 1e-3, MAX_METRES)?;
        within("inner", self.inner, 0.0, 0.98)?;
        within("power", self.power, 0.5, 16.0)?;
        within("strength", self.strength, 0.0, 1.0)?;
        within("spacing", self.spacing, 0.02, 4.0)?;
        self.tool.check()
    }

    /// The recipe of its field, of a tool that has one.
    pub(crate) fn recipe(&self) -> Option<&str> {
        match &self.tool {
            Tool::Field { recipe, .. } => Some(recipe),
            _ => None,
        }
    }

    /// The radius of the blur, of a tool that blurs.
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

/// Refuses a number that is not in its range, and what is no number.
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

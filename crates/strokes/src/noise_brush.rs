//! Noise brushes with the controls of Scape (de Carpentier 2011).

use std::fmt::Write;

use crate::brush::{Grain, Tool, within};
use crate::error::StrokeError;

/// A noise for a field brush. [`tool`](Self::tool) writes the recipe that the stroke stores.
///
/// # Example
/// ```
/// use orogen_strokes::brush::Brush;
/// use orogen_strokes::noise_brush::{Noise, NoiseBrush};
///
/// let noise = NoiseBrush { wavelength: 800.0, peaks: 1.5, ..NoiseBrush::new(Noise::Swiss, 250.0) };
/// let brush = Brush::new(noise.tool()?, 2000.0);
/// assert!(brush.check().is_ok());
/// # Ok::<(), orogen_strokes::error::StrokeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoiseBrush {
    /// The noise.
    pub noise: Noise,
    /// Metres added where the noise is 1. Range: −10⁹ to 10⁹.
    pub metres: f64,
    /// Seed, less than 2⁵³.
    pub seed: u64,
    /// Size of the largest features in metres, 10⁻³ to 10⁸.
    pub wavelength: f64,
    /// Number of octaves, 1 to 20. It is fixed, so that strokes do not change with the spacing.
    pub octaves: u32,
    /// Gain from the first octave to the second, 0 to 1.
    pub coarse: f64,
    /// Gain from the eighth octave on, 0 to 1. Between the first and the eighth octave, the gain changes linearly.
    pub fine: f64,
    /// Exponent applied to the noise, 0.05 to 20. Above 1, peaks are sharper and valleys wider.
    pub peaks: f64,
    /// How far a smoother noise displaces positions, in metres, 0 to 10⁸.
    pub displacement: f64,
    /// How the noise is stretched.
    pub grain: Grain,
    /// Whether the brush is for planets.
    pub planet: bool,
}

/// A noise that a [`NoiseBrush`] can use.
///
/// # Example
/// ```
/// use orogen_strokes::noise_brush::Noise;
///
/// assert_eq!(Noise::ALL.map(Noise::name), ["fbm", "billow", "ridged", "swiss", "jordan"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// Plain sum of octaves.
    Fbm,
    /// Rounded hills between sharp valleys.
    Billow,
    /// Sharp ridges between rounded valleys.
    Ridged,
    /// Sharp ridges, gullied slopes, smooth valleys.
    Swiss,
    /// Weathered, rounded massifs.
    Jordan,
}

impl Noise {
    /// All noises.
    pub const ALL: [Self; 5] = [Self::Fbm, Self::Billow, Self::Ridged, Self::Swiss, Self::Jordan];

    /// The name of the noise's node.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fbm => "fbm",
            Self::Billow => "billow",
            Self::Ridged => "ridged",
            Self::Swiss => "swiss",
            Self::Jordan => "jordan",
        }
    }
}

impl NoiseBrush {
    /// A noise with features of 1 km and eight octaves, without displacement or stretch.
    pub fn new(noise: Noise, metres: f64) -> Self {
        let (wavelength, octaves, coarse, fine) = (1000.0, 8, 0.5, 0.5);
        let (seed, peaks, displacement, grain, planet) = (0, 1.0, 0.0, Grain::PLAIN, false);
        Self { noise, metres, seed, wavelength, octaves, coarse, fine, peaks, displacement, grain, planet }
    }

    /// The tool, with the noise's recipe.
    ///
    /// # Errors
    /// Fails if a number is out of range.
    pub fn tool(&self) -> Result<Tool, StrokeError> {
        within("seed", self.seed as f64, 0.0, 9_007_199_254_740_991.0)?;
        within("wavelength", self.wavelength, 1e-3, 1e8)?;
        within("octaves", f64::from(self.octaves), 1.0, 20.0)?;
        within("coarse", self.coarse, 0.0, 1.0)?;
        within("fine", self.fine, 0.0, 1.0)?;
        within("peaks", self.peaks, 0.05, 20.0)?;
        within("displacement", self.displacement, 0.0, 1e8)?;
        Ok(Tool::Field { recipe: self.recipe(), metres: self.metres, grain: self.grain })
    }

    fn recipe(&self) -> String {
        let Self { seed, wavelength, octaves, coarse, fine, peaks, displacement, .. } = self;
        let kind = if self.planet { "space" } else { "plane" };
        let top = if *peaks == 1.0 { "noise" } else { "peaks" };
        let mut text = format!(
            "orogen = 1\nseed = {seed}\ndomain = {{ kind = \"{kind}\", size = 1e6 }}\nheight = {{ field = \"{top}\" }}\n\
             [fields.noise]\ntype = \"{}\"\nwavelength = {wavelength:?}\noctaves = {octaves}\n\
             roughness = {{ coarse = {coarse:?}, fine = {fine:?} }}\n",
            self.noise.name()
        );
        // Writing to a string cannot fail.
        if *displacement > 0.0 {
            let _ = write!(
                text,
                "displace = {{ by = \"drift\", strength = {displacement:?} }}\n\
                 [fields.drift]\ntype = \"fbm\"\nwavelength = {wavelength:?}\noctaves = 3\n"
            );
        }
        if *peaks != 1.0 {
            let _ =
                write!(text, "[fields.peaks]\ntype = \"exponent\"\ninput = \"noise\"\npower = {peaks:?}\n");
        }
        text
    }
}

//! Noise brushes by the handles that Scape gives them (de Carpentier 2011).

use std::fmt::Write;

use crate::brush::{Grain, Tool, within};
use crate::error::StrokeError;

/// A noise under a brush. [`tool`](Self::tool) makes the recipe of it that the stroke keeps.
///
/// # Example
/// ```
/// use orogen_strokes::brush::Brush;
/// use orogen_strokes::noise_brush::{Noise, NoiseBrush};
///
/// let noise = NoiseBrush { feature: 800.0, peaks: 1.5, ..NoiseBrush::new(Noise::Swiss, 250.0) };
/// let brush = Brush::new(noise.tool()?, 2000.0);
/// assert!(brush.check().is_ok());
/// # Ok::<(), orogen_strokes::error::StrokeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoiseBrush {
    /// Which noise.
    pub noise: Noise,
    /// Metres that the noise's 1 stands for, −10⁹ to 10⁹.
    pub metres: f64,
    /// The seed, less than 2⁵³.
    pub seed: u64,
    /// The size of the largest features in metres, 10⁻³ to 10⁸.
    pub feature: f64,
    /// How many octaves are summed, 1 to 20. A fixed number, so that strokes do not change with the spacing.
    pub octaves: u32,
    /// The gain between the coarsest octaves, 0 to 1.
    pub coarse: f64,
    /// The gain between the finest ones, 0 to 1.
    pub fine: f64,
    /// The exponent that the noise's range is raised to, 0.05 to 20: above 1 peaks are sharper and valleys wider.
    pub peaks: f64,
    /// How far in metres a coarser noise displaces the ground under it, 0 to 10⁸.
    pub displacement: f64,
    /// How it is stretched.
    pub grain: Grain,
    /// Whether it is for planets.
    pub planet: bool,
}

/// A noise that brushes know by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// The plain sum of octaves.
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
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Fbm, Self::Billow, Self::Ridged, Self::Swiss, Self::Jordan];

    /// The name of its node.
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
    /// A noise of 1 km and eight octaves, as it is.
    pub fn new(noise: Noise, metres: f64) -> Self {
        let (feature, octaves, coarse, fine) = (1000.0, 8, 0.5, 0.5);
        let (seed, peaks, displacement, grain, planet) = (0, 1.0, 0.0, Grain::PLAIN, false);
        Self { noise, metres, seed, feature, octaves, coarse, fine, peaks, displacement, grain, planet }
    }

    /// The tool, with the noise's recipe.
    ///
    /// # Errors
    /// A number is out of its range.
    pub fn tool(&self) -> Result<Tool, StrokeError> {
        within("seed", self.seed as f64, 0.0, 9_007_199_254_740_991.0)?;
        within("feature", self.feature, 1e-3, 1e8)?;
        within("octaves", f64::from(self.octaves), 1.0, 20.0)?;
        within("coarse", self.coarse, 0.0, 1.0)?;
        within("fine", self.fine, 0.0, 1.0)?;
        within("peaks", self.peaks, 0.05, 20.0)?;
        within("displacement", self.displacement, 0.0, 1e8)?;
        Ok(Tool::Field { recipe: self.recipe(), metres: self.metres, grain: self.grain })
    }

    fn recipe(&self) -> String {
        let Self { seed, feature, octaves, coarse, fine, peaks, displacement, .. } = self;
        let kind = if self.planet { "space" } else { "plane" };
        let top = if *peaks == 1.0 { "noise" } else { "peaks" };
        let mut text = format!(
            "orogen = 1\nseed = {seed}\ndomain = {{ kind = \"{kind}\", size = 1e6 }}\nheight = {{ field = \"{top}\" }}\n\
             [fields.noise]\ntype = \"{}\"\nfeature = {feature:?}\noctaves = {octaves}\n\
             roughness = {{ coarse = {coarse:?}, fine = {fine:?} }}\n",
            self.noise.name()
        );
        // Writing to a string cannot fail.
        if *displacement > 0.0 {
            let _ = write!(
                text,
                "displace = {{ by = \"drift\", strength = {displacement:?} }}\n\
                 [fields.drift]\ntype = \"fbm\"\nfeature = {feature:?}\noctaves = 3\n"
            );
        }
        if *peaks != 1.0 {
            let _ =
                write!(text, "[fields.peaks]\ntype = \"exponent\"\ninput = \"noise\"\npower = {peaks:?}\n");
        }
        text
    }
}

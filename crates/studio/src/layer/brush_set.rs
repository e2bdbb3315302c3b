//! The brushes of the window and their settings.

use orogen_engine::recipe::{DomainKind, Height, Recipe};
use orogen_strokes::brush::{Brush, Grain, Tool};
use orogen_strokes::noise_brush::{Noise, NoiseBrush};

use super::stamps::Stamp;

/// A kind of brush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Raises the ground.
    Raise,
    /// Lowers the ground.
    Lower,
    /// Levels the ground to the height where the stroke begins.
    Level,
    /// Smooths the ground.
    Smooth,
    /// Sharpens the ground.
    Sharpen,
    /// Forms terraces.
    Ledge,
    /// Stamps an image.
    Stamp,
    /// Adds noise.
    Noise,
    /// Adds a field of the recipe.
    Field,
    /// Erases strokes.
    Erase,
    /// Paints a mask.
    Paint,
    /// Removes parts of a mask.
    Remove,
}

impl Kind {
    /// All kinds for masks.
    pub const OF_MASKS: [Self; 3] = [Self::Paint, Self::Remove, Self::Smooth];

    /// All kinds for the ground.
    pub const ALL: [Self; 10] = [
        Self::Raise,
        Self::Lower,
        Self::Level,
        Self::Smooth,
        Self::Sharpen,
        Self::Ledge,
        Self::Stamp,
        Self::Noise,
        Self::Field,
        Self::Erase,
    ];

    /// The label and the tooltip.
    pub const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Raise => ["Raise", "Raises the terrain. Shift: lower"],
            Self::Lower => ["Lower", "Lowers the terrain. Shift: raise"],
            Self::Level => ["Level", "Levels the terrain to the height where the stroke begins"],
            Self::Smooth => ["Smooth", "Removes details smaller than `reach`"],
            Self::Sharpen => ["Sharpen", "Amplifies details smaller than `reach`"],
            Self::Ledge => ["Ledge", "Turns slopes into terraces"],
            Self::Stamp => ["Stamp", "Stamps an image at the size of the brush"],
            Self::Noise => ["Noise", "Adds swiss, jordan, ridged, billow or plain noise"],
            Self::Field => ["Field", "Adds a field of the recipe, such as its dunes or craters"],
            Self::Erase => ["Erase", "Erases strokes"],
            Self::Paint => ["Paint", "Paints the mask, towards 1. Shift: remove"],
            Self::Remove => ["Remove", "Removes from the mask, towards 0. Shift: paint"],
        }
    }
}

/// The settings of all brushes. Brushes share settings, such as the size.
#[derive(Clone, Debug, PartialEq)]
pub struct BrushSet {
    /// The height range of the ground in metres. It limits how much a wide brush adds.
    pub height_range: f64,
    /// The selected brush.
    pub kind: Kind,
    /// Size, falloff and the like. Its tool is ignored.
    pub brush: Brush,
    /// Height in metres that one pass of a stroke adds in its middle; with a stamp, that a dab adds.
    pub metres: f64,
    /// Blur radius in metres of Smooth and Sharpen.
    pub blur: f64,
    /// Height of a terrace in metres.
    pub step: f64,
    /// The fraction of a terrace's height that the riser takes.
    pub riser: f64,
    /// The path of the stamp image.
    pub image: String,
    /// Whether the stamp image rotates with the stroke.
    pub turn: bool,
    /// The noise.
    pub noise: NoiseBrush,
    /// The name of the field.
    pub field: String,
    /// Whether noise and fields are stretched along the stroke. Otherwise they are stretched as `noise` sets.
    pub along: bool,
}

/// Why a brush cannot paint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BrushError {
    /// The stamp has no image.
    #[error("choose an image for the stamp first")]
    NoImage,
    /// The field does not exist.
    #[error("choose a field of the recipe first")]
    NoField,
    /// A number is out of range, as the message says.
    #[error("{0}")]
    Range(String),
}

impl BrushSet {
    /// Default brushes for ground of this size and height range, both in metres.
    pub fn new(size: f64, height_range: f64) -> Self {
        let brush = Brush { inner: 0.1, ..Brush::new(Tool::Erase, 1.0) };
        let mut brushes = Self {
            height_range,
            kind: Kind::Raise,
            brush,
            metres: 1.0,
            blur: 1.0,
            step: 1.0,
            riser: 0.3,
            image: String::new(),
            turn: false,
            noise: NoiseBrush::new(Noise::Swiss, 1.0),
            field: String::new(),
            along: false,
        };
        brushes.resize(size / 16.0);
        brushes
    }

    /// Default brushes for masks over ground of this size in metres.
    pub fn for_masks(size: f64) -> Self {
        Self { kind: Kind::Paint, ..Self::new(size, 1.0) }
    }

    /// The same brushes with another radius in metres, and with lengths that suit it.
    #[must_use]
    pub fn with_radius(mut self, radius: f64) -> Self {
        self.resize(radius);
        self.brush.radius = radius;
        self
    }

    /// Fits the brushes to a view of this width in metres: their size, and the heights that they add. Does nothing if the size
    /// fits already.
    pub fn fit(&mut self, across: f64) {
        let share = self.brush.radius / across;
        if !(0.005..0.4).contains(&share) && across.is_finite() && across > 0.0 {
            self.resize(across / 12.0);
        }
    }

    /// Sets the radius, and all lengths that suit it. A pass is a ridge as steep as hills: a second one makes it as steep as
    /// mountains. A brush as wide as mountains adds no more than a part of the height of the terrain.
    fn resize(&mut self, radius: f64) {
        const SLOPE: f64 = 0.2;
        let radius = round(radius).clamp(1e-2, 1e8);
        // Level ground has no height range to compare with.
        let most = if self.height_range > 0.0 { self.height_range / 20.0 } else { f64::INFINITY };
        let metres = round((SLOPE * radius).min(most).max(1e-3));
        (self.brush.radius, self.metres) = (radius, metres);
        (self.blur, self.step) = (round(radius / 4.0), metres);
        (self.noise.wavelength, self.noise.metres) = (round(radius / 2.0), metres);
    }

    /// Metres of a dab, so that one pass at full strength adds `metres` along the middle of a stroke.
    fn of_dab(&self, metres: f64) -> f64 {
        metres / Brush { strength: 1.0, ..self.brush.clone() }.weight_of_pass()
    }

    /// Selects a stamp that ships with the studio. `image` is the file with its heights. One dab at a time, as high as suits the
    /// radius.
    pub fn use_stamp(&mut self, stamp: Stamp, image: String) {
        (self.kind, self.image, self.metres) = (Kind::Stamp, image, round(stamp.metres(self.brush.radius)));
        (self.brush.inner, self.brush.spacing) = (0.9, 2.0);
    }

    /// The selected brush, for a stroke that begins at this height. `inverse` lowers with a brush that raises, and the reverse.
    ///
    /// # Errors
    /// An image or a field must be chosen first, or a number is out of range.
    pub fn brush(&self, recipe: &Recipe, height: f64, inverse: bool) -> Result<Brush, BrushError> {
        let sign = if inverse { -1.0 } else { 1.0 };
        let planet = recipe.domain.sphere().is_some();
        let tool = match self.kind {
            Kind::Raise => Tool::Raise { metres: sign * self.of_dab(self.metres) },
            Kind::Lower => Tool::Raise { metres: -sign * self.of_dab(self.metres) },
            Kind::Level => Tool::Level { to: height },
            Kind::Smooth => Tool::Smooth { radius: self.blur },
            Kind::Sharpen => Tool::Sharpen { radius: self.blur },
            Kind::Ledge => Tool::Ledge { step: self.step, riser: self.riser },
            Kind::Stamp if self.image.is_empty() => return Err(BrushError::NoImage),
            Kind::Stamp => {
                Tool::Stamp { image: self.image.clone(), metres: sign * self.metres, turn: self.turn }
            }
            Kind::Noise => {
                let metres = sign * self.of_dab(self.noise.metres);
                let noise = NoiseBrush { metres, planet, grain: self.grain(), ..self.noise };
                noise.tool().map_err(|error| BrushError::Range(error.to_string()))?
            }
            Kind::Field => {
                let recipe = self.field_alone(recipe).ok_or(BrushError::NoField)?;
                Tool::Field { recipe, metres: sign * self.of_dab(self.metres), grain: self.grain() }
            }
            Kind::Erase => Tool::Erase,
            Kind::Paint => Tool::Level { to: if inverse { 0.0 } else { 1.0 } },
            Kind::Remove => Tool::Level { to: if inverse { 1.0 } else { 0.0 } },
        };
        let brush = Brush { tool, ..self.brush.clone() };
        brush.check().map_err(|error| BrushError::Range(error.to_string()))?;
        Ok(brush)
    }

    /// The stretch of noise and fields.
    fn grain(&self) -> Grain {
        match (self.noise.grain, self.along) {
            (Grain::Ground { ratio, .. } | Grain::Stroke { ratio }, true) => Grain::Stroke { ratio },
            (grain, false) => grain,
        }
    }

    /// A recipe with only the chosen field and its inputs, as brushes take it.
    fn field_alone(&self, recipe: &Recipe) -> Option<String> {
        if !recipe.fields.contains_key(&self.field) {
            return None;
        }
        let needed = recipe.read_by([&*self.field]);
        let mut alone = recipe.clone();
        alone.fields.retain(|name, _| needed.contains(name.as_str()));
        alone.height = Height { field: self.field.clone(), scale: 1.0, offset: 0.0, ..alone.height };
        (alone.sea, alone.sculpt, alone.domain.tile) = (None, None, false);
        alone.materials.clear();
        if matches!(alone.domain.kind, DomainKind::Planet(_)) {
            (alone.domain.kind, alone.domain.z) = (DomainKind::Space, 0.0);
        }
        // Paths are absolute, because the stroke file may be in another folder.
        Some(alone.with_absolute_paths().canonical())
    }
}

/// Rounds to one significant digit.
fn round(value: f64) -> f64 {
    format!("{value:.0e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::level::Level;
    use orogen_engine::nodes;
    use orogen_engine::recipe::Source;
    use orogen_engine::terrain::Terrain;
    use orogen_strokes::layer::StrokeLayer;
    use orogen_strokes::stroke::{Point, Stroke, Surface};

    use super::*;

    const TEXT: &str = "orogen = 1\nseed = 7\nheight.field = \"hills\"\n[fields.hills]\ntype = \"ridged\"\nwavelength = 90.0\n\
                        displace = { by = \"drift\", strength = 9.0 }\n[fields.drift]\ntype = \"fbm\"\nwavelength = 200.0\n\
                        [fields.other]\ntype = \"swiss\"\nwavelength = 50.0\n";

    fn recipe(domain: &str) -> Recipe {
        let text = format!("domain = {{ {domain} }}\n{TEXT}");
        Recipe::parse(Source::new("test", text), nodes::registry()).unwrap()
    }

    /// Each brush is accepted on the ground that it was made for.
    #[test]
    fn every_brush_can_paint_its_ground() {
        for domain in ["size = 1000.0", "kind = \"planet\", radius = 5000.0", "size = 1000.0, tile = true"] {
            let recipe = recipe(domain);
            let ground = recipe.domain.sphere().map_or(Surface::Plane, Surface::Planet);
            for kind in Kind::ALL.into_iter().chain(Kind::OF_MASKS) {
                let mut brushes = BrushSet::new(recipe.domain.size, 90.0);
                (brushes.kind, brushes.image, brushes.field) =
                    (kind, "stamp.png".to_owned(), "hills".to_owned());
                let brush = brushes.brush(&recipe, 12.0, false).unwrap();
                let stroke = Stroke { brush, points: vec![Point { position: [10.0, 20.0], pressure: 1.0 }] };
                StrokeLayer::new(ground).push(stroke).unwrap();
            }
        }
    }

    #[test]
    fn a_field_comes_with_its_inputs_only() {
        let brushes =
            BrushSet { kind: Kind::Field, field: "hills".to_owned(), ..BrushSet::new(1000.0, 90.0) };
        for domain in ["size = 1000.0, tile = true", "kind = \"planet\", radius = 5000.0"] {
            let brush = brushes.brush(&recipe(domain), 0.0, true).unwrap();
            let Tool::Field { recipe: text, metres, .. } = brush.tool else { panic!("{brush:?}") };
            let alone = Recipe::parse(Source::new("brush", text), nodes::registry()).unwrap();
            assert_eq!(alone.fields.keys().collect::<Vec<_>>(), ["drift", "hills"]);
            assert!(alone.domain.sphere().is_none() && !alone.domain.tile && metres < 0.0);
        }
        let none = BrushSet { field: "nosuch".to_owned(), ..brushes };
        assert_eq!(none.brush(&recipe("size = 1000.0"), 0.0, false), Err(BrushError::NoField));
    }

    #[test]
    fn a_brush_fits_the_view() {
        let usual = BrushSet::new(1000.0, 90.0);
        let mut brushes = usual.clone();
        brushes.fit(700.0);
        assert_eq!(brushes, usual, "it fits already");
        for across in [1.0, 30.0, 1e6] {
            brushes.fit(across);
            let share = brushes.brush.radius / across;
            assert!((0.05..0.12).contains(&share), "{share}");
            // As steep as hills, but no higher than the terrain.
            let steep = brushes.metres / brushes.brush.radius;
            assert!((0.15..0.26).contains(&steep) || brushes.metres == 4.0, "{brushes:?}");
        }
    }

    /// A brush for a whole planet, then near its ground.
    #[test]
    fn a_brush_near_the_ground_of_a_planet_is_as_strong_as_on_a_plane() {
        let mut brushes = BrushSet::new(40e6, 16e3);
        assert_eq!((brushes.brush.radius, brushes.metres), (2e6, 800.0));
        brushes.fit(2000.0);
        assert_eq!((brushes.brush.radius, brushes.metres, brushes.step), (200.0, 40.0, 40.0));
        let mut flat = BrushSet::new(1000.0, 0.0);
        flat.fit(100.0);
        assert_eq!((flat.brush.radius, flat.metres), (8.0, 2.0));
    }

    #[test]
    fn shift_lowers_with_what_raises() {
        let recipe = recipe("size = 1000.0");
        let mut brushes = BrushSet { metres: 3.0, ..BrushSet::new(1000.0, 90.0) };
        // Dabs that do not overlap: one of them is a pass.
        brushes.brush.spacing = 2.0;
        let of =
            |kind, inverse| BrushSet { kind, ..brushes.clone() }.brush(&recipe, 0.0, inverse).unwrap().tool;
        assert_eq!(of(Kind::Raise, true), of(Kind::Lower, false));
        assert_eq!(of(Kind::Raise, false), Tool::Raise { metres: 3.0 });
        assert_eq!(of(Kind::Lower, true), Tool::Raise { metres: 3.0 });
        assert_eq!(of(Kind::Paint, true), of(Kind::Remove, false));
        assert_eq!(of(Kind::Paint, false), Tool::Level { to: 1.0 });
        assert_eq!(of(Kind::Remove, true), Tool::Level { to: 1.0 });
    }

    /// The height of the ground under the middle of a long stroke is what the setting says.
    #[test]
    fn a_pass_adds_the_amount() {
        let text =
            "orogen = 1\ndomain.size = 1000.0\nheight.field = 'flat'\n[fields.flat]\ntype = 'constant'";
        let recipe = Recipe::parse(Source::new("flat", text), nodes::registry()).unwrap();
        let base = Terrain::new(&recipe, &NoImages, 5.0).unwrap();
        for [spacing, strength] in [[0.25, 1.0], [0.1, 1.0], [0.25, 0.5]] {
            let mut brushes = BrushSet { kind: Kind::Lower, metres: 12.0, ..BrushSet::new(1000.0, 90.0) };
            (brushes.brush.spacing, brushes.brush.strength) = (spacing, strength);
            let brush = brushes.brush(&recipe, 0.0, false).unwrap();
            let points = [100.0, 900.0].map(|x| Point { position: [x, 500.0], pressure: 1.0 }).to_vec();
            let mut layer = StrokeLayer::new(Surface::Plane);
            layer.push(Stroke { brush, points }).unwrap();
            let under = base.clone().under(&layer, &recipe, &NoImages, 5.0).unwrap();
            let [sample] = under.sample::<f64>(Level::best(), &[[500.0, 500.0, 0.0]])[..] else { panic!() };
            let dug = -sample.height;
            assert!(
                (dug - 12.0 * strength).abs() < 0.25,
                "{dug} m at spacing {spacing}, strength {strength}"
            );
        }
    }
}

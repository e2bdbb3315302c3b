//! The brushes on the table: which one is in the hand, and how each is set.

use std::collections::BTreeSet;
use std::fmt;

use orogen::recipe::{DomainKind, Height, Recipe};
use orogen_strokes::brush::{Brush, Grain, Tool};
use orogen_strokes::noise_brush::{Noise, NoiseBrush};

/// A brush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Raises the ground.
    Raise,
    /// Lowers it.
    Lower,
    /// Brings it to the height where the stroke begins.
    Level,
    /// Smooths it.
    Smooth,
    /// Sharpens it.
    Sharpen,
    /// Makes terraces.
    Ledge,
    /// Stamps a picture.
    Stamp,
    /// Adds a noise.
    Noise,
    /// Adds a field of the recipe.
    Field,
    /// Takes back what was painted.
    Erase,
}

impl Kind {
    /// All of them.
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

    /// What it is called, and what it does.
    pub const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Raise => ["Raise", "Adds height under the brush; with Shift, lowers"],
            Self::Lower => ["Lower", "Takes height away; with Shift, raises"],
            Self::Level => ["Level", "Brings the ground to the height where the stroke begins"],
            Self::Smooth => ["Smooth", "Blurs what is smaller than its reach"],
            Self::Sharpen => ["Sharpen", "Brings out what is smaller than its reach"],
            Self::Ledge => ["Ledge", "Pinches slopes to terraces"],
            Self::Stamp => ["Stamp", "Adds a picture as wide as the brush"],
            Self::Noise => ["Noise", "Adds swiss, jordan, ridged, billow or plain noise"],
            Self::Field => ["Field", "Adds one of the recipe's own fields: its dunes, its craters, …"],
            Self::Erase => ["Erase", "Brings back the recipe's own ground"],
        }
    }
}

/// The brushes on the table. What several have in common they share: the size, say.
#[derive(Clone, Debug, PartialEq)]
pub struct Kit {
    /// The one in the hand, if one is.
    pub kind: Kind,
    /// Size, ramp and the like; its tool is of no meaning.
    pub brush: Brush,
    /// Metres of a dab of those that add.
    pub metres: f64,
    /// How far blurs look, in metres.
    pub blur: f64,
    /// Metres from one terrace to the next.
    pub step: f64,
    /// The share of that on which it rises.
    pub riser: f64,
    /// The picture of the stamp.
    pub image: String,
    /// Whether it turns with the stroke.
    pub turn: bool,
    /// The noise.
    pub noise: NoiseBrush,
    /// The field, by its name.
    pub field: String,
    /// Whether what is added is stretched along the stroke, or else as the noise's own angle and ratio say.
    pub along: bool,
}

/// Why there is no brush.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoBrush {
    /// A stamp without a picture.
    NoPicture,
    /// There is no such field.
    NoField,
    /// A number is not in its range, in words.
    Range(String),
}

impl fmt::Display for NoBrush {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPicture => f.write_str("choose a picture for the stamp first"),
            Self::NoField => f.write_str("choose a field of the recipe first"),
            Self::Range(what) => f.write_str(what),
        }
    }
}

impl Kit {
    /// Brushes as large as suits a ground of so many metres, with so many between its lowest and highest place.
    pub fn new(size: f64, relief: f64) -> Self {
        let radius = round(size / 16.0);
        let metres = round((relief / 40.0).max(1e-3));
        let brush = Brush { inner: 0.1, ..Brush::new(Tool::Erase, radius) };
        Self {
            kind: Kind::Raise,
            brush,
            metres,
            blur: round(radius / 4.0),
            step: round((relief / 20.0).max(1e-2)),
            riser: 0.3,
            image: String::new(),
            turn: false,
            noise: NoiseBrush { feature: round(radius / 2.0), ..NoiseBrush::new(Noise::Swiss, 4.0 * metres) },
            field: String::new(),
            along: false,
        }
    }

    /// As large as suits a view of so many metres across, if it is far from that.
    pub fn fit(&mut self, across: f64) {
        let share = self.brush.radius / across;
        if (0.005..0.4).contains(&share) || !share.is_finite() || share <= 0.0 {
            return;
        }
        let by = round(across / 12.0) / self.brush.radius;
        let lengths = [
            &mut self.brush.radius,
            &mut self.metres,
            &mut self.blur,
            &mut self.step,
            &mut self.noise.feature,
            &mut self.noise.metres,
        ];
        lengths.into_iter().for_each(|length| *length = round(*length * by));
    }

    /// The brush in the hand, for a stroke that begins at a height. `inverse` raises with what lowers, and the other way.
    ///
    /// # Errors
    /// Something has to be chosen first, or is out of range.
    pub fn brush(&self, recipe: &Recipe, height: f64, inverse: bool) -> Result<Brush, NoBrush> {
        let sign = if inverse { -1.0 } else { 1.0 };
        let planet = recipe.domain.sphere().is_some();
        let tool = match self.kind {
            Kind::Raise => Tool::Raise { metres: sign * self.metres },
            Kind::Lower => Tool::Raise { metres: -sign * self.metres },
            Kind::Level => Tool::Level { to: height },
            Kind::Smooth => Tool::Smooth { radius: self.blur },
            Kind::Sharpen => Tool::Sharpen { radius: self.blur },
            Kind::Ledge => Tool::Ledge { step: self.step, riser: self.riser },
            Kind::Stamp if self.image.is_empty() => return Err(NoBrush::NoPicture),
            Kind::Stamp => {
                Tool::Stamp { image: self.image.clone(), metres: sign * self.metres, turn: self.turn }
            }
            Kind::Noise => {
                let metres = sign * self.noise.metres;
                let noise = NoiseBrush { metres, planet, grain: self.grain(), ..self.noise };
                noise.tool().map_err(|error| NoBrush::Range(error.to_string()))?
            }
            Kind::Field => {
                let recipe = self.field_alone(recipe).ok_or(NoBrush::NoField)?;
                Tool::Field { recipe, metres: sign * self.metres, grain: self.grain() }
            }
            Kind::Erase => Tool::Erase,
        };
        let brush = Brush { tool, ..self.brush.clone() };
        brush.check().map_err(|error| NoBrush::Range(error.to_string()))?;
        Ok(brush)
    }

    /// How what is added is stretched.
    fn grain(&self) -> Grain {
        match (self.noise.grain, self.along) {
            (Grain::Ground { ratio, .. } | Grain::Stroke { ratio }, true) => Grain::Stroke { ratio },
            (grain, false) => grain,
        }
    }

    /// A recipe of nothing but the chosen field and what feeds it, as brushes take it.
    fn field_alone(&self, recipe: &Recipe) -> Option<String> {
        let mut needed = BTreeSet::new();
        let mut next = vec![self.field.as_str()];
        while let Some(name) = next.pop() {
            if needed.insert(name) {
                next.extend(recipe.fields.get(name)?.references().map(|(name, _)| name));
            }
        }
        let mut alone = recipe.clone();
        alone.fields.retain(|name, _| needed.contains(name.as_str()));
        alone.height = Height { field: self.field.clone(), scale: 1.0, offset: 0.0, ..alone.height };
        (alone.sea, alone.sculpt, alone.domain.tile) = (None, None, false);
        alone.materials.clear();
        if matches!(alone.domain.kind, DomainKind::Planet(_)) {
            (alone.domain.kind, alone.domain.z) = (DomainKind::Space, 0.0);
        }
        // Who reads the strokes may be in another folder.
        Some(alone.with_absolute_paths().canonical())
    }
}

/// A number to one digit.
fn round(value: f64) -> f64 {
    format!("{value:.0e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use orogen::nodes;
    use orogen::recipe::Source;
    use orogen_strokes::layer::StrokeLayer;
    use orogen_strokes::stroke::{Ground, Point, Stroke};

    use super::*;

    const TEXT: &str = "orogen = 1\nseed = 7\nheight.field = \"hills\"\n[fields.hills]\ntype = \"ridged\"\nfeature = 90.0\n\
                        displace = { by = \"drift\", strength = 9.0 }\n[fields.drift]\ntype = \"fbm\"\nfeature = 200.0\n\
                        [fields.other]\ntype = \"swiss\"\nfeature = 50.0\n";

    fn recipe(domain: &str) -> Recipe {
        let text = format!("domain = {{ {domain} }}\n{TEXT}");
        Recipe::parse(Source::new("test", text), nodes::registry()).unwrap()
    }

    /// Every brush of the table lies over the ground that it was made for.
    #[test]
    fn every_brush_can_be_led_over_its_ground() {
        for domain in ["size = 1000.0", "kind = \"planet\", radius = 5000.0", "size = 1000.0, tile = true"] {
            let recipe = recipe(domain);
            let ground = recipe.domain.sphere().map_or(Ground::Plane, Ground::Planet);
            for kind in Kind::ALL {
                let mut kit = Kit::new(recipe.domain.size, 90.0);
                (kit.kind, kit.image, kit.field) = (kind, "stamp.png".to_owned(), "hills".to_owned());
                let brush = kit.brush(&recipe, 12.0, false).unwrap();
                let stroke = Stroke { brush, points: vec![Point { place: [10.0, 20.0], pressure: 1.0 }] };
                StrokeLayer::new(ground).push(stroke).unwrap();
            }
        }
    }

    #[test]
    fn a_field_comes_with_what_feeds_it_and_nothing_else() {
        let kit = Kit { kind: Kind::Field, field: "hills".to_owned(), ..Kit::new(1000.0, 90.0) };
        for domain in ["size = 1000.0, tile = true", "kind = \"planet\", radius = 5000.0"] {
            let brush = kit.brush(&recipe(domain), 0.0, true).unwrap();
            let Tool::Field { recipe: text, metres, .. } = brush.tool else { panic!("{brush:?}") };
            let alone = Recipe::parse(Source::new("brush", text), nodes::registry()).unwrap();
            assert_eq!(alone.fields.keys().collect::<Vec<_>>(), ["drift", "hills"]);
            assert!(alone.domain.sphere().is_none() && !alone.domain.tile && metres < 0.0);
        }
        let none = Kit { field: "nosuch".to_owned(), ..kit };
        assert_eq!(none.brush(&recipe("size = 1000.0"), 0.0, false), Err(NoBrush::NoField));
    }

    #[test]
    fn a_brush_fits_the_view_that_it_is_taken_in() {
        let usual = Kit::new(1000.0, 90.0);
        let mut kit = usual.clone();
        kit.fit(700.0);
        assert_eq!(kit, usual, "it did");
        for across in [1e-1, 30.0, 1e6] {
            kit.fit(across);
            let share = kit.brush.radius / across;
            assert!((0.05..0.12).contains(&share), "{share}");
            // What it makes is as steep as before, nearly.
            let steep = |kit: &Kit| kit.metres / kit.brush.radius;
            assert!((0.5..2.0).contains(&(steep(&kit) / steep(&usual))), "{kit:?}");
        }
    }

    #[test]
    fn shift_lowers_with_what_raises() {
        let recipe = recipe("size = 1000.0");
        let kit = Kit { metres: 3.0, ..Kit::new(1000.0, 90.0) };
        let of = |kind, inverse| Kit { kind, ..kit.clone() }.brush(&recipe, 0.0, inverse).unwrap().tool;
        assert_eq!(of(Kind::Raise, true), of(Kind::Lower, false));
        assert_eq!(of(Kind::Raise, false), Tool::Raise { metres: 3.0 });
        assert_eq!(of(Kind::Lower, true), Tool::Raise { metres: 3.0 });
    }
}

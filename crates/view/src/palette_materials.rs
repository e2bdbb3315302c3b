//! Materials of palettes, for recipes without materials.
//!
//! The colours of these materials are albedos; the renderer adds sun, sky and haze. Previews need no materials, so `orogen-files`
//! has a separate table for them: colour ramps by height for a hillshade. The colours of the ramps include light and haze.

use orogen_engine::recipe::{Material, Palette, Reach, Recipe, Span};

/// A material by height and slope. Its name decides its grain.
struct Cover {
    name: &'static str,
    color: u32,
    /// The heights between which cover changes from none to full, or from full to none. They are shares of the range from the
    /// lowest dry ground to the highest ground.
    height: Option<[f64; 2]>,
    /// The slopes between which cover changes, in degrees.
    slope: Option<[f64; 2]>,
}

const fn cover(name: &'static str, color: u32, height: Option<[f64; 2]>, slope: Option<[f64; 2]>) -> Cover {
    Cover { name, color, height, slope }
}

const ALPINE: &[Cover] = &[
    cover("rock", 0x6f_6a63, None, None),
    cover("scree", 0x8a_8378, None, Some([44.0, 34.0])),
    cover("soil", 0x67_6c46, Some([0.66, 0.5]), Some([42.0, 30.0])),
    cover("forest", 0x38_482e, Some([0.42, 0.28]), Some([44.0, 34.0])),
    cover("snow", 0xee_f2f7, Some([0.6, 0.72]), Some([52.0, 38.0])),
];
const DESERT: &[Cover] = &[cover("sand", 0xd9_a86a, None, None)];
const CANYON: &[Cover] = &[
    cover("rock", 0xa8_5a38, None, None),
    cover("scree", 0xc0_8556, None, Some([36.0, 24.0])),
    cover("soil", 0xb8_9a68, Some([0.25, 0.1]), Some([24.0, 12.0])),
];
const TEMPERATE: &[Cover] = &[
    cover("rock", 0x77_7166, None, None),
    cover("soil", 0x6b_754a, None, Some([48.0, 36.0])),
    cover("forest", 0x3b_4e30, Some([0.8, 0.55]), Some([40.0, 28.0])),
];
const ISLAND: &[Cover] = &[
    cover("rock", 0x70_6a60, None, None),
    cover("soil", 0x6c_7a4a, None, Some([50.0, 38.0])),
    cover("forest", 0x33_4c2d, Some([0.9, 0.6]), Some([46.0, 34.0])),
    cover("sand", 0xd8_c79a, Some([0.07, 0.03]), Some([24.0, 14.0])),
];
const MOON: &[Cover] =
    &[cover("rock", 0x8a_8782, None, None), cover("scree", 0x77_7470, None, Some([34.0, 22.0]))];
const GREY: &[Cover] = &[cover("scree", 0x85_817b, None, None)];

/// The materials of a recipe, or of its palette if the recipe has no materials. `heights` are the heights of the recipe's
/// lowest and highest ground, in metres.
///
/// # Example
/// ```
/// use orogen_engine::recipe::{Recipe, Source};
///
/// let text = "orogen = 1\ndomain.size = 90.0\nheight.field = \"a\"\n[fields.a]\ntype = \"constant\"\n\
///             [view]\npalette = \"desert\"";
/// let recipe = Recipe::parse(Source::new("sand.toml", text), orogen_engine::nodes::registry())?;
/// let [sand] = &orogen_view::materials(&recipe, [0.0, 100.0])[..] else { unreachable!() };
/// assert_eq!((&*sand.name, sand.color), ("sand", [0xd9, 0xa8, 0x6a]));
/// # Ok::<(), orogen_engine::recipe::RecipeError>(())
/// ```
pub fn materials(recipe: &Recipe, heights: [f32; 2]) -> Vec<Material> {
    if !recipe.materials.is_empty() {
        return recipe.materials.clone();
    }
    let covers = match recipe.view.palette {
        Palette::Alpine => ALPINE,
        Palette::Desert => DESERT,
        Palette::Canyon => CANYON,
        Palette::Temperate => TEMPERATE,
        Palette::Island => ISLAND,
        Palette::Moon => MOON,
        Palette::Grey => GREY,
    };
    let [low, high] = heights.map(f64::from);
    let lowest = recipe.sea.as_ref().map_or(low, |sea| low.max(sea.level));
    let at = |share: f64| lowest + share * (high - lowest).max(1e-3);
    covers.iter().map(|cover| material(cover, &at)).collect()
}

fn material(cover: &Cover, at: &dyn Fn(f64) -> f64) -> Material {
    let [_, red, green, blue] = cover.color.to_be_bytes();
    Material {
        name: cover.name.to_owned(),
        color: [red, green, blue],
        height: cover.height.and_then(|ends| Reach::new(&ends.map(at))),
        slope: cover.slope.and_then(|ends| Reach::new(&ends)),
        curvature: None,
        noise: None,
        span: Span::default(),
    }
}

#[cfg(test)]
mod tests {
    use orogen_engine::covering::Covering;
    use orogen_engine::nodes;
    use orogen_engine::raster::Band;
    use orogen_engine::recipe::Source;

    use super::*;

    /// The dominant material at a height of −500 m to 1000 m and a slope in degrees, with the sea at 0 m.
    fn most(palette: &str, height: f32, degrees: f32) -> String {
        let text = format!(
            "orogen = 1\ndomain.size = 90.0\nsea.level = 0.0\nheight.field = \"a\"\n[fields.a]\n\
             type = \"constant\"\n[view]\npalette = \"{palette}\""
        );
        let recipe = Recipe::parse(Source::new("test", text), nodes::registry()).unwrap();
        let materials = materials(&recipe, [-500.0, 1000.0]);
        let covering = Covering::new(&materials);
        let band = Band {
            columns: 1,
            height: vec![height],
            dx: vec![libm::tanf(degrees.to_radians())],
            dy: vec![0.0],
            curvature: vec![0.0],
            ..Band::default()
        };
        let mut weights = vec![0.0; covering.materials().len()];
        covering.weights(&band, 0, &mut weights);
        let (name, share) =
            materials.iter().zip(&weights).max_by(|one, other| one.1.total_cmp(other.1)).unwrap();
        assert!(*share > 0.9, "{palette} at {height} m, {degrees}°: {} of {share}", name.name);
        name.name.clone()
    }

    #[test]
    fn materials_cover_the_expected_ground() {
        let cases = [
            ("alpine", 100.0, 5.0, "forest"),
            ("alpine", 490.0, 5.0, "soil"),
            ("alpine", 900.0, 5.0, "snow"),
            ("alpine", 900.0, 60.0, "rock"),
            ("desert", 500.0, 20.0, "sand"),
            ("canyon", 50.0, 5.0, "soil"),
            ("canyon", 500.0, 10.0, "scree"),
            ("canyon", 500.0, 50.0, "rock"),
            ("temperate", 300.0, 10.0, "forest"),
            ("temperate", 900.0, 10.0, "soil"),
            ("temperate", 300.0, 60.0, "rock"),
            ("island", 10.0, 5.0, "sand"),
            ("island", 300.0, 20.0, "forest"),
            ("island", 950.0, 20.0, "soil"),
            ("island", 300.0, 60.0, "rock"),
            ("moon", 300.0, 10.0, "scree"),
            ("moon", 300.0, 40.0, "rock"),
            ("grey", 300.0, 40.0, "scree"),
        ];
        for (palette, height, degrees, expected) in cases {
            assert_eq!(most(palette, height, degrees), expected, "{palette} at {height} m, {degrees}°");
        }
    }
}

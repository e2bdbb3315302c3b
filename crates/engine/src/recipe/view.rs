//! The appearance of pictures: the table `[view]`.

use super::error::RecipeError;
use super::nearest::suggest;
use super::number_key::NumberKey;
use super::palette::Palette;
use super::sand::{Sand, sand};
use super::spec::Unit;
use super::table::Table;
use super::value::{Value, quote};
use super::{Domain, FARTHEST, Sea};

/// How pictures of a terrain look. Heights do not depend on the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The colours of ground without materials.
    pub palette: Palette,
    /// The air.
    pub air: Air,
    /// The amount of haze, 0 to 100, as a multiple of the haze on the clearest day; [`Air::haze`] by default.
    pub haze: f64,
    /// The fog, if there is any.
    pub fog: Option<Fog>,
    /// The clouds, if there are any.
    pub clouds: Option<Clouds>,
    /// The amount of loose stones on the ground, 0 to 20, as a multiple of the usual amount. Materials decide where they lie.
    pub stones: f64,
    /// The share of the trees of forests that stand, 0 to 1. Materials decide where forests are.
    pub trees: f64,
    /// The sand of pictures of deserts.
    pub sand: Sand,
}

/// The kind of air.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Air {
    /// Molecules, haze and ozone.
    #[default]
    Earth,
    /// Thin air, full of dust.
    Mars,
    /// No air: the sky is black.
    None,
}

/// Fog that is equally dense up to a level and thins out above it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fog {
    /// Visibility in metres, 10 m to 1000 km: the distance at which a dark object keeps 2 % of its contrast (Koschmieder,
    /// 1924).
    pub visibility: f64,
    /// Height in metres up to which the fog has full density, −10⁹ to 10⁹; by default, the height of the sea, or 0 without a
    /// sea.
    pub level: f64,
    /// Metres above `level` at which the density has fallen to 1/e, 1 m to 20 km.
    pub falloff: f64,
}

/// Clouds: cumulus clouds over a plane, or a thin layer around a planet. The recipe's seed decides where they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clouds {
    /// The share of the ground that clouds cover, 0 to 1: the mean over the plane or the planet.
    pub cover: f64,
    /// Height in metres of the bases of cumulus clouds, or of the layer above the planet's sphere, 100 m to 100 km.
    pub height: f64,
    /// Metres from the bases to the highest tops, 100 m to 20 km. The layer of a planet has no thickness.
    pub thickness: f64,
}

impl View {
    /// The haze.
    pub const HAZE: NumberKey<View> = NumberKey::new(
        "haze",
        [0.0, 100.0],
        Unit::None,
        "amount of haze: 1 is the haze of the clearest day, 0 is none",
        |view| &mut view.haze,
    );

    /// The amount of stones.
    pub const STONES: NumberKey<View> = NumberKey::new(
        "stones",
        [0.0, 20.0],
        Unit::None,
        "amount of loose stones on the ground: 1 is usual, 0 is none",
        |view| &mut view.stones,
    );

    /// The share of trees.
    pub const TREES: NumberKey<View> = NumberKey::new(
        "trees",
        [0.0, 1.0],
        Unit::None,
        "share of the trees in forests that stand: 1 is all, 0 is none",
        |view| &mut view.trees,
    );
}

impl Default for View {
    fn default() -> Self {
        let air = Air::default();
        let (palette, haze) = (Palette::default(), air.haze());
        Self { palette, air, haze, fog: None, clouds: None, stones: 1.0, trees: 1.0, sand: Sand::default() }
    }
}

impl Air {
    /// All kinds; the first is the default.
    pub const ALL: [Self; 3] = [Self::Earth, Self::Mars, Self::None];

    /// The name of the air in a recipe.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Earth => "earth",
            Self::Mars => "mars",
            Self::None => "none",
        }
    }

    /// The air of this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|air| air.name() == name)
    }

    /// The haze of a usual day: on Earth three times the haze of the clearest day.
    pub const fn haze(self) -> f64 {
        match self {
            Self::Earth => 3.0,
            Self::Mars => 1.0,
            Self::None => 0.0,
        }
    }
}

impl Fog {
    /// The keys of the numbers, in the order of the manual.
    pub const NUMBERS: [NumberKey<Fog>; 3] = [
        NumberKey::new("visibility", [10.0, 1e6], Unit::Metres, "visibility in the fog", |fog| {
            &mut fog.visibility
        }),
        NumberKey::new(
            "level",
            [-FARTHEST, FARTHEST],
            Unit::Metres,
            "height up to which the fog has its full density; if left out, the height of the sea, or 0",
            |fog| &mut fog.level,
        ),
        NumberKey::new(
            "falloff",
            [1.0, 20_000.0],
            Unit::Metres,
            "the fog's density above `level` falls to 1/e over this height",
            |fog| &mut fog.falloff,
        ),
    ];

    /// The error of the first invalid number, if there is one.
    ///
    /// ```
    /// use orogen_engine::recipe::Fog;
    ///
    /// let fog = Fog { visibility: 0.0, level: 100.0, falloff: 50.0 };
    /// assert_eq!(fog.fault().unwrap(), "the fog's visibility is 0: it must be from 10 to 1_000_000 m");
    /// ```
    pub fn fault(&self) -> Option<String> {
        let fault = Self::NUMBERS.iter().find_map(|key| key.fault(key.get(self)));
        fault.map(|fault| format!("the fog's {fault}"))
    }

    /// The default fog. Its level is that of the sea, or 0 without a sea.
    pub fn usual(sea: Option<&Sea>) -> Self {
        Self { visibility: 2000.0, level: sea.map_or(0.0, |sea| sea.level), falloff: 120.0 }
    }
}

impl Clouds {
    /// The default clouds over a plane.
    pub const OVER_PLANES: Self = Self { cover: 0.3, height: 2000.0, thickness: 1200.0 };
    /// The default clouds around a planet. Nothing reads their thickness.
    pub const AROUND_PLANETS: Self = Self { cover: 0.5, height: 5000.0, thickness: 1200.0 };

    /// The keys of the numbers, in the order of the manual.
    pub const NUMBERS: [NumberKey<Clouds>; 3] = [
        NumberKey::new("cover", [0.0, 1.0], Unit::None, "share of the ground that clouds cover", |clouds| {
            &mut clouds.cover
        }),
        NumberKey::new("height", [100.0, 100_000.0], Unit::Metres, "height of the clouds' bases", |clouds| {
            &mut clouds.height
        }),
        NumberKey::new(
            "thickness",
            [100.0, 20_000.0],
            Unit::Metres,
            "height of the highest tops over the bases; planets have none",
            |clouds| &mut clouds.thickness,
        ),
    ];
    /// The keys of the numbers that clouds of planets have.
    pub const PLANET_NUMBERS: [NumberKey<Clouds>; 2] = [Self::NUMBERS[0], Self::NUMBERS[1]];

    /// The error of the first invalid number, if there is one.
    ///
    /// ```
    /// use orogen_engine::recipe::Clouds;
    ///
    /// let clouds = Clouds { cover: 2.0, ..Clouds::OVER_PLANES };
    /// assert_eq!(clouds.fault().unwrap(), "the clouds' cover is 2: it must be from 0 to 1");
    /// ```
    pub fn fault(&self) -> Option<String> {
        let fault = Self::NUMBERS.iter().find_map(|key| key.fault(key.get(self)));
        fault.map(|fault| format!("the clouds' {fault}"))
    }

    /// The default clouds of a domain.
    pub fn usual(domain: &Domain) -> Self {
        if domain.sphere().is_some() { Self::AROUND_PLANETS } else { Self::OVER_PLANES }
    }

    /// The keys of the numbers that clouds of a domain have, in the order of the manual.
    pub fn numbers(domain: &Domain) -> &'static [NumberKey<Clouds>] {
        if domain.sphere().is_some() { const { &Self::PLANET_NUMBERS } } else { const { &Self::NUMBERS } }
    }
}

/// Reads `[view]`. Fog without a level has the level of `sea`.
pub(super) fn view(value: &Value<'_>, sea: Option<&Sea>, domain: &Domain) -> Result<View, RecipeError> {
    let help = "begin a line with [view], and write palette = \"alpine\" below";
    let table = Table { what: "[view]".to_owned(), ..value.table("a table", help)? };
    table.refuse_unknown(&["palette", "air", "haze", "fog", "clouds", "stones", "trees", "sand"])?;
    let air = table.get("air").map(|value| air(&value)).transpose()?.unwrap_or_default();
    if let (Air::None, Some(haze)) = (air, table.get("haze")) {
        let error = RecipeError::new(haze.source, haze.key_span, "there is no haze without air");
        return Err(error.help("leave `haze` out, or choose another `air`"));
    }
    let mut view = View { air, haze: air.haze(), ..View::default() };
    View::HAZE.read(&table, &mut view)?;
    View::STONES.read(&table, &mut view)?;
    View::TREES.read(&table, &mut view)?;
    if let Some(value) = table.get("palette") {
        view.palette = palette(&value)?;
    }
    view.fog = table.get("fog").map(|value| fog(&value, sea)).transpose()?;
    view.clouds = table.get("clouds").map(|value| clouds(&value, domain)).transpose()?;
    if let (Some(value), Air::None) = (table.get("clouds"), air) {
        let error = RecipeError::new(value.source, value.key_span, "there are no clouds without air");
        return Err(error.help("leave `clouds` out"));
    }
    if let Some(value) = table.get("sand") {
        view.sand = sand(&value)?;
    }
    Ok(view)
}

fn palette(value: &Value<'_>) -> Result<Palette, RecipeError> {
    let name = value.text("the name of a palette", "palette = \"alpine\" is the default")?;
    Palette::from_name(name).ok_or_else(|| {
        let help = suggest(name, "choose one of", &Palette::ALL.map(Palette::name));
        value.error(format!("no palette is named {}", quote(name))).help(help)
    })
}

fn air(value: &Value<'_>) -> Result<Air, RecipeError> {
    let name = value.text("the name of an air", "air = \"earth\" is the default")?;
    Air::of_name(name).ok_or_else(|| {
        let help = suggest(name, "choose one of", &Air::ALL.map(Air::name));
        value.error(format!("no air is named {}", quote(name))).help(help)
    })
}

fn fog(value: &Value<'_>, sea: Option<&Sea>) -> Result<Fog, RecipeError> {
    let help = "begin a line with [view.fog], and write visibility = \"2 km\" below";
    let table = Table { what: "[view.fog]".to_owned(), ..value.table("a table", help)? };
    table.refuse_unknown(&Fog::NUMBERS.map(|key| key.name))?;
    let mut fog = Fog::usual(sea);
    Fog::NUMBERS.iter().try_for_each(|key| key.read(&table, &mut fog))?;
    Ok(fog)
}

fn clouds(value: &Value<'_>, domain: &Domain) -> Result<Clouds, RecipeError> {
    let help = "begin a line with [view.clouds], and write cover = 0.5 below";
    let table = Table { what: "[view.clouds]".to_owned(), ..value.table("a table", help)? };
    table.refuse_unknown(&Clouds::NUMBERS.map(|key| key.name))?;
    if let (Some(thickness), Some(_)) = (table.get("thickness"), domain.sphere()) {
        let message = "clouds of planets have no thickness";
        let error = RecipeError::new(thickness.source, thickness.key_span, message);
        return Err(error.help("leave `thickness` out"));
    }
    let mut clouds = Clouds::usual(domain);
    Clouds::numbers(domain).iter().try_for_each(|key| key.read(&table, &mut clouds))?;
    Ok(clouds)
}

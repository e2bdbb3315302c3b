//! Trees, rocks and other things on the ground: the list `[[scatter]]`.

use super::Domain;
use super::color;
use super::error::RecipeError;
use super::materials::{self, Material, Noise, Reach};
use super::nearest::suggest;
use super::source::Span;
use super::spec::Unit;
use super::table::Table;
use super::value::{Value, quote};
use crate::blue_noise::POINTS_PER_SQUARED_DISTANCE;

/// The most kinds in a recipe.
pub const MAX_SCATTERED: usize = 64;

/// Square metres of a hectare.
const HECTARE: f64 = 1e4;

const FORM: &str = "begin a line with [[scatter]], and write name = \"pine\" and spacing = 6.0 below";
const SPACING: &str = "give the least distance between two of them in metres: spacing = 6.0, \
                       or their number per hectare: density = 120";

/// What errors call the thing that rules are about.
const SUBJECT: &str = "the kind";

/// A kind of tree, rock or other thing that is scattered over the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct ScatterKind {
    /// Its name. No other kind has the same name.
    pub name: String,
    /// The placeholder that stands for it in pictures and meshes.
    pub shape: ScatterShape,
    /// The placeholder's colour in sRGB.
    pub color: [u8; 3],
    /// The least distance between two of them in metres, 0.01 to 10⁶.
    pub spacing: f64,
    /// Where it occurs.
    pub rules: Rules,
    /// The least and the greatest scale, 0.001 to 1000.
    pub scale: [f64; 2],
    /// The range of the angle around the vertical, in degrees.
    pub yaw: [f64; 2],
    /// 0 for upright, 1 for along the normal of the ground.
    pub tilt: f64,
    /// Its seed; `None` for a seed that follows from its name.
    pub seed: Option<u64>,
    /// Where its name is written.
    pub span: Span,
}

/// Where a kind occurs. Its density is the product of all rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules {
    /// The names of materials. The kind is as dense as these materials together are visible; without names, materials do not
    /// matter.
    pub materials: Vec<String>,
    /// The heights at which it occurs, in metres.
    pub height: Option<Reach>,
    /// The slope angles at which it occurs, in degrees.
    pub slope: Option<Reach>,
    /// The curvatures at which it occurs, in 1/km, positive in hollows.
    pub curvature: Option<Reach>,
    /// The values of fields at which it occurs.
    pub noises: Vec<Noise>,
    /// Whether it also occurs under the sea, rivers and lakes.
    pub under_water: bool,
}

/// A placeholder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScatterShape {
    /// A cone on a trunk, 4 m high.
    Tree,
    /// An octahedron, 1 m wide.
    Rock,
    /// Three blades, 0.5 m high.
    Grass,
}

impl ScatterShape {
    /// All placeholders.
    pub const ALL: [Self; 3] = [Self::Tree, Self::Rock, Self::Grass];

    /// Its name in a recipe.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Rock => "rock",
            Self::Grass => "grass",
        }
    }

    /// The colour of kinds that give none.
    const fn color(self) -> [u8; 3] {
        match self {
            Self::Tree => [0x35, 0x4f, 0x2b],
            Self::Rock => [0x80, 0x7a, 0x72],
            Self::Grass => [0x6f, 0x7d, 0x3c],
        }
    }
}

/// The least period of a domain that repeats, in spacings. In a shorter one, points would repel their own copies.
const LEAST_PERIOD: f64 = 3.0;

/// The list of kinds. `materials` are those of the recipe.
pub(super) fn scatter(
    value: &Value<'_>,
    materials: &[Material],
    domain: &Domain,
) -> Result<Vec<ScatterKind>, RecipeError> {
    if domain.sphere().is_some() {
        let error =
            RecipeError::new(value.source, value.key_span, "things are scattered on planes, not on planets");
        return Err(error.help("remove [[scatter]], or write kind = \"plane\" in [domain]"));
    }
    let values = value.array("a list of tables", FORM)?;
    if let Some(value) = values.get(MAX_SCATTERED) {
        let message = format!("the recipe scatters {} kinds", values.len());
        return Err(value.error(message).help(format!("a recipe scatters at most {MAX_SCATTERED}")));
    }
    let mut kinds: Vec<ScatterKind> = Vec::with_capacity(values.len());
    for value in &values {
        let kind = kind(value, materials)?;
        if kinds.iter().any(|other| other.name.eq_ignore_ascii_case(&kind.name)) {
            let message = format!("two kinds are named {}", quote(&kind.name));
            return Err(RecipeError::new(value.source, kind.span, message).help("give each its own name"));
        }
        if domain.tile && LEAST_PERIOD * kind.spacing > domain.size {
            let message = format!(
                "points of {} are {} m apart, but the domain repeats after {} m",
                quote(&kind.name),
                kind.spacing,
                domain.size
            );
            let error = RecipeError::new(value.source, kind.span, message);
            return Err(error.help("choose a spacing of at most a third of the period"));
        }
        kinds.push(kind);
    }
    Ok(kinds)
}

fn kind(value: &Value<'_>, all: &[Material]) -> Result<ScatterKind, RecipeError> {
    let table = Table { span: value.span, ..value.table("a table", FORM)? };
    let name = table.require("name", "name the kind: name = \"pine\"")?;
    let text = name.text("a name", "put it in quotes")?;
    // The name becomes part of the names of files.
    Value { key: text, key_span: name.span, ..name }.refuse_odd_name("a kind")?;
    let table = Table { what: format!("the kind {}", quote(text)), ..table };
    table.refuse_unknown(&[
        "name",
        "shape",
        "color",
        "spacing",
        "density",
        "materials",
        "height",
        "slope",
        "curvature",
        "noise",
        "under_water",
        "scale",
        "yaw",
        "tilt",
        "seed",
    ])?;
    let shape = table.get("shape").map(|value| shape(&value)).transpose()?.unwrap_or(ScatterShape::Tree);
    Ok(ScatterKind {
        name: text.to_owned(),
        shape,
        color: table
            .get("color")
            .map(|value| color::read(&value))
            .transpose()?
            .unwrap_or_else(|| shape.color()),
        spacing: spacing(&table)?,
        rules: Rules {
            materials: table
                .get("materials")
                .map(|value| names(&value, all))
                .transpose()?
                .unwrap_or_default(),
            height: materials::height(&table, SUBJECT)?,
            slope: materials::slope(&table, SUBJECT)?,
            curvature: materials::curvature(&table, SUBJECT)?,
            noises: table.get("noise").map(|value| noises(&value)).transpose()?.unwrap_or_default(),
            under_water: table.get("under_water").map(|value| value.flag()).transpose()?.unwrap_or(false),
        },
        scale: pair(&table, "scale", [0.001, 1000.0], Unit::None)?.unwrap_or([1.0; 2]),
        yaw: pair(&table, "yaw", [-360.0, 360.0], Unit::Degrees)?.unwrap_or([0.0, 360.0]),
        tilt: table.get("tilt").map(|value| value.number(0.0..=1.0, Unit::None)).transpose()?.unwrap_or(0.0),
        seed: table.get("seed").map(|value| value.seed()).transpose()?,
        span: name.span,
    })
}

fn shape(value: &Value<'_>) -> Result<ScatterShape, RecipeError> {
    let names = ScatterShape::ALL.map(ScatterShape::name);
    let text = value.text("the name of a shape", "choose \"tree\", \"rock\" or \"grass\"")?;
    ScatterShape::ALL.into_iter().find(|shape| shape.name() == text).ok_or_else(|| {
        value.error(format!("no shape is named {}", quote(text))).help(suggest(text, "the shapes", &names))
    })
}

/// The least distance, from `spacing` or `density`.
fn spacing(table: &Table<'_>) -> Result<f64, RecipeError> {
    match (table.get("spacing"), table.get("density")) {
        (Some(spacing), None) => spacing.number(0.01..=1e6, Unit::Metres),
        (None, Some(density)) => {
            let points = density.number(1e-6..=4e7, Unit::None)?;
            Ok((POINTS_PER_SQUARED_DISTANCE * HECTARE / points).sqrt())
        }
        (None, None) => Err(table.error(format!("{} lacks `spacing`", table.what)).help(SPACING)),
        (Some(_), Some(density)) => {
            let message = format!("{} has both `spacing` and `density`", table.what);
            Err(RecipeError::new(table.source, density.key_span, message).help("remove one of them"))
        }
    }
}

/// The names of materials.
fn names(value: &Value<'_>, all: &[Material]) -> Result<Vec<String>, RecipeError> {
    const FORM: &str = "write materials = [\"forest\"]";
    let known: Vec<_> = all.iter().map(|material| material.name.as_str()).collect();
    let name = |value: &Value<'_>| {
        let text = value.text("the name of a material", FORM)?;
        if known.contains(&text) {
            return Ok(text.to_owned());
        }
        let message = format!("no material is named {}", quote(text));
        let help = match known[..] {
            [] => "the recipe has no [[materials]]: add some, or remove this line".to_owned(),
            _ => suggest(text, "the materials", &known),
        };
        Err(value.error(message).label("unknown material").help(help))
    };
    value.array("a list of names", FORM)?.iter().map(name).collect()
}

/// One rule about a field, or a list of them.
fn noises(value: &Value<'_>) -> Result<Vec<Noise>, RecipeError> {
    if !value.value.is_array() {
        return Ok(vec![materials::noise(value, SUBJECT)?]);
    }
    value.array("a list of tables", "")?.iter().map(|value| materials::noise(value, SUBJECT)).collect()
}

/// A range of two numbers in ascending order.
fn pair(
    table: &Table<'_>,
    key: &str,
    [least, most]: [f64; 2],
    unit: Unit,
) -> Result<Option<[f64; 2]>, RecipeError> {
    let Some(value) = table.get(key) else { return Ok(None) };
    let help = "write the least and the greatest: [0.8, 1.2]";
    let numbers = value.array("two numbers", help)?;
    let numbers = numbers.iter().map(|number| number.number(least..=most, unit));
    match numbers.collect::<Result<Vec<_>, _>>()?[..] {
        [from, to] if from <= to => Ok(Some([from, to])),
        [_, _] => Err(value.error(format!("the numbers of {} are not in order", quote(key))).help(help)),
        ref other => {
            Err(value.error(format!("{} wants two numbers, found {}", quote(key), other.len())).help(help))
        }
    }
}

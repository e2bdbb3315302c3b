//! The materials of the ground: the list `[[materials]]`.

use std::ops::RangeInclusive;

use super::color;
use super::error::RecipeError;
use super::source::Span;
use super::spec::Unit;
use super::table::Table;
use super::value::{Value, quote};

/// The most materials in a recipe: sixteen weights fill four pictures with four channels each.
pub const MAX_MATERIALS: usize = 16;

const FORM: &str = "begin a line with [[materials]], and write name = \"rock\" and color = \"#7d7568\" below";

/// A material of the ground. It covers all of the ground, or the parts that its rules select. Each material covers those before
/// it.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Its name. No other material has the same name.
    pub name: String,
    /// Its colour in sRGB.
    pub color: [u8; 3],
    /// The heights at which the material occurs, in metres.
    pub height: Option<Reach>,
    /// The slope angles at which the material occurs, in degrees.
    pub slope: Option<Reach>,
    /// The curvatures at which the material occurs, in 1/km: the change of slope per kilometre, positive in hollows.
    pub curvature: Option<Reach>,
    /// The values of a field of the recipe at which the material occurs.
    pub noise: Option<Noise>,
    /// Where it is written.
    pub span: Span,
}

/// How a material depends on a field of the recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct Noise {
    /// The field.
    pub field: String,
    /// Where the name of the field is written.
    pub span: Span,
    /// The values of the field at which the material occurs.
    pub reach: Reach,
}

/// The range of numbers in which a material occurs. Its coverage is 0 up to `from`, 1 between the numbers of `whole`, and 0 from
/// `to` on. In between, the coverage changes smoothly. An end may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// The number at which coverage begins.
    pub from: f64,
    /// The range with full coverage.
    pub whole: [f64; 2],
    /// The number at which coverage ends.
    pub to: f64,
}

impl Reach {
    /// With two numbers, coverage rises from the first to the second; if the first is greater, coverage falls from the second to
    /// the first. With four ascending numbers, it rises from the first to the second and falls from the third to the fourth; the
    /// second and the third may be equal. `None` for other numbers.
    ///
    /// ```
    /// use orogen_engine::recipe::Reach;
    ///
    /// let snow = Reach::new(&[2400.0, 2600.0]).unwrap();
    /// assert_eq!((snow.from, snow.whole[0], snow.to), (2400.0, 2600.0, f64::INFINITY));
    /// let forest = Reach::new(&[1800.0, 1500.0]).unwrap();
    /// assert_eq!((forest.whole[1], forest.to), (1500.0, 1800.0));
    /// assert_eq!(Reach::new(&[1.0, 1.0]), None);
    /// ```
    pub fn new(numbers: &[f64]) -> Option<Self> {
        match *numbers {
            [from, whole] if from < whole => {
                Some(Self { from, whole: [whole, f64::INFINITY], to: f64::INFINITY })
            }
            [to, whole] if whole < to => {
                Some(Self { from: f64::NEG_INFINITY, whole: [f64::NEG_INFINITY, whole], to })
            }
            [from, first, last, to] if from < first && first <= last && last < to => {
                Some(Self { from, whole: [first, last], to })
            }
            _ => None,
        }
    }

    /// The numbers as a recipe writes them.
    pub(super) fn numbers(&self) -> Vec<f64> {
        match (self.from.is_finite(), self.to.is_finite()) {
            (true, true) => vec![self.from, self.whole[0], self.whole[1], self.to],
            (true, false) => vec![self.from, self.whole[0]],
            _ => vec![self.to, self.whole[1]],
        }
    }
}

/// The list of materials.
pub(super) fn materials(value: &Value<'_>) -> Result<Vec<Material>, RecipeError> {
    let values = value.array("a list of tables", FORM)?;
    if let Some(value) = values.get(MAX_MATERIALS) {
        let message = format!("the recipe has {} materials", values.len());
        return Err(value.error(message).help(format!("a recipe has at most {MAX_MATERIALS}")));
    }
    let mut materials: Vec<Material> = Vec::with_capacity(values.len());
    for value in &values {
        let material = material(value)?;
        if materials.iter().any(|other| other.name == material.name) {
            let message = format!("two materials are named {}", quote(&material.name));
            return Err(RecipeError::new(value.source, material.span, message).help("give each its own name"));
        }
        materials.push(material);
    }
    Ok(materials)
}

fn material(value: &Value<'_>) -> Result<Material, RecipeError> {
    let table = Table { span: value.span, ..value.table("a table", FORM)? };
    let name = table.require("name", "name the material: name = \"rock\"")?;
    let text = name.text("a name", "put it in quotes")?;
    if text.trim().is_empty() || text.chars().any(char::is_control) {
        return Err(name
            .error("the name of a material must not be blank or have control characters")
            .help("write for example name = \"rock\""));
    }
    let table = Table { what: format!("the material {}", quote(text)), ..table };
    table.refuse_unknown(&["name", "color", "height", "slope", "curvature", "noise"])?;
    let written = table.require("color", "give its colour as in CSS: color = \"#7d7568\"")?;
    Ok(Material {
        name: text.to_owned(),
        color: color::read(&written)?,
        height: height(&table, SUBJECT)?,
        slope: slope(&table, SUBJECT)?,
        curvature: curvature(&table, SUBJECT)?,
        noise: table.get("noise").map(|value| noise(&value, SUBJECT)).transpose()?,
        span: name.span,
    })
}

/// What errors call the thing that rules are about.
const SUBJECT: &str = "the material";

/// The rule about the height.
pub(super) fn height(table: &Table<'_>, subject: &str) -> Result<Option<Reach>, RecipeError> {
    table.get("height").map(|value| reach(&value, subject, -1e9..=1e9, Unit::Metres)).transpose()
}

/// The rule about the slope.
pub(super) fn slope(table: &Table<'_>, subject: &str) -> Result<Option<Reach>, RecipeError> {
    table.get("slope").map(|value| reach(&value, subject, -90.0..=180.0, Unit::Degrees)).transpose()
}

/// The rule about the curvature.
pub(super) fn curvature(table: &Table<'_>, subject: &str) -> Result<Option<Reach>, RecipeError> {
    table.get("curvature").map(|value| reach(&value, subject, -1e9..=1e9, Unit::None)).transpose()
}

/// A rule about a field.
pub(super) fn noise(value: &Value<'_>, subject: &str) -> Result<Noise, RecipeError> {
    const FORM: &str = "write noise = { field = \"patches\", range = [0.0, 0.4] }";
    let table = value.table("a table", FORM)?;
    table.refuse_unknown(&["field", "range"])?;
    let field = table.require("field", FORM)?;
    let range = table.require("range", FORM)?;
    Ok(Noise {
        field: field.field("the name of a field", "put the name in quotes")?,
        span: field.span,
        reach: reach(&range, subject, -1e9..=1e9, Unit::None)?,
    })
}

fn reach(
    value: &Value<'_>,
    subject: &str,
    range: RangeInclusive<f64>,
    unit: Unit,
) -> Result<Reach, RecipeError> {
    let form = format!(
        "two numbers say where {subject} begins and where it is complete: [30, 45] or [45, 30]; \
         four say where it begins, is complete, stops being complete, and ends"
    );
    let numbers = value.array("two or four numbers", &form)?;
    let numbers = numbers.iter().map(|number| number.number(range.clone(), unit));
    let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
    Reach::new(&numbers).ok_or_else(|| {
        let message = match numbers.len() {
            2 | 4 => format!("the numbers of {} are not in order", quote(value.key)),
            count => format!("{} wants two or four numbers, found {count}", quote(value.key)),
        };
        value.error(message).help(form)
    })
}

//! Parameters of a recipe: numbers with a name, which callers may set.

use std::collections::BTreeMap;

use super::error::RecipeError;
use super::nearest::suggest;
use super::source::Span;
use super::spec::Unit;
use super::table::Table;
use super::units;
use super::value::{Value, quote};

/// A number that expressions use by its name, and that callers may set.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value, in metres if it is a length.
    pub value: f64,
    /// The value in the recipe's text.
    pub default: f64,
    /// The least and the greatest value. Any finite number is valid if the recipe gives no range.
    pub range: [f64; 2],
    /// The unit of the number, as text for people, or "".
    pub unit: String,
    /// Its effect in one line, or "".
    pub help: String,
    /// Where its name is written.
    pub span: Span,
    /// Where its value is written.
    pub value_span: Span,
}

impl Parameter {
    /// The unit of the parameter's values. The parser and forms know `m` and `°`; other units are only text for people.
    ///
    /// # Example
    /// ```
    /// use orogen_engine::nodes::registry;
    /// use orogen_engine::recipe::spec::Unit;
    ///
    /// let coast = registry().part("coast").unwrap().recipe(registry())?;
    /// let unit = |name: &str| coast.parameters.iter().find(|parameter| parameter.name == name).unwrap().measure();
    /// assert_eq!([unit("depth"), unit("angle")], [Unit::Metres, Unit::Degrees]);
    /// # Ok::<(), orogen_engine::recipe::RecipeError>(())
    /// ```
    pub fn measure(&self) -> Unit {
        match self.unit.as_str() {
            "m" => Unit::Metres,
            "°" => Unit::Degrees,
            _ => Unit::None,
        }
    }
}

/// Values for parameters by name. They replace those of the recipe.
///
/// # Example
/// ```
/// use orogen_engine::nodes::registry;
/// use orogen_engine::recipe::{Recipe, Settings, Source};
///
/// let text = "orogen = 1\ndomain.size = 90.0\nheight.field = 'flat'\n[parameters]\nlevel = 5.0\n
///     [fields.flat]\ntype = 'constant'\nvalue = '2 * level'";
/// let recipe = Recipe::parse(Source::new("flat.toml", text), registry())?;
/// let higher = recipe.with_settings(registry(), &Settings::from([("level".to_owned(), 7.0)]))?;
/// assert_eq!(higher.fields["flat"].args.number("value"), 14.0);
/// # Ok::<(), orogen_engine::recipe::RecipeError>(())
/// ```
pub type Settings = BTreeMap<String, f64>;

const FORM: &str =
    "write a number, or { value = 0.5, range = [0.0, 1.0], unit = \"\", help = \"what it does\" }";

/// Reads `[parameters]`.
pub(super) fn parameters(root: &Table<'_>) -> Result<Vec<Parameter>, RecipeError> {
    let Some(value) = root.get("parameters") else { return Ok(Vec::new()) };
    let table = value.table("a table", "begin a line with [parameters], and write name = 0.5 below")?;
    table.values().iter().map(parameter).collect()
}

/// Replaces values of the text by those of `settings`.
pub(super) fn set(
    root: &Table<'_>,
    parameters: &mut [Parameter],
    settings: &Settings,
) -> Result<(), RecipeError> {
    for (name, &number) in settings {
        let Some(at) = parameters.iter().position(|parameter| parameter.name == *name) else {
            return Err(unknown(root, name, parameters));
        };
        let parameter = &mut parameters[at];
        let [least, most] = parameter.range;
        if !(least..=most).contains(&number) {
            let message = format!("{} cannot be set to {}", quote(name), units::plain(number));
            let help = format!("choose a number {}", units::range(least, most, Unit::None));
            return Err(RecipeError::new(root.source, parameter.span, message).help(help));
        }
        parameter.value = number + 0.0;
    }
    Ok(())
}

fn unknown(root: &Table<'_>, name: &str, parameters: &[Parameter]) -> RecipeError {
    let span = root.get("parameters").map_or(root.span, |value| value.key_span);
    let names: Vec<_> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let help = match names.is_empty() {
        true => "the recipe has no parameters: write them below [parameters]".to_owned(),
        false => suggest(name, "its parameters", &names),
    };
    RecipeError::new(root.source, span, format!("the recipe has no parameter {}", quote(name))).help(help)
}

fn parameter(value: &Value<'_>) -> Result<Parameter, RecipeError> {
    value.refuse_odd_name("a parameter")?;
    let any = [f64::MIN, f64::MAX];
    let new = |range, unit, help, number, value_span| Parameter {
        name: value.key.to_owned(),
        value: number,
        default: number,
        range,
        unit,
        help,
        span: value.key_span,
        value_span,
    };
    // Strings are lengths.
    let number = |value: &Value<'_>, [least, most]: [f64; 2]| value.number(least..=most, Unit::Metres);
    if value.is_number() || value.as_text().is_some() {
        let unit = if value.is_number() { "" } else { "m" };
        return Ok(new(any, unit.to_owned(), String::new(), number(value, any)?, value.span));
    }
    let table = value.table("a number or a table", FORM)?;
    table.refuse_unknown(&["value", "range", "unit", "help"])?;
    let range = match table.get("range") {
        Some(range) => match range.array("the least and the greatest value", FORM)?[..] {
            [least, most] => {
                let least = number(&least, any)?;
                [least, number(&most, [least, f64::MAX])?]
            }
            _ => return Err(range.wants("the least and the greatest value").help(FORM)),
        },
        None => any,
    };
    let text = |key, usual: &str| match table.get(key) {
        Some(value) => value.text("text", "put it in quotes").map(str::to_owned),
        None => Ok(usual.to_owned()),
    };
    let given = table.require("value", FORM)?;
    let unit = if given.is_number() { "" } else { "m" };
    Ok(new(range, text("unit", unit)?, text("help", "")?, number(&given, range)?, given.span))
}

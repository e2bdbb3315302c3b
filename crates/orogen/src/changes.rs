//! Changes to the text of a recipe: its seed, its parameters, and values of its fields.

use std::sync::Arc;

use orogen_engine::nodes;
use orogen_engine::recipe::{Recipe, Source, length_of_text};
use toml_edit::{DocumentMut, InlineTable, Item, TableLike, Value};

use crate::error::{Error, ErrorKind};
use crate::terrain::Terrain;

/// A value to write into a recipe. [`Terrain::changed`] takes it.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// A number. Lengths are in metres.
    Number(f64),
    /// A whole number that is not negative, such as a seed.
    Whole(u64),
    /// A text, such as the name of a basis.
    Text(String),
    /// `true` or `false`.
    Flag(bool),
    /// The default of a key: the recipe does without the key.
    Default,
}

/// Tables of a recipe that decide its heights, apart from parameters and fields.
const TABLES: [&str; 3] = ["domain", "height", "sea"];

impl Terrain {
    /// The same recipe with other values, written into its text: the [source](Recipe::source) of the new terrain has them.
    /// Comments and the layout of the text stay.
    ///
    /// A change has a name:
    ///
    /// | name | changes |
    /// |---|---|
    /// | `seed` | the seed of the recipe |
    /// | `detail` | the parameter `detail` |
    /// | `ranges.gain` | the key `gain` of the field `ranges` |
    /// | `ranges.displace.strength` | the key `strength` in the table `displace` of this field |
    /// | `height.scale` | the key of one of the tables `domain`, `height` and `sea` |
    ///
    /// # Errors
    /// The recipe has neither a parameter nor a field of that name, or is invalid with the new values. The lines of such an error
    /// count in the changed text.
    ///
    /// # Example
    /// ```
    /// use orogen::{Setting, Terrain};
    ///
    /// let alps = Terrain::preset("alps")?;
    /// let other = alps.changed(&[("seed", Setting::Whole(3)), ("ranges.gain", Setting::Number(0.45))])?;
    /// assert!(other.recipe().source.text.contains("gain = 0.45"));
    ///
    /// let back = other.changed(&[("ranges.lacunarity", Setting::Number(2.1)), ("ranges.lacunarity", Setting::Default)])?;
    /// assert_eq!(back.recipe().source.text, other.recipe().source.text);
    ///
    /// let error = alps.changed(&[("ranges.gain", Setting::Number(-1.0))]).unwrap_err();
    /// assert!(error.line().is_some());
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn changed(&self, changes: &[(&str, Setting)]) -> Result<Self, Error> {
        Self::new(changed_recipe(self.recipe(), changes)?, Arc::clone(self.files()))
    }
}

/// The recipe with other values, written into its text, as [`Terrain::changed`] does. Nothing is solved, and no files are read.
///
/// # Errors
/// The errors of [`Terrain::changed`], except those of files.
///
/// # Example
/// ```
/// use orogen::{Preset, Setting, changed_recipe};
///
/// let alps = Preset::find("alps")?.recipe()?;
/// let other = changed_recipe(&alps, &[("ranges.gain", Setting::Number(0.45))])?;
/// assert!(other.source.text.contains("gain = 0.45"));
/// # Ok::<(), orogen::Error>(())
/// ```
pub fn changed_recipe(recipe: &Recipe, changes: &[(&str, Setting)]) -> Result<Recipe, Error> {
    let mut document: DocumentMut = recipe.source.text.parse().map_err(|error| {
        Error::new(ErrorKind::Recipe, format!("the recipe cannot be changed: {error}"), "")
    })?;
    for (name, value) in &recipe.settings() {
        put(recipe, &mut document, name, &Setting::Number(*value))?;
    }
    for (name, value) in changes {
        put(recipe, &mut document, name, value)?;
    }
    let changed = parsed(recipe, &document)?;
    // The seed may have been replaced without a change of the text.
    if changed.seed != recipe.seed && !changes.iter().any(|(name, _)| *name == "seed") {
        put(recipe, &mut document, "seed", &Setting::Whole(recipe.seed))?;
        return parsed(recipe, &document);
    }
    Ok(changed)
}

fn parsed(recipe: &Recipe, document: &DocumentMut) -> Result<Recipe, Error> {
    let source = Source { text: document.to_string().into(), ..(*recipe.source).clone() };
    Ok(Recipe::parse_with(source, nodes::registry(), recipe.texts.clone())?)
}

/// Writes one value.
fn put(recipe: &Recipe, document: &mut DocumentMut, name: &str, value: &Setting) -> Result<(), Error> {
    let is_parameter = recipe.parameters.iter().any(|parameter| parameter.name == name);
    if is_parameter && *value == Setting::Default {
        return Err(Error::argument(format!("the parameter `{name}` has no default"), "give it a value"));
    }
    let (first, _) = name.split_once('.').unwrap_or((name, ""));
    let fields = document.get("fields").and_then(Item::as_table_like);
    let is_field = fields.is_some_and(|fields| fields.contains_key(first));
    let mut path: Vec<_> = name.split('.').collect();
    if is_parameter {
        path = vec!["parameters", name];
        // A parameter with a range is a table.
        if document["parameters"][name].is_table_like() {
            path.push("value");
        }
    } else if is_field && path.len() > 1 {
        path.insert(0, "fields");
    } else if name != "seed" && !(TABLES.contains(&first) && path.len() > 1) {
        return Err(unknown(recipe, name));
    }
    put_at(document.as_table_mut(), &path, value).ok_or_else(|| {
        Error::argument(
            format!("`{name}` is inside a value that is not a table"),
            "change the text of the recipe",
        )
    })
}

fn unknown(recipe: &Recipe, name: &str) -> Error {
    let parameters: Vec<_> = recipe.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let fields: Vec<_> = recipe.written_fields().map(|field| field.name.as_str()).collect();
    let parameters = match parameters.is_empty() {
        true => "it has no parameters".to_owned(),
        false => format!("its parameters are {}", parameters.join(", ")),
    };
    let help = format!("{parameters}; its fields, for names such as `field.gain`, are {}", fields.join(", "));
    Error::argument(format!("the recipe has no parameter or field for `{name}`"), help)
}

/// Sets the value at a path, or removes the key. Comments beside the old value stay. `None` if the path leads through a value that is not
/// a table.
fn put_at(table: &mut dyn TableLike, path: &[&str], value: &Setting) -> Option<()> {
    let (key, rest) = path.split_first()?;
    if rest.is_empty() {
        let old = table.get(key).and_then(Item::as_value);
        let Some(mut new) = value.written(old) else {
            table.remove(key);
            return Some(());
        };
        if let Some(old) = old {
            *new.decor_mut() = old.decor().clone();
        }
        match table.get_mut(key) {
            Some(item) => *item = Item::Value(new),
            None => drop(table.insert(key, Item::Value(new))),
        }
        return Some(());
    }
    if !table.contains_key(key) {
        if *value == Setting::Default {
            return Some(());
        }
        table.insert(key, Item::Value(InlineTable::new().into()));
    }
    let item = table.get_mut(key)?;
    if let Some(name) = item.as_str().map(str::to_owned) {
        // A basis that is only a name becomes a table: `basis = { type = "cellular", … }`.
        *item = Item::Value(InlineTable::from_iter([("type", name)]).into());
    }
    put_at(item.as_table_like_mut()?, rest, value)
}

impl Setting {
    /// The value in TOML; none for a default. A number that replaces a text with a unit of length is written in metres.
    fn written(&self, old: Option<&Value>) -> Option<Value> {
        let is_length = old.and_then(Value::as_str).is_some_and(|text| length_of_text(text).is_some());
        Some(match *self {
            Self::Number(metres) if is_length => format!("{metres} m").into(),
            // Counts, such as octaves, have to be integers.
            Self::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => (number as i64).into(),
            Self::Number(number) => number.into(),
            Self::Whole(number) => match i64::try_from(number) {
                Ok(number) => number.into(),
                // Half of all seeds are too large for TOML's integers.
                Err(_) => format!("{number:#018x}").into(),
            },
            Self::Text(ref text) => text.as_str().into(),
            Self::Flag(flag) => flag.into(),
            Self::Default => return None,
        })
    }
}

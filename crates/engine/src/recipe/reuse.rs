//! `use`: the fields of another recipe, under a name.
//!
//! `[fields.coast]` with `use = "coast.toml"` reads the fields of `coast.toml` as `coast.NAME`, with its parameters set, and makes
//! the field `coast`: the heights of that recipe in metres. All its fields get seeds that follow from the name or the `seed` of
//! `[fields.coast]`, so two uses differ, and uses with the same `seed` agree.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use orogen_noise::hash::combine;

use super::args::ArgValue;
use super::error::RecipeError;
use super::expression::Names;
use super::field::{Field, Input, Uses, displace, input_of};
use super::file::{Texts, Unreadable, UsedText, read_bytes};
use super::nearest::suggest;
use super::parameter::{Parameter, Settings};
use super::params;
use super::parse;
use super::registry::Registry;
use super::source::Source;
use super::table::Table;
use super::value::{Value, quote, seed_of_name};
use super::{FARTHEST, Recipe};

/// The deepest chain of recipes that use one another.
const MAX_DEPTH: usize = 8;

/// The most uses of recipes in one recipe, with those that it uses.
const MAX_USES: u32 = 100;

/// Keys of a section that are no parameters.
const RESERVED: [&str; 4] = ["use", "seed", "displace", "type"];

const FORM: &str =
    "name a part, as `orogen parts` lists them, or the path of a recipe: use = \"mountains.toml\"";

/// Where a recipe is parsed: at the root, or as one that another uses.
#[derive(Debug)]
pub(super) struct Scope<'a> {
    /// What the names of its fields begin with: "", or "coast." for one that `[fields.coast]` uses.
    pub(super) prefix: String,
    /// The files of the used recipes that are being parsed, from the outermost on.
    files: Vec<PathBuf>,
    shared: &'a Shared,
}

/// What a recipe and those that it uses share while they are parsed.
#[derive(Debug)]
pub(super) struct Shared {
    /// The number of uses so far.
    uses: Cell<u32>,
    /// The texts of the used files. Each is read once.
    texts: RefCell<Texts>,
}

impl Shared {
    /// Takes texts that are known already.
    pub(super) fn new(texts: Texts) -> Self {
        Self { uses: Cell::new(0), texts: RefCell::new(texts) }
    }

    pub(super) fn into_texts(self) -> Texts {
        self.texts.into_inner()
    }
}

impl<'a> Scope<'a> {
    /// Whether nothing uses the recipe.
    pub(super) fn is_root(&self) -> bool {
        self.prefix.is_empty()
    }

    /// How many recipes use one another up to this one: its prefix has a dot for each.
    fn depth(&self) -> usize {
        self.prefix.matches('.').count()
    }

    /// The scope of a recipe that nothing uses.
    pub(super) fn root(shared: &'a Shared) -> Self {
        Self { prefix: String::new(), files: Vec::new(), shared }
    }
}

/// A recipe that a field uses.
#[derive(Debug)]
pub(super) struct Used {
    /// The name of the field, in the recipe that has it.
    key: String,
    /// What the names of its fields begin with.
    prefix: String,
    recipe: Recipe,
}

/// Parses all recipes that fields use, in the order of the text.
pub(super) fn used(
    root: &Table<'_>,
    parameters: &[Parameter],
    registry: &Registry,
    scope: &Scope<'_>,
) -> Result<Vec<Used>, RecipeError> {
    let numbers = parameters.iter().map(|parameter| (parameter.name.as_str(), parameter.value)).collect();
    let names = Names::new(registry, BTreeSet::new(), numbers, &scope.prefix);
    let root = Table { names: &names, what: String::new(), ..*root };
    let fields = root.get("fields").and_then(|value| value.table("a table", "").ok());
    let values = fields.iter().flat_map(Table::values).filter(|value| uses(value).is_some());
    values.map(|value| parsed(&value, registry, scope)).collect()
}

/// The value of `use` in the section of a field.
pub(super) fn uses<'a>(section: &Value<'a>) -> Option<Value<'a>> {
    section.table("a table", "").ok()?.get("use")
}

/// Parses the recipe that a section uses.
fn parsed(section: &Value<'_>, registry: &Registry, scope: &Scope<'_>) -> Result<Used, RecipeError> {
    section.refuse_odd_name("a field")?;
    let table = section.table("a table", "")?;
    let value = table.require("use", FORM)?;
    let uses = scope.shared.uses.get() + 1;
    scope.shared.uses.set(uses);
    if scope.depth() >= MAX_DEPTH || uses > MAX_USES {
        let help = format!("a recipe uses at most {MAX_USES} others, at most {MAX_DEPTH} deep");
        return Err(value.error("too many recipes use one another").help(help));
    }
    let written = value.text("a part or the path of a recipe", FORM)?;
    let (source, file) = open(&value, written, registry, scope)?;
    let prefix = format!("{}{}.", scope.prefix, section.key);
    let inner = Scope {
        prefix: prefix.clone(),
        files: scope.files.iter().cloned().chain(file.clone()).collect(),
        shared: scope.shared,
    };
    let source = Arc::new(Source { used_by: Some(used_by(section)), ..source });
    let mut recipe = parse::recipe(&source, registry, |declared| settings(&table, declared), &inner)?;
    recipe.files.extend(file);
    let seed = table.get("seed").map(|value| value.seed()).transpose()?;
    let seed = seed.unwrap_or_else(|| seed_of_name(section.key));
    for field in recipe.fields.values_mut() {
        field.is_used = true;
        adapt(field, &prefix, seed, Path::new(written).parent());
    }
    Ok(Used { key: section.key.to_owned(), prefix, recipe })
}

impl Used {
    /// The names of its fields.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.recipe.defined_fields().map(|field| &*field.name)
    }

    /// Its fields, its files and its warnings.
    pub(super) fn into_parts(self) -> (BTreeMap<String, Field>, Vec<PathBuf>, Vec<RecipeError>) {
        (self.recipe.fields, self.recipe.files, self.recipe.warnings)
    }

    /// The fields that its section makes: the heights, and those that take the place of fields of the used recipe. `fields` is
    /// the table of all sections.
    pub(super) fn section(&self, fields: &Table<'_>) -> Result<Vec<Field>, RecipeError> {
        let section = fields.require(&self.key, FORM)?;
        let table = section.table("a table", FORM)?;
        let value = table.require("use", FORM)?;
        let mut made = Vec::new();
        let is_known = |key: &str| {
            RESERVED[..3].contains(&key)
                || self.recipe.parameters.iter().any(|parameter| parameter.name == key)
        };
        let mut replaced = Vec::new();
        for value in table.values().into_iter().filter(|value| !is_known(value.key)) {
            let name = format!("{}{}", self.prefix, value.key);
            let Some(field) = self.recipe.fields.get(&name).filter(|field| field.is_defined()) else {
                return Err(self.unknown(&value));
            };
            replaced.push(value.key.to_owned());
            let help = format!("{} takes the place of a field of the used recipe", quote(value.key));
            let input = input_of(&value, [-FARTHEST, FARTHEST], "a field, an expression or a number", &help)?;
            made.push(node(&value, field.name.clone(), ("scale", "factor", 1.0), input)?);
        }
        made.push(heights(&value, &table, self, replaced)?);
        Ok(made)
    }

    /// The error of a key that is no parameter and no field of the used recipe.
    fn unknown(&self, value: &Value<'_>) -> RecipeError {
        let parameters = self.recipe.parameters.iter().map(|parameter| parameter.name.as_str());
        let fields = self.names().filter_map(|name| name.strip_prefix(&self.prefix));
        let names: Vec<&str> = parameters.chain(fields.filter(|name| !name.contains('.'))).collect();
        let message = match value.key {
            "type" => "a field has a `type` or a `use`, not both".to_owned(),
            key => {
                format!("the recipe that {} uses has no parameter or field {}", quote(&self.key), quote(key))
            }
        };
        let help = suggest(value.key, "its parameters and fields", &names);
        RecipeError::new(value.source, value.key_span, message).label("unknown key").help(help)
    }
}

/// Gives a field of a used recipe a seed, and paths from the folder of the recipe that uses it.
fn adapt(field: &mut Field, prefix: &str, seed: u64, folder: Option<&Path>) {
    if field.spec.group.takes_seed() {
        let name = field.solution().strip_prefix(prefix).unwrap_or_default();
        field.args.seed = Some(combine(seed, field.args.seed.unwrap_or_else(|| seed_of_name(name))));
    }
    for arg in field.args.values.values_mut() {
        if let (ArgValue::File { written, .. }, Some(folder)) = (&mut arg.value, folder) {
            // The canonical text is the same on all systems.
            if folder != Path::new("") && !Path::new(written).is_absolute() {
                *written = format!("{}/{written}", folder.display());
            }
        }
    }
}

/// Where a recipe is used, for the help of its errors.
fn used_by(section: &Value<'_>) -> String {
    let (line, column) = section.source.line_column(section.key_span.start);
    let place = format!("{} uses this recipe: {}:{line}:{column}", quote(section.key), section.source.name);
    match &section.source.used_by {
        Some(outer) => format!("{place}\n{outer}"),
        None => place,
    }
}

/// The text of a part or of a file. A part has no file.
fn open(
    value: &Value<'_>,
    written: &str,
    registry: &Registry,
    scope: &Scope<'_>,
) -> Result<(Source, Option<PathBuf>), RecipeError> {
    if let Some(part) = registry.part(written) {
        return Ok((Source::new(format!("part {written}"), part.text), None));
    }
    if !written.contains(['.', '/', '\\']) {
        let help = format!(
            "{}; the path of a recipe ends in .toml (save a preset first: `orogen presets alps > alps.toml`)",
            registry.suggest_part(written)
        );
        return Err(value.error(format!("no part is named {}", quote(written))).help(help));
    }
    let (_, path) = params::path(value)?;
    let failed =
        |why: &str, help: &str| value.error(format!("cannot read {}: {why}", quote(written))).help(help);
    let io = |error: io::Error| failed(&error.to_string(), "give the path from the folder of this recipe");
    let known = scope.shared.texts.borrow().get(&path);
    let file =
        known.as_ref().map_or_else(|| path.canonicalize(), |known| Ok(known.file.clone())).map_err(io)?;
    if scope.files.contains(&file) {
        let help = "make one of the recipes use another recipe, or remove its `use`";
        return Err(value
            .error(format!("{} uses itself", quote(written)))
            .label("this closes the cycle")
            .help(help));
    }
    let folder = path.parent().map(Path::to_path_buf);
    let source = |text: Arc<str>| Source { folder, ..Source::new(path.display().to_string(), text) };
    if let Some(known) = known {
        return Ok((source(known.text), Some(file)));
    }
    let bytes = read_bytes(&path).map_err(|why| match why {
        Unreadable::Io(error) => io(error),
        Unreadable::Folder => failed("it is a folder", FORM),
        Unreadable::NotAFile => failed("it is not a file", FORM),
        Unreadable::TooLarge(_) => failed("a recipe has at most 1 MiB of text", FORM),
    })?;
    let text = String::from_utf8(bytes).map_err(|_| failed("it is not UTF-8 text", FORM))?;
    let text: Arc<str> = text.into();
    let used = UsedText { file: file.clone(), text: Arc::clone(&text) };
    scope.shared.texts.borrow_mut().insert(path.clone(), used);
    Ok((source(text), Some(file)))
}

/// The parameters that the section sets.
fn settings(table: &Table<'_>, declared: &[Parameter]) -> Result<Settings, RecipeError> {
    if let Some(parameter) = declared.iter().find(|parameter| RESERVED.contains(&&*parameter.name)) {
        let message = format!("the used recipe has a parameter {}", quote(&parameter.name));
        let help = format!(
            "rename the parameter in the used recipe: {} is a reserved key in a section with `use`",
            quote(&parameter.name)
        );
        return Err(table.require("use", FORM)?.error(message).help(help));
    }
    let given = declared.iter().filter_map(|parameter| Some((parameter, table.get(&parameter.name)?)));
    given
        .map(|(parameter, value)| {
            let [least, most] = parameter.range;
            Ok((parameter.name.clone(), value.number(least..=most, parameter.measure())?))
        })
        .collect()
}

/// The field with the heights of a used recipe in metres: `scale · field + offset`. If there is an offset, the scale is 1: the
/// parser has made a field of the product.
fn heights(
    value: &Value<'_>,
    table: &Table<'_>,
    used: &Used,
    replaced: Vec<String>,
) -> Result<Field, RecipeError> {
    let height = &used.recipe.height;
    let name = used.prefix.trim_end_matches('.').to_owned();
    let (scale, offset) = (("scale", "factor", height.scale), ("offset", "amount", height.offset));
    let number = if height.offset == 0.0 { scale } else { offset };
    let input = match used.recipe.fields.get(&height.field) {
        // In a canonical text, an input that is a number is not the name of a field.
        Some(field) if field.is_expression && field.spec.name == "constant" => {
            Input::Number(field.args.number("value"), value.span)
        }
        _ => Input::Field(height.field.clone(), value.span),
    };
    let last = node(value, name, number, input)?;
    let displace = table.get("displace").map(|value| displace(&value)).transpose()?;
    Ok(Field {
        displace,
        is_used: false,
        uses: Some(Uses {
            name: value.as_text().unwrap_or_default().to_owned(),
            parameters: used.recipe.parameters.clone(),
            seed: table.get("seed").map(|value| value.seed()).transpose()?,
            replaced,
        }),
        span: table.span,
        ..last
    })
}

/// A field of a node with one input and one number.
fn node(
    value: &Value<'_>,
    name: String,
    (node, parameter, number): (&str, &str, f64),
    input: Input,
) -> Result<Field, RecipeError> {
    let Some(spec) = value.names.registry().get(node) else {
        return Err(value.error(format!("the registry has no node {}, which this needs", quote(node))));
    };
    Ok(Field {
        name,
        spec,
        args: params::of_numbers(value, spec, &[(parameter, number)], value.span)?,
        inputs: vec![input],
        displace: None,
        span: value.key_span,
        output: None,
        is_expression: false,
        is_used: true,
        uses: None,
    })
}

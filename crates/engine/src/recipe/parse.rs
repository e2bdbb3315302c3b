//! The sections of a recipe.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::TAU;
use std::path::PathBuf;
use std::sync::Arc;

use toml::de::DeTable;

use super::error::RecipeError;
use super::expression::Names;
use super::field::{Field, field};
use super::file::Texts;
use super::materials::materials;
use super::parameter::{self, Parameter, Settings};
use super::registry::Registry;
use super::reuse::{self, Scope, Shared, Used};
use super::scatter::scatter;
use super::sculpt::sculpt;
use super::source::{Source, Span};
use super::spec::Unit;
use super::table::Table;
use super::value::{Value, quote};
use super::view::view;
use super::water::water;
use super::{Domain, DomainKind, FARTHEST, Height, Recipe, SMALLEST, Sea, cycle, former, syntax};
use crate::planet::Sphere;
use crate::raster::MAX_SIDE;

/// The version of the recipe format this code reads.
const VERSION: u32 = 1;

/// The most fields in a recipe: more than anybody writes, and few enough for any algorithm over fields.
const MAX_FIELDS: usize = 1000;

/// The least radius of a planet in metres.
const MIN_RADIUS: f64 = 1e3;
/// The greatest radius of a planet in metres. Its circumference is less than [`FARTHEST`].
const MAX_RADIUS: f64 = 1e8;

const SECTIONS: [&str; 13] = [
    "orogen",
    "name",
    "seed",
    "parameters",
    "domain",
    "fields",
    "height",
    "sea",
    "water",
    "materials",
    "scatter",
    "sculpt",
    "view",
];

/// Parses a recipe that nothing uses.
pub(super) fn outermost(
    source: Source,
    registry: &Registry,
    settings: &Settings,
    texts: Texts,
) -> Result<Recipe, RecipeError> {
    let shared = Shared::new(texts);
    let recipe = recipe(&Arc::new(source), registry, |_| Ok(settings.clone()), &Scope::root(&shared))?;
    Ok(Recipe { texts: shared.into_texts(), ..recipe })
}

/// Parses a recipe in a scope. `settings` chooses values for its parameters.
pub(super) fn recipe(
    source: &Arc<Source>,
    registry: &Registry,
    settings: impl FnOnce(&[Parameter]) -> Result<Settings, RecipeError>,
    scope: &Scope<'_>,
) -> Result<Recipe, RecipeError> {
    let mut entries = syntax::parse(source)?;
    let none = Names::none();
    let version = version(&root(source, &entries, &none))?;
    let former = former::rename(source, &mut entries, registry)?;
    let mut warnings: Vec<_> = former.iter().map(|key| key.warning(source)).collect();
    let plain = root(source, &entries, &none);
    plain.refuse_unknown(&SECTIONS)?;
    let mut parameters = parameter::parameters(&plain)?;
    let settings = settings(&parameters)?;
    parameter::set(&plain, &mut parameters, &settings)?;
    let used = reuse::used(&plain, &parameters, registry, scope)?;
    let names = names(&plain, registry, &parameters, &used, scope)?;
    let table = root(source, &entries, &names);
    let name = match table.get("name") {
        Some(value) => value.text("text", "put it in quotes")?.to_owned(),
        None => String::new(),
    };
    let seed = table.get("seed").map(|value| value.seed()).transpose()?.unwrap_or(0);
    let domain = domain(&table)?;
    // Of a used recipe, only the fields have an effect.
    let section = |key| table.get(key).filter(|_| scope.is_root());
    let sea = section("sea").map(|value| sea(&value)).transpose()?;
    let materials = section("materials").map(|value| materials(&value)).transpose()?.unwrap_or_default();
    let sculpt = section("sculpt").map(|value| sculpt(&value)).transpose()?;
    let is_planet = domain.sphere().is_some();
    let scatter = section("scatter").map(|value| scatter(&value, &materials, &domain)).transpose()?;
    let scatter = scatter.unwrap_or_default();
    let water = section("water").map(|value| water(&value, is_planet)).transpose()?;
    let view = section("view").map(|value| view(&value, sea.as_ref(), &domain)).transpose()?;
    let view = view.unwrap_or_default();
    let mut fields = fields(&table, registry)?;
    let sections = sections(&table, &used)?;
    let height = height(&table, scope)?;
    fields.extend(names.into_fields());
    let files = add_used(&mut fields, &mut warnings, used, sections);
    refuse_many(&fields, &plain)?;
    let source = Arc::clone(source);
    let mut recipe = Recipe {
        version,
        name,
        seed,
        parameters,
        domain,
        fields,
        height,
        sea,
        water,
        materials,
        scatter,
        sculpt,
        view,
        source,
        exported: Vec::new(),
        files,
        texts: Texts::default(),
        warnings,
    };
    recipe.add_outputs();
    cycle::refuse_missing(&recipe, &scope.prefix)?;
    cycle::refuse_cycles(&recipe)?;
    Ok(recipe)
}

fn root<'a>(source: &'a Arc<Source>, entries: &'a DeTable<'a>, names: &'a Names<'a>) -> Table<'a> {
    Table { source, names, what: "the recipe".to_owned(), span: source.end(), entries }
}

/// The names that expressions may use. A parameter and a field must not have the same name.
fn names<'a>(
    root: &'a Table<'_>,
    registry: &'a Registry,
    parameters: &'a [Parameter],
    used: &'a [Used],
    scope: &'a Scope<'_>,
) -> Result<Names<'a>, RecipeError> {
    let fields = root.entries.get("fields").and_then(|fields| fields.get_ref().as_table());
    let mut fields: BTreeSet<&str> =
        fields.iter().flat_map(|table| table.keys()).map(|key| &**key.get_ref()).collect();
    if let Some(both) = parameters.iter().find(|parameter| fields.contains(parameter.name.as_str())) {
        let message = format!("{} is a field and a parameter", quote(&both.name));
        let help = "give one of them another name";
        return Err(RecipeError::new(root.source, both.span, message).help(help));
    }
    let numbers = parameters.iter().map(|parameter| (parameter.name.as_str(), parameter.value)).collect();
    let inside = used.iter().flat_map(Used::names);
    fields.extend(inside.filter_map(|name| name.strip_prefix(scope.prefix.as_str())));
    Ok(Names::new(registry, fields, numbers, &scope.prefix))
}

fn version(table: &Table<'_>) -> Result<u32, RecipeError> {
    let value =
        table.require("orogen", "add `orogen = 1` as the first line: the version of the recipe format")?;
    let versions = 1..=i64::from(u32::MAX);
    let found = value.integer(versions, "a format version", "").map_err(|e| e.help("write orogen = 1"))?;
    if found == i64::from(VERSION) {
        return Ok(VERSION);
    }
    let message = format!("the recipe has format version {found}, and this orogen reads version {VERSION}");
    Err(value.error(message).help("use a newer orogen, or write the recipe for version 1"))
}

fn domain(table: &Table<'_>) -> Result<Domain, RecipeError> {
    let value =
        table.require("domain", "add [domain] with size = 16_384.0, the length of a side in metres")?;
    let table = value.table("a table", "begin a line with [domain], and write size = 16_384.0 below")?;
    let table = Table { what: "[domain]".to_owned(), ..table };
    table.refuse_unknown(&["kind", "size", "radius", "samples", "tile", "z"])?;
    let kind = table.get("kind").map(|value| kind(&value)).transpose()?.unwrap_or(Kind::Plane);
    kind.refuse_keys_of_others(&table)?;
    match kind {
        Kind::Plane => flat(&table, value.key_span, DomainKind::Plane),
        Kind::Space => flat(&table, value.key_span, DomainKind::Space),
        Kind::Planet => planet(&table, value.key_span),
    }
}

/// The kinds of domain, by name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plane,
    Space,
    Planet,
}

fn kind(value: &Value<'_>) -> Result<Kind, RecipeError> {
    match value.text("the kind of domain", "choose \"plane\", \"space\" or \"planet\"")? {
        "plane" => Ok(Kind::Plane),
        "space" => Ok(Kind::Space),
        "planet" => Ok(Kind::Planet),
        other => {
            let message = format!("no domain is named {}", quote(other));
            Err(value.error(message).help("choose `plane`, `space` or `planet`"))
        }
    }
}

impl Kind {
    /// Keys that only other kinds have, each with the error and how to fix it.
    fn keys_of_others(self) -> &'static [[&'static str; 3]] {
        match self {
            Self::Plane => &[
                [
                    "z",
                    "`z` belongs to the domain `space`, and this one is a plane",
                    "leave `z` out, or write kind = \"space\"",
                ],
                [
                    "radius",
                    "`radius` belongs to the domain `planet`, and this one is a plane",
                    "leave `radius` out, or write kind = \"planet\"",
                ],
            ],
            Self::Space => &[[
                "radius",
                "`radius` belongs to the domain `planet`, and this one is a space",
                "leave `radius` out, or write kind = \"planet\"",
            ]],
            Self::Planet => &[
                [
                    "size",
                    "a planet has no `size`",
                    "give the distance from its centre to height 0: radius = \"6371 km\"",
                ],
                ["tile", "a planet has no edge to repeat at", "leave `tile` out"],
                [
                    "z",
                    "`z` belongs to the domain `space`, and this one is a planet",
                    "leave `z` out, or write kind = \"space\"",
                ],
            ],
        }
    }

    fn refuse_keys_of_others(self, table: &Table<'_>) -> Result<(), RecipeError> {
        let found =
            self.keys_of_others().iter().find_map(|[key, wrong, help]| Some((table.get(key)?, wrong, help)));
        found.map_or(Ok(()), |(value, wrong, help)| {
            Err(RecipeError::new(value.source, value.key_span, *wrong).help(*help))
        })
    }
}

/// A plane, or a space that is cut.
fn flat(table: &Table<'_>, span: Span, kind: DomainKind) -> Result<Domain, RecipeError> {
    let size = table.require("size", "give the length of the terrain's side in metres: size = 16_384.0")?;
    let z = table.get("z").map(|value| value.number(-FARTHEST..=FARTHEST, Unit::Metres)).transpose()?;
    Ok(Domain {
        kind,
        size: size.number(SMALLEST..=FARTHEST, Unit::Metres)?,
        samples: samples(table)?.map_or(1024, |(_, samples)| samples),
        tile: table.get("tile").map(|value| value.flag()).transpose()?.unwrap_or(false),
        z: z.unwrap_or(0.0),
        span,
        size_span: size.span,
    })
}

/// A planet. Its domain is as long as its equator.
fn planet(table: &Table<'_>, span: Span) -> Result<Domain, RecipeError> {
    const FORM: &str = "give the distance from its centre to height 0: radius = \"6371 km\"";
    let radius = table.require("radius", FORM)?;
    let metres = radius.number(MIN_RADIUS..=MAX_RADIUS, Unit::Metres)?;
    let Ok(sphere) = Sphere::new(metres) else { unreachable!("spheres may be larger and smaller") };
    let samples = match samples(table)? {
        Some((value, odd)) if odd % 2 == 1 => {
            let message = format!("a planet's map is twice as wide as high, but {odd} is an odd number");
            return Err(value.error(message).help(format!("write samples = {}", odd + 1)));
        }
        Some((_, samples)) => samples,
        None => 2048,
    };
    Ok(Domain {
        kind: DomainKind::Planet(sphere),
        size: TAU * metres,
        samples,
        tile: false,
        z: 0.0,
        span,
        size_span: radius.span,
    })
}

fn samples<'a>(table: &'a Table<'_>) -> Result<Option<(Value<'a>, usize)>, RecipeError> {
    let Some(value) = table.get("samples") else { return Ok(None) };
    let samples = value.integer(2..=MAX_SIDE as i64, "a whole number", "")? as usize;
    Ok(Some((value, samples)))
}

fn sea(value: &Value<'_>) -> Result<Sea, RecipeError> {
    let help = "begin a line with [sea], and write level = 0.0 below, in metres";
    let table = Table { what: "[sea]".to_owned(), ..value.table("a table", help)? };
    table.refuse_unknown(&["level"])?;
    let level =
        table.get("level").map(|value| value.number(-FARTHEST..=FARTHEST, Unit::Metres)).transpose()?;
    Ok(Sea { level: level.unwrap_or(0.0) })
}

fn fields(table: &Table<'_>, registry: &Registry) -> Result<BTreeMap<String, Field>, RecipeError> {
    const FORM: &str = "add a field: [fields.ground] with type = \"fbm\"; `orogen nodes` lists every type";
    let value = table.require("fields", FORM)?;
    let table = value.table("a table", FORM)?;
    let values = table.values();
    if values.is_empty() {
        return Err(RecipeError::new(table.source, table.span, "the recipe has no field").help(FORM));
    }
    let mut fields = BTreeMap::new();
    for value in values.iter().filter(|value| reuse::uses(value).is_none()) {
        refuse_odd_field_name(value, &table)?;
        let field = field(value, registry)?;
        fields.insert(field.name.clone(), field);
    }
    Ok(fields)
}

/// The fields that the sections of used recipes make.
fn sections(root: &Table<'_>, used: &[Used]) -> Result<Vec<Field>, RecipeError> {
    let value = root.get("fields");
    let Some(fields) = value.map(|value| value.table("a table", "")).transpose()? else {
        return Ok(Vec::new());
    };
    let made = used.iter().map(|used| used.section(&fields)).collect::<Result<Vec<_>, _>>()?;
    Ok(made.into_iter().flatten().collect())
}

/// Adds the fields of used recipes, then those that their sections make, which take the place of some. Returns the files that
/// were read.
fn add_used(
    fields: &mut BTreeMap<String, Field>,
    warnings: &mut Vec<RecipeError>,
    used: Vec<Used>,
    sections: Vec<Field>,
) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for used in used {
        let (more, read, warned) = used.into_parts();
        fields.extend(more);
        files.extend(read);
        for warning in warned {
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
    }
    for field in sections {
        // A replaced field takes its further results with it.
        fields.retain(|_, other| other.output.as_ref().is_none_or(|output| output.of != field.name));
        fields.insert(field.name.clone(), field);
    }
    files
}

/// Refuses a name that is not plain. A canonical text has the fields of used recipes as `"coast.land"`.
fn refuse_odd_field_name(value: &Value<'_>, fields: &Table<'_>) -> Result<(), RecipeError> {
    for part in value.key.split('.') {
        if (Value { key: part, ..*value }).refuse_odd_name("a field").is_err() {
            return value.refuse_odd_name("a field");
        }
    }
    let Some((field, name)) = value.key.rsplit_once('.') else { return Ok(()) };
    let Some(section) = fields.get(field) else { return Ok(()) };
    let (message, help) = if reuse::uses(&section).is_some() {
        let message = format!("{} belongs to the recipe that {} uses", quote(value.key), quote(field));
        (message, format!("write `{name} = \"…\"` below [fields.{field}] to put another field in its place"))
    } else if section.node(value.names.registry()).is_some_and(|spec| spec.output(name).is_some()) {
        let message = format!("{} is already a result of {}", quote(value.key), quote(field));
        (message, "give the field another name".to_owned())
    } else {
        return Ok(());
    };
    Err(RecipeError::new(value.source, value.key_span, message).help(help))
}

/// Refuses more fields than any recipe needs.
fn refuse_many(fields: &BTreeMap<String, Field>, root: &Table<'_>) -> Result<(), RecipeError> {
    let count = |is_expression| {
        fields.values().filter(|field| field.output.is_none() && field.is_expression == is_expression).count()
    };
    let (defined, expressions) = (count(false), count(true));
    let message = match (defined > MAX_FIELDS, expressions > MAX_FIELDS) {
        (true, _) => format!("the recipe has {defined} fields"),
        (_, true) => format!("the recipe has {expressions} operations in expressions"),
        _ => return Ok(()),
    };
    let span = root.get("fields").map_or(root.span, |value| value.key_span);
    let help = format!("a recipe has at most {MAX_FIELDS} of them, with those of the recipes that it uses");
    Err(RecipeError::new(root.source, span, message).help(help))
}

/// Reads `[height]`. In a recipe that another uses, the field is already scaled if there is an offset: see `reuse`.
fn height(table: &Table<'_>, scope: &Scope<'_>) -> Result<Height, RecipeError> {
    // The last field as written is most often the one that uses the others.
    let fields = table.get("fields").and_then(|value| value.table("a table", "").ok());
    let last = fields.and_then(|fields| fields.values().last().map(|value| value.key)).unwrap_or("ground");
    let value = table.require("height", &format!("add [height] with field = \"{last}\""))?;
    let table = Table {
        what: "[height]".to_owned(),
        ..value
            .table("a table", &format!("begin a line with [height], and write field = \"{last}\" below"))?
    };
    table.refuse_unknown(&["field", "scale", "offset"])?;
    let field = table.require("field", &format!("name the field that is the terrain: field = \"{last}\""))?;
    let metres = |key, default| match table.get(key) {
        Some(value) => value.number(-FARTHEST..=FARTHEST, Unit::Metres),
        None => Ok(default),
    };
    let (scale, offset) = (metres("scale", 1.0)?, metres("offset", 0.0)?);
    let is_scaled = !scope.is_root() && scale != 1.0 && offset != 0.0;
    let (wanted, help) = ("the name of a field", "put the name in quotes");
    Ok(Height {
        field: if is_scaled { field.scaled_field(scale, wanted, help) } else { field.field(wanted, help) }?,
        field_span: field.span,
        scale: if is_scaled { 1.0 } else { scale },
        offset,
        offset_span: table.get("offset").map_or(field.span, |value| value.span),
    })
}

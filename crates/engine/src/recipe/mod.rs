//! Recipes: the text that describes a terrain, parsed and checked.
//!
//! A recipe is TOML. [`Recipe::parse`] turns it into plain values: every key is known, every number in its range, every default
//! filled in, every reference to a field valid, and no references form a cycle. An error is a [`RecipeError`] that points at the
//! line and suggests a fix.

mod args;
mod canonical;
mod color;
mod cycle;
mod error;
mod expression;
mod field;
mod file;
mod former;
mod materials;
mod nearest;

mod number_key;
mod numbered;
mod palette;
mod parameter;
mod params;
mod parse;
mod registry;
mod reuse;
mod sand;
mod scatter;
mod sculpt;
mod source;
pub mod spec;
mod syntax;
mod table;
mod units;
mod value;
mod view;
mod water;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::planet::Sphere;
use crate::raster::Grid;

pub use args::Args;
pub use error::RecipeError;
pub use field::{Displace, Field, Input, Output, Uses};
pub use file::{Texts, Unreadable, read_at_most, read_bytes};
pub use former::migrate;
pub use materials::{MAX_MATERIALS, Material, Noise, Reach};
pub use number_key::NumberKey;
pub use palette::Palette;
pub use parameter::{Parameter, Settings};
pub use registry::{Part, Registry};
pub use sand::{ColorKey, Sand};
pub use scatter::{MAX_SCATTERED, Rules, ScatterKind, ScatterShape};
pub use sculpt::Sculpt;
pub use source::{Source, Span, summary};
pub use syntax::MAX_BYTES;
pub use table::{Table, read_table};
pub use units::length_of_text;
pub(crate) use value::seed_of_name;
pub use value::{Value, seed_of_text};
pub use view::{Air, Clouds, Fog, View};
pub use water::Water;

/// The largest length and height in metres: about 80 times the diameter of the Earth.
const FARTHEST: f64 = 1e9;

/// The smallest side of a domain in metres.
const SMALLEST: f64 = 1e-6;

/// Whether heights that span `span` metres over `side` metres look as if nobody gave them a scale. Noise without a scale spans
/// 2 at most.
///
/// ```
/// use orogen_engine::recipe::is_flat;
///
/// assert!(is_flat(2.0, 8_000.0));
/// assert!(!is_flat(2.0, 100.0) && !is_flat(900.0, 8_000.0) && !is_flat(0.0, 8_000.0));
/// ```
pub fn is_flat(span: f64, side: f64) -> bool {
    const MOST: f64 = 2.0;
    const STEEP: f64 = 1e-3;
    span != 0.0 && span <= MOST && span <= STEEP * side
}

/// A checked recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The version of the recipe format, 1.
    pub version: u32,
    /// Its name, or "".
    pub name: String,
    /// The seed from which each field derives its own.
    pub seed: u64,
    /// The numbers that callers may set, in the order of the text.
    pub parameters: Vec<Parameter>,
    /// The domain of the terrain.
    pub domain: Domain,
    /// The fields by name.
    pub fields: BTreeMap<String, Field>,
    /// The field that is the terrain, and its scale.
    pub height: Height,
    /// The sea, if there is one.
    pub sea: Option<Sea>,
    /// Rivers and lakes, if there are any.
    pub water: Option<Water>,
    /// The materials of the ground. Each covers those before it.
    pub materials: Vec<Material>,
    /// The kinds of trees, rocks and other things that are scattered over the ground.
    pub scatter: Vec<ScatterKind>,
    /// The strokes over the fields, if there are any.
    pub sculpt: Option<Sculpt>,
    /// The appearance of pictures of the terrain.
    pub view: View,
    /// The text that the recipe was parsed from.
    pub source: Arc<Source>,
    /// The names of the fields that are exported besides the heights: see [`exporting`](Self::exporting).
    pub exported: Vec<String>,
    /// The files of all recipes that the recipe's fields use, directly or through other recipes.
    pub files: Vec<PathBuf>,
    /// The texts of [`files`](Self::files): see [`parse_with`](Self::parse_with).
    pub texts: Texts,
    /// A warning for each key that is written with a former name.
    pub warnings: Vec<RecipeError>,
}

/// The domain of a terrain.
#[derive(Clone, Debug, PartialEq)]
pub struct Domain {
    /// A plane, a space or a planet.
    pub kind: DomainKind,
    /// Metres along a side, 10⁻⁶ to 10⁹. On a planet, the length of the equator.
    pub size: f64,
    /// The default number of samples along a side, 2 to [`MAX_SIDE`](crate::raster::MAX_SIDE). On a planet, the number along
    /// the equator, which must be even.
    pub samples: usize,
    /// Whether the terrain repeats at its edges, without a seam.
    pub tile: bool,
    /// The third coordinate of the cut through a space, in metres; 0 for a plane or a planet.
    pub z: f64,
    /// The position of the domain in the text.
    pub span: Span,
    /// The position of the domain's size in the text; for a planet, that of the radius.
    pub size_span: Span,
}

impl Domain {
    /// The default spacing of samples in metres. On a planet, the spacing along the equator.
    pub fn spacing(&self) -> f64 {
        match self.kind {
            DomainKind::Planet(_) => self.size / self.samples as f64,
            DomainKind::Plane | DomainKind::Space => Grid::over(self.size, self.samples, self.tile).spacing,
        }
    }

    /// The sphere that a planet's heights are measured from; `None` for a plane or a space.
    pub fn sphere(&self) -> Option<Sphere> {
        match self.kind {
            DomainKind::Planet(sphere) => Some(sphere),
            DomainKind::Plane | DomainKind::Space => None,
        }
    }
}

/// The kind of domain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DomainKind {
    /// Two coordinates, x and y.
    Plane,
    /// Three coordinates. Rasters are a cut through the space at [`Domain::z`].
    Space,
    /// Three coordinates on a sphere around the origin, with the north pole at +z. Heights are measured from the sphere.
    Planet(Sphere),
}

impl DomainKind {
    /// The name of the kind in a recipe.
    pub const fn name(self) -> &'static str {
        match self {
            DomainKind::Plane => "plane",
            DomainKind::Space => "space",
            DomainKind::Planet(_) => "planet",
        }
    }
}

/// The heights in metres that a field gives: `scale · field + offset`.
#[derive(Clone, Debug, PartialEq)]
pub struct Height {
    /// The field.
    pub field: String,
    /// The position of the field's name in the text.
    pub field_span: Span,
    /// Metres per unit of the field, −10⁹ to 10⁹.
    pub scale: f64,
    /// The height in metres where the field is 0, −10⁹ to 10⁹.
    pub offset: f64,
    /// The position of the offset in the text; without an offset, the position of the field's name.
    pub offset_span: Span,
}

/// Water up to a level. Heights are those of the ground, also under water.
#[derive(Clone, Debug, PartialEq)]
pub struct Sea {
    /// The level in metres, −10⁹ to 10⁹.
    pub level: f64,
}

impl Recipe {
    /// Parses a recipe whose fields are nodes of `registry`.
    ///
    /// # Errors
    /// The first error in the text. No text makes this function panic.
    ///
    /// # Example
    /// ```
    /// use orogen_engine::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};
    /// use orogen_engine::recipe::{Recipe, Registry, Source};
    ///
    /// static CONSTANT: NodeSpec = NodeSpec {
    ///     name: "constant",
    ///     group: Group::Source,
    ///     summary: "one number everywhere",
    ///     help: "The same value at every place.",
    ///     source: "",
    ///     outputs: &[],
    ///     inputs: &[],
    ///     params: &[ParamSpec::number("value", 0.0, -1.0..=1.0, Unit::None, "the number")],
    /// };
    /// static REGISTRY: Registry = Registry::new(&[&CONSTANT]);
    /// let text = "\
    /// orogen = 1
    /// domain.size = \"4 km\"
    /// height = { field = \"flat\", scale = 100 }
    /// [fields.flat]
    /// type = \"constant\"
    /// value = 0.5
    /// ";
    /// let recipe = Recipe::parse(Source::new("flat.toml", text), &REGISTRY)?;
    /// assert_eq!(recipe.domain.size, 4000.0);
    /// assert_eq!(recipe.fields["flat"].args.number("value"), 0.5);
    ///
    /// let error = Recipe::parse(Source::new("flat.toml", text.replace("value", "valeu")), &REGISTRY).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "flat.toml:6:1: `constant` has no key `valeu`\n  \
    ///      help: did you mean `value`? its keys: `value`, `type`, `displace`"
    /// );
    /// # Ok::<(), orogen_engine::recipe::RecipeError>(())
    /// ```
    pub fn parse(source: Source, registry: &Registry) -> Result<Recipe, RecipeError> {
        Self::parse_with(source, registry, Texts::default())
    }

    /// Like [`parse`](Self::parse), but takes the texts of used recipes from `texts`, and reads only files whose text is not
    /// there. `texts` are the [texts](Self::texts) of an earlier version of the recipe.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    ///
    /// # Example
    /// ```
    /// use orogen_engine::nodes::registry;
    /// use orogen_engine::recipe::{Recipe, Source};
    ///
    /// let text = "orogen = 1\ndomain.size = 90.0\nheight.field = 'flat'\n[fields.flat]\ntype = 'constant'";
    /// let recipe = Recipe::parse(Source::new("flat.toml", text), registry())?;
    /// let longer = Source::new("flat.toml", text.replace("90.0", "95.0"));
    /// let longer = Recipe::parse_with(longer, registry(), recipe.texts)?;
    /// assert_eq!(longer.domain.size, 95.0);
    /// # Ok::<(), orogen_engine::recipe::RecipeError>(())
    /// ```
    pub fn parse_with(source: Source, registry: &Registry, texts: Texts) -> Result<Recipe, RecipeError> {
        parse::outermost(source, registry, &Settings::new(), texts)
    }

    /// The recipe of the same texts with other values for some of its [parameters](Self::parameters): see [`Settings`]. The seed
    /// stays the same, and the files of used recipes are not read again.
    ///
    /// # Errors
    /// The recipe has no parameter with one of the names, a value is out of range, or a value makes the recipe invalid.
    pub fn with_settings(&self, registry: &Registry, settings: &Settings) -> Result<Recipe, RecipeError> {
        if *settings == self.settings() || *settings == self.values() {
            return Ok(self.clone());
        }
        let recipe = parse::outermost((*self.source).clone(), registry, settings, self.texts.clone())?;
        Ok(Recipe { seed: self.seed, ..recipe })
    }

    /// The values of all parameters of the recipe.
    pub fn values(&self) -> Settings {
        self.parameters.iter().map(|parameter| (parameter.name.clone(), parameter.value)).collect()
    }

    /// The values of those parameters whose value differs from the one in the recipe's text.
    pub fn settings(&self) -> Settings {
        let set = self.parameters.iter().filter(|parameter| parameter.value != parameter.default);
        set.map(|parameter| (parameter.name.clone(), parameter.value)).collect()
    }

    /// The field of a further result, as `land.flow`.
    fn result(&self, name: &str) -> Option<Field> {
        let (field, output) = name.rsplit_once('.').filter(|_| !self.fields.contains_key(name))?;
        self.fields.get(field)?.result(output)
    }

    /// Adds fields for those further results of fields that something reads.
    fn add_outputs(&mut self) {
        let references = self.fields.values().flat_map(Field::references).map(|(name, _)| name);
        let names = references.chain([self.height.field.as_str()]).chain(self.further_fields());
        let names = names.chain(self.scatter_fields());
        let results: Vec<_> = names.filter_map(|name| self.result(name)).collect();
        self.fields.extend(results.into_iter().map(|field| (field.name.clone(), field)));
    }

    /// The same recipe, which exports the fields with these names besides the heights. A name may also be that of a further
    /// result, such as `land.flow`.
    ///
    /// # Errors
    /// A message and a hint if a name is not that of a field or of a further result.
    ///
    /// # Example
    /// ```
    /// use orogen_engine::recipe::{Recipe, Source};
    ///
    /// let text = "orogen = 1\ndomain.size = 90.0\nheight = { field = 'flat' }
    ///     [fields.flat]\ntype = 'constant'\n[fields.woods]\ntype = 'fbm'\nwavelength = 9.0";
    /// let recipe = Recipe::parse(Source::new("woods.toml", text), orogen_engine::nodes::registry())?;
    /// let (message, hint) = recipe.clone().exporting(&["wood"]).unwrap_err();
    /// assert_eq!(message, "the recipe has no field `wood`");
    /// assert!(hint.starts_with("did you mean `woods`?"));
    /// assert_eq!(recipe.exporting(&["woods"]).unwrap().further_fields().collect::<Vec<_>>(), ["woods"]);
    /// # Ok::<(), orogen_engine::recipe::RecipeError>(())
    /// ```
    pub fn exporting<N: AsRef<str>>(mut self, names: &[N]) -> Result<Self, (String, String)> {
        for name in names.iter().map(AsRef::as_ref) {
            // An expression is a field, but its text cannot be the name of a file.
            if !self.fields.get(name).is_some_and(|field| field.is_defined() || field.output.is_some()) {
                let Some(result) = self.result(name) else {
                    let names = |field: &Field| {
                        [field.name.clone()].into_iter().chain(field.results()).collect::<Vec<_>>()
                    };
                    let known: Vec<String> = self.defined_fields().flat_map(names).collect();
                    let known: Vec<&str> = known.iter().map(String::as_str).collect();
                    let message = format!("the recipe has no field {}", value::quote(name));
                    return Err((message, nearest::suggest(name, "its fields", &known)));
                };
                self.fields.insert(name.to_owned(), result);
            }
            if !self.exported.iter().any(|exported| exported == name) {
                self.exported.push(name.to_owned());
            }
        }
        Ok(self)
    }

    /// The fields that materials read, in the order of the materials, then the field of the water, then the
    /// [exported](Self::exported) fields. The rows of a terrain [with these fields](crate::terrain::Terrain::with_materials) have
    /// the values in this order.
    ///
    /// # Example
    /// ```
    /// use orogen_engine::recipe::{Recipe, Source};
    ///
    /// let text = "orogen = 1\ndomain.size = 90.0\nheight = { field = 'flat' }\nwater.field = 'lake'
    ///     [fields.flat]\ntype = 'constant'\n[fields.lake]\ntype = 'constant'";
    /// let recipe = Recipe::parse(Source::new("lake.toml", text), orogen_engine::nodes::registry())?;
    /// assert_eq!(recipe.further_fields().collect::<Vec<_>>(), ["lake"]);
    /// # Ok::<(), orogen_engine::recipe::RecipeError>(())
    /// ```
    pub fn further_fields(&self) -> impl Iterator<Item = &str> {
        let noises = self.materials.iter().filter_map(|material| material.noise.as_ref());
        let water = self.water.iter().map(|water| water.field.as_str());
        let exported = self.exported.iter().map(String::as_str);
        noises.map(|noise| noise.field.as_str()).chain(water).chain(exported)
    }

    /// The fields that decide where things are [scattered](Self::scatter): those that materials read, in the order of the
    /// materials, then those that the rules of scattered kinds read, in the order of the kinds, then the field of the water. A field may occur more than once.
    ///
    /// # Example
    /// ```
    /// use orogen_engine::recipe::{Recipe, Source};
    ///
    /// let text = "orogen = 1\ndomain.size = 90.0\nheight = { field = 'flat' }\n[fields.flat]\ntype = 'constant'
    ///     [[scatter]]\nname = 'pine'\nspacing = 4.0\nnoise = { field = 'flat', range = [-1, 0] }";
    /// let recipe = Recipe::parse(Source::new("pines.toml", text), orogen_engine::nodes::registry())?;
    /// assert_eq!(recipe.scatter_fields().collect::<Vec<_>>(), ["flat"]);
    /// # Ok::<(), orogen_engine::recipe::RecipeError>(())
    /// ```
    pub fn scatter_fields(&self) -> impl Iterator<Item = &str> {
        let materials = self.materials.iter().filter_map(|material| material.noise.as_ref());
        let rules = self.scatter.iter().flat_map(|kind| &kind.rules.noises);
        let water = self.water.iter().map(|water| water.field.as_str());
        let fields = materials.chain(rules).map(|noise| noise.field.as_str()).chain(water);
        fields.filter(|_| !self.scatter.is_empty())
    }

    /// The fields that have a section in the recipe's text, without further results and expressions.
    pub fn written_fields(&self) -> impl Iterator<Item = &Field> {
        self.fields.values().filter(|field| field.is_written())
    }

    /// All fields except further results and expressions. Fields of used recipes are included.
    pub fn defined_fields(&self) -> impl Iterator<Item = &Field> {
        self.fields.values().filter(|field| field.is_defined())
    }

    /// These fields, and all fields that they read, directly or not.
    ///
    /// # Example
    /// ```
    /// use orogen_engine::recipe::{Recipe, Source};
    ///
    /// let text = "orogen = 1\ndomain.size = 90.0\nheight = { field = 'low' }\n[fields.flat]\ntype = 'constant'
    ///     [fields.low]\ntype = 'scale'\ninput = 'flat'\nfactor = 0.5\n[fields.spare]\ntype = 'constant'";
    /// let recipe = Recipe::parse(Source::new("low.toml", text), orogen_engine::nodes::registry())?;
    /// assert!(recipe.read_by([&*recipe.height.field]).into_iter().eq(["flat", "low"]));
    /// # Ok::<(), orogen_engine::recipe::RecipeError>(())
    /// ```
    ///
    /// # Panics
    /// The recipe does not have one of the fields.
    pub fn read_by<'a>(&'a self, fields: impl IntoIterator<Item = &'a str>) -> BTreeSet<&'a str> {
        let mut open: Vec<&str> = fields.into_iter().collect();
        let mut read = BTreeSet::new();
        while let Some(name) = open.pop() {
            if read.insert(name) {
                open.extend(self.fields[name].references().map(|(read, _)| read));
            }
        }
        read
    }

    /// The same recipe with absolute paths to the files of its fields, so that its [canonical text](Self::canonical) finds them
    /// from any folder.
    #[must_use]
    pub fn with_absolute_paths(&self) -> Recipe {
        let mut recipe = self.clone();
        recipe.fields.values_mut().for_each(|field| field.args.make_paths_absolute());
        recipe
    }
}

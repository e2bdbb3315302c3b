//! One field of a recipe: its node, inputs and displacement.

use std::path::Path;
use std::sync::Arc;

use super::args::Args;
use super::error::RecipeError;
use super::parameter::Parameter;
use super::params;
use super::registry::Registry;
use super::source::{Source, Span};
use super::spec::{InputDefault, InputSpec, NodeSpec, ParamKind, Unit};
use super::table::Table;
use super::value::{Value, quote};

/// The longest displacement, in metres either way.
const MAX_STRENGTH: f64 = 1e9;

/// A named field: a node with its inputs and parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name in the recipe.
    pub name: String,
    /// Its node.
    pub spec: &'static NodeSpec,
    /// Its parameters.
    pub args: Args,
    /// Its inputs, in the order of [`NodeSpec::inputs`].
    pub inputs: Vec<Input>,
    /// The displacement of the position at which the field is evaluated.
    pub displace: Option<Displace>,
    /// Where its name is written.
    pub span: Span,
    /// Set if this field is a further result of another field, as `land.flow` is of `land`. Such a field has no section in the
    /// recipe. The parser adds the field when something reads it.
    pub output: Option<Output>,
    /// Whether the field is an expression. Its name is then the expression in a standard form. The recipe has no section for such
    /// a field.
    pub is_expression: bool,
    /// Whether the field belongs to a recipe that another field uses, as `coast.land` does if `coast` has a `use`. The recipe has
    /// no section for such a field.
    pub is_used: bool,
    /// The recipe that the field uses in place of a node.
    pub uses: Option<Uses>,
}

/// A recipe that a field uses.
#[derive(Clone, Debug, PartialEq)]
pub struct Uses {
    /// The name of a part, or the path of a recipe as written.
    pub name: String,
    /// The parameters of the used recipe, with the values that the using field sets.
    pub parameters: Vec<Parameter>,
    /// The seed that the field sets.
    pub seed: Option<u64>,
    /// The names of those fields of the used recipe that the using field replaces.
    pub replaced: Vec<String>,
}

/// A further result of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// The name of the field that has this result.
    pub of: String,
    /// The result's name.
    pub name: &'static str,
}

/// The value of an input of a field, and where the recipe gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// Another field.
    Field(String, Span),
    /// The same number everywhere.
    Number(f64, Span),
}

/// A displacement of the position at which a field is evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct Displace {
    /// The field that displaces.
    pub by: String,
    /// Where the name of the displacing field is written.
    pub by_span: Span,
    /// Metres of displacement where the displacing field is 1.
    pub strength: f64,
}

impl Field {
    /// Whether the recipe's text has a section for the field: the field is neither a further result, nor an expression, nor a
    /// field of a recipe that another field uses.
    pub fn is_written(&self) -> bool {
        self.is_defined() && !self.is_used
    }

    /// Whether the field has a section in the [canonical text](super::Recipe::canonical), which includes the fields of used
    /// recipes: it is neither a further result nor an expression.
    pub(super) fn is_defined(&self) -> bool {
        self.output.is_none() && !self.is_expression
    }

    /// For nodes that are solved, the name of the field that has the solution: this field, or the field whose further result this
    /// is.
    pub(crate) fn solution(&self) -> &str {
        self.output.as_ref().map_or(&self.name, |output| &output.of)
    }

    /// The files that the field reads, each after the name of its parameter.
    ///
    /// # Example
    /// ```
    /// use std::path::Path;
    ///
    /// use orogen_engine::recipe::{Recipe, Source};
    ///
    /// let text = "orogen = 1\ndomain.size = 90.0\nheight.field = 'dem'\n[fields.dem]\ntype = 'image'\nfile = 'a.png'";
    /// let recipe = Recipe::parse(Source::new("dem.toml", text), orogen_engine::nodes::registry())?;
    /// assert!(recipe.fields["dem"].files().eq([("file", Path::new("a.png"))]));
    /// # Ok::<(), orogen_engine::recipe::RecipeError>(())
    /// ```
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let params = self.spec.params.iter().filter(|param| param.kind == ParamKind::File);
        params.filter_map(|param| Some((param.name, self.args.optional_file(param.name)?)))
    }

    /// The name of the field's node, or of the part or recipe that the field uses.
    pub fn kind(&self) -> &str {
        self.uses.as_ref().map_or(self.spec.name, |uses| &uses.name)
    }

    /// The text that defines the field: the recipe's, or that of a recipe that it uses.
    pub fn source(&self) -> &Arc<Source> {
        &self.args.source
    }

    /// Every field that this one refers to, with the place of the reference.
    pub fn references(&self) -> impl Iterator<Item = (&str, Span)> {
        let inputs = self.inputs.iter().filter_map(|input| match input {
            Input::Field(name, span) => Some((name.as_str(), *span)),
            Input::Number(..) => None,
        });
        let displace = self.displace.iter().map(|displace| (displace.by.as_str(), displace.by_span));
        let output = self.output.iter().map(|output| (output.of.as_str(), self.span));
        inputs.chain(displace).chain(output)
    }

    /// The names of the field's further results, such as `land.flow`.
    pub fn results(&self) -> impl Iterator<Item = String> {
        self.spec.outputs.iter().map(|output| format!("{}.{}", self.name, output.name))
    }

    /// A field for the further result with this name, if this field has one.
    pub(super) fn result(&self, name: &str) -> Option<Self> {
        let output = self.spec.output(name)?;
        Some(Self {
            name: format!("{}.{name}", self.name),
            inputs: Vec::new(),
            output: Some(Output { of: self.name.clone(), name: output.name }),
            ..self.clone()
        })
    }
}

/// Reads `[fields.name]`.
pub(super) fn field(value: &Value<'_>, registry: &Registry) -> Result<Field, RecipeError> {
    let table = value.table(
        "a table",
        &format!("begin a line with [fields.{}], and write type = \"fbm\" below", value.key),
    )?;
    let table = Table { what: format!("field {}", quote(value.key)), ..table };
    let node = table.require("type", "give its type: type = \"fbm\"; `orogen nodes` lists every type")?;
    let name =
        node.text("the name of a node", "write for example type = \"fbm\"; `orogen nodes` lists every type")?;
    let spec = registry.get(name).ok_or_else(|| {
        node.error(format!("no node is named {}", quote(name)))
            .label("unknown type")
            .help(registry.suggest(name, None))
    })?;
    let table = Table { what: quote(spec.name), ..table };
    let inputs = spec.inputs.iter().map(|input| input.name);
    let mut keys: Vec<_> = inputs.chain(spec.params.iter().map(|param| param.name)).collect();
    keys.extend(["type", "displace"]);
    if spec.group.takes_seed() {
        keys.push("seed");
    }
    table.refuse_unknown(&keys)?;
    Ok(Field {
        name: value.names.absolute(value.key),
        spec,
        inputs: all_inputs(&table, spec)?,
        args: params::args(&table, spec, spec.params.iter(), registry)?,
        displace: table.get("displace").map(|value| displace(&value)).transpose()?,
        span: value.key_span,
        output: None,
        is_expression: false,
        is_used: false,
        uses: None,
    })
}

/// The inputs of a node: each is the given one, or else the default. If an input has neither, `required` decides. Default numbers
/// have the place `span`.
pub(super) fn inputs(
    spec: &NodeSpec,
    span: Span,
    given: impl Fn(&InputSpec) -> Option<Result<Input, RecipeError>>,
    required: impl Fn(&InputSpec) -> Result<Input, RecipeError>,
) -> Result<Vec<Input>, RecipeError> {
    let mut inputs: Vec<Input> = Vec::with_capacity(spec.inputs.len());
    for one in spec.inputs {
        let default = || match one.default? {
            InputDefault::Input(name) => {
                let earlier = spec.inputs.iter().position(|other| other.name == name)?;
                inputs.get(earlier).cloned()
            }
            InputDefault::Number(number) => Some(Input::Number(number, span)),
        };
        let input = given(one).or_else(|| default().map(Ok)).unwrap_or_else(|| required(one))?;
        inputs.push(input);
    }
    Ok(inputs)
}

fn all_inputs(table: &Table<'_>, spec: &NodeSpec) -> Result<Vec<Input>, RecipeError> {
    let given = |one: &InputSpec| table.get(one.name).map(|_| input(table, one));
    inputs(spec, table.span, given, |one| input(table, one))
}

fn input(table: &Table<'_>, spec: &InputSpec) -> Result<Input, RecipeError> {
    let help = format!("give a field's name or an expression in quotes, or a number: {}", spec.help);
    input_of(&table.require(spec.name, &help)?, spec.numbers, "the name of a field or a number", &help)
}

/// The field, expression or number that a value is. `wanted` and `help` are for the error of another kind of value.
pub(super) fn input_of(
    value: &Value<'_>,
    numbers: [f64; 2],
    wanted: &str,
    help: &str,
) -> Result<Input, RecipeError> {
    if let Some(input) = value.input(numbers)? {
        return Ok(input);
    }
    if !value.is_number() {
        return Err(value.wants(wanted).help(help));
    }
    let [least, most] = numbers;
    Ok(Input::Number(value.number(least..=most, Unit::None)?, value.span))
}

pub(super) fn displace(value: &Value<'_>) -> Result<Displace, RecipeError> {
    const FORM: &str = "write displace = { by = \"a-field\", strength = 900.0 }, strength in metres";
    let table = value.table("a table", FORM)?;
    table.refuse_unknown(&["by", "strength"])?;
    let by = table.require("by", FORM)?;
    Ok(Displace {
        by: by.field("the name of a field", FORM)?,
        by_span: by.span,
        strength: table.require("strength", FORM)?.number(-MAX_STRENGTH..=MAX_STRENGTH, Unit::Metres)?,
    })
}

impl Value<'_> {
    /// The node of the section of a field, if it has a known one.
    pub(super) fn node(&self, registry: &Registry) -> Option<&'static NodeSpec> {
        registry.get(self.table("a table", "").ok()?.get("type")?.as_text()?)
    }
}

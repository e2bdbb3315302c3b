//! Parameters of a recipe that a shader can change.
//!
//! A parameter reaches a shader as literals of its program. The program is recorded for several values of the parameter. If the
//! programs differ only in some literals, and each of these is a function of the parameter that this module knows, the parameter
//! is *live*: the shader computes these literals from a variable. Otherwise it is *fixed*, and the head of the shader says why.
//!
//! # Functions
//! With `t` the difference of the parameter from its value at the export, and `v₀` the literal at this value, a literal is
//!
//! ```text
//! v(t) = v₀ + b·t / (1 + c·t)
//! ```
//!
//! Sums, factors, quotients, and the steps of `smoothstep` are of this form, most with `c = 0`. At `t = 0` it is `v₀` to the bit.
//! With two values `t₁`, `t₂` and `yᵢ = v(tᵢ) − v₀`, the coefficients are the solution of `b·tᵢ − c·tᵢ·yᵢ = yᵢ`. The function has
//! to agree with the literal at all other values, too.

use std::collections::BTreeMap;

use orogen_engine::program::Program;
use orogen_engine::recipe::{self, Recipe, RecipeError, Registry};
use orogen_engine::terrain::Terrain;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Order;

use super::library::are_alike;

/// The parts of the range at which programs are recorded: the ends, and the multiples of the golden ratio, which fit into no
/// regular pattern.
const PARTS: [f64; 9] = [0.0, 1.0, 0.618, 0.236, 0.854, 0.472, 0.09, 0.708, 0.326];

/// The most live parameters whose ends are combined.
const MAX_COMBINED: usize = 6;

/// The largest error of a function, in units of the last place of its largest term.
const MAX_ERROR: f64 = 8.0;

/// The parameters of a recipe. Each is *live*, if a shader can change it, or *fixed*, if it cannot.
///
/// # Example
/// ```
/// use orogen_engine::image::NoImages;
/// use orogen_engine::nodes::registry;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_engine::terrain::Terrain;
/// use orogen_gpu::export::Parameters;
///
/// let text = "orogen = 1\ndomain.size = 900.0\nheight.field = '60 * relief * hills'\n\
///     [parameters]\nrelief = { value = 0.5, range = [0.0, 1.0] }\nsize = 200.0\n\
///     [fields.hills]\ntype = 'fbm'\nwavelength = 'size'\n";
/// let recipe = Recipe::parse(Source::new("hills.toml", text), registry())?;
/// let parameters = Parameters::new(&recipe, registry(), |recipe| Terrain::new(recipe, &NoImages, 1.0))?;
/// let is_live: Vec<_> = parameters.list().iter().map(|parameter| parameter.fixed.is_none()).collect();
/// assert_eq!(is_live, [true, false]);
/// # Ok::<(), orogen_engine::recipe::RecipeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters {
    list: Vec<Parameter>,
    /// For each literal that depends on a parameter, the index of the parameter and the function.
    literals: BTreeMap<u32, (usize, Function)>,
    /// The range of heights at the ends of the ranges of the live parameters; `None` if there are none.
    heights: Option<Interval>,
}

/// A parameter of a recipe, as it is exported to a shader.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name in the recipe.
    pub name: String,
    /// The name of its variable in the shader. A fixed parameter has no variable, and this name is unused.
    pub variable: String,
    /// Its value at the export.
    pub value: f64,
    /// The least and the greatest value. Where the recipe sets no limit, this is the value up to which the shader was checked.
    pub range: [f64; 2],
    /// Its unit, or "" if the recipe gives none.
    pub unit: String,
    /// Its effect in one line, or "" if the recipe gives none.
    pub help: String,
    /// Why a shader cannot change it; `None` if it can.
    pub fixed: Option<&'static str>,
}

/// A literal as a function of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Function {
    /// The value of the parameter at the export.
    from: f64,
    b: f64,
    c: f64,
}

/// Why a parameter is fixed.
const POSITIONS: &str = "it changes positions";
const OPERATIONS: &str = "it changes the operations of the shader";
const REFUSED: &str = "the recipe is invalid at some of its values";
const SHARED: &str = "it changes a number together with another parameter";
const CURVED: &str = "it changes numbers by a formula that the shader does not know";
const UNUSED: &str = "it changes nothing in this shader";

impl Parameters {
    /// Finds out which parameters of a recipe are live. `make` makes the terrain of a recipe: once for `recipe` itself, and up to
    /// nine times for each parameter, with other values of this parameter.
    ///
    /// # Errors
    /// The error of `make` for `recipe` itself.
    pub fn new(
        recipe: &Recipe,
        registry: &Registry,
        make: impl Fn(&Recipe) -> Result<Terrain, RecipeError>,
    ) -> Result<Self, RecipeError> {
        let mut found = Self::default();
        let own = make(recipe)?;
        // A terrain that has no program is refused when it is exported.
        let Some(program) = recorded(&own).filter(|_| !recipe.parameters.is_empty()) else {
            return Ok(found);
        };
        for parameter in &recipe.parameters {
            let at = |number: f64| {
                let mut settings = recipe.settings();
                settings.insert(parameter.name.clone(), number);
                let other = recipe.with_settings(registry, &settings).and_then(|recipe| make(&recipe));
                other.map_err(|_| REFUSED)
            };
            let functions = functions(parameter, (&own, &program), at);
            found.add(parameter, functions);
        }
        found.heights = found.heights_at_ends(|values| {
            let mut settings = recipe.settings();
            settings.extend(values);
            Some(make(&recipe.with_settings(registry, &settings).ok()?).ok()?.interval())
        });
        Ok(found)
    }

    /// The range of heights at the ends of the ranges of the live parameters, in all combinations of at most [`MAX_COMBINED`] of
    /// them; the others have their values at the export. Heights are sums and products of such parameters, so they are extreme at
    /// ends.
    fn heights_at_ends(&self, heights: impl Fn(Vec<(String, f64)>) -> Option<Interval>) -> Option<Interval> {
        let live: Vec<_> = self.live().take(MAX_COMBINED).collect();
        if live.is_empty() {
            return None;
        }
        let end = |ends: usize, at: usize| (live[at].name.clone(), live[at].range[ends >> at & 1]);
        let all = (0..1_usize << live.len())
            .filter_map(|ends| heights((0..live.len()).map(|at| end(ends, at)).collect()));
        all.reduce(|all, heights| all.hull(heights.min).hull(heights.max))
    }

    /// All parameters, in the order of the recipe. Empty if only the processor can compute the terrain.
    pub fn list(&self) -> &[Parameter] {
        &self.list
    }

    /// The parameters that a shader can change.
    pub fn live(&self) -> impl Iterator<Item = &Parameter> {
        self.list.iter().filter(|parameter| parameter.fixed.is_none())
    }

    /// The same parameters, all fixed.
    pub(super) fn all_fixed(&self, why: &'static str) -> Self {
        let fix =
            |parameter: &Parameter| Parameter { fixed: parameter.fixed.or(Some(why)), ..parameter.clone() };
        Self { list: self.list.iter().map(fix).collect(), ..Self::default() }
    }

    /// Whether a literal depends on a live parameter.
    pub(super) fn has(&self, literal: u32) -> bool {
        self.literals.contains_key(&literal)
    }

    /// The variable on which a literal depends, and how, if it depends on a live parameter.
    pub(super) fn function(&self, literal: u32) -> Option<(&str, Function)> {
        let &(parameter, function) = self.literals.get(&literal)?;
        Some((&self.list[parameter].variable, function))
    }

    /// The range of a terrain's heights for the values of the live parameters, or that of the terrain if it has none.
    pub(super) fn heights(&self, terrain: &Terrain) -> Interval {
        let own = terrain.interval();
        self.heights.map_or(own, |heights| own.hull(heights.min).hull(heights.max))
    }

    fn add(
        &mut self,
        parameter: &recipe::Parameter,
        functions: Result<BTreeMap<u32, Function>, &'static str>,
    ) {
        let recipe::Parameter { name, value, unit, help, .. } = parameter;
        let functions = functions.and_then(|functions| match functions.keys().any(|at| self.has(*at)) {
            true => Err(SHARED),
            false => Ok(functions),
        });
        let variable = self.variable(name);
        let fixed = functions.as_ref().err().copied();
        for (literal, function) in functions.into_iter().flatten() {
            self.literals.insert(literal, (self.list.len(), function));
        }
        self.list.push(Parameter {
            name: name.clone(),
            variable,
            value: *value,
            range: probed(parameter),
            unit: unit.clone(),
            help: help.clone(),
            fixed,
        });
    }

    /// The name of the variable of a parameter. Letters and digits remain. Naga changes names that end in a digit.
    fn variable(&self, name: &str) -> String {
        let words =
            name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let mut variable = format!("orogen_parameter_{}", words.collect::<Vec<_>>().join("_"));
        while variable.ends_with(|last: char| last.is_ascii_digit())
            || self.list.iter().any(|known| known.variable == variable)
        {
            variable += "_x";
        }
        variable
    }
}

fn recorded(terrain: &Terrain) -> Option<Program> {
    terrain.program(Order::Gradient).ok()
}

/// The functions of the literals that depend on a parameter, or why there are none. `at` makes the terrain for a value of the
/// parameter.
fn functions(
    parameter: &recipe::Parameter,
    (own, program): (&Terrain, &Program),
    at: impl Fn(f64) -> Result<Terrain, &'static str>,
) -> Result<BTreeMap<u32, Function>, &'static str> {
    let from = parameter.value;
    let mut samples: Vec<(f64, Vec<u32>)> = Vec::new();
    for number in values(parameter) {
        let terrain = at(number)?;
        let other = recorded(&terrain).ok_or(REFUSED)?;
        if !are_alike(program, &other) || program.trace.literals.len() != other.trace.literals.len() {
            return Err(OPERATIONS);
        }
        if own.axes([0.0; 3]) != terrain.axes([0.0; 3]) {
            return Err(POSITIONS);
        }
        samples.push((number - from, other.trace.literals));
    }
    let own = &program.trace.literals;
    let differs = |at: &usize| samples.iter().any(|(_, words)| words[*at] != own[*at]);
    let function = |at: usize| {
        let number = |word: u32| f64::from(f32::from_bits(word));
        let values: Vec<_> = samples.iter().map(|(t, words)| [*t, number(words[at])]).collect();
        let function = Function::through(from, number(own[at]), &values).ok_or(CURVED)?;
        Ok((at as u32, function))
    };
    let all: BTreeMap<_, _> = (0..own.len()).filter(differs).map(function).collect::<Result<_, _>>()?;
    if all.is_empty() { Err(UNUSED) } else { Ok(all) }
}

/// The range in which programs are recorded. Without a range in the recipe, this is the surroundings of the value.
fn probed(parameter: &recipe::Parameter) -> [f64; 2] {
    let (value, [least, most]) = (parameter.value, parameter.range);
    // Lengths and the like stay positive.
    let reach = if value == 0.0 { 1.0 } else { 0.5 * value.abs() };
    let is_open = |end: f64| end.abs() == f64::MAX;
    [if is_open(least) { value - reach } else { least }, if is_open(most) { value + reach } else { most }]
}

/// The values at which programs are recorded.
fn values(parameter: &recipe::Parameter) -> impl Iterator<Item = f64> {
    let value = parameter.value;
    let [least, most] = probed(parameter);
    let number = move |part: f64| least + part * (most - least);
    PARTS.into_iter().map(number).filter(move |number| *number != value)
}

impl Function {
    /// The numbers of the function: the value of the parameter at the export, `b` and `c`.
    pub(super) fn numbers(&self) -> [f32; 3] {
        [self.from, self.b, self.c].map(|number| number as f32)
    }

    /// The function in WGSL, from the expressions of `v₀` and of its [numbers](Self::numbers).
    pub(super) fn expression(&self, variable: &str, own: &str, [from, b, c]: [String; 3]) -> String {
        let t = format!("({variable} - {from})");
        match self.c == 0.0 {
            true => format!("{own} + {b} * {t}"),
            false => format!("{own} + {b} * {t} / (1.0f + {c} * {t})"),
        }
    }

    /// The function with the value `own` at `t = 0` that passes through pairs of `t` and a value, if there is one.
    fn through(from: f64, own: f64, values: &[[f64; 2]]) -> Option<Self> {
        let affine = || {
            let [t, v] = values.first()?;
            Some(Self { from, b: (v - own) / t, c: 0.0 })
        };
        let bent = || {
            let [[t, v], [u, w]] = [*values.first()?, *values.get(1)?];
            let (y, z) = (v - own, w - own);
            let c = (t * z - u * y) / (t * u * (y - z));
            Some(Self { from, b: y * (1.0 + c * t) / t, c })
        };
        [affine(), bent()].into_iter().flatten().find(|function| function.passes(own, values))
    }

    fn passes(&self, own: f64, values: &[[f64; 2]]) -> bool {
        values.iter().all(|&[t, v]| {
            let bend = 1.0 + self.c * t;
            let way = self.b * t / bend;
            let most = own.abs().max(way.abs()).max(v.abs());
            // A pole in the range, or near it, is no function of the recipe.
            bend > 1e-3
                && (own + way - v).abs() <= MAX_ERROR * f64::from(f32::EPSILON) * most
                && v.is_finite()
        })
    }
}

//! The declaration of a node: the recipe parser, `orogen nodes` and the studio's forms all read it from here.
//!
//! ```
//! use orogen_engine::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};
//!
//! static PERLIN: NodeSpec = NodeSpec {
//!     name: "perlin",
//!     group: Group::Basis,
//!     summary: "gradient noise with a quintic fade",
//!     help: "Smooth hills and hollows of one size.",
//!     source: "Ken Perlin, 2002",
//!     outputs: &[],
//!     inputs: &[],
//!     params: &[
//!         ParamSpec::required_number("wavelength", f64::MIN_POSITIVE..=1e9, Unit::Metres, "size of the cells").field_only(),
//!     ],
//! };
//! assert!(PERLIN.param("wavelength").is_some());
//! ```

use std::ops::RangeInclusive;

/// The family a node belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// A field that needs no other: constants, ramps, images.
    Source,
    /// One octave of noise.
    Basis,
    /// A sum of octaves of a basis.
    Fractal,
    /// A landform that draws random numbers: dunes, craters, rivers.
    Landform,
    /// Nodes for planets only: zones and climate.
    Planet,
    /// Changes one field.
    Modifier,
    /// Joins fields.
    Combiner,
}

impl Group {
    /// The name of the group, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Source => "source",
            Group::Basis => "basis",
            Group::Fractal => "fractal",
            Group::Landform => "landform",
            Group::Planet => "planet",
            Group::Modifier => "modifier",
            Group::Combiner => "combiner",
        }
    }

    /// Whether nodes of this group draw random numbers and so take the key `seed`.
    pub const fn takes_seed(self) -> bool {
        matches!(self, Group::Basis | Group::Fractal | Group::Landform)
    }
}

/// One kind of field: its name in a recipe, its help, its inputs and its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeSpec {
    /// The value of `type` in a recipe.
    pub name: &'static str,
    /// The family it belongs to.
    pub group: Group,
    /// Help in one line.
    pub summary: &'static str,
    /// A paragraph or more for the manual.
    pub help: &'static str,
    /// Author and year of the method, or "".
    pub source: &'static str,
    /// Its further results, which other fields read as `"field.output"`.
    pub outputs: &'static [OutputSpec],
    /// The fields it reads.
    pub inputs: &'static [InputSpec],
    /// Its parameters, in the order of the manual.
    pub params: &'static [ParamSpec],
}

impl NodeSpec {
    /// The further result with this name.
    pub fn output(&self, name: &str) -> Option<&'static OutputSpec> {
        self.outputs.iter().find(|output| output.name == name)
    }

    /// The parameter of this name.
    pub fn param(&self, name: &str) -> Option<&'static ParamSpec> {
        self.params.iter().find(|param| param.name == name)
    }
}

/// A further result of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutputSpec {
    /// Its name, after the dot.
    pub name: &'static str,
    /// Help in one line, with the unit.
    pub help: &'static str,
}

/// An input of a node. In a recipe, its value is a number, an expression, or the name of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InputSpec {
    /// The key in the recipe.
    pub name: &'static str,
    /// Help in one line.
    pub help: &'static str,
    /// What the input reads if the recipe leaves it out. An input without a default is required.
    pub default: Option<InputDefault>,
    /// The least and the greatest number that a recipe may give instead of a field.
    pub numbers: [f64; 2],
}

/// What an input reads if the recipe leaves it out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InputDefault {
    /// The same as the earlier input with this name.
    Input(&'static str),
    /// The same number everywhere.
    Number(f64),
}

impl InputSpec {
    /// A required input.
    pub const fn new(name: &'static str, help: &'static str) -> Self {
        Self { name, help, default: None, numbers: [f64::MIN, f64::MAX] }
    }

    /// The same input with a default: if a recipe leaves it out, it reads the same as the earlier input `default`.
    pub const fn or(self, default: &'static str) -> Self {
        Self { default: Some(InputDefault::Input(default)), ..self }
    }

    /// The same input with a default: if a recipe leaves it out, it is the number `default` everywhere. A number that a recipe
    /// gives must be in `numbers`.
    pub const fn or_number(self, default: f64, numbers: RangeInclusive<f64>) -> Self {
        let numbers = [*numbers.start(), *numbers.end()];
        Self { default: Some(InputDefault::Number(default)), numbers, ..self }
    }
}

/// The unit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A bare number.
    None,
    /// Metres; a recipe may also write a string with a unit, such as `"6 km"`.
    Metres,
    /// Degrees of angle.
    Degrees,
}

impl Unit {
    /// The symbol of the unit, which follows a number; "" for a bare number.
    pub const fn symbol(self) -> &'static str {
        match self {
            Unit::None => "",
            Unit::Metres => "m",
            Unit::Degrees => "°",
        }
    }
}

/// How many octaves a fractal sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Octaves {
    /// All octaves that the sample spacing can show.
    Auto,
    /// This number of octaves, 1 to [`Octaves::MAX`].
    Count(u32),
}

impl Octaves {
    /// The most octaves that a recipe can ask for. If the wavelength halves from octave to octave, 32 octaves reach from the
    /// circumference of the Earth down to 2 cm.
    pub const MAX: u32 = 32;
}

/// The kind of value a parameter takes. Ranges include both ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamKind {
    /// A finite number. A `min` of [`f64::MIN_POSITIVE`] is shown as "greater than 0".
    Number {
        /// The value if the recipe does not give one. Without a default, the key is required, unless the parameter is optional.
        default: Option<f64>,
        /// Least value.
        min: f64,
        /// Greatest value.
        max: f64,
    },
    /// `true` or `false`.
    Flag {
        /// The value if the recipe does not give one.
        default: bool,
    },
    /// One word of several.
    Choice {
        /// The value if the recipe does not give one.
        default: &'static str,
        /// Each word with its help.
        options: &'static [(&'static str, &'static str)],
    },
    /// A whole number from 1 to [`Octaves::MAX`], or `"auto"`.
    Octaves {
        /// The value if the recipe does not give one.
        default: Octaves,
    },
    /// An optional table `{ coarse = 0.2, fine = 0.8 }` with numbers from 0 to 1.
    Roughness,
    /// A required array of pairs, `[[x, y], …]`.
    Points,
    /// A path, absolute or relative to the folder of the recipe.
    File,
    /// Any optional text.
    Text,
    /// A basis: its name, or a table `{ type = "cellular", metric = "manhattan" }`.
    Basis {
        /// The value if the recipe does not give one.
        default: &'static str,
    },
}

/// A parameter of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParamSpec {
    /// The key in the recipe.
    pub name: &'static str,
    /// The kind of value.
    pub kind: ParamKind,
    /// The unit of the number.
    pub unit: Unit,
    /// Help in one line.
    pub help: &'static str,
    /// Whether a number without a default, or a path, may be left out.
    pub optional: bool,
    /// For a parameter of a basis: whether only a field of this type takes the key, not a fractal's `basis = { … }`.
    pub field_only: bool,
    /// The names of alternatives to this parameter. If the recipe gives one of them, this parameter has no default.
    pub idle_with: &'static [&'static str],
    /// Former names. A recipe may use them; each gives a warning, and [`migrate`](super::migrate) replaces them.
    pub former: &'static [&'static str],
}

impl ParamSpec {
    /// A parameter of any kind.
    pub const fn new(name: &'static str, kind: ParamKind, unit: Unit, help: &'static str) -> Self {
        Self { name, kind, unit, help, optional: false, field_only: false, idle_with: &[], former: &[] }
    }

    /// A number with a default.
    pub const fn number(
        name: &'static str,
        default: f64,
        range: RangeInclusive<f64>,
        unit: Unit,
        help: &'static str,
    ) -> Self {
        let kind = ParamKind::Number { default: Some(default), min: *range.start(), max: *range.end() };
        Self::new(name, kind, unit, help)
    }

    /// A required number.
    pub const fn required_number(
        name: &'static str,
        range: RangeInclusive<f64>,
        unit: Unit,
        help: &'static str,
    ) -> Self {
        let kind = ParamKind::Number { default: None, min: *range.start(), max: *range.end() };
        Self::new(name, kind, unit, help)
    }

    /// A number that may be left out and has no default, because leaving it out has a meaning to the node.
    pub const fn optional_number(
        name: &'static str,
        range: RangeInclusive<f64>,
        unit: Unit,
        help: &'static str,
    ) -> Self {
        Self { optional: true, ..Self::required_number(name, range, unit, help) }
    }

    /// `true` or `false`.
    pub const fn flag(name: &'static str, default: bool, help: &'static str) -> Self {
        Self::new(name, ParamKind::Flag { default }, Unit::None, help)
    }

    /// One word of several, each with its help.
    pub const fn choice(
        name: &'static str,
        default: &'static str,
        options: &'static [(&'static str, &'static str)],
        help: &'static str,
    ) -> Self {
        Self::new(name, ParamKind::Choice { default, options }, Unit::None, help)
    }

    /// A number of octaves.
    pub const fn octaves(name: &'static str, default: Octaves, help: &'static str) -> Self {
        Self::new(name, ParamKind::Octaves { default }, Unit::None, help)
    }

    /// A pair of coarse and fine roughness, which may be left out.
    pub const fn roughness(name: &'static str, help: &'static str) -> Self {
        Self { optional: true, ..Self::new(name, ParamKind::Roughness, Unit::None, help) }
    }

    /// Points of a curve.
    pub const fn points(name: &'static str, help: &'static str) -> Self {
        Self::new(name, ParamKind::Points, Unit::None, help)
    }

    /// A path.
    pub const fn file(name: &'static str, help: &'static str) -> Self {
        Self::new(name, ParamKind::File, Unit::None, help)
    }

    /// A path that may be left out, because leaving it out has a meaning to the node.
    pub const fn optional_file(name: &'static str, help: &'static str) -> Self {
        Self { optional: true, ..Self::file(name, help) }
    }

    /// Text that may be left out.
    pub const fn text(name: &'static str, help: &'static str) -> Self {
        Self { optional: true, ..Self::new(name, ParamKind::Text, Unit::None, help) }
    }

    /// A basis.
    pub const fn basis(name: &'static str, default: &'static str, help: &'static str) -> Self {
        Self::new(name, ParamKind::Basis { default }, Unit::None, help)
    }

    /// The same parameter, accepted only if its basis is a field, not inside a fractal's `basis = { … }`.
    pub const fn field_only(self) -> Self {
        Self { field_only: true, ..self }
    }

    /// The same parameter, without its default if the recipe gives one of `others` instead.
    pub const fn idle_with(self, others: &'static [&'static str]) -> Self {
        Self { idle_with: others, ..self }
    }

    /// The same parameter, which used to have these names.
    pub const fn formerly(self, names: &'static [&'static str]) -> Self {
        Self { former: names, ..self }
    }

    /// Whether `name` is the parameter's name, or a former one.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.former.contains(&name)
    }

    /// Whether a recipe has to give the parameter.
    pub const fn is_required(&self) -> bool {
        match self.kind {
            ParamKind::Number { default: None, .. } | ParamKind::File => !self.optional,
            ParamKind::Points => true,
            _ => false,
        }
    }
}

//! The parameters of a field as its node reads them: checked, with all defaults filled in.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::RecipeError;
use super::source::{Source, Span};
use super::spec::{NodeSpec, Octaves};

/// The parameters of a field, checked against its [`NodeSpec`], with defaults filled in.
///
/// # Panics
/// Every method that takes the name of a parameter panics if the node declares no parameter of that name, or declares it with
/// another kind. That is a mistake in the node, which no recipe can cause.
#[derive(Clone, Debug, PartialEq)]
pub struct Args {
    pub(super) spec: &'static NodeSpec,
    pub(super) source: Arc<Source>,
    pub(super) span: Span,
    pub(super) seed: Option<u64>,
    pub(super) values: BTreeMap<&'static str, Arg>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arg {
    pub(super) value: ArgValue,
    /// Where it was written; `None` if it has its default.
    pub(super) span: Option<Span>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ArgValue {
    Absent,
    Number(f64),
    Flag(bool),
    Choice(&'static str),
    Octaves(Octaves),
    Roughness { coarse: f64, fine: f64 },
    Points(Vec<[f64; 2]>),
    File { written: String, path: PathBuf },
    Text(String),
    Basis(Box<Args>),
}

impl Args {
    /// The node that has these parameters.
    pub fn spec(&self) -> &'static NodeSpec {
        self.spec
    }

    /// The field's own seed, if the recipe gives one.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// A number that is required or has a default, and that is not [idle](crate::recipe::spec::ParamSpec::idle_with).
    pub fn number(&self, name: &str) -> f64 {
        self.optional_number(name).unwrap_or_else(|| self.mistaken(name, "number that is always there"))
    }

    /// A number that may be left out.
    pub fn optional_number(&self, name: &str) -> Option<f64> {
        match self.arg(name).value {
            ArgValue::Number(number) => Some(number),
            ArgValue::Absent => None,
            _ => self.mistaken(name, "number"),
        }
    }

    /// `true` or `false`.
    pub fn flag(&self, name: &str) -> bool {
        match self.arg(name).value {
            ArgValue::Flag(flag) => flag,
            _ => self.mistaken(name, "flag"),
        }
    }

    /// One of the words that the node offers.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.arg(name).value {
            ArgValue::Choice(choice) => choice,
            _ => self.mistaken(name, "choice"),
        }
    }

    /// A number of octaves.
    pub fn octaves(&self, name: &str) -> Octaves {
        match self.arg(name).value {
            ArgValue::Octaves(octaves) => octaves,
            _ => self.mistaken(name, "octaves"),
        }
    }

    /// Coarse and fine roughness, if the recipe gives them.
    pub fn roughness(&self, name: &str) -> Option<(f64, f64)> {
        match self.arg(name).value {
            ArgValue::Roughness { coarse, fine } => Some((coarse, fine)),
            ArgValue::Absent => None,
            _ => self.mistaken(name, "roughness"),
        }
    }

    /// Points as written. The node checks their order and number.
    pub fn points(&self, name: &str) -> &[[f64; 2]] {
        match &self.arg(name).value {
            ArgValue::Points(points) => points,
            _ => self.mistaken(name, "points"),
        }
    }

    /// A path, resolved against the folder of the recipe. The parser does not check whether the file exists.
    pub fn file(&self, name: &str) -> &Path {
        self.optional_file(name).unwrap_or_else(|| self.mistaken(name, "required file"))
    }

    /// The path of a file that the recipe may leave out. `None` if it does.
    pub fn optional_file(&self, name: &str) -> Option<&Path> {
        match &self.arg(name).value {
            ArgValue::File { path, .. } => Some(path),
            ArgValue::Absent => None,
            _ => self.mistaken(name, "file"),
        }
    }

    /// The path of [`optional_file`](Self::optional_file) as the recipe's canonical text has it.
    pub fn written_file(&self, name: &str) -> Option<&str> {
        match &self.arg(name).value {
            ArgValue::File { written, .. } => Some(written),
            ArgValue::Absent => None,
            _ => self.mistaken(name, "file"),
        }
    }

    /// A text, if the recipe gives it.
    pub fn text(&self, name: &str) -> Option<&str> {
        match &self.arg(name).value {
            ArgValue::Text(text) => Some(text),
            ArgValue::Absent => None,
            _ => self.mistaken(name, "text"),
        }
    }

    /// Turns the paths of files into absolute ones.
    pub(super) fn make_paths_absolute(&mut self) {
        for arg in self.values.values_mut() {
            match &mut arg.value {
                // If there is no current folder, relative paths stay as they are.
                ArgValue::File { written, path } => {
                    *path = std::path::absolute(&path).unwrap_or_else(|_| path.clone());
                    *written = path.display().to_string();
                }
                ArgValue::Basis(args) => args.make_paths_absolute(),
                _ => {}
            }
        }
    }

    /// A basis and its parameters.
    pub fn basis(&self, name: &str) -> (&'static NodeSpec, &Args) {
        match &self.arg(name).value {
            ArgValue::Basis(args) => (args.spec, args),
            _ => self.mistaken(name, "basis"),
        }
    }

    /// Whether the recipe gives the parameter, even if with its default value.
    pub fn given(&self, name: &str) -> bool {
        self.arg(name).span.is_some()
    }

    /// Where the parameter is written; if it has its default, where the name of the field is written.
    pub fn span(&self, name: &str) -> Span {
        self.arg(name).span.unwrap_or(self.span)
    }

    /// An error at a parameter, for a node whose parameters do not fit together.
    pub fn error(&self, name: &str, message: impl Into<String>, help: impl Into<String>) -> RecipeError {
        RecipeError::new(&self.source, self.span(name), message).help(help)
    }

    /// An error at the name of the field, for faults that do not depend on a parameter.
    pub fn error_at_name(&self, message: impl Into<String>, help: impl Into<String>) -> RecipeError {
        RecipeError::new(&self.source, self.span, message).help(help)
    }

    fn arg(&self, name: &str) -> &Arg {
        self.values.get(name).unwrap_or_else(|| self.mistaken(name, "parameter"))
    }

    fn mistaken(&self, name: &str, kind: &str) -> ! {
        panic!("node `{}` declares no {kind} `{name}`", self.spec.name)
    }
}

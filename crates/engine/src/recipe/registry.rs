//! The nodes a recipe may use.

use super::Recipe;
use super::error::RecipeError;
use super::nearest::suggest;
use super::source::{Source, summary};
use super::spec::{Group, InputDefault, NodeSpec, ParamKind};

/// Keys that all or many fields have. No input or parameter may have these names.
pub(super) const COMMON_KEYS: [&str; 3] = ["type", "displace", "seed"];

impl Part {
    /// One line that describes the part: the comment in the first line of its text.
    pub fn summary(&self) -> &'static str {
        summary(self.text)
    }

    /// The recipe of the part alone.
    ///
    /// # Errors
    /// The text is not a valid recipe. The built-in parts are valid: tests parse them all.
    ///
    /// ```
    /// let registry = orogen_engine::nodes::registry();
    /// let recipe = registry.part("coast").unwrap().recipe(registry)?;
    /// assert!(recipe.parameters.iter().any(|parameter| parameter.name == "depth"));
    /// # Ok::<(), orogen_engine::recipe::RecipeError>(())
    /// ```
    pub fn recipe(&self, registry: &Registry) -> Result<Recipe, RecipeError> {
        Recipe::parse(Source::new(self.name, self.text), registry)
    }
}

/// The nodes a recipe may use.
#[derive(Clone, Copy, Debug)]
pub struct Registry {
    nodes: &'static [&'static NodeSpec],
    parts: &'static [Part],
}

/// A recipe that other recipes use by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The value of `use` in a recipe.
    pub name: &'static str,
    /// The recipe's text. The comment in its first line describes the part.
    pub text: &'static str,
}

impl Registry {
    /// The registry of these nodes.
    pub const fn new(nodes: &'static [&'static NodeSpec]) -> Self {
        Self { nodes, parts: &[] }
    }

    /// The same registry with parts.
    #[must_use]
    pub const fn with_parts(self, parts: &'static [Part]) -> Self {
        Self { parts, ..self }
    }

    /// Every part, in the order given.
    pub fn parts(&self) -> &'static [Part] {
        self.parts
    }

    /// The part of this name.
    pub fn part(&self, name: &str) -> Option<&'static Part> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// Every node, in the order given.
    pub fn nodes(&self) -> &'static [&'static NodeSpec] {
        self.nodes
    }

    /// The node of this name.
    pub fn get(&self, name: &str) -> Option<&'static NodeSpec> {
        self.nodes.iter().copied().find(|spec| spec.name == name)
    }

    /// The help for an unknown name of a part: the nearest name if one is near, and a list of all names if it is short.
    pub fn suggest_part(&self, name: &str) -> String {
        let names: Vec<&str> = self.parts.iter().map(|part| part.name).collect();
        suggest(name, "the parts", &names)
    }

    /// The help for an unknown name of a node: the nearest name, or a short list. If `group` is given, only its nodes are
    /// suggested.
    pub fn suggest(&self, name: &str, group: Option<Group>) -> String {
        let fits = |spec: &&&NodeSpec| group.is_none_or(|group| spec.group == group);
        let names: Vec<_> = self.nodes.iter().filter(fits).map(|spec| spec.name).collect();
        let what = if group == Some(Group::Basis) { "bases" } else { "types" };
        match suggest(name, what, &names) {
            help if help.is_empty() => "`orogen nodes` lists every type".to_owned(),
            help => help,
        }
    }

    /// The mistakes in the declarations of the nodes. A test checks that there are none.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (i, spec) in self.nodes.iter().enumerate() {
            if self.nodes[..i].iter().any(|other| other.name == spec.name) {
                faults.push(format!("`{}` is declared twice", spec.name));
            }
            if spec.summary.is_empty() || spec.help.is_empty() {
                faults.push(format!("`{}` lacks a summary or help", spec.name));
            }
            self.name_faults(spec, &mut faults);
            self.default_faults(spec, &mut faults);
        }
        faults
    }

    fn name_faults(&self, spec: &NodeSpec, faults: &mut Vec<String>) {
        let inputs = spec.inputs.iter().map(|input| (input.name, input.help));
        let params = spec.params.iter().map(|param| (param.name, param.help));
        let mut seen: Vec<&str> = COMMON_KEYS.to_vec();
        let former = spec.params.iter().flat_map(|param| param.former).map(|&name| (name, "a former name"));
        for (name, help) in inputs.chain(params).chain(former) {
            if seen.contains(&name) {
                faults.push(format!("`{}` has two keys named `{name}`", spec.name));
            }
            if help.is_empty() {
                faults.push(format!("`{}.{name}` lacks help", spec.name));
            }
            seen.push(name);
        }
        for (number, input) in spec.inputs.iter().enumerate() {
            let earlier = |default: &str| spec.inputs[..number].iter().any(|other| other.name == default);
            if let Some(InputDefault::Input(default)) = input.default
                && !earlier(default)
            {
                faults.push(format!(
                    "`{}.{}` reads `{default}`, which is not an input before it",
                    spec.name, input.name
                ));
            }
        }
    }

    fn default_faults(&self, spec: &NodeSpec, faults: &mut Vec<String>) {
        for param in spec.params {
            let sound = match param.kind {
                ParamKind::Number { default, min, max } => {
                    min <= max && default.is_none_or(|default| (min..=max).contains(&default))
                }
                ParamKind::Choice { default, options } => options.iter().any(|option| option.0 == default),
                ParamKind::Basis { default } => self.get(default).is_some_and(|basis| {
                    basis.group == Group::Basis
                        && basis.inputs.is_empty()
                        && basis.params.iter().all(|param| param.field_only || !param.is_required())
                }),
                _ => true,
            };
            if let Some(other) = param.idle_with.iter().find(|other| spec.param(other).is_none()) {
                faults.push(format!(
                    "`{}.{}` is idle with `{other}`, which does not exist",
                    spec.name, param.name
                ));
            }
            // Dotted keys may name such a parameter several times.
            if !param.former.is_empty()
                && matches!(param.kind, ParamKind::Basis { .. } | ParamKind::Roughness)
            {
                faults
                    .push(format!("`{}.{}` is a table and cannot have a former name", spec.name, param.name));
            }
            if !sound {
                faults.push(format!("`{}.{}` has a default out of its own range", spec.name, param.name));
            }
        }
    }
}

//! Changes the node of a field. What fits the new node stays, what does not is removed, and what is required is added.

use orogen_engine::recipe::spec::{NodeSpec, ParamKind, ParamSpec};
use orogen_engine::recipe::{Args, Field, Input, Recipe};
use toml_edit::Item;

use super::Document;
use super::edit::{Edit, path_of};
use super::required::{required_edit, required_input};

/// A change of a field's node.
#[derive(Clone, Debug, PartialEq)]
pub struct Retype {
    /// The change of the recipe.
    pub edit: Edit,
    /// The keys that are removed, because the new node does not have them.
    pub removed: Vec<String>,
    /// The further results of the field that other parts of the recipe no longer read: they read the field itself.
    pub redirected: Vec<String>,
}

impl Retype {
    /// What the user should know about the change, if anything.
    pub fn notice(&self, node: &str) -> Option<String> {
        let list =
            |names: &[String]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let removed = (!self.removed.is_empty())
            .then(|| format!("Removed, because `{node}` has no such keys: {}.", list(&self.removed)));
        let redirected = (!self.redirected.is_empty()).then(|| {
            format!(
                "`{node}` does not have these results, so the field itself replaces them: {}.",
                list(&self.redirected)
            )
        });
        let parts: Vec<_> = removed.into_iter().chain(redirected).collect();
        (!parts.is_empty()).then(|| format!("{} Undo restores the field.", parts.join(" ")))
    }
}

impl Document {
    /// The change of a field's node. `file` is the file of a node that reads one. `None` if there is no valid recipe with this
    /// field, or the field uses another recipe instead of a node.
    ///
    /// ```
    /// use orogen_engine::nodes::registry;
    /// use orogen_studio::document::Document;
    ///
    /// let text = "orogen = 1\ndomain.size = 4000\nheight.field = \"a\"\n[fields.a]\ntype = \"fbm\"\nwavelength = 900\ngain = 0.4\n";
    /// let mut document = Document::new("mine", text);
    /// let change = document.retype("a", registry().get("perlin").unwrap(), None).unwrap();
    /// assert_eq!(change.removed, ["gain"]);
    /// document.apply(&change.edit)?;
    /// assert!(document.text().ends_with("type = \"perlin\"\nwavelength = 900\n"));
    /// # Ok::<(), orogen_studio::document::EditError>(())
    /// ```
    pub fn retype(&self, name: &str, node: &'static NodeSpec, file: Option<&str>) -> Option<Retype> {
        let recipe = self.recipe()?;
        let field = recipe.fields.get(name).filter(|field| field.is_written() && field.uses.is_none())?;
        let keys = self.item(["fields", name].into_iter())?.as_table_like()?;
        let keys: Vec<_> = keys.iter().map(|(key, item)| (current_name(field.spec, key), item)).collect();
        Some(Plan { recipe, field, node, keys, file }.retype())
    }
}

/// The present name of a key, which may be written with a former one.
fn current_name<'a>(node: &NodeSpec, key: &'a str) -> &'a str
where
    'static: 'a,
{
    node.params.iter().find(|param| param.is_named(key)).map_or(key, |param| param.name)
}

struct Plan<'a> {
    recipe: &'a Recipe,
    field: &'a Field,
    node: &'static NodeSpec,
    /// The keys of the field, with their values.
    keys: Vec<(&'a str, &'a Item)>,
    file: Option<&'a str>,
}

impl Plan<'_> {
    fn at(&self, key: &str) -> Vec<String> {
        path_of(&format!("fields.{}.{key}", self.field.name))
    }

    fn retype(&self) -> Retype {
        let mut edits = vec![Edit::Word { path: self.at("type"), value: self.node.name.to_owned() }];
        let mut unfit: Vec<&str> =
            self.keys.iter().map(|(key, _)| *key).filter(|key| !self.fits(key)).collect();
        let mut in_use = Vec::new();
        // Inputs of the old node that the new one lacks become its required inputs.
        for input in self.node.inputs.iter().filter(|input| input.default.is_none() && !self.has(input.name))
        {
            let free = unfit.iter().position(|key| self.is_field(key));
            edits.push(match free.map(|free| unfit.remove(free)) {
                Some(free) => Edit::RenameKey { path: self.at(free), to: input.name.to_owned() },
                None => {
                    in_use.extend(self.field.references().map(|(name, _)| name.to_owned()));
                    required_input(self.at(input.name), input, self.recipe, self.field, &mut in_use)
                }
            });
        }
        let params = self.node.params.iter().filter(|param| param.is_required() && !self.has(param.name));
        edits.extend(params.map(|param| required_edit(self.at(param.name), param, self.recipe, self.file)));
        let removed = unfit.iter().map(|key| Edit::Remove { path: self.at(key) });
        // The old values go first: a required value may have the key of one that does not fit.
        edits.splice(0..0, removed);
        let redirected = self.lost_results();
        edits.extend(
            redirected.iter().map(|from| Edit::Redirect { from: from.clone(), to: self.field.name.clone() }),
        );
        let removed = unfit.into_iter().map(str::to_owned).collect();
        Retype { edit: Edit::All(edits), removed, redirected }
    }

    /// Whether the field has a key that the new node can keep.
    fn has(&self, key: &str) -> bool {
        self.keys.iter().any(|(known, _)| *known == key) && self.fits(key)
    }

    /// Whether the new node can keep a key of the field.
    fn fits(&self, key: &str) -> bool {
        if matches!(key, "type" | "displace") {
            return true;
        }
        if key == "seed" {
            return self.node.group.takes_seed();
        }
        let old_input = self.field.spec.inputs.iter().position(|input| input.name == key);
        match (old_input, self.field.spec.param(key)) {
            (Some(at), _) => {
                let new = self.node.inputs.iter().find(|input| input.name == key);
                new.is_some_and(|new| match self.field.inputs.get(at) {
                    Some(Input::Number(number, _)) => (new.numbers[0]..=new.numbers[1]).contains(number),
                    _ => true,
                })
            }
            (None, Some(old)) => {
                self.node.param(key).is_some_and(|new| is_value_of(new, old, &self.field.args))
            }
            (None, None) => false,
        }
    }

    /// Whether a key of the field is an input that reads a field.
    fn is_field(&self, key: &str) -> bool {
        let input = self.field.spec.inputs.iter().position(|input| input.name == key);
        input.is_some_and(|at| matches!(self.field.inputs.get(at), Some(Input::Field(..))))
    }

    /// The further results that something reads and that the new node does not have.
    fn lost_results(&self) -> Vec<String> {
        let lost = self.field.spec.outputs.iter().filter(|output| self.node.output(output.name).is_none());
        let names = lost.map(|output| format!("{}.{}", self.field.name, output.name));
        names.filter(|name| self.recipe.fields.contains_key(name)).collect()
    }
}

/// Whether the value of a parameter is also a value of a parameter of another node with the same name.
fn is_value_of(new: &ParamSpec, old: &ParamSpec, args: &Args) -> bool {
    if new.unit != old.unit {
        return false;
    }
    match (new.kind, old.kind) {
        (ParamKind::Number { min, max, .. }, ParamKind::Number { .. }) => {
            args.optional_number(old.name).is_some_and(|number| (min..=max).contains(&number))
        }
        (ParamKind::Choice { options, .. }, ParamKind::Choice { .. }) => {
            options.iter().any(|(word, _)| *word == args.choice(old.name))
        }
        // A file of shapes is not a picture.
        (ParamKind::File, ParamKind::File) => false,
        (new, old) => std::mem::discriminant(&new) == std::mem::discriminant(&old),
    }
}

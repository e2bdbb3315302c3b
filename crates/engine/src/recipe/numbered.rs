//! The meaning of a field as a text that does not contain names.

use std::collections::BTreeMap;

use super::{Input, Recipe, value};

impl Recipe {
    /// The [canonical text](Self::canonical) of a recipe that needs all its fields, with numbers in place of their names. Recipes
    /// with equal fields under different names have the same text: for example two uses of one recipe with the same seed.
    pub(crate) fn numbered(&self) -> String {
        let names = self.numbers();
        let name = |old: &String| match &self.fields[old].output {
            Some(output) => format!("{}.{}", names[output.of.as_str()], output.name),
            None => names[old.as_str()].clone(),
        };
        let mut numbered = self.clone();
        numbered.height.field = name(&self.height.field);
        numbered.fields.clear();
        for field in self.fields.values() {
            let mut field = field.clone();
            if field.spec.group.takes_seed() {
                field.args.seed = field.args.seed.or_else(|| Some(value::seed_of_name(field.solution())));
            }
            for input in &mut field.inputs {
                if let Input::Field(old, _) = input {
                    *old = name(old);
                }
            }
            if let Some(displace) = &mut field.displace {
                displace.by = name(&displace.by);
            }
            // The text has a section for each expression.
            field.is_expression = false;
            field.name = name(&field.name);
            numbered.fields.insert(field.name.clone(), field);
        }
        numbered.canonical()
    }

    /// A number for each field that the height reads, in the order of a walk from the height along the inputs.
    fn numbers(&self) -> BTreeMap<&str, String> {
        let mut numbers = BTreeMap::new();
        let mut open = vec![self.height.field.as_str()];
        while let Some(name) = open.pop() {
            if !numbers.contains_key(name) {
                numbers.insert(name, format!("f{}", numbers.len()));
                open.extend(self.fields[name].references().map(|(name, _)| name));
            }
        }
        numbers
    }
}

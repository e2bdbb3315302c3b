//! Keys that are no node and no parameter of one, since fields of every kind take them.

use serde_json::{Value, json};

/// A key of fields.
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    pub(super) help: &'static str,
    pub(super) example: &'static str,
}

const KEYS: [Key; 3] = [
    Key {
        name: "displace",
        summary: "any field can displace any other",
        help: "The ground under the field that has this key, and under all it reads, is moved by `strength` metres \
               times the field `by`, along each axis with seeds of its own. `strength` is a number of metres from \
               -1e9 to 1e9, or a string with a unit. Slopes stay exact.",
        example: "[fields.drift]\ntype = \"fbm\"\nfeature = \"5 km\"\noctaves = 5\n\n[fields.ranges]\n\
                  type = \"swiss\"\nfeature = \"6.5 km\"\ndisplace = { by = \"drift\", strength = \"900 m\" }",
    },
    Key {
        name: "seed",
        summary: "a seed of the field's own",
        help: "Bases and fractals draw random numbers. Left out, a field's seed is made from the recipe's seed and \
               the field's name; given, it is made from the recipe's seed and this one. A whole number from 0 to \
               18446744073709551615, or a string such as \"0x9e37\".",
        example: "[fields.hills]\ntype = \"fbm\"\nfeature = \"1 km\"\nseed = 12",
    },
    Key {
        name: "type",
        summary: "the kind of field",
        help: "The name of a node: `orogen nodes` lists them, and `orogen nodes NAME` explains one.",
        example: "[fields.hills]\ntype = \"fbm\"\nfeature = \"1 km\"",
    },
];

/// The key of this name.
pub(super) fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

impl Key {
    /// Everything that is known about it.
    pub(super) fn facts(&self) -> Value {
        json!({
            "name": self.name,
            "group": "key of a field",
            "summary": self.summary,
            "help": self.help,
            "example": self.example,
        })
    }
}

#[cfg(test)]
mod tests {
    use orogen::nodes;
    use orogen::recipe::{Recipe, Source};

    use super::*;

    #[test]
    fn every_example_is_part_of_a_good_recipe() {
        for key in &KEYS {
            let field = key.example.rsplit("[fields.").next().unwrap().split(']').next().unwrap();
            let text =
                format!("orogen = 1\ndomain.size = 9000\nheight.field = \"{field}\"\n{}\n", key.example);
            if let Err(error) = Recipe::parse(Source::new(key.name, text.clone()), nodes::registry()) {
                panic!("{text}\n{error}");
            }
            assert!(key.example.contains(key.name));
        }
    }
}

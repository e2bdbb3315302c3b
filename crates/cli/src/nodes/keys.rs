//! Keys that every field takes, in addition to the parameters of its node.

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
        summary: "displace a field by another",
        help: "Displaces the domain of this field and of all fields it reads by `strength` metres times the field `by`, \
               with different seeds along each axis. `strength` is a number of metres from -1e9 to 1e9, or a string \
               with a unit. Slopes stay exact.",
        example: "[fields.drift]\ntype = \"fbm\"\nwavelength = \"5 km\"\noctaves = 5\n\n[fields.ranges]\n\
                  type = \"swiss\"\nwavelength = \"6.5 km\"\ndisplace = { by = \"drift\", strength = \"900 m\" }",
    },
    Key {
        name: "seed",
        summary: "the seed of a field",
        help: "Bases and fractals draw random numbers. With this key, the field's seed is derived from the recipe's seed \
               and this value; otherwise from the recipe's seed and the field's name. A whole number from 0 to \
               18446744073709551615, or a string such as \"0x9e37\".",
        example: "[fields.hills]\ntype = \"fbm\"\nwavelength = \"1 km\"\nseed = 12",
    },
    Key {
        name: "type",
        summary: "the node of a field",
        help: "The name of a node: `orogen nodes` lists them, and `orogen nodes NAME` explains one.",
        example: "[fields.hills]\ntype = \"fbm\"\nwavelength = \"1 km\"",
    },
];

/// The key of this name.
pub(super) fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

impl Key {
    /// The documentation of the key as JSON.
    pub(super) fn json(&self) -> Value {
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
    use orogen_engine::nodes;
    use orogen_engine::recipe::{Recipe, Source};

    use super::*;

    #[test]
    fn every_example_is_part_of_a_valid_recipe() {
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

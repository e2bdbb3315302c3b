//! Random actions of the forms never break a recipe, and never lose what is not theirs.

use orogen_engine::nodes::registry;
use orogen_engine::recipe::spec::ParamKind;
use orogen_engine::recipe::{Field, Recipe, Source};
use orogen_studio::document::{
    Document, Edit, new_field, new_material, new_parameter, nodes_for, path_of, readable, readers,
    remove_material, remove_parameter, set_parameter_range,
};
use proptest::prelude::*;

const RECIPE: &str = r##"# A recipe with everything
orogen = 1 # the version
name = "Everything"

# The size of it all
[domain]
size = "8 km" # along a side

[parameters] # to set from outside
steep = { value = 1.5, range = [0.0, 4.0] }
wide = "900 m"

# ---- Fields ----

[fields.low]
type = "fbm"
wavelength = "wide * 2"
gain = 0.4

[fields.hills]
type = "ridged"
wavelength = "wide"
displace = { by = "low", strength = "90 m" }

[fields.shape]
type = "curve"
input = "hills"
points = [[-1, 0.0], [0.5, 0.2], [1.0, 1.0]]

[fields.land]
type = "add"
a = "low + steep * shape"
b = "hills"

# ---- The rest ----

[height] # in metres
field = "land"
scale = "300 * steep" # high

[[materials]]
name = "rock"
color = "#7a736a"

[[materials]]
name = "grass"
color = "#666d45"
height = ["0.3 km", "100 m"]
noise = { field = "low", range = [-0.3, 0.1] }

[[scatter]]
name = "tree" # green
spacing = 12
materials = ["grass"]

[view] # at last
haze = 2.0 # a little
"##;

/// The comments that no action of the forms is about.
const COMMENTS: [&str; 12] = [
    "# A recipe with everything",
    "# the version",
    "# The size of it all",
    "# along a side",
    "# to set from outside",
    "# ---- Fields ----",
    "# ---- The rest ----",
    "# in metres",
    "# high",
    "# green",
    "# at last",
    "# a little",
];

/// An action: its kind, and numbers that choose among what there is.
type Action = (u8, usize, usize, f64);

fn any_of<T>(list: &[T], choice: usize) -> Option<&T> {
    list.get(choice.checked_rem(list.len())?)
}

/// The edit of an action. `None` if the form does not offer it now.
fn edit(document: &Document, recipe: &Recipe, (kind, one, other, share): Action) -> Option<Edit> {
    let fields: Vec<&Field> = recipe.written_fields().collect();
    let field = any_of(&fields, one)?;
    let at = |key: &str| path_of(&format!("fields.{}.{key}", field.name));
    let nodes: Vec<_> = nodes_for(recipe).collect();
    let node = any_of(&nodes, other)?;
    Some(match kind {
        0 | 1 => document.retype(&field.name, node, Some("picture.png"))?.edit,
        2 => new_field(recipe, node, Some("picture.png")),
        3 if fields.len() > 3 && readers(recipe, &field.name).is_empty() => {
            Edit::RemoveField { name: field.name.clone() }
        }
        4 => {
            let to = format!("name-{other}");
            let is_free = recipe.parameters.iter().all(|parameter| parameter.name != to);
            if !is_free || recipe.fields.contains_key(&to) {
                return None;
            }
            Edit::RenameField { from: field.name.clone(), to }
        }
        5 | 6 => {
            let param = any_of(field.spec.params, other)?;
            match param.kind {
                ParamKind::Number { min, max, .. } => {
                    let least = if min == f64::MIN_POSITIVE { 1e-6 } else { min };
                    let value =
                        [least, max, (least.max(-1e9) * (1.0 - share) + share * max.min(1e9))][one % 3];
                    Edit::number(at(param.name), value)
                }
                ParamKind::Flag { .. } => Edit::Flag { path: at(param.name), value: one.is_multiple_of(2) },
                ParamKind::Choice { options, .. } => {
                    Edit::Word { path: at(param.name), value: any_of(options, one)?.0.to_owned() }
                }
                _ if field.args.given(param.name) && !param.is_required() => {
                    Edit::Remove { path: at(param.name) }
                }
                _ => return None,
            }
        }
        7 => {
            let input = any_of(field.spec.inputs, other)?;
            let fields = readable(recipe, &field.name);
            match any_of(&fields, one) {
                Some(read) if share < 0.4 => Edit::Word { path: at(input.name), value: read.name.clone() },
                Some(read) if share < 0.7 => {
                    Edit::Word { path: at(input.name), value: format!("1 * {}", read.name) }
                }
                _ => Edit::number(at(input.name), 0.5_f64.clamp(input.numbers[0], input.numbers[1])),
            }
        }
        8 => new_parameter(recipe),
        9 => {
            let parameter = any_of(&recipe.parameters, one)?;
            match other % 3 {
                0 => remove_parameter(parameter),
                1 => set_parameter_range(parameter, [parameter.default - share, parameter.default + 1.0]),
                _ => {
                    let to = format!("p{other}");
                    if recipe.parameters.iter().any(|other| other.name == to) {
                        return None;
                    }
                    Edit::RenameParameter { from: parameter.name.clone(), to }
                }
            }
        }
        10 => new_material(recipe)?,
        11 => {
            let count = recipe.materials.len();
            let index = one.checked_rem(count)?;
            let material = &recipe.materials[index];
            let below = |key: &str| path_of(&format!("materials.{index}.{key}"));
            match other % 6 {
                0 => remove_material(&material.name),
                1 => {
                    let new = format!("material {other}");
                    if recipe.materials.iter().any(|material| material.name == new) {
                        return None;
                    }
                    Edit::RenameMaterial { from: material.name.clone(), to: new }
                }
                2 if index + 1 < count => Edit::Swap { list: "materials".to_owned(), first: index },
                3 => Edit::Color { path: below("color"), value: [one as u8, other as u8, 7] },
                4 => Edit::Numbers { path: below("slope"), value: vec![20.0 + share, 30.0, 40.0, 50.0] },
                5 if material.height.is_some() => Edit::Remove { path: below("height") },
                _ => Edit::Numbers { path: below("height"), value: vec![700.0, 100.0 * share] },
            }
        }
        12 => {
            let curves: Vec<_> = fields.iter().filter(|field| field.spec.name == "curve").collect();
            let curve = any_of(&curves, one)?;
            let mut value = curve.args.points("points").to_vec();
            let last = value[value.len() - 1];
            match value.len() {
                2.. if other.is_multiple_of(2) => value[0][1] = share,
                4.. => drop(value.remove(1)),
                _ => value.push([last[0] + 1.0, share]),
            }
            Edit::Points { path: path_of(&format!("fields.{}.points", curve.name)), value }
        }
        _ => return None,
    })
}

/// What must hold after every action.
fn check(document: &Document, action: Action) {
    let text = document.text();
    let parsed = Recipe::parse(Source::new("mine", text), registry());
    assert!(parsed.is_ok(), "{action:?}: {}\n{text}", parsed.unwrap_err());
    assert!(document.error().is_none(), "{action:?} {:?}", document.error());
    for comment in COMMENTS {
        assert!(text.contains(comment), "{action:?} lost {comment}\n{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, max_shrink_iters: 60, ..ProptestConfig::default() })]

    #[test]
    fn no_action_breaks_a_recipe(
        actions in prop::collection::vec((0_u8..18, 0..1000_usize, 0..1000_usize, 0.0..1.0_f64), 500)
    ) {
        let mut document = Document::new("mine", RECIPE);
        check(&document, (0, 0, 0, 0.0));
        let mut done = 0;
        for action in actions {
            match action.0 {
                13 | 14 => document.undo(),
                15 => document.redo(),
                16 => document.end_undo_group(),
                _ => {
                    let recipe = document.recipe().cloned();
                    let edit = recipe.and_then(|recipe| edit(&document, &recipe, action));
                    let Some(edit) = edit else { continue };
                    let applied = document.apply(&edit);
                    prop_assert!(applied.is_ok(), "{edit:?} {applied:?}\n{}", document.text());
                    done += 1;
                }
            }
            check(&document, action);
        }
        prop_assert!(done > 150, "only {done} edits");
        let last = document.text().to_owned();
        let mut count = 0;
        while document.history().1 > 0 {
            document.undo();
            count += 1;
        }
        prop_assert_eq!(document.text(), RECIPE);
        for _ in 0..count {
            document.redo();
        }
        prop_assert_eq!(document.text(), last);
    }
}

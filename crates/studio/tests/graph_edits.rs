//! Edits of a recipe as a graph: what they change in its text.

use orogen_studio::document::{
    Document, Edit, EditError, GraphEdit, NewNode, NodeKey, Port, Wiring, path_of,
};
use proptest::prelude::*;

const RECIPE: &str = "\
# A recipe to edit
orogen = 1
[domain]
size = \"4 km\"

# bends the land
[fields.drift]
type = \"fbm\"
wavelength = \"1 km\"

[fields.hills]     # rolling
type = \"fbm\"
wavelength = 900
displace = { by = \"drift\", strength = 70 }

[fields.land]
type = \"smoothstep\"
input = \"hills\"   # the base
low = -1
high = 1

[fields.sum]
type = \"add\"
a = \"land + 2 * drift\"
b = \"land\"

[height]
field = \"sum\"
scale = 100

[[materials]]
name = \"rock\"
color = \"#777777\"

[[materials]]
name = \"grass\"
color = \"#337733\"
noise = { field = \"drift\", range = [0.1, 0.2] } # patches

[[scatter]]
name = \"tree\"
spacing = 9
materials = [\"grass\"]
noise = [{ field = \"hills\", range = [0, 1] }, { field = \"drift\", range = [0, 1] }]
";

fn document() -> Document {
    let document = Document::new("test", RECIPE);
    assert!(document.error().is_none(), "{:?}", document.error());
    document
}

fn field(name: &str) -> NodeKey {
    NodeKey::Field(name.to_owned())
}

fn port(node: NodeKey, input: &str) -> Port {
    Port::new(node, input)
}

fn connect(to: Port, from: &str) -> Edit {
    Edit::Graph(GraphEdit::Connect { port: to, from: from.to_owned() })
}

fn disconnect(from: Port) -> Edit {
    Edit::Graph(GraphEdit::Disconnect { port: from })
}

fn delete(nodes: &[NodeKey]) -> Edit {
    Edit::Graph(GraphEdit::Delete { nodes: nodes.to_vec() })
}

fn paste(text: &str) -> Edit {
    Edit::Graph(GraphEdit::Paste { text: text.to_owned() })
}

/// Applies an edit, expects these replacements in the text and a valid recipe, and undoes the edit.
fn changes(edit: &Edit, replacements: &[[&str; 2]]) {
    let mut document = document();
    document.apply(edit).unwrap();
    let expected = replacements.iter().fold(RECIPE.to_owned(), |text, [from, to]| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    });
    assert_eq!(document.text(), expected, "{edit:?}");
    assert!(document.error().is_none(), "{:?}", document.error());
    document.undo();
    assert_eq!(document.text(), RECIPE);
}

#[test]
fn inputs_are_connected() {
    changes(
        &connect(port(field("land"), "input"), "drift"),
        &[["input = \"hills\"   #", "input = \"drift\"   #"]],
    );
    changes(&connect(port(NodeKey::Height, "field"), "land"), &[["field = \"sum\"", "field = \"land\""]]);
    changes(&connect(port(field("hills"), "displace"), "drift"), &[["displace", "displace"]]);
    changes(
        &connect(port(field("land"), "displace"), "drift"),
        &[["high = 1\n", "high = 1\ndisplace = { by = \"drift\", strength = 80.0 }\n"]],
    );
    changes(
        &connect(port(NodeKey::Material("rock".into()), "noise"), "land"),
        &[["#777777\"\n", "#777777\"\nnoise = { field = \"land\", range = [0.0, 0.5] }\n"]],
    );
    changes(
        &connect(port(NodeKey::Material("grass".into()), "noise"), "land"),
        &[["field = \"drift\", range = [0.1", "field = \"land\", range = [0.1"]],
    );
    changes(
        &connect(port(NodeKey::Scatter("tree".into()), "noise 2"), "land"),
        &[["field = \"drift\", range = [0, 1]", "field = \"land\", range = [0, 1]"]],
    );
}

#[test]
fn cycles_are_refused() {
    let mut document = document();
    for to in [port(field("drift"), "displace"), port(field("land"), "input")] {
        let error = document.apply(&connect(to.clone(), "sum")).unwrap_err();
        let name = to.node.to_string();
        assert_eq!(error, EditError::Cycle { from: "sum".into(), to: name });
    }
    assert!(document.apply(&connect(port(field("land"), "input"), "land")).is_err());
    assert_eq!(document.text(), RECIPE);
}

#[test]
fn disconnected_inputs_get_a_number() {
    changes(&disconnect(port(field("land"), "input")), &[["input = \"hills\"", "input = 0.0"]]);
    changes(&disconnect(port(field("sum"), "a")), &[["\"land + 2 * drift\"", "0.0"]]);
    changes(
        &disconnect(port(field("hills"), "displace")),
        &[["displace = { by = \"drift\", strength = 70 }\n", ""]],
    );
    changes(
        &disconnect(port(NodeKey::Scatter("tree".into()), "noise")),
        &[["{ field = \"hills\", range = [0, 1] }, ", ""]],
    );
    let error = document().apply(&disconnect(port(NodeKey::Height, "field"))).unwrap_err();
    assert!(error.to_string().contains("needs a field"));
}

#[test]
fn readers_of_a_deleted_field_read_its_input() {
    changes(
        &delete(&[field("land")]),
        &[
            [
                "[fields.land]\ntype = \"smoothstep\"\ninput = \"hills\"   # the base\nlow = -1\nhigh = 1\n\n",
                "",
            ],
            ["land + 2", "hills + 2"],
            ["b = \"land\"", "b = \"hills\""],
        ],
    );
    changes(
        &delete(&[field("sum")]),
        &[
            ["[fields.sum]\ntype = \"add\"\na = \"land + 2 * drift\"\nb = \"land\"\n\n", ""],
            ["field = \"sum\"", "field = \"land\""],
        ],
    );
}

#[test]
fn readers_of_deleted_sources_are_disconnected() {
    changes(
        &delete(&[field("drift"), NodeKey::Material("rock".into())]),
        &[
            ["# bends the land\n[fields.drift]\ntype = \"fbm\"\nwavelength = \"1 km\"\n\n", ""],
            ["displace = { by = \"drift\", strength = 70 }\n", ""],
            ["land + 2 * drift", "land + 2 * 0"],
            ["[[materials]]\nname = \"rock\"\ncolor = \"#777777\"\n\n", ""],
            ["noise = { field = \"drift\", range = [0.1, 0.2] } # patches\n", ""],
            [", { field = \"drift\", range = [0, 1] }", ""],
        ],
    );
    changes(
        &delete(&[NodeKey::Material("grass".into())]),
        &[
            [
                "[[materials]]\nname = \"grass\"\ncolor = \"#337733\"\nnoise = { field = \"drift\", range = [0.1, 0.2] } # patches\n\n",
                "",
            ],
            ["materials = [\"grass\"]\n", ""],
        ],
    );
    let all = ["drift", "hills", "land", "sum"].map(field);
    assert!(document().apply(&delete(&all)).unwrap_err().to_string().contains("at least one field"));
    assert!(document().apply(&delete(&[NodeKey::Height])).is_err());
}

/// The numbers of later rules change when a rule is removed.
#[test]
fn all_rules_about_deleted_fields_go_and_the_others_stay() {
    let three = "noise = [{ field = \"drift\", range = [0, 1] }, { field = \"wind\", range = [2, 3] }, \
                 { field = \"hills\", range = [4, 5] }]";
    let wind = "[fields.wind]\ntype = \"fbm\"\nwavelength = 70\n\n[height]";
    let (rules, _) = RECIPE.split_at(RECIPE.rfind("noise = [").unwrap());
    let text = format!("{rules}{three}\n").replace("[height]", wind);
    let mut document = Document::new("test", text);
    assert!(document.error().is_none(), "{:?}", document.error());
    document.apply(&delete(&[field("drift"), field("wind")])).unwrap();
    assert!(document.error().is_none(), "{:?}", document.error());
    assert!(
        document.text().ends_with("noise = [{ field = \"hills\", range = [4, 5] }]\n"),
        "{}",
        document.text()
    );
}

/// A heading above a section is not about the section alone.
#[test]
fn headings_stay_where_nodes_are_deleted() {
    let text = RECIPE.replace("# bends the land\n", "# ---- Fields ----\n\n");
    let mut document = Document::new("test", text.as_str());
    document.apply(&delete(&[field("drift")])).unwrap();
    assert!(document.text().contains("# ---- Fields ----\n\n[fields.hills]"), "{}", document.text());
    let mut document = Document::new(
        "test",
        text.replace("[[materials]]\nname = \"rock\"", "# Ground\n\n[[materials]]\nname = \"rock\""),
    );
    document.apply(&delete(&[NodeKey::Material("rock".into())])).unwrap();
    assert!(document.text().contains("# Ground\n\n[[materials]]\nname = \"grass\""), "{}", document.text());
    assert!(document.error().is_none(), "{:?}", document.error());
}

/// The graph shows the last valid recipe, and the text may have lost a node since.
#[test]
fn edits_of_what_is_gone_are_refused() {
    let mut document = document();
    let without = RECIPE.replace("[fields.land]", "[gone.land]").replace("[[materials]]", "[[others]]");
    for text in [without.as_str(), "orogen = 1\n"] {
        document.replace_text(text, "test");
        let material = || NodeKey::Material("grass".into());
        for edit in [
            connect(port(field("land"), "input"), "drift"),
            connect(port(field("land"), "displace"), "drift"),
            connect(port(material(), "noise"), "drift"),
            disconnect(port(field("land"), "input")),
            disconnect(port(material(), "noise")),
            delete(&[field("land")]),
            delete(&[material()]),
            Edit::number(path_of("fields.land.high"), 2.0),
            Edit::Color { path: path_of("materials.1.color"), value: [1, 2, 3] },
            Edit::Remove { path: path_of("fields.land.high") },
            Edit::RenameMaterial { from: "grass".into(), to: "moss".into() },
            Edit::RenameField { from: "land".into(), to: "ground".into() },
        ] {
            assert!(document.apply(&edit).is_err(), "{edit:?}\n{}", document.text());
            assert_eq!(document.text(), text, "{edit:?}");
        }
    }
}

#[test]
fn new_nodes_are_connected_at_once() {
    let recipe = document().recipe().unwrap().clone();
    let new = |node: NewNode, wiring: Wiring, file| {
        let mut document = document();
        document.apply(&node.edit(&recipe, &wiring, file).unwrap()).unwrap();
        assert!(document.error().is_none(), "{:?}", document.error());
        document.text().to_owned()
    };
    let registry = orogen_engine::nodes::registry();
    let to = Some(port(field("sum"), "b"));
    let text = new(
        NewNode::Field(registry.get("image").unwrap()),
        Wiring { from: None, to: to.clone() },
        Some("a.png"),
    );
    assert!(
        text.contains("b = \"image\"") && text.contains("type = \"image\"\nfile = \"a.png\"\n"),
        "{text}"
    );
    let text =
        new(NewNode::Field(registry.get("mix").unwrap()), Wiring { from: Some("land".into()), to }, None);
    assert!(text.ends_with("[fields.mix]\ntype = \"mix\"\na = \"land\"\nb = 0.0\nmask = 0.0\n"), "{text}");
    let text = new(NewNode::Material, Wiring { from: Some("land".into()), to: None }, None);
    assert!(text.contains("name = \"scree\"") && text.contains("noise = { field = \"land\""), "{text}");
    let text = new(NewNode::Scatter, Wiring::default(), None);
    assert!(text.contains("name = \"trees\"\nspacing = 8.0"), "{text}");
}

#[test]
fn renamed_materials_keep_what_is_scattered_on_them() {
    changes(
        &Edit::RenameMaterial { from: "grass".into(), to: "moss".into() },
        &[["name = \"grass\"", "name = \"moss\""], ["[\"grass\"]", "[\"moss\"]"]],
    );
}

/// With one material more, the recipe could not be read.
#[test]
fn more_materials_than_a_recipe_may_have_are_not_pasted() {
    let mut document = document();
    let text = document.copy(&[NodeKey::Material("grass".into())]);
    let pasted = (0..20).take_while(|_| document.apply(&paste(&text)).is_ok()).count();
    assert_eq!(document.recipe().unwrap().materials.len(), 16);
    assert!((1..16).contains(&pasted) && document.error().is_none());
    let error = document.apply(&paste(&text)).unwrap_err().to_string();
    assert_eq!(error, "a recipe has at most 16 entries in `materials`: delete one first");
}

/// Values of parameters replace their names without a change of meaning.
#[test]
fn pasted_parameters_may_be_negative() {
    let other = "[parameters]\nlow = -2\nlow-2 = 3\n[fields.dip]\ntype = \"scale\"\ninput = \"low-2 * hills - low^2\"\nfactor = 1\n";
    let mut document = document();
    document.apply(&paste(other)).unwrap();
    assert!(document.text().contains("input = \"3 * hills - (-2)^2\""), "{}", document.text());
}

#[test]
fn copies_get_new_names_and_read_one_another() {
    let mut document = document();
    let text = document.copy(&[field("land"), field("hills"), NodeKey::Material("grass".into())]);
    document.apply(&paste(&text)).unwrap();
    assert!(document.error().is_none(), "{:?}", document.error());
    let added = "
[fields.land-2]
type = \"smoothstep\"
input = \"hills-2\"   # the base
low = -1
high = 1

[fields.hills-2]     # rolling
type = \"fbm\"
wavelength = 900
displace = { by = \"drift\", strength = 70 }

[[materials]]
name = \"grass-2\"
color = \"#337733\"
noise = { field = \"drift\", range = [0.1, 0.2] } # patches
";
    assert_eq!(document.text(), format!("{RECIPE}{added}"));
    assert_eq!([document.free_name("land"), document.free_name("land-2")], ["land-3", "land-3"]);
}

#[test]
fn another_recipe_is_pasted() {
    let other = "orogen = 1\ndomain.size = 9\nheight.field = 'land'\n[parameters]\nlift = '2 km'\n
        [fields.land]\ntype = 'add'\na = 'top + lift * 2' # sum\nb = 'coast(radius = 3)'\n[fields.top]\ntype = 'offset'\ninput = 'nowhere'\namount = 'lift'";
    let mut document = document();
    document.apply(&paste(other)).unwrap();
    for line in
        ["[fields.land-2]", "a = \"top + 2000 * 2\" # sum", "[fields.top]", "input = 0.0", "amount = 2000"]
    {
        assert!(document.text().contains(line), "{line}\n{}", document.text());
    }
    for (text, why) in [("hello", "not TOML"), ("a = 1", "no fields")] {
        let error = document.apply(&paste(text)).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn renaming_reaches_all_that_reads_a_field() {
    let rename = Edit::RenameField { from: "drift".into(), to: "wind".into() };
    let text = RECIPE.replace("drift", "wind");
    let mut document = document();
    document.apply(&rename).unwrap();
    assert_eq!(document.text(), text);
}

#[test]
fn keys_are_written_and_read() {
    let keys = [field("sea"), NodeKey::Height, NodeKey::Sculpt, NodeKey::Sea, NodeKey::Water];
    for key in keys.into_iter().chain([NodeKey::Material("a b".into()), NodeKey::Scatter("sea".into())]) {
        assert_eq!(key.to_string().parse::<NodeKey>(), Ok(key));
    }
}

/// An action of the graph. Numbers choose nodes, inputs and names by their remainder.
#[derive(Clone, Debug)]
enum Step {
    Add(usize),
    Connect(usize, usize, usize),
    Disconnect(usize, usize),
    Delete(usize),
    Duplicate(usize, usize),
    PasteAll,
    Rename(usize, usize),
    Undo,
    Redo,
}

fn step() -> impl Strategy<Value = Step> {
    let any = || 0..1000_usize;
    prop_oneof![
        3 => any().prop_map(Step::Add),
        6 => (any(), any(), any()).prop_map(|(node, input, from)| Step::Connect(node, input, from)),
        3 => (any(), any()).prop_map(|(node, input)| Step::Disconnect(node, input)),
        3 => any().prop_map(Step::Delete),
        1 => (any(), any()).prop_map(|(one, other)| Step::Duplicate(one, other)),
        1 => Just(Step::PasteAll),
        2 => (any(), any()).prop_map(|(node, name)| Step::Rename(node, name)),
        3 => Just(Step::Undo),
        2 => Just(Step::Redo),
    ]
}

/// The fields, materials and scattered things of the valid recipe.
fn nodes(document: &Document) -> Vec<NodeKey> {
    let recipe = document.recipe().expect("the first text was valid");
    let fields = recipe.written_fields().map(|one| field(&one.name));
    let materials = recipe.materials.iter().map(|one| NodeKey::Material(one.name.clone()));
    let scatter = recipe.scatter.iter().map(|one| NodeKey::Scatter(one.name.clone()));
    fields.chain(materials).chain(scatter).collect()
}

fn edit_of(document: &Document, step: &Step) -> Option<Edit> {
    let recipe = document.recipe()?.clone();
    let nodes = nodes(document);
    let node = |at: usize| nodes[at % nodes.len()].clone();
    let fields: Vec<&str> = nodes.iter().filter_map(NodeKey::field).collect();
    let inputs = |node: &NodeKey| -> Vec<String> {
        let Some(name) = node.field() else { return vec!["noise".to_owned()] };
        let own = recipe.fields.get(name).map_or(&[][..], |field| field.spec.inputs);
        own.iter().map(|input| input.name.to_owned()).chain(["displace".to_owned()]).collect()
    };
    let port_at = |at: usize, input: usize| {
        let node = if at.is_multiple_of(7) { NodeKey::Height } else { node(at) };
        let inputs = if node == NodeKey::Height { vec!["field".to_owned()] } else { inputs(&node) };
        let input = inputs[input % inputs.len()].clone();
        Port { node, input }
    };
    Some(match *step {
        Step::Add(at) => {
            let types = ["fbm", "clamp", "add", "smoothstep", "mix", "invert"];
            let name = types[at % types.len()];
            let lines: &[[&str; 2]] = match name {
                "fbm" => &[["wavelength", "700"]],
                "add" => &[["a", "0.5"], ["b", "1"]],
                "mix" => &[["a", "0.5"], ["b", "1"], ["mask", "0.1"]],
                _ => &[["input", "0.2"]],
            };
            let lines = lines.iter().map(|pair| (pair[0].to_owned(), pair[1].to_owned())).collect();
            Edit::AddField { name: document.free_name(name), node: name.to_owned(), lines }
        }
        Step::Connect(at, input, from) => connect(port_at(at, input), fields[from % fields.len()]),
        Step::Disconnect(at, input) => disconnect(port_at(at, input)),
        Step::Delete(at) => delete(&[node(at)]),
        Step::Duplicate(one, other) => paste(&document.copy(&[node(one), node(other)])),
        Step::PasteAll if nodes.len() < 40 => paste(RECIPE),
        Step::PasteAll => return None,
        Step::Rename(at, name) => Edit::RenameField {
            from: fields[at % fields.len()].to_owned(),
            to: document.free_name(["land", "sand", "a", "add", "hills-2"][name % 5]),
        },
        Step::Undo | Step::Redo => return None,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, ..ProptestConfig::default() })]

    /// 500 actions never panic, show each error, keep comments, and are undone to the same texts.
    #[test]
    fn any_actions_can_be_undone(steps in prop::collection::vec(step(), 500)) {
        let mut document = document();
        // All texts up to the current one, and those that were undone.
        let (mut texts, mut undone) = (vec![document.text().to_owned()], Vec::new());
        for step in &steps {
            match step {
                Step::Undo => {
                    document.undo();
                    if texts.len() > 1 {
                        undone.extend(texts.pop());
                    }
                }
                Step::Redo => {
                    document.redo();
                    texts.extend(undone.pop());
                }
                _ => {
                    let Some(edit) = edit_of(&document, step) else { continue };
                    let before = document.text().to_owned();
                    match document.apply(&edit) {
                        Err(_) => prop_assert_eq!(document.text(), &before),
                        Ok(()) if document.text() != before => {
                            if matches!(step, Step::Add(_) | Step::Connect(..) | Step::Rename(..)) {
                                let [old, new] = [before.as_str(), document.text()].map(|text| text.matches('#').count());
                                prop_assert_eq!(old, new, "a comment is lost: {:?}", step);
                            }
                            texts.push(document.text().to_owned());
                            undone.clear();
                        }
                        Ok(()) => {}
                    }
                }
            }
            prop_assert_eq!(Some(document.text()), texts.last().map(String::as_str));
            let fault = document.error();
            prop_assert!(fault.is_none(), "{:?}\n{:?}\n{}", step, fault, document.text());
            let recipe = document.recipe().expect("a recipe without an error");
            prop_assert_eq!(&*recipe.source.text, document.text(), "an error is not shown");
            prop_assert!(document.text().starts_with("# A recipe to edit\n"));
        }
    }
}

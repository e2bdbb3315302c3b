//! A recipe of ten nodes from an empty project, with a mouse. The keyboard types the names of nodes into the menu, and of the file.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::stage::{Stage, until};

/// Large enough for all nodes at a size at which ports are easy to hit.
const SIZE: [u32; 2] = [1640, 1120];

/// The fields and the other parts of the recipe, in the order in which they are added.
const NODES: [&str; 8] = ["billow", "ridged", "invert", "mix", "clamp", "material", "material", "sea"];

/// Outputs, and the inputs to which they are connected.
const WIRES: [[&str; 2]; 8] = [
    ["billow", "displace of ridged"],
    ["ridged", "a of mix"],
    ["land", "b of mix"],
    ["billow", "mask of mix"],
    ["mix", "field of height"],
    ["billow", "input of invert"],
    ["invert", "input of clamp"],
    ["clamp", "noise of grass"],
];

impl Stage {
    fn click_on(&self, start: &str) {
        self.click_at(self.middle(start));
    }

    /// Does something until its effect is seen. On a busy machine a widget may move just before the click, and people click again.
    fn repeat(&self, what: &str, act: impl Fn(), is_done: impl Fn() -> bool) {
        for _ in 0..3 {
            act();
            let start = Instant::now();
            while start.elapsed() < Duration::from_secs(10) {
                if is_done() {
                    return;
                }
                sleep(Duration::from_millis(100));
            }
            self.press("Escape");
            eprintln!("{what} did not happen at once");
        }
        panic!("{what} did not happen");
    }

    /// Arranges all nodes, and shows them all.
    fn tidy(&self) {
        self.click_on("Tidy");
        self.click_on("Fit");
    }

    /// Adds a node by the menu.
    fn add(&self, name: &str) {
        let before = self.count("Node ");
        let choose = || {
            self.click_on("Add node");
            self.middle("Search nodes");
            self.write(name);
            self.click_on(&format!("Add {name}"));
        };
        self.repeat(name, choose, || self.count("Node ") > before);
    }

    /// Drags a wire from an output to an input.
    fn wire(&self, [output, input]: [&str; 2]) {
        let drag = || {
            let [from, to] =
                [format!("Output {output}"), format!("Input {input}")].map(|name| self.middle(&name));
            self.drag_between(from, to);
        };
        let reads = format!("Input {input} reads {output}");
        self.repeat(&reads, drag, || self.count(&reads) == 1);
    }
}

#[test]
fn a_recipe_of_ten_nodes_is_made_with_the_mouse() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::new(folder.path(), SIZE);
    stage.start(folder.path(), &[]);
    stage.click_on("New");
    until("the new recipe", || stage.is_called("untitled"));
    // The panel below the brushes moves when they appear.
    stage.find("Button", "Raise");
    stage.repeat("the graph", || stage.click("Button", "Graph"), || stage.count("Node land") == 1);
    NODES.into_iter().for_each(|name| stage.add(name));
    stage.tidy();
    WIRES.into_iter().for_each(|wire| stage.wire(wire));
    stage.keep("ten-nodes");
    stage.press("ctrl+s");
    stage.find("TextInput", "file name");
    stage.press("ctrl+a");
    stage.write("ten.toml");
    stage.press("Return");
    let saved = folder.path().join("ten.toml");
    until("the saved recipe", || saved.exists());
    assert_eq!(fs::read_to_string(&saved).unwrap(), include_str!("ten_nodes.toml"));
}

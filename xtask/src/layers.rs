//! The picture of the modules in ARCHITECTURE.md: layers, each of which depends only on the layers below it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::invocation::ROOT;
use crate::modules::{Graph, graph_of};

const FILE: &str = "ARCHITECTURE.md";
const BEGIN: &str = "<!-- cargo xtask arrows --draw -->\n```text\n";
const END: &str = "```\n";

/// The most columns of a line.
const WIDTH: usize = 110;

/// The crates in the picture, by their folders.
const CRATES: [&str; 2] = ["engine", "noise"];

/// Draws the picture into ARCHITECTURE.md.
///
/// # Errors
/// A file cannot be read or written, or has no place for the picture.
pub(crate) fn draw() -> Result<()> {
    let text = read()?;
    let drawn = with_picture(&text, &picture()?)?;
    fs::write(path(), drawn).with_context(|| format!("cannot write {FILE}"))
}

/// A message if the picture in ARCHITECTURE.md is out of date. The modules must not have cycles.
///
/// # Errors
/// A file cannot be read or has no place for the picture.
pub(crate) fn complaint() -> Result<Option<String>> {
    let text = read()?;
    let is_current = with_picture(&text, &picture()?)? == text;
    let complaint =
        format!("the picture of modules in {FILE} is out of date: run `cargo xtask arrows --draw`");
    Ok((!is_current).then_some(complaint))
}

fn path() -> std::path::PathBuf {
    Path::new(ROOT).join(FILE)
}

fn read() -> Result<String> {
    fs::read_to_string(path()).with_context(|| format!("cannot read {FILE}"))
}

fn with_picture(text: &str, picture: &str) -> Result<String> {
    let parts = text.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.with_context(|| format!("{FILE} has no place for the picture of modules"))?;
    ensure!(!after.contains(BEGIN), "{FILE} has two places for the picture of modules");
    Ok(format!("{before}{BEGIN}{picture}{END}{after}"))
}

fn picture() -> Result<String> {
    let mut pictures = Vec::new();
    for name in CRATES {
        pictures.push(drawn(name, &layers(&graph_of(name)?)));
    }
    Ok(pictures.join("\n"))
}

fn drawn(name: &str, layers: &[Vec<&str>]) -> String {
    let mut text = format!("crates/{name}\n");
    for (height, layer) in layers.iter().enumerate().rev() {
        let mut line = format!("{:>4} ", height + 1);
        for module in layer {
            if line.len() + 2 + module.len() > WIDTH {
                text += &format!("{line}\n");
                line = " ".repeat(5);
            }
            line += &format!(" {module}");
        }
        text += &format!("{line}\n");
    }
    text
}

/// The modules by layer: first those that depend on no other, then those that depend only on layers before, and so on. Modules
/// of a cycle are left out.
fn layers(graph: &Graph) -> Vec<Vec<&str>> {
    let mut heights: BTreeMap<&str, usize> = BTreeMap::new();
    let mut layers: Vec<Vec<&str>> = Vec::new();
    loop {
        let is_next = |name: &str, targets: &BTreeMap<String, Vec<String>>| {
            !heights.contains_key(name) && targets.keys().all(|target| heights.contains_key(target.as_str()))
        };
        let layer: Vec<_> = graph
            .iter()
            .filter(|(name, targets)| is_next(name, targets))
            .map(|(name, _)| name.as_str())
            .collect();
        if layer.is_empty() {
            return layers;
        }
        heights.extend(layer.iter().map(|&name| (name, layers.len())));
        layers.push(layer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(&str, &[&str])]) -> Graph {
        let targets = |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), Vec::new())).collect();
        edges.iter().map(|(name, names)| ((*name).to_owned(), targets(names))).collect()
    }

    #[test]
    fn a_module_is_above_all_it_depends_on() {
        let graph = graph(&[("a", &["b", "d"]), ("b", &["c"]), ("c", &[]), ("d", &[]), ("e", &["c"])]);
        let layers = layers(&graph);
        assert_eq!(layers, [vec!["c", "d"], vec!["b", "e"], vec!["a"]]);
        assert_eq!(drawn("x", &layers), "crates/x\n   3  a\n   2  b e\n   1  c d\n");
    }

    #[test]
    fn modules_of_a_cycle_are_left_out() {
        assert_eq!(layers(&graph(&[("a", &["b"]), ("b", &["a"]), ("c", &[])])), [vec!["c"]]);
    }

    #[test]
    fn the_picture_is_replaced_and_the_text_around_it_kept() {
        let text = format!("above\n{BEGIN}old\n{END}below\n");
        assert_eq!(with_picture(&text, "new\n").unwrap(), format!("above\n{BEGIN}new\n{END}below\n"));
        assert!(with_picture("no place", "new\n").is_err());
        assert!(with_picture(&format!("{text}{text}"), "new\n").is_err());
    }
}

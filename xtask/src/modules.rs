//! Checks the dependencies between the top-level modules of each crate: there must be no cycles.
//!
//! A module depends on a module `other` if its code contains a path `crate::other`. Tests, comments and literals do not count.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::code::{Code, words};
use crate::invocation::ROOT;

/// Lines listed for each dependency of a cycle.
const LISTED: usize = 3;

/// For each module, the modules that it depends on, with the source lines that contain the paths.
pub(crate) type Graph = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// Cycles of the modules in every crate, with the lines that cause them.
///
/// # Errors
/// A source file cannot be read.
pub(crate) fn cycles() -> Result<Vec<String>> {
    let mut found = Vec::new();
    for name in sorted_names(&Path::new(ROOT).join("crates"))? {
        found.extend(cycles_of(&name, graph_of(&name)?));
    }
    Ok(found)
}

/// The dependencies between the modules of the crate in a folder of `crates`.
///
/// # Errors
/// A source file cannot be read.
pub(crate) fn graph_of(name: &str) -> Result<Graph> {
    let source = format!("crates/{name}/src");
    let mut files = BTreeMap::new();
    read(&Path::new(ROOT).join(&source), "", &mut files)?;
    Ok(graph(&source, &files))
}

/// Cycles without a module in common, the shortest first.
fn cycles_of(name: &str, mut graph: Graph) -> Vec<String> {
    let mut found = Vec::new();
    while let Some(cycle) = shortest_cycle(&graph) {
        found.push(described(name, &cycle, &graph));
        let cycle: Vec<_> = cycle.into_iter().map(str::to_owned).collect();
        graph.retain(|module, _| !cycle.contains(module));
        graph.values_mut().for_each(|targets| targets.retain(|target, _| !cycle.contains(target)));
    }
    found
}

/// The names in a folder, in order.
fn sorted_names(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Reads the Rust sources below a folder. The keys of `files` are paths relative to the topmost folder.
fn read(folder: &Path, within: &str, files: &mut BTreeMap<String, String>) -> Result<()> {
    for name in sorted_names(folder)? {
        let (path, inside) = (folder.join(&name), format!("{within}{name}"));
        if path.is_dir() {
            read(&path, &format!("{inside}/"), files)?;
        } else if name.ends_with(".rs") {
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            files.insert(inside, text);
        }
    }
    Ok(())
}

/// The top-level module that a file belongs to. The crate's root belongs to none.
fn module_of(path: &str) -> Option<&str> {
    let first = path.split('/').next().unwrap_or(path);
    Some(first.strip_suffix(".rs").unwrap_or(first)).filter(|name| !matches!(*name, "lib" | "main" | "bin"))
}

fn graph(source: &str, files: &BTreeMap<String, String>) -> Graph {
    let codes: BTreeMap<_, _> = files.iter().map(|(path, text)| (path.as_str(), Code::of(text))).collect();
    let is_test = |path: &str| codes.iter().any(|(of, code)| code.has_test_file(of, path));
    let modules: BTreeSet<_> = files.keys().filter_map(|path| module_of(path)).collect();
    let mut graph: Graph = modules.iter().map(|&name| (name.to_owned(), BTreeMap::new())).collect();
    for (path, code) in codes.iter().filter(|(path, _)| !is_test(path)) {
        let Some(edges) = module_of(path).and_then(|name| graph.get_mut(name)) else { continue };
        for (number, target) in paths(&code.text) {
            if modules.contains(target.as_str()) && Some(target.as_str()) != module_of(path) {
                let line = files[*path].lines().nth(number).unwrap_or_default().trim();
                edges.entry(target).or_default().push(format!("{source}/{path}:{}: {line}", number + 1));
            }
        }
    }
    graph
}

/// The names that follow `crate::` in all paths that begin with `crate`, each with its line counted from 0.
fn paths(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut line = 0;
    let mut last = 0;
    for (at, _) in words(code).filter(|&(_, word)| word == "crate") {
        line += code[last..at].matches('\n').count();
        last = at;
        let rest = code[at + "crate".len()..].trim_start();
        let Some(rest) = rest.strip_prefix("::") else { continue };
        found.extend(first_names(rest.trim_start()).into_iter().map(|name| (line, name)));
    }
    found
}

/// The first name of a path, or the first names in its group (`{…}`).
fn first_names(path: &str) -> Vec<String> {
    let Some(group) = path.strip_prefix('{') else {
        return words(path).take(1).map(|(_, word)| word.to_owned()).collect();
    };
    let mut depth = 0_usize;
    let mut names = vec![String::new()];
    for character in group.chars() {
        match character {
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            '{' => depth += 1,
            ',' if depth == 0 => names.push(String::new()),
            _ if depth == 0 => names.last_mut().into_iter().for_each(|name| name.push(character)),
            _ => {}
        }
    }
    names.iter().filter_map(|name| words(name).next()).map(|(_, word)| word.to_owned()).collect()
}

/// A cycle of as few modules as possible.
fn shortest_cycle(graph: &Graph) -> Option<Vec<&str>> {
    graph.keys().filter_map(|start| way_back(graph, start)).min_by_key(Vec::len)
}

/// The shortest way from a module back to itself.
fn way_back<'a>(graph: &'a Graph, start: &'a str) -> Option<Vec<&'a str>> {
    let mut came_from: BTreeMap<&str, &str> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(module) = queue.pop_front() {
        for target in graph[module].keys() {
            if target == start {
                let mut way = vec![module];
                while way[way.len() - 1] != start {
                    way.push(came_from[way[way.len() - 1]]);
                }
                way.reverse();
                return Some(way);
            }
            if !came_from.contains_key(target.as_str()) {
                came_from.insert(target, module);
                queue.push_back(target);
            }
        }
    }
    None
}

fn described(name: &str, cycle: &[&str], graph: &Graph) -> String {
    let mut text = format!("the modules of crates/{name} depend on one another: ");
    cycle.iter().for_each(|module| text += &format!("{module} → "));
    text += cycle[0];
    for (module, target) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
        let lines = &graph[*module][*target];
        lines.iter().take(LISTED).for_each(|line| text += &format!("\n    {line}"));
        if lines.len() > LISTED {
            text += &format!("\n    and {} more from {module} to {target}", lines.len() - LISTED);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(sources: &[(&str, &str)]) -> BTreeMap<String, String> {
        sources.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
    }

    /// The descriptions of the cycles of some sources.
    fn cycles(sources: &[(&str, &str)]) -> Vec<String> {
        cycles_of("x", graph("src", &files(sources)))
    }

    #[test]
    fn modules_in_order_are_fine() {
        let sources = [
            ("lib.rs", "mod a; mod b; pub use crate::b::B;"),
            ("a.rs", "pub struct A;"),
            ("b/mod.rs", "mod inner; use crate::a::A;"),
            ("b/inner.rs", "use crate::a; use crate::b::B;"),
        ];
        assert_eq!(cycles(&sources), [""; 0]);
    }

    #[test]
    fn a_cycle_is_named_with_its_lines() {
        let sources = [
            ("a.rs", "use std::fmt;\n\nuse crate::b::B;\n"),
            ("b.rs", "fn f() {\n    crate::c::g();\n}\n"),
            ("c/deep.rs", "use crate::{d, a::{A, b}};\n"),
            ("d.rs", "struct D;"),
        ];
        let expected = "the modules of crates/x depend on one another: a → b → c → a\n    \
                        src/a.rs:3: use crate::b::B;\n    src/b.rs:2: crate::c::g();\n    \
                        src/c/deep.rs:1: use crate::{d, a::{A, b}};";
        assert_eq!(cycles(&sources), [expected]);
    }

    #[test]
    fn the_shortest_cycle_is_named_and_few_of_its_lines() {
        let sources = [
            ("a.rs", "use crate::b;"),
            ("b.rs", "use crate::c;"),
            ("c.rs", "use crate::a;\nuse crate::d;"),
            ("d.rs", "use crate::c;\ncrate::c!();\n$crate::c::x;\ncrate :: c;\n"),
        ];
        let [found] = &cycles(&sources)[..] else { panic!("one cycle") };
        assert!(found.starts_with("the modules of crates/x depend on one another: c → d → c\n"), "{found}");
        assert!(found.ends_with("and 1 more from d to c"), "{found}");
    }

    #[test]
    fn cycles_apart_from_one_another_are_all_named() {
        let sources = [
            ("a.rs", "use crate::b;"),
            ("b.rs", "use crate::{a, c};"),
            ("c.rs", "use crate::d;"),
            ("d.rs", "use crate::c;"),
        ];
        assert_eq!(cycles(&sources).len(), 2);
    }

    #[test]
    fn tests_comments_and_literals_do_not_count() {
        let back = "/// See [`crate::b`].\n// crate::b\n/* crate::b */\nconst TEXT: &str = \"crate::b\";\n\
                    #[cfg(test)]\nmod tests {\n    use crate::b;\n}\n#[cfg(test)]\nmod scenes;\n";
        let sources = [
            ("a.rs", back),
            ("a/scenes.rs", "use crate::b;"),
            ("a/scenes/more.rs", "use crate::b;"),
            ("b.rs", "use crate::a;"),
        ];
        assert_eq!(cycles(&sources), [""; 0]);
        let sources = [("a.rs", back), ("a/others.rs", "use crate::b;"), ("b.rs", "use crate::a;")];
        assert!(cycles(&sources)[0].contains("a/others.rs:1"));
    }

    #[test]
    fn other_names_and_paths_of_other_crates_do_not_count() {
        let sources =
            [("a.rs", "use crate::Error; use other_crate::b; use self::b;"), ("b.rs", "use crate::a;")];
        assert_eq!(cycles(&sources), [""; 0]);
    }
}

//! `orogen nodes`: documents the nodes, from their own descriptions.

use std::io::{self, StdoutLock, Write};

use orogen_engine::nodes;
use orogen_engine::recipe::spec::{Group, NodeSpec};
use serde_json::json;

use crate::failure::Failure;
use crate::json;

mod explain;
mod keys;

/// List the nodes that recipes are built from, or explain a node or a key that every field takes.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The node or key to explain.
    name: Option<String>,
    #[command(flatten)]
    report: json::Flag,
}

const EXAMPLES: &str = "\
Examples:
  orogen nodes
  orogen nodes swiss
  orogen nodes displace";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let registry = nodes::registry();
    let mut out = io::stdout().lock();
    match &args.name {
        Some(name) => match (registry.get(name), keys::find(name)) {
            (Some(spec), _) if args.report.json => json::print(&orogen::describe_node(spec))?,
            (Some(spec), _) => explain::node(&mut out, spec)?,
            (None, Some(key)) if args.report.json => json::print(&key.json())?,
            (None, Some(key)) => explain::key(&mut out, key)?,
            (None, None) => return Err(unknown(name)),
        },
        None if args.report.json => {
            let nodes: Vec<_> = registry.nodes().iter().map(|spec| orogen::describe_node(spec)).collect();
            json::print(&json!({ "nodes": nodes }))?;
        }
        None => list(&mut out, registry.nodes())?,
    }
    Ok(out.flush()?)
}

/// Reports an unknown name. It may be a parameter or an input of some nodes.
fn unknown(name: &str) -> Failure {
    let registry = nodes::registry();
    let takes =
        |spec: &&&NodeSpec| spec.param(name).is_some() || spec.inputs.iter().any(|input| input.name == name);
    let takers: Vec<_> =
        registry.nodes().iter().filter(takes).map(|spec| format!("`{}`", spec.name)).collect();
    let help = match takers.is_empty() {
        true => registry.suggest(name, None),
        false => format!("`{name}` is a key of {}", takers.join(", ")),
    };
    Failure::usage(format!("`{name}` is not a node"), help)
}

/// Lists the nodes by group, one per line.
fn list(out: &mut StdoutLock<'_>, specs: &[&NodeSpec]) -> io::Result<()> {
    let width = specs.iter().map(|spec| spec.name.len()).max().unwrap_or(0);
    let mut groups: Vec<Group> = specs.iter().map(|spec| spec.group).collect();
    groups.sort();
    groups.dedup();
    for group in groups {
        writeln!(out, "{}", group.name())?;
        for spec in specs.iter().filter(|spec| spec.group == group) {
            writeln!(out, "  {:width$}  {}", spec.name, spec.summary)?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "`orogen nodes NAME` explains a node, or `displace` or `seed`, which are keys of every field."
    )
}

//! `orogen nodes`: every kind of field, from what the nodes say about themselves.

use std::io::{self, StdoutLock, Write};

use orogen::nodes;
use orogen::nodes::spec::{Group, NodeSpec};
use serde_json::json;

use crate::failure::Failure;

mod example;
mod explain;
mod facts;

/// List the kinds of field a recipe is built from, or explain one.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Explain this one.
    name: Option<String>,
    /// Print machine-readable facts.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen nodes
  orogen nodes swiss";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let registry = nodes::registry();
    let mut out = io::stdout().lock();
    match &args.name {
        Some(name) => {
            let spec = registry.get(name).ok_or_else(|| {
                Failure::of_use(format!("no node is named `{name}`"), registry.suggest(name, None))
            })?;
            if args.json {
                writeln!(out, "{:#}", facts::of_node(spec))?;
            } else {
                explain::node(&mut out, spec)?;
            }
        }
        None if args.json => {
            let nodes: Vec<_> = registry.nodes().iter().map(|spec| facts::of_node(spec)).collect();
            writeln!(out, "{:#}", json!({ "nodes": nodes }))?;
        }
        None => list(&mut out, registry.nodes())?,
    }
    Ok(out.flush()?)
}

/// One line a node, under the name of its group.
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
    writeln!(out, "`orogen nodes NAME` explains one.")
}

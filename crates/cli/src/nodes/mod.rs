//! `orogen nodes`: every kind of field, from what the nodes say about themselves.

use std::io::{self, StdoutLock, Write};

use orogen::nodes;
use orogen::recipe::spec::{Group, NodeSpec};
use serde_json::json;

use crate::failure::Failure;

mod example;
mod explain;
mod facts;
mod keys;

/// List the kinds of field a recipe is built from, or explain one, or a key that all fields take.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Explain this one.
    name: Option<String>,
    /// Print machine-readable facts; what goes wrong before there are any is told on stderr, in words.
    #[arg(long)]
    json: bool,
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
            (Some(spec), _) if args.json => writeln!(out, "{:#}", facts::of_node(spec))?,
            (Some(spec), _) => explain::node(&mut out, spec)?,
            (None, Some(key)) if args.json => writeln!(out, "{:#}", key.facts())?,
            (None, Some(key)) => explain::key(&mut out, key)?,
            (None, None) => return Err(unknown(name)),
        },
        None if args.json => {
            let nodes: Vec<_> = registry.nodes().iter().map(|spec| facts::of_node(spec)).collect();
            writeln!(out, "{:#}", json!({ "nodes": nodes }))?;
        }
        None => list(&mut out, registry.nodes())?,
    }
    Ok(out.flush()?)
}

/// Neither a node nor a key of all fields: maybe a parameter or an input of some.
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
    Failure::of_use(format!("no node is named `{name}`"), help)
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
    writeln!(
        out,
        "`orogen nodes NAME` explains one; `displace` and `seed` are keys of fields, explained likewise."
    )
}

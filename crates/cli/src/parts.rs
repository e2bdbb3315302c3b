//! `orogen parts`: the small recipes that other recipes use.

use std::io::{self, Write};

use orogen_engine::nodes::registry;
use orogen_engine::recipe::{Parameter, Part};
use serde_json::json;

use crate::failure::Failure;
use crate::json;

/// List the parts that recipes may use, or print one.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The part to print.
    name: Option<String>,
    #[command(flatten)]
    report: json::Flag,
}

const EXAMPLES: &str = "\
Examples:
  orogen parts          list all parts with their parameters and fields
  orogen parts coast    print one

In a recipe:
  [fields.shore]
  use = \"coast\"
  height = \"120 m\"";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let parts = registry().parts();
    let mut out = io::stdout().lock();
    match &args.name {
        Some(name) => {
            let part = registry().part(name).ok_or_else(|| unknown(name))?;
            if args.report.json {
                return json::print(&facts(part)?);
            }
            write!(out, "{}", part.text)?;
        }
        None if args.report.json => {
            let parts = parts.iter().map(facts).collect::<Result<Vec<_>, _>>()?;
            return json::print(&json!({ "parts": parts }));
        }
        None => {
            let width = parts.iter().map(|part| part.name.len()).max().unwrap_or(0);
            for part in parts {
                let recipe = part.recipe(registry())?;
                let names: Vec<_> = recipe.parameters.iter().map(|parameter| &*parameter.name).collect();
                writeln!(out, "{:width$}  {}", part.name, part.summary())?;
                writeln!(out, "{:width$}  parameters: {}", "", names.join(", "))?;
                let names: Vec<_> = recipe.defined_fields().map(|field| &*field.name).collect();
                writeln!(out, "{:width$}  fields: {}", "", names.join(", "))?;
            }
            writeln!(
                out,
                "\nIn a recipe: [fields.NAME] with use = \"PART\". `orogen parts PART` prints a part."
            )?;
        }
    }
    Ok(out.flush()?)
}

fn facts(part: &Part) -> Result<serde_json::Value, Failure> {
    let recipe = part.recipe(registry())?;
    let parameter = |parameter: &Parameter| {
        json!({
            "name": parameter.name,
            "value": parameter.value,
            "range": parameter.range,
            "unit": parameter.unit,
            "help": parameter.help,
        })
    };
    Ok(json!({
        "name": part.name,
        "description": part.summary(),
        "parameters": recipe.parameters.iter().map(parameter).collect::<Vec<_>>(),
        "fields": recipe.defined_fields().map(|field| &*field.name).collect::<Vec<_>>(),
        "text": part.text,
    }))
}

fn unknown(name: &str) -> Failure {
    Failure::usage(format!("there is no part `{name}`"), registry().suggest_part(name))
}

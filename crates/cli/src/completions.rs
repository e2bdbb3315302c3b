//! `orogen completions`: completion scripts for shells.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Command;
use crate::failure::Failure;

/// Print the completion script of a shell.
///
/// The script completes subcommands, options and their values. It describes this build of the command: print it again after an
/// update.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The shell that reads the script.
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  orogen completions bash > ~/.local/share/bash-completion/completions/orogen
  orogen completions zsh > ~/.zfunc/_orogen
  orogen completions fish > ~/.config/fish/completions/orogen.fish
  orogen completions powershell >> $PROFILE

Zsh needs the line `fpath+=~/.zfunc` before `compinit` in ~/.zshrc.";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    // `generate` panics if it cannot write, for example into a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Command::command(), "orogen", &mut script);
    let mut out = io::stdout().lock();
    out.write_all(&script)?;
    Ok(out.flush()?)
}

//! The program `orogen`: see the library of this package.

use std::process::ExitCode;

fn main() -> ExitCode {
    orogen_cli::run(std::env::args_os()).into()
}

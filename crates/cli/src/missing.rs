//! Subcommands that need a feature which this build lacks. They print how to get it.

use std::ffi::OsString;

use crate::failure::Failure;

/// Any arguments. They are ignored.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _arguments: Vec<OsString>,
}

/// The error of a subcommand that needs a cargo feature.
pub(crate) fn verb(name: &str, feature: &str) -> Result<(), Failure> {
    Err(Failure::usage(
        format!("this build of orogen has no `{name}`: it was compiled without the feature `{feature}`"),
        format!(
            "run `cargo install orogen-cli --features {feature}`, or `cargo run --release --features {feature} \
             -- {name}` in the sources"
        ),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_names_verb_and_feature() {
        let error = verb("render", "gpu").unwrap_err();
        let text = format!("{error:?}");
        assert!(text.contains("no `render`") && text.contains("--features gpu"), "{text}");
    }
}

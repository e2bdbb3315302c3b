//! `orogen inspect`: figures and plots of a terrain.
#[derive(clap::Args)]
pub(crate) struct Args {}
pub(crate) fn run(_args: &Args) -> Result<(), crate::failure::Failure> {
    Ok(())
}

//! Times the same noise with Orogen and with the crates that people use now, and prints one table with ratios.

mod contest;
mod contestants;
mod statistics;
mod table;
mod task;
mod work;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Parser;
use orogen_noise::level::Level;

use crate::contest::Contest;
use crate::contestants::Contestant;
use crate::contestants::{
    fastnoise_lite, fastnoise2, libnoise, noise, noise_functions, noiz, opensimplex2, orogen, simdnoise,
};
use crate::work::WORKS;

/// Times the same noise with Orogen and with the crates that people use now, on one core, and prints one table
#[derive(Parser)]
struct Options {
    /// Only the works whose name contains this, in capitals or not
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Every contestant does every work this many times, in turns: 1 to 65535
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Samples along a side of the plane, 256 to 8192; works in space take a quarter
    #[arg(long, value_name = "N", default_value_t = 2048, value_parser = clap::value_parser!(u16).range(256..=8192))]
    size: u16,
    /// SIMD level of Orogen, and of FastNoise2: sse2, avx2 or avx512; the machine's best if left out
    #[arg(long, value_name = "NAME")]
    level: Option<String>,
    /// The program built from fastnoise2.cpp, to take part as well
    #[arg(long, value_name = "PROGRAM")]
    fastnoise2: Option<PathBuf>,
    /// Print the table as Markdown
    #[arg(long)]
    markdown: bool,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let (name, level) = level(options.level.as_deref())?;
    let pinned = pin();
    // As people type it.
    let plain = |name: &str| name.to_lowercase().replace('−', "-");
    let wanted = plain(&options.only);
    let works: Vec<_> = WORKS.into_iter().filter(|work| plain(work.name).contains(&wanted)).collect();
    if works.is_empty() {
        let names: Vec<_> = WORKS.into_iter().map(|work| work.name).collect();
        bail!("no work is called anything like {:?}; there are:\n{}", options.only, names.join("\n"));
    }
    let mut contestants = contestants(level);
    if let Some(program) = &options.fastnoise2 {
        contestants.push(fastnoise2::contestant(program, name)?);
    }
    let contest = Contest::prepare(&works, &contestants, usize::from(options.size))?;
    let results = contest.run(usize::from(options.rounds))?;
    println!("{}\n", conditions(&options, name, pinned));
    let names: Vec<_> = contestants.iter().map(|contestant| contestant.name).collect();
    print!("{}", table::Table::new(&works, &names, &results).print(options.markdown));
    Ok(())
}

/// All who take part in this process. The table's ratios are against the first.
fn contestants(level: Level) -> Vec<Contestant> {
    vec![
        orogen::aligned(level),
        orogen::turned(level),
        noiz::contestant(),
        libnoise::contestant(),
        fastnoise_lite::contestant(),
        noise_functions::contestant(),
        simdnoise::contestant(),
        noise::contestant(),
        opensimplex2::contestant(),
    ]
}

/// The level asked for, or the machine's best, with its name.
fn level(name: Option<&str>) -> Result<(&'static str, Level)> {
    let mut levels = Level::all();
    let names: Vec<_> = levels.iter().map(|(name, _)| *name).collect();
    let best = levels.pop();
    match name {
        None => best,
        Some(name) => levels.into_iter().chain(best).find(|(known, _)| known.eq_ignore_ascii_case(name)),
    }
    .with_context(|| {
        let wanted = name.unwrap_or_default();
        format!("{wanted:?} is none of this machine's levels: {}", names.join(", "))
    })
}

/// Keeps the process on one core, the last: the first serves most interrupts.
fn pin() -> bool {
    let last = core_affinity::get_core_ids().and_then(|cores| cores.last().copied());
    last.is_some_and(core_affinity::set_for_current)
}

/// What the figures were taken under.
fn conditions(options: &Options, level: &str, pinned: bool) -> String {
    let features = [
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("fma", cfg!(target_feature = "fma")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("sse4.1", cfg!(target_feature = "sse4.1")),
    ];
    let enabled: Vec<_> = features.iter().filter(|(_, enabled)| *enabled).map(|(name, _)| *name).collect();
    let compiled = if enabled.is_empty() { "the baseline".to_owned() } else { enabled.join(", ") };
    let core = if pinned { "pinned to one core" } else { "not pinned to a core" };
    format!(
        "ns of processor time per sample: median of {} rounds ± half the distance of the quartiles. ×: times as long as Orogen with \
         aligned lattices, median of the rounds' ratios.\nOne thread, {core}; plane {size} × {size}; Orogen at level \
         {level}; all else compiled for {compiled} ({}).",
        options.rounds,
        std::env::consts::ARCH,
        size = options.size,
    )
}

//! Times the same noise with Orogen and with widely used crates, and prints one table with ratios.

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

/// Times the same noise with Orogen and with widely used crates, on one core, and prints one table
#[derive(Parser)]
struct Options {
    /// Run only the works whose names contain this text, ignoring case
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Number of times that every contestant runs every work, in turn: 1 to 65535
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Samples along a side of the plane, 256 to 8192; works in space use a quarter of this number
    #[arg(long, value_name = "N", default_value_t = 2048, value_parser = clap::value_parser!(u16).range(256..=8192))]
    size: u16,
    /// SIMD level of Orogen and FastNoise2: sse2, avx2 or avx512 [default: the machine's best]
    #[arg(long, value_name = "NAME")]
    level: Option<String>,
    /// The program built from fastnoise2.cpp: times FastNoise2 too
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
    // People type a hyphen instead of the minus sign, and may ignore case.
    let plain = |name: &str| name.to_lowercase().replace('−', "-");
    let wanted = plain(&options.only);
    let works: Vec<_> = WORKS.into_iter().filter(|work| plain(work.name).contains(&wanted)).collect();
    if works.is_empty() {
        let names: Vec<_> = WORKS.into_iter().map(|work| work.name).collect();
        bail!("no work has {:?} in its name; the works are:\n{}", options.only, names.join("\n"));
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

/// All contestants that run in this process. The ratios in the table are relative to the first one.
fn contestants(level: Level) -> Vec<Contestant> {
    vec![
        orogen::aligned(level),
        orogen::turned(level),
        orogen::default(level),
        noiz::contestant(),
        libnoise::contestant(),
        fastnoise_lite::contestant(),
        noise_functions::contestant(),
        simdnoise::contestant(),
        noise::contestant(),
        opensimplex2::contestant(),
    ]
}

/// The requested level, or the machine's best, with its name.
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
        format!("{wanted:?} is not a level of this machine; its levels are: {}", names.join(", "))
    })
}

/// Keeps the process on the last core, because the first one serves most interrupts. Returns whether that worked.
fn pin() -> bool {
    let last = core_affinity::get_core_ids().and_then(|cores| cores.last().copied());
    last.is_some_and(core_affinity::set_for_current)
}

/// The conditions under which the figures were measured.
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
        "Nanoseconds of processor time per sample: median of {} rounds ± half the distance between the quartiles. ×: ratio to \
         the time of Orogen with aligned lattices, as the median of the rounds' ratios.\nOne thread, {core}; \
         plane {size} × {size}; Orogen at level {level}; all else compiled for {compiled} ({}).",
        options.rounds,
        std::env::consts::ARCH,
        size = options.size,
    )
}

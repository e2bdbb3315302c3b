//! Prints how many heights the engine alone makes in a second of processor time, in its best run: `engine PRESET COLUMNS`. Set
//! `RAYON_NUM_THREADS=1` for one thread. `throughput.py` compares Python with this program.

use cpu_time::ProcessTime;
use orogen::{Error, SampleGrid, Terrain};

const RUNS: usize = 5;

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let preset = arguments.next().unwrap_or_else(|| "alps".to_owned());
    let columns = arguments.next().and_then(|columns| columns.parse().ok()).unwrap_or(1024);
    let terrain = Terrain::preset(&preset)?;
    let grid: SampleGrid = match terrain.is_planet() {
        true => terrain.map(columns)?.into(),
        false => terrain.grid(columns)?.into(),
    };
    let mut heights = vec![0.0; grid.len()];
    let mut run = || {
        let start = ProcessTime::now();
        terrain.heights_into(grid.clone(), &mut heights, columns).map(|()| start.elapsed().as_secs_f64())
    };
    run()?;
    let seconds = (0..RUNS).map(|_| run()).collect::<Result<Vec<_>, _>>()?;
    println!("{}", grid.len() as f64 / seconds.into_iter().fold(f64::INFINITY, f64::min));
    Ok(())
}

//! Computes bands of rows on all threads while the files encode earlier bands.
//!
//! ```text
//!  thread pool ──▶ band ──▶ Arc<Band> ─┬─▶ thread of height.png
//!      ▲                               ├─▶ thread of normal.png
//!      └────── free bands ◀────────────┴─▶ thread of preview.png
//! ```
//! Every file has its own thread, fed through a channel that holds one band. So at most four bands are in memory: one that
//! the slowest file encodes, one in its channel, one that waits for that channel, one being computed.

use std::panic;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use orogen_engine::level::Level;
use orogen_engine::planet::DirectionGrid;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::sky::SkyView;
use orogen_engine::terrain::Terrain;
use orogen_files::delivery::OpenOutput;
use orogen_files::{CPU, FileError, PendingOutput, Product};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::Args;
use super::range::{Range, Ranges};
use super::rows::{RowSettings, Rows};
use super::timings::{self, Timings};
use crate::device::Device;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

/// Rows of a band: enough for all threads, few enough to stay in the caches until the files read them.
const ROWS: usize = 64;
/// The most samples of a band, for wide grids: 24 MB with slopes.
const SAMPLES: usize = 1 << 21;

/// The number of rows in a band of a grid.
pub(crate) fn rows_of_bands(grid: &Grid) -> usize {
    (SAMPLES / grid.columns).clamp(1, ROWS)
}

/// What to compute.
#[derive(Clone)]
pub(crate) struct Job<'a> {
    pub(crate) terrain: &'a Terrain,
    pub(crate) grid: Grid,
    pub(crate) curvature: bool,
    /// The horizons, if bands must have the visible share of the sky.
    pub(crate) sky: Option<SkyView>,
    pub(crate) args: &'a Args,
    pub(crate) interrupt: &'a Interrupt,
}

/// Computes the bands of a grid, one after another.
pub(crate) struct BandMaker<'a> {
    rows: Rows<'a>,
    grid: Grid,
    pool: Arc<ThreadPool>,
    interrupt: &'a Interrupt,
    show_progress: bool,
    timings: Timings,
}

/// Complete files, not committed yet.
pub(crate) struct WrittenFiles {
    pub(crate) outputs: Vec<PendingOutput>,
    pub(crate) range: Range,
    /// Names of the devices that computed the samples, in order.
    pub(crate) made_by: Vec<String>,
    pub(crate) timings: Timings,
}

/// The threads of a job.
pub(crate) fn threads(args: &Args) -> Result<Arc<ThreadPool>, Failure> {
    let threads = args.threads.map_or(0, |threads| threads as usize);
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Failure::job(format!("cannot start threads: {error}"), "use fewer: --threads 1"))?;
    Ok(Arc::new(pool))
}

impl<'a> BandMaker<'a> {
    /// Prepares to compute the rows of a plane, or of a planet's map, on a thread pool.
    pub(crate) fn new(
        job: Job<'a>,
        map: Option<&'a DirectionGrid>,
        device: Device,
        pool: Arc<ThreadPool>,
    ) -> Self {
        let Job { terrain, grid, curvature, sky, args, interrupt } = job;
        let start = Instant::now();
        let level = args.simd.unwrap_or_else(Level::best);
        let settings = RowSettings { terrain, grid, map, curvature, sky, level };
        let notify: fn(&str) = if args.report.quiet { |_| () } else { |line| eprintln!("{line}") };
        let rows = pool.install(|| Rows::new(settings, device, notify));
        let timings = Timings {
            threads: pool.current_num_threads(),
            evaluation: start.elapsed(),
            ..Timings::default()
        };
        Self { rows, grid, pool, interrupt, show_progress: !args.report.quiet, timings }
    }

    /// Computes all heights, and with `fields` all further fields, to measure their ranges.
    pub(crate) fn measure(&mut self, fields: bool) -> Result<Ranges, Failure> {
        let mut band = Band::default();
        let mut ranges = Ranges::default();
        self.each_band("measuring heights", |maker, first, rows| {
            ranges.heights = ranges
                .heights
                .hull(maker.make(&mut band, |made, band| made.make_ground(first, rows, fields, band)));
            ranges.fields.resize(band.others.len(), Range::NONE);
            for (range, values) in ranges.fields.iter_mut().zip(&band.others) {
                *range = range.hull(maker.pool.install(|| Range::of(values)));
            }
            Ok(())
        })?;
        Ok(ranges)
    }

    /// Computes every band once and feeds it to all products.
    pub(crate) fn write(mut self, products: Vec<OpenOutput>) -> Result<WrittenFiles, Failure> {
        self.rows.forget();
        let last = self.grid.rows;
        let (range, encoded) = thread::scope(|scope| {
            let mut senders = Vec::new();
            let mut encoders = Vec::new();
            for OpenOutput { name, product } in products {
                let (sender, bands) = sync_channel(1);
                senders.push(sender);
                encoders.push((name, scope.spawn(move || encode(product, &bands, last))));
            }
            let range = self.feed(&senders);
            // Dropping the senders ends the encoders, whether or not every band was sent.
            drop(senders);
            (range, encoders.into_iter().map(|(name, encoder)| (name, joined(encoder))).collect::<Vec<_>>())
        });
        let mut outputs = Vec::new();
        for (name, (output, busy)) in encoded {
            outputs.extend(output?);
            self.timings.encoders.push((name, busy));
        }
        self.timings.evaluation_busy = timings::busy(&self.pool);
        let made_by = self.rows.into_devices();
        self.timings.devices = made_by.iter().filter(|name| *name != CPU).cloned().collect();
        Ok(WrittenFiles { outputs, range: range?, made_by, timings: self.timings })
    }

    fn feed(&mut self, senders: &[SyncSender<Arc<Band>>]) -> Result<Range, Failure> {
        let mut range = Range::NONE;
        let mut bands = Bands::default();
        self.each_band("writing files", |maker, first, rows| {
            let mut band = bands.take();
            range = range.hull(maker.make(&mut band, |made, band| made.make(first, rows, band)));
            let band = bands.share(band);
            let start = Instant::now();
            // An encoder that no longer receives has failed; joining it gives the error.
            let sent = senders.iter().try_for_each(|sender| sender.send(Arc::clone(&band)));
            maker.timings.waiting += start.elapsed();
            sent.map_err(|_| Failure::job("cannot write a file", ""))
        })?;
        Ok(range)
    }

    /// Calls `action` for every band with its first row and its number of rows.
    fn each_band(
        &mut self,
        what: &'static str,
        mut action: impl FnMut(&mut Self, usize, usize) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let progress = Progress::new(what, self.grid.len() as u64, self.show_progress);
        let rows = rows_of_bands(&self.grid);
        let all = self.grid.len() as u64;
        for first in (0..self.grid.rows).step_by(rows) {
            self.interrupt.check()?;
            let rows = rows.min(self.grid.rows - first);
            action(self, first, rows)?;
            progress.advance(rows * self.grid.columns);
            self.interrupt.report_progress(((first + rows) * self.grid.columns) as u64, all);
        }
        self.interrupt.check()
    }

    /// The range of the heights of a band that `make` computes.
    fn make(&mut self, band: &mut Band, make: impl FnOnce(&mut Rows<'a>, &mut Band) + Send) -> Range {
        let start = Instant::now();
        let (pool, maker) = (&self.pool, &mut self.rows);
        let range = pool.install(|| {
            make(maker, band);
            Range::of(&band.height)
        });
        self.timings.evaluation += start.elapsed();
        range
    }
}

/// The result of an encoder: its file if it got every row, and its busy time.
type Encoded = (Result<Option<PendingOutput>, FileError>, Duration);

/// Encodes a file on its own thread.
fn encode(mut product: Box<dyn Product>, bands: &Receiver<Arc<Band>>, last_row: usize) -> Encoded {
    let mut next = 0;
    let work = || {
        for band in bands {
            product.write(&band)?;
            next = band.first_row + band.rows();
        }
        if next == last_row { product.complete().map(Some) } else { Ok(None) }
    };
    let file = work();
    (file, ThreadTime::now().as_duration())
}

fn joined<T>(encoder: ScopedJoinHandle<'_, T>) -> T {
    encoder.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))
}

/// Bands, reused as soon as no encoder needs them.
#[derive(Default)]
struct Bands(Vec<Arc<Band>>);

impl Bands {
    fn take(&mut self) -> Band {
        let free = self.0.iter().position(|band| Arc::strong_count(band) == 1);
        free.and_then(|at| Arc::into_inner(self.0.swap_remove(at))).unwrap_or_default()
    }

    fn share(&mut self, band: Band) -> Arc<Band> {
        let band = Arc::new(band);
        self.0.push(Arc::clone(&band));
        band
    }
}

#[cfg(all(test, feature = "gpu"))]
mod tests {
    use clap::Parser;
    use orogen_engine::image::NoImages;
    use orogen_engine::recipe::{Recipe, Source};
    use orogen_files::{CPU, height32};

    use super::*;
    use crate::device::{self, Gpu};
    use crate::{Command, Verb};

    const HILLS: &str = "orogen = 1\ndomain.size = 800.0\nheight = { field = 'hills', scale = 90.0 }\n\
        [fields.hills]\ntype = 'ridged'\nwavelength = 200.0\noctaves = 5\n";

    /// A product that loses the device in its third band.
    struct LosesDevice {
        product: Box<dyn Product>,
        gpu: Gpu,
    }

    impl Product for LosesDevice {
        fn write(&mut self, band: &Band) -> Result<(), FileError> {
            if band.first_row == 2 * ROWS {
                self.gpu.lose();
            }
            self.product.write(band)
        }

        fn complete(self: Box<Self>) -> Result<PendingOutput, FileError> {
            self.product.complete()
        }
    }

    /// Files are complete even if the device is lost on the way.
    #[test]
    fn a_device_lost_while_files_are_written_costs_no_row() {
        let recipe = Recipe::parse(Source::new("hills", HILLS), orogen_engine::nodes::registry()).unwrap();
        let (grid, terrain) = (Grid::square(1500, 2.0), Terrain::new(&recipe, &NoImages, 2.0).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("height.f32");
        let Ok(Device::Gpu(gpu)) = device::open(&"gpu".parse().unwrap()) else {
            panic!("no Vulkan device: install mesa-vulkan-drivers")
        };
        let Verb::Generate(args) = Command::parse_from(["orogen", "generate", "hills", "-o", "out"]).verb
        else {
            unreachable!("the command is `generate`")
        };
        let interrupt = Interrupt::watch().unwrap();
        let name = gpu.name().to_owned();
        let product = height32::f32(&path, &grid).unwrap();
        let product = Box::new(LosesDevice { product, gpu: gpu.clone() });
        let job =
            Job { terrain: &terrain, grid, curvature: false, sky: None, args: &args, interrupt: &interrupt };
        let maker = BandMaker::new(job, None, Device::Gpu(gpu), threads(&args).unwrap());
        let written = maker.write(vec![OpenOutput { name: "heights".to_owned(), product }]).unwrap();
        assert_eq!(written.made_by, [&*name, CPU]);
        written.outputs.into_iter().for_each(|output| drop(output.commit().unwrap()));
        let bytes = std::fs::read(&path).unwrap();
        let heights: Vec<_> = bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect();
        let mut expected = Band::default();
        terrain.rows(Level::best(), grid).unwrap().make(0, grid.rows, false, &mut expected);
        assert_eq!(heights.len(), grid.len());
        assert!(heights.iter().zip(&expected.height).all(|(one, other)| (one - other).abs() < 1e-3));
        let last = grid.len() - grid.columns;
        assert!(heights[last..] == expected.height[last..], "the last row is the processor's");
    }
}

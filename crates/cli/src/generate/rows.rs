//! Who makes the rows of a terrain: a graphics device as long as there is one, else the processor.

use std::time::Duration;

use orogen::level::Level;
use orogen::planet::DirectionGrid;
use orogen::raster::{Band, Grid};
use orogen::terrain::{MapMaker, RowMaker, Terrain};
use orogen_files::CPU;

use super::patience::tell_if_long;
use crate::device::{Bands, Device};

/// How long somebody waits without a word while a device's driver compiles: some take a minute.
const PATIENCE: Duration = Duration::from_secs(2);

/// What rows are wanted.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) terrain: &'a Terrain,
    pub(super) grid: Grid,
    /// Where the grid's samples lie, of a planet; its processor makes them, no device.
    pub(super) map: Option<&'a DirectionGrid>,
    pub(super) curvature: bool,
    /// What the processor computes with.
    pub(super) level: Level,
}

/// Makes rows; to be used on a thread of a pool, whose threads make those of the processor.
pub(super) struct Rows<'a> {
    wanted: Wanted<'a>,
    maker: Maker<'a>,
    /// Names of those who made rows, in order.
    made_by: Vec<String>,
    /// Where it is told that the processor takes over.
    tell: fn(&str),
}

enum Maker<'a> {
    Device(Box<Bands<'a>>),
    Processor(RowMaker<'a>),
    Map(MapMaker<'a>),
}

impl<'a> Rows<'a> {
    pub(super) fn new(wanted: Wanted<'a>, device: Device, tell: fn(&str)) -> Self {
        let maker = match device {
            Device::Cpu => wanted.by_processor(),
            Device::CpuInstead(why) => {
                tell(&format!("{why}: the processor computes"));
                wanted.by_processor()
            }
            Device::Gpu(gpu) => {
                let line = format!("compiling the shader for {} …", gpu.name());
                let compile = || Bands::new(gpu, wanted.terrain, wanted.grid, wanted.curvature);
                match tell_if_long(PATIENCE, || tell(&line), compile) {
                    Ok(bands) => Maker::Device(Box::new(bands)),
                    Err(error) => {
                        tell(&format!("{error}: the processor computes"));
                        wanted.by_processor()
                    }
                }
            }
        };
        Self { wanted, maker, made_by: Vec::new(), tell }
    }

    /// Makes rows `first..first + rows`; without slopes, only heights are of meaning. What a device cannot make any
    /// more the processor makes.
    pub(super) fn make(&mut self, first: usize, rows: usize, slopes: bool, band: &mut Band) {
        if let Maker::Device(bands) = &mut self.maker {
            match bands.make(first, rows, band) {
                Ok(()) => {
                    let name = bands.name().to_owned();
                    return self.note(&name);
                }
                Err(error) => {
                    (self.tell)(&format!("{error}: the processor computes the rest"));
                    self.maker = self.wanted.by_processor();
                }
            }
        }
        match &self.maker {
            Maker::Device(_) => unreachable!("a device that fails gives way to the processor"),
            Maker::Processor(maker) => maker.make(first, rows, slopes, band),
            Maker::Map(maker) => maker.make(first, rows, slopes, band),
        }
        self.note(CPU);
    }

    /// Forgets who made what so far: it was not kept.
    pub(super) fn forget(&mut self) {
        self.made_by.clear();
    }

    /// Names of those who made rows, in order.
    pub(super) fn into_makers(self) -> Vec<String> {
        self.made_by
    }

    fn note(&mut self, name: &str) {
        if self.made_by.last().is_none_or(|last| last != name) {
            self.made_by.push(name.to_owned());
        }
    }
}

impl<'a> Wanted<'a> {
    fn by_processor(&self) -> Maker<'a> {
        if let Some(map) = self.map {
            let maker = self.terrain.map(self.level, map.clone());
            let maker = maker.unwrap_or_else(|_| unreachable!("only planets have maps"));
            return Maker::Map(if self.curvature { maker.with_curvature() } else { maker });
        }
        let rows = self.terrain.rows(self.level, self.grid);
        let rows = rows.unwrap_or_else(|_| unreachable!("planets have maps"));
        Maker::Processor(if self.curvature { rows.with_curvature() } else { rows })
    }
}

#[cfg(all(test, feature = "gpu"))]
mod tests {
    use std::sync::Mutex;

    use orogen::image::NoImages;
    use orogen::recipe::{Recipe, Source};

    use super::*;
    use crate::device::{self, Gpu};

    const HILLS: &str = "orogen = 1\ndomain.size = 800.0\nheight = { field = 'hills', scale = 90.0 }\n\
        [fields.hills]\ntype = 'ridged'\nfeature = 200.0\noctaves = 5\n";

    static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());

    fn tell(line: &str) {
        TOLD.lock().unwrap().push(line.to_owned());
    }

    fn gpu() -> Gpu {
        match device::open(&"gpu".parse().unwrap()) {
            Ok(Device::Gpu(gpu)) => gpu,
            _ => panic!("no Vulkan device: install mesa-vulkan-drivers"),
        }
    }

    /// A device that is lost in the middle of a job, or before it begins, takes nothing of it along.
    #[test]
    fn the_processor_finishes_what_a_lost_device_leaves() {
        let recipe = Recipe::parse(Source::new("hills", HILLS), orogen::nodes::registry()).unwrap();
        let terrain = Terrain::new(&recipe, &NoImages, 2.0).unwrap();
        let grid = Grid { rows: 20 * 60, ..Grid::square(300, 2.0) };
        for (curvature, lost_at) in [(false, 0), (false, 2), (true, 3)] {
            let wanted = Wanted { terrain: &terrain, grid, map: None, curvature, level: Level::best() };
            let mut alone = Rows::new(wanted, Device::Cpu, tell);
            let gpu = gpu();
            let name = gpu.name().to_owned();
            let mut rows = Rows::new(wanted, Device::Gpu(gpu.clone()), tell);
            let (mut found, mut expected) = (Band::default(), Band::default());
            for number in 0..20 {
                if number == lost_at {
                    gpu.lose();
                }
                rows.make(60 * number, 60, true, &mut found);
                alone.make(60 * number, 60, true, &mut expected);
                assert_eq!(found.curvature.len(), expected.curvature.len());
                let far = found.height.iter().zip(&expected.height).filter(|(a, b)| (*a - *b).abs() > 1e-3);
                assert_eq!(far.count(), 0, "band {number}");
            }
            // What the device had done when it was lost is taken; the last band it had not begun.
            assert!(found == expected, "the last band is the processor's");
            assert_eq!(alone.into_makers(), [CPU]);
            let both = [name.as_str(), CPU];
            assert_eq!(rows.into_makers(), if lost_at == 0 { &both[1..] } else { &both[..] });
            let told = std::mem::take(&mut *TOLD.lock().unwrap());
            assert!(
                matches!(&told[..], [line] if line.ends_with("the processor computes the rest")),
                "{told:?}"
            );
        }
    }
}

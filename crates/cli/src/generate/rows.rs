//! Computes rows on a graphics device, and on the processor if there is no device or it fails.

use std::time::Duration;

use orogen_engine::level::Level;
use orogen_engine::planet::DirectionGrid;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::sky::SkyView;
use orogen_engine::terrain::{MapMaker, RowMaker, SkyMaker, Terrain};
use orogen_files::CPU;

use super::notify;
use crate::device::{Bands, Device};

/// After this time the user is told that a shader is being compiled: some drivers take a minute.
const SLOW: Duration = Duration::from_secs(2);

/// Which rows to compute, and how.
#[derive(Clone)]
pub(super) struct RowSettings<'a> {
    pub(super) terrain: &'a Terrain,
    pub(super) grid: Grid,
    /// The directions of the samples, for planets. Only the processor computes these.
    pub(super) map: Option<&'a DirectionGrid>,
    pub(super) curvature: bool,
    /// The horizons, for the visible share of the sky. Only the processor computes it, and only on planes.
    pub(super) sky: Option<SkyView>,
    /// The SIMD level of the processor.
    pub(super) level: Level,
}

/// Computes rows. Use it on a thread of a pool: the processor computes rows on all threads of this pool.
pub(super) struct Rows<'a> {
    settings: RowSettings<'a>,
    backend: Backend<'a>,
    sky: Option<SkyMaker<'a>>,
    /// Names of the devices that computed rows, in order.
    made_by: Vec<String>,
    /// Called with a message when the processor takes over.
    notify: fn(&str),
}

enum Backend<'a> {
    Device(Box<Bands<'a>>),
    Processor(RowMaker<'a>),
    Map(MapMaker<'a>),
}

impl<'a> Rows<'a> {
    pub(super) fn new(settings: RowSettings<'a>, device: Device, notify: fn(&str)) -> Self {
        let backend = match device {
            Device::Cpu => settings.processor(),
            Device::CpuInstead(why) => {
                notify(&format!("{why}: using the processor"));
                settings.processor()
            }
            Device::Gpu(gpu) => {
                let line = format!("compiling the shader for {} …", gpu.name());
                let compile = || Bands::new(gpu, settings.terrain, settings.grid, settings.curvature);
                match notify::if_slow(SLOW, || notify(&line), compile) {
                    Ok(bands) => Backend::Device(Box::new(bands)),
                    Err(error) => {
                        notify(&format!("{error}: using the processor"));
                        settings.processor()
                    }
                }
            }
        };
        let sky = settings
            .sky
            .clone()
            .and_then(|view| settings.terrain.sky(settings.level, settings.grid, view).ok());
        Self { settings, backend, sky, made_by: Vec::new(), notify }
    }

    /// Computes rows `first..first + rows` with all that the files show.
    pub(super) fn make(&mut self, first: usize, rows: usize, band: &mut Band) {
        self.make_ground(first, rows, true, band);
        if let Some(sky) = &self.sky {
            sky.make(first, rows, band);
        }
    }

    /// Computes rows without the visible share of the sky. Without `slopes`, only heights are valid. If the device fails, the
    /// processor takes over.
    pub(super) fn make_ground(&mut self, first: usize, rows: usize, slopes: bool, band: &mut Band) {
        if let Backend::Device(bands) = &mut self.backend {
            match bands.make(first, rows, band) {
                Ok(()) => {
                    let name = bands.name().to_owned();
                    return self.note(&name);
                }
                Err(error) => {
                    (self.notify)(&format!("{error}: using the processor for the rest"));
                    self.backend = self.settings.processor();
                }
            }
        }
        match &self.backend {
            Backend::Device(_) => unreachable!("the processor replaced the failed device"),
            Backend::Processor(maker) => maker.make(first, rows, slopes, band),
            Backend::Map(maker) => maker.make(first, rows, slopes, band),
        }
        self.note(CPU);
    }

    /// Forgets the devices used so far, whose rows were not kept.
    pub(super) fn forget(&mut self) {
        self.made_by.clear();
    }

    /// Names of the devices that computed rows, in order.
    pub(super) fn into_devices(self) -> Vec<String> {
        self.made_by
    }

    fn note(&mut self, name: &str) {
        if self.made_by.last().is_none_or(|last| last != name) {
            self.made_by.push(name.to_owned());
        }
    }
}

impl<'a> RowSettings<'a> {
    fn processor(&self) -> Backend<'a> {
        if let Some(map) = self.map {
            let maker = self.terrain.map(self.level, map.clone());
            let maker = maker.unwrap_or_else(|_| unreachable!("only planets have maps"));
            return Backend::Map(if self.curvature { maker.with_curvature() } else { maker });
        }
        let rows = self.terrain.rows(self.level, self.grid);
        let rows = rows.unwrap_or_else(|_| unreachable!("planets have maps"));
        Backend::Processor(if self.curvature { rows.with_curvature() } else { rows })
    }
}

#[cfg(all(test, feature = "gpu"))]
mod tests {
    use std::sync::Mutex;

    use orogen_engine::image::NoImages;
    use orogen_engine::recipe::{Recipe, Source};

    use super::*;
    use crate::device::{self, Gpu};

    const HILLS: &str = "orogen = 1\ndomain.size = 800.0\nheight = { field = 'hills', scale = 90.0 }\n\
        [fields.hills]\ntype = 'ridged'\nwavelength = 200.0\noctaves = 5\n";

    static MESSAGES: Mutex<Vec<String>> = Mutex::new(Vec::new());

    fn notify(line: &str) {
        MESSAGES.lock().unwrap().push(line.to_owned());
    }

    fn gpu() -> Gpu {
        match device::open(&"gpu".parse().unwrap()) {
            Ok(Device::Gpu(gpu)) => gpu,
            _ => panic!("no Vulkan device: install mesa-vulkan-drivers"),
        }
    }

    /// A device that is lost before or during a job loses no rows.
    #[test]
    fn the_processor_finishes_what_a_lost_device_leaves() {
        let recipe = Recipe::parse(Source::new("hills", HILLS), orogen_engine::nodes::registry()).unwrap();
        let terrain = Terrain::new(&recipe, &NoImages, 2.0).unwrap();
        let grid = Grid { rows: 20 * 60, ..Grid::square(300, 2.0) };
        for (curvature, lost_at) in [(false, 0), (false, 2), (true, 3)] {
            let settings = RowSettings {
                terrain: &terrain,
                grid,
                map: None,
                curvature,
                sky: None,
                level: Level::best(),
            };
            let mut alone = Rows::new(settings.clone(), Device::Cpu, notify);
            let gpu = gpu();
            let name = gpu.name().to_owned();
            let mut rows = Rows::new(settings, Device::Gpu(gpu.clone()), notify);
            let (mut found, mut expected) = (Band::default(), Band::default());
            for number in 0..20 {
                if number == lost_at {
                    gpu.lose();
                }
                rows.make(60 * number, 60, &mut found);
                alone.make(60 * number, 60, &mut expected);
                assert_eq!(found.curvature.len(), expected.curvature.len());
                let far = found.height.iter().zip(&expected.height).filter(|(a, b)| (*a - *b).abs() > 1e-3);
                assert_eq!(far.count(), 0, "band {number}");
            }
            // Rows that the lost device had finished are kept; it had not begun the last band.
            assert!(found == expected, "the last band is the processor's");
            assert_eq!(alone.into_devices(), [CPU]);
            let both = [name.as_str(), CPU];
            assert_eq!(rows.into_devices(), if lost_at == 0 { &both[1..] } else { &both[..] });
            let messages = std::mem::take(&mut *MESSAGES.lock().unwrap());
            assert!(
                matches!(&messages[..], [line] if line.ends_with("using the processor for the rest")),
                "{messages:?}"
            );
        }
    }
}

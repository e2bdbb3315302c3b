//! Tiles made by a device, for generators.
//!
//! ```text
//!  GpuMaker ──errands──▶ worker ──pieces──▶ ring ──▶ device
//!                        │   ▲
//!                  orders│   │pipelines
//!                        ▼   │
//!                      compiler
//! ```
//! The worker alone gives work to the device and reads it back; the compiler makes pipelines meanwhile.

mod compiling;
mod making;
mod worker;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

use orogen::generate::maker::{Job, Maker, Preparation, Refusal};
use orogen::generate::revision::Revision;
use orogen::terrain::Terrain;

use crate::compiler::{self, Loaded};
use crate::shares::TerrainKey;
use crate::{Gpu, GpuError};
use compiling::{Order, Task, Unready, compile};
use worker::Worker;

/// Makes tiles on a device, several under way at once. A tile whose shader is not compiled yet waits for that, while
/// those of others, of the recipe before it for instance, go on; for another number of the recipe nothing is compiled.
///
/// It declines recipes that are for the processor only, that are too large, or whose shader the driver refuses, so a
/// generator wants a [`CpuMaker`](orogen::generate::cpu::CpuMaker) after this one. A maker whose device is lost hands
/// back all that it has in hand.
///
/// # Memory
/// What was used last stays on the device: up to 256 MiB of numbers and pictures of recipes, and 64 MiB that say where
/// samples lie; more only where the tiles that are being made need it. Besides these there are the 32 shaders compiled last,
/// and the pictures of the recipe that was loaded last. Where the device has no memory left all this is
/// given up and the tile tried once more; only then it is declined, and the maker goes on with others.
///
/// Tiles of planets are made as [`Patches`](crate::Patches) are, with the same bits.
///
/// All tiles, those of heights alone too, come from the program that has slopes, lest they be others in the last bits.
///
/// # Example
/// ```
/// use std::sync::Arc;
/// use orogen::generate::Generator;
/// use orogen::generate::cpu::CpuMaker;
/// use orogen::generate::dispatcher::Dispatcher;
/// use orogen::generate::maker::Maker;
/// use orogen::generate::tile::Request;
/// use orogen::image::NoImages;
/// use orogen::raster::Grid;
/// use orogen::recipe::{Recipe, Source};
/// use orogen_gpu::{Choice, Chosen, GpuMaker};
///
/// let text = r#"
/// orogen = 1
/// domain.size = 1000.0
/// height = { field = "hills", scale = 50.0 }
/// [fields.hills]
/// type = "fbm"
/// feature = 200.0
/// "#;
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen::nodes::registry())?;
/// let mut makers: Vec<Box<dyn Maker>> = Vec::new();
/// match Choice::Auto.open()? {
///     Chosen::Gpu(gpu) => makers.push(Box::new(GpuMaker::new(gpu)?)),
///     Chosen::CpuInstead(why) => println!("{why}: the processor computes"),
///     Chosen::Cpu => {}
/// }
/// makers.push(Box::new(CpuMaker::new(CpuMaker::spare_threads())?));
/// let generator = Dispatcher::new(Arc::new(recipe), Arc::new(NoImages), makers, 64 << 20)?;
/// generator.ask(Request::new(Grid::square(65, 1.0), true), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GpuMaker {
    name: Arc<str>,
    errands: Sender<Errand>,
    threads: Vec<JoinHandle<()>>,
}

/// Jobs in hand at once: those under way on the device, and as many that lie ready to follow.
const CAPACITY: usize = 8;

/// What the worker is told.
enum Errand {
    Prepare(Preparation),
    Make(Job),
    /// The compiler is done with a terrain.
    Loaded(Task, Result<Arc<Ready>, Unready>),
    End,
}

/// A terrain that tiles can be made of.
struct Ready {
    key: TerrainKey,
    terrain: Arc<Terrain>,
    loaded: Loaded,
}

/// Tells a recipe's terrain of one spacing from others.
fn key(revision: &Revision, spacing: f64) -> TerrainKey {
    [revision.version().0, spacing.to_bits()]
}

impl GpuMaker {
    /// Starts the threads.
    ///
    /// # Errors
    /// The system's, if it has no thread left.
    pub fn new(gpu: Gpu) -> io::Result<Self> {
        let (errands, inbox) = channel();
        let (orders, to_compile) = channel::<Order>();
        let mut maker = Self { name: gpu.name().into(), errands: errands.clone(), threads: Vec::new() };
        let worker = Worker::new(gpu.clone(), inbox, orders);
        let thread = std::thread::Builder::new().name("tiles on a device".to_owned());
        maker.threads.push(thread.spawn(move || worker.run())?);
        maker.threads.push(compiler::thread().spawn(move || compile(&gpu, &to_compile, &errands))?);
        Ok(maker)
    }

    fn send(&self, errand: Errand) {
        // An errand that nobody is there to run reports itself when it is dropped.
        drop(self.errands.send(errand));
    }
}

impl Maker for GpuMaker {
    fn name(&self) -> &str {
        &self.name
    }

    fn capacity(&self) -> usize {
        CAPACITY
    }

    fn prepare(&mut self, preparation: Preparation) {
        self.send(Errand::Prepare(preparation));
    }

    fn make(&mut self, job: Job) {
        self.send(Errand::Make(job));
    }
}

impl Drop for GpuMaker {
    fn drop(&mut self) {
        self.send(Errand::End);
        // A thread that panicked has said so on standard error.
        self.threads.drain(..).for_each(|thread| drop(thread.join()));
    }
}

/// What an error means for whoever asked.
fn refusal(error: &GpuError) -> Refusal {
    match error {
        GpuError::NoProgram(_) | GpuError::TooLarge { .. } | GpuError::Shader(_) | GpuError::OutOfMemory => {
            Refusal::Declined(error.to_string())
        }
        _ => Refusal::Lost(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use orogen::owner::Owner;

    use super::*;
    use crate::ShaderFault;

    /// What is the terrain's fault is for the next maker, and its reason can be shown; the rest is the device's own.
    #[test]
    fn a_refused_shader_is_declined_with_its_line_and_field() {
        let hills = Owner::Field { name: "hills".to_owned(), node: "fbm" };
        let fault = ShaderFault { line: Some(12), owners: vec![hills], why: "expected `;`".to_owned() };
        let Refusal::Declined(reason) = refusal(&GpuError::Shader(fault)) else { panic!("not declined") };
        let words = r#"the shader at line 12, made from the field "hills" (fbm): expected `;`"#;
        assert_eq!(reason, format!("the graphics driver refuses {words}"));
        assert!(matches!(refusal(&GpuError::Failed(String::new())), Refusal::Lost(_)));
        assert!(matches!(refusal(&GpuError::Lost(String::new())), Refusal::Lost(_)));
    }
}

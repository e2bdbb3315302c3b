//! Tiles for generators, computed on a device.
//!
//! ```text
//!  GpuMaker ──messages──▶ worker ──pieces──▶ ring ──▶ device
//!                          │  ▲
//!         compile messages │  │ pipelines
//!                          ▼  │
//!                        compiler
//! ```
//! Only the worker submits work to the device and reads results back. The compiler builds pipelines in the meantime.

mod compile_thread;
mod tile_job;
mod worker;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

use orogen_engine::generate::maker::{Job, Maker, Preparation, Refusal};
use orogen_engine::generate::revision::Revision;
use orogen_engine::terrain::Terrain;

use crate::compiler::{self, Loaded};
use crate::shares::TerrainKey;
use crate::{Gpu, GpuError};
use compile_thread::{CompileJob, CompileMessage, LoadError, compile};
use worker::Worker;

/// Computes tiles on a device, several at once. A tile whose shader is still being compiled waits. Tiles of other recipes,
/// for example of the previous one, continue meanwhile. Most changes of a number in a recipe need no compilation.
///
/// The maker declines recipes that only the processor can compute, recipes that are too large, and recipes whose shader the
/// driver rejects. So add a [`CpuMaker`](orogen_engine::generate::cpu::CpuMaker) after it. If the device is lost, the maker
/// returns all unfinished jobs.
///
/// # Memory
/// Recently used data stays on the device: up to 256 MiB of numbers and pictures of recipes, and 64 MiB of sample positions.
/// Tiles in progress may need more. In addition, the maker keeps the most recently compiled shaders and the pictures of the most
/// recent recipe. If the device runs out of memory, the maker frees all of this and tries the tile once more. If memory runs out
/// again, the tile is declined, and the maker continues with other tiles.
///
/// Tiles of planets are computed in the same way as [`Patches`](crate::Patches), with the same bits.
///
/// All tiles use the program with slopes, even for heights alone: another program could differ in the last bits.
///
/// # Example
/// ```
/// use std::sync::Arc;
/// use orogen_engine::generate::Generator;
/// use orogen_engine::generate::cpu::CpuMaker;
/// use orogen_engine::generate::dispatcher::Dispatcher;
/// use orogen_engine::generate::maker::Maker;
/// use orogen_engine::generate::tile::Request;
/// use orogen_engine::image::NoImages;
/// use orogen_engine::raster::Grid;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_gpu::{Choice, ChosenDevice, GpuMaker};
///
/// let text = r#"
/// orogen = 1
/// domain.size = 1000.0
/// height = { field = "hills", scale = 50.0 }
/// [fields.hills]
/// type = "fbm"
/// wavelength = 200.0
/// "#;
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
/// let mut makers: Vec<Box<dyn Maker>> = Vec::new();
/// match Choice::Auto.open()? {
///     ChosenDevice::Gpu(gpu) => makers.push(Box::new(GpuMaker::new(gpu)?)),
///     ChosenDevice::CpuInstead(why) => println!("{why}: the processor computes"),
///     ChosenDevice::Cpu => {}
/// }
/// makers.push(Box::new(CpuMaker::new(CpuMaker::spare_threads())?));
/// let generator = Dispatcher::new(Arc::new(recipe), Arc::new(NoImages), makers, 64 << 20)?;
/// generator.ask(Request::new(Grid::square(65, 1.0), true), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GpuMaker {
    name: Arc<str>,
    messages: Sender<Message>,
    threads: Vec<JoinHandle<()>>,
}

/// Number of jobs accepted at once. Half of them are on the device, the others wait.
const CAPACITY: usize = 8;

/// A message to the worker.
enum Message {
    Prepare(Preparation),
    Make(Job),
    /// The compiler has finished a terrain.
    Loaded(CompileJob, Result<Arc<ReadyTerrain>, LoadError>),
    End,
}

/// A terrain from which tiles can be computed.
struct ReadyTerrain {
    key: TerrainKey,
    terrain: Arc<Terrain>,
    loaded: Loaded,
}

/// Identifies a recipe's terrain at one spacing.
fn key(revision: &Revision, spacing: f64) -> TerrainKey {
    [revision.version().0, spacing.to_bits()]
}

impl GpuMaker {
    /// Starts the threads of a maker that computes on `gpu`.
    ///
    /// # Errors
    /// The operating system's error, if it cannot start a thread.
    pub fn new(gpu: Gpu) -> io::Result<Self> {
        let (messages, inbox) = channel();
        let (compile_messages, to_compile) = channel::<CompileMessage>();
        let mut maker = Self { name: gpu.name().into(), messages: messages.clone(), threads: Vec::new() };
        let worker = Worker::new(gpu.clone(), inbox, compile_messages);
        let thread = std::thread::Builder::new().name("tiles on a device".to_owned());
        maker.threads.push(thread.spawn(move || worker.run())?);
        maker.threads.push(compiler::thread().spawn(move || compile(&gpu, &to_compile, &messages))?);
        Ok(maker)
    }

    fn send(&self, message: Message) {
        // If the worker has ended, the message is dropped. A dropped job is reported as declined.
        drop(self.messages.send(message));
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
        self.send(Message::Prepare(preparation));
    }

    fn make(&mut self, job: Job) {
        self.send(Message::Make(job));
    }
}

impl Drop for GpuMaker {
    fn drop(&mut self) {
        self.send(Message::End);
        // A thread that panicked has printed its message to standard error.
        self.threads.drain(..).for_each(|thread| drop(thread.join()));
    }
}

/// How an error is reported to the generator.
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
    use orogen_engine::owner::Owner;

    use super::*;
    use crate::ShaderError;

    /// An error of the terrain is reported with its reason, and the next maker gets the job. All other errors mean that the
    /// device is lost.
    #[test]
    fn a_refused_shader_is_declined_with_its_line_and_field() {
        let hills = Owner::Field { name: "hills".to_owned(), node: "fbm" };
        let fault = ShaderError { line: Some(12), owners: vec![hills], why: "expected `;`".to_owned() };
        let Refusal::Declined(reason) = refusal(&GpuError::Shader(fault)) else { panic!("not declined") };
        let words = r#"the shader at line 12, made from the field "hills" (fbm): expected `;`"#;
        assert_eq!(reason, format!("the graphics driver rejects {words}"));
        assert!(matches!(refusal(&GpuError::Failed(String::new())), Refusal::Lost(_)));
        assert!(matches!(refusal(&GpuError::Lost(String::new())), Refusal::Lost(_)));
    }
}

//! The thread that compiles recipes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use orogen_engine::generate::maker::{Preparation, Refusal};
use orogen_engine::generate::revision::Revision;

use super::{Message, ReadyTerrain, key, refusal};
use crate::compiler::Compiler;
use crate::{Gpu, GpuError};

/// A message to the compiler.
pub(super) enum CompileMessage {
    Load(CompileJob),
    /// Memory has run out: drop all caches.
    Clear,
}

/// A terrain to compile.
pub(super) struct CompileJob {
    pub(super) target: CompileTarget,
    /// Whether memory had run out at the first attempt.
    pub(super) is_retry: bool,
}

pub(super) enum CompileTarget {
    /// A recipe, at the spacing that was requested last. Nearly all spacings share one shader, so other spacings take almost no
    /// time afterwards.
    Recipe(Preparation),
    /// A recipe at one spacing.
    Spacing(Arc<Revision>, f64),
}

impl CompileTarget {
    pub(super) fn terrain(&self) -> (&Arc<Revision>, f64) {
        match self {
            Self::Recipe(preparation) => (preparation.revision(), preparation.spacing()),
            Self::Spacing(revision, spacing) => (revision, *spacing),
        }
    }
}

/// Why a terrain is not ready.
pub(super) enum LoadError {
    /// The terrain can never be compiled.
    Refused(Refusal),
    /// There is not enough memory now.
    OutOfMemory,
}

/// Compiles recipes one after the other, until the worker ends.
pub(super) fn compile(gpu: &Gpu, compile_messages: &Receiver<CompileMessage>, done: &Sender<Message>) {
    let mut compiler = Compiler::new(gpu.clone());
    for order in compile_messages {
        let CompileMessage::Load(job) = order else {
            compiler = Compiler::new(gpu.clone());
            continue;
        };
        let (revision, spacing) = job.target.terrain();
        let loaded = load(&mut compiler, revision, spacing);
        // The worker has ended: nothing needs the rest of the queue.
        if done.send(Message::Loaded(job, loaded)).is_err() {
            return;
        }
    }
}

/// Compiles a recipe for one spacing. If a picture or the translation panics, the processor may still succeed, and
/// later jobs continue.
fn load(compiler: &mut Compiler, revision: &Revision, spacing: f64) -> Result<Arc<ReadyTerrain>, LoadError> {
    let load = || loaded(compiler, revision, spacing);
    let failed = || Refusal::Declined("its translation into a shader failed".to_owned());
    catch_unwind(AssertUnwindSafe(load)).unwrap_or_else(|_| Err(LoadError::Refused(failed())))
}

fn loaded(
    compiler: &mut Compiler,
    revision: &Revision,
    spacing: f64,
) -> Result<Arc<ReadyTerrain>, LoadError> {
    let terrain = revision.level(spacing).map_err(|error| LoadError::Refused(error.into()))?;
    // Tiles of planets are patches; nothing else of a planet is requested here.
    let loaded = match terrain.sphere() {
        Some(_) => compiler.load_for_patches(&terrain),
        None => compiler.load(&terrain),
    };
    let loaded = loaded.map_err(|error| match error {
        GpuError::OutOfMemory => LoadError::OutOfMemory,
        error => LoadError::Refused(refusal(&error)),
    })?;
    Ok(Arc::new(ReadyTerrain { key: key(revision, spacing), terrain, loaded }))
}

//! The thread that makes recipes ready.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use orogen::generate::maker::{Preparation, Refusal};
use orogen::generate::revision::Revision;

use super::{Errand, Ready, key, refusal};
use crate::compiler::Compiler;
use crate::{Gpu, GpuError};

/// What the compiler is told.
pub(super) enum Order {
    Load(Task),
    /// Memory is short: what it keeps is to go.
    Forget,
}

/// A terrain to be made ready.
pub(super) struct Task {
    pub(super) subject: Subject,
    /// Whether there was no memory for it the first time.
    pub(super) is_again: bool,
}

pub(super) enum Subject {
    /// A recipe, for the spacing that was asked for last. All spacings have the shader of the latest: what is left to do
    /// for another takes no time that shows.
    Recipe(Preparation),
    /// A recipe for one spacing.
    Spacing(Arc<Revision>, f64),
}

impl Subject {
    pub(super) fn terrain(&self) -> (&Arc<Revision>, f64) {
        match self {
            Self::Recipe(preparation) => (preparation.revision(), preparation.spacing()),
            Self::Spacing(revision, spacing) => (revision, *spacing),
        }
    }
}

/// Why a terrain is not ready.
pub(super) enum Unready {
    /// It never will be.
    Refused(Refusal),
    /// There is no memory for it now.
    NoMemory,
}

/// Makes recipes ready, one after the other, as long as the worker lives.
pub(super) fn compile(gpu: &Gpu, orders: &Receiver<Order>, done: &Sender<Errand>) {
    let mut compiler = Compiler::new(gpu.clone());
    for order in orders {
        let Order::Load(task) = order else {
            compiler = Compiler::new(gpu.clone());
            continue;
        };
        let (revision, spacing) = task.subject.terrain();
        let loaded = load(&mut compiler, revision, spacing);
        // A worker that has ended needs nothing any more, whatever it has left in the queue.
        if done.send(Errand::Loaded(task, loaded)).is_err() {
            return;
        }
    }
}

/// Makes a recipe ready for one spacing. Whatever panics, of pictures or of a translation, the processor may do better,
/// and those that come after are not to wait for it.
fn load(compiler: &mut Compiler, revision: &Revision, spacing: f64) -> Result<Arc<Ready>, Unready> {
    let load = || loaded(compiler, revision, spacing);
    let failed = || Refusal::Declined("its translation into a shader failed".to_owned());
    catch_unwind(AssertUnwindSafe(load)).unwrap_or_else(|_| Err(Unready::Refused(failed())))
}

fn loaded(compiler: &mut Compiler, revision: &Revision, spacing: f64) -> Result<Arc<Ready>, Unready> {
    let terrain = revision.level(spacing).map_err(|error| Unready::Refused(error.into()))?;
    // Tiles of planets are patches, and nothing else is asked of planets.
    let loaded = match terrain.sphere() {
        Some(_) => compiler.load_for_patches(&terrain),
        None => compiler.load(&terrain),
    };
    let loaded = loaded.map_err(|error| match error {
        GpuError::OutOfMemory => Unready::NoMemory,
        error => Unready::Refused(refusal(&error)),
    })?;
    Ok(Arc::new(Ready { key: key(revision, spacing), terrain, loaded }))
}

//! The thread that makes recipes ready.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use orogen::generate::maker::{Preparation, Refusal};
use orogen::generate::revision::Revision;

use super::{Errand, Ready, key, refusal};
use crate::Gpu;
use crate::compiler::Compiler;

/// What is to be made ready.
pub(super) enum Task {
    /// A recipe, for the spacing that was asked for last.
    Recipe(Preparation),
    /// A recipe for one spacing.
    Spacing(Arc<Revision>, f64),
}

/// Makes recipes ready, one after the other, as long as the worker lives.
pub(super) fn compile(gpu: Gpu, tasks: &Receiver<Task>, done: &Sender<Errand>) {
    let mut compiler = Compiler::new(gpu);
    for task in tasks {
        let sent = match task {
            // All spacings have the shader of the latest: what is left to do for another takes no time that shows.
            Task::Recipe(preparation) => {
                match load(&mut compiler, preparation.revision(), preparation.spacing()) {
                    Ok(ready) => {
                        let sent = done.send(Errand::Loaded(ready.key, Ok(ready)));
                        preparation.finish(Ok(()));
                        sent
                    }
                    Err(why) => {
                        preparation.finish(Err(why));
                        Ok(())
                    }
                }
            }
            Task::Spacing(revision, spacing) => {
                let ready = load(&mut compiler, &revision, spacing);
                done.send(Errand::Loaded(key(&revision, spacing), ready))
            }
        };
        // A worker that has ended needs nothing any more, whatever it has left in the queue.
        if sent.is_err() {
            return;
        }
    }
}

/// Makes a recipe ready for one spacing. Whatever panics, of pictures or of a translation, the processor may do better,
/// and those that come after are not to wait for it.
fn load(compiler: &mut Compiler, revision: &Revision, spacing: f64) -> Result<Arc<Ready>, Refusal> {
    let load = || loaded(compiler, revision, spacing);
    catch_unwind(AssertUnwindSafe(load))
        .unwrap_or_else(|_| Err(Refusal::Declined("its translation into a shader failed".to_owned())))
}

fn loaded(compiler: &mut Compiler, revision: &Revision, spacing: f64) -> Result<Arc<Ready>, Refusal> {
    let terrain = revision.level(spacing)?;
    let loaded = compiler.load(&terrain).map_err(|error| refusal(&error))?;
    Ok(Arc::new(Ready { key: key(revision, spacing), terrain, loaded }))
}

//! Background work on threads. The interface never waits for it: slots hold the newest request of each kind, and channels,
//! polled once a frame, return the results.

mod draft;
mod export;
mod files;
mod folder;
mod image_cache;
mod import;
mod map;
mod newest;
mod pace;
mod profile;
mod recent;
mod recovered;
mod render;
mod request_worker;
mod solving;
mod stoppable;
mod stroke_file;
mod task_queue;
mod thumbnail_cache;
mod thumbnails;

use std::fmt;
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

#[cfg(not(target_arch = "wasm32"))]
use thread_priority::{ThreadPriority, set_current_thread_priority};

pub use draft::{Draft, DraftRequest, DraftResult, DraftWorker};
pub use export::{Export, ExportQueue};
pub use files::{FileEvent, FileWorker, StartFiles, StartFolders};
pub use folder::FolderOpener;
pub use import::{ImportWorker, Imported};
pub use map::{MapPicture, MapRequest, MapWorker};
pub use newest::Newest;
pub use profile::{ProfileRequest, ProfileWorker};
pub use recovered::{Recovered, recovery_file_in, recovery_file_of};
pub use render::{Look, RenderEvent, RenderRequest, RenderWorker};
pub use solving::{MonitoredHost, SolvingMonitor};
pub use stroke_file::{StrokeFileEvent, StrokeFileWorker};
pub use thumbnails::{Subject, Thumbnail, ThumbnailWorker};

/// Wakes the window when a thread has a result.
#[derive(Clone)]
pub struct Waker(Arc<dyn Fn() + Send + Sync>);

impl Waker {
    /// A waker that calls this function.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(wake))
    }

    pub(crate) fn wake(&self) {
        (self.0)();
    }
}

impl fmt::Debug for Waker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Waker")
    }
}

/// A thread that is joined on drop. Its owner first tells it to end.
///
/// Threads that outlive the program run while drivers clean up, which may crash.
#[derive(Debug)]
pub(crate) struct Thread(Option<JoinHandle<()>>);

impl Thread {
    /// Detaches the thread: it ends by itself, and uses only memory, files and other programs.
    pub(crate) fn detach(mut self) {
        self.0 = None;
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        // The panic message of the thread has been printed already.
        _ = self.0.take().map(JoinHandle::join);
    }
}

/// How urgent the work of a thread is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// The user waits for it.
    Now,
    /// It must not delay frames or drafts, even if all CPU cores are busy: the thread has a low priority.
    Later,
}

/// Starts a thread. Threads that it starts inherit its priority on Linux, CPU graphics drivers included.
///
/// # Errors
/// No thread could be started, or there are none at all, as in browsers.
pub(crate) fn spawn(
    name: &str,
    urgency: Urgency,
    work: impl FnOnce() + Send + 'static,
) -> io::Result<Thread> {
    let run = move || {
        // If the system refuses, the work runs with normal priority.
        #[cfg(not(target_arch = "wasm32"))]
        if urgency == Urgency::Later {
            _ = set_current_thread_priority(ThreadPriority::Min);
        }
        work();
    };
    let started = thread::Builder::new().name(name.to_owned()).spawn(run);
    started.map(|handle| Thread(Some(handle))).map_err(|error| match error.kind() {
        io::ErrorKind::Unsupported => io::Error::new(
            error.kind(),
            format!("`{name}` needs a thread, but threads are not available here"),
        ),
        _ => error,
    })
}

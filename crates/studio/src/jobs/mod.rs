//! Background work on threads. The interface never waits for it: slots hold the newest request of each kind, and channels,
//! polled once a frame, return the results.

mod draft;
mod export;
mod files;
mod newest;
mod recent;
mod render;
mod request_worker;
mod stroke_file;
mod task_queue;
mod thumbnails;

use std::fmt;
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

#[cfg(not(target_arch = "wasm32"))]
use thread_priority::{ThreadPriority, set_current_thread_priority};

pub use draft::{Draft, DraftRequest, DraftResult, DraftWorker};
pub use export::Export;
pub use files::{FileEvent, FileWorker};
pub use newest::Newest;
pub use render::{Look, RenderEvent, RenderRequest, RenderWorker};
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
    /// Detaches the thread: it ends by itself, and uses only memory and files.
    #[cfg(feature = "sound")]
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

/// Starts a thread with low priority, so that frames are on time even if all CPU cores are busy. Threads that it starts inherit
/// the priority on Linux, CPU graphics drivers included.
///
/// # Errors
/// No thread could be started, or there are none at all, as in browsers.
pub(crate) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<Thread> {
    let low_priority = move || {
        // If the system refuses, the work runs with normal priority.
        #[cfg(not(target_arch = "wasm32"))]
        let _ = set_current_thread_priority(ThreadPriority::Min);
        work();
    };
    let started = thread::Builder::new().name(name.to_owned()).spawn(low_priority);
    started.map(|handle| Thread(Some(handle))).map_err(|error| match error.kind() {
        io::ErrorKind::Unsupported => io::Error::new(
            error.kind(),
            format!("`{name}` needs a thread, but threads are not available here"),
        ),
        _ => error,
    })
}

//! Work that takes time, on threads of its own. The interface never waits for it: wishes go in through slots that keep only the
//! newest, and what is done comes back through channels that are looked into once a frame.

mod errands;
mod export;
mod files;
mod ground;
mod keeper;
mod newest;
mod painter;
mod recent;
mod thumbnails;
mod wishes;

use std::fmt;
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

#[cfg(not(target_arch = "wasm32"))]
use thread_priority::{ThreadPriority, set_current_thread_priority};

pub use export::Export;
pub use files::{FileNews, FileWorker};
pub use ground::{Draft, DraftWish, DraftWorker, Drafted};
pub use keeper::{Kept, StrokeKeeper};
pub use newest::Newest;
pub use painter::{Look, PaintWish, Painted, PainterWorker};
pub use thumbnails::{Subject, Thumbnail, ThumbnailWorker};

/// Called from a thread that has something to tell.
#[derive(Clone)]
pub struct Waker(Arc<dyn Fn() + Send + Sync>);

impl Waker {
    /// What is to be done then.
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

/// A thread that is waited for when nobody holds this any more, so whoever holds it tells it to end before.
///
/// Threads that a program leaves behind run on while it ends, and while drivers clean up: that may crash.
#[derive(Debug)]
pub(crate) struct Thread(Option<JoinHandle<()>>);

impl Thread {
    /// Waits no more: it ends by itself, and uses nothing but memory and files.
    #[cfg(feature = "sound")]
    pub(crate) fn leave(mut self) {
        self.0 = None;
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        // A thread that has panicked has told so.
        _ = self.0.take().map(JoinHandle::join);
    }
}

/// Begins work on a thread of its own. It gives way to the interface, and so do threads that it begins (on Linux, and there
/// drivers that compute on the processor do so, too): all processors are full with work, and yet frames come at once.
///
/// # Errors
/// The system has no thread left, or has none at all, as browsers have it.
pub(crate) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<Thread> {
    let quietly = move || {
        // Where the system does not let it, it does the same work.
        #[cfg(not(target_arch = "wasm32"))]
        let _ = set_current_thread_priority(ThreadPriority::Min);
        work();
    };
    let begun = thread::Builder::new().name(name.to_owned()).spawn(quietly);
    begun.map(|handle| Thread(Some(handle))).map_err(|error| match error.kind() {
        io::ErrorKind::Unsupported => {
            io::Error::new(error.kind(), format!("there are no threads here, and `{name}` has to run on one"))
        }
        _ => error,
    })
}

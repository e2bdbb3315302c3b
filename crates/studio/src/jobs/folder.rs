//! Shows folders in the system's file manager.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::{Urgency, Waker, spawn};
use crate::host::Host;

/// Shows folders. Each has a thread of its own, because some file managers return only when their window is closed.
pub struct FolderOpener {
    host: Arc<dyn Host>,
    waker: Waker,
    failed: Sender<String>,
    failures: Receiver<String>,
}

impl FolderOpener {
    /// Shows the folders of this host.
    pub fn new(host: Arc<dyn Host>, waker: Waker) -> Self {
        let (failed, failures) = channel();
        Self { host, waker, failed, failures }
    }

    /// Shows a folder. The path is absolute.
    pub fn open(&self, folder: &Path) {
        let (host, waker, failed) = (Arc::clone(&self.host), self.waker.clone(), self.failed.clone());
        let folder = folder.to_owned();
        let thread = spawn("folder", Urgency::Now, move || {
            if let Err(error) = host.open_folder(&folder) {
                // The receiver may be gone.
                _ = failed.send(error);
                waker.wake();
            }
        });
        match thread {
            Ok(thread) => thread.detach(),
            Err(error) => _ = self.failed.send(error.to_string()),
        }
    }

    /// Why folders could not be shown, since the last call.
    pub fn failures(&self) -> impl Iterator<Item = String> {
        self.failures.try_iter()
    }
}

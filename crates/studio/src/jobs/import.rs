//! Makes recipes of pictures and elevation models on its own thread, because large ones take seconds to read.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use super::Waker;
use super::task_queue::TaskQueue;
use crate::document::recipe_of_picture;
use crate::host::Host;

/// A picture, and its recipe or the error.
pub type Imported = (PathBuf, Result<String, String>);

/// Makes recipes of pictures.
#[derive(Debug)]
pub struct ImportWorker(TaskQueue<PathBuf, Imported>);

impl ImportWorker {
    /// Starts the worker.
    ///
    /// # Errors
    /// No thread could be started.
    pub fn new(host: Arc<dyn Host>, waker: Waker) -> std::io::Result<Self> {
        let work = move |todo: &Receiver<(u64, PathBuf)>, send: &dyn Fn(u64, Imported)| {
            while let Ok((session, path)) = todo.recv() {
                let text = recipe_of_picture(&path, &*host.images());
                send(session, (path, text));
            }
        };
        TaskQueue::new("import", waker, work).map(Self)
    }

    /// Makes the recipe of a picture.
    pub fn import(&self, path: &Path) {
        self.0.send(path.to_owned());
    }

    /// Discards the results of earlier requests, for example because another recipe was opened.
    pub fn discard_results(&mut self) {
        self.0.discard_results();
    }

    /// Results since the last call.
    pub fn results(&self) -> impl Iterator<Item = Imported> {
        self.0.results()
    }
}

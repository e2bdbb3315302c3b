//! Tiles in the background.

use std::io;
use std::sync::Arc;

use orogen_engine::generate::cpu::CpuMaker;
use orogen_engine::generate::dispatcher::Dispatcher;

use super::Terrain;
use crate::error::{Error, ErrorKind};

impl Terrain {
    /// A [`Generator`](crate::Generator), which makes tiles in the background, for programs that must not wait, such as viewers
    /// and games. It has a cache of `cache_bytes` bytes. It leaves one of the machine's threads to the caller, if the machine
    /// has several.
    ///
    /// # Errors
    /// The operating system cannot start a thread.
    ///
    /// # Example
    /// ```
    /// use orogen::{Generator, Grid, Request, Terrain};
    ///
    /// let generator = Terrain::preset("hills")?.generator(64 << 20)?;
    /// generator.ask(Request::new(Grid::new([0.0, 0.0], 10.0, 65, 65)?, true), 0);
    /// // Once a frame:
    /// let answers = generator.take();
    /// assert!(answers.len() <= 1);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn generator(&self, cache_bytes: usize) -> Result<Dispatcher, Error> {
        let failed = |error: io::Error| {
            Error::new(ErrorKind::System, format!("cannot start a thread: {error}"), "close other programs")
        };
        let maker = Box::new(CpuMaker::new(CpuMaker::spare_threads()).map_err(failed)?);
        let (recipe, files) = (Arc::clone(self.0.revision.recipe()), Arc::clone(&self.0.files));
        Dispatcher::new(recipe, files, vec![maker], cache_bytes).map_err(failed)
    }
}

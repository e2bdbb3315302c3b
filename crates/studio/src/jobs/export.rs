//! An export under way.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use super::{Thread, Waker, spawn};
use crate::host::{ExportError, ExportOrder, ExportWatch, Exported, Host};

/// An export under way, or at its end.
#[derive(Debug)]
pub struct Export {
    /// What is made.
    pub order: ExportOrder,
    watch: Arc<ExportWatch>,
    end: Receiver<Result<Exported, ExportError>>,
    outcome: Option<Result<Exported, ExportError>>,
    _thread: Thread,
}

impl Export {
    /// Begins.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn begin(host: Arc<dyn Host>, order: ExportOrder, waker: Waker) -> std::io::Result<Self> {
        let watch = Arc::new(ExportWatch::default());
        let (tell, end) = channel();
        let (job, watching) = (order.clone(), Arc::clone(&watch));
        let thread = spawn("export", move || {
            let outcome = host.export(&job, &watching);
            // Whoever asked may be gone.
            _ = tell.send(outcome);
            waker.wake();
        })?;
        Ok(Self { order, watch, end, outcome: None, _thread: thread })
    }

    /// Whether it was under way when its outcome was asked for last.
    pub fn is_under_way(&self) -> bool {
        self.outcome.is_none()
    }

    /// How much is done, 0 to 1.
    pub fn share(&self) -> f32 {
        self.watch.share()
    }

    /// Asks for its end: soon there is an outcome, and no file of it is left.
    pub fn cancel(&self) {
        self.watch.cancel();
    }

    /// How it ended, if it has.
    pub fn outcome(&mut self) -> Option<&Result<Exported, ExportError>> {
        if self.outcome.is_none() {
            self.outcome = match self.end.try_recv() {
                Ok(outcome) => Some(outcome),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => {
                    let message =
                        "the export ended without a word: that is a mistake of the program".to_owned();
                    Some(Err(ExportError { message, help: String::new(), cancelled: false }))
                }
            };
        }
        self.outcome.as_ref()
    }
}

/// No half of a file is left when the program ends.
impl Drop for Export {
    fn drop(&mut self) {
        self.cancel();
    }
}

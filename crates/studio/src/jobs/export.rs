//! A running export.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use super::{Thread, Waker, spawn};
use crate::host::{ExportError, ExportOrder, ExportWatch, Exported, Host};

/// A running or finished export.
#[derive(Debug)]
pub struct Export {
    /// What to export.
    pub order: ExportOrder,
    watch: Arc<ExportWatch>,
    end: Receiver<Result<Exported, ExportError>>,
    outcome: Option<Result<Exported, ExportError>>,
    _thread: Thread,
}

impl Export {
    /// Starts an export.
    ///
    /// # Errors
    /// No thread could be started.
    pub fn begin(host: Arc<dyn Host>, order: ExportOrder, waker: Waker) -> std::io::Result<Self> {
        let watch = Arc::new(ExportWatch::default());
        let (sender, end) = channel();
        let (job, watching) = (order.clone(), Arc::clone(&watch));
        let thread = spawn("export", move || {
            let outcome = host.export(&job, &watching);
            // The receiver may be gone.
            _ = sender.send(outcome);
            waker.wake();
        })?;
        Ok(Self { order, watch, end, outcome: None, _thread: thread })
    }

    /// Whether it was running when [`outcome`](Self::outcome) was last called.
    pub fn is_under_way(&self) -> bool {
        self.outcome.is_none()
    }

    /// Progress, 0 to 1.
    pub fn share(&self) -> f32 {
        self.watch.share()
    }

    /// Cancels the export: an outcome follows soon, and no files are left.
    pub fn cancel(&self) {
        self.watch.cancel();
    }

    /// The outcome, once it has ended.
    pub fn outcome(&mut self) -> Option<&Result<Exported, ExportError>> {
        if self.outcome.is_none() {
            self.outcome = match self.end.try_recv() {
                Ok(outcome) => Some(outcome),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => {
                    let message = "the export stopped unexpectedly: this is a bug".to_owned();
                    Some(Err(ExportError { message, help: String::new(), cancelled: false }))
                }
            };
        }
        self.outcome.as_ref()
    }
}

/// Cancels the export, so that no partial file is left.
impl Drop for Export {
    fn drop(&mut self) {
        self.cancel();
    }
}

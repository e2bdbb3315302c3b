//! A running export.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use super::{Thread, Waker, spawn};
use crate::host::{ExportError, ExportMonitor, ExportOrder, Exported, Host};

/// A running or finished export.
#[derive(Debug)]
pub struct Export {
    /// What to export.
    pub order: ExportOrder,
    monitor: Arc<ExportMonitor>,
    end: Receiver<Result<Exported, ExportError>>,
    outcome: Option<Result<Exported, ExportError>>,
    _thread: Thread,
}

impl Export {
    /// Starts an export.
    ///
    /// # Errors
    /// No thread could be started.
    pub fn start(host: Arc<dyn Host>, order: ExportOrder, waker: Waker) -> std::io::Result<Self> {
        let monitor = Arc::new(ExportMonitor::default());
        let (sender, end) = channel();
        let (job, monitored) = (order.clone(), Arc::clone(&monitor));
        let thread = spawn("export", move || {
            let outcome = host.export(&job, &monitored);
            // The receiver may be gone.
            _ = sender.send(outcome);
            waker.wake();
        })?;
        Ok(Self { order, monitor, end, outcome: None, _thread: thread })
    }

    /// Whether the export was running at the last [`update`](Self::update).
    pub fn is_running(&self) -> bool {
        self.outcome.is_none()
    }

    /// Progress, 0 to 1.
    pub fn progress(&self) -> f32 {
        self.monitor.progress()
    }

    /// Cancels the export if it is still running. Then an outcome follows soon, and no files of this export are left.
    pub fn cancel(&self) {
        self.monitor.cancel();
    }

    /// Takes the outcome, once the export has ended.
    pub fn update(&mut self) {
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
    }

    /// The outcome, if the export had ended at the last [`update`](Self::update).
    pub fn outcome(&self) -> Option<&Result<Exported, ExportError>> {
        self.outcome.as_ref()
    }
}

/// Cancels the export, so that no partial file is left.
impl Drop for Export {
    fn drop(&mut self) {
        self.cancel();
    }
}

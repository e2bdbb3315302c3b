//! Exports, one after another.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use super::{Thread, Urgency, Waker, spawn};
use crate::host::{ExportError, ExportMonitor, ExportOrder, Exported, Host};

/// An export that waits, runs or has ended.
#[derive(Debug)]
pub struct Export {
    /// What to export.
    pub order: ExportOrder,
    /// The equivalent command line. `None` if the recipe was not saved.
    pub command: Option<String>,
    state: State,
}

#[derive(Debug)]
enum State {
    Waiting,
    Running(Run),
    Ended(Result<Exported, ExportError>),
}

/// A running export.
#[derive(Debug)]
struct Run {
    monitor: Arc<ExportMonitor>,
    end: Receiver<Result<Exported, ExportError>>,
    _thread: Thread,
}

/// Cancels the export, so that no partial file is left.
impl Drop for Run {
    fn drop(&mut self) {
        self.monitor.cancel();
    }
}

impl Export {
    fn start(&mut self, host: Arc<dyn Host>, waker: Waker) {
        let monitor = Arc::new(ExportMonitor::default());
        let (sender, end) = channel();
        let (job, monitored) = (self.order.clone(), Arc::clone(&monitor));
        let thread = spawn("export", Urgency::Later, move || {
            let outcome = host.export(&job, &monitored);
            // The receiver may be gone.
            _ = sender.send(outcome);
            waker.wake();
        });
        self.state = match thread {
            Ok(thread) => State::Running(Run { monitor, end, _thread: thread }),
            Err(error) => State::Ended(Err(failed(format!("cannot start the export: {error}")))),
        };
    }

    /// Whether the export was running at the last [`update`](ExportQueue::update).
    pub fn is_running(&self) -> bool {
        matches!(self.state, State::Running(_))
    }

    /// Progress, 0 to 1.
    pub fn progress(&self) -> f32 {
        match &self.state {
            State::Waiting => 0.0,
            State::Running(run) => run.monitor.progress(),
            State::Ended(_) => 1.0,
        }
    }

    /// The outcome, if the export had ended at the last [`update`](ExportQueue::update).
    pub fn outcome(&self) -> Option<&Result<Exported, ExportError>> {
        match &self.state {
            State::Ended(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Takes the outcome, once the export has ended.
    fn update(&mut self) {
        let State::Running(run) = &self.state else { return };
        let outcome = match run.end.try_recv() {
            Ok(outcome) => outcome,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => {
                Err(failed("the export stopped unexpectedly: this is a bug".to_owned()))
            }
        };
        self.state = State::Ended(outcome);
    }
}

fn failed(message: String) -> ExportError {
    ExportError { message, help: String::new(), cancelled: false }
}

/// Exports that run one after another, in order.
#[derive(Debug, Default)]
pub struct ExportQueue(Vec<Export>);

impl ExportQueue {
    /// The exports in order: those that ended first.
    pub fn exports(&self) -> &[Export] {
        &self.0
    }

    /// Adds an export. It starts at the next [`update`](Self::update) if no other is running.
    pub fn add(&mut self, order: ExportOrder, command: Option<String>) {
        self.0.push(Export { order, command, state: State::Waiting });
    }

    /// Whether an export is running or waiting.
    pub fn is_busy(&self) -> bool {
        self.0.iter().any(|export| export.outcome().is_none())
    }

    /// Takes the outcome of the running export if it has ended. Then starts the next one.
    pub fn update(&mut self, host: &Arc<dyn Host>, waker: &Waker) {
        self.0.iter_mut().for_each(Export::update);
        if !self.0.iter().any(Export::is_running)
            && let Some(next) = self.0.iter_mut().find(|export| matches!(export.state, State::Waiting))
        {
            next.start(Arc::clone(host), waker.clone());
        }
    }

    /// Removes an export that waits or has ended. Cancels an export that is running: then its outcome follows soon, and no
    /// files of it are left.
    pub fn remove(&mut self, at: usize) {
        match self.0.get(at).map(|export| &export.state) {
            Some(State::Running(run)) => run.monitor.cancel(),
            Some(_) => drop(self.0.remove(at)),
            None => {}
        }
    }
}

//! The generator: a scheduler with makers.

use std::collections::BTreeSet;
use std::io;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::maker::Maker;
use super::revision::Revision;
use super::scheduler::mailbox::Mailbox;
use super::scheduler::{Message, Scheduler};
use super::state::State;
use super::tile::{Answer, Request, Ticket, Version};
use super::{Generator, SharedImages};
use crate::bounds::Bounds;
use crate::overlay::Layer;
use crate::recipe::Recipe;

/// The implementation of [`Generator`]. It passes requests to makers in the order of their priority, and finished tiles to the
/// callers. A cache keeps tiles for later requests.
///
/// Calls send messages to a thread, which does the rest. Dropping the dispatcher cancels all tiles that are queued or in
/// progress, and waits for the makers' threads to end.
///
/// # Example
/// ```
/// use std::sync::Arc;
/// use orogen_engine::generate::Generator;
/// use orogen_engine::generate::cpu::CpuMaker;
/// use orogen_engine::generate::dispatcher::Dispatcher;
/// use orogen_engine::generate::tile::Request;
/// use orogen_engine::image::NoImages;
/// use orogen_engine::raster::Grid;
/// use orogen_engine::recipe::{Recipe, Source};
///
/// let text = r#"
/// orogen = 1
/// domain.size = 1000.0
/// height = { field = "hills", scale = 50.0 }
/// [fields.hills]
/// type = "fbm"
/// wavelength = 200.0
/// "#;
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
/// let maker = Box::new(CpuMaker::new(CpuMaker::spare_threads())?);
/// let generator = Dispatcher::new(Arc::new(recipe), Arc::new(NoImages), vec![maker], 64 << 20)?;
///
/// let near = generator.ask(Request::new(Grid::square(65, 1.0), true), 10);
/// let _far = generator.ask(Request::new(Grid::square(65, 16.0), true), 1);
/// let tile = loop {
///     // Once a frame: draw what is done, and do not wait for the rest.
///     if let Some(answer) = generator.take().into_iter().find(|answer| answer.ticket == near) {
///         break answer.tile?;
///     }
/// # std::thread::sleep(std::time::Duration::from_millis(1));
/// };
/// assert_eq!(tile.planes.height.len(), 65 * 65);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Dispatcher {
    mailbox: Mailbox,
    inbox: Mutex<Inbox>,
    state: Arc<Mutex<Arc<State>>>,
    /// The last revision sent.
    latest: Mutex<Arc<Revision>>,
    scheduler: Option<JoinHandle<()>>,
}

/// Only callers share the inbox: makers never take its lock.
struct Inbox {
    answers: Receiver<Answer>,
    /// Tickets that are neither answered nor cancelled.
    open: BTreeSet<Ticket>,
    tickets: u64,
}

impl Dispatcher {
    /// Starts with a recipe. The makers are tried in the order of `makers`, see [`Maker`]. The cache uses at most `cache_bytes`
    /// bytes of memory. The recipe is planned in the background. If the recipe has an error, [`State::fault`] and the answer to
    /// each valid request contain the error.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn new(
        recipe: Arc<Recipe>,
        images: SharedImages,
        makers: Vec<Box<dyn Maker>>,
        cache_bytes: usize,
    ) -> io::Result<Self> {
        let (messages, messages_in) = channel();
        let (answer, answers) = channel();
        let state = Arc::default();
        let (own, shared) = (messages.clone(), Arc::clone(&state));
        let work = move || {
            let mailbox = Mailbox::new(own, std::thread::current());
            Scheduler::new(makers, cache_bytes, mailbox, answer, shared).run(&messages_in);
        };
        let scheduler = std::thread::Builder::new().name("tiles".to_owned()).spawn(work)?;
        let mailbox = Mailbox::new(messages, scheduler.thread().clone());
        let inbox = Mutex::new(Inbox { answers, open: BTreeSet::new(), tickets: 0 });
        let first = Arc::new(Revision::new(Version(0), recipe, images));
        mailbox.send(Message::Replace(Arc::clone(&first)));
        Ok(Self { mailbox, inbox, state, latest: Mutex::new(first), scheduler: Some(scheduler) })
    }

    /// Sends the revision that follows the last one. Revisions are sent in the order of their versions.
    fn follow(&self, next: impl FnOnce(&Revision, Version) -> Revision) -> Version {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let version = Version(latest.version().0 + 1);
        *latest = Arc::new(next(&latest, version));
        self.mailbox.send(Message::Replace(Arc::clone(&latest)));
        version
    }

    fn inbox(&self) -> MutexGuard<'_, Inbox> {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Generator for Dispatcher {
    fn ask(&self, request: Request, priority: i32) -> Ticket {
        let mut inbox = self.inbox();
        let ticket = Ticket(inbox.tickets);
        inbox.tickets += 1;
        inbox.open.insert(ticket);
        drop(inbox);
        self.mailbox.send(Message::Ask(ticket, request, priority));
        ticket
    }

    fn reprioritise(&self, ticket: Ticket, priority: i32) {
        self.mailbox.send(Message::Reprioritise(ticket, priority));
    }

    fn cancel(&self, ticket: Ticket) {
        if self.inbox().open.remove(&ticket) {
            self.mailbox.send(Message::Cancel(ticket));
        }
    }

    fn take(&self) -> Vec<Answer> {
        let inbox = &mut *self.inbox();
        // The scheduler may have answered a cancelled request before it read the message to cancel.
        inbox.answers.try_iter().filter(|answer| inbox.open.remove(&answer.ticket)).collect()
    }

    fn replace(&self, recipe: Arc<Recipe>, images: SharedImages) -> Version {
        self.follow(|_, version| Revision::new(version, recipe, images))
    }

    fn sculpt(&self, layer: Arc<dyn Layer>, changed: Bounds) -> Version {
        self.follow(|latest, version| latest.sculpted(version, layer, changed))
    }

    fn state(&self) -> Arc<State> {
        Arc::clone(&self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Dispatcher {
    fn drop(&mut self) {
        self.mailbox.send(Message::Stop);
        // A scheduler that panicked has printed its message to standard error.
        drop(self.scheduler.take().map(JoinHandle::join));
    }
}

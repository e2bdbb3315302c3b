//! The generator: a desk with makers behind it.

use std::collections::BTreeSet;
use std::io;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::desk::post::Post;
use super::desk::{Desk, Message};
use super::maker::Maker;
use super::revision::Revision;
use super::state::State;
use super::tile::{Answer, Request, Ticket, Version};
use super::{Generator, SharedImages};
use crate::bounds::Bounds;
use crate::overlay::Layer;
use crate::recipe::Recipe;

/// The [`Generator`]: hands requests to makers by priority and their tiles to whoever asked, with a cache between.
///
/// Its calls send a message to a thread that does the rest. When it is dropped it gives up all that is queued or being
/// made, and waits for the makers' threads to end: as long as it takes them to notice.
///
/// # Example
/// ```
/// use std::sync::Arc;
/// use orogen::generate::Generator;
/// use orogen::generate::cpu::CpuMaker;
/// use orogen::generate::dispatcher::Dispatcher;
/// use orogen::generate::tile::Request;
/// use orogen::image::NoImages;
/// use orogen::raster::Grid;
/// use orogen::recipe::{Recipe, Source};
///
/// let text = r#"
/// orogen = 1
/// domain.size = 1000.0
/// height = { field = "hills", scale = 50.0 }
/// [fields.hills]
/// type = "fbm"
/// feature = 200.0
/// "#;
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen::nodes::registry())?;
/// let maker = Box::new(CpuMaker::new(CpuMaker::spare_threads())?);
/// let generator = Dispatcher::new(Arc::new(recipe), Arc::new(NoImages), vec![maker], 64 << 20)?;
///
/// let near = generator.ask(Request::new(Grid::square(65, 1.0), true), 10);
/// let _far = generator.ask(Request::new(Grid::square(65, 16.0), true), 1);
/// let tile = loop {
///     // Once a frame: what is done goes to the screen, and nothing waits for the rest.
///     if let Some(answer) = generator.take().into_iter().find(|answer| answer.ticket == near) {
///         break answer.tile?;
///     }
/// # std::thread::sleep(std::time::Duration::from_millis(1));
/// };
/// assert_eq!(tile.planes.height.len(), 65 * 65);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Dispatcher {
    post: Post,
    inbox: Mutex<Inbox>,
    state: Arc<Mutex<Arc<State>>>,
    /// What came in last.
    latest: Mutex<Arc<Revision>>,
    desk: Option<JoinHandle<()>>,
}

/// What only callers share: makers never hold this lock.
struct Inbox {
    answers: Receiver<Answer>,
    /// Tickets handed out that are neither answered nor cancelled.
    open: BTreeSet<Ticket>,
    tickets: u64,
}

impl Dispatcher {
    /// Begins with a recipe. The makers are tried in this order, see [`Maker`]; the cache holds at most `cache_bytes`.
    /// Whether the recipe is sound is known when it has been planned, in the background: [`State::fault`] says so, and
    /// so does the answer to each request.
    ///
    /// # Errors
    /// The system's, if it has no thread left.
    pub fn new(
        recipe: Arc<Recipe>,
        images: SharedImages,
        makers: Vec<Box<dyn Maker>>,
        cache_bytes: usize,
    ) -> io::Result<Self> {
        let (messages, desk_inbox) = channel();
        let (answer, answers) = channel();
        let state = Arc::default();
        let (own, shared) = (messages.clone(), Arc::clone(&state));
        let work = move || {
            let post = Post::new(own, std::thread::current());
            Desk::new(makers, cache_bytes, post, answer, shared).run(&desk_inbox);
        };
        let desk = std::thread::Builder::new().name("tiles".to_owned()).spawn(work)?;
        let post = Post::new(messages, desk.thread().clone());
        let inbox = Mutex::new(Inbox { answers, open: BTreeSet::new(), tickets: 0 });
        let first = Arc::new(Revision::new(Version(0), recipe, images));
        post.send(Message::Replace(Arc::clone(&first)));
        Ok(Self { post, inbox, state, latest: Mutex::new(first), desk: Some(desk) })
    }

    /// Hands a revision on that follows the last one. They are sent in the order of their versions.
    fn follow(&self, next: impl FnOnce(&Revision, Version) -> Revision) -> Version {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let version = Version(latest.version().0 + 1);
        *latest = Arc::new(next(&latest, version));
        self.post.send(Message::Replace(Arc::clone(&latest)));
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
        self.post.send(Message::Ask(ticket, request, priority));
        ticket
    }

    fn reprioritise(&self, ticket: Ticket, priority: i32) {
        self.post.send(Message::Reprioritise(ticket, priority));
    }

    fn cancel(&self, ticket: Ticket) {
        if self.inbox().open.remove(&ticket) {
            self.post.send(Message::Cancel(ticket));
        }
    }

    fn take(&self) -> Vec<Answer> {
        let inbox = &mut *self.inbox();
        // What was cancelled may have been answered before the desk knew.
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
        self.post.send(Message::Stop);
        // A desk that panicked has said so on standard error.
        drop(self.desk.take().map(JoinHandle::join));
    }
}

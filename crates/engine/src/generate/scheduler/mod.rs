//! The scheduler connects callers and makers. It has the queue, the cache and the versions of the recipe. It runs on its own
//! thread and handles one message after another. Its only lock guards the pointer to its state.

mod cache;
mod history;
pub(super) mod mailbox;
mod makers;
mod queue;
mod recipes;
mod tickets;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};

use crate::generate::maker::{Job, Maker, Refusal};
use crate::generate::revision::Revision;
use crate::generate::state::{PassedOver, State};
use crate::generate::tile::{Answer, GenerateError, Planes, Request, Ticket, Tile, TileLocation, Version};
use cache::Cache;
use history::History;
use mailbox::Mailbox;
use makers::Makers;
use queue::{Begun, Queue, Work};

/// A message to the scheduler.
pub(super) enum Message {
    Ask(Ticket, Request, i32),
    Reprioritise(Ticket, i32),
    Cancel(Ticket),
    Replace(Arc<Revision>),
    /// A maker has ended job number `.0`.
    Tile(u64, Result<Planes, Refusal>),
    /// A maker has ended the preparation. Only one preparation runs at a time.
    Prepared(Result<(), Refusal>),
    Stop,
}

pub(super) struct Scheduler {
    makers: Makers,
    queue: Queue,
    cache: Cache,
    /// The recipe that tiles are made of.
    current: Option<Candidate>,
    /// The recipe that a maker is preparing.
    preparing: Option<Candidate>,
    /// The recipe to prepare next.
    waiting: Option<Arc<Revision>>,
    /// The version of the newest recipe received.
    latest: Option<Version>,
    history: History,
    fault: Option<(Version, GenerateError)>,
    /// The place of the last request. A new recipe is prepared for the sample spacing of this place.
    place: Option<TileLocation>,
    /// Makers send their reports here.
    mailbox: Mailbox,
    answers: Sender<Answer>,
    state: Arc<Mutex<Arc<State>>>,
}

/// A recipe and the maker of its tiles.
struct Candidate {
    revision: Arc<Revision>,
    maker: usize,
    /// Why makers before it declined the recipe, by the number of the maker.
    declined: BTreeMap<usize, String>,
}

impl Scheduler {
    pub(super) fn new(
        makers: Vec<Box<dyn Maker>>,
        cache_bytes: usize,
        mailbox: Mailbox,
        answers: Sender<Answer>,
        state: Arc<Mutex<Arc<State>>>,
    ) -> Self {
        Self {
            makers: Makers::new(makers),
            queue: Queue::default(),
            cache: Cache::new(cache_bytes),
            current: None,
            preparing: None,
            waiting: None,
            latest: None,
            history: History::default(),
            fault: None,
            place: None,
            mailbox,
            answers,
            state,
        }
    }

    /// Runs until [`Message::Stop`]. All messages that have arrived are read before a maker gets another tile, so that the most
    /// urgent request comes first.
    pub(super) fn run(mut self, inbox: &Receiver<Message>) {
        loop {
            let mut read = 0;
            for message in inbox.try_iter() {
                read += 1;
                match message {
                    Message::Ask(ticket, request, priority) => self.ask(ticket, request, priority),
                    Message::Reprioritise(ticket, priority) => self.queue.reprioritise(ticket, priority),
                    Message::Cancel(ticket) => self.queue.cancel(ticket),
                    Message::Replace(revision) => self.replace(revision),
                    Message::Tile(id, outcome) => self.reported(id, outcome),
                    Message::Prepared(outcome) => self.prepared(outcome),
                    Message::Stop => return self.queue.stop(),
                }
            }
            if read == 0 {
                // This returns at once if a message has arrived since the inbox was found empty.
                std::thread::park();
                continue;
            }
            self.dispatch();
            self.publish();
        }
    }

    fn ask(&mut self, ticket: Ticket, request: Request, priority: i32) {
        if let Err(error) = request.check() {
            return self.answer(ticket, Err(error));
        }
        self.place = Some(request.place);
        if let Some(tile) = self.cache.get(&request.key()) {
            let tile = self.as_current(tile);
            return self.answer(ticket, Ok(tile));
        }
        match &self.fault {
            Some((_, error)) if !self.has_recipe() => self.answer(ticket, Err(error.clone())),
            _ => self.queue.ask(ticket, request, priority),
        }
    }

    /// Gives makers as many jobs as they take.
    fn dispatch(&mut self) {
        while let Some(current) = &self.current {
            let maker = |from: usize| self.makers.available(current.maker.max(from));
            // If no maker is left for a tile, it need not wait for room: it is refused below.
            let may = |from| maker(from).is_none_or(|maker| self.makers.has_room(maker));
            let Some((id, work)) = self.queue.first(may) else { return };
            let Some(maker) = maker(work.from) else {
                let error = self.makers.none_left();
                self.refuse(id, &error);
                continue;
            };
            let (request, revision) = (work.request, Arc::clone(&current.revision));
            let spacing = match request.place.spacing(revision.recipe()) {
                Ok(spacing) => spacing,
                Err(error) => {
                    self.refuse(id, &error);
                    continue;
                }
            };
            let (mailbox, cancelled) = (self.mailbox.clone(), Arc::default());
            let report = move |outcome| mailbox.send(Message::Tile(id, outcome));
            let job = Job::new(request, spacing, Arc::clone(&revision), Arc::clone(&cancelled), report);
            self.queue.begin(id, Begun { revision, maker, cancelled });
            self.makers.job_begun(maker);
            self.call(maker, |maker| maker.make(job));
        }
    }

    fn reported(&mut self, id: u64, outcome: Result<Planes, Refusal>) {
        let Some((Work { request, tickets, .. }, begun)) =
            self.queue.get(id).and_then(|work| Some((work, work.begun.as_ref()?)))
        else {
            return;
        };
        let (request, maker, version) = (*request, begun.maker, begun.revision.version());
        let wanted = !tickets.is_empty();
        let is_old = self.current.as_ref().is_some_and(|current| current.revision.version() != version);
        let name = self.makers.name(maker);
        self.makers.job_ended(maker);
        match outcome {
            Ok(planes) if wanted => {
                self.done(id, Arc::new(Tile { request, planes, version, made_by: name }), maker);
            }
            // Errors of the old recipe do not apply to the new one.
            Err(Refusal::Recipe(_) | Refusal::Failed(_) | Refusal::Declined(_)) if wanted && is_old => {
                self.queue.requeue(id, 0);
            }
            Err(Refusal::Recipe(error)) => self.refuse(id, &GenerateError::Recipe(error)),
            Err(Refusal::Failed(message)) => self.refuse(id, &GenerateError::Maker { maker: name, message }),
            Err(Refusal::Declined(message)) if wanted => match self.makers.available(maker + 1) {
                Some(next) => self.queue.requeue(id, next),
                None => self.refuse(id, &GenerateError::Maker { maker: name, message }),
            },
            Err(Refusal::Lost(reason)) => {
                self.lose(maker, reason);
                if wanted { self.queue.requeue(id, maker + 1) } else { drop(self.queue.remove(id)) }
            }
            Ok(_) | Err(Refusal::Declined(_)) => drop(self.queue.remove(id)),
        }
    }

    /// The tile with the current version. The current recipe must give the same tile.
    fn as_current(&mut self, tile: Arc<Tile>) -> Arc<Tile> {
        let Some(version) = self.current.as_ref().map(|current| current.revision.version()) else {
            return tile;
        };
        if tile.version == version {
            return tile;
        }
        let tile = Arc::new(Tile { version, ..(*tile).clone() });
        self.cache.insert(Arc::clone(&tile));
        tile
    }

    /// Whether a tile equals the tile that the current recipe gives.
    fn is_current(&self, tile: &Tile) -> bool {
        self.current.as_ref().is_some_and(|current| {
            let (sphere, now) = (current.revision.recipe().domain.sphere(), current.revision.version());
            self.history.holds(&tile.request.place, sphere, tile.version, now)
        })
    }

    fn done(&mut self, id: u64, mut tile: Arc<Tile>, maker: usize) {
        let Some(work) = self.queue.remove(id) else { return };
        // The cache holds tiles of one terrain and one maker, so that their edges agree to the last bit.
        let kept = self.is_current(&tile)
            && self
                .current
                .as_ref()
                .is_some_and(|current| self.makers.available(current.maker) == Some(maker));
        if kept {
            tile = self.as_current(tile);
        }
        for ticket in work.tickets.iter() {
            self.answer(ticket, Ok(Arc::clone(&tile)));
        }
        if kept {
            self.cache.insert(tile);
        }
    }

    fn refuse(&mut self, id: u64, error: &GenerateError) {
        for ticket in self.queue.remove(id).iter().flat_map(|work| work.tickets.iter()) {
            self.answer(ticket, Err(error.clone()));
        }
    }

    fn answer(&self, ticket: Ticket, tile: Result<Arc<Tile>, GenerateError>) {
        // An error can be ignored: without a receiver, nobody waits for the answer.
        drop(self.answers.send(Answer { ticket, tile }));
    }

    /// Gives up a maker, and empties the cache. The cache may contain tiles of this maker, and their edges do not agree to the
    /// last bit with the edges of tiles of other makers.
    fn lose(&mut self, maker: usize, reason: String) {
        self.makers.lose(maker, reason);
        self.cache.clear();
    }

    /// Calls a maker. A maker that panics is lost. Jobs that it drops unfinished report themselves as declined.
    fn call(&mut self, maker: usize, call: impl FnOnce(&mut dyn Maker)) {
        let called = catch_unwind(AssertUnwindSafe(|| call(self.makers.get(maker))));
        if called.is_err() {
            self.lose(maker, "it panicked".to_owned());
        }
    }

    /// Publishes the state. The lock is taken only to exchange a pointer.
    fn publish(&self) {
        let maker = self.current.as_ref().and_then(|current| self.makers.available(current.maker));
        let passed_over = self.current.iter().flat_map(|current| self.passed_over(current)).collect();
        let state = State {
            version: self.current.as_ref().map(|current| current.revision.version()),
            sphere: self.current.as_ref().and_then(|current| current.revision.recipe().domain.sphere()),
            preparing: self.preparing.as_ref().map(|candidate| candidate.revision.version()),
            fault: self.fault.clone(),
            maker: maker.map(|maker| self.makers.name(maker)),
            passed_over,
            queued: self.queue.queued(),
            in_flight: self.queue.in_flight(),
            cached_bytes: self.cache.bytes(),
        };
        let state = Arc::new(state);
        let before =
            std::mem::replace(&mut *self.state.lock().unwrap_or_else(PoisonError::into_inner), state);
        drop(before);
    }

    /// The makers that are preferred to a recipe's maker, and why they do not make its tiles.
    fn passed_over(&self, candidate: &Candidate) -> impl Iterator<Item = PassedOver> {
        let end = self.makers.available(candidate.maker).unwrap_or(self.makers.len());
        (0..end).filter_map(|maker| {
            let lost = self.makers.lost(maker);
            let reason = lost.or(candidate.declined.get(&maker).map(String::as_str))?.to_owned();
            Some(PassedOver { maker: self.makers.name(maker), reason, lost: lost.is_some() })
        })
    }
}

//! Sends messages to the scheduler without waiting.

use std::sync::mpsc::Sender;
use std::thread::Thread;

use super::Message;

/// Sends messages to the scheduler.
///
/// The scheduler's thread parks instead of waiting in `recv`. A sender to a thread in `recv` takes a lock and wakes the thread
/// while it holds that lock. The woken thread may preempt the sender at once, and on a busy machine all later senders then wait
/// for tens of milliseconds. Unparking a thread takes no lock.
#[derive(Clone)]
pub(in crate::generate) struct Mailbox {
    messages: Sender<Message>,
    scheduler: Thread,
}

impl Mailbox {
    pub(in crate::generate) fn new(messages: Sender<Message>, scheduler: Thread) -> Self {
        Self { messages, scheduler }
    }

    /// Sends a message. If the scheduler has ended, the message is dropped.
    pub(in crate::generate) fn send(&self, message: Message) {
        drop(self.messages.send(message));
        self.scheduler.unpark();
    }
}

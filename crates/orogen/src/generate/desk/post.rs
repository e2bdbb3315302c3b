//! How messages reach the desk without anybody waiting.

use std::sync::mpsc::Sender;
use std::thread::Thread;

use super::Message;

/// Sends messages to the desk.
///
/// The desk never waits in `recv`: whoever sends to a thread that does takes a lock and wakes it with the lock held.
/// The thread that was woken may take the processor from the sender then and there, and on a busy machine all who send
/// after it wait for tens of milliseconds. Waking a parked thread takes no lock.
#[derive(Clone)]
pub(in crate::generate) struct Post {
    messages: Sender<Message>,
    desk: Thread,
}

impl Post {
    pub(in crate::generate) fn new(messages: Sender<Message>, desk: Thread) -> Self {
        Self { messages, desk }
    }

    /// Leaves a message. A desk that has gone home needs none.
    pub(in crate::generate) fn send(&self, message: Message) {
        drop(self.messages.send(message));
        self.desk.unpark();
    }
}

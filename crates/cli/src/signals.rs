//! Ctrl-C and the other signals that ask a program to end.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

const SIGNALS: &[i32] = &[
    SIGINT,
    SIGTERM,
    #[cfg(unix)]
    SIGHUP,
];

/// The last of them that this process received, or 0.
static RECEIVED: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// Sets the flag at the first signal, and ends the process at the second.
pub(crate) fn watch(requested: &Arc<AtomicBool>) -> io::Result<()> {
    for &signal in SIGNALS {
        // These run in this order: the first ends the process if a signal came before.
        flag::register_conditional_shutdown(signal, of_signal(signal), Arc::clone(requested))?;
        flag::register_usize(signal, Arc::clone(&RECEIVED), signal as usize)?;
        flag::register(signal, Arc::clone(requested))?;
    }
    Ok(())
}

/// The exit status of a process that a signal stopped: 130 after Ctrl-C. Shells end their loops at it.
pub(crate) fn status() -> Option<u8> {
    match RECEIVED.load(Ordering::Relaxed) {
        0 => None,
        signal => Some(of_signal(signal as i32) as u8),
    }
}

fn of_signal(signal: i32) -> i32 {
    128 + signal
}

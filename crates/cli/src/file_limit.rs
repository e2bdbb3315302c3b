//! The limit on file sizes that a system may set for a process.

/// Turns a write beyond the limit into an error, which is reported and leaves no partial file. By default, the system
/// ends the process with the signal SIGXFSZ.
#[cfg(unix)]
pub(crate) fn report() {
    let noticed = std::sync::Arc::default();
    // With any handler for the signal, the write fails with an error instead. Without one, the default applies.
    _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, noticed);
}

/// Other systems have no such signal.
#[cfg(not(unix))]
pub(crate) fn report() {}

//! The limit on the length of files that a system may set for a process.

/// Makes a write beyond the limit an error, which is reported and leaves no half file, where the system would
/// otherwise end the process on the spot with the signal SIGXFSZ.
#[cfg(unix)]
pub(crate) fn report() {
    let noticed = std::sync::Arc::default();
    // What counts is that somebody handles the signal: the write then fails with an error that says the same. Where
    // the handler cannot be set, the system does as it always did.
    _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, noticed);
}

/// Elsewhere there is no such signal.
#[cfg(not(unix))]
pub(crate) fn report() {}

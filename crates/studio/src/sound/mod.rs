//! Sound: wind, or music from a file, on its own thread. If the device is missing, busy or disconnected, sound ends with a
//! message, and the program continues.
//!
//! ```text
//!  settings ──▶ slot ──▶ thread: the device, and one voice ──▶ system thread: samples
//!  air ──────────────────────────────────────────────────▶ wind
//!                       thread: decoded file ── blocks ──▶ music
//! ```

mod music;
mod voice;

use std::fmt;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rodio::cpal::ErrorKind;
use rodio::mixer::Mixer;
use rodio::{CpalError, DeviceSinkBuilder, DeviceSinkError, MixerDeviceSink};

use crate::jobs::{Newest, Thread, Urgency, Waker, spawn};
use crate::wind::Air;
use voice::{Fader, Voice, WindSource};

pub use music::EXTENSIONS;

/// What to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SoundSource {
    /// Nothing. The device is closed.
    #[default]
    Off,
    /// Wind.
    Wind,
    /// A file, in a loop.
    File(PathBuf),
}

/// The sound settings.
#[derive(Clone, Debug, PartialEq)]
pub struct SoundSettings {
    /// What to play.
    pub source: SoundSource,
    /// Perceived loudness, 0 to 1: the square root of the amplitude.
    pub volume: f32,
}

impl Default for SoundSettings {
    fn default() -> Self {
        Self { source: SoundSource::Off, volume: 0.6 }
    }
}

/// Plays sound.
pub struct SoundWorker {
    slot: Arc<Newest<SoundSettings>>,
    air: Arc<Mutex<Air>>,
    problems: Receiver<String>,
    _thread: Thread,
}

impl fmt::Debug for SoundWorker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SoundWorker")
    }
}

impl SoundWorker {
    /// Starts the worker. It opens a device when there is something to play.
    ///
    /// # Errors
    /// No thread could be started.
    pub fn new(waker: Waker) -> std::io::Result<Self> {
        let slot = Arc::new(Newest::default());
        let air = Arc::new(Mutex::new(Air::default()));
        let (sender, problems) = channel();
        let (requests, shared_air) = (Arc::clone(&slot), Arc::clone(&air));
        let thread = spawn("sound", Urgency::Later, move || {
            Player { air: shared_air, reporter: ErrorReporter { sender, waker } }.work(&requests);
        })?;
        Ok(Self { slot, air, problems, _thread: thread })
    }

    /// Replaces any earlier settings.
    pub fn set(&self, settings: SoundSettings) {
        self.slot.put(settings);
    }

    /// Sets the air around the listener. The sound of the wind follows it.
    pub fn set_air(&self, air: Air) {
        *self.air.lock().unwrap_or_else(PoisonError::into_inner) = air;
    }

    /// The next message about sound that does not play, if there is one. Each failure is returned once; if the worker's thread
    /// has ended unexpectedly, every further call says so.
    pub fn problem(&self) -> Option<String> {
        match self.problems.try_recv() {
            Ok(problem) => Some(problem),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                Some("Sound stopped unexpectedly. Restart the program to enable it.".to_owned())
            }
        }
    }
}

impl Drop for SoundWorker {
    fn drop(&mut self) {
        self.slot.close();
    }
}

/// Reports why the sound does not play.
#[derive(Clone)]
struct ErrorReporter {
    sender: Sender<String>,
    waker: Waker,
}

impl ErrorReporter {
    fn report(&self, problem: String) {
        // The window may be gone; then the slot is closed, too.
        _ = self.sender.send(problem);
        self.waker.wake();
    }
}

/// The state of the sound thread.
struct Player {
    air: Arc<Mutex<Air>>,
    reporter: ErrorReporter,
}

impl Player {
    fn work(&self, requests: &Newest<SoundSettings>) {
        let mut device: Option<MixerDeviceSink> = None;
        let mut playing: Option<(SoundSource, Arc<Fader>)> = None;
        while let Some(SoundSettings { source, volume }) = requests.take() {
            if playing.as_ref().is_none_or(|(present, _)| *present != source) {
                if let Some((_, fader)) = playing.take() {
                    fader.end();
                }
                playing = match self.start(&source, &mut device) {
                    Ok(fader) => fader.map(|fader| (source, fader)),
                    Err(problem) => {
                        self.reporter.report(problem);
                        None
                    }
                };
                if playing.is_none() && device.is_some() {
                    // Waits until the sound has faded out.
                    std::thread::sleep(Duration::from_millis(300));
                    device = None;
                }
            }
            if let Some((_, fader)) = &playing {
                fader.set(volume * volume);
            }
        }
    }

    fn start(
        &self,
        source: &SoundSource,
        device: &mut Option<MixerDeviceSink>,
    ) -> Result<Option<Arc<Fader>>, String> {
        if *source == SoundSource::Off {
            return Ok(None);
        }
        let fader = Arc::new(Fader::default());
        let music = match source {
            // Opens the file first: its errors need no device.
            SoundSource::File(path) => Some(music::Music::open(path, self.reporter.clone())?),
            _ => None,
        };
        if device.is_none() {
            *device = Some(open_device(self.reporter.clone())?);
        }
        let Some(device) = device else { return Ok(None) };
        let mixer: &Mixer = device.mixer();
        let rate = device.config().sample_rate();
        match music {
            Some(music) => mixer.add(Voice::new(music, Arc::clone(&fader))),
            None => {
                mixer.add(Voice::new(WindSource::new(Arc::clone(&self.air), rate), Arc::clone(&fader)));
            }
        }
        Ok(Some(fader))
    }
}

/// The default device. Reports if it disconnects while it plays.
fn open_device(reporter: ErrorReporter) -> Result<MixerDeviceSink, String> {
    let on_error = move |error: CpalError| match error.kind() {
        ErrorKind::DeviceNotAvailable | ErrorKind::HostUnavailable | ErrorKind::StreamInvalidated => {
            reporter.report(
                "The sound device was disconnected. Connect one, then select the sound again.".to_owned(),
            );
        }
        // Dropouts and changes of the audio route are temporary, and the user hears them.
        _ => {}
    };
    let device = DeviceSinkBuilder::from_default_device()
        .and_then(|builder| builder.with_error_callback(on_error).open_stream());
    let mut device = device.map_err(|error| no_device(&error))?;
    device.log_on_drop(false);
    Ok(device)
}

fn no_device(error: &DeviceSinkError) -> String {
    let cause = std::error::Error::source(error).map(|cause| format!(": {cause}")).unwrap_or_default();
    format!("No sound device is available ({error}{cause}). Connect one, or turn the sound off.")
}

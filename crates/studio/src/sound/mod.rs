//! Sound: wind, or music from a file, on a thread of its own. A device that is missing, busy or taken away ends the sound with a
//! message, and nothing else.
//!
//! ```text
//!  hearing ──▶ slot ──▶ thread: the device, and one voice ──▶ the system's thread: samples
//!  air ──────────────────────────────────────────────────▶ wind
//!                       thread: a file, decoded ─ blocks ─▶ music
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

use crate::jobs::{Newest, Thread, Waker, spawn};
use crate::wind::Air;
use voice::{Blowing, Fader, Voice};

pub use music::ENDINGS;

/// What is to be heard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Listen {
    /// Nothing; the device is let go.
    #[default]
    Off,
    /// Wind.
    Wind,
    /// A file, again and again.
    File(PathBuf),
}

/// What is to be heard, and how loud.
#[derive(Clone, Debug, PartialEq)]
pub struct Hearing {
    /// What.
    pub listen: Listen,
    /// How loud, 0 to 1: as it feels, which is the square root of amplitudes.
    pub loudness: f32,
}

impl Default for Hearing {
    fn default() -> Self {
        Self { listen: Listen::Off, loudness: 0.6 }
    }
}

/// Plays.
pub struct SoundWorker {
    wishes: Arc<Newest<Hearing>>,
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
    /// Begins; a device is opened when there is something to be heard.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn new(waker: Waker) -> std::io::Result<Self> {
        let wishes = Arc::new(Newest::default());
        let air = Arc::new(Mutex::new(Air::default()));
        let (tell, problems) = channel();
        let (slot, vane) = (Arc::clone(&wishes), Arc::clone(&air));
        let thread = spawn("sound", move || Player { air: vane, tell: Teller { tell, waker } }.work(&slot))?;
        Ok(Self { wishes, air, problems, _thread: thread })
    }

    /// Wants this, and nothing before any more.
    pub fn want(&self, hearing: Hearing) {
        self.wishes.put(hearing);
    }

    /// What is around one's ears from now on: wind follows it.
    pub fn blow(&self, air: Air) {
        *self.air.lock().unwrap_or_else(PoisonError::into_inner) = air;
    }

    /// Why what was wanted is not heard, if something has happened since the last call.
    pub fn problem(&self) -> Option<String> {
        match self.problems.try_recv() {
            Ok(problem) => Some(problem),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                Some("The sound has come to an end by itself; start the program again to hear it.".to_owned())
            }
        }
    }
}

impl Drop for SoundWorker {
    fn drop(&mut self) {
        self.wishes.close();
    }
}

/// Tells why something is not heard.
#[derive(Clone)]
struct Teller {
    tell: Sender<String>,
    waker: Waker,
}

impl Teller {
    fn tell(&self, problem: String) {
        // The window may be gone; then the slot is closed, too.
        _ = self.tell.send(problem);
        self.waker.wake();
    }
}

/// What runs on the thread.
struct Player {
    air: Arc<Mutex<Air>>,
    tell: Teller,
}

impl Player {
    fn work(&self, wishes: &Newest<Hearing>) {
        let mut device: Option<MixerDeviceSink> = None;
        let mut playing: Option<(Listen, Arc<Fader>)> = None;
        while let Some(Hearing { listen, loudness }) = wishes.take() {
            if playing.as_ref().is_none_or(|(present, _)| *present != listen) {
                if let Some((_, fader)) = playing.take() {
                    fader.end();
                }
                playing = match self.begun(&listen, &mut device) {
                    Ok(fader) => fader.map(|fader| (listen, fader)),
                    Err(problem) => {
                        self.tell.tell(problem);
                        None
                    }
                };
                if playing.is_none() && device.is_some() {
                    // What fades away is heard to its end.
                    std::thread::sleep(Duration::from_millis(300));
                    device = None;
                }
            }
            if let Some((_, fader)) = &playing {
                fader.set(loudness * loudness);
            }
        }
    }

    fn begun(
        &self,
        listen: &Listen,
        device: &mut Option<MixerDeviceSink>,
    ) -> Result<Option<Arc<Fader>>, String> {
        if *listen == Listen::Off {
            return Ok(None);
        }
        let fader = Arc::new(Fader::default());
        let music = match listen {
            // A file that is none needs no device to say so.
            Listen::File(path) => Some(music::Music::open(path, self.tell.clone())?),
            _ => None,
        };
        if device.is_none() {
            *device = Some(opened(self.tell.clone())?);
        }
        let Some(device) = device else { return Ok(None) };
        let mixer: &Mixer = device.mixer();
        let rate = device.config().sample_rate();
        match music {
            Some(music) => mixer.add(Voice::new(music, Arc::clone(&fader))),
            None => {
                mixer.add(Voice::new(Blowing::new(Arc::clone(&self.air), rate), Arc::clone(&fader)));
            }
        }
        Ok(Some(fader))
    }
}

/// The system's own choice of a device; when it goes away while it plays, that is told.
fn opened(tell: Teller) -> Result<MixerDeviceSink, String> {
    let on_error = move |error: CpalError| match error.kind() {
        ErrorKind::DeviceNotAvailable | ErrorKind::HostUnavailable | ErrorKind::StreamInvalidated => {
            tell.tell("The sound device is gone. Connect one and choose again.".to_owned());
        }
        // Gaps and changes of the route are heard, and over when they are.
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
    format!("There is no sound device to play on ({error}{cause}). Connect one, or leave the sound off.")
}

//! Music from a file, decoded in a loop on its own thread, slightly ahead of playback. Neither a slow disk nor a decoder that
//! panics affects the system thread that asks for samples.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::iter;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::time::Duration;
use std::vec;

use rodio::{ChannelCount, Decoder, Sample, SampleRate, Source};

use super::ErrorReporter;
use crate::jobs::{Urgency, spawn};

/// Extensions of files that can be decoded.
pub const EXTENSIONS: &[&str] = &["flac", "ogg", "wav"];

/// Blocks per second.
const BLOCKS: u32 = 10;
/// The number of blocks decoded ahead.
const BLOCKS_AHEAD: usize = 8;

/// Plausible sample rates.
const SAMPLE_RATES: RangeInclusive<u32> = 4_000..=384_000;
/// The largest plausible number of channels.
const MAX_CHANNELS: u16 = 8;

/// A file played in a loop.
pub(super) struct Music {
    format: Format,
    blocks: Receiver<Vec<Sample>>,
    block: vec::IntoIter<Sample>,
}

/// The format of a file: channels, and samples per second for each.
type Format = (ChannelCount, SampleRate);

/// Where the format is sent once it is known.
type FormatSender = Option<SyncSender<Result<Format, String>>>;

impl Music {
    /// Starts to decode a file. Later errors are reported.
    ///
    /// # Errors
    /// The file contains no sound, or cannot be decoded.
    pub(super) fn open(path: &Path, reporter: ErrorReporter) -> Result<Self, String> {
        let (format_sender, format) = sync_channel(1);
        let (sender, blocks) = sync_channel(BLOCKS_AHEAD);
        let file = path.to_owned();
        let work = move || {
            let mut format_sender = Some(format_sender);
            // Decoders are third-party code on arbitrary files: a panic means that the file cannot be decoded.
            let decoded = catch_unwind(AssertUnwindSafe(|| decode(&file, &mut format_sender, &sender)));
            match (decoded.unwrap_or_else(|_| Err(unplayable(&file, "it is damaged"))), format_sender) {
                (Ok(()), _) => {}
                // The receiver is waiting for this.
                (Err(problem), Some(format_sender)) => drop(format_sender.send(Err(problem))),
                (Err(problem), None) => reporter.report(problem),
            }
        };
        let thread = spawn("music", Urgency::Later, work)
            .map_err(|error| format!("Cannot start the music thread: {error}"))?;
        // The thread ends when playback ends. Playback ends on the system thread, which must not wait for this thread.
        thread.detach();
        let format = format.recv().map_err(|_| unplayable(path, "its decoder stopped"))??;
        Ok(Self { format, blocks, block: Vec::new().into_iter() })
    }
}

/// Decodes a file in a loop until playback ends.
fn decode(
    path: &Path,
    format_sender: &mut FormatSender,
    sender: &SyncSender<Vec<Sample>>,
) -> Result<(), String> {
    let first = format_of(&decoder(path)?, path)?;
    loop {
        let mut decoder = decoder(path)?;
        if format_of(&decoder, path)? != first {
            return Err(unplayable(path, "another program changed it"));
        }
        let channels = usize::from(first.0.get());
        let length = channels * (first.1.get() / BLOCKS) as usize;
        let mut is_silent = true;
        loop {
            // Does not rely on the remaining length that a decoder reports: it may be wrong.
            let mut block: Vec<_> = iter::from_fn(|| decoder.next()).take(length).collect();
            let is_last = block.len() < length;
            block.truncate(block.len() / channels * channels);
            if !block.is_empty() {
                is_silent = false;
                if let Some(format_sender) = format_sender.take() {
                    // The receiver is waiting for this.
                    _ = format_sender.send(Ok(first));
                }
                if sender.send(block).is_err() {
                    return Ok(());
                }
            }
            if is_last {
                break;
            }
        }
        if is_silent {
            return Err(unplayable(path, "it contains no sound in a supported format"));
        }
    }
}

fn decoder(path: &Path) -> Result<Decoder<BufReader<File>>, String> {
    let unread = |error: io::Error| format!("{} cannot be read: {error}", path.display());
    let facts = fs::metadata(path).map_err(unread)?;
    if !facts.is_file() {
        return Err(unplayable(path, "it is a folder or a device"));
    }
    if facts.len() == 0 {
        return Err(unplayable(path, "it is empty"));
    }
    let file = File::open(path).map_err(unread)?;
    Decoder::new(BufReader::new(file)).map_err(|_| unplayable(path, "its format is not supported"))
}

fn format_of(decoder: &impl Source, path: &Path) -> Result<Format, String> {
    let (channels, rate) = (decoder.channels(), decoder.sample_rate());
    if channels.get() > MAX_CHANNELS || !SAMPLE_RATES.contains(&rate.get()) {
        let why = format!("it declares {channels} channels at {rate} samples per second");
        return Err(unplayable(path, &why));
    }
    Ok((channels, rate))
}

fn unplayable(path: &Path, why: &str) -> String {
    format!("{} cannot be played: {why}. Choose a FLAC, Ogg Vorbis or WAV file.", path.display())
}

impl Iterator for Music {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        loop {
            if let Some(sample) = self.block.next() {
                return Some(sample);
            }
            self.block = match self.blocks.try_recv() {
                Ok(block) => block.into_iter(),
                // The disk is slow: play a frame of silence and try again.
                Err(TryRecvError::Empty) => vec![0.0; usize::from(self.format.0.get())].into_iter(),
                Err(TryRecvError::Disconnected) => return None,
            };
        }
    }
}

impl Source for Music {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        self.format.0
    }

    fn sample_rate(&self) -> SampleRate {
        self.format.1
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}

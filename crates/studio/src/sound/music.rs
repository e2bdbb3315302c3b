//! Music from a file, decoded again and again on a thread of its own, a little ahead of what is heard: neither a slow disk nor a
//! decoder that gives up reaches the thread that the system asks for samples.

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

use super::Teller;
use crate::jobs::spawn;

/// How the names of files end that can be decoded.
pub const ENDINGS: &[&str] = &["flac", "ogg", "wav"];

/// Blocks in a second, and how many are decoded ahead.
const BLOCKS: u32 = 10;
const AHEAD: usize = 8;

/// Samples in a second that somebody may have recorded with, and channels that somebody may have recorded.
const RATES: RangeInclusive<u32> = 4_000..=384_000;
const MOST_CHANNELS: u16 = 8;

/// A file as it is heard: without an end.
pub(super) struct Music {
    head: Head,
    blocks: Receiver<Vec<Sample>>,
    block: vec::IntoIter<Sample>,
}

/// What a file says of itself: channels, and samples in a second for each.
type Head = (ChannelCount, SampleRate);

/// Where that is waited for, until it is known.
type Answer = Option<SyncSender<Result<Head, String>>>;

impl Music {
    /// Begins to decode a file. What goes wrong later is told.
    ///
    /// # Errors
    /// There is no sound in it, or none that can be decoded.
    pub(super) fn open(path: &Path, tell: Teller) -> Result<Self, String> {
        let (answer, head) = sync_channel(1);
        let (give, blocks) = sync_channel(AHEAD);
        let file = path.to_owned();
        let work = move || {
            let mut answer = Some(answer);
            // Decoders are other people's code on other people's files: a panic in one is a file that cannot be decoded.
            let fed = catch_unwind(AssertUnwindSafe(|| feed(&file, &mut answer, &give)));
            match (fed.unwrap_or_else(|_| Err(unplayable(&file, "it is damaged"))), answer) {
                (Ok(()), _) => {}
                // Whoever waits is there: it waits for this.
                (Err(problem), Some(answer)) => drop(answer.send(Err(problem))),
                (Err(problem), None) => tell.tell(problem),
            }
        };
        let thread =
            spawn("music", work).map_err(|error| format!("There is no thread for music: {error}"))?;
        // It ends when nobody listens any more: that is the system's thread, which is not to wait.
        thread.leave();
        let head = head.recv().map_err(|_| unplayable(path, "its decoder has ended"))??;
        Ok(Self { head, blocks, block: Vec::new().into_iter() })
    }
}

/// Decodes a file again and again, until nobody listens any more.
fn feed(path: &Path, answer: &mut Answer, give: &SyncSender<Vec<Sample>>) -> Result<(), String> {
    let first = head_of(&decoder(path)?, path)?;
    loop {
        let mut decoder = decoder(path)?;
        if head_of(&decoder, path)? != first {
            return Err(unplayable(path, "another program has changed it meanwhile"));
        }
        let channels = usize::from(first.0.get());
        let length = channels * (first.1.get() / BLOCKS) as usize;
        let mut is_silent = true;
        loop {
            // Decoders may say wrongly how much they still have; this does not ask.
            let mut block: Vec<_> = iter::from_fn(|| decoder.next()).take(length).collect();
            let is_last = block.len() < length;
            block.truncate(block.len() / channels * channels);
            if !block.is_empty() {
                is_silent = false;
                if let Some(answer) = answer.take() {
                    // Whoever waits is there.
                    _ = answer.send(Ok(first));
                }
                if give.send(block).is_err() {
                    return Ok(());
                }
            }
            if is_last {
                break;
            }
        }
        if is_silent {
            return Err(unplayable(path, "there is no sound in it, or none of a kind that is known"));
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
    Decoder::new(BufReader::new(file)).map_err(|_| unplayable(path, "it is of another kind"))
}

fn head_of(decoder: &impl Source, path: &Path) -> Result<Head, String> {
    let (channels, rate) = (decoder.channels(), decoder.sample_rate());
    if channels.get() > MOST_CHANNELS || !RATES.contains(&rate.get()) {
        let said = format!("it says that it has {channels} channels of {rate} samples in a second");
        return Err(unplayable(path, &said));
    }
    Ok((channels, rate))
}

fn unplayable(path: &Path, why: &str) -> String {
    format!("{} cannot be played: {why}. Choose a FLAC, an Ogg Vorbis or a WAV file.", path.display())
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
                // The disk is slow: a frame of silence, and another look.
                Err(TryRecvError::Empty) => vec![0.0; usize::from(self.head.0.get())].into_iter(),
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
        self.head.0
    }

    fn sample_rate(&self) -> SampleRate {
        self.head.1
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}

//! What is heard while one flies.

use std::io;
use std::path::PathBuf;

use egui::Context;

use super::Studio;
use crate::action::Action;
use crate::jobs::Waker;
use crate::panels::{Chooser, Purpose, SoundView};
use crate::sound::{Hearing, Listen, SoundWorker};
use crate::wind::Air;

/// Seconds that a frame takes at most: when nothing moves there are none, and what has moved since has moved within the last.
const FRAME: f64 = 0.1;

/// What is to be heard, and what the ears know.
pub(super) struct Ears {
    worker: SoundWorker,
    hearing: Hearing,
    problem: Option<String>,
    flight: Flight,
}

/// Where the eye was, in metres, and when, in seconds of the program.
#[derive(Debug, Default)]
struct Flight(Option<([f64; 3], f64)>);

impl Flight {
    /// Metres in a second since the last frame.
    fn speed(&mut self, place: [f64; 3], now: f64) -> f64 {
        let Some((last, then)) = self.0.replace((place, now)) else { return 0.0 };
        let way = (0..3).map(|k| (place[k] - last[k]).powi(2)).sum::<f64>().sqrt();
        way / (now - then).clamp(1e-3, FRAME)
    }
}

impl Ears {
    /// Hears nothing yet.
    ///
    /// # Errors
    /// The system has no threads left.
    pub(super) fn new(waker: Waker) -> io::Result<Self> {
        let worker = SoundWorker::new(waker)?;
        Ok(Self { worker, hearing: Hearing::default(), problem: None, flight: Flight::default() })
    }

    pub(super) fn view(&self) -> SoundView<'_> {
        SoundView { hearing: &self.hearing, problem: self.problem.as_deref() }
    }

    /// Asks for a file that was chosen.
    pub(super) fn of_file(&self, path: PathBuf) -> Action {
        Action::Hear(Hearing { listen: Listen::File(path), ..self.hearing.clone() })
    }

    fn hear(&mut self, hearing: Hearing) {
        self.worker.want(hearing.clone());
        (self.hearing, self.problem) = (hearing, None);
    }
}

impl Studio {
    /// Does what is asked for about sound.
    pub(super) fn act_on_sound(&mut self, action: Action) {
        match action {
            Action::Hear(hearing) => self.ears.hear(hearing),
            Action::ChooseMusic => {
                let path = match &self.ears.hearing.listen {
                    Listen::File(path) => path.clone(),
                    _ => self.here().join(""),
                };
                self.chooser = Some(Chooser::new(Purpose::Music, &path));
            }
            _ => {}
        }
    }

    /// Takes in what has become of the sound, and tells the wind what the eye does.
    pub(super) fn listen(&mut self, ctx: &Context) {
        if let Some(problem) = self.ears.worker.problem() {
            if self.ears.problem.as_ref() != Some(&problem) {
                ctx.request_repaint();
            }
            let off = Hearing { listen: Listen::Off, ..self.ears.hearing.clone() };
            if self.ears.hearing != off {
                self.ears.hear(off);
            }
            self.ears.problem = Some(problem);
        }
        if self.ears.hearing.listen != Listen::Wind {
            self.ears.flight = Flight::default();
            return;
        }
        let now = ctx.input(|input| input.time);
        let Some(project) = &self.project else {
            self.ears.worker.blow(Air::default());
            return;
        };
        let speed = self.ears.flight.speed(project.eye.place(), now);
        let height = project.eye.above(project.relief.as_deref());
        self.ears.worker.blow(Air { height: height as f32, speed: speed as f32 });
        if speed > 0.0 {
            // The next frame tells that it stands still, if it does.
            ctx.request_repaint_after_secs(FRAME as f32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_those_of_the_last_frame() {
        let mut flight = Flight::default();
        assert_eq!(flight.speed([5.0; 3], 7.0), 0.0, "nobody knows where it came from");
        let speed = flight.speed([8.0, 9.0, 5.0], 7.05);
        assert!((speed - 100.0).abs() < 1e-9, "{speed}");
        assert_eq!(flight.speed([8.0, 9.0, 5.0], 7.06), 0.0);
        // For an hour nothing moved, and so there was no frame.
        let speed = flight.speed([8.0, 9.0, 15.0], 3600.0);
        assert!((speed - 10.0 / FRAME).abs() < 1e-9, "{speed}");
    }
}

//! The sound of the program: wind that follows the camera, or music.

use std::io;
use std::path::PathBuf;

use egui::Context;

use super::Studio;
use crate::action::Action;
use crate::jobs::Waker;
use crate::panels::{FileDialog, Purpose, SoundView};
use crate::sound::{SoundSettings, SoundSource, SoundWorker};
use crate::wind::Air;

/// The longest time step, in seconds. There are no frames while nothing moves. So after a pause, the motion happened within
/// the last step.
const MAX_STEP: f64 = 0.1;

/// The sound settings, and the worker that plays them.
pub(super) struct SoundState {
    worker: SoundWorker,
    settings: SoundSettings,
    problem: Option<String>,
    flight: Flight,
}

/// The last camera position in metres, and its time in seconds since the program started.
#[derive(Debug, Default)]
struct Flight(Option<([f64; 3], f64)>);

impl Flight {
    /// Speed in metres per second since the last frame.
    fn speed(&mut self, place: [f64; 3], now: f64) -> f64 {
        let Some((last, then)) = self.0.replace((place, now)) else { return 0.0 };
        let way = (0..3).map(|k| (place[k] - last[k]).powi(2)).sum::<f64>().sqrt();
        way / (now - then).clamp(1e-3, MAX_STEP)
    }
}

impl SoundState {
    /// Starts without sound.
    ///
    /// # Errors
    /// The system has no threads left.
    pub(super) fn new(waker: Waker) -> io::Result<Self> {
        let worker = SoundWorker::new(waker)?;
        Ok(Self { worker, settings: SoundSettings::default(), problem: None, flight: Flight::default() })
    }

    pub(super) fn view(&self) -> SoundView<'_> {
        SoundView { settings: &self.settings, problem: self.problem.as_deref() }
    }

    /// The action that plays a chosen file.
    pub(super) fn of_file(&self, path: PathBuf) -> Action {
        Action::SetSound(SoundSettings { source: SoundSource::File(path), ..self.settings.clone() })
    }

    fn apply(&mut self, settings: SoundSettings) {
        self.worker.set(settings.clone());
        (self.settings, self.problem) = (settings, None);
    }
}

impl Studio {
    /// Carries out an action about sound.
    pub(super) fn act_on_sound(&mut self, action: Action) {
        match action {
            Action::SetSound(settings) => self.sound.apply(settings),
            Action::ChooseMusic => {
                let path = match &self.sound.settings.source {
                    SoundSource::File(path) => path.clone(),
                    _ => self.current_folder().join(""),
                };
                self.file_dialog = Some(FileDialog::new(Purpose::Music, &path));
            }
            _ => {}
        }
    }

    /// Takes the worker's problems, and updates the wind.
    pub(super) fn update_sound(&mut self, ctx: &Context) {
        if let Some(problem) = self.sound.worker.problem() {
            if self.sound.problem.as_ref() != Some(&problem) {
                ctx.request_repaint();
            }
            let off = SoundSettings { source: SoundSource::Off, ..self.sound.settings.clone() };
            if self.sound.settings != off {
                self.sound.apply(off);
            }
            self.sound.problem = Some(problem);
        }
        if self.sound.settings.source != SoundSource::Wind {
            self.sound.flight = Flight::default();
            return;
        }
        let now = ctx.input(|input| input.time);
        let Some(project) = &self.project else {
            self.sound.worker.set_air(Air::default());
            return;
        };
        let speed = self.sound.flight.speed(project.eye.position(), now);
        let height = project.eye.above(project.height_field.as_deref());
        self.sound.worker.set_air(Air { height: height as f32, speed: speed as f32 });
        if speed > 0.0 {
            // The next frame notices if the camera has stopped.
            ctx.request_repaint_after_secs(MAX_STEP as f32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_those_of_the_last_frame() {
        let mut flight = Flight::default();
        assert_eq!(flight.speed([5.0; 3], 7.0), 0.0, "there is no previous position");
        let speed = flight.speed([8.0, 9.0, 5.0], 7.05);
        assert!((speed - 100.0).abs() < 1e-9, "{speed}");
        assert_eq!(flight.speed([8.0, 9.0, 5.0], 7.06), 0.0);
        // Without motion there are no frames: the last one was an hour ago.
        let speed = flight.speed([8.0, 9.0, 15.0], 3600.0);
        assert!((speed - 10.0 / MAX_STEP).abs() < 1e-9, "{speed}");
    }
}

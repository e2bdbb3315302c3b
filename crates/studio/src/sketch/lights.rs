//! Light by a number that it follows: by height over a plane, by the sun's height around a planet.

use orogen_view::Falling;

/// Light between two numbers, from even steps.
pub(super) struct Lights {
    from: f32,
    step: f32,
    list: Vec<Falling>,
}

impl Lights {
    /// As many steps as numbers lie between are enough for what is drafted.
    pub(super) fn new([from, to]: [f32; 2], steps: u16, falling: impl Fn(f32) -> Falling) -> Self {
        let step = ((to - from) / f32::from(steps)).max(1e-6);
        let list = (0..=steps).map(|at| falling(from + step * f32::from(at))).collect();
        Self { from, step, list }
    }

    /// The light there; beyond an end, that of the end.
    pub(super) fn at(&self, number: f32) -> Falling {
        let last = self.list.len() - 1;
        let along = ((number - self.from) / self.step).clamp(0.0, last as f32);
        let first = (along as usize).min(last - 1);
        self.list[first].mixed(&self.list[first + 1], along - first as f32)
    }
}

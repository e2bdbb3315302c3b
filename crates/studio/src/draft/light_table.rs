//! Tabulated light: by height over a plane, by the sun's elevation around a planet.

use orogen_view::LocalLight;

/// Light tabulated at even steps of a parameter.
pub(super) struct LightTable {
    from: f32,
    step: f32,
    list: Vec<LocalLight>,
}

impl LightTable {
    /// Tabulates a range in this many steps.
    pub(super) fn new([from, to]: [f32; 2], steps: u16, light: impl Fn(f32) -> LocalLight) -> Self {
        let step = ((to - from) / f32::from(steps)).max(1e-6);
        let list = (0..=steps).map(|at| light(from + step * f32::from(at))).collect();
        Self { from, step, list }
    }

    /// Interpolates; clamps outside the range.
    pub(super) fn at(&self, number: f32) -> LocalLight {
        let last = self.list.len() - 1;
        let along = ((number - self.from) / self.step).clamp(0.0, last as f32);
        let first = (along as usize).min(last - 1);
        self.list[first].mixed(&self.list[first + 1], along - first as f32)
    }
}

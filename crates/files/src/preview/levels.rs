//! Heights as levels from 0 to 1, which the colours depend on.

/// Levels of dry ground and depths of the sea, both from 0 to 1.
///
/// The level of a height mixes two shares by the weight `rank`: the height's share of the range from the lowest to the
/// highest ground, and the share of the ground that is lower. The first share alone would paint a range of high plateaus
/// all white. The second share alone would put a snow line on terraces that are nearly level.
pub(crate) struct Levels {
    /// The height of the surface of the sea in metres, if any ground is below it.
    pub(crate) sea: Option<f32>,
    low: f32,
    high: f32,
    deepest: f32,
    /// Levels at `STEPS + 1` heights from `low` to `high`.
    table: Vec<f32>,
}

const STEPS: usize = 512;

impl Levels {
    pub(crate) fn new(heights: &[f32], sea_level: Option<f32>, rank: f32) -> Self {
        let sorted = sorted_sample(heights.iter().copied());
        let deepest = heights.iter().copied().fold(f32::INFINITY, f32::min);
        let sea = sea_level.filter(|&sea| deepest < sea);
        let dry = &sorted[sea.map_or(0, |sea| sorted.partition_point(|&height| height < sea))..];
        // The few highest and lowest samples do not set the scale.
        let outliers = dry.len() / 400;
        let low = sea.unwrap_or_else(|| dry[outliers]);
        let high = dry.get(dry.len().wrapping_sub(1 + outliers)).map_or(low, |&height| height.max(low));
        let table = (0..=STEPS).map(|i| {
            let share = i as f32 / STEPS as f32;
            let below = dry.partition_point(|&height| height < low + share * (high - low));
            share + rank * (below as f32 / dry.len().max(1) as f32 - share)
        });
        Self { sea, low, high, deepest, table: table.collect() }
    }

    /// The level of dry ground. Ground without relief gets a level near the lower end.
    pub(crate) fn level(&self, height: f32) -> f32 {
        const PLAIN: f32 = 0.3;
        let range = self.high - self.low;
        if range <= 0.0 {
            return PLAIN;
        }
        let at = ((height - self.low) / range).clamp(0.0, 1.0) * STEPS as f32;
        let (below, above) = (self.table[at as usize], self.table[STEPS.min(at as usize + 1)]);
        below + (above - below) * at.fract()
    }

    /// Depth below the sea: 0 at its surface, 1 at the deepest point.
    pub(crate) fn depth(&self, height: f32) -> f32 {
        ((self.low - height) / (self.low - self.deepest)).clamp(0.0, 1.0)
    }
}

/// Some tens of thousands of the values, evenly picked and sorted.
pub(crate) fn sorted_sample(values: impl ExactSizeIterator<Item = f32>) -> Vec<f32> {
    let step = values.len() / 40_000 + 1;
    let mut sample: Vec<f32> = values.step_by(step).collect();
    sample.sort_unstable_by(f32::total_cmp);
    sample
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_the_mean_of_height_share_and_rank() {
        // Nine tenths of the ground are in the upper half.
        let heights: Vec<f32> =
            (0..1000).map(|i| if i < 100 { i as f32 } else { 100.0 + i as f32 / 9.0 }).collect();
        let levels = Levels::new(&heights, None, 0.5);
        assert_eq!(levels.sea, None);
        let middle = levels.level(0.5 * (heights[2] + heights[997]));
        assert!((middle - 0.5 * (0.5 + 0.1)).abs() < 0.02, "{middle}");
        assert_eq!((levels.level(-9.0), levels.level(1e9)), (levels.level(heights[2]), 1.0 - 0.5 * 0.003));
    }

    #[test]
    fn a_plain_is_near_the_lower_end() {
        assert_eq!(Levels::new(&[5.0; 9], None, 0.5).level(5.0), 0.3);
    }

    #[test]
    fn levels_begin_at_the_sea_level() {
        let heights: Vec<f32> = (-100..300).map(|i| i as f32).collect();
        let wet = Levels::new(&heights, Some(0.0), 0.5);
        assert_eq!(
            (wet.level(0.0), wet.depth(0.0), wet.depth(-50.0), wet.depth(-100.0)),
            (0.0, 0.0, 0.5, 1.0)
        );
        assert_eq!(Levels::new(&heights, Some(-100.0), 0.5).sea, None);
    }
}

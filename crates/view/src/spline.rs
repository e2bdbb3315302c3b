//! Splines in time.

use glam::DVec3;

/// Interpolates between states at uneven times. Each component is a separate spline.
///
/// Between two times, a component follows a cubic with the speeds of Catmull and Rom. The speed at each state is the mean of the
/// speeds in the intervals before and after, where the shorter interval counts more. So a component passes each state at its
/// time, and its speed is continuous. The speed at a state is at most three times the slower of these two speeds. So a straight
/// path never turns back between its states (F. N. Fritsch and R. E. Carlson, "Monotone piecewise cubic interpolation", 1980),
/// and it rests where a state is repeated.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spline<const N: usize> {
    times: Vec<f64>,
    states: Vec<[DVec3; N]>,
    /// Speed at each state, per second.
    speeds: Vec<[DVec3; N]>,
}

impl<const N: usize> Spline<N> {
    /// A spline through at least two states, at increasing times.
    pub(crate) fn new(times: Vec<f64>, states: Vec<[DVec3; N]>) -> Self {
        let speeds = speeds(&times, &states);
        Self { times, states, speeds }
    }

    pub(crate) fn begin(&self) -> f64 {
        self.times[0]
    }

    pub(crate) fn seconds(&self) -> f64 {
        self.times[self.times.len() - 1] - self.begin()
    }

    /// The state at a time. Before the first time it is the first state, after the last time the last state.
    pub(crate) fn at(&self, time: f64) -> [DVec3; N] {
        let time = time.clamp(self.begin(), self.begin() + self.seconds());
        let next = self.times.partition_point(|&at| at <= time).clamp(1, self.times.len() - 1);
        let length = self.times[next] - self.times[next - 1];
        let t = (time - self.times[next - 1]) / length;
        let all = [&self.states[next - 1], &self.states[next], &self.speeds[next - 1], &self.speeds[next]];
        // Hermite's cubic.
        join(all, |[from, to, leaving, arriving]| {
            let bend = t * (1.0 - t) * length;
            from + (to - from) * (t * t * (3.0 - 2.0 * t)) + leaving * (bend * (1.0 - t))
                - arriving * (bend * t)
        })
    }
}

/// Combines several states component by component.
fn join<const N: usize, const M: usize>(
    all: [&[DVec3; N]; M],
    how: impl Fn([DVec3; M]) -> DVec3,
) -> [DVec3; N] {
    std::array::from_fn(|part| how(all.map(|state| state[part])))
}

fn speeds<const N: usize>(times: &[f64], states: &[[DVec3; N]]) -> Vec<[DVec3; N]> {
    let steps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let between: Vec<[DVec3; N]> = states
        .windows(2)
        .zip(&steps)
        .map(|(pair, step)| join([&pair[0], &pair[1]], |[a, b]| (b - a) / *step))
        .collect();
    let at = |key: usize| {
        if key == 0 || key == steps.len() {
            return between[key.min(steps.len() - 1)];
        }
        let (before, after) = (steps[key - 1], steps[key]);
        join([&between[key - 1], &between[key]], |[arriving, leaving]| {
            // A component stops where it reverses its direction.
            if arriving.dot(leaving) <= -0.999 * arriving.length() * leaving.length() {
                return DVec3::ZERO;
            }
            let mean = (arriving * after + leaving * before) / (before + after);
            mean.clamp_length_max(3.0 * arriving.length().min(leaving.length()))
        })
    };
    (0..times.len()).map(at).collect()
}

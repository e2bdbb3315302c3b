//! Strokes on planets, including blurs.
//!
//! Tiles of planets share no raster. So a blur reads the ground at separate positions: *nodes* that are spread over the
//! sphere. The blurred ground is then a function of the position, with the same bits in every tile and without seams. The
//! ground at a node includes the earlier strokes, and blurs among these strokes read more nodes. `plan` finds all nodes, from
//! the last stroke back to the first. Then all strokes are applied in order, to nodes and samples together. `node_cache`
//! caches the heights of nodes under a stroke, so the earlier strokes need not be applied to these nodes again. Results do
//! not depend on what is cached.
//!
//! The time grows with the number of overlapping blurs, or with the square of this number if all blurs have different radii.
//! With cached nodes, a new stroke only computes its own nodes.

mod blur;
mod node_cache;
mod plan;
mod rings;

use std::collections::BTreeMap;

use orogen_engine::overlay::Watch;
use rayon::prelude::*;

use super::{Options, PreparedStrokes};
use crate::jet::{Jet, Precision};
use crate::stroke::Surface;
use crate::vector::{dot, minus};
use blur::Blur;
pub(crate) use blur::is_visible;
pub(crate) use node_cache::{CacheBudget, NodeCache};
use plan::{Plan, PlanResult, Stage};
use rings::Node;

/// Maximum number of samples that are computed together.
const BATCH: usize = 8192;

/// Maximum number of samples that share a list of nodes.
const GROUP: usize = 256;

impl PreparedStrokes {
    /// Applies all strokes to samples of a planet. If `go_on` returns false, stops and returns false; the samples are then
    /// meaningless.
    pub(super) fn lay_on_globe(
        &self,
        positions: &[[f64; 3]],
        ground: &mut [Jet<3>],
        precision: Precision,
        go_on: Watch<'_>,
    ) -> bool {
        let options = (precision, go_on);
        let batch = |from: usize| from..positions.len().min(from + BATCH);
        let mut open: Vec<_> = (0..positions.len()).step_by(BATCH).map(batch).collect();
        while let Some(range) = open.pop() {
            match Plan::of(self, &positions[range.clone()], options) {
                PlanResult::Cancelled => return false,
                PlanResult::TooLarge => {
                    let half = range.start + range.len() / 2;
                    open.extend([range.start..half, half..range.end]);
                }
                PlanResult::Ready(plan) => {
                    if !self.run(plan, &positions[range.clone()], &mut ground[range], options) {
                        return false;
                    }
                }
            }
        }
        go_on()
    }

    /// The blur of a stroke, if it has a blur that samples show.
    fn blur(&self, number: usize) -> Option<Blur> {
        let Surface::Planet(sphere) = self.surface else { unreachable!("planes use rasters") };
        Blur::new(sphere, self.strokes[number].blur()?, self.detail)
    }

    /// The cached ground under a visible blur.
    fn node_cache(&self, number: usize) -> &NodeCache {
        self.node_caches[number].as_ref().unwrap_or_else(|| unreachable!("a visible blur has a node cache"))
    }

    /// Applies all strokes in order, to the samples and to the nodes of a plan.
    fn run(&self, plan: Plan, positions: &[[f64; 3]], ground: &mut [Jet<3>], options: Options<'_>) -> bool {
        let (precision, go_on) = options;
        let base = ground.to_vec();
        let Plan { mut stages, mut nodes } = plan;
        nodes.begin(|positions| self.on_sphere(positions, options));
        let (mut next, mut done) = (0, Vec::new());
        while let Some(mut stage) = stages.pop() {
            self.apply(next..stage.number, positions, &base, ground, options);
            let active = nodes.active(stage.number);
            nodes.change(&active, |positions, base, ground| {
                self.apply(next..stage.number, positions, base, ground, options);
            });
            if !go_on() {
                return false;
            }
            stage.cached.extend(stage.computed.iter().map(|&(key, entry)| (key, nodes.heights(entry))));
            self.move_towards(&stage, &stage.samples, positions, ground, go_on);
            nodes.change(&stage.touched, |positions, _, ground| {
                let all: Vec<_> = (0..positions.len()).collect();
                self.move_towards(
                    &stage,
                    &groups(&all, positions, stage.blur.side()),
                    positions,
                    ground,
                    go_on,
                );
            });
            next = stage.number + 1;
            done.push(stage);
        }
        self.apply(next..self.len(), positions, &base, ground, options);
        // Unfinished heights are not cached. The last blurs are cached first, because a hit for a later blur makes nodes of
        // earlier blurs unnecessary.
        if !go_on() {
            return false;
        }
        for stage in done.iter().rev() {
            let computed = stage.computed.iter().map(|(key, _)| (*key, stage.cached[key]));
            self.node_cache(stage.number).insert(computed, precision);
        }
        true
    }

    /// Moves groups of samples towards the blurred ground, or away from it.
    fn move_towards(
        &self,
        stage: &Stage,
        groups: &[Group],
        positions: &[[f64; 3]],
        ground: &mut [Jet<3>],
        go_on: Watch<'_>,
    ) {
        let targets = stage.targets(groups, positions, go_on);
        let touched: Vec<_> = targets.iter().map(|&(i, _)| positions[i]).collect();
        let mut moved: Vec<_> = targets.iter().map(|&(i, _)| ground[i]).collect();
        let target_jets: Vec<_> = targets.iter().map(|&(_, target)| target).collect();
        self.apply_blur(stage.number, &touched, &mut moved, &target_jets);
        targets.iter().zip(moved).for_each(|(&(i, _), jet)| ground[i] = jet);
    }
}

impl Stage {
    /// The blurred ground at the positions of some groups, in any order. Incomplete if `go_on` returns false.
    fn targets(&self, groups: &[Group], positions: &[[f64; 3]], go_on: Watch<'_>) -> Vec<(usize, Jet<3>)> {
        let targets = groups.par_iter().filter(|_| go_on()).flat_map_iter(|group| {
            let height = |node: Node| (node, self.cached[&node.key][1]);
            let nodes: Vec<_> = group.nodes(&self.blur).into_iter().map(height).collect();
            let around: Vec<_> = group.which.iter().map(|&i| positions[i]).collect();
            group.which.iter().copied().zip(self.blur.targets(&around, &nodes))
        });
        targets.collect()
    }
}

/// A group of neighbouring positions.
#[derive(Debug)]
struct Group {
    /// The indices of the positions of this group in the list of all positions.
    which: Vec<usize>,
    /// A position on the sphere.
    middle: [f64; 3],
    /// Distance in metres from the middle to the farthest position.
    radius: f64,
}

impl Group {
    fn new(which: &[usize], positions: &[[f64; 3]]) -> Self {
        // The positions are close together, so the first one is near enough to the middle.
        let middle = positions[which[0]];
        let away = which.iter().map(|&i| minus(&positions[i], &middle)).map(|away| dot(&away, &away));
        Self { which: which.to_vec(), middle, radius: away.fold(0.0, f64::max).sqrt() }
    }

    /// The nodes that a blur reads for these positions, and some nodes farther away.
    fn nodes(&self, blur: &Blur) -> Vec<Node> {
        blur.rings.near(&self.middle, self.radius + blur.reach)
    }
}

/// Groups some of the positions by the cubes that they are in.
fn groups(which: &[usize], positions: &[[f64; 3]], side: f64) -> Vec<Group> {
    let mut cubes: BTreeMap<[i64; 3], Vec<usize>> = BTreeMap::new();
    for &i in which {
        cubes.entry(positions[i].map(|x| (x / side).floor() as i64)).or_default().push(i);
    }
    cubes.values().flat_map(|which| which.chunks(GROUP)).map(|which| Group::new(which, positions)).collect()
}

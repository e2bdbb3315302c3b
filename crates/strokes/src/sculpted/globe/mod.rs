//! Strokes on planets, with blurs among them.
//!
//! Tiles of planets have no raster in common. So a blur looks at places of its own, *nodes* spread over the whole sphere: what it aims
//! at is a function of the place, with the same bits in every tile, and no seams. The ground at the nodes is that under the
//! blur, with the blurs before it, which look at further nodes. Which these are is found backwards (`plan`); then all strokes
//! are laid in their order, on nodes and samples together. What nodes under a stroke came to is remembered (`seen`), and
//! saves what lies before that; nothing depends on it.

mod blur;
mod plan;
mod rings;
mod seen;

use std::collections::BTreeMap;

use orogen::overlay::Watch;
use rayon::prelude::*;

use super::{How, Sculpted};
use crate::jet::{Jet, Precision};
use crate::stroke::Ground;
use crate::vector::{dot, minus};
use blur::Blur;
pub(crate) use blur::is_visible;
use plan::{Plan, Planned, Stage};
use rings::Node;
pub(crate) use seen::{Remembered, Seen};

/// The samples that are made together, at most.
const BATCH: usize = 8192;

/// The samples that look at the same nodes, at most.
const GROUP: usize = 256;

impl Sculpted {
    /// Lays all strokes on samples of a planet. Nothing is of meaning once `go_on` says no: then it returns false.
    pub(super) fn lay_on_globe(
        &self,
        places: &[[f64; 3]],
        ground: &mut [Jet<3>],
        precision: Precision,
        go_on: Watch<'_>,
    ) -> bool {
        let how = (precision, go_on);
        let batch = |from: usize| from..places.len().min(from + BATCH);
        let mut open: Vec<_> = (0..places.len()).step_by(BATCH).map(batch).collect();
        while let Some(range) = open.pop() {
            match Plan::of(self, &places[range.clone()], how) {
                Planned::Stopped => return false,
                Planned::TooMuch => {
                    let half = range.start + range.len() / 2;
                    open.extend([range.start..half, half..range.end]);
                }
                Planned::Whole(plan) => {
                    if !self.run(plan, &places[range.clone()], &mut ground[range], how) {
                        return false;
                    }
                }
            }
        }
        go_on()
    }

    /// The blur of a stroke that has one which is seen.
    fn blur(&self, number: usize) -> Option<Blur> {
        let Ground::Planet(sphere) = self.ground else { unreachable!("planes have rasters") };
        Blur::new(sphere, self.strokes[number].blur()?, self.detail)
    }

    /// What is remembered of the ground under a blur that is seen.
    fn seen(&self, number: usize) -> &Seen {
        self.seen[number].as_ref().unwrap_or_else(|| unreachable!("it looks at nodes"))
    }

    /// Lays all strokes in their order, on the samples and on the nodes of a plan.
    fn run(&self, plan: Plan, places: &[[f64; 3]], ground: &mut [Jet<3>], how: How<'_>) -> bool {
        let (precision, go_on) = how;
        let base = ground.to_vec();
        let Plan { mut stages, mut nodes } = plan;
        nodes.begin(|places| self.on_sphere(places, how));
        let (mut next, mut done) = (0, Vec::new());
        while let Some(mut stage) = stages.pop() {
            self.lay(next..stage.number, places, &base, ground, how);
            let active = nodes.active(stage.number);
            nodes.change(&active, |places, base, ground| {
                self.lay(next..stage.number, places, base, ground, how);
            });
            if !go_on() {
                return false;
            }
            stage.known.extend(stage.made.iter().map(|&(key, entry)| (key, nodes.under(entry))));
            self.draw(&stage, &stage.samples, places, ground, go_on);
            nodes.change(&stage.touched, |places, _, ground| {
                let all: Vec<_> = (0..places.len()).collect();
                self.draw(&stage, &groups(&all, places, stage.blur.side()), places, ground, go_on);
            });
            next = stage.number + 1;
            done.push(stage);
        }
        self.lay(next..self.len(), places, &base, ground, how);
        // What was left half done is not to be remembered. The last blurs come first: who knows them need not go back.
        if !go_on() {
            return false;
        }
        for stage in done.iter().rev() {
            let made = stage.made.iter().map(|(key, _)| (*key, stage.known[key]));
            self.seen(stage.number).keep(made, precision);
        }
        true
    }

    /// Moves groups of samples towards what a blur aims at, or away.
    fn draw(
        &self,
        stage: &Stage,
        groups: &[Group],
        places: &[[f64; 3]],
        ground: &mut [Jet<3>],
        go_on: Watch<'_>,
    ) {
        let aims = stage.aims(groups, places, go_on);
        let touched: Vec<_> = aims.iter().map(|&(i, _)| places[i]).collect();
        let mut moved: Vec<_> = aims.iter().map(|&(i, _)| ground[i]).collect();
        let aimed: Vec<_> = aims.iter().map(|&(_, aim)| aim).collect();
        self.draw_towards(stage.number, &touched, &mut moved, &aimed);
        aims.iter().zip(moved).for_each(|(&(i, _), jet)| ground[i] = jet);
    }
}

impl Stage {
    /// What the blur aims at in the places of some groups, in no order; not all, once `go_on` says no.
    fn aims(&self, groups: &[Group], places: &[[f64; 3]], go_on: Watch<'_>) -> Vec<(usize, Jet<3>)> {
        let aims = groups.par_iter().filter(|_| go_on()).flat_map_iter(|group| {
            let height = |node: Node| (node, self.known[&node.key][1]);
            let nodes: Vec<_> = group.nodes(&self.blur).into_iter().map(height).collect();
            let around: Vec<_> = group.which.iter().map(|&i| places[i]).collect();
            group.which.iter().copied().zip(self.blur.aims(&around, &nodes))
        });
        aims.collect()
    }
}

/// Places that lie together.
#[derive(Debug)]
struct Group {
    /// Which they are.
    which: Vec<usize>,
    /// A place of the sphere.
    middle: [f64; 3],
    /// Metres around the middle that hold all of them.
    radius: f64,
}

impl Group {
    fn new(which: &[usize], places: &[[f64; 3]]) -> Self {
        // None of them is far, so the first is middle enough.
        let middle = places[which[0]];
        let away = which.iter().map(|&i| minus(&places[i], &middle)).map(|away| dot(&away, &away));
        Self { which: which.to_vec(), middle, radius: away.fold(0.0, f64::max).sqrt() }
    }

    /// The nodes that a blur looks at from there, and some beside.
    fn nodes(&self, blur: &Blur) -> Vec<Node> {
        blur.rings.near(&self.middle, self.radius + blur.reach)
    }
}

/// Some of the places, by the cubes of space that they lie in.
fn groups(which: &[usize], places: &[[f64; 3]], side: f64) -> Vec<Group> {
    let mut cubes: BTreeMap<[i64; 3], Vec<usize>> = BTreeMap::new();
    for &i in which {
        cubes.entry(places[i].map(|x| (x / side).floor() as i64)).or_default().push(i);
    }
    cubes.values().flat_map(|which| which.chunks(GROUP)).map(|which| Group::new(which, places)).collect()
}

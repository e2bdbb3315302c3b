//! Strokes on planets, with blurs among them.
//!
//! Tiles of planets have no raster in common. So a blur looks at places of its own, spread over the whole sphere: what it aims
//! at is a function of the place, with the same bits in every tile, and no seams. The ground there is that before the blur, with
//! the blurs before it; these look at further places, and what is known of them is kept.

mod blur;
mod rings;

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use orogen::overlay::Watch;
use rayon::prelude::*;

use super::Sculpted;
use crate::cell::{Jet, Precision};
use crate::stroke::Ground;
use crate::vector::{dot, minus};
use blur::Blur;
use rings::{Key, Node};

/// The samples that are worked on at once, for what is remembered meanwhile.
const BATCH: usize = 8192;

/// The samples that look at the same nodes, at most.
const GROUP: usize = 256;

/// The most nodes that are remembered of a stroke: about 4 MB.
const MOST_KEPT: usize = 1 << 16;

/// The ground without strokes at a node, and that under a stroke.
type Under = [f64; 2];

/// The ground under a stroke at the nodes that were asked for, in either precision. It depends on the strokes before it,
/// which never change.
#[derive(Debug, Default)]
pub(crate) struct Seen([Mutex<HashMap<Key, Under>>; 2]);

impl Seen {
    fn of(&self, precision: Precision) -> MutexGuard<'_, HashMap<Key, Under>> {
        self.0[usize::from(precision == Precision::Double)].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what is known, as far as there is room.
    fn keep(&self, under: &HashMap<Key, Under>, precision: Precision) {
        let mut seen = self.of(precision);
        if seen.len() + under.len() > MOST_KEPT {
            seen.clear();
        }
        seen.extend(under.iter().take(MOST_KEPT));
    }
}

/// How samples are made: how exactly, and for how long.
type How<'a> = (Precision, Watch<'a>);

impl Sculpted {
    /// Lays all strokes on samples of a planet. Nothing is of meaning once `go_on` says no: then it returns false.
    pub(super) fn lay_on_globe(
        &self,
        places: &[[f64; 3]],
        ground: &mut [Jet<3>],
        precision: Precision,
        go_on: Watch<'_>,
    ) -> bool {
        for (places, ground) in places.chunks(BATCH).zip(ground.chunks_mut(BATCH)) {
            let base = ground.to_vec();
            if !self.lay_some(0..self.len(), places, &base, ground, (precision, go_on)) {
                return false;
            }
        }
        go_on()
    }

    /// Lays some of the strokes, on samples with those before.
    fn lay_some(
        &self,
        which: Range<usize>,
        places: &[[f64; 3]],
        base: &[Jet<3>],
        ground: &mut [Jet<3>],
        how: How<'_>,
    ) -> bool {
        let mut next = which.start;
        for number in which.clone() {
            let Some(blur) = self.blur(number) else { continue };
            self.lay(next..number, places, base, ground, how);
            next = number + 1;
            let Some(aims) = self.aims(number, &blur, places, how) else { return false };
            self.draw(number, places, ground, &aims);
        }
        self.lay(next..which.end, places, base, ground, how);
        let (_, go_on) = how;
        go_on()
    }

    /// The blur of a stroke that has one which is seen.
    fn blur(&self, number: usize) -> Option<Blur> {
        let Ground::Planet(sphere) = self.ground else { unreachable!("planes have rasters") };
        Blur::new(sphere, self.strokes[number].blur()?, self.detail)
    }

    /// What a blur aims at, in the places that its stroke touches; elsewhere that is of no meaning.
    fn aims(&self, number: usize, blur: &Blur, places: &[[f64; 3]], how: How<'_>) -> Option<Vec<Jet<3>>> {
        let touched = self.touched(number..number + 1, places);
        let groups = groups(&touched, places, 0.5 * blur.reach);
        let around = |group: &Group| blur.rings.near(&group.middle, group.radius + blur.reach);
        let around: Vec<_> = groups.par_iter().map(around).collect();
        let wanted = around.iter().flatten().map(|node| (node.key, node.place)).collect();
        let under = self.under(number, wanted, how)?;
        let aims = groups.par_iter().zip(around).map(|(group, nodes)| {
            let height = |node: Node| (node, under[&node.key][1]);
            let nodes: Vec<_> = nodes.into_iter().map(height).collect();
            let places: Vec<_> = group.which.iter().map(|&i| places[i]).collect();
            (group, blur.aims(&places, &nodes))
        });
        let aims: Vec<_> = aims.collect();
        let mut all = vec![Jet::constant(0.0); places.len()];
        for (group, aims) in aims {
            group.which.iter().zip(aims).for_each(|(&i, aim)| all[i] = aim);
        }
        Some(all)
    }

    /// The ground under a stroke at nodes. What is not known is made of the ground under the last stroke before it that looks at
    /// the same nodes, or else from the beginning.
    fn under(
        &self,
        number: usize,
        mut unknown: BTreeMap<Key, [f64; 3]>,
        how: How<'_>,
    ) -> Option<HashMap<Key, Under>> {
        let (precision, go_on) = how;
        let mut under = HashMap::with_capacity(unknown.len());
        {
            let seen = self.seen[number].of(precision);
            under.extend(unknown.keys().filter_map(|key| Some((*key, *seen.get(key)?))));
        }
        unknown.retain(|key, _| !under.contains_key(key));
        if unknown.is_empty() {
            return Some(under);
        }
        let radius = self.strokes[number].blur();
        let before = (0..number).rev().find(|&before| self.strokes[before].blur() == radius);
        let begun = before.map(|before| self.under(before, unknown.clone(), how));
        let nodes: Vec<_> = unknown.into_iter().collect();
        for nodes in nodes.chunks(BATCH) {
            let (keys, places): (Vec<_>, Vec<_>) = nodes.iter().copied().unzip();
            let (base, mut ground) = match &begun {
                Some(begun) => {
                    let begun = begun.as_ref()?;
                    let part = |part: usize| keys.iter().map(move |key| Jet::constant(begun[key][part]));
                    (part(0).collect(), part(1).collect())
                }
                None => {
                    let base = self.on_sphere(&places, precision);
                    (base.clone(), base)
                }
            };
            if !go_on() || !self.lay_some(before.unwrap_or(0)..number, &places, &base, &mut ground, how) {
                return None;
            }
            let made = base.iter().zip(&ground).map(|(base, ground)| [base.value, ground.value]);
            under.extend(keys.into_iter().zip(made));
        }
        self.seen[number].keep(&under, precision);
        Some(under)
    }
}

/// Places that lie together.
#[derive(Clone, Debug)]
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
}

/// Some of the places, by the cubes of space that they lie in.
fn groups(which: &[usize], places: &[[f64; 3]], side: f64) -> Vec<Group> {
    let mut cubes: BTreeMap<[i64; 3], Vec<usize>> = BTreeMap::new();
    for &i in which {
        cubes.entry(places[i].map(|x| (x / side).floor() as i64)).or_default().push(i);
    }
    cubes.values().flat_map(|which| which.chunks(GROUP)).map(|which| Group::new(which, places)).collect()
}

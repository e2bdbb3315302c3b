//! Which nodes are needed for samples with blurs, and from where on.

use std::collections::{BTreeMap, HashMap};

use orogen::bounds::Bounds;
use rayon::prelude::*;

use super::blur::Blur;
use super::rings::{Key, Lattice};
use super::seen::Under;
use super::{Group, groups};
use crate::jet::Jet;
use crate::sculpted::{How, Sculpted};

/// The most nodes that are made or looked up together, all blurs counted, unless it is for a single sample: about 50 MB.
const MOST: usize = 1 << 19;

/// What is to be done for samples.
#[derive(Debug)]
pub(super) struct Plan {
    /// The blurs that touch something, the last one first.
    pub(super) stages: Vec<Stage>,
    pub(super) nodes: Nodes,
}

#[derive(Debug)]
pub(super) enum Planned {
    Whole(Plan),
    /// Ask for fewer samples.
    TooMuch,
    Stopped,
}

/// A blur.
#[derive(Debug)]
pub(super) struct Stage {
    /// Its stroke's number.
    pub(super) number: usize,
    pub(super) blur: Blur,
    /// The samples that it touches.
    pub(super) samples: Vec<Group>,
    /// The nodes of later blurs that it touches, those that begin under it among them.
    pub(super) touched: Vec<usize>,
    /// The ground under it at nodes where that is remembered.
    pub(super) known: HashMap<Key, Under>,
    /// The other nodes that it looks at.
    pub(super) made: Vec<(Key, usize)>,
}

/// Nodes whose ground is made, stroke by stroke.
#[derive(Debug, Default)]
pub(super) struct Nodes(Vec<Entry>);

/// A node for some time: it may be remembered under a stroke and be needed under one before that, too.
#[derive(Clone, Copy, Debug)]
struct Entry {
    place: [f64; 3],
    /// The blur under which it begins as it is remembered; without one it begins with the ground without strokes.
    from: Option<usize>,
    /// The highest number of a blur that looks at it.
    until: usize,
    under: Under,
}

/// Nodes that are needed further back, by the rings that they lie on, and their entries.
type Pending = BTreeMap<Lattice, BTreeMap<Key, usize>>;

impl Plan {
    /// Goes back from the last blur to the first: each looks at nodes around the samples that it touches, and around the nodes of
    /// later ones that it touches.
    pub(super) fn of(ground: &Sculpted, places: &[[f64; 3]], (precision, go_on): How<'_>) -> Planned {
        let mut bounds = places.iter().fold(Bounds::NONE, |bounds, place| bounds.with(place));
        let (mut stages, mut nodes, mut pending) = (Vec::new(), Nodes::default(), Pending::new());
        let mut count = 0;
        for number in (0..ground.len()).rev() {
            let Some(blur) = ground.blur(number) else { continue };
            if !ground.strokes[number].bounds.meets(&bounds) {
                continue;
            } else if !go_on() {
                return Planned::Stopped;
            }
            let (samples, touched, wanted) = looked_at(ground, number, &blur, places, &nodes, &pending);
            if wanted.is_empty() {
                continue;
            }
            let mut stage = Stage { number, blur, samples, touched, known: HashMap::new(), made: Vec::new() };
            let alike = pending.entry(blur.rings.lattice()).or_default();
            ground.seen(number).recall(precision, |seen| {
                // What later blurs look at begins here, where that is known.
                alike.retain(|key, entry| match seen.get(key) {
                    Some(&under) => {
                        nodes.begin_at(*entry, number, under);
                        false
                    }
                    None => true,
                });
                for (key, place) in wanted {
                    if let Some(&under) = seen.get(&key) {
                        stage.known.insert(key, under);
                    } else {
                        bounds = bounds.with(&place);
                        let entry = *alike.entry(key).or_insert_with(|| nodes.add(place, number));
                        stage.made.push((key, entry));
                    }
                }
            });
            count += stage.touched.len() + stage.known.len() + stage.made.len();
            stages.push(stage);
            if count > MOST && places.len() > 1 {
                return Planned::TooMuch;
            }
        }
        Planned::Whole(Self { stages, nodes })
    }
}

/// The samples and the nodes that a blur touches, and the nodes that it looks at from there.
fn looked_at(
    ground: &Sculpted,
    number: usize,
    blur: &Blur,
    places: &[[f64; 3]],
    nodes: &Nodes,
    pending: &Pending,
) -> (Vec<Group>, Vec<usize>, BTreeMap<Key, [f64; 3]>) {
    let side = blur.side();
    let samples = groups(&ground.touched(number..number + 1, places), places, side);
    let entries: Vec<_> = pending.values().flat_map(BTreeMap::values).copied().collect();
    let of_entries: Vec<_> = entries.iter().map(|&entry| nodes.0[entry].place).collect();
    let touched = ground.touched(number..number + 1, &of_entries);
    let others = groups(&touched, &of_entries, side);
    let around = samples.par_iter().chain(&others).map(|group| group.nodes(blur));
    let around: Vec<_> = around.collect();
    let wanted = around.iter().flatten().map(|node| (node.key, node.place)).collect();
    (samples, touched.into_iter().map(|i| entries[i]).collect(), wanted)
}

impl Nodes {
    /// A node that a blur looks at.
    fn add(&mut self, place: [f64; 3], until: usize) -> usize {
        self.0.push(Entry { place, from: None, until, under: [0.0; 2] });
        self.0.len() - 1
    }

    /// Lets a node begin under a blur, with what is remembered.
    fn begin_at(&mut self, entry: usize, number: usize, under: Under) {
        (self.0[entry].from, self.0[entry].under) = (Some(number), under);
    }

    /// Gives those that are not remembered the ground without strokes.
    pub(super) fn begin(&mut self, base: impl FnOnce(&[[f64; 3]]) -> Vec<Jet<3>>) {
        let fresh: Vec<_> = self.0.iter_mut().filter(|entry| entry.from.is_none()).collect();
        let places: Vec<_> = fresh.iter().map(|entry| entry.place).collect();
        for (entry, jet) in fresh.into_iter().zip(base(&places)) {
            entry.under = [jet.value; 2];
        }
    }

    /// Those that have begun before a blur, and are looked at by it or a later one.
    pub(super) fn active(&self, number: usize) -> Vec<usize> {
        let is_active = |entry: &Entry| entry.from.is_none_or(|from| from < number) && entry.until >= number;
        (0..self.0.len()).filter(|&entry| is_active(&self.0[entry])).collect()
    }

    /// Changes the ground at some of them; `change` gets the places, the ground without strokes, and that with the strokes before.
    pub(super) fn change(
        &mut self,
        which: &[usize],
        change: impl FnOnce(&[[f64; 3]], &[Jet<3>], &mut [Jet<3>]),
    ) {
        let places: Vec<_> = which.iter().map(|&entry| self.0[entry].place).collect();
        let part = |part: usize| -> Vec<Jet<3>> {
            which.iter().map(|&entry| Jet::constant(self.0[entry].under[part])).collect()
        };
        let (base, mut ground) = (part(0), part(1));
        change(&places, &base, &mut ground);
        which.iter().zip(ground).for_each(|(&entry, jet)| self.0[entry].under[1] = jet.value);
    }

    /// The ground at one of them, without strokes and with those until now.
    pub(super) fn under(&self, entry: usize) -> Under {
        self.0[entry].under
    }
}

//! Plans which nodes the blurs need, and where their heights come from.

use std::collections::{BTreeMap, HashMap};

use orogen_engine::bounds::Bounds;
use rayon::prelude::*;

use super::blur::Blur;
use super::node_cache::NodeHeights;
use super::rings::{Key, Lattice};
use super::{Group, groups};
use crate::jet::Jet;
use crate::prepared_strokes::{Options, PreparedStrokes};

/// Maximum number of nodes that are computed or looked up together, over all blurs: about 50 MB. A single sample may need
/// more.
const MAX_NODES: usize = 1 << 19;

/// The work for some samples.
#[derive(Debug)]
pub(super) struct Plan {
    /// The blurs that touch a sample or node. The last blur is first.
    pub(super) stages: Vec<Stage>,
    pub(super) nodes: Nodes,
}

#[derive(Debug)]
pub(super) enum PlanResult {
    Ready(Plan),
    /// There are too many nodes. The caller must plan fewer samples at once.
    TooLarge,
    Cancelled,
}

/// The work for one blur.
#[derive(Debug)]
pub(super) struct Stage {
    /// Index of the blur's stroke.
    pub(super) number: usize,
    pub(super) blur: Blur,
    /// The samples that the blur touches.
    pub(super) samples: Vec<Group>,
    /// The nodes of later blurs that the blur touches, including nodes that begin at this blur with cached heights.
    pub(super) touched: Vec<usize>,
    /// Cached heights of nodes that the blur reads.
    pub(super) cached: HashMap<Key, NodeHeights>,
    /// The other nodes that the blur reads. Their heights are computed.
    pub(super) computed: Vec<(Key, usize)>,
}

/// Nodes whose heights are computed, stroke by stroke.
#[derive(Debug, Default)]
pub(super) struct Nodes(Vec<Entry>);

/// A node and the range of strokes that it is computed for. The same node may be cached for one stroke and computed for an
/// earlier stroke.
#[derive(Clone, Copy, Debug)]
struct Entry {
    position: [f64; 3],
    /// The blur at which the node begins, with its cached heights. If `None`, it begins with the ground without strokes.
    from: Option<usize>,
    /// Index of the last blur that reads the node.
    until: usize,
    heights: NodeHeights,
}

/// Nodes whose heights earlier strokes must provide. Maps lattice and key to the index of the entry.
type OpenNodes = BTreeMap<Lattice, BTreeMap<Key, usize>>;

impl Plan {
    /// Plans from the last blur back to the first. Each blur reads nodes around the samples that it touches, and around
    /// the nodes of later blurs that it touches.
    pub(super) fn of(
        ground: &PreparedStrokes,
        positions: &[[f64; 3]],
        (precision, go_on): Options<'_>,
    ) -> PlanResult {
        let mut bounds = positions.iter().fold(Bounds::NONE, |bounds, position| bounds.with(position));
        let (mut stages, mut nodes, mut open_nodes) = (Vec::new(), Nodes::default(), OpenNodes::new());
        let mut count = 0;
        for number in (0..ground.len()).rev() {
            let Some(blur) = ground.blur(number) else { continue };
            if !ground.strokes[number].bounds.meets(&bounds) {
                continue;
            } else if !go_on() {
                return PlanResult::Cancelled;
            }
            let (samples, touched, wanted) =
                nodes_read(ground, number, &blur, positions, &nodes, &open_nodes);
            if wanted.is_empty() {
                continue;
            }
            let mut stage =
                Stage { number, blur, samples, touched, cached: HashMap::new(), computed: Vec::new() };
            let open = open_nodes.entry(blur.rings.lattice()).or_default();
            ground.node_cache(number).with(precision, |cache| {
                // Nodes of later blurs begin here, if their heights are cached.
                open.retain(|key, entry| match cache.get(key) {
                    Some(&heights) => {
                        nodes.begin_at(*entry, number, heights);
                        false
                    }
                    None => true,
                });
                for (key, position) in wanted {
                    if let Some(&heights) = cache.get(&key) {
                        stage.cached.insert(key, heights);
                    } else {
                        bounds = bounds.with(&position);
                        let entry = *open.entry(key).or_insert_with(|| nodes.add(position, number));
                        stage.computed.push((key, entry));
                    }
                }
            });
            count += stage.touched.len() + stage.cached.len() + stage.computed.len();
            stages.push(stage);
            if count > MAX_NODES && positions.len() > 1 {
                return PlanResult::TooLarge;
            }
        }
        PlanResult::Ready(Self { stages, nodes })
    }
}

/// The samples and the nodes that a blur touches, and the nodes that it reads.
fn nodes_read(
    ground: &PreparedStrokes,
    number: usize,
    blur: &Blur,
    positions: &[[f64; 3]],
    nodes: &Nodes,
    open_nodes: &OpenNodes,
) -> (Vec<Group>, Vec<usize>, BTreeMap<Key, [f64; 3]>) {
    let side = blur.side();
    let samples = groups(&ground.touched(number..number + 1, positions), positions, side);
    let entries: Vec<_> = open_nodes.values().flat_map(BTreeMap::values).copied().collect();
    let of_entries: Vec<_> = entries.iter().map(|&entry| nodes.0[entry].position).collect();
    let touched = ground.touched(number..number + 1, &of_entries);
    let others = groups(&touched, &of_entries, side);
    let around = samples.par_iter().chain(&others).map(|group| group.nodes(blur));
    let around: Vec<_> = around.collect();
    let wanted = around.iter().flatten().map(|node| (node.key, node.position)).collect();
    (samples, touched.into_iter().map(|i| entries[i]).collect(), wanted)
}

impl Nodes {
    /// Adds a node that a blur reads.
    fn add(&mut self, position: [f64; 3], until: usize) -> usize {
        self.0.push(Entry { position, from: None, until, heights: [0.0; 2] });
        self.0.len() - 1
    }

    /// Lets a node begin at a blur, with cached heights.
    fn begin_at(&mut self, entry: usize, number: usize, heights: NodeHeights) {
        (self.0[entry].from, self.0[entry].heights) = (Some(number), heights);
    }

    /// Sets nodes without cached heights to the ground without strokes.
    pub(super) fn begin(&mut self, base: impl FnOnce(&[[f64; 3]]) -> Vec<Jet<3>>) {
        let fresh: Vec<_> = self.0.iter_mut().filter(|entry| entry.from.is_none()).collect();
        let positions: Vec<_> = fresh.iter().map(|entry| entry.position).collect();
        for (entry, jet) in fresh.into_iter().zip(base(&positions)) {
            entry.heights = [jet.value; 2];
        }
    }

    /// The nodes that begin before a blur and that this blur or a later blur reads.
    pub(super) fn active(&self, number: usize) -> Vec<usize> {
        let is_active = |entry: &Entry| entry.from.is_none_or(|from| from < number) && entry.until >= number;
        (0..self.0.len()).filter(|&entry| is_active(&self.0[entry])).collect()
    }

    /// Changes the ground at some nodes. `change` gets the positions, the ground without strokes, and the ground so
    /// far.
    pub(super) fn change(
        &mut self,
        which: &[usize],
        change: impl FnOnce(&[[f64; 3]], &[Jet<3>], &mut [Jet<3>]),
    ) {
        let positions: Vec<_> = which.iter().map(|&entry| self.0[entry].position).collect();
        let part = |part: usize| -> Vec<Jet<3>> {
            which.iter().map(|&entry| Jet::constant(self.0[entry].heights[part])).collect()
        };
        let (base, mut ground) = (part(0), part(1));
        change(&positions, &base, &mut ground);
        which.iter().zip(ground).for_each(|(&entry, jet)| self.0[entry].heights[1] = jet.value);
    }

    /// The height of the ground at a node: without strokes, and with the strokes so far.
    pub(super) fn heights(&self, entry: usize) -> NodeHeights {
        self.0[entry].heights
    }
}

//! Finds the nearest of many segments: a tree of bounding boxes.

use super::segments::Segment;

/// The most segments of a leaf.
const LEAF: usize = 4;

/// The deepest tree. Each level halves the number of segments, of which there are fewer than 2³².
const MAX_DEPTH: usize = 64;

/// A tree over segments.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// Indices of segments, so that those of a leaf are next to each other.
    order: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    least: [f64; 2],
    most: [f64; 2],
    /// For a leaf, its first place in the order; otherwise the index of the second child. The first child is the next node.
    place: u32,
    /// The number of a leaf's segments; 0 for other nodes.
    count: u32,
}

/// The nearest point of a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Nearest {
    /// The index of the segment.
    pub(super) segment: usize,
    /// The share of the segment before the point, 0 to 1.
    pub(super) share: f64,
    /// The squared distance.
    pub(super) square: f64,
}

impl Tree {
    pub(super) fn new(segments: &[Segment]) -> Self {
        let mut order: Vec<u32> = (0..segments.len() as u32).collect();
        let mut nodes = Vec::with_capacity(segments.len());
        if !order.is_empty() {
            build(segments, &mut order, 0, &mut nodes);
        }
        Self { nodes, order }
    }

    /// The segment that is nearest to a place; of several, the one with the least index. So the result does not depend on
    /// `guess`, a segment that is probably near. There must be a segment.
    pub(super) fn nearest(&self, segments: &[Segment], place: [f64; 2], guess: usize) -> Nearest {
        let mut best = nearest_on(segments, guess, place);
        let mut open = [0_u32; MAX_DEPTH];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let index = open[count] as usize;
            let node = self.nodes[index];
            if node.square(place) > best.square {
                continue;
            }
            if node.count == 0 {
                let [first, second] = [index as u32 + 1, node.place];
                let is_near = |child: u32| self.nodes[child as usize].square(place);
                let is_ordered = is_near(first) <= is_near(second);
                let [near, far] = if is_ordered { [first, second] } else { [second, first] };
                open[count..count + 2].copy_from_slice(&[far, near]);
                count += 2;
                continue;
            }
            for &segment in &self.order[node.place as usize..][..node.count as usize] {
                let other = nearest_on(segments, segment as usize, place);
                if (other.square, other.segment) < (best.square, best.segment) {
                    best = other;
                }
            }
        }
        best
    }
}

impl Node {
    /// The squared distance from a place to the box.
    fn square(&self, place: [f64; 2]) -> f64 {
        let beyond =
            [0, 1].map(|axis| (self.least[axis] - place[axis]).max(place[axis] - self.most[axis]).max(0.0));
        beyond[0] * beyond[0] + beyond[1] * beyond[1]
    }
}

/// Adds the node of a part of the order, which begins at `first` of the whole order, and all nodes below it.
fn build(segments: &[Segment], order: &mut [u32], first: usize, nodes: &mut Vec<Node>) {
    let ends =
        || order.iter().flat_map(|&index| [segments[index as usize].from, segments[index as usize].to]);
    let least = [0, 1].map(|axis| ends().map(|end| end[axis]).fold(f64::INFINITY, f64::min));
    let most = [0, 1].map(|axis| ends().map(|end| end[axis]).fold(f64::NEG_INFINITY, f64::max));
    let index = nodes.len();
    let is_leaf = order.len() <= LEAF;
    let count = if is_leaf { order.len() as u32 } else { 0 };
    nodes.push(Node { least, most, place: first as u32, count });
    if is_leaf {
        return;
    }
    let axis = usize::from(most[1] - least[1] > most[0] - least[0]);
    let middle = |index: u32| segments[index as usize].from[axis] + segments[index as usize].to[axis];
    let half = order.len() / 2;
    order.select_nth_unstable_by(half, |&a, &b| middle(a).total_cmp(&middle(b)).then(a.cmp(&b)));
    let (before, after) = order.split_at_mut(half);
    build(segments, before, first, nodes);
    nodes[index].place = nodes.len() as u32;
    build(segments, after, first + half, nodes);
}

/// The nearest point of one segment. At its ends it is exactly the end, so that segments which share an end agree.
fn nearest_on(segments: &[Segment], index: usize, place: [f64; 2]) -> Nearest {
    let Segment { from, to, .. } = segments[index];
    let [x, y] = [0, 1].map(|axis| to[axis] - from[axis]);
    let dot = (place[0] - from[0]) * x + (place[1] - from[1]) * y;
    let share = (dot / (x * x + y * y)).clamp(0.0, 1.0);
    let point = if share == 1.0 { to } else { [from[0] + share * x, from[1] + share * y] };
    let [dx, dy] = [0, 1].map(|axis| place[axis] - point[axis]);
    Nearest { segment: index, share, square: dx * dx + dy * dy }
}

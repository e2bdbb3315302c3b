//! Ways of wires around nodes.
//!
//! A wire is a curve from port to port if nothing is in between. Otherwise it follows the shortest way along the corners of nodes
//! (Dijkstra 1959 on the visibility graph).

use egui::{Pos2, Rect, Vec2};

/// The distance between wires and nodes.
pub(super) const MARGIN: f32 = 11.0;
/// The level piece at both ends of a wire.
const STUB: f32 = 16.0;
/// Points of a curve.
const POINTS: usize = 28;

/// The points of a wire between two ports, around nodes.
pub(super) fn route(start: Pos2, end: Pos2, nodes: &[Rect]) -> Vec<Pos2> {
    let straight = curve(start, end);
    let [first, last] = [start + Vec2::new(STUB, 0.0), end - Vec2::new(STUB, 0.0)];
    let walls: Vec<Rect> = nodes.iter().map(|node| node.expand(MARGIN - 4.0)).collect();
    let is_free = |from: Pos2, to: Pos2| !walls.iter().any(|wall| crosses(*wall, from, to));
    // Both ends touch their own nodes.
    let inner = &straight[4..straight.len() - 4];
    if inner.windows(2).all(|pair| is_free(pair[0], pair[1])) {
        return straight;
    }
    let way = shortest(first, last, nodes, &is_free);
    round(&[start].into_iter().chain(way).chain([end]).collect::<Vec<_>>())
}

/// A curve that is level at both ends.
fn curve(start: Pos2, end: Pos2) -> Vec<Pos2> {
    let bend = Vec2::new((0.5 * (end.x - start.x)).abs().clamp(28.0, 160.0), 0.0);
    let [a, b, c, d] = [start, start + bend, end - bend, end].map(Pos2::to_vec2);
    let point = |t: f32| {
        let s = 1.0 - t;
        (s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d).to_pos2()
    };
    (0..=POINTS).map(|at| point(at as f32 / POINTS as f32)).collect()
}

/// The shortest way between two points along the corners of nodes. A straight line if there is none.
fn shortest(start: Pos2, end: Pos2, nodes: &[Rect], is_free: &dyn Fn(Pos2, Pos2) -> bool) -> Vec<Pos2> {
    let corners = nodes.iter().flat_map(|node| {
        let around = node.expand(MARGIN);
        [around.left_top(), around.right_top(), around.left_bottom(), around.right_bottom()]
    });
    // No way leads to a corner inside another node.
    let corners = corners.filter(|corner| is_free(*corner, *corner));
    let points: Vec<Pos2> = [start, end].into_iter().chain(corners).collect();
    let mut best: Vec<(f32, usize)> = vec![(f32::INFINITY, 0); points.len()];
    let mut done = vec![false; points.len()];
    best[0].0 = 0.0;
    loop {
        let open = (0..points.len()).filter(|at| !done[*at] && best[*at].0.is_finite());
        // What is left to go at least makes the search run towards the end.
        let left = |at: usize| best[at].0 + points[at].distance(end);
        let Some(at) = open.min_by(|a, b| left(*a).total_cmp(&left(*b))) else { return vec![start, end] };
        if at == 1 {
            break;
        }
        done[at] = true;
        for to in 1..points.len() {
            let length = best[at].0 + cost(points[at], points[to]);
            if !done[to] && length < best[to].0 && is_free(points[at], points[to]) {
                best[to] = (length, at);
            }
        }
    }
    let mut way = vec![end];
    let mut at = 1;
    while at != 0 {
        at = best[at].1;
        way.push(points[at]);
    }
    way.reverse();
    way
}

/// The length of a step. Steps to the left are longer, and each step has a price, so that wires run to the right with few bends.
fn cost(from: Pos2, to: Pos2) -> f32 {
    from.distance(to) + 2.0 * (from.x - to.x).max(0.0) + 4.0
}

/// Rounds the corners of a way.
fn round(way: &[Pos2]) -> Vec<Pos2> {
    let mut points = vec![way[0]];
    for corner in way.windows(3) {
        let [before, at, after] = [corner[0], corner[1], corner[2]];
        let radius = |other: Pos2| (0.5 * at.distance(other)).min(18.0);
        let [from, to] = [before, after].map(|other| at + radius(other) * (other - at).normalized());
        points.extend((0..=6).map(|step| {
            let t = step as f32 / 6.0;
            let s = 1.0 - t;
            (s * s * from.to_vec2() + 2.0 * s * t * at.to_vec2() + t * t * to.to_vec2()).to_pos2()
        }));
    }
    points.push(way[way.len() - 1]);
    points
}

/// Whether a line runs through a rectangle, by clipping the line to the rectangle's two slabs.
fn crosses(rect: Rect, from: Pos2, to: Pos2) -> bool {
    // Most nodes are far away.
    let (low, high) = (from.min(to), from.max(to));
    if high.x <= rect.left() || low.x >= rect.right() || high.y <= rect.top() || low.y >= rect.bottom() {
        return false;
    }
    let way = to - from;
    let (mut enters, mut leaves) = (0.0_f32, 1.0_f32);
    for (at, step, low, high) in
        [(from.x, way.x, rect.left(), rect.right()), (from.y, way.y, rect.top(), rect.bottom())]
    {
        if step.abs() < 1e-6 {
            if at <= low || at >= high {
                return false;
            }
            continue;
        }
        let [a, b] = [(low - at) / step, (high - at) / step];
        (enters, leaves) = (enters.max(a.min(b)), leaves.min(a.max(b)));
    }
    enters < leaves
}

/// The distance from a point to a wire.
pub(super) fn distance(wire: &[Pos2], to: Pos2) -> f32 {
    let piece = |pair: &[Pos2]| {
        let (from, way) = (pair[0], pair[1] - pair[0]);
        let along = ((to - from).dot(way) / way.length_sq().max(1e-6)).clamp(0.0, 1.0);
        to.distance(from + along * way)
    };
    wire.windows(2).map(piece).fold(f32::INFINITY, f32::min)
}

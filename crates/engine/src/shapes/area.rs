//! The cells of a grid that polygons cover.

use super::segments::shifts;
use super::{Shape, Shapes};

/// Lines across a row of cells that measure how much of the cells is covered.
const LINES: usize = 8;

/// What polygons cover on a square grid. Inside of one polygon is where a ray crosses its outlines an odd number of times, so that
/// it may have holes. Inside of several is their union.
pub(super) struct Area {
    /// Whether the centre of a cell is inside a polygon.
    pub(super) holds: Vec<bool>,
    /// The share of a cell that is inside polygons, 0 to 1.
    pub(super) share: Vec<f32>,
}

/// A grid of square cells.
#[derive(Clone, Copy)]
pub(super) struct Cells {
    pub(super) side: usize,
    pub(super) spacing: f64,
    pub(super) corner: f64,
}

impl Area {
    /// The cells that polygons cover, row by row. `None` if `wanted` returns false.
    pub(super) fn new(
        shapes: &Shapes,
        cells: Cells,
        period: Option<f64>,
        wanted: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let mut edges = Vec::new();
        let mut polygon = 0;
        for shape in shapes.shapes.iter().filter(|shape| matches!(shape, Shape::Polygon(_))) {
            for shift in shifts(shape, period, usize::MAX)? {
                add_edges(&mut edges, shape, polygon, cells, shift);
                polygon += 1;
            }
        }
        edges.sort_by(|a, b| a.top[1].total_cmp(&b.top[1]));
        let count = cells.side * cells.side;
        let mut area = Self { holds: vec![false; count], share: vec![0.0; count] };
        area.fill(&edges, cells, wanted)?;
        Some(area)
    }

    /// Fills the rows. Edges are in the order of their tops.
    fn fill(&mut self, edges: &[Edge], cells: Cells, wanted: &dyn Fn() -> bool) -> Option<()> {
        let last = cells.side as f64;
        let (mut entered, mut active) = (0, Vec::new());
        for row in 0..cells.side {
            if row % 64 == 0 && !wanted() {
                return None;
            }
            let end = row as f64 + 1.0;
            while entered < edges.len() && edges[entered].top[1] < end {
                active.push(edges[entered]);
                entered += 1;
            }
            active.retain(|edge| edge.bottom[1] > row as f64);
            if active.is_empty() {
                continue;
            }
            let holds = &mut self.holds[row * cells.side..][..cells.side];
            for [left, right] in spans(&active, row as f64 + 0.5) {
                let centre = |x: f64| (x - 0.5).ceil().clamp(0.0, last) as usize;
                holds[centre(left)..centre(right)].fill(true);
            }
            let share = &mut self.share[row * cells.side..][..cells.side];
            for line in 0..LINES {
                let y = row as f64 + (line as f64 + 0.5) / LINES as f64;
                spans(&active, y).into_iter().for_each(|span| cover(share, span));
            }
        }
        Some(())
    }
}

/// An edge of a polygon in units of cells, from the end with the lesser y to the other.
#[derive(Clone, Copy)]
struct Edge {
    top: [f64; 2],
    bottom: [f64; 2],
    /// The polygon, counted with its copies.
    polygon: u32,
}

fn add_edges(edges: &mut Vec<Edge>, shape: &Shape, polygon: u32, cells: Cells, shift: [f64; 2]) {
    let place =
        |point: [f64; 2]| [0, 1].map(|axis| (point[axis] + shift[axis] - cells.corner) / cells.spacing);
    let pairs = shape.polylines().iter().flat_map(|ring| ring.points.windows(2));
    let ends = pairs.map(|pair| [place(pair[0]), place(pair[1])]);
    let ordered = ends.map(|[a, b]| if a[1] <= b[1] { [a, b] } else { [b, a] });
    let crossing =
        ordered.filter(|[top, bottom]| top[1] < bottom[1] && bottom[1] > 0.0 && top[1] < cells.side as f64);
    edges.extend(crossing.map(|[top, bottom]| Edge { top, bottom, polygon }));
}

/// The parts of the line at `y` that are inside, from left to right. They do not overlap.
fn spans(edges: &[Edge], y: f64) -> Vec<[f64; 2]> {
    let crossed = edges.iter().filter(|edge| edge.top[1] <= y && y < edge.bottom[1]);
    let mut crossings: Vec<(u32, f64)> = crossed
        .map(|&Edge { top, bottom, polygon }| {
            (polygon, top[0] + (y - top[1]) / (bottom[1] - top[1]) * (bottom[0] - top[0]))
        })
        .collect();
    crossings.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    // Outlines are closed, so each polygon has an even number of crossings.
    let mut spans: Vec<_> = crossings.chunks_exact(2).map(|pair| [pair[0].1, pair[1].1]).collect();
    spans.sort_by(|a, b| a[0].total_cmp(&b[0]));
    spans.dedup_by(|next, span| {
        let overlaps = next[0] <= span[1];
        if overlaps {
            span[1] = span[1].max(next[1]);
        }
        overlaps
    });
    spans
}

/// Adds one line's part of the cover of a row of cells.
fn cover(share: &mut [f32], [left, right]: [f64; 2]) {
    let last = share.len() as f64;
    let [left, right] = [left, right].map(|x| x.clamp(0.0, last));
    for (column, share) in share.iter_mut().enumerate().take(right.ceil() as usize).skip(left as usize) {
        let column = column as f64;
        let part = right.min(column + 1.0) - left.max(column);
        *share = (*share + (part / LINES as f64) as f32).min(1.0);
    }
}

//! The courses of rivers: lines down the tree, with the surface, width and depth of the water.

use super::basins::{Basins, NO_LAKE};
use super::tree::{NONE, Tree};
use super::{River, RiverEnd, RiverPoint, beside, centre};
use crate::flood::{Flood, QUANTUM};
use crate::grid::Grid;
use crate::land::{Land, Settings};

/// The width in metres of a river that drains 1 km², and the exponent of the area in the width of rivers. The width grows
/// with the square root of the discharge (Leopold and Maddock, 1953), and the discharge grows with the area to the power of
/// 0.8.
const WIDTH: [f32; 2] = [4.0, 0.4];

/// The depth in metres of a river that drains 1 km², and the exponent of the area in the depth of rivers.
const DEPTH: [f32; 2] = [0.35, 0.32];

/// Ratio of the height of banks above the water to the depth of the water.
const BANK: f32 = 0.3;

/// The least slope of water, in metres per metre.
const LEAST_FALL: f32 = 1e-5;

/// How often the line through cell centres is smoothed, with the weights 1 : 2 : 1 for three successive points.
const SMOOTHINGS: usize = 6;

/// The width of a river in metres.
fn width(area: f32, settings: &Settings) -> f32 {
    settings.river_width as f32 * WIDTH[0] * libm::powf(area * 1e-6, WIDTH[1])
}

/// The depth of a river in metres.
fn depth(area: f32) -> f32 {
    DEPTH[0] * libm::powf(area * 1e-6, DEPTH[1])
}

/// The cells of a river, from the source on. The last cell belongs to the sea, lake, river or outlet in which it ends.
struct Course {
    cells: Vec<usize>,
    end: RiverEnd,
}

/// The rivers that drain at least `settings.river_area`.
pub(super) fn rivers(
    land: &Land,
    outlets: &[bool],
    settings: &Settings,
    tree: &Tree,
    basins: &Basins,
    height: &[f32],
    flood: &Flood,
) -> Vec<River> {
    if settings.river_area <= 0.0 {
        return Vec::new();
    }
    let is_river = |cell: usize| {
        tree.area[cell] >= settings.river_area as f32 && basins.lake[cell] == NO_LAKE && !outlets[cell]
    };
    let courses = courses(land, tree, basins, flood, is_river);
    let lines = lines(land.grid(), &courses);
    let surface = surfaces(land, tree, basins, height, flood, is_river);
    let river = |(course, line): (&Course, Vec<[f32; 2]>)| {
        let last = course.cells.len() - 1;
        let point = |(index, position): (usize, [f32; 2])| {
            // The last cell may have a larger area, since the river ends there in other water.
            let area = tree.area[course.cells[index.min(last - 1)]];
            let cell = course.cells[index];
            RiverPoint {
                position,
                surface: surface[cell],
                depth: depth(area),
                width: width(area, settings),
                area,
            }
        };
        River { points: line.into_iter().enumerate().map(point).collect(), end: course.end }
    };
    courses.iter().zip(lines).map(river).collect()
}

/// The courses, sorted by the area at their ends, smallest first.
fn courses(
    land: &Land,
    tree: &Tree,
    basins: &Basins,
    flood: &Flood,
    is_river: impl Fn(usize) -> bool,
) -> Vec<Course> {
    let mut courses = Vec::new();
    // The index of the course that each cell belongs to.
    let mut owner = vec![NONE; tree.receiver.len()];
    for &head in flood.order.iter().rev() {
        let head = head as usize;
        if !is_river(head) || owner[head] != NONE {
            continue;
        }
        // A river that flows out of a lake begins at the lake's shore.
        let above = tree.donor[head];
        let from_lake = above != NONE && basins.lake[above as usize] != NO_LAKE;
        let mut cells: Vec<usize> = if from_lake { vec![above as usize] } else { Vec::new() };
        let mut cell = head;
        let end = loop {
            owner[cell] = courses.len() as u32;
            cells.push(cell);
            let below = tree.receiver[cell] as usize;
            if basins.lake[below] != NO_LAKE {
                cells.push(below);
                break RiverEnd::Lake(basins.lake[below] as usize);
            }
            if !is_river(below) {
                cells.push(below);
                break if land.is_sea(below) { RiverEnd::Sea } else { RiverEnd::Outlet };
            }
            if tree.donor[below] as usize != cell {
                cells.push(below);
                // The cell identifies the course until all courses are known.
                break RiverEnd::River(below);
            }
            cell = below;
        };
        courses.push(Course { cells, end });
    }
    let mut places: Vec<usize> = (0..courses.len()).collect();
    let drained = |course: &Course| tree.area[course.cells[course.cells.len() - 2]];
    places.sort_by(|&a, &b| drained(&courses[a]).total_cmp(&drained(&courses[b])).then(a.cmp(&b)));
    let mut rank = vec![0; places.len()];
    places.iter().enumerate().for_each(|(new, &old)| rank[old] = new);
    let mut sorted: Vec<Course> = Vec::with_capacity(courses.len());
    let mut courses: Vec<Option<Course>> = courses.into_iter().map(Some).collect();
    for old in places {
        if let Some(mut course) = courses[old].take() {
            if let RiverEnd::River(cell) = course.end {
                course.end = RiverEnd::River(rank[owner[cell] as usize]);
            }
            sorted.push(course);
        }
    }
    sorted
}

/// The smooth lines through the cells of courses. A course that ends in a river ends on that river's line.
fn lines(grid: Grid, courses: &[Course]) -> Vec<Vec<[f32; 2]>> {
    let mut lines: Vec<Vec<[f32; 2]>> = Vec::new();
    for course in courses.iter().rev() {
        let mut line: Vec<[f32; 2]> = Vec::with_capacity(course.cells.len());
        for &cell in &course.cells {
            let position = centre(grid, cell);
            line.push(line.last().map_or(position, |&last| beside(grid, position, last)));
        }
        if let RiverEnd::River(index) = course.end {
            let into = courses.len() - 1 - index;
            let cell = course.cells[course.cells.len() - 1];
            let place = courses[index].cells.iter().position(|&other| other == cell);
            if let (Some(place), Some(last)) = (place, line.last_mut()) {
                *last = beside(grid, lines[into][place], *last);
            }
        }
        for _ in 0..SMOOTHINGS {
            let before = line.clone();
            for (point, around) in line[1..].iter_mut().zip(before.windows(3)) {
                *point =
                    [0, 1].map(|axis| 0.25 * (around[0][axis] + around[2][axis]) + 0.5 * around[1][axis]);
            }
        }
        lines.push(line);
    }
    lines.reverse();
    lines
}

/// The heights of the water's surface in the cells of rivers and at their ends.
///
/// From the source downstream, the surface is one bank's height below the lowest ground across the river, and never higher
/// than upstream. It stays above the water that the river flows into.
fn surfaces(
    land: &Land,
    tree: &Tree,
    basins: &Basins,
    height: &[f32],
    flood: &Flood,
    is_river: impl Fn(usize) -> bool,
) -> Vec<f32> {
    let grid = land.grid();
    let fall = |a: usize, b: usize| {
        // On level land, the flood falls by two quanta from cell to cell. The least fall of a river is smaller, so that a
        // lake on such land is not lower than the river that leaves it.
        let flooded = 0.75 * (flood.level[a] - flood.level[b]) as f32 * QUANTUM;
        // The fall is larger than the rounding errors of high ground.
        (LEAST_FALL * grid.distance(a, b)).min(flooded).max(f32::EPSILON * height[a].abs())
    };
    let mut least = vec![f32::NEG_INFINITY; grid.cells()];
    for &cell in &flood.order {
        let cell = cell as usize;
        let below = tree.receiver[cell] as usize;
        least[cell] = match basins.lake[cell] {
            NO_LAKE if below == cell => land.sea.filter(|_| land.is_sea(cell)).unwrap_or(height[cell]),
            NO_LAKE => least[below] + fall(cell, below),
            lake => basins.lakes[lake as usize].level,
        };
    }
    let mut most = vec![f32::INFINITY; grid.cells()];
    let mut surface = least.clone();
    for &cell in flood.order.iter().rev() {
        let cell = cell as usize;
        if basins.lake[cell] == NO_LAKE && !is_river(cell) {
            continue;
        }
        if is_river(cell) {
            let low = across(grid, tree, height, cell).min(height[cell]);
            let stand = low - BANK * depth(tree.area[cell]);
            surface[cell] = stand.min(most[cell]).max(least[cell]);
        }
        let below = tree.receiver[cell] as usize;
        most[below] = most[below].min(surface[cell] - fall(cell, below));
    }
    surface
}

/// The lowest ground beside a river, across its flow.
fn across(grid: Grid, tree: &Tree, height: &[f32], cell: usize) -> f32 {
    let neighbours = grid.neighbours(cell);
    let below = tree.receiver[cell] as usize;
    let Some(way) = neighbours.iter().position(|&neighbour| neighbour == below) else { return height[cell] };
    // The indices of the neighbours of a cell in clockwise order.
    const TURN: [usize; 8] = [0, 1, 2, 4, 7, 6, 5, 3];
    let at = TURN.iter().position(|&neighbour| neighbour == way).unwrap_or(0);
    let beside = |quarter: usize| height[neighbours[TURN[(at + quarter) % 8]]];
    beside(2).min(beside(6))
}

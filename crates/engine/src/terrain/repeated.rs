//! Rivers and lakes of land that repeats.

use std::collections::{BTreeMap, BTreeSet};

use orogen_erosion::{Lake, River, RiverEnd, Water};

/// A shift along x and y, in units of the domain's size.
type Shift = [i32; 2];

/// The rivers and lakes in a domain of this size that repeats: one that crosses an edge has a copy on each side. A river that
/// flows into other water ends in the copy of that water on the same side as the river. If there is no such copy, it ends at an
/// outlet.
pub(super) fn repeated(water: &Water, size: f32) -> Water {
    let rivers =
        copies(&water.rivers, size, |river| river.points.iter().map(|point| point.position).collect());
    let lakes = copies(&water.lakes, size, |lake| lake.shores.concat());
    let way = |shift: Shift| shift.map(|domains| f64::from(domains) * f64::from(size));
    let river = |&(index, shift): &(usize, Shift)| {
        let mut river: River = water.rivers[index].clone();
        let last = river.points[river.points.len() - 1].position;
        let beyond = |points: &mut dyn Iterator<Item = [f32; 2]>| {
            let [x, y] = nearest(points, last, size);
            [shift[0] + x, shift[1] + y]
        };
        river.end = match river.end {
            RiverEnd::River(end) => {
                let at = beyond(&mut water.rivers[end].points.iter().map(|point| point.position));
                rivers.get(&(end, at)).map_or(RiverEnd::Outlet, |&index| RiverEnd::River(index))
            }
            RiverEnd::Lake(end) => {
                let at = beyond(&mut water.lakes[end].shores.iter().flatten().copied());
                lakes.get(&(end, at)).map_or(RiverEnd::Outlet, |&index| RiverEnd::Lake(index))
            }
            end => end,
        };
        river.move_by(way(shift));
        river
    };
    let lake = |&(index, shift): &(usize, Shift)| {
        let mut lake: Lake = water.lakes[index].clone();
        lake.move_by(way(shift));
        lake
    };
    Water {
        surface: water.surface.clone(),
        rivers: rivers.keys().map(river).collect(),
        lakes: lakes.keys().map(lake).collect(),
    }
}

/// The indices of the copies that enter the domain, by their original's index and their shift.
fn copies<T>(
    originals: &[T],
    size: f32,
    points: impl Fn(&T) -> Vec<[f32; 2]>,
) -> BTreeMap<(usize, Shift), usize> {
    let shifts = originals.iter().enumerate().flat_map(|(index, original)| {
        let inside = |position: [f32; 2]| position.map(|along| -(along / size).floor() as i32);
        let shifts: BTreeSet<Shift> = points(original).into_iter().map(inside).collect();
        shifts.into_iter().map(move |shift| (index, shift))
    });
    shifts.enumerate().map(|(place, copy)| (copy, place)).collect()
}

/// Of all points and shifts, the shift that brings a point nearest to a place.
fn nearest(points: &mut dyn Iterator<Item = [f32; 2]>, place: [f32; 2], size: f32) -> Shift {
    let ways = points.map(|point| {
        let shift = [0, 1].map(|axis| ((place[axis] - point[axis]) / size).round());
        let [x, y] = [0, 1].map(|axis| place[axis] - point[axis] - shift[axis] * size);
        (x.hypot(y), shift.map(|domains| domains as i32))
    });
    ways.min_by(|a, b| a.0.total_cmp(&b.0)).map_or([0, 0], |(_, shift)| shift)
}

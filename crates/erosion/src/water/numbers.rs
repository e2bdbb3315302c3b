//! Rivers and lakes as a list of numbers, to store in a file with the rasters.

use super::{Lake, River, RiverEnd, RiverPoint};

/// Converts rivers and lakes to numbers. [`from_numbers`] converts them back.
pub(super) fn to_numbers(rivers: &[River], lakes: &[Lake]) -> Vec<f32> {
    let mut numbers = vec![lakes.len() as f32];
    for Lake { level, depth, area, position, outlet, shores } in lakes {
        numbers.extend([level, depth, area].into_iter().chain(position).chain(outlet));
        numbers.push(shores.len() as f32);
        for shore in shores {
            numbers.push(shore.len() as f32);
            numbers.extend(shore.iter().flatten());
        }
    }
    numbers.push(rivers.len() as f32);
    for river in rivers {
        let (kind, index) = match river.end {
            RiverEnd::Outlet => (0.0, 0),
            RiverEnd::Sea => (1.0, 0),
            RiverEnd::Lake(index) => (2.0, index),
            RiverEnd::River(index) => (3.0, index),
        };
        numbers.extend([kind, index as f32, river.points.len() as f32]);
        for RiverPoint { position: [x, y], surface, depth, width, area } in &river.points {
            numbers.extend([x, y, surface, depth, width, area]);
        }
    }
    numbers
}

/// Converts the numbers of [`to_numbers`] to rivers and lakes. `None` if the numbers are invalid.
pub(super) fn from_numbers(numbers: &[f32]) -> Option<(Vec<River>, Vec<Lake>)> {
    let mut numbers = Numbers(numbers);
    let lakes = (0..numbers.count()?).map(|_| numbers.lake()).collect::<Option<Vec<_>>>()?;
    let count = numbers.count()?;
    let rivers = (0..count).map(|_| numbers.river(count, lakes.len())).collect::<Option<_>>()?;
    numbers.0.is_empty().then_some((rivers, lakes))
}

struct Numbers<'a>(&'a [f32]);

impl Numbers<'_> {
    fn next<const N: usize>(&mut self) -> Option<[f32; N]> {
        let (next, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*next)
    }

    /// Reads the length of a list. It is at most the number of numbers that follow.
    fn count(&mut self) -> Option<usize> {
        let [count] = self.next()?;
        let is_count = count >= 0.0 && count.fract() == 0.0 && count as usize <= self.0.len();
        is_count.then_some(count as usize)
    }

    fn lake(&mut self) -> Option<Lake> {
        let [level, depth, area, x, y, outlet_x, outlet_y] = self.next()?;
        let shores = (0..self.count()?).map(|_| self.shore()).collect::<Option<Vec<_>>>()?;
        (!shores.is_empty()).then_some(Lake {
            level,
            depth,
            area,
            position: [x, y],
            outlet: [outlet_x, outlet_y],
            shores,
        })
    }

    fn shore(&mut self) -> Option<Vec<[f32; 2]>> {
        (0..self.count()?).map(|_| self.next()).collect()
    }

    fn river(&mut self, rivers: usize, lakes: usize) -> Option<River> {
        let [kind, index] = self.next()?;
        let index = index as usize;
        let end = match kind {
            0.0 => RiverEnd::Outlet,
            1.0 => RiverEnd::Sea,
            2.0 if index < lakes => RiverEnd::Lake(index),
            3.0 if index < rivers => RiverEnd::River(index),
            _ => return None,
        };
        let points = (0..self.count()?).map(|_| self.point()).collect::<Option<Vec<_>>>()?;
        (points.len() > 1).then_some(River { points, end })
    }

    fn point(&mut self) -> Option<RiverPoint> {
        let [x, y, surface, depth, width, area] = self.next()?;
        Some(RiverPoint { position: [x, y], surface, depth, width, area })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Lake, River, RiverEnd, RiverPoint};
    use super::{from_numbers, to_numbers};

    #[test]
    fn numbers_read_back() {
        let point =
            |x: f32| RiverPoint { position: [x, 2.0], surface: 9.0 - x, depth: 0.5, width: 3.0, area: 1e6 };
        let shores = vec![vec![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], vec![[7.0, 8.0]]];
        let lake =
            Lake { level: 7.0, depth: 3.0, area: 4e4, position: [5.0, 6.0], outlet: [8.0, 9.0], shores };
        let ends = [RiverEnd::Outlet, RiverEnd::Sea, RiverEnd::Lake(0), RiverEnd::River(1)];
        let rivers: Vec<_> =
            ends.into_iter().map(|end| River { points: vec![point(1.0), point(2.5)], end }).collect();
        let numbers = to_numbers(&rivers, std::slice::from_ref(&lake));
        assert_eq!(from_numbers(&numbers), Some((rivers, vec![lake])));
        for cut in 0..numbers.len() {
            assert_eq!(from_numbers(&numbers[..cut]), None, "{cut} numbers");
        }
        for wrong in [-1.0, 0.5, f32::NAN, 1e30] {
            let mut numbers = numbers.clone();
            numbers[0] = wrong;
            assert_eq!(from_numbers(&numbers), None, "{wrong} lakes");
        }
        let to_no_lake =
            to_numbers(&[River { points: vec![point(1.0), point(2.0)], end: RiverEnd::Lake(0) }], &[]);
        assert_eq!(from_numbers(&to_no_lake), None);
    }
}

//! Compares the samples that neighbouring tiles share.

use std::collections::BTreeMap;

/// The samples along the four edges of a tile, as stored in its file. [`Borders`] compares them.
///
/// ```
/// use orogen_files::verify::Edges;
///
/// // A tile of 2 × 2 samples.
/// let edges = Edges { top: vec![1, 2], bottom: vec![3, 4], left: vec![1, 3], right: vec![2, 4] };
/// assert_eq!(edges.top[1], edges.right[0]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edges {
    /// The first row.
    pub top: Vec<u32>,
    /// The last row.
    pub bottom: Vec<u32>,
    /// The first column.
    pub left: Vec<u32>,
    /// The last column.
    pub right: Vec<u32>,
}

impl Edges {
    /// Takes the next row.
    pub(super) fn add(&mut self, codes: &[u32]) {
        if self.left.is_empty() {
            self.top = codes.to_vec();
        }
        self.left.extend(codes.first());
        self.right.extend(codes.last());
        self.bottom.clear();
        self.bottom.extend_from_slice(codes);
    }
}

/// Compares the borders of the tiles of one series, row by row from the top. Only the edges of one row of tiles are in memory.
///
/// ```
/// use orogen_files::verify::{Borders, Edges};
///
/// let mut borders = Borders::default();
/// let edges = |left, right| Edges { left: vec![left], right: vec![right], ..Edges::default() };
/// assert!(borders.add([0, 0], edges(1, 2)).is_empty());
/// assert!(borders.add([1, 0], edges(2, 3)).is_empty());
/// assert_eq!(borders.add([2, 0], edges(4, 5)), [[1, 0]], "3 is not 4");
/// assert_eq!(borders.count(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Borders {
    /// Right edges of tiles whose neighbour to the right has not been added yet.
    right: BTreeMap<[usize; 2], Vec<u32>>,
    /// Bottom edges of tiles whose neighbour below has not been added yet.
    below: BTreeMap<[usize; 2], Vec<u32>>,
    count: u64,
}

impl Borders {
    /// Takes the edges of the tile in this column and row. Returns those neighbours that were added earlier and whose shared
    /// samples differ.
    pub fn add(&mut self, [column, row]: [usize; 2], edges: Edges) -> Vec<[usize; 2]> {
        let left = column.checked_sub(1).map(|column| [column, row]);
        let above = row.checked_sub(1).map(|row| [column, row]);
        let mut differ = Vec::new();
        for (neighbour, waiting, here) in
            [(left, &mut self.right, &edges.left), (above, &mut self.below, &edges.top)]
        {
            let Some(neighbour) = neighbour else { continue };
            let Some(there) = waiting.remove(&neighbour) else { continue };
            self.count += 1;
            if there != *here {
                differ.push(neighbour);
            }
        }
        self.right.insert([column, row], edges.right);
        self.below.insert([column, row], edges.bottom);
        differ
    }

    /// Number of borders compared.
    pub fn count(&self) -> u64 {
        self.count
    }
}

//! The triangles of a square of cells.

/// Indices of the vertices of two triangles per cell, row by row. The square has `cells` × `cells` cells, so it has `cells` +
/// 1 vertices along a side.
pub(crate) fn triangles(cells: usize) -> Vec<u16> {
    let side = cells + 1;
    let of_cell = |at: usize| {
        let corner = (at / cells * side + at % cells) as u16;
        let below = corner + side as u16;
        [corner, below, corner + 1, corner + 1, below, below + 1]
    };
    (0..cells * cells).flat_map(of_cell).collect()
}

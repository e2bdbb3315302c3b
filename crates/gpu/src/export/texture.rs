//! Pictures and solutions of erosion as one texture, because they have too many numbers for a shader's text.
//!
//! The texture has one channel of 32-bit floats. A text reads single texels and interpolates them with the same operations as the
//! processor, because the filters of graphics cards have only 8 bits of precision. All pictures are in one texture, one below the
//! other, so an engine has to bind only one texture. The corner of a picture in the texture is one of the terrain's numbers. So a
//! text does not depend on the size of the texture.

use std::collections::BTreeMap;

use orogen_engine::program::{Axis, Program};
use orogen_noise::trace::{Op, PictureRange, Trace};

use super::ExportError;

/// Maximum height of a column of pictures. Further pictures go to another column. Nearly every device supports a texture with
/// sides of this length.
pub(super) const SAFE_SIDE: usize = 4096;

/// The largest side of a texture in Direct3D, Metal and most drivers of Vulkan.
pub(super) const MAX_SIDE: usize = 16_384;

/// The texture of a terrain.
///
/// # Example
/// ```
/// use orogen_gpu::export::Texture;
///
/// let texture = Texture { width: 2, height: 1, texels: vec![0.5, 1.0], pictures: Vec::new() };
/// assert_eq!(texture.bytes(), [0, 0, 0, 0x3f, 0, 0, 0x80, 0x3f]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// The texels, row by row from the top. Texels outside of all pictures are 0.
    pub texels: Vec<f32>,
    /// The pictures and solutions in the texture.
    pub pictures: Vec<TexturePart>,
}

/// A picture or solution in a [`Texture`].
///
/// # Example
/// ```
/// use orogen_gpu::export::TexturePart;
///
/// let part = TexturePart { owner: "the field \"land\" (erosion)".into(), corner: [0, 0], size: [640, 640], spacing: [50.0; 2] };
/// assert_eq!(part.size[0] as f64 * part.spacing[0], 32_000.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TexturePart {
    /// The part of the recipe that reads the picture.
    pub owner: String,
    /// Column and row of its first texel in the texture.
    pub corner: [usize; 2],
    /// Number of columns and of rows.
    pub size: [usize; 2],
    /// Metres between neighbouring texels of a row and of a column.
    pub spacing: [f64; 2],
}

impl Texture {
    /// The texels as little-endian bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.texels.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    /// Moves the pictures of a program to a texture, if the program has any. After this, operations that read a picture take
    /// its corner in the texture instead of its index and width.
    pub(super) fn take(program: &mut Program, axes: &[Axis]) -> Result<Option<Self>, ExportError> {
        let pictures = std::mem::take(&mut program.trace.pictures);
        if pictures.is_empty() {
            return Ok(None);
        }
        let corners = corners(&pictures);
        let extent = |axis: usize| {
            let ends =
                corners.iter().zip(&pictures).map(|(corner, picture)| corner[axis] + size(picture)[axis]);
            ends.max().unwrap_or_default()
        };
        let [width, height] = [extent(0), extent(1)];
        if width.max(height) > MAX_SIDE {
            return Err(ExportError::Texture { width, height });
        }
        let all = program.trace.tables.concat();
        let mut texels = vec![0.0; width * height];
        for (corner, picture) in corners.iter().zip(&pictures) {
            let rows = all[picture.first..].chunks_exact(picture.width).take(picture.height);
            for (row, numbers) in (corner[1]..).zip(rows) {
                texels[row * width + corner[0]..][..picture.width].copy_from_slice(numbers);
            }
        }
        let parts = parts(program, &pictures, &corners, axes);
        move_literals(&mut program.trace, &pictures, &corners);
        Ok(Some(Self { width, height, texels, pictures: parts }))
    }
}

fn size(picture: &PictureRange) -> [usize; 2] {
    [picture.width, picture.height]
}

/// The corner of each picture: below the picture before, or at the top of another column.
fn corners(pictures: &[PictureRange]) -> Vec<[usize; 2]> {
    let ([mut left, mut top], mut right) = ([0; 2], 0);
    let corner = |picture: &PictureRange| {
        if top > 0 && top + picture.height > SAFE_SIDE {
            (left, top) = (right, 0);
        }
        let corner = [left, top];
        top += picture.height;
        right = right.max(left + picture.width);
        corner
    };
    pictures.iter().map(corner).collect()
}

/// The pictures of the texture, for its description.
fn parts(
    program: &Program,
    pictures: &[PictureRange],
    corners: &[[usize; 2]],
    axes: &[Axis],
) -> Vec<TexturePart> {
    let ops = &program.trace.ops;
    let part = |(picture, &corner): (&PictureRange, &[usize; 2])| {
        let reads = |op: &Op| matches!(op, Op::Fetch([first, ..]) if word(&program.trace, *first) == picture.first as u32);
        let read = ops.iter().position(reads)? as u32;
        let (steps, owner) = program.owners.iter().find(|(steps, _)| steps.contains(&read))?;
        // The first axes that the step reads are those of the picture's lattice.
        let axis = ops[steps.start as usize..].iter().find_map(|op| match op {
            Op::Cell(axis) => Some(*axis as usize),
            _ => None,
        })?;
        let spacing = [0, 1].map(|k| 1.0 / axes[axis + k].per_metre[k].abs());
        Some(TexturePart { owner: owner.to_string(), corner, size: size(picture), spacing })
    };
    pictures.iter().zip(corners).filter_map(part).collect()
}

/// The index of a word's literal.
fn literal(trace: &Trace, name: u32) -> usize {
    match trace.ops[name as usize] {
        Op::Word(at) => at as usize,
        other => unreachable!("pictures begin at words, not at {other:?}"),
    }
}

fn word(trace: &Trace, name: u32) -> u32 {
    trace.literals[literal(trace, name)]
}

/// In the literals, replaces the index and the width of each picture by its corner in the texture. Removes the tables of the
/// pictures.
fn move_literals(trace: &mut Trace, pictures: &[PictureRange], corners: &[[usize; 2]]) {
    let tables = std::mem::take(&mut trace.tables);
    let (mut start, mut kept) = (0, 0);
    let mut moved = BTreeMap::new();
    for table in tables {
        let range = start..start + table.len();
        start = range.end;
        if !pictures.iter().any(|picture| range.contains(&picture.first)) {
            moved.insert(range.start as u32, kept as u32);
            kept += table.len();
            trace.tables.push(table);
        }
    }
    for op in trace.ops.clone() {
        match op {
            Op::Fetch([first, width, ..]) => {
                let read = word(trace, first) as usize;
                let corner = pictures.iter().zip(corners).find(|(picture, _)| picture.first == read);
                let Some((_, corner)) = corner else { continue };
                for (name, place) in [first, width].into_iter().zip(corner) {
                    let at = literal(trace, name);
                    trace.literals[at] = *place as u32;
                }
            }
            Op::Foreign(_, [table, _], _) => {
                let start = &mut trace.literals[table as usize];
                *start = moved.get(start).copied().unwrap_or(*start);
            }
            _ => {}
        }
    }
}

//! Tiles in the format quantized-mesh 1.0.
//!
//! A tile is a grid of vertices over a square of longitude and latitude. In the file, positions in the tile and heights are whole
//! numbers up to 32767; the heights count from the lowest to the highest of the tile. So a height is off by at most half of
//! a 32767th of the tile's range. Vertices come in the order of their first use in triangles, which the format's encoding of indices needs.

use glam::DVec3;
use serde_json::json;

use super::address::Address;
use super::ellipsoid::bounding_sphere;
use super::grid::GlobeGrid;
use super::layer::MAX_ZOOM;
use super::lines::{QUANTA, quantum};
use super::zigzag::zigzag;

/// The numbers of the format's extensions.
const NORMALS: u8 = 1;
const WATER_MASK: u8 = 2;
const METADATA: u8 = 4;

/// Every tile whose level is a multiple of this number names the tiles of so many levels below it.
pub(crate) const METADATA_LEVELS: u8 = 8;

/// What a tile is made from.
pub(crate) struct Mesh<'a> {
    pub(crate) grid: GlobeGrid<'a>,
    pub(crate) sea_level: Option<f64>,
    /// Whether it names the tiles below it.
    pub(crate) names_tiles: bool,
}

impl Mesh<'_> {
    /// The bytes of the file.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let points = self.grid.points();
        let (order, triangles) = self.triangles();
        let mut out = self.header(&points);
        self.vertices(&order, &mut out);
        put_count(&mut out, triangles.len() / 3);
        let mut highest = 0;
        for &index in &triangles {
            // High-water-mark encoding: the distance from the next unused index.
            out.extend((highest - index).to_le_bytes());
            highest += u16::from(index == highest);
        }
        self.edges(&order, &mut out);
        self.extension(NORMALS, &self.normals(&order), &mut out);
        if self.sea_level.is_some() {
            self.extension(WATER_MASK, &self.water_mask(), &mut out);
        }
        if self.names_tiles && self.grid.tile.zoom.is_multiple_of(METADATA_LEVELS) {
            let available = self.available().to_string();
            let metadata = [&(available.len() as u32).to_le_bytes()[..], available.as_bytes()].concat();
            self.extension(METADATA, &metadata, &mut out);
        }
        out
    }

    fn header(&self, points: &[DVec3]) -> Vec<u8> {
        let (centre, radius) = bounding_sphere(points);
        let horizon = self.grid.ellipsoid.horizon_occlusion_point(centre, points);
        let doubles = |vector: DVec3| vector.to_array().into_iter().flat_map(f64::to_le_bytes);
        let mut out: Vec<u8> = doubles(centre).collect();
        out.extend(self.grid.range().into_iter().flat_map(f32::to_le_bytes));
        out.extend(doubles(centre).chain(radius.to_le_bytes()).chain(doubles(horizon)));
        out
    }

    /// The samples in the order of their first use, and the triangles as indices in that order, counter-clockwise from above.
    fn triangles(&self) -> (Vec<usize>, Vec<u16>) {
        let samples = self.grid.band.height.len();
        let (mut order, mut index_of) = (Vec::with_capacity(samples), vec![None; samples]);
        let indices = self.grid.triangles().flatten().map(|sample| {
            *index_of[sample].get_or_insert_with(|| {
                order.push(sample);
                (order.len() - 1) as u16
            })
        });
        let indices = indices.collect();
        (order, indices)
    }

    /// Coordinates to the east and to the north, and heights, each as differences.
    fn vertices(&self, order: &[usize], out: &mut Vec<u8>) {
        let [least, most] = self.grid.range().map(f64::from);
        let steps = if most > least { f64::from(QUANTA) / (most - least) } else { 0.0 };
        let height =
            |sample: usize| ((f64::from(self.grid.band.height[sample]) - least) * steps).round() as u16;
        let side = self.grid.side();
        let east = |sample: usize| quantum((sample % side) as u32, self.grid.tile.side);
        let north = |sample: usize| quantum((side - 1 - sample / side) as u32, self.grid.tile.side);
        put_count(out, order.len());
        for coordinate in [&east as &dyn Fn(usize) -> u16, &north, &height] {
            let mut before = 0;
            for &sample in order {
                let number = i32::from(coordinate(sample));
                out.extend((zigzag(number - before) as u16).to_le_bytes());
                before = number;
            }
        }
    }

    /// The vertices on the western, southern, eastern and northern edge.
    fn edges(&self, order: &[usize], out: &mut Vec<u8>) {
        let side = self.grid.side();
        let is_on: [&dyn Fn(usize) -> bool; 4] = [
            &|sample| sample % side == 0,
            &|sample| sample / side == side - 1,
            &|sample| sample % side == side - 1,
            &|sample| sample / side == 0,
        ];
        for is_on in is_on {
            let edge = (0_u16..).zip(order).filter(|&(_, &sample)| is_on(sample));
            let indices: Vec<_> = edge.map(|(index, _)| index).collect();
            put_count(out, indices.len());
            out.extend(indices.into_iter().flat_map(u16::to_le_bytes));
        }
    }

    fn extension(&self, number: u8, bytes: &[u8], out: &mut Vec<u8>) {
        out.push(number);
        put_count(out, bytes.len());
        out.extend(bytes);
    }

    /// The normals of the vertices, two bytes each.
    fn normals(&self, order: &[usize]) -> Vec<u8> {
        order.iter().flat_map(|&sample| octahedral(self.grid.normal(sample))).collect()
    }

    /// 255 where the triangles are below the sea, row by row from the north: one byte for all of the tile, or 256 × 256.
    fn water_mask(&self) -> Vec<u8> {
        const SIDE: usize = 256;
        let is_wet = |height: f64| u8::from(self.sea_level.is_some_and(|sea| height < sea)) * 255;
        let [least, most] = self.grid.range().map(|height| is_wet(height.into()));
        if least == most {
            return vec![least];
        }
        let texel = |at: usize| {
            let at = (at as f64 + 0.5) / SIDE as f64 * f64::from(self.grid.tile.side);
            (at as usize, at.fract())
        };
        let mask = (0..SIDE * SIDE).map(|at| {
            let ((column, right), (row, down)) = (texel(at % SIDE), texel(at / SIDE));
            let north = row * self.grid.side() + column;
            let along = |from: usize| {
                let [west, east] = [from, from + 1].map(|sample| f64::from(self.grid.band.height[sample]));
                west + right * (east - west)
            };
            let (north, south) = (along(north), along(north + self.grid.side()));
            is_wet(north + down * (south - north))
        });
        mask.collect()
    }

    /// The tiles below this one on the next [`METADATA_LEVELS`] levels: all of them.
    fn available(&self) -> serde_json::Value {
        let Address { zoom, x, y, .. } = *self.grid.tile;
        let levels = 1..=METADATA_LEVELS.min(MAX_ZOOM - zoom);
        let ranges = levels.map(|below| {
            let [start_x, start_y] = [x, y].map(|at| at << below);
            let last = (1_u32 << below) - 1;
            json!([{ "startX": start_x, "startY": start_y, "endX": start_x + last, "endY": start_y + last }])
        });
        json!({ "available": ranges.collect::<Vec<_>>() })
    }
}

fn put_count(out: &mut Vec<u8>, count: usize) {
    out.extend((count as u32).to_le_bytes());
}

/// A unit vector as two bytes: the octahedron |x| + |y| + |z| = 1 is unfolded into a square (Z. Cigolle et al., "A survey of
/// efficient representations for independent unit vectors", 2014).
fn octahedral(normal: DVec3) -> [u8; 2] {
    let sum = normal.x.abs() + normal.y.abs() + normal.z.abs();
    let (x, y) = (normal.x / sum, normal.y / sum);
    let folded = if normal.z >= 0.0 {
        [x, y]
    } else {
        [(1.0 - y.abs()) * 1.0_f64.copysign(x), (1.0 - x.abs()) * 1.0_f64.copysign(y)]
    };
    folded.map(|part| ((part.clamp(-1.0, 1.0) * 0.5 + 0.5) * 255.0).round() as u8)
}

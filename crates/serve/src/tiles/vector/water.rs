//! The layers `rivers` and `lakes`: the water of a recipe's erosion, as in `water.geojson`.

use orogen_engine::raster::Grid;
use orogen_engine::water::{Lake, RiverPoint, Water};
use orogen_files::water::{OnGrid, RiverPart, discharge};

use super::clip::Square;
use super::encode::{Geometry, Layer, Value};
use super::simplify::simplified;
use super::units::{BUFFER, CELL, EXTENT, Point, TOLERANCE, double_area};
use crate::tiles::address::Address;

/// Rivers and lakes on the map. Positions are the fractions of the map's square that are west and north of them.
#[derive(Debug, Default)]
pub(crate) struct MapWater {
    reaches: Vec<Reach>,
    lakes: Vec<LakeShape>,
}

/// A part of a river along which its drainage area grows to the next power of two.
#[derive(Debug)]
struct Reach {
    line: Vec<[f64; 2]>,
    bounds: Bounds,
    river: usize,
    /// Where the river ends.
    into: String,
    /// The lower end.
    end: RiverPoint,
}

#[derive(Debug)]
struct LakeShape {
    /// The outer shore and those of islands. The first point of a ring is also the last.
    rings: Vec<Vec<[f64; 2]>>,
    bounds: Bounds,
    lake: usize,
    level: f32,
    depth: f32,
    area: f32,
}

impl MapWater {
    /// The water on a grid. `place` is the position on the map of a position in the domain.
    pub(crate) fn new(water: &Water, grid: &Grid, place: impl Fn([f64; 2]) -> [f64; 2]) -> Self {
        let water = OnGrid { grid, water };
        let place = |position: [f32; 2]| place(position.map(f64::from));
        Self {
            reaches: water.rivers().flat_map(|part| reaches(&part, &place)).collect(),
            lakes: water.lakes().map(|(index, lake)| LakeShape::new(index, lake, &place)).collect(),
        }
    }

    pub(crate) fn has_rivers(&self) -> bool {
        !self.reaches.is_empty()
    }

    pub(crate) fn has_lakes(&self) -> bool {
        !self.lakes.is_empty()
    }

    /// The rivers of a tile, whose pixels have a side of this many metres. Rivers with a drainage area *A* are about √*A*
    /// apart; those that would be closer than 8 pixels are left out.
    pub(super) fn rivers(&self, tile: &Address, pixel: f64) -> Layer {
        let mut layer = Layer::new("rivers");
        let window = Window::of(tile);
        for reach in &self.reaches {
            if f64::from(reach.end.area) < (8.0 * pixel).powi(2) {
                continue;
            }
            let lines: Vec<_> =
                window.shifts(reach.bounds).flat_map(|shift| window.line(&reach.line, shift)).collect();
            layer.add(Geometry::Lines(&lines), &reach.attributes());
        }
        layer
    }

    /// The lakes of a tile. Those with an area of less than 4 pixels are left out.
    pub(super) fn lakes(&self, tile: &Address, pixel: f64) -> Layer {
        let mut layer = Layer::new("lakes");
        let window = Window::of(tile);
        for lake in &self.lakes {
            if f64::from(lake.area) < (2.0 * pixel).powi(2) {
                continue;
            }
            let rings: Vec<_> =
                window.shifts(lake.bounds).flat_map(|shift| window.polygon(&lake.rings, shift)).collect();
            layer.add(Geometry::Polygons(&rings), &lake.attributes());
        }
        layer
    }
}

/// The reaches of a part of a river. Each begins with the last point of the one before.
fn reaches(part: &RiverPart<'_>, place: &impl Fn([f32; 2]) -> [f64; 2]) -> Vec<Reach> {
    // The exponent of a number above 0.
    let size = |point: &RiverPoint| point.area.to_bits() >> 23;
    let mut reaches = Vec::new();
    let mut from = 0;
    for to in 1..part.points.len() {
        let end = part.points[to];
        if to == part.points.len() - 1 || size(&end) != size(&part.points[from]) {
            let line: Vec<_> = part.points[from..=to].iter().map(|point| place(point.position)).collect();
            let (bounds, into) = (Bounds::of(&line), part.into.clone());
            reaches.push(Reach { line, bounds, river: part.river, into, end });
            from = to;
        }
    }
    reaches
}

impl Reach {
    fn attributes(&self) -> [(&'static str, Value<'_>); 7] {
        let RiverPoint { surface, depth, width, area, .. } = self.end;
        [
            ("river", Value::Number(self.river as f64)),
            ("into", Value::Text(&self.into)),
            ("height", Value::Number(surface.into())),
            ("width", Value::Number(width.into())),
            ("depth", Value::Number(depth.into())),
            ("area", Value::Number(area.into())),
            ("discharge", Value::Number(discharge(area))),
        ]
    }
}

impl LakeShape {
    fn new(index: usize, lake: &Lake, place: &impl Fn([f32; 2]) -> [f64; 2]) -> Self {
        let ring = |shore: &Vec<[f32; 2]>| shore.iter().chain(shore.first()).map(|&at| place(at)).collect();
        let rings: Vec<Vec<_>> = lake.shores.iter().map(ring).collect();
        let bounds = Bounds::of(rings.first().map_or(&[], Vec::as_slice));
        Self { rings, bounds, lake: index, level: lake.level, depth: lake.depth, area: lake.area }
    }

    fn attributes(&self) -> [(&'static str, Value<'_>); 4] {
        [
            ("lake", Value::Number(self.lake as f64)),
            ("height", Value::Number(self.level.into())),
            ("depth", Value::Number(self.depth.into())),
            ("area", Value::Number(self.area.into())),
        ]
    }
}

/// The least and the greatest coordinates of a shape on the map.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    least: [f64; 2],
    most: [f64; 2],
}

impl Bounds {
    fn of(points: &[[f64; 2]]) -> Self {
        let nothing = Self { least: [f64::INFINITY; 2], most: [f64::NEG_INFINITY; 2] };
        points.iter().fold(nothing, |Self { least, most }, point| Self {
            least: [0, 1].map(|axis| least[axis].min(point[axis])),
            most: [0, 1].map(|axis| most[axis].max(point[axis])),
        })
    }
}

/// A tile with its buffer on the map.
struct Window {
    /// Tiles along a side of the map.
    tiles: f64,
    /// Column and row of the tile.
    corner: [f64; 2],
}

const SQUARE: Square = Square { least: -BUFFER as f64, most: (EXTENT + BUFFER) as f64 };

impl Window {
    fn of(tile: &Address) -> Self {
        Self { tiles: f64::from(1_u32 << tile.zoom), corner: [tile.x, tile.y].map(f64::from) }
    }

    /// How often a shape goes around the globe to come to the tile: 0, or 1 to the east or to the west if the domain is at the
    /// antimeridian. Nothing if it does not come to the tile.
    fn shifts(&self, bounds: Bounds) -> impl Iterator<Item = f64> {
        [0.0, -1.0, 1.0].into_iter().filter(move |&shift| {
            let [least, most] = [bounds.least, bounds.most].map(|point| self.units(point, shift));
            (0..2).all(|axis| least[axis] <= SQUARE.most && most[axis] >= SQUARE.least)
        })
    }

    /// A position in the coordinates of the tile.
    fn units(&self, [east, south]: [f64; 2], shift: f64) -> [f64; 2] {
        let [column, row] = self.corner;
        [(east + shift) * self.tiles - column, south * self.tiles - row]
            .map(|tiles| tiles * f64::from(EXTENT))
    }

    /// A line or ring with fewer points, in the coordinates of the tile. All tiles of a level drop the same points.
    fn simple(&self, line: &[[f64; 2]], shift: f64) -> Vec<[f64; 2]> {
        let tolerance = TOLERANCE / (f64::from(EXTENT) * self.tiles);
        simplified(line, tolerance).into_iter().map(|place| self.units(place, shift)).collect()
    }

    /// The parts of a line in the tile.
    fn line(&self, line: &[[f64; 2]], shift: f64) -> Vec<Vec<Point>> {
        let parts = SQUARE.line(&self.simple(line, shift)).into_iter().map(|part| rounded(&part));
        parts.filter(|part| part.len() > 1).collect()
    }

    /// The part of a polygon in the tile: the outer ring clockwise on the map, and its holes the other way round. Holes of less
    /// than a pixel are left out.
    fn polygon(&self, rings: &[Vec<[f64; 2]>], shift: f64) -> Vec<Vec<Point>> {
        let pixel = i64::from(CELL * CELL);
        let mut polygon = Vec::new();
        for (at, ring) in rings.iter().enumerate() {
            let mut ring = rounded(&SQUARE.ring(&self.simple(ring, shift)));
            if ring.first() == ring.last() {
                ring.pop();
            }
            let (area, is_outer) = (double_area(&ring), at == 0);
            if ring.len() < 3 || area.abs() < if is_outer { 1 } else { 2 * pixel } {
                if is_outer {
                    break;
                }
                continue;
            }
            if (area > 0) != is_outer {
                ring.reverse();
            }
            polygon.push(ring);
        }
        polygon
    }
}

fn rounded(line: &[[f64; 2]]) -> Vec<Point> {
    let mut line: Vec<_> = line.iter().map(|point| point.map(|at| at.round() as i32)).collect();
    line.dedup();
    line
}

//! The format Mapbox Vector Tile 2.1 (<https://github.com/mapbox/vector-tile-spec/tree/master/2.1>): a Protocol Buffers
//! message. The numbers of its fields are those of `vector_tile.proto` there.

use std::collections::HashMap;

use super::units::{EXTENT, Point};
use crate::tiles::zigzag::zigzag;

/// The value of an attribute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value<'a> {
    Text(&'a str),
    Number(f64),
    Flag(bool),
}

/// The geometry of a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Geometry<'a> {
    /// Lines of two points or more.
    Lines(&'a [Vec<Point>]),
    /// Rings of three points or more. Each polygon has an outer ring, clockwise on the map, and then its holes, the other way
    /// round. The first point of a ring is not repeated.
    Polygons(&'a [Vec<Point>]),
}

/// A layer of a tile.
#[derive(Debug)]
pub(super) struct Layer {
    name: &'static str,
    features: Vec<u8>,
    keys: Vec<&'static str>,
    values: Vec<Vec<u8>>,
    /// The places of values in the list.
    places: HashMap<Vec<u8>, u64>,
}

impl Layer {
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, features: vec![], keys: vec![], values: vec![], places: HashMap::new() }
    }

    /// Adds a feature, unless it has no lines or rings.
    pub(super) fn add(&mut self, geometry: Geometry<'_>, attributes: &[(&'static str, Value<'_>)]) {
        let (kind, commands) = match geometry {
            Geometry::Lines(lines) => (2, commands(lines, false)),
            Geometry::Polygons(rings) => (3, commands(rings, true)),
        };
        if commands.is_empty() {
            return;
        }
        let tags: Vec<_> = attributes.iter().flat_map(|&(key, value)| self.tag(key, value)).collect();
        let mut feature = Vec::new();
        put_packed(&mut feature, 2, &tags);
        put_number(&mut feature, 3, kind);
        put_packed(&mut feature, 4, &commands);
        put_bytes(&mut self.features, 2, &feature);
    }

    /// The places of a key and a value in the lists of the layer.
    fn tag(&mut self, key: &'static str, value: Value<'_>) -> [u64; 2] {
        let key = self.keys.iter().position(|known| *known == key).unwrap_or_else(|| {
            self.keys.push(key);
            self.keys.len() - 1
        });
        let value = encoded(value);
        let place = *self.places.entry(value.clone()).or_insert_with(|| {
            self.values.push(value);
            self.values.len() as u64 - 1
        });
        [key as u64, place]
    }

    /// Adds the layer to a tile, unless it has no features.
    pub(super) fn put(self, tile: &mut Vec<u8>) {
        if self.features.is_empty() {
            return;
        }
        let mut layer = Vec::new();
        put_number(&mut layer, 15, 2);
        put_bytes(&mut layer, 1, self.name.as_bytes());
        layer.extend(self.features);
        self.keys.iter().for_each(|key| put_bytes(&mut layer, 3, key.as_bytes()));
        self.values.iter().for_each(|value| put_bytes(&mut layer, 4, value));
        put_number(&mut layer, 5, EXTENT as u64);
        put_bytes(tile, 3, &layer);
    }
}

fn encoded(value: Value<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    match value {
        Value::Text(text) => put_bytes(&mut out, 1, text.as_bytes()),
        Value::Number(number) => {
            put_varint(&mut out, 3 << 3 | 1);
            out.extend(number.to_le_bytes());
        }
        Value::Flag(flag) => put_number(&mut out, 7, flag.into()),
    }
    out
}

/// The commands that draw lines or rings (section 4.3): move to the first point, draw to the others, and close a ring. A point
/// is the way from the point before.
fn commands(lines: &[Vec<Point>], is_ring: bool) -> Vec<u64> {
    const MOVE_TO: u64 = 1;
    const LINE_TO: u64 = 2;
    const CLOSE_PATH: u64 = 7;
    let command = |id: u64, count: usize| id | (count as u64) << 3;
    let (mut out, mut last) = (Vec::new(), [0, 0]);
    for line in lines {
        for (at, point) in line.iter().enumerate() {
            match at {
                0 => out.push(command(MOVE_TO, 1)),
                1 => out.push(command(LINE_TO, line.len() - 1)),
                _ => {}
            }
            out.extend([0, 1].map(|axis| u64::from(zigzag(point[axis] - last[axis]))));
            last = *point;
        }
        if is_ring {
            out.push(command(CLOSE_PATH, 1));
        }
    }
    out
}

/// Seven bits a byte, the lowest first. All bytes except the last have the eighth bit.
fn put_varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_number(out: &mut Vec<u8>, field: u64, number: u64) {
    put_varint(out, field << 3);
    put_varint(out, number);
}

fn put_bytes(out: &mut Vec<u8>, field: u64, bytes: &[u8]) {
    put_varint(out, field << 3 | 2);
    put_varint(out, bytes.len() as u64);
    out.extend(bytes);
}

fn put_packed(out: &mut Vec<u8>, field: u64, numbers: &[u64]) {
    let mut packed = Vec::new();
    numbers.iter().for_each(|&number| put_varint(&mut packed, number));
    put_bytes(out, field, &packed);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of sections 4.3.5.5 and 4.3.5.6 of the specification.
    #[test]
    fn the_examples_of_the_specification() {
        let lines = [vec![[2, 2], [2, 10], [10, 10]], vec![[1, 1], [3, 5]]];
        assert_eq!(commands(&lines, false), [9, 4, 4, 18, 0, 16, 16, 0, 9, 17, 17, 10, 4, 8]);
        let ring = [vec![[3, 6], [8, 12], [20, 34]]];
        assert_eq!(commands(&ring, true), [9, 6, 12, 18, 10, 12, 24, 44, 15]);
    }

    #[test]
    fn a_layer_without_features_is_left_out() {
        let mut tile = Vec::new();
        let mut layer = Layer::new("rivers");
        layer.add(Geometry::Lines(&[]), &[("river", Value::Number(1.0))]);
        layer.put(&mut tile);
        assert!(tile.is_empty());
    }
}

//! Geometries in GeoPackages: a header (OGC 12-128r18, section 2.1.3) and well-known binary (ISO 13249-3; OGC 06-103r4, section 8).

use crate::Problem;
use crate::shapes::{
    Feature, Features, MAX_DEPTH, MAX_POINTS, Position, no_shape, too_deep, too_many_points,
};

/// Adds the shapes of a geometry. `height` is that of positions without one.
pub(super) fn add(
    features: &mut Features,
    place: &str,
    blob: &[u8],
    height: Option<f64>,
) -> Result<(), Problem> {
    let damaged = || damaged(place);
    let (header, rest) = blob.split_at_checked(8).ok_or_else(damaged)?;
    let flags = header[3];
    if !header.starts_with(b"GP") {
        return Err(damaged());
    }
    if flags & 0x20 != 0 {
        let message = format!("{place} is a geometry of an extension of GeoPackage");
        return Err(Problem::new(message, CONVERT));
    }
    if flags & 0x10 != 0 {
        return Ok(());
    }
    let envelope = match flags >> 1 & 7 {
        0 => 0,
        1 => 32,
        2 | 3 => 48,
        4 => 64,
        _ => return Err(damaged()),
    };
    let bytes = rest.get(envelope..).ok_or_else(damaged)?;
    let mut reader = Reader { bytes, place, height };
    reader.geometry(features, MAX_DEPTH)
}

const CONVERT: &str = "convert it to lines and polygons: `ogr2ogr -nlt CONVERT_TO_LINEAR OUT.gpkg IN.gpkg`";

fn damaged(place: &str) -> Problem {
    let help = "save the layer to a new GeoPackage, or remove the feature";
    Problem::new(format!("{place} has a damaged geometry"), help)
}

/// Reads the geometries of a feature.
struct Reader<'a> {
    /// What is left.
    bytes: &'a [u8],
    place: &'a str,
    height: Option<f64>,
}

/// How the numbers of a geometry are stored.
#[derive(Clone, Copy)]
struct Layout {
    is_little: bool,
    has_height: bool,
    /// Whether positions have a measure, which has no meaning here.
    has_measure: bool,
}

impl Layout {
    /// The bytes of a position.
    fn position(self) -> usize {
        8 * (2 + usize::from(self.has_height) + usize::from(self.has_measure))
    }
}

impl Reader<'_> {
    /// Adds a geometry with at most `depth` collections within one another.
    fn geometry(&mut self, features: &mut Features, depth: usize) -> Result<(), Problem> {
        let (kind, layout) = self.kind()?;
        match kind {
            2 => {
                let line = self.line(layout)?;
                self.add(features, false, vec![line])
            }
            3 => {
                let rings = (0..self.count(layout, 4)?).map(|_| self.line(layout));
                let rings = rings.collect::<Result<_, _>>()?;
                self.add(features, true, rings)
            }
            5..=7 if depth > 0 => {
                (0..self.count(layout, 5)?).try_for_each(|_| self.geometry(features, depth - 1))
            }
            5..=7 => Err(too_deep(self.place, CONVERT)),
            1 | 4 => Err(no_shape(self.place, "point")),
            8..=17 => {
                let message = format!("{} has curves or surfaces", self.place);
                Err(Problem::new(message, CONVERT))
            }
            _ => Err(damaged(self.place)),
        }
    }

    /// The type and layout that a geometry begins with. ISO adds 1000 to the type for heights and 2000 for measures; PostGIS and
    /// old programs set bits.
    fn kind(&mut self) -> Result<(u32, Layout), Problem> {
        let is_little = match self.take(1)? {
            [order @ (0 | 1)] => *order == 1,
            _ => return Err(damaged(self.place)),
        };
        let mut layout = Layout { is_little, has_height: false, has_measure: false };
        let number = self.whole(layout)?;
        let (kind, dimensions) = (number & 0x0FFF_FFFF, (number & 0x0FFF_FFFF) / 1000);
        layout.has_height = number & 0x8000_0000 != 0 || matches!(dimensions, 1 | 3);
        layout.has_measure = number & 0x4000_0000 != 0 || matches!(dimensions, 2 | 3);
        if number & 0x2000_0000 != 0 {
            self.whole(layout)?;
        }
        if dimensions > 3 { Err(damaged(self.place)) } else { Ok((kind % 1000, layout)) }
    }

    fn line(&mut self, layout: Layout) -> Result<Vec<Position>, Problem> {
        let count = self.count(layout, layout.position())?;
        let bytes = self.take(count * layout.position())?;
        let number = |bytes: &[u8; 8]| match layout.is_little {
            true => f64::from_le_bytes(*bytes),
            false => f64::from_be_bytes(*bytes),
        };
        let position = |bytes: &[u8]| {
            let numbers = bytes.as_chunks().0;
            // Programs write NaN for a height that is not known.
            let height = layout.has_height.then(|| number(&numbers[2])).filter(|height| !height.is_nan());
            Position { at: [number(&numbers[0]), number(&numbers[1])], height }
        };
        Ok(bytes.chunks_exact(layout.position()).map(position).collect())
    }

    /// How many parts of at least `size` bytes follow.
    fn count(&mut self, layout: Layout, size: usize) -> Result<usize, Problem> {
        let count = self.whole(layout)? as usize;
        if count > self.bytes.len() / size {
            return Err(damaged(self.place));
        }
        if count > MAX_POINTS {
            return Err(too_many_points(self.place));
        }
        Ok(count)
    }

    fn whole(&mut self, layout: Layout) -> Result<u32, Problem> {
        let bytes = self.take(4)?.first_chunk().copied().unwrap_or_default();
        Ok(if layout.is_little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    }

    fn take(&mut self, count: usize) -> Result<&[u8], Problem> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or_else(|| damaged(self.place))?;
        self.bytes = rest;
        Ok(taken)
    }

    fn add(
        &self,
        features: &mut Features,
        is_polygon: bool,
        lines: Vec<Vec<Position>>,
    ) -> Result<(), Problem> {
        let (place, height) = (self.place.to_owned(), self.height);
        features.add(Feature { place, is_polygon, lines, height })
    }
}

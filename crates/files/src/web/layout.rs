//! The tiles of a pyramid on the map, and the grid of samples that fills them.
//!
//! Web maps are squares of the spherical Mercator projection (EPSG:3857). At zoom `z` the world is `2^z × 2^z` tiles;
//! with tiles of `s` pixels a pixel is `C/(s·2^z)` metres of the map, `C = 2π·6378137 m`. The projection stretches
//! lengths by `1/cos φ` at latitude φ, so on the ground a pixel is `C·cos φ/(s·2^z)` metres.
//!
//! A terrain is a plane. It is true to scale at one point of the map. Away from that point, towards the poles, the scale of
//! the map grows and that of the terrain does not. If that point is on the equator, the scales differ by 1 part in 3,000
//! at a distance of 160 km from it.
//!
//! Samples are at the centres of pixels, half a pixel from the corner of a tile. So the terrain is shifted by at most half
//! a pixel, until its origin is at the centre of a pixel. All samples are then at multiples of the spacing, as in every
//! other product.

use std::ops::{Range, RangeInclusive};

use orogen_engine::raster::Grid;

use super::mercator::{CIRCUMFERENCE, MAX_LATITUDE, east, latitude, longitude, south};
use crate::Problem;

/// The finest zoom level that is written. With tiles of 512 pixels a pixel is 19 mm at the equator.
pub const MAX_ZOOM: u8 = 22;

/// Longest side of the finest level, in samples.
pub const MAX_SIDE: usize = 1 << 18;

/// The position of a terrain on the map: the terrain's `point` is at this latitude and longitude. By default, the terrain's
/// origin is at latitude 0 and longitude 0, where metres of the map are true metres.
///
/// ```
/// use orogen_files::web::GeoAnchor;
///
/// // The centre of a terrain of 16 km, in the Alps.
/// let place = GeoAnchor { latitude: 46.5, longitude: 8.0, point: [8_000.0, 8_000.0] };
/// assert_ne!(place, GeoAnchor::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GeoAnchor {
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// The point of the terrain at this position: x and y in metres.
    pub point: [f64; 2],
}

/// The address of a tile: `zoom/x/y`, x from the west, y from the north.
///
/// ```
/// use orogen_files::web::{Layout, GeoAnchor, Tile};
///
/// let layout = Layout::new(GeoAnchor::default(), [10.0, 10.0, 90.0, 90.0], 1.0, 256)?;
/// assert!(layout.addresses().any(|Tile { zoom, .. }| zoom == *layout.zooms().end()));
/// # Ok::<(), orogen_files::Problem>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tile {
    /// Zoom level.
    pub zoom: u8,
    /// Column, from the west.
    pub x: u32,
    /// Row, from the north.
    pub y: u32,
}

/// The tiles of a pyramid and the grid of samples of its finest level, which fills complete tiles.
///
/// ```
/// use orogen_files::web::{Layout, GeoAnchor};
///
/// // A terrain of 16 km at 10 m or finer, its centre at latitude 0, longitude 0.
/// let place = GeoAnchor { point: [8_000.0, 8_000.0], ..GeoAnchor::default() };
/// let layout = Layout::new(place, [0.0, 0.0, 16_000.0, 16_000.0], 10.0, 256)?;
/// assert_eq!((layout.zooms(), layout.whole_zoom()), (0..=14, 11));
/// assert_eq!((layout.grid().columns, layout.grid().rows), (8 * 256, 8 * 256));
/// assert!((layout.grid().spacing - 9.5546).abs() < 1e-4);
/// assert!(layout.grid().x(0) < 0.0 && layout.grid().x(2047) > 16_000.0);
/// # Ok::<(), orogen_files::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    tile_size: u32,
    max_zoom: u8,
    /// x and y of the finest level's first tile.
    first_tile: [u32; 2],
    /// Columns and rows of tiles at the finest level.
    tiles: [u32; 2],
    grid: Grid,
}

impl Layout {
    /// The pyramid for the region `[x0, y0, x1, y1]` of a terrain, in metres, with samples at most `spacing` metres apart. Tiles
    /// have `tile_size` pixels along a side: 256 or 512.
    ///
    /// The finest zoom level of the pyramid is the lowest level whose samples are dense enough. Its tiles are those that the
    /// region touches, and the grid fills these tiles. The coarser levels go down to zoom 0, whose only tile shows the world: maps
    /// ask for coarse tiles in the distance. Each coarser tile contains a tile of the finest level, and may extend beyond the grid.
    ///
    /// # Errors
    /// A number is invalid, the region is not on the map, the spacing needs a finer level than [`MAX_ZOOM`], or the finest level
    /// has more than [`MAX_SIDE`] samples along a side.
    pub fn new(place: GeoAnchor, region: [f64; 4], spacing: f64, tile_size: u32) -> Result<Self, Problem> {
        check_request(place, region, spacing, tile_size)?;
        let ground = CIRCUMFERENCE * libm::cos(place.latitude.to_radians()) / f64::from(tile_size);
        let spacing_at = |zoom: u8| ground / f64::from(1_u32 << zoom);
        // A spacing that was printed and typed again gives the same level.
        let dense = |&zoom: &u8| spacing_at(zoom) <= spacing * (1.0 + 1e-9);
        let max_zoom = (0..=MAX_ZOOM).find(dense).ok_or_else(|| {
            let finest = spacing_at(MAX_ZOOM);
            Problem::new(
                format!("web maps end at zoom level {MAX_ZOOM}, but {spacing} m is finer"),
                format!("choose a spacing of {finest:.4} m or more"),
            )
        })?;
        let spacing = spacing_at(max_zoom);
        let world = f64::from(tile_size) * f64::from(1_u32 << max_zoom);
        let at = [east(place.longitude), south(place.latitude)];
        // The pixel, counted from the corner of the world, at whose centre the terrain's x or y is zero.
        let origin = [0, 1].map(|k| (at[k] * world - place.point[k] / spacing - 0.5).round() as i64);
        let tile = |k: usize, metres: f64| {
            (origin[k] + (metres / spacing).round() as i64).div_euclid(i64::from(tile_size))
        };
        let [x0, y0, x1, y1] = region;
        let (first, last) = ([tile(0, x0), tile(1, y0)], [tile(0, x1), tile(1, y1)]);
        let on_map = |tile: i64| u32::try_from(tile).ok().filter(|&tile| tile < 1 << max_zoom);
        let (Some(first_x), Some(first_y), Some(last_x), Some(last_y)) =
            (on_map(first[0]), on_map(first[1]), on_map(last[0]), on_map(last[1]))
        else {
            return Err(Problem::new(
                "the terrain reaches beyond the map",
                "choose another position or a smaller region",
            ));
        };
        let tiles = [last_x - first_x + 1, last_y - first_y + 1];
        let first_sample = [0, 1].map(|k| first[k] * i64::from(tile_size) - origin[k]);
        Self::of_tiles(tile_size, max_zoom, [first_x, first_y], tiles, first_sample, spacing)
    }

    /// A layout from its numbers. They may come from a file, so all are checked.
    pub(crate) fn of_tiles(
        tile_size: u32,
        max_zoom: u8,
        first_tile: [u32; 2],
        tiles: [u32; 2],
        first_sample: [i64; 2],
        spacing: f64,
    ) -> Result<Self, Problem> {
        check_tile_size(tile_size)?;
        let side = |k: usize| tiles[k] as usize * tile_size as usize;
        let longer = side(0).max(side(1));
        if longer > MAX_SIDE {
            return Err(Problem::new(
                format!(
                    "the finest level would have {longer} samples along a side, but {MAX_SIDE} is the limit"
                ),
                "choose a smaller region or a wider spacing",
            ));
        }
        let on_map = |k: usize| first_tile[k].checked_add(tiles[k]).is_some_and(|end| end <= 1 << max_zoom);
        let near = |k: usize| first_sample[k].unsigned_abs() < 1 << 52;
        let is_valid = max_zoom <= MAX_ZOOM && tiles[0] > 0 && tiles[1] > 0 && on_map(0) && on_map(1);
        if !(is_valid && near(0) && near(1) && spacing.is_finite() && spacing > 0.0) {
            return Err(Problem::new("these tiles are not on the map", "generate them again"));
        }
        let [first_column, first_row] = first_sample;
        let grid = Grid { first_column, first_row, columns: side(0), rows: side(1), spacing };
        Ok(Self { tile_size, max_zoom, first_tile, tiles, grid })
    }

    /// Samples along a side of a tile.
    pub fn tile_size(&self) -> u32 {
        self.tile_size
    }

    /// The zoom levels, from 0 to the finest.
    pub fn zooms(&self) -> RangeInclusive<u8> {
        0..=self.max_zoom
    }

    /// The finest zoom level on which the grid is no larger than a tile, so that a map shows all of it.
    pub fn whole_zoom(&self) -> u8 {
        let levels_above = self.tiles[0].max(self.tiles[1]).next_power_of_two().trailing_zeros() as u8;
        self.max_zoom.saturating_sub(levels_above)
    }

    /// Metres between the samples of the level that is `above` zoom levels coarser than the finest one.
    pub(super) fn spacing(&self, above: u8) -> f64 {
        self.grid.spacing * f64::from(1_u32 << above)
    }

    /// Columns and rows of a level that are completely above samples of the finest level, so that they are means of these. They
    /// are counted from the corner of the world.
    pub(super) fn means(&self, zoom: u8) -> [Range<usize>; 2] {
        let size = self.tile_size as usize;
        let finest =
            self.tiles(self.max_zoom).map(|tiles| tiles.start as usize * size..tiles.end as usize * size);
        finest.map(|samples| (zoom..self.max_zoom).fold(samples, |samples, _| halved(&samples)))
    }

    /// The samples of a tile that are not [means](Self::means), by their index.
    pub(super) fn around(&self, tile: Tile) -> Vec<usize> {
        let size = self.tile_size as usize;
        let first = [tile.x, tile.y].map(|tile| tile as usize * size);
        let in_tile =
            |sample: usize, axis: usize| sample.clamp(first[axis], first[axis] + size) - first[axis];
        let [columns, rows] = self.means(tile.zoom);
        let (columns, rows) = (
            in_tile(columns.start, 0)..in_tile(columns.end, 0),
            in_tile(rows.start, 1)..in_tile(rows.end, 1),
        );
        let outside = |row: usize| {
            let gap = if rows.contains(&row) { columns.clone() } else { 0..0 };
            (0..gap.start).chain(gap.end..size).map(move |column| row * size + column)
        };
        (0..size).flat_map(outside).collect()
    }

    /// The position x, y in the terrain of a sample of a tile.
    pub(super) fn position(&self, tile: Tile, sample: usize) -> [f64; 2] {
        let size = self.tile_size as usize;
        let below = (1_u64 << (self.max_zoom - tile.zoom)) as f64;
        let pixel = [tile.x as usize * size + sample % size, tile.y as usize * size + sample / size];
        let first = [self.grid.first_column, self.grid.first_row];
        [0, 1].map(|axis| {
            let origin = first[axis] - i64::from(self.first_tile[axis]) * i64::from(self.tile_size);
            // The centre in samples of the finest level. Only the multiplication by the spacing rounds.
            (origin as f64 + pixel[axis] as f64 * below + 0.5 * (below - 1.0)) * self.grid.spacing
        })
    }

    /// The grid to evaluate: the samples of all tiles of the finest level.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Columns and rows of the tiles of a level.
    ///
    /// # Panics
    /// If the pyramid does not have this level.
    pub fn tiles(&self, zoom: u8) -> [Range<u32>; 2] {
        assert!(self.zooms().contains(&zoom), "the levels are {:?}", self.zooms());
        let above = self.max_zoom - zoom;
        [0, 1].map(|k| {
            let (first, last) = (self.first_tile[k], self.first_tile[k] + self.tiles[k] - 1);
            first >> above..(last >> above) + 1
        })
    }

    /// Every tile, the finest level first, row by row from the north.
    pub fn addresses(&self) -> impl Iterator<Item = Tile> + use<> {
        let levels: Vec<_> = self.zooms().rev().map(|zoom| (zoom, self.tiles(zoom))).collect();
        levels.into_iter().flat_map(|(zoom, [columns, rows])| {
            rows.flat_map(move |y| columns.clone().map(move |x| Tile { zoom, x, y }))
        })
    }

    /// The grid of one tile of the finest level; `None` for any other tile.
    pub fn grid_of(&self, tile: Tile) -> Option<Grid> {
        let [columns, rows] = self.tiles(self.max_zoom);
        let is_here = tile.zoom == self.max_zoom && columns.contains(&tile.x) && rows.contains(&tile.y);
        is_here.then(|| {
            let size = i64::from(self.tile_size);
            Grid {
                first_column: self.grid.first_column + i64::from(tile.x - columns.start) * size,
                first_row: self.grid.first_row + i64::from(tile.y - rows.start) * size,
                columns: self.tile_size as usize,
                rows: self.tile_size as usize,
                ..self.grid
            }
        })
    }

    /// West, south, east and north edge of the tiles of the finest level, in degrees.
    pub fn bounds(&self) -> [f64; 4] {
        let world = f64::from(1_u32 << self.max_zoom);
        let [columns, rows] = self.tiles(self.max_zoom);
        let (x, y) =
            (|tile: u32| longitude(f64::from(tile) / world), |tile: u32| latitude(f64::from(tile) / world));
        [x(columns.start), y(rows.end), x(columns.end), y(rows.start)]
    }

    /// Longitude and latitude of the centre of all tiles, in degrees.
    pub fn center(&self) -> [f64; 2] {
        let world = f64::from(1_u32 << self.max_zoom);
        let [x, y] = self.tiles(self.max_zoom).map(|range| f64::from(range.start + range.end) / 2.0 / world);
        [longitude(x), latitude(y)]
    }
}

/// The samples of the next coarser level that are completely above these.
pub(super) fn halved(samples: &Range<usize>) -> Range<usize> {
    let (start, end) = (samples.start.div_ceil(2), samples.end / 2);
    start..end.max(start)
}

fn check_request(place: GeoAnchor, region: [f64; 4], spacing: f64, tile_size: u32) -> Result<(), Problem> {
    check_tile_size(tile_size)?;
    if !(place.latitude.abs() <= MAX_LATITUDE && place.longitude.abs() <= 180.0) {
        return Err(Problem::new(
            format!("latitude {}, longitude {} is not on web maps", place.latitude, place.longitude),
            format!("choose a latitude within {MAX_LATITUDE:.2} and a longitude within 180 degrees of 0"),
        ));
    }
    if !(spacing.is_finite() && spacing > 0.0) {
        return Err(Problem::new(
            format!("samples cannot be {spacing} m apart"),
            "choose a positive number of metres",
        ));
    }
    let [x0, y0, x1, y1] = region;
    // A region wider than the world is always too wide. The limit also keeps the following numbers within 64 bits.
    let near = |metres: &f64| metres.abs() <= CIRCUMFERENCE;
    if !(x0 <= x1 && y0 <= y1 && region.iter().chain(&place.point).all(near)) {
        let message = format!("the region from ({x0}, {y0}) to ({x1}, {y1}) m is not on the map");
        return Err(Problem::new(message, "give x0,y0,x1,y1 with x0 < x1 and y0 < y1, in metres"));
    }
    Ok(())
}

fn check_tile_size(tile_size: u32) -> Result<(), Problem> {
    if tile_size == 256 || tile_size == 512 {
        return Ok(());
    }
    Err(Problem::new(format!("tiles cannot have {tile_size} pixels along a side"), "choose 256 or 512"))
}

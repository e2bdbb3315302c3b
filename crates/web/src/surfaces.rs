//! The ground of tiles as programs draw it: a mesh, and pictures of its normals and colours with twice as many samples.
//!
//! Coordinates are those of most of these programs: y points up. On a plane, x and z are the recipe's x and y, and y is the height. On a
//! planet, y is the axis to the north pole, and x, z are the recipe's x, −y.

use std::cell::RefCell;
use std::collections::HashMap;
use std::mem;
use std::rc::Rc;

use glam::DVec3;
use orogen::engine::level::Level;
use orogen::engine::raster::Band;
use orogen::engine::terrain;
use orogen::engine::water::WaterSurface;
use orogen::{DirectionGrid, Error, Grid, Interval, PlaneTile, Terrain, TileAddress, TileSamples};
use orogen_files::preview::{GroundColours, Overview};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::{argument, exception};
use crate::page_files::PageFiles;
use crate::pictures::Pictures;

/// The ground of a tile. Each method gives its numbers away.
#[wasm_bindgen]
pub struct NativeSurface {
    /// The point that positions are relative to.
    origin: [f64; 3],
    positions: Vec<f32>,
    normals: Vec<i16>,
    normal_map: Vec<u16>,
    colours: Vec<u8>,
}

#[wasm_bindgen]
impl NativeSurface {
    /// The point in metres that positions are relative to.
    pub fn origin(&self) -> Vec<f64> {
        self.origin.to_vec()
    }

    /// `x, y, z` of each vertex, row by row, then of the lower edges of the walls.
    pub fn positions(&mut self) -> Vec<f32> {
        mem::take(&mut self.positions)
    }

    /// Four numbers for the normal of each vertex, of which 32767 is 1; the last is 0.
    pub fn normals(&mut self) -> Vec<i16> {
        mem::take(&mut self.normals)
    }

    /// The normal of each sample as four half floats: `(n + 1) / 2`, and 1.
    #[wasm_bindgen(js_name = normalMap)]
    pub fn normal_map(&mut self) -> Vec<u16> {
        mem::take(&mut self.normal_map)
    }

    /// The colour of each sample in sRGB, four bytes; the last is 0 on water, 255 elsewhere.
    pub fn colours(&mut self) -> Vec<u8> {
        mem::take(&mut self.colours)
    }
}

/// What the surfaces of a terrain need.
pub(crate) struct Surfaces {
    colours: GroundColours,
    water: Option<WaterSurface>,
    /// The lowest and the highest sample of an overview.
    heights: Interval,
    files: PageFiles,
    /// The terrains with materials and water, by the bits of their spacing.
    levels: RefCell<HashMap<u64, Rc<terrain::Terrain>>>,
}

/// How far the edge of a domain goes down below the lowest sample, as a fraction of its side.
const EDGE: f64 = 0.02;

/// Texels that are wider, in metres, may miss rivers: there are twice as many samples as texels along a side.
const RIVER: f64 = 6.0;

/// Spacings whose terrains are kept.
const MOST_LEVELS: usize = 32;

/// The samples of a tile, and where they are.
pub(crate) struct Samples {
    pub(crate) side: usize,
    /// Steps between samples for one between the texels of pictures: 1 or 2.
    pub(crate) stride: usize,
    pub(crate) band: Band,
    /// Metres between samples.
    spacing: f64,
    pub(crate) frames: Vec<Frame>,
}

/// The place of a sample at height 0, and unit vectors up, along rows and along columns.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    place: DVec3,
    up: DVec3,
    axes: [DVec3; 2],
}

impl Surfaces {
    pub(crate) fn new(terrain: &Terrain, draft: u32) -> Result<Self, Error> {
        let (recipe, files) = (terrain.recipe(), PageFiles { draft });
        let overview = Overview::new(recipe, &files)?;
        let colours = GroundColours::new(recipe, &overview);
        let (water, heights) = (WaterSurface::of(recipe), overview.heights);
        Ok(Self { colours, water, heights, files, levels: RefCell::default() })
    }

    /// The surface of a tile: the mesh has every second of the `samples` along a side. `has_water` raises it to the water.
    pub(crate) fn surface(
        &self,
        terrain: &Terrain,
        address: &str,
        samples: f64,
        has_water: bool,
    ) -> Result<NativeSurface, JsValue> {
        let doublings = (1..=10).find(|&doublings| f64::from((1_u32 << doublings) + 1) == samples);
        let Some(doublings) = doublings else {
            let message = format!("a surface cannot have {samples} samples along a side");
            return Err(argument(&message, "give a power of two plus one: 3, 5, 9, 17, 33, 65, 129 … 1025"));
        };
        let made = match terrain.is_planet() {
            true => self.of_planet(terrain, address, doublings),
            false => self.of_plane(terrain, address, doublings),
        };
        Ok(self.mesh(terrain, &made.map_err(|error| exception(&error))?, has_water))
    }

    fn of_plane(&self, terrain: &Terrain, address: &str, doublings: u8) -> Result<Samples, Error> {
        let tile = address.parse::<PlaneTile>()?;
        let mut grid = terrain.tile_grid(tile, (1 << doublings) + 1)?;
        // The octaves are those of the texels.
        let prepared = self.level(terrain, grid.spacing)?;
        let stride = if self.water.is_some() && grid.spacing > RIVER { 2 } else { 1 };
        if stride == 2 {
            grid = terrain.tile_grid(tile, (2 << doublings) + 1)?;
        }
        let mut maker = prepared.rows(Level::best(), grid)?;
        if self.colours.need_curvature() {
            maker = maker.with_curvature();
        }
        let mut band = Band::default();
        maker.make(0, grid.rows, true, &mut band);
        let frame = |[x, y]: [f64; 2]| Frame {
            place: DVec3::new(x, 0.0, y),
            up: DVec3::Y,
            axes: [DVec3::X, DVec3::Z],
        };
        let frames = places(&grid).map(frame).collect();
        Ok(Samples { side: grid.rows, stride, band, spacing: grid.spacing, frames })
    }

    fn of_planet(&self, terrain: &Terrain, address: &str, doublings: u8) -> Result<Samples, Error> {
        let tile = address.parse::<TileAddress>()?;
        let sphere = terrain.sphere().ok_or(terrain::NotAPlanet)?;
        let spacing = TileSamples::new(tile, doublings, 0)?.level_spacing(sphere);
        let grid = DirectionGrid::tile(tile, doublings, sphere)?;
        let prepared = self.level(terrain, spacing)?;
        let mut maker = prepared.map(Level::best(), grid.clone())?;
        if self.colours.need_curvature() {
            maker = maker.with_curvature();
        }
        let (side, mut band) = (grid.rows(), Band::default());
        maker.make(0, side, true, &mut band);
        let frame = |at: usize| {
            let (column, row) = (at % side, at / side);
            let up = turned(grid.direction(column, row).vector());
            Frame { place: up * sphere.radius(), up, axes: grid.axes(column, row).map(turned) }
        };
        let frames = (0..side * side).map(frame).collect();
        Ok(Samples { side, stride: 1, band, spacing, frames })
    }

    /// The terrain with all that colours and water depend on.
    fn level(&self, terrain: &Terrain, spacing: f64) -> Result<Rc<terrain::Terrain>, Error> {
        let mut levels = self.levels.borrow_mut();
        if let Some(known) = levels.get(&spacing.to_bits()) {
            return Ok(Rc::clone(known));
        }
        if levels.len() == MOST_LEVELS {
            levels.clear();
        }
        let made = Rc::new(terrain::Terrain::with_materials(terrain.recipe(), &self.files, spacing)?);
        levels.insert(spacing.to_bits(), Rc::clone(&made));
        Ok(made)
    }

    fn mesh(&self, terrain: &Terrain, samples: &Samples, has_water: bool) -> NativeSurface {
        let Samples { side, stride, band, spacing, frames } = samples;
        let sea = terrain.sea_level().map_or(f32::NEG_INFINITY, |level| level as f32);
        // Metres of water over the ground; 0 or less on land.
        let depth = |at: usize| {
            let fresh = self.water.map_or(-1.0, |water| water.depth(band, at));
            if has_water { fresh.max(sea - band.height[at]) } else { -1.0 }
        };
        let depths: Vec<_> = (0..band.height.len()).map(depth).collect();
        let pictures = Pictures::new(samples, &self.colours.pixels(band), &depths, sea);
        let height = |at: usize| f64::from(band.height[at] + depths[at].max(0.0));
        let vertices: Vec<_> = vertices(*side, 2 * stride).collect();
        let border = border(vertices.len().isqrt()).map(|vertex| vertices[vertex]);
        let wall = self.wall(terrain, 2.0 * *stride as f64 * spacing);
        let bottom = |at: usize| match is_at_edge(terrain, frames[at].place) {
            true => self.heights.min - EDGE * terrain.size(),
            false => height(at) - wall,
        };
        let points = vertices.iter().map(|&at| (at, height(at)));
        let points: Vec<_> = points.chain(border.map(|at| (at, bottom(at)))).collect();
        let origin = frames[frames.len() / 2].place;
        let position = |&(at, height): &(usize, f64)| {
            let Frame { place, up, .. } = frames[at];
            (place + up * height - origin).as_vec3().to_array()
        };
        let short = |part: f64| (part * f64::from(i16::MAX)) as i16;
        let normal = |&(at, _): &(usize, f64)| {
            let DVec3 { x, y, z } = normal(&frames[at], band, at, depths[at]);
            [short(x), short(y), short(z), 0]
        };
        NativeSurface {
            origin: origin.to_array(),
            positions: points.iter().flat_map(position).collect(),
            normals: points.iter().flat_map(normal).collect(),
            normal_map: pictures.normals,
            colours: pictures.colours,
        }
    }

    /// The depth of the walls below the border of a tile, which hide the gaps to tiles of other levels. The heights of two levels
    /// differ by less than the distance of vertices where the ground is no steeper than 45°, and by no more than all heights. On a
    /// planet, an edge between vertices is below the sphere by its sagitta.
    fn wall(&self, terrain: &Terrain, distance: f64) -> f64 {
        let sagitta = terrain.sphere().map_or(0.0, |sphere| distance * distance / (8.0 * sphere.radius()));
        let Interval { min, max } = terrain.interval();
        distance.min(max - min) + sagitta
    }
}

/// The positions of a grid, row by row.
fn places(grid: &Grid) -> impl Iterator<Item = [f64; 2]> {
    let grid = *grid;
    (0..grid.rows).flat_map(move |row| (0..grid.columns).map(move |column| [grid.x(column), grid.y(row)]))
}

/// The recipe's axes of a planet as those of a surface.
fn turned([x, y, z]: [f64; 3]) -> DVec3 {
    DVec3::new(x, z, -y)
}

/// Whether a place is on the edge of a plane's domain.
fn is_at_edge(terrain: &Terrain, place: DVec3) -> bool {
    let is_edge = |part: f64| part == 0.0 || part == terrain.size();
    !terrain.is_planet() && (is_edge(place.x) || is_edge(place.z))
}

/// The unit normal of a sample; that of level water where there is some.
pub(crate) fn normal(frame: &Frame, band: &Band, at: usize, depth: f32) -> DVec3 {
    if depth > 0.0 {
        return frame.up;
    }
    let [right, down] = frame.axes;
    (frame.up - right * f64::from(band.dx[at]) - down * f64::from(band.dy[at])).normalize()
}

/// The samples whose rows and columns are multiples of `stride`.
pub(crate) fn vertices(side: usize, stride: usize) -> impl Iterator<Item = usize> {
    let lines = move || (0..side).step_by(stride);
    lines().flat_map(move |row| lines().map(move |column| row * side + column))
}

/// The vertices of the border, clockwise as seen from above: without the last of each edge, which is the first of the next one.
fn border(side: usize) -> impl Iterator<Item = usize> {
    let last = side - 1;
    let north = 0..last;
    let east = (0..last).map(move |row| row * side + last);
    let south = (0..last).map(move |step| last * side + last - step);
    let west = (0..last).map(move |step| (last - step) * side);
    north.chain(east).chain(south).chain(west)
}

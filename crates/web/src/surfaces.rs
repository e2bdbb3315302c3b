//! The ground of tiles as programs draw it: a mesh, and pictures of its normals and colours with twice as many samples.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::mem;
use std::rc::Rc;

use glam::DVec3;
use orogen::engine::raster::Band;
use orogen::engine::terrain;
use orogen::engine::water::WaterSurface;
use orogen::{DirectionGrid, Error, Interval, PlaneTile, Terrain, TileAddress, TileSamples};
use orogen_files::preview::{GroundColours, Overview};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::{argument, exception};
use crate::page_files::PageFiles;
use crate::pictures::Pictures;
use crate::samples::{Frame, Samples, Survey};

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

    /// The colour of each sample in sRGB, and the share of dry ground: four bytes.
    pub fn colours(&mut self) -> Vec<u8> {
        mem::take(&mut self.colours)
    }
}

/// What the surfaces of a terrain need.
pub(crate) struct Surfaces {
    overview: Overview,
    /// The colours of ground and sea.
    colours: GroundColours,
    /// Those of the ground without a sea, made when they are first needed.
    dry: OnceCell<GroundColours>,
    water: Option<WaterSurface>,
    files: PageFiles,
    /// The terrains with materials and water, by the bits of their spacing.
    levels: RefCell<HashMap<u64, Rc<terrain::Terrain>>>,
}

/// How far the walls at the edge of a domain go down below the lowest sample, as a fraction of its side.
const EDGE: f64 = 0.02;

/// Texels that are wider, in metres, may miss rivers: their tiles have twice as many samples as texels along a side.
const RIVER: f64 = 6.0;

/// Spacings whose terrains are kept.
const MOST_LEVELS: usize = 32;

impl Surfaces {
    pub(crate) fn new(terrain: &Terrain, draft: u32) -> Result<Self, Error> {
        let (recipe, files) = (terrain.recipe(), PageFiles { draft });
        let overview = Overview::new(recipe, &files)?;
        let (colours, water) = (GroundColours::new(recipe, &overview), WaterSurface::of(recipe));
        Ok(Self { overview, colours, dry: OnceCell::new(), water, files, levels: RefCell::default() })
    }

    /// The samples of the surface of a tile, with `samples` texels along a side.
    pub(crate) fn survey(&self, terrain: &Terrain, address: &str, samples: f64) -> Result<Survey, JsValue> {
        let doublings = (1..=10).find(|&doublings| f64::from((1_u32 << doublings) + 1) == samples);
        let Some(doublings) = doublings else {
            let message = format!("a surface cannot have {samples} samples along a side");
            return Err(argument(&message, "give a power of two plus one: 3, 5, 9, 17, 33, 65, 129 … 1025"));
        };
        let survey = match terrain.is_planet() {
            true => self.of_planet(terrain, address, doublings),
            false => self.of_plane(terrain, address, doublings),
        };
        survey.map_err(|error| exception(&error))
    }

    fn of_plane(&self, terrain: &Terrain, address: &str, doublings: u8) -> Result<Survey, Error> {
        let tile = address.parse::<PlaneTile>()?;
        let grid = terrain.tile_grid(tile, (1 << doublings) + 1)?;
        // The octaves are those of the texels.
        let prepared = self.level(terrain, grid.spacing)?;
        if self.water.is_none() || grid.spacing <= RIVER {
            return Ok(Survey::of_plane(prepared, grid, self.needs_curvature()));
        }
        let fine = terrain.tile_grid(tile, (2 << doublings) + 1)?;
        Ok(Survey::of_fine_plane(prepared, fine, self.needs_curvature()))
    }

    fn of_planet(&self, terrain: &Terrain, address: &str, doublings: u8) -> Result<Survey, Error> {
        let tile = address.parse::<TileAddress>()?;
        let sphere = terrain.sphere().ok_or(terrain::NotAPlanet)?;
        let spacing = TileSamples::new(tile, doublings, 0)?.level_spacing(sphere);
        let grid = DirectionGrid::tile(tile, doublings, sphere)?;
        Survey::of_planet(self.level(terrain, spacing)?, grid, spacing, self.needs_curvature())
    }

    fn dry(&self, terrain: &Terrain) -> &GroundColours {
        self.dry.get_or_init(|| {
            let mut overview = self.overview.clone();
            overview.style.sea_level = None;
            GroundColours::new(terrain.recipe(), &overview)
        })
    }

    pub(crate) fn needs_curvature(&self) -> bool {
        self.colours.needs_curvature()
    }

    /// The terrain with all that colours and water depend on.
    pub(crate) fn level(&self, terrain: &Terrain, spacing: f64) -> Result<Rc<terrain::Terrain>, Error> {
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

    /// Metres of water over each sample; 0 or less on land.
    pub(crate) fn depths(&self, terrain: &Terrain, band: &Band, has_water: bool) -> Vec<f32> {
        let sea = sea(terrain);
        let depth = |at: usize| {
            let fresh = self.water.map_or(-1.0, |water| water.depth(band, at));
            if has_water { fresh.max(sea - band.height[at]) } else { -1.0 }
        };
        (0..band.height.len()).map(depth).collect()
    }

    /// The colours of the samples in sRGB, without fresh water.
    pub(crate) fn pixels(&self, terrain: &Terrain, band: &Band, has_water: bool) -> Vec<u8> {
        let colours = if has_water { &self.colours } else { self.dry(terrain) };
        colours.pixels(band)
    }

    /// The surface with these samples: the mesh has every second of the texels. `has_water` raises it to the water.
    pub(crate) fn mesh(&self, terrain: &Terrain, samples: &Samples, has_water: bool) -> NativeSurface {
        let band = &samples.band;
        let depths = self.depths(terrain, band, has_water);
        let pictures = Pictures::new(samples, &self.pixels(terrain, band, has_water), &depths, sea(terrain));
        let height = |at: usize| f64::from(band.height[at] + depths[at].max(0.0));
        let vertices: Vec<_> = samples.texels(2).collect();
        let border = border(vertices.len().isqrt()).map(|vertex| vertices[vertex]);
        let wall = wall(terrain, 2.0 * samples.texel());
        let bottom = |at: usize| match is_at_edge(terrain, samples.frame(at).position) {
            true => self.overview.heights.min - EDGE * terrain.size(),
            false => height(at) - wall,
        };
        let points = vertices.iter().map(|&at| (at, height(at)));
        let points: Vec<_> = points.chain(border.map(|at| (at, bottom(at)))).collect();
        let origin = samples.frame(vertices[vertices.len() / 2]).position;
        let position = |&(at, height): &(usize, f64)| {
            let Frame { position, up, .. } = samples.frame(at);
            (position + up * height - origin).as_vec3().to_array()
        };
        let short = |part: f64| (part * f64::from(i16::MAX)).round() as i16;
        let normal = |&(at, _): &(usize, f64)| {
            let DVec3 { x, y, z } = samples.normal(at, depths[at]);
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
}

/// The level of the sea in metres. A terrain without a sea has −∞.
pub(crate) fn sea(terrain: &Terrain) -> f32 {
    terrain.sea_level().map_or(f32::NEG_INFINITY, |level| level as f32)
}

/// The depth of the walls below the border of a tile with this distance between vertices. They hide the gaps to tiles up to two levels
/// coarser: where the ground is no steeper than 45°, heights differ by less than the distance of vertices there, and nowhere by more
/// than all heights. On a planet, an edge between vertices is below the sphere by its sagitta.
fn wall(terrain: &Terrain, distance: f64) -> f64 {
    let coarse = 4.0 * distance;
    let sagitta = terrain.sphere().map_or(0.0, |sphere| coarse * coarse / (8.0 * sphere.radius()));
    let Interval { min, max } = terrain.interval();
    coarse.min(max - min) + sagitta
}

/// Whether a position is on the edge of a plane's domain.
fn is_at_edge(terrain: &Terrain, position: DVec3) -> bool {
    let is_edge = |part: f64| part == 0.0 || part == terrain.size();
    !terrain.is_planet() && (is_edge(position.x) || is_edge(position.z))
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

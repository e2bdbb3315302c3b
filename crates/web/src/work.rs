//! The samples of surfaces, made by the shaders of a graphics device: what a page needs to run them.
//!
//! Planets stay on the processor. Their shaders are so long that writing them takes longer than making the tiles that a view shows.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use js_sys::{Array, Uint32Array};
use orogen::engine::curvature;
use orogen::engine::terrain::Terrain;
use orogen::{Band, Grid};
use orogen_wgsl::{grid_program, literal_words, passes};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::argument;
use crate::samples::{Places, Samples, Survey};

/// The shaders of a terrain, and the numbers that they read.
struct Shaders {
    terrain: Rc<Terrain>,
    number: u32,
    texts: Vec<String>,
    planes: usize,
    intermediates: usize,
    near: Vec<u32>,
    far: Vec<u32>,
    tables: Tables,
}

/// Pictures and solutions that shaders read: large, and the same for all levels of detail.
#[derive(Clone)]
struct Tables {
    number: u32,
    rows: Vec<Arc<[f32]>>,
}

/// The shaders that are kept: those of as many levels as a view shows.
const MOST_SHADERS: usize = 32;

/// The number of shaders made so far.
static MADE: AtomicU32 = AtomicU32::new(0);

thread_local! {
    static KEPT: RefCell<Vec<Rc<Shaders>>> = const { RefCell::new(Vec::new()) };
}

/// The samples of a surface, to be made.
#[wasm_bindgen]
pub struct NativeWork {
    survey: Survey,
    /// The samples to make: with curvature, those around the tile, too.
    grid: Grid,
    shaders: Rc<Shaders>,
}

#[wasm_bindgen]
impl NativeWork {
    /// The number of the shaders. Works with the same number have the same shaders and literals.
    pub fn shaders(&self) -> u32 {
        self.shaders.number
    }

    /// The texts of the shaders, in the order in which they run.
    pub fn texts(&self) -> Vec<String> {
        self.shaders.texts.clone()
    }

    /// The numbers that a shader stores for a sample: those of the result, then those for later shaders.
    pub fn planes(&self) -> Vec<usize> {
        vec![self.shaders.planes, self.shaders.intermediates]
    }

    /// The literals for bindings 0 and 6.
    pub fn literals(&self) -> Array {
        Array::of2(
            &Uint32Array::from(&self.shaders.near[..]).into(),
            &Uint32Array::from(&self.shaders.far[..]).into(),
        )
    }

    /// The number of the tables. Works with the same number have the same tables.
    #[wasm_bindgen(js_name = tablesNumber)]
    pub fn tables_number(&self) -> u32 {
        self.shaders.tables.number
    }

    /// The tables, one after the other, for binding 5.
    pub fn tables(&self) -> Vec<f32> {
        self.shaders.tables.rows.concat()
    }

    /// The positions of columns and rows, for bindings 1 and 2.
    pub fn positions(&self) -> Result<Array, JsValue> {
        let shares = self.survey.terrain.shares(&self.grid);
        let shares = shares.map_err(|error| on_processor(&error.to_string()))?;
        let words = |shares: &[[u32; 2]]| JsValue::from(Uint32Array::from(shares.as_flattened()));
        Ok(Array::of2(&words(&shares.columns), &words(&shares.rows)))
    }

    /// The number of columns, and of rows.
    pub fn side(&self) -> usize {
        self.grid.columns
    }
}

impl NativeWork {
    pub(crate) fn new(survey: Survey) -> Result<Self, JsValue> {
        let Places::Plane(grid) = survey.places else { return Err(on_processor("it is a planet")) };
        let grid = if survey.curvature { grid.widened() } else { grid };
        let shaders = Shaders::of(&survey.terrain).map_err(|why| on_processor(&why))?;
        Ok(Self { survey, grid, shaders })
    }

    /// The samples with the numbers that the device has made, plane after plane.
    pub(crate) fn done(self, planes: &[f32]) -> Result<Samples, JsValue> {
        let samples = self.grid.columns * self.grid.rows;
        if planes.len() != self.shaders.planes * samples {
            return Err(on_processor("the device has made another number of samples"));
        }
        let mut planes = planes.chunks_exact(samples).map(<[f32]>::to_vec);
        let [height, dx, dy] = std::array::from_fn(|_| planes.next().unwrap_or_default());
        let columns = self.grid.columns;
        let made = Band { columns, height, dx, dy, others: planes.collect(), ..Band::default() };
        if !self.survey.curvature {
            return Ok(self.survey.with(made));
        }
        let mut band = Band::default();
        curvature::inside(&made, self.grid.spacing, 0, &mut band);
        Ok(self.survey.with(band))
    }
}

impl Shaders {
    /// The shaders of a terrain, which are made once.
    fn of(terrain: &Rc<Terrain>) -> Result<Rc<Self>, String> {
        KEPT.with_borrow_mut(|kept| {
            if let Some(at) = kept.iter().position(|known| Rc::ptr_eq(&known.terrain, terrain)) {
                let known = kept.remove(at);
                kept.push(Rc::clone(&known));
                return Ok(known);
            }
            let made = Rc::new(Self::new(terrain, kept)?);
            kept.push(Rc::clone(&made));
            if kept.len() > MOST_SHADERS {
                kept.remove(0);
            }
            Ok(made)
        })
    }

    fn new(terrain: &Rc<Terrain>, others: &[Rc<Self>]) -> Result<Self, String> {
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let program = grid_program(terrain).map_err(|error| error.to_string())?;
        let passes = passes(&program);
        let (near, far) = literal_words(&program);
        let rows = &program.trace.tables;
        let same = |tables: &Tables| {
            tables.rows.len() == rows.len()
                && tables.rows.iter().zip(rows).all(|(one, other)| Arc::ptr_eq(one, other))
        };
        let known = others.iter().map(|other| &other.tables).find(|tables| same(tables)).cloned();
        Ok(Self {
            terrain: Rc::clone(terrain),
            number,
            texts: passes.listings.into_iter().map(|listing| listing.text).collect(),
            planes: program.outputs.len(),
            intermediates: passes.intermediates,
            far: far.to_vec(),
            near,
            tables: known.unwrap_or_else(|| Tables { number, rows: rows.clone() }),
        })
    }
}

fn on_processor(why: &str) -> JsValue {
    argument(&format!("a graphics device cannot make this terrain: {why}"), "let the processor make it")
}

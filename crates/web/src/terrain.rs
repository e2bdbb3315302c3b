//! The class `NativeTerrain`. The class `Terrain` in JavaScript keeps one.

#![expect(clippy::needless_pass_by_value, reason = "wasm-bindgen hands arguments over by value")]

use std::cell::OnceCell;
use std::sync::Arc;

use orogen::engine::nodes;
use orogen::{Error, LatLon, Position, Recipe, SampleGrid, Setting, Source, Terrain, changed_recipe};
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::errors::{argument, exception};
use crate::grids;
use crate::ground::NativeGround;
use crate::page_files::PageFiles;
use crate::surfaces::{NativeSurface, Surfaces};
use crate::tiles::{self, NativeTile};
#[cfg(feature = "webgpu")]
use crate::work::NativeWork;

/// A terrain.
#[wasm_bindgen]
pub struct NativeTerrain {
    terrain: Terrain,
    draft: u32,
    surfaces: OnceCell<Surfaces>,
}

#[wasm_bindgen]
impl NativeTerrain {
    /// A terrain from the text of a recipe. Errors call the recipe `name`. Solutions of erosion leave out `draft` of their finest
    /// levels.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, text: &str, draft: u32) -> Result<NativeTerrain, JsValue> {
        let terrain =
            parsed(name, text).and_then(|recipe| Terrain::new(recipe, Arc::new(PageFiles { draft })));
        Ok(Self::of(terrain.map_err(|error| exception(&error))?, draft))
    }

    /// The same recipe with other values, each a number, a text, `true`, `false`, or `null` for the default.
    pub fn changed(&self, names: Vec<String>, values: Vec<JsValue>) -> Result<NativeTerrain, JsValue> {
        let changed = self.terrain.changed(&settings(&names, &values)?);
        Ok(Self::of(changed.map_err(|error| exception(&error))?, self.draft))
    }

    /// What the recipe says, as JSON.
    pub fn facts(&self) -> String {
        let (recipe, interval) = (self.terrain.recipe(), self.terrain.interval());
        let warning = |warning: &orogen::RecipeError| json!({ "message": warning.message, "help": warning.help, "line": warning.line(), "column": warning.column() });
        json!({
            "name": recipe.name,
            "seed": recipe.seed.to_string(),
            "text": *recipe.source.text,
            "isPlanet": self.terrain.is_planet(),
            "size": self.terrain.size(),
            "samples": recipe.domain.samples,
            "spacing": recipe.domain.spacing(),
            "repeats": recipe.domain.tile,
            "radius": self.terrain.sphere().map(|sphere| sphere.radius()),
            "seaLevel": self.terrain.sea_level(),
            "interval": [interval.min, interval.max],
            "fields": self.terrain.fields(),
            "parameters": recipe.values(),
            "warnings": self.terrain.warnings().iter().map(warning).collect::<Vec<_>>(),
        })
        .to_string()
    }

    /// The terrain of a field.
    pub fn field(&self, name: &str) -> Result<NativeTerrain, JsValue> {
        Ok(Self::of(self.terrain.of_field(name).map_err(|error| exception(&error))?, self.draft))
    }

    /// Heights on a grid.
    pub fn heights(&self, grid: Vec<f64>) -> Result<Vec<f32>, JsValue> {
        self.terrain.heights(self.grid(&grid)?).map_err(|error| exception(&error))
    }

    /// Heights and the slopes along rows and columns, one after the other.
    pub fn raster(&self, grid: Vec<f64>) -> Result<Vec<f32>, JsValue> {
        let raster = self.terrain.raster(self.grid(&grid)?).map_err(|error| exception(&error))?;
        Ok([raster.height, raster.dx, raster.dy].concat())
    }

    /// Heights where columns cross rows: x and y in metres, or longitudes and latitudes in degrees.
    pub fn crossings(&self, columns: Vec<f64>, rows: Vec<f64>, spacing: f64) -> Result<Vec<f32>, JsValue> {
        grids::lines(&columns, &rows)?;
        self.terrain.crossings(&columns, &rows, spacing).map_err(|error| exception(&error))
    }

    /// Heights, slopes and colours where columns cross rows, with or without water.
    pub fn ground(
        &self,
        columns: Vec<f64>,
        rows: Vec<f64>,
        spacing: f64,
        water: bool,
    ) -> Result<NativeGround, JsValue> {
        grids::lines(&columns, &rows)?;
        let made = self.surfaces()?.ground(&self.terrain, [&columns, &rows], spacing, water);
        made.map_err(|error| exception(&error))
    }

    /// Heights and gradients at positions, which are pairs of numbers: `height, x, y, z` of each.
    pub fn sample(&self, positions: Vec<f64>) -> Result<Vec<f64>, JsValue> {
        let (positions, rest) = positions.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(argument("a position has two numbers", "give an even number of numbers"));
        }
        let samples = match self.terrain.is_planet() {
            true => directions(positions)
                .and_then(|places| at_all(&self.terrain, &places, |s| (s.height, s.gradient))),
            false => at_all(&self.terrain, positions, |s| (s.height, s.gradient)),
        };
        samples.map_err(|error| exception(&error))
    }

    /// The surface of a tile, with or without its water.
    pub fn surface(&self, address: &str, samples: f64, water: bool) -> Result<NativeSurface, JsValue> {
        let surfaces = self.surfaces()?;
        let survey = surfaces.survey(&self.terrain, address, samples)?;
        let samples = survey.samples().map_err(|error| exception(&error))?;
        Ok(surfaces.mesh(&self.terrain, &samples, water))
    }

    /// The work of a surface, for a graphics device.
    #[cfg(feature = "webgpu")]
    pub fn work(&self, address: &str, samples: f64) -> Result<NativeWork, JsValue> {
        NativeWork::new(self.surfaces()?.survey(&self.terrain, address, samples)?)
    }

    /// The surface of a tile from the work that a graphics device has done.
    #[cfg(feature = "webgpu")]
    #[wasm_bindgen(js_name = surfaceOf)]
    pub fn surface_of(
        &self,
        work: NativeWork,
        planes: Vec<f32>,
        water: bool,
    ) -> Result<NativeSurface, JsValue> {
        Ok(self.surfaces()?.mesh(&self.terrain, &work.done(&planes)?, water))
    }

    /// A tile.
    pub fn tile(&self, address: &str, samples: f64) -> Result<NativeTile, JsValue> {
        tiles::tile(&self.terrain, address, samples)
    }
}

impl NativeTerrain {
    fn of(terrain: Terrain, draft: u32) -> Self {
        Self { terrain, draft, surfaces: OnceCell::new() }
    }

    fn surfaces(&self) -> Result<&Surfaces, JsValue> {
        if let Some(surfaces) = self.surfaces.get() {
            return Ok(surfaces);
        }
        let made = Surfaces::new(&self.terrain, self.draft).map_err(|error| exception(&error))?;
        Ok(self.surfaces.get_or_init(|| made))
    }

    fn grid(&self, numbers: &[f64]) -> Result<SampleGrid, JsValue> {
        match self.terrain.is_planet() {
            true => grids::of_planet(&self.terrain, numbers),
            false => grids::of_plane(numbers),
        }
    }
}

/// The text of a recipe with other values, without a terrain.
#[wasm_bindgen(js_name = changedText)]
pub fn changed_text(
    name: &str,
    text: &str,
    names: Vec<String>,
    values: Vec<JsValue>,
) -> Result<String, JsValue> {
    let settings = settings(&names, &values)?;
    let changed = parsed(name, text).and_then(|recipe| changed_recipe(&recipe, &settings));
    Ok(changed.map_err(|error| exception(&error))?.source.text.to_string())
}

fn parsed(name: &str, text: &str) -> Result<Recipe, Error> {
    Ok(Recipe::parse(Source::new(name, text), nodes::registry())?)
}

fn settings<'a>(names: &'a [String], values: &[JsValue]) -> Result<Vec<(&'a str, Setting)>, JsValue> {
    names.iter().zip(values).map(|(name, value)| Ok((name.as_str(), setting(name, value)?))).collect()
}

fn setting(name: &str, value: &JsValue) -> Result<Setting, JsValue> {
    if value.is_null() {
        return Ok(Setting::Default);
    }
    if let Some(flag) = value.as_bool() {
        return Ok(Setting::Flag(flag));
    }
    if let Some(text) = value.as_string() {
        return Ok(Setting::Text(text));
    }
    if let Some(number) = value.as_f64() {
        return Ok(Setting::Number(number));
    }
    let whole = value.dyn_ref::<js_sys::BigInt>().and_then(|number| u64::try_from(number.clone()).ok());
    whole.map(Setting::Whole).ok_or_else(|| {
        argument(
            &format!("`{name}` cannot be set to such a value"),
            "give a number, a text, true, false or null",
        )
    })
}

fn directions(positions: &[[f64; 2]]) -> Result<Vec<LatLon>, Error> {
    positions.iter().map(|&[latitude, longitude]| Ok(LatLon::new(latitude, longitude)?)).collect()
}

fn at_all<P: Position>(
    terrain: &Terrain,
    positions: &[P],
    numbers: impl Fn(P::Sample) -> (f64, [f64; 3]),
) -> Result<Vec<f64>, Error> {
    let samples = terrain.at_all(positions)?.into_iter().map(numbers);
    Ok(samples.flat_map(|(height, [x, y, z])| [height, x, y, z]).collect())
}

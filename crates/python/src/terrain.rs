//! The class `Terrain`.

#![expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use numpy::{PyArray1, PyArray2, PyReadonlyArray2, PyUntypedArray};
use orogen::{Error, Files, Preset, Recipe, Source, engine, read_recipe};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::contents::Contents;
use crate::errors::{argument, exception};
use crate::grids::{Samples, spaced};
use crate::rasters::Options;
use crate::settings::settings;
use crate::{jobs, points, rasters, tiles};

/// Heights and gradients at points.
type HeightsAndGradients<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray2<f64>>);

/// The names of the presets, sorted.
#[pyfunction]
pub(crate) fn presets() -> Vec<&'static str> {
    orogen::presets().iter().map(|preset| preset.name).collect()
}

/// A terrain. The class of the same name in Python keeps one.
#[pyclass(frozen, module = "orogen._native")]
pub(crate) struct Terrain {
    terrain: orogen::Terrain,
    /// The terrains of the fields that were asked for.
    fields: Mutex<BTreeMap<String, orogen::Terrain>>,
}

impl Terrain {
    /// Makes a terrain on the threads of a job, because erosion takes seconds.
    fn made(
        py: Python<'_>,
        threads: Option<i64>,
        make: impl FnOnce() -> Result<orogen::Terrain, Error> + Send,
    ) -> PyResult<Self> {
        let terrain = jobs::run(py, threads, None, |_| make())?.map_err(|error| exception(py, &error))?;
        Ok(Self { terrain, fields: Mutex::default() })
    }

    /// The terrain of a field, or this one.
    fn of_field(&self, py: Python<'_>, name: Option<&str>) -> PyResult<orogen::Terrain> {
        let Some(name) = name else { return Ok(self.terrain.clone()) };
        let fields = || self.fields.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(field) = fields().get(name) {
            return Ok(field.clone());
        }
        let field = jobs::run(py, None, None, |_| self.terrain.of_field(name))?;
        let field = field.map_err(|error| exception(py, &error))?;
        fields().insert(name.to_owned(), field.clone());
        Ok(field)
    }
}

/// A terrain of a recipe. Ctrl-C stops the solution of its erosion.
fn of_recipe(recipe: Result<Recipe, Error>) -> Result<orogen::Terrain, Error> {
    let files = Files::default().on_progress(|_, done| jobs::solving(done));
    orogen::Terrain::new(recipe?, Arc::new(files))
}

#[pymethods]
impl Terrain {
    /// A terrain from the text of a recipe.
    #[new]
    #[pyo3(signature = (name, text, folder, threads=None, /))]
    fn new(
        py: Python<'_>,
        name: &str,
        text: &str,
        folder: Option<PathBuf>,
        threads: Option<i64>,
    ) -> PyResult<Self> {
        let source = Source { folder, ..Source::new(name, text) };
        Self::made(py, threads, || {
            of_recipe(Recipe::parse(source, engine::nodes::registry()).map_err(Error::from))
        })
    }

    /// The terrain of a preset.
    #[staticmethod]
    #[pyo3(signature = (name, /))]
    fn preset(py: Python<'_>, name: &str) -> PyResult<Self> {
        Self::made(py, None, || of_recipe(Preset::find(name).and_then(Preset::recipe)))
    }

    /// The terrain of the recipe in a file.
    #[staticmethod]
    #[pyo3(signature = (path, /))]
    fn file(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        Self::made(py, None, || of_recipe(read_recipe(path)))
    }

    /// The same recipe with other values.
    #[pyo3(signature = (values, /))]
    fn changed(&self, py: Python<'_>, values: &Bound<'_, PyDict>) -> PyResult<Self> {
        let settings = settings(&self.terrain, values)?;
        Self::made(py, None, || {
            let changes: Vec<_> =
                settings.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
            self.terrain.changed(&changes)
        })
    }

    /// The arguments from which `new` makes this terrain.
    fn source(&self) -> (String, String, Option<PathBuf>) {
        let source = &self.terrain.recipe().source;
        (source.name.clone(), source.text.to_string(), source.folder.clone())
    }

    #[getter]
    fn name(&self) -> &str {
        &self.terrain.recipe().name
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.terrain.recipe().seed
    }

    #[getter]
    fn size(&self) -> f64 {
        self.terrain.size()
    }

    /// The recipe's own numbers of rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        let samples = self.terrain.recipe().domain.samples;
        (if self.terrain.is_planet() { samples / 2 } else { samples }, samples)
    }

    #[getter]
    fn spacing(&self) -> f64 {
        self.terrain.recipe().domain.spacing()
    }

    #[getter]
    fn repeats(&self) -> bool {
        self.terrain.recipe().domain.tile
    }

    #[getter]
    fn radius(&self) -> Option<f64> {
        self.terrain.sphere().map(|sphere| sphere.radius())
    }

    #[getter]
    fn sea_level(&self) -> Option<f64> {
        self.terrain.sea_level()
    }

    #[getter]
    fn interval(&self) -> (f64, f64) {
        let interval = self.terrain.interval();
        (interval.min, interval.max)
    }

    #[getter]
    fn parameters(&self) -> BTreeMap<String, f64> {
        self.terrain.recipe().values()
    }

    #[getter]
    fn fields(&self) -> Vec<String> {
        self.terrain.fields()
    }

    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.terrain.warnings().iter().map(ToString::to_string).collect()
    }

    fn digest(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| self.terrain.digest()).map_err(|error| exception(py, &error))
    }

    /// The samples at whole multiples of a spacing in a region of a plane: `(first_row, first_column, rows, columns)`.
    #[pyo3(signature = (spacing, region, /))]
    fn window(
        &self,
        py: Python<'_>,
        spacing: f64,
        region: Option<[f64; 4]>,
    ) -> PyResult<(i64, i64, usize, usize)> {
        let grid = spaced(py, &self.terrain, spacing, region)?;
        Ok((grid.first_row, grid.first_column, grid.rows, grid.columns))
    }

    /// An array of contents (`height`, `slopes`, `raster` or `normals`) of the heights or of a field.
    #[pyo3(signature = (contents, field, samples, out, dtype, progress, threads, /))]
    fn array<'py>(
        &self,
        py: Python<'py>,
        contents: &str,
        field: Option<&str>,
        samples: Samples,
        out: Option<Bound<'py, PyUntypedArray>>,
        dtype: &str,
        progress: Option<Bound<'py, PyAny>>,
        threads: Option<i64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Some(contents) = Contents::of_name(contents) else {
            let message = format!("there are no arrays of `{contents}`");
            return Err(argument(py, message, "give \"height\", \"slopes\", \"raster\" or \"normals\""));
        };
        let terrain = self.of_field(py, field)?;
        let grid = samples.grid(py, &terrain)?;
        let options = Options { out: out.as_ref(), dtype, progress: progress.as_ref(), threads };
        rasters::array(py, &terrain, contents, grid, &options)
    }

    /// Heights and gradients at points.
    #[pyo3(signature = (points, threads, /))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        points: PyReadonlyArray2<'py, f64>,
        threads: Option<i64>,
    ) -> PyResult<HeightsAndGradients<'py>> {
        points::sample(py, &self.terrain, &points, threads)
    }

    /// The arrays of a tile.
    #[pyo3(signature = (address, samples, threads, /))]
    fn tile<'py>(
        &self,
        py: Python<'py>,
        address: &str,
        samples: i64,
        threads: Option<i64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        tiles::tile(py, &self.terrain, address, samples, threads)
    }
}

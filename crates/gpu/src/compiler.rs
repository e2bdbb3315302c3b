//! Compiles terrains to pipelines.

use std::sync::Arc;

use naga::valid::Capabilities;
use orogen_engine::program::Program;
use orogen_engine::terrain::Terrain;
use orogen_noise::jet::Order;
use orogen_wgsl::{Listing, Passes, grid_program, passes, patch_passes};

use crate::numbers::{Numbers, Tables};
use crate::pieces::Weight;
use crate::{Gpu, GpuError, ShaderError, shader_error};

/// Size of the pipeline cache in bytes of shader text, large enough for an editor that switches between recipes. All levels of
/// detail of a recipe share one text or a few texts. A planet has one text per pass.
const CACHE_BYTES: usize = 1 << 24;

/// Maximum length of a program's shader text, in bytes. The longest preset, a planet, has half this length. Drivers take minutes
/// to compile a text of this length, and cannot be stopped meanwhile.
const MAX_TEXT_BYTES: usize = 1 << 22;

/// Stack size of a thread that compiles. Tracing a recipe and translating the trace recurse as deep as the recipe is nested.
const STACK: usize = 64 << 20;

/// A program compiled for a device. Each run can use other values for the program's numbers.
///
/// # Example
/// ```no_run
/// use orogen_engine::program::Program;
/// use orogen_gpu::{Gpu, GpuError, Pipeline};
///
/// fn compile(gpu: &Gpu, program: &Program) -> Result<Pipeline, GpuError> {
///     gpu.pipeline(program)
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Pipeline {
    passes: Arc<[wgpu::ComputePipeline]>,
    intermediates: usize,
}

impl Pipeline {
    /// A pipeline of these passes. The passes store `intermediates` values per sample for later passes.
    pub(crate) fn of(passes: Vec<wgpu::ComputePipeline>, intermediates: usize) -> Self {
        Self { passes: passes.into(), intermediates }
    }

    /// The passes, in the order in which they run.
    pub(crate) fn passes(&self) -> &[wgpu::ComputePipeline] {
        &self.passes
    }

    /// The device resources that a sample takes, for this number of outputs and axes.
    pub(crate) fn weight(&self, planes: usize, axes: usize) -> Weight {
        Weight { planes, intermediates: self.intermediates, axes }
    }
}

/// A terrain compiled for a device.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    pub(crate) pipeline: Pipeline,
    pub(crate) numbers: Numbers,
    pub(crate) weight: Weight,
}

impl Gpu {
    /// Compiles a program.
    ///
    /// # Errors
    /// [`GpuError::Shader`], [`GpuError::OutOfMemory`], [`GpuError::Lost`].
    pub fn pipeline(&self, program: &Program) -> Result<Pipeline, GpuError> {
        let Passes { listings, intermediates } = passes(program);
        let pipelines = listings.iter().map(|listing| self.compile(listing));
        Ok(Pipeline::of(pipelines.collect::<Result<_, _>>()?, intermediates))
    }

    /// Compiles the text of a module.
    pub(crate) fn compile(&self, listing: &Listing) -> Result<wgpu::ComputePipeline, GpuError> {
        let mut message = None;
        let pipeline = self.checked(|| {
            let source = wgpu::ShaderSource::Wgsl(listing.text.as_str().into());
            let module =
                self.device().create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
            message = pollster::block_on(module.get_compilation_info()).messages.into_iter().next();
            self.device().create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: Some(&self.layout().pipeline),
                module: &module,
                entry_point: Some("main"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                cache: None,
            })
        });
        pipeline.map_err(|error| match error {
            GpuError::Failed(why) => GpuError::Shader(rejection(listing, message.as_ref(), &why)),
            other => other,
        })
    }
}

/// Why a device rejects a text. This is naga's error or, if naga accepts the text, the error of wgpu or the driver.
fn rejection(listing: &Listing, message: Option<&wgpu::CompilationMessage>, why: &str) -> ShaderError {
    let Err(fault) = shader_error::parse(listing, Capabilities::all()) else {
        let line = message.and_then(|message| message.location).map(|place| place.line_number);
        return ShaderError::at_line(listing, line, message.map_or(why, |message| &message.message));
    };
    fault
}

/// Compiles terrains, and caches the most recently used pipelines. Terrains with the same shader share a pipeline.
#[derive(Debug)]
pub(crate) struct Compiler {
    gpu: Gpu,
    /// Pipelines with the text of their modules, most recently used last.
    cached: Vec<(Arc<str>, wgpu::ComputePipeline)>,
    max_bytes: usize,
    tables: Tables,
    /// Number of modules compiled so far.
    compiled: usize,
}

impl Compiler {
    pub(crate) fn new(gpu: Gpu) -> Self {
        Self { gpu, cached: Vec::new(), max_bytes: CACHE_BYTES, tables: Tables::default(), compiled: 0 }
    }

    /// Compiles a terrain for grids.
    pub(crate) fn load(&mut self, terrain: &Terrain) -> Result<Loaded, GpuError> {
        let program = grid_program(terrain)?;
        self.load_passes(terrain, &program, &passes(&program))
    }

    /// Compiles a terrain for patches, with all slopes.
    pub(crate) fn load_for_patches(&mut self, terrain: &Terrain) -> Result<Loaded, GpuError> {
        let program = terrain.program(Order::Gradient)?;
        self.load_passes(terrain, &program, &patch_passes(&program))
    }

    fn load_passes(
        &mut self,
        terrain: &Terrain,
        program: &Program,
        passes: &Passes,
    ) -> Result<Loaded, GpuError> {
        let count = passes.listings.iter().map(|listing| listing.text.len()).sum();
        if count > MAX_TEXT_BYTES {
            return Err(GpuError::TooLarge { what: "bytes of shader", count, max: MAX_TEXT_BYTES });
        }
        let numbers = Numbers::upload(&self.gpu, program, &mut self.tables)?;
        let pipelines = passes.listings.iter().map(|listing| self.pipeline(listing));
        let pipeline = Pipeline::of(pipelines.collect::<Result<_, _>>()?, passes.intermediates);
        let weight = pipeline.weight(program.outputs.len(), terrain.axes([0.0; 3]).len());
        Ok(Loaded { pipeline, numbers, weight })
    }

    fn pipeline(&mut self, listing: &Listing) -> Result<wgpu::ComputePipeline, GpuError> {
        let entry = match self.cached.iter().position(|(of, _)| **of == *listing.text) {
            Some(at) => self.cached.remove(at),
            None => {
                self.compiled += 1;
                (listing.text.as_str().into(), self.gpu.compile(listing)?)
            }
        };
        let pipeline = entry.1.clone();
        self.cached.push(entry);
        // The last entry stays, whatever its length.
        while self.cached.len() > 1
            && self.cached.iter().map(|(text, _)| text.len()).sum::<usize>() > self.max_bytes
        {
            self.cached.remove(0);
        }
        Ok(pipeline)
    }
}

/// Runs work on a thread with a deep stack.
pub(crate) fn with_deep_stack<R: Send>(
    work: impl FnOnce() -> Result<R, GpuError> + Send,
) -> Result<R, GpuError> {
    std::thread::scope(|scope| {
        let thread = thread().spawn_scoped(scope, work);
        let thread = thread.map_err(|error| GpuError::Failed(error.to_string()))?;
        thread
            .join()
            .unwrap_or_else(|_| Err(GpuError::Shader(ShaderError::without_line("its translation failed"))))
    })
}

/// A thread with a deep stack.
pub(crate) fn thread() -> std::thread::Builder {
    std::thread::Builder::new().name("shader compiler".to_owned()).stack_size(STACK)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use orogen_engine::image::NoImages;
    use orogen_engine::raster::Grid;
    use orogen_engine::recipe::{Recipe, Source};
    use orogen_wgsl::GRID;

    use super::*;
    use crate::ring::{Positions, Ring};
    use crate::shares::upload;

    const HILLS: &str = "orogen = 1\ndomain.size = 800.0\nheight = { field = 'hills', scale = 90.0 }\n\
        [fields.hills]\ntype = 'ridged'\nwavelength = 200.0\noctaves = 5\ngain = 0.5\n";

    fn terrain(text: &str) -> Terrain {
        let recipe = Recipe::parse(Source::new("hills", text), orogen_engine::nodes::registry()).unwrap();
        Terrain::new(&recipe, &NoImages, 2.0).unwrap()
    }

    /// The heights of a terrain, computed with a compiler.
    fn heights(compiler: &mut Compiler, terrain: &Terrain) -> Vec<f32> {
        let loaded = compiler.load(terrain).unwrap();
        let grid = Grid::square(40, 2.0);
        let mut ring = Ring::with_slots(compiler.gpu.clone(), 1);
        let columns = upload(&compiler.gpu, &terrain.column_shares(&grid).unwrap()).unwrap();
        let rows = upload(&compiler.gpu, &terrain.row_shares(&grid).unwrap()).unwrap();
        ring.begin(&loaded, &Positions::Grid { columns: &columns, rows: &rows, size: [40, 40] }, ()).unwrap();
        ring.take(None, |(), planes| planes[..1600].to_vec()).unwrap().unwrap()
    }

    /// A terrain with other numbers reuses the pipeline, and gets the same results as from a new pipeline.
    #[test]
    fn numbers_need_no_new_pipeline() {
        let gpu = Gpu::any();
        let mut compiler = Compiler::new(gpu.clone());
        let mut seen = vec![heights(&mut compiler, &terrain(HILLS))];
        for (number, other) in
            [("200.0", "333.0"), ("gain = 0.5", "gain = 0.6"), ("90.0", "1.0"), ("= 1\n", "= 1\nseed = 5\n")]
        {
            let moved = terrain(&HILLS.replacen(number, other, 1));
            let found = heights(&mut compiler, &moved);
            assert!(found == heights(&mut Compiler::new(gpu.clone()), &moved), "{other}");
            assert!(!seen.contains(&found), "{other}");
            seen.push(found);
        }
        assert_eq!(compiler.compiled, 1);
        compiler.load(&terrain(&HILLS.replace("ridged", "billow"))).unwrap();
        compiler.load(&terrain(HILLS)).unwrap();
        assert_eq!(compiler.compiled, 2);
    }

    #[test]
    fn the_pipeline_cache_is_limited() {
        let mut compiler = Compiler::new(Gpu::any());
        let text = |number: usize| {
            let mut listing = passes(&terrain(HILLS).program(Order::Value).unwrap()).listings.remove(0);
            listing.push(&format!("// {number}\n"));
            listing
        };
        compiler.max_bytes = 3 * text(0).text.len();
        for number in 0..5 {
            compiler.pipeline(&text(number)).unwrap();
        }
        assert_eq!((compiler.cached.len(), compiler.compiled), (3, 5));
        compiler.pipeline(&text(2)).unwrap();
        assert_eq!(compiler.compiled, 5);
        compiler.pipeline(&text(0)).unwrap();
        assert_eq!((compiler.cached.len(), compiler.compiled), (3, 6));
        // The last entry stays, however long it is.
        compiler.max_bytes = 1;
        compiler.pipeline(&text(1)).unwrap();
        assert_eq!((compiler.cached.len(), compiler.compiled), (1, 7));
    }

    /// The outputs of a terrain, one plane each, and the number of its passes.
    fn outputs(gpu: &Gpu, terrain: &Terrain, max_uncut: usize, max_lines: usize) -> (Vec<Vec<f32>>, usize) {
        let program = terrain.program(Order::Gradient).unwrap();
        let Passes { listings, intermediates } = Passes::with(GRID, &program, max_uncut, max_lines);
        assert_eq!(intermediates > 0, listings.len() > 1);
        let compiled = listings.iter().map(|listing| gpu.compile(listing).unwrap()).collect();
        let (grid, pipeline) = (Grid::square(70, 25.0), Pipeline::of(compiled, intermediates));
        let planes = gpu.run(&pipeline, &program, &terrain.shares(&grid).unwrap(), [70, 70]).unwrap();
        assert_eq!(planes.len(), 70 * 70 * program.outputs.len());
        (planes.chunks(70 * 70).map(<[f32]>::to_vec).collect(), listings.len())
    }

    /// Wherever a program is cut, and whichever guards are lost, the results are the same. Only the last bits may differ,
    /// since compilers round differently when they see less of the program.
    #[test]
    fn passes_compute_what_one_shader_does() {
        let gpu = Gpu::any();
        for preset in ["gorges", "barchans", "craters", "cells"] {
            let recipes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../orogen/recipes");
            let text = std::fs::read_to_string(recipes.join(preset).with_extension("toml")).unwrap();
            let recipe = Recipe::parse(Source::new(preset, text), orogen_engine::nodes::registry()).unwrap();
            let terrain = Terrain::with_materials(&recipe, &NoImages, 25.0).unwrap();
            let (whole, one) = outputs(&gpu, &terrain, usize::MAX, 0);
            let mut last = one;
            assert_eq!(one, 1);
            for max_lines in [1500, 100] {
                let (cut, passes) = outputs(&gpu, &terrain, 0, max_lines);
                assert!(passes > last, "{preset}: {passes} passes of {max_lines} lines");
                last = passes;
                for (plane, (cut, whole)) in cut.iter().zip(&whole).enumerate() {
                    let size = whole.iter().fold(0.0_f32, |most, number| most.max(number.abs()));
                    let off = cut.iter().zip(whole).map(|(one, other)| (one - other).abs());
                    let off = off.fold(0.0, f32::max);
                    assert!(off <= 2e-6 * size, "{preset}, plane {plane}, {passes} passes: {off} of {size}");
                }
            }
        }
    }
}

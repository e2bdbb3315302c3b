//! Computes patches on a device, several at once.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use orogen_engine::patch::{Patch, PatchSamples};
use orogen_engine::program::PatchAxis;
use orogen_engine::terrain::Terrain;
use orogen_wgsl::{axis_words, offsets};
use wgpu::BufferUsages;

use crate::compiler::{Compiler, Loaded, with_deep_stack};
use crate::pieces::{PIECE_BYTES, SAMPLES, Weight};
use crate::ring::{Positions, Ring};
use crate::{Gpu, GpuError};

/// Computes the samples of patches on a device. While one patch is read back, others are computed. Patches are returned in
/// the order in which they were begun.
///
/// # Example
/// ```
/// use std::sync::Arc;
/// use orogen_engine::image::NoImages;
/// use orogen_engine::patch::Patch;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_engine::terrain::Terrain;
/// use orogen_gpu::{Choice, ChosenDevice, Patches};
///
/// let text = r#"
/// orogen = 1
/// domain = { kind = "space", size = 12_742_000.0 }
/// height = { field = "hills", scale = 4000.0 }
/// [fields.hills]
/// type = "fbm"
/// wavelength = 300_000.0
/// octaves = 12
/// "#;
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
/// let terrain = Arc::new(Terrain::new(&recipe, &NoImages, 10.0)?);
/// if let ChosenDevice::Gpu(gpu) = Choice::Gpu.open()? {
///     let mut patches = Patches::new(gpu);
///     let ready = patches.load(&terrain)?;
///     for corner in [0.0, 640.0] {
///         let positions: Vec<_> = (0..65).map(|i| [6_371_000.0, corner + 10.0 * f64::from(i), 0.0]).collect();
///         patches.begin(&ready, &Patch::new(&positions)?)?;
///     }
///     let first = patches.take(None)?.expect("two are in flight");
///     let second = patches.take(None)?.expect("one is in flight");
///     assert_eq!(first.height[64], second.height[0]);
///     assert_eq!(first.slopes[2][64], second.slopes[2][0]);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Patches {
    gpu: Gpu,
    compiler: Compiler,
    ring: Ring<Range<usize>>,
    /// The patches in flight, in the order in which they were begun. Their pieces have the same order in the ring.
    pending: VecDeque<PendingPatch>,
}

/// A terrain compiled for patches on a device. Clones are cheap.
///
/// # Example
/// ```no_run
/// use orogen_engine::terrain::Terrain;
/// use orogen_gpu::{Gpu, GpuError, PatchTerrain, Patches};
///
/// fn compile(gpu: Gpu, terrain: Terrain) -> Result<PatchTerrain, GpuError> {
///     Patches::new(gpu).load(&terrain.into())
/// }
/// ```
#[derive(Clone, Debug)]
pub struct PatchTerrain {
    terrain: Arc<Terrain>,
    loaded: Loaded,
}

/// A patch in progress.
#[derive(Debug)]
struct PendingPatch {
    ready: PatchTerrain,
    pieces: PatchPieces,
    relief: PatchSamples<f32>,
    /// Number of samples that are not read back yet.
    left: usize,
}

/// A patch that is submitted in pieces: ranges of its samples.
#[derive(Debug)]
pub(crate) struct PatchPieces {
    patch: Patch,
    axes: Vec<PatchAxis>,
    /// The axes on the device, once a piece has begun.
    uploaded: Option<wgpu::Buffer>,
    /// The first sample of the next piece.
    next: usize,
}

impl Patches {
    /// Prepares a device to compute patches. The patches may be of several terrains.
    pub fn new(gpu: Gpu) -> Self {
        let (compiler, ring) = (Compiler::new(gpu.clone()), Ring::new(gpu.clone()));
        Self { gpu, compiler, ring, pending: VecDeque::new() }
    }

    /// The name of the device.
    pub fn name(&self) -> &str {
        self.gpu.name()
    }

    /// Compiles a terrain. A new shader takes the driver some time. Terrains that run the same operations with other numbers
    /// share a shader, and so do nearly all [levels of detail](Terrain::of_level) of a recipe.
    ///
    /// # Errors
    /// Fails if the terrain can only be computed on the processor, if it is too large, or if the device fails.
    pub fn load(&mut self, terrain: &Arc<Terrain>) -> Result<PatchTerrain, GpuError> {
        let loaded = with_deep_stack(|| self.compiler.load_for_patches(terrain))?;
        Ok(PatchTerrain { terrain: Arc::clone(terrain), loaded })
    }

    /// Begins a patch without waiting. A large patch is computed in pieces, and the device accepts only a few pieces at once. The
    /// other pieces wait until patches are [taken](Self::take).
    ///
    /// # Errors
    /// Fails if the terrain repeats; the patches in flight then continue. Fails if the device is lost or out of memory; all
    /// patches in flight are then cancelled.
    pub fn begin(&mut self, ready: &PatchTerrain, patch: &Patch) -> Result<(), GpuError> {
        let pieces = PatchPieces::new(&ready.terrain, patch.clone())?;
        let (ready, left) = (ready.clone(), patch.len());
        let relief = ready.new_relief(left);
        self.pending.push_back(PendingPatch { ready, pieces, relief, left });
        let filled = self.fill();
        self.cancel_on_error(filled)
    }

    /// Number of patches that were begun but not yet taken.
    pub fn in_flight(&self) -> usize {
        self.pending.len()
    }

    /// Takes the patch that was begun first. Waits for at most `wait`, or without limit if `wait` is `None`. Returns `None`
    /// if the patch is not finished in time, or if no patch is in flight.
    ///
    /// # Errors
    /// Fails if the device is lost or out of memory. All patches in flight are then cancelled.
    pub fn take(&mut self, wait: Option<Duration>) -> Result<Option<PatchSamples<f32>>, GpuError> {
        let taken = self.taken(wait.map(|wait| Instant::now() + wait));
        self.cancel_on_error(taken)
    }

    fn taken(&mut self, until: Option<Instant>) -> Result<Option<PatchSamples<f32>>, GpuError> {
        while self.pending.front().is_some_and(|oldest| oldest.left > 0) {
            let Self { ring, pending, .. } = self;
            let wait = until.map(|until| until.saturating_duration_since(Instant::now()));
            let taken = ring.take(wait, |samples, planes| {
                // The oldest piece belongs to the first patch that is incomplete.
                if let Some(of) = pending.iter_mut().find(|pending| pending.left > 0) {
                    of.take(samples, planes);
                }
            })?;
            if taken.is_none() {
                return Ok(None);
            }
            self.fill()?;
        }
        Ok(self.pending.pop_front().map(|done| done.relief))
    }

    /// Cancels everything after an error: it is unknown which pieces are lost.
    fn cancel_on_error<R>(&mut self, done: Result<R, GpuError>) -> Result<R, GpuError> {
        if done.is_err() {
            self.pending.clear();
            self.ring = Ring::new(self.gpu.clone());
        }
        done
    }

    /// Begins pieces until the ring is full.
    fn fill(&mut self) -> Result<(), GpuError> {
        for PendingPatch { ready, pieces, .. } in &mut self.pending {
            while !self.ring.is_full()
                && let Some(samples) = pieces.next(ready.loaded.weight)
            {
                pieces.begin(&self.gpu, &mut self.ring, &ready.loaded, &samples, samples.clone())?;
            }
        }
        Ok(())
    }
}

impl PatchTerrain {
    /// Planes for this number of samples.
    fn new_relief(&self, samples: usize) -> PatchSamples<f32> {
        let plane = || vec![0.0; samples];
        let others = self.loaded.weight.planes - 1 - self.terrain.dimensions();
        PatchSamples {
            height: plane(),
            slopes: [plane(), plane(), plane()],
            others: std::iter::repeat_with(plane).take(others).collect(),
        }
    }
}

impl PatchPieces {
    /// A patch with no piece begun.
    pub(crate) fn new(terrain: &Terrain, patch: Patch) -> Result<Self, GpuError> {
        let axes = terrain.patch_axes(&patch)?;
        Ok(Self { patch, axes, uploaded: None, next: 0 })
    }

    /// Starts over: no piece has begun.
    pub(crate) fn restart(&mut self) {
        (self.uploaded, self.next) = (None, 0);
    }

    /// Cancels the remaining pieces.
    pub(crate) fn cancel(&mut self) {
        self.next = self.patch.len();
    }

    /// Whether all pieces have begun.
    pub(crate) fn is_begun(&self) -> bool {
        self.next == self.patch.len()
    }

    /// The samples of the next piece, if there is one.
    pub(crate) fn next(&mut self, weight: Weight) -> Option<Range<usize>> {
        let first = self.next;
        let max = SAMPLES.min(PIECE_BYTES as usize / (4 * weight.numbers().max(6)));
        self.next = self.patch.len().min(first + max);
        (first < self.next).then_some(first..self.next)
    }

    /// Begins a piece.
    pub(crate) fn begin<T>(
        &mut self,
        gpu: &Gpu,
        ring: &mut Ring<T>,
        loaded: &Loaded,
        samples: &Range<usize>,
        tag: T,
    ) -> Result<(), GpuError> {
        let axes = self.uploaded(gpu)?;
        let offsets = offsets(&self.patch, samples);
        let offsets = gpu.checked(|| gpu.filled(BufferUsages::STORAGE, &offsets))?;
        let is_large = self.patch.offsets().1.is_some();
        let positions = Positions::Patch { offsets: &offsets, axes: &axes, samples: samples.len(), is_large };
        ring.begin(loaded, &positions, tag)
    }

    /// The axes on the device.
    fn uploaded(&mut self, gpu: &Gpu) -> Result<wgpu::Buffer, GpuError> {
        if let Some(axes) = &self.uploaded {
            return Ok(axes.clone());
        }
        let words: Vec<_> = self.axes.iter().flat_map(axis_words).collect();
        let axes = gpu.checked(|| gpu.filled(BufferUsages::STORAGE, &words))?;
        self.uploaded = Some(axes.clone());
        Ok(axes)
    }
}

impl PendingPatch {
    /// Copies the planes of some samples into the patch.
    fn take(&mut self, samples: Range<usize>, planes: &[f32]) {
        let PatchSamples { height, slopes, others } = &mut self.relief;
        let slopes = slopes.iter_mut().take(self.ready.terrain.dimensions());
        let wholes = std::iter::once(height).chain(slopes).chain(others);
        for (plane, whole) in planes.chunks_exact(samples.len()).zip(wholes) {
            whole[samples.clone()].copy_from_slice(plane);
        }
        self.left -= samples.len();
    }
}

#[cfg(test)]
mod tests;

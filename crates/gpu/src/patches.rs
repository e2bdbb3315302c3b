//! Patches, several under way on a device at once.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use orogen::patch::{Patch, Relief};
use orogen::program::PatchAxis;
use orogen::terrain::Terrain;
use wgpu::BufferUsages;

use crate::compiler::{Compiler, Loaded, deeply};
use crate::pieces::{PIECE_BYTES, SAMPLES, Weight};
use crate::ring::{Places, Ring};
use crate::{Gpu, GpuError};

/// Makes the samples of patches on a device: while one patch is read back others are computed. They come back in the order
/// in which they were begun.
///
/// # Example
/// ```
/// use std::sync::Arc;
/// use orogen::image::NoImages;
/// use orogen::patch::Patch;
/// use orogen::recipe::{Recipe, Source};
/// use orogen::terrain::Terrain;
/// use orogen_gpu::{Choice, Chosen, Patches};
///
/// let text = r#"
/// orogen = 1
/// domain = { kind = "space", size = 12_742_000.0 }
/// height = { field = "hills", scale = 4000.0 }
/// [fields.hills]
/// type = "fbm"
/// feature = 300_000.0
/// octaves = 12
/// "#;
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen::nodes::registry())?;
/// let terrain = Arc::new(Terrain::new(&recipe, &NoImages, 10.0)?);
/// if let Chosen::Gpu(gpu) = Choice::Gpu.open()? {
///     let mut patches = Patches::new(gpu);
///     let ready = patches.load(&terrain)?;
///     for corner in [0.0, 640.0] {
///         let positions: Vec<_> = (0..65).map(|i| [6_371_000.0, corner + 10.0 * f64::from(i), 0.0]).collect();
///         patches.begin(&ready, &Patch::new(&positions)?)?;
///     }
///     let first = patches.take(None)?.expect("two are under way");
///     let second = patches.take(None)?.expect("one is under way");
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
    /// In the order in which they were begun, which is that of the pieces in the ring.
    making: VecDeque<Making>,
}

/// A terrain that is ready for patches on a device. A clone is another handle of it.
#[derive(Clone, Debug)]
pub struct PatchTerrain {
    terrain: Arc<Terrain>,
    loaded: Loaded,
}

/// A patch that is being made.
#[derive(Debug)]
struct Making {
    ready: PatchTerrain,
    pieces: PatchPieces,
    relief: Relief<f32>,
    /// Samples that are not taken.
    left: usize,
}

/// A patch that is given to a device in pieces: runs of its samples.
#[derive(Debug)]
pub(crate) struct PatchPieces {
    patch: Patch,
    axes: Vec<PatchAxis>,
    /// The same on the device, as soon as pieces are begun.
    uploaded: Option<wgpu::Buffer>,
    /// The first sample that is not begun.
    next: usize,
}

impl Patches {
    /// For patches of any terrain.
    pub fn new(gpu: Gpu) -> Self {
        let (compiler, ring) = (Compiler::new(gpu.clone()), Ring::new(gpu.clone()));
        Self { gpu, compiler, ring, making: VecDeque::new() }
    }

    /// What the device is called.
    pub fn name(&self) -> &str {
        self.gpu.name()
    }

    /// Makes a terrain ready. Driver and device take their time for the first of its kind; another number, or another
    /// level of detail of [one that has such](Terrain::of_level), needs no new shader.
    ///
    /// # Errors
    /// The terrain is for the processor only, or too large; the device fails.
    pub fn load(&mut self, terrain: &Arc<Terrain>) -> Result<PatchTerrain, GpuError> {
        let loaded = deeply(|| self.compiler.load_for_patches(terrain))?;
        Ok(PatchTerrain { terrain: Arc::clone(terrain), loaded })
    }

    /// Begins a patch, without waiting for anything. The device takes some pieces at once; what is more waits until
    /// patches are [taken](Self::take).
    ///
    /// # Errors
    /// The terrain repeats; the device is lost or out of memory. Then all that was under way is given up.
    pub fn begin(&mut self, ready: &PatchTerrain, patch: &Patch) -> Result<(), GpuError> {
        let pieces = PatchPieces::new(&ready.terrain, patch.clone())?;
        let (ready, left) = (ready.clone(), patch.len());
        let relief = ready.room(left);
        self.making.push_back(Making { ready, pieces, relief, left });
        let filled = self.fill();
        self.or_give_up(filled)
    }

    /// How many patches were begun and not taken.
    pub fn under_way(&self) -> usize {
        self.making.len()
    }

    /// Takes the patch that was begun first: nothing, if it is not done and does not get done within some time, or if there
    /// is none. Without a time it is waited for.
    ///
    /// # Errors
    /// The device is lost or out of memory. Then all that was under way is given up.
    pub fn take(&mut self, wait: Option<Duration>) -> Result<Option<Relief<f32>>, GpuError> {
        let taken = self.taken(wait.map(|wait| Instant::now() + wait));
        self.or_give_up(taken)
    }

    fn taken(&mut self, until: Option<Instant>) -> Result<Option<Relief<f32>>, GpuError> {
        while self.making.front().is_some_and(|oldest| oldest.left > 0) {
            let Self { ring, making, .. } = self;
            let wait = until.map(|until| until.saturating_duration_since(Instant::now()));
            let taken = ring.take(wait, |samples, planes| {
                // Those before it are done.
                if let Some(of) = making.iter_mut().find(|making| making.left > 0) {
                    of.take(samples, planes);
                }
            })?;
            if taken.is_none() {
                return Ok(None);
            }
            self.fill()?;
        }
        Ok(self.making.pop_front().map(|done| done.relief))
    }

    /// After an error nobody knows which pieces are lost.
    fn or_give_up<R>(&mut self, done: Result<R, GpuError>) -> Result<R, GpuError> {
        if done.is_err() {
            self.making.clear();
            self.ring = Ring::new(self.gpu.clone());
        }
        done
    }

    /// Begins as many pieces as can be under way.
    fn fill(&mut self) -> Result<(), GpuError> {
        for Making { ready, pieces, .. } in &mut self.making {
            while !self.ring.is_full()
                && let Some(samples) = pieces.next(ready.loaded.weight)
            {
                pieces.begin(&self.gpu, &mut self.ring, &ready.loaded, &samples, samples.clone())?;
            }
        }
        Ok(())
    }
}

/// An axis as `patch.wgsl` reads it.
fn words(axis: &PatchAxis) -> [u32; 8] {
    let [x, y, z] = axis.rates.map(i32::cast_unsigned);
    let ([cell, fraction], [high, low]) = (axis.place, axis.rest);
    [x, y, z, axis.shift, cell, fraction, high, low]
}

impl PatchTerrain {
    /// Room for so many samples.
    fn room(&self, samples: usize) -> Relief<f32> {
        let plane = || vec![0.0; samples];
        let others = self.loaded.weight.planes - 1 - self.terrain.dimensions();
        Relief {
            height: plane(),
            slopes: [plane(), plane(), plane()],
            others: std::iter::repeat_with(plane).take(others).collect(),
        }
    }
}

impl PatchPieces {
    /// All of them, none begun.
    pub(crate) fn new(terrain: &Terrain, patch: Patch) -> Result<Self, GpuError> {
        let axes = terrain.patch_axes(&patch)?;
        Ok(Self { patch, axes, uploaded: None, next: 0 })
    }

    /// Has all pieces to begin, whatever has become of those that were begun.
    pub(crate) fn restart(&mut self) {
        (self.uploaded, self.next) = (None, 0);
    }

    /// Has none to begin any more.
    pub(crate) fn give_up(&mut self) {
        self.next = self.patch.len();
    }

    /// Whether all pieces were begun.
    pub(crate) fn is_begun(&self) -> bool {
        self.next == self.patch.len()
    }

    /// The samples to begin next, if there are any.
    pub(crate) fn next(&mut self, weight: Weight) -> Option<Range<usize>> {
        let first = self.next;
        let most = SAMPLES.min(PIECE_BYTES as usize / (4 * weight.numbers().max(6)));
        self.next = self.patch.len().min(first + most);
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
        let offsets = self.offsets(samples);
        let offsets = gpu.checked(|| gpu.filled(BufferUsages::STORAGE, &offsets))?;
        let is_large = self.patch.offsets().1.is_some();
        let places = Places::Patch { offsets: &offsets, axes: &axes, samples: samples.len(), is_large };
        ring.begin(loaded, &places, tag)
    }

    /// Its axes on the device.
    fn uploaded(&mut self, gpu: &Gpu) -> Result<wgpu::Buffer, GpuError> {
        if let Some(axes) = &self.uploaded {
            return Ok(axes.clone());
        }
        let words: Vec<_> = self.axes.iter().flat_map(words).collect();
        let axes = gpu.checked(|| gpu.filled(BufferUsages::STORAGE, &words))?;
        self.uploaded = Some(axes.clone());
        Ok(axes)
    }

    /// The planes of their offsets.
    fn offsets(&self, samples: &Range<usize>) -> Vec<i32> {
        let (low, high) = self.patch.offsets();
        let planes = low.iter().chain(high.into_iter().flatten());
        planes.flat_map(|plane| &plane[samples.clone()]).copied().collect()
    }
}

impl Making {
    /// Puts the planes of some samples where they belong.
    fn take(&mut self, samples: Range<usize>, planes: &[f32]) {
        let Relief { height, slopes, others } = &mut self.relief;
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

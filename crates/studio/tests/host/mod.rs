//! A host for tests and screenshots: presets of the project, and exports that write nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use orogen_engine::generate::SharedImages;
use orogen_engine::image::{Image, NoImages, Reading};
use orogen_engine::overlay::Layer;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Images;
use orogen_strokes::layer::StrokeLayer;
use orogen_studio::host::{
    ExportError, ExportMonitor, ExportOrder, Exported, FormatChoice, Host, Preset, RefinementStep,
    TargetChoice,
};

const COARSE: &[RefinementStep] =
    &[RefinementStep { downscale: 8, samples: 1 }, RefinementStep { downscale: 4, samples: 1 }];

/// A host for tests.
pub(crate) struct TestHost {
    /// Names of its presets.
    pub(crate) presets: &'static [&'static str],
    /// Its state folder.
    pub(crate) state: Option<PathBuf>,
    /// Duration of an export, in steps of 10 ms.
    pub(crate) steps: u64,
    /// Whether pictures are refined as usual. Otherwise they are coarse, which is enough for tests that do not look at details.
    pub(crate) is_fine: bool,
}

impl TestHost {
    /// A host with some presets, without a state folder.
    pub(crate) fn of(presets: &'static [&'static str]) -> Self {
        Self { presets, state: None, steps: 20, is_fine: false }
    }
}

/// Reads a preset.
pub(crate) fn preset(name: &'static str) -> Preset {
    let path = format!("{}/../orogen/recipes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    // The text stays in memory until the program ends, which is soon in tests.
    Preset { name, text: fs::read_to_string(path).expect("a preset").leak() }
}

/// The number of strokes in an export.
fn strokes(order: &ExportOrder) -> Option<usize> {
    let source = Source::new("test", Arc::clone(&order.text)).in_folder(order.path.parent()?);
    let recipe = Recipe::parse(source, orogen_engine::nodes::registry()).ok()?;
    Some(StrokeLayer::read(&recipe.sculpt?.strokes).ok()?.len())
}

/// Reads stroke files, and no pictures.
pub(crate) struct StrokeFiles;

impl Images for StrokeFiles {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, (String, String)> {
        NoImages.load(path, reading)
    }

    fn strokes(&self, path: &Path) -> Result<Arc<dyn Layer>, (String, String)> {
        let layer = StrokeLayer::read(path).map_err(|error| (error.to_string(), String::new()))?;
        Ok(Arc::new(layer))
    }
}

impl Host for TestHost {
    fn presets(&self) -> Vec<Preset> {
        self.presets.iter().map(|name| preset(name)).collect()
    }

    fn images(&self) -> SharedImages {
        Arc::new(StrokeFiles)
    }

    fn targets(&self) -> Vec<TargetChoice> {
        let all = [
            ("unity", "NAME.raw, 2^n+1 samples"),
            ("unreal", "NAME.png or NAME.r16, 505, 1009, 2017 … samples"),
            ("godot", "NAME.exr for Terrain3D, whole regions"),
            ("hterrain", "NAME.raw for HTerrain in Godot, 2^n+1 samples"),
            ("blender", "NAME.exr and NAME.glb"),
            ("worldpainter", "NAME.png, one value a block"),
            ("web", "web/{z}/{x}/{y}.png, web/tiles.json and index.html"),
            ("gis", "NAME.tif, a GeoTIFF with overviews"),
        ];
        all.map(|(name, help)| TargetChoice { name: name.to_owned(), help: help.to_owned() }).to_vec()
    }

    /// The rule of Unity and `HTerrain`.
    fn accepted_sizes(&self, target: &str, tiles: usize) -> Result<Option<Vec<usize>>, ExportError> {
        let is_power = ["unity", "hterrain"].contains(&target);
        Ok(is_power.then(|| (5..=12).map(|power| (tiles << power) + 1).collect()))
    }

    /// There is no file manager.
    fn open_folder(&self, folder: &Path) -> Result<(), String> {
        Err(format!("Cannot show {}: no file manager", folder.display()))
    }

    fn formats(&self) -> Vec<FormatChoice> {
        let all = [("png16", "height.png: 16-bit grey", true), ("exr", "height.exr: metres", false)];
        all.map(|(name, help, is_default)| FormatChoice {
            name: name.to_owned(),
            help: help.to_owned(),
            is_default,
        })
        .to_vec()
    }

    fn state_folder(&self) -> Option<PathBuf> {
        self.state.clone()
    }

    fn refinement_steps(&self, is_software: bool) -> &'static [RefinementStep] {
        if self.is_fine { RefinementStep::usual(is_software) } else { COARSE }
    }

    fn export(&self, order: &ExportOrder, monitor: &ExportMonitor) -> Result<Exported, ExportError> {
        let report = monitor.progress_callback();
        for step in 0..self.steps {
            if monitor.cancel_flag().load(Ordering::Relaxed) {
                let message = "stopped: nothing was written".to_owned();
                return Err(ExportError { message, help: String::new(), cancelled: true });
            }
            report(step + 1, self.steps);
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(Exported {
            files: vec![
                format!("{}.raw", order.path.file_stem().unwrap_or_default().display()),
                "terrain.json".to_owned(),
            ],
            import_settings: vec![
                ("Width".to_owned(), "1025".to_owned()),
                ("Height".to_owned(), "1025".to_owned()),
                ("Terrain Width".to_owned(), "16384".to_owned()),
                ("Terrain Height".to_owned(), "3421.7".to_owned()),
            ],
            remarks: vec![
                "1025 × 1025 samples, 16 m apart; heights from 412.30 to 3834.00 m".to_owned(),
                format!("with {} strokes", strokes(order).unwrap_or(0)),
            ],
        })
    }
}

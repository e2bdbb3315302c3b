//! What `render` prints when the pictures are complete.

use std::io::{self, Write};
use std::time::Duration;

use orogen_engine::recipe::{Clouds, NumberKey, View};
use orogen_view::{Lens, Sun};
use serde_json::{Value, json};

use super::Args;
use super::camera_option::{CameraOption, exact};
use super::frames::Frames;
use super::scene::Scene;
use crate::failure::Failure;
use crate::json;

/// How the pictures were rendered.
pub(super) struct RunInfo {
    pub(super) device: String,
    pub(super) exposure: f32,
    pub(super) time: Duration,
}

/// Prints what was rendered, and the options that render it again.
pub(super) fn print(args: &Args, scene: &Scene, frames: &Frames, run: &RunInfo) -> Result<(), Failure> {
    let (shot, camera) = (&scene.shot, &scene.cameras[frames.first]);
    let [columns, rows] = shot.size;
    if args.report.json {
        let mut report = common_json(args, shot.size, shot.sun, &scene.looks, frames, run);
        report["camera"] = camera_json(camera);
        report["fog"] = scene.looks.fog.map_or(
            Value::Null,
            |fog| json!({ "visibility": fog.visibility, "level": fog.level, "falloff": fog.falloff }),
        );
        report["clouds"] = clouds_json(scene.shot.visible_clouds(), &Clouds::NUMBERS);
        return json::print(&report);
    }
    let mut out = io::stdout().lock();
    if !args.report.quiet {
        let name = frames.name();
        let sun = [shot.sun.elevation, shot.sun.azimuth].map(exact).join(",");
        writeln!(out, "{name}: {columns} × {rows} pixels in {:.1} s", run.time.as_secs_f64())?;
        let camera = if args.flyover.is_some() { camera.short_text(scene.size) } else { camera.text() };
        writeln!(out, "{camera} --sun {sun}")?;
    }
    Ok(out.flush()?)
}

/// The part of the report that planes and planets share.
pub(super) fn common_json(
    args: &Args,
    [columns, rows]: [u32; 2],
    sun: Sun,
    looks: &View,
    frames: &Frames,
    run: &RunInfo,
) -> Value {
    let files: Vec<_> = frames.paths.iter().map(|path| path.display().to_string()).collect();
    json!({
        "files": files,
        "columns": columns,
        "rows": rows,
        "samples": args.samples,
        "air": looks.air.name(),
        "haze": looks.haze,
        "sun": { "elevation": sun.elevation, "azimuth": sun.azimuth },
        "exposure": run.exposure,
        "device": run.device,
        "seconds": run.time.as_secs_f64(),
    })
}

/// The numbers of clouds, by name.
pub(super) fn clouds_json(clouds: Option<Clouds>, numbers: &[NumberKey<Clouds>]) -> Value {
    let number = |clouds: &Clouds, key: &NumberKey<Clouds>| (key.name, json!(key.get(clouds)));
    clouds.map_or(Value::Null, |clouds| numbers.iter().map(|key| number(&clouds, key)).collect())
}

fn camera_json(CameraOption { camera, target }: &CameraOption) -> Value {
    let lens = match camera.lens() {
        Lens::Parallel { metres } => json!({ "metres": metres }),
        Lens::Perspective { degrees } => json!({ "degrees": degrees }),
    };
    json!({ "eye": camera.eye(), "target": target, "forward": camera.forward(), "lens": lens })
}

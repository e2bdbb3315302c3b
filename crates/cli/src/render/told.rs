//! What is said of pictures once they are there.

use std::io::{self, Write};
use std::time::Duration;

use orogen_view::Lens;
use serde_json::{Value, json};

use super::Args;
use super::frames::Frames;
use super::said::{Said, exact};
use super::scene::Scene;
use crate::failure::Failure;

/// How it went.
pub(super) struct Work {
    pub(super) device: String,
    pub(super) exposure: f32,
    pub(super) time: Duration,
}

/// Tells on stdout what was painted, and how to paint it again.
pub(super) fn tell(args: &Args, scene: &Scene, frames: &Frames, work: &Work) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let (shot, said) = (&scene.shot, &scene.cameras[frames.first]);
    let [columns, rows] = shot.size;
    if args.json {
        let files: Vec<_> = frames.paths.iter().map(|path| path.display().to_string()).collect();
        let facts = json!({
            "files": files,
            "columns": columns,
            "rows": rows,
            "samples": shot.samples,
            "camera": camera_facts(said),
            "air": scene.looks.air.name(),
            "haze": scene.looks.haze,
            "fog": scene.looks.fog.map(|fog| json!({
                "visibility": fog.visibility,
                "level": fog.level,
                "falloff": fog.falloff,
            })),
            "sun": { "elevation": shot.sun.elevation, "azimuth": shot.sun.azimuth },
            "exposure": work.exposure,
            "device": work.device,
            "seconds": work.time.as_secs_f64(),
        });
        writeln!(out, "{facts:#}")?;
    } else if !args.quiet {
        let name = frames.name();
        let sun = [shot.sun.elevation, shot.sun.azimuth].map(exact).join(",");
        writeln!(out, "{name}: {columns} × {rows} pixels in {:.1} s", work.time.as_secs_f64())?;
        let camera = if args.flyover.is_some() { said.short_option(scene.size) } else { said.option() };
        writeln!(out, "{camera} --sun {sun}")?;
    }
    Ok(out.flush()?)
}

fn camera_facts(said: &Said) -> Value {
    let camera = &said.camera;
    let lens = match camera.lens() {
        Lens::Parallel { metres } => json!({ "metres": metres }),
        Lens::Perspective { degrees } => json!({ "degrees": degrees }),
    };
    json!({ "eye": camera.eye(), "target": said.target, "forward": camera.forward(), "lens": lens })
}

//! What is said of pictures once they are there.

use std::io::{self, Write};
use std::time::Duration;

use orogen_view::{Camera, Lens};
use serde_json::{Value, json};

use super::Args;
use super::frames::Frames;
use super::scene::Scene;
use crate::failure::Failure;
use crate::numbers::plain;

/// How it went.
pub(super) struct Work {
    pub(super) device: String,
    pub(super) exposure: f32,
    pub(super) time: Duration,
}

/// Tells on stdout what was painted, and how to paint it again.
pub(super) fn tell(args: &Args, scene: &Scene, frames: &Frames, work: &Work) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let (shot, camera) = (&scene.shot, &scene.cameras[frames.first]);
    let [columns, rows] = shot.size;
    if args.json {
        let files: Vec<_> = frames.paths.iter().map(|path| path.display().to_string()).collect();
        let facts = json!({
            "files": files,
            "columns": columns,
            "rows": rows,
            "samples": shot.samples,
            "camera": camera_facts(camera),
            "sun": { "elevation": shot.sun.elevation, "azimuth": shot.sun.azimuth },
            "exposure": work.exposure,
            "device": work.device,
            "seconds": work.time.as_secs_f64(),
        });
        writeln!(out, "{facts:#}")?;
    } else if !args.quiet {
        let name = match &frames.paths[..] {
            [one] => one.display().to_string(),
            [first, .., last] => format!("{} to {}", first.display(), last.display()),
            [] => String::new(),
        };
        let sun = format!("{},{}", plain(shot.sun.elevation), plain(shot.sun.azimuth));
        writeln!(out, "{name}: {columns} × {rows} pixels in {:.1} s", work.time.as_secs_f64())?;
        writeln!(out, "{}--sun {sun}", option(camera, target_of(camera)))?;
    }
    Ok(out.flush()?)
}

/// The camera as `--camera` takes it.
fn option(camera: &Camera, target: [f64; 3]) -> String {
    let place = |[x, y, z]: [f64; 3]| {
        let [x, y, z] = [x, y, z].map(|metres| plain((metres * 100.0).round() / 100.0));
        format!("{x},{y},{z}")
    };
    match camera.lens() {
        Lens::Parallel { .. } => "--map ".to_owned(),
        Lens::Perspective { degrees } => {
            let (eye, target, degrees) = (place(camera.eye()), place(target), plain(degrees));
            format!("--camera \"eye={eye},target={target},fov={degrees}\" ")
        }
    }
}

/// A place that the camera looks at.
fn target_of(camera: &Camera) -> [f64; 3] {
    let (eye, forward) = (camera.eye(), camera.forward());
    std::array::from_fn(|axis| eye[axis] + 1000.0 * forward[axis])
}

fn camera_facts(camera: &Camera) -> Value {
    let lens = match camera.lens() {
        Lens::Parallel { metres } => json!({ "metres": metres }),
        Lens::Perspective { degrees } => json!({ "degrees": degrees }),
    };
    json!({ "eye": camera.eye(), "forward": camera.forward(), "lens": lens })
}

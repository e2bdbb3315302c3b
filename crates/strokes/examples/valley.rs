//! Draws the strokes of `examples/sculpting/valley.toml`:
//! `cargo run -p orogen-strokes --example valley -- examples/sculpting/valley.strokes`.

use std::error::Error;

use orogen_strokes::brush::{Brush, Grain, Tool};
use orogen_strokes::journal::Journal;
use orogen_strokes::noise_brush::{Noise, NoiseBrush};
use orogen_strokes::stroke::{Point, Stroke, Surface};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name the file to draw into")?;
    let mut journal = Journal::open(path, "valley.toml", Surface::Plane)?;
    for stroke in strokes()? {
        journal.push(&stroke)?;
    }
    println!("{} strokes", journal.len());
    Ok(())
}

fn strokes() -> Result<Vec<Stroke>, Box<dyn Error>> {
    // A lake bed, and the valley that drains it.
    let lake = Brush { inner: 0.6, ..Brush::new(Tool::Level { to: 130.0 }, 520.0) };
    let valley = Brush { inner: 0.25, strength: 0.4, ..Brush::new(Tool::Level { to: 150.0 }, 300.0) };
    // A ridge of Swiss turbulence that follows the stroke.
    let swiss = NoiseBrush { wavelength: 500.0, octaves: 8, seed: 3, ..NoiseBrush::new(Noise::Swiss, 190.0) };
    let ridge = Brush { strength: 0.35, spacing: 0.3, down: false, ..Brush::new(swiss.tool()?, 420.0) };
    // A hill, its terraces, and their weathering.
    let hill = Brush { strength: 0.6, ..Brush::new(Tool::Raise { metres: 210.0 }, 560.0) };
    let ledges = Brush { inner: 0.7, ..Brush::new(Tool::Ledge { step: 28.0, riser: 0.3 }, 560.0) };
    let soft = Brush { strength: 0.5, ..Brush::new(Tool::Smooth { radius: 24.0 }, 380.0) };
    // A ravine whose walls are stretched along it.
    let walls = NoiseBrush {
        wavelength: 160.0,
        octaves: 6,
        grain: Grain::Stroke { ratio: 4.0 },
        ..NoiseBrush::new(Noise::Ridged, -60.0)
    };
    let ravine = Brush { inner: 0.3, strength: 0.4, up: false, ..Brush::new(walls.tool()?, 140.0) };
    Ok(vec![
        stroke(&lake, &[[1350.0, 2500.0, 1.0], [1700.0, 2350.0, 1.0], [1950.0, 2500.0, 0.8]]),
        stroke(
            &valley,
            &[[1900.0, 2500.0, 1.0], [2500.0, 2900.0, 1.0], [3100.0, 2900.0, 1.0], [3900.0, 3300.0, 1.0]],
        ),
        stroke(
            &ridge,
            &[[300.0, 1500.0, 0.5], [900.0, 1000.0, 1.0], [1700.0, 800.0, 1.0], [2500.0, 500.0, 0.4]],
        ),
        stroke(&hill, &[[3050.0, 1550.0, 1.0]]),
        stroke(&ledges, &[[3050.0, 1550.0, 1.0]]),
        stroke(&soft, &[[2900.0, 1750.0, 1.0], [3200.0, 1750.0, 0.5]]),
        stroke(
            &ravine,
            &[[900.0, 3900.0, 1.0], [1000.0, 3500.0, 1.0], [1350.0, 3250.0, 1.0], [1500.0, 2850.0, 0.6]],
        ),
    ])
}

fn stroke(brush: &Brush, points: &[[f64; 3]]) -> Stroke {
    Stroke { brush: brush.clone(), points: points.iter().map(|&point| Point::from(point)).collect() }
}

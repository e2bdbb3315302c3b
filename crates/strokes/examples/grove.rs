//! Paints the mask of `examples/masks/grove.toml`:
//! `cargo run -p orogen-strokes --example grove -- examples/masks/grove.strokes`.

use std::error::Error;

use orogen_strokes::brush::{Brush, Tool};
use orogen_strokes::journal::Journal;
use orogen_strokes::stroke::{Point, Stroke, Surface};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name the file to paint into")?;
    let mut journal = Journal::open(path, "grove.toml", Surface::Plane)?;
    for stroke in strokes() {
        journal.push(&stroke)?;
    }
    println!("{} strokes", journal.len());
    Ok(())
}

fn strokes() -> [Stroke; 4] {
    let paint = Brush { inner: 0.4, ..Brush::new(Tool::Level { to: 1.0 }, 620.0) };
    // A clearing, a grove that is half as dense, and soft edges.
    let remove = Brush { inner: 0.5, ..Brush::new(Tool::Level { to: 0.0 }, 260.0) };
    let sparse =
        Brush { inner: 0.6, strength: 0.5, spacing: 4.0, ..Brush::new(Tool::Level { to: 1.0 }, 420.0) };
    let soften = Brush { inner: 0.5, ..Brush::new(Tool::Smooth { radius: 160.0 }, 500.0) };
    [
        stroke(&paint, &[[700.0, 900.0], [1500.0, 1300.0], [2100.0, 2200.0], [2000.0, 3200.0]]),
        stroke(&remove, &[[1650.0, 1500.0]]),
        stroke(&sparse, &[[3100.0, 1100.0]]),
        stroke(&soften, &[[1800.0, 3300.0], [2300.0, 2900.0]]),
    ]
}

fn stroke(brush: &Brush, points: &[[f64; 2]]) -> Stroke {
    let points = points.iter().map(|&position| Point { position, pressure: 1.0 });
    Stroke { brush: brush.clone(), points: points.collect() }
}

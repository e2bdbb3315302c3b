//! A terrain as a library of functions in WGSL: what all languages are made of.

use orogen::terrain::Terrain;
use orogen_noise::jet::Order;

use super::{ExportError, Numbers, places};
use crate::wgsl::{Text, WORD};

/// Most numbers of tables, pictures for instance: a megabyte of text.
const MOST_TABLED: usize = 1 << 16;

const PLACES: &str = include_str!("places.wgsl");

/// A library.
pub(super) struct Library {
    /// Number of coordinates.
    pub(super) dimensions: usize,
    /// What the program knows, then the axes of its lattices, then its tables: whole vectors of four words.
    pub(super) numbers: Vec<u32>,
    /// The functions. They read an array `orogen_words` that is declared elsewhere.
    pub(super) functions: String,
}

impl Library {
    pub(super) fn new(terrain: &Terrain, numbers: Numbers, origin: [f64; 3]) -> Result<Self, ExportError> {
        let program = terrain.program(Order::Gradient)?;
        let dimensions = terrain.dimensions();
        let text = match numbers {
            Numbers::Baked => Text::of_constants(&program),
            Numbers::Uniform => Text::new(&program),
        };
        let mut numbers = text.words.clone();
        // An array is not empty.
        numbers.resize(numbers.len().next_multiple_of(4).max(4), 0);
        let axes = numbers.len() / 4;
        for axis in terrain.axes(origin) {
            numbers.extend(places::words(&axis)?);
        }
        let tables = program.trace.tables.concat();
        if tables.len() > MOST_TABLED {
            return Err(ExportError::Pictures { pixels: tables.len(), most: MOST_TABLED });
        }
        let fetch = if tables.is_empty() { String::new() } else { fetch(numbers.len()) };
        numbers.extend(tables.iter().map(|number| number.to_bits()));
        numbers.resize(numbers.len().next_multiple_of(4), 0);
        Ok(Self { dimensions, numbers, functions: fetch + &functions(text, dimensions, axes) })
    }
}

/// The function that reads tables, which begin at a word.
fn fetch(tables: usize) -> String {
    format!(
        "// A number of the table that begins where a word says.
fn orogen_fetch(table: u32, index: u32) -> f32 {{
    return bitcast<f32>(orogen_word({tables}u + orogen_word(table) + index));
}}

"
    )
}

/// The functions, of a text whose axes are in the vectors from `axes` on.
fn functions(text: Text, dimensions: usize, axes: usize) -> String {
    let Text { functions, body, outputs, .. } = text;
    let coordinates = &["x", "y", "z"][..dimensions];
    let each = |of: &dyn Fn(&str) -> String| coordinates.iter().map(|axis| of(axis)).collect::<String>();
    let fields = each(&|axis| format!("    {axis}: orogen_Coordinate,\n"));
    let rates = ["rates.xy", "rates.zw", "origin.zw"];
    let moves: String = coordinates
        .iter()
        .zip(rates)
        .map(|(axis, rate)| format!("    place = orogen_moved(place, {rate}, here.{axis});\n"))
        .collect();
    let here: Vec<_> = coordinates.iter().map(|axis| format!("orogen_coordinate(p.{axis})")).collect();
    let (here, outputs) = (here.join(", "), outputs.join(", "));
    format!(
        "{WORD}
{PLACES}
// A position.
struct orogen_Here {{
{fields}}}

// Where it lies along an axis of a lattice.
fn orogen_share(here: orogen_Here, axis: u32) -> vec2<u32> {{
    let origin = orogen_words[{axes}u + 2u * axis];
    let rates = orogen_words[{axes}u + 2u * axis + 1u];
    var place = origin.xy;
{moves}    return place;
}}

{functions}// Height and slopes.
fn orogen_height_gradient(p: vec{dimensions}<f32>) -> vec{}<f32> {{
    let here = orogen_Here({here});
{body}    return vec{}<f32>({outputs});
}}

// Height.
fn orogen_height(p: vec{dimensions}<f32>) -> f32 {{
    return orogen_height_gradient(p).x;
}}
",
        dimensions + 1,
        dimensions + 1,
    )
}

//! A terrain as a library of functions in WGSL: what all languages are made of.

use orogen::program::Program;
use orogen::terrain::Terrain;
use orogen_noise::jet::Order;

use super::{ExportError, Numbers, places};
use crate::wgsl::{Listing, Text, WORD};

/// Most numbers of tables, pictures for instance: a megabyte of text.
const MOST_TABLED: usize = 1 << 16;

const PLACES: &str = include_str!("places.wgsl");

/// A terrain as functions in WGSL, for shaders of the same program: they call `orogen_height_gradient` of a place, in
/// metres from an origin, which returns height and slopes, or `orogen_height`.
///
/// ```
/// use orogen::image::NoImages;
/// use orogen::recipe::{Recipe, Source};
/// use orogen::terrain::Terrain;
/// use orogen_gpu::export::Library;
///
/// let text = "orogen = 1\ndomain.size = 1000.0\nheight = { field = 'hills', scale = 50.0 }\n[fields.hills]\ntype = 'fbm'\nfeature = 200.0\n";
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen::nodes::registry())?;
/// let levels = [0.5, 4.0].map(|spacing| Terrain::of_level(&recipe, &NoImages, spacing, 0.5));
/// let [near, far] = levels;
/// let levels = Library::of_levels(&[near?, far?], [500.0, 500.0, 0.0]).unwrap();
/// // One text, other numbers.
/// assert!(levels[0].text() == levels[1].text() && levels[0].numbers != levels[1].numbers);
/// assert!(levels[0].text().contains("fn orogen_height_gradient(p: vec2<f32>) -> vec3<f32>"));
/// # Ok::<(), orogen::recipe::RecipeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Library {
    /// Number of coordinates: 2 on a plane, 3 in a space.
    pub dimensions: usize,
    /// What the program knows, then the axes of its lattices, then its tables: whole vectors of four words.
    pub numbers: Vec<u32>,
    pub(super) functions: Listing,
}

impl Library {
    pub(super) fn new(terrain: &Terrain, numbers: Numbers, origin: [f64; 3]) -> Result<Self, ExportError> {
        let program = terrain.program(Order::Gradient)?;
        let text = match numbers {
            Numbers::Baked => Text::of_constants(&[&program]),
            Numbers::Uniform => Text::new(&program),
        };
        Self::of_text(&text, terrain, &program, origin)
    }

    /// The functions. They read the numbers in an array `orogen_words` of vectors, `array<vec4<u32>>`, that the shader
    /// declares, as uniform or storage.
    pub fn text(&self) -> &str {
        &self.functions.text
    }

    /// The functions of the levels of detail of a terrain around an origin, in metres along the recipe's axes. Levels
    /// whose programs differ in their literals only, as nearly all do, have one text, in which all that does not differ
    /// is constant.
    ///
    /// # Errors
    /// [`ExportError`], for a terrain that has no program, features that are too fine, pictures that are too large.
    pub fn of_levels(levels: &[Terrain], origin: [f64; 3]) -> Result<Vec<Self>, ExportError> {
        let programs: Vec<_> =
            levels.iter().map(|level| level.program(Order::Gradient)).collect::<Result<_, _>>()?;
        let mut texts: Vec<(&Program, Text)> = Vec::new();
        let mut libraries = Vec::new();
        for (level, program) in levels.iter().zip(&programs) {
            let known = texts.iter().position(|(other, _)| are_alike(other, program));
            let known = known.unwrap_or_else(|| {
                let alike: Vec<_> = programs.iter().filter(|other| are_alike(other, program)).collect();
                texts.push((program, Text::of_constants(&alike)));
                texts.len() - 1
            });
            libraries.push(Self::of_text(&texts[known].1, level, program, origin)?);
        }
        Ok(libraries)
    }

    /// One of the programs of a text.
    fn of_text(
        text: &Text,
        terrain: &Terrain,
        program: &Program,
        origin: [f64; 3],
    ) -> Result<Self, ExportError> {
        let dimensions = terrain.dimensions();
        let mut numbers = text.words(program);
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
        let mut library = Listing::default();
        if !tables.is_empty() {
            library.push(&fetch(numbers.len()));
        }
        numbers.extend(tables.iter().map(|number| number.to_bits()));
        numbers.resize(numbers.len().next_multiple_of(4), 0);
        library.append(functions(text, dimensions, axes));
        Ok(Self { dimensions, numbers, functions: library })
    }
}

/// Whether programs differ in their literals only.
fn are_alike(one: &Program, other: &Program) -> bool {
    let (a, b) = (&one.trace, &other.trace);
    one.outputs == other.outputs && a.ops == b.ops && a.parts == b.parts && a.tables == b.tables
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
fn functions(text: &Text, dimensions: usize, axes: usize) -> Listing {
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
    let mut library = Listing::default();
    library.push(&format!(
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

"
    ));
    library.append(functions.clone());
    let results = dimensions + 1;
    library.push(&format!(
        "// Height and slopes.
fn orogen_height_gradient(p: vec{dimensions}<f32>) -> vec{results}<f32> {{
    let here = orogen_Here({here});
"
    ));
    library.append(body.clone());
    library.push(&format!(
        "    return vec{results}<f32>({outputs});
}}

// Height.
fn orogen_height(p: vec{dimensions}<f32>) -> f32 {{
    return orogen_height_gradient(p).x;
}}
"
    ));
    library
}

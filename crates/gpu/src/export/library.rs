//! A terrain as a library of WGSL functions, from which all languages are translated.

use orogen_engine::program::Program;
use orogen_engine::terrain::Terrain;
use orogen_noise::jet::Order;
use orogen_wgsl::{Listing, Text, WORD};

use super::texture::Texture;
use super::{ExportError, Numbers, Options, Parameter, Parameters, lattice_axes};

/// Maximum number of table entries, for example pixels, among the numbers. The limit is low because each level of detail has its
/// own copy of the entries.
const MAX_PIXELS: usize = 1 << 16;

const POSITIONS: &str = include_str!("positions.wgsl");

/// Reads a texel of the texture.
const TEXEL: &str = include_str!("texel.wgsl");

/// A terrain as WGSL functions, for shaders of the program that uses this crate. `orogen_height_gradient` takes a position in
/// metres from an origin and returns the height and the slopes; `orogen_height` returns the height.
///
/// ```
/// use orogen_engine::image::NoImages;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_engine::terrain::Terrain;
/// use orogen_gpu::export::Library;
///
/// let text = "orogen = 1\ndomain.size = 1000.0\nheight = { field = 'hills', scale = 50.0 }\n[fields.hills]\ntype = 'fbm'\nwavelength = 200.0\n";
/// let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
/// let levels = [0.5, 4.0].map(|spacing| Terrain::of_level(&recipe, &NoImages, spacing, 0.5));
/// let [near, far] = levels;
/// let levels = Library::of_levels(&[near?, far?], [500.0, 500.0, 0.0]).unwrap();
/// // One text, different numbers.
/// assert!(levels[0].text() == levels[1].text() && levels[0].numbers != levels[1].numbers);
/// assert!(levels[0].text().contains("fn orogen_height_gradient(p: vec2<f32>) -> vec3<f32>"));
/// # Ok::<(), orogen_engine::recipe::RecipeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Library {
    /// Number of coordinates: 2 on a plane, 3 in a space.
    pub dimensions: usize,
    /// The words of the array that the functions read: literals, then the coefficients of literals that depend on live parameters,
    /// then the axes of lattices, then tables, padded to vectors of four words.
    pub numbers: Vec<u32>,
    /// The pictures and solutions, if they are not among the numbers.
    pub(super) texture: Option<Texture>,
    pub(super) functions: Listing,
}

impl Library {
    /// The functions of a terrain. They read pictures and solutions from a texture `orogen_texture`.
    pub(super) fn new(
        terrain: &Terrain,
        options: &Options,
        parameters: &Parameters,
    ) -> Result<Self, ExportError> {
        let mut program = terrain.program(Order::Gradient)?;
        let texture = Texture::take(&mut program, &terrain.axes(options.origin))?;
        let text = match options.numbers {
            Numbers::Baked => Text::of_constants(&[&program], |literal| parameters.has(literal)),
            Numbers::Uniform => Text::new(&program),
        };
        let word = Word::new(&text, &program, parameters, options.numbers);
        let mut library = Self::of_text(&text, terrain, &program, options.origin, &word)?;
        if texture.is_some() {
            let mut functions = Listing::default();
            functions.push(TEXEL);
            functions.append(library.functions);
            library.functions = functions;
        }
        Ok(Self { texture, ..library })
    }

    /// The functions with the texture as their last argument, for programs where the texture cannot be a global variable.
    pub(super) fn with_texture_argument(mut self) -> Self {
        let place = format!("p: vec{}<f32>", self.dimensions);
        let edits = [
            ("orogen_texture", "texels"),
            ("(here: ", "(texels: texture_2d<f32>, here: "),
            ("(here, ", "(texels, here, "),
            ("orogen_texel(", "orogen_texel(texels, "),
            ("fn orogen_texel(texels, ", "fn orogen_texel(texels: texture_2d<f32>, "),
            (&place, &format!("{place}, texels: texture_2d<f32>")),
            ("orogen_height_gradient(p)", "orogen_height_gradient(p, texels)"),
        ];
        let text = &mut self.functions.text;
        *text = edits.iter().fold(std::mem::take(text), |text, (old, new)| text.replace(old, new));
        self
    }

    /// Whether the functions read a global variable `orogen_texture`.
    pub(super) fn has_texture_variable(&self) -> bool {
        self.functions.text.contains("orogen_texture")
    }

    /// The text of the functions. They read [`numbers`](Self::numbers) from an array `orogen_words` of type `array<vec4<u32>>`.
    /// The shader must declare this array, as uniform or storage.
    pub fn text(&self) -> &str {
        &self.functions.text
    }

    /// The functions of a terrain's levels of detail around `origin`, a position in metres along the recipe's axes. The programs
    /// of nearly all levels differ only in their numbers. Such levels share one text, in which most numbers that are the same
    /// for all these levels are constants.
    ///
    /// # Errors
    /// [`ExportError`] if a level has no program, its features are too fine, or its pictures are too large.
    pub fn of_levels(levels: &[Terrain], origin: [f64; 3]) -> Result<Vec<Self>, ExportError> {
        let programs: Vec<_> =
            levels.iter().map(|level| level.program(Order::Gradient)).collect::<Result<_, _>>()?;
        let mut texts: Vec<(&Program, Text)> = Vec::new();
        let mut libraries = Vec::new();
        for (level, program) in levels.iter().zip(&programs) {
            let known = texts.iter().position(|(other, _)| are_alike(other, program));
            let known = known.unwrap_or_else(|| {
                let alike: Vec<_> = programs.iter().filter(|other| are_alike(other, program)).collect();
                texts.push((program, Text::of_constants(&alike, |_| false)));
                texts.len() - 1
            });
            libraries.push(Self::of_text(&texts[known].1, level, program, origin, &Word::default())?);
        }
        Ok(libraries)
    }

    /// The library of one of the programs that share a text.
    fn of_text(
        text: &Text,
        terrain: &Terrain,
        program: &Program,
        origin: [f64; 3],
        word: &Word,
    ) -> Result<Self, ExportError> {
        let dimensions = terrain.dimensions();
        let mut numbers = text.words(program);
        numbers.extend(&word.coefficients);
        // An array must not be empty.
        numbers.resize(numbers.len().next_multiple_of(4).max(4), 0);
        let axes = numbers.len() / 4;
        for axis in terrain.axes(origin) {
            numbers.extend(lattice_axes::words(&axis)?);
        }
        let tables = program.trace.tables.concat();
        if tables.len() > MAX_PIXELS {
            return Err(ExportError::Pictures { pixels: tables.len(), max: MAX_PIXELS });
        }
        let mut library = Listing::default();
        if !tables.is_empty() {
            library.push(&fetch(numbers.len()));
        }
        if !program.trace.pictures.is_empty() {
            library.push(&texel(numbers.len()));
        }
        numbers.extend(tables.iter().map(|number| number.to_bits()));
        numbers.resize(numbers.len().next_multiple_of(4), 0);
        library.append(functions(text, dimensions, axes, &word.function));
        Ok(Self { dimensions, numbers, texture: None, functions: library })
    }
}

/// Whether programs differ only in their literals.
pub(super) fn are_alike(one: &Program, other: &Program) -> bool {
    let (a, b) = (&one.trace, &other.trace);
    one.outputs == other.outputs && a.ops == b.ops && a.parts == b.parts && a.tables == b.tables
}

/// The function that reads literals.
struct Word {
    /// The function, and the variables of live parameters, from which it computes the literals that depend on them.
    function: String,
    /// The numbers after the literals from which it computes these.
    coefficients: Vec<u32>,
}

impl Default for Word {
    fn default() -> Self {
        Self { function: WORD.to_owned(), coefficients: Vec::new() }
    }
}

/// A function that reads a number as it is stored.
const NUMBER: &str = "fn orogen_number(at: u32) -> f32 {
    return bitcast<f32>(orogen_words[at >> 2u][at & 3u]);
}
";

impl Word {
    /// The function of a text. If the numbers are in a buffer, so are the coefficients: the function is then the same for all
    /// numbers of the recipe.
    fn new(text: &Text, program: &Program, parameters: &Parameters, numbers: Numbers) -> Self {
        let words = text.words(program);
        let (mut cases, mut coefficients) = (String::new(), Vec::new());
        for (at, (&literal, word)) in text.literals().iter().zip(&words).enumerate() {
            let Some((variable, function)) = parameters.function(literal) else { continue };
            let number = match numbers {
                Numbers::Baked => {
                    let own = format!("bitcast<f32>({word}u)");
                    function.expression(
                        variable,
                        &own,
                        function.numbers().map(|number| format!("{number:?}f")),
                    )
                }
                Numbers::Uniform => {
                    let stored = |at: usize| format!("orogen_number({at}u)");
                    let first = words.len() + coefficients.len();
                    coefficients.extend(function.numbers().map(f32::to_bits));
                    let stored_numbers = [first, first + 1, first + 2].map(stored);
                    function.expression(variable, &stored(at), stored_numbers)
                }
            };
            cases += &format!(
                "        case {at}u: {{\n            let number = {number};\n            return bitcast<u32>(number);\n        }}\n"
            );
        }
        if cases.is_empty() {
            return Self::default();
        }
        let variable = |parameter: &Parameter| {
            format!("var<private> {}: f32 = {:?}f;\n", parameter.variable, parameter.value as f32)
        };
        let variables: String = parameters.live().map(variable).collect();
        let choice =
            format!("{{\n    switch at {{\n{cases}        default: {{\n        }}\n    }}\n    return");
        let number = if coefficients.is_empty() { "" } else { NUMBER };
        let function = format!("{variables}\n{number}{}", WORD.replacen("{\n    return", &choice, 1));
        Self { function, coefficients }
    }
}

/// The function that reads tables; they start at the word `tables`.
fn fetch(tables: usize) -> String {
    format!(
        "// A number of the table whose start a word gives.
fn orogen_fetch(table: u32, index: u32) -> f32 {{
    return bitcast<f32>(orogen_word({tables}u + orogen_word(table) + index));
}}

"
    )
}

/// The function that reads pictures among the tables.
fn texel(tables: usize) -> String {
    format!(
        "// A number of a picture that begins at an index of the tables.
fn orogen_texel(first: u32, width: u32, column: u32, row: u32) -> f32 {{
    return bitcast<f32>(orogen_word({tables}u + first + row * width + column));
}}

"
    )
}

/// The functions of a text. Its axes start at the vector `axes`.
fn functions(text: &Text, dimensions: usize, axes: usize, word: &str) -> Listing {
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
        "{word}
{POSITIONS}
// A position.
struct orogen_Here {{
{fields}}}

// Its position along an axis of a lattice.
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

//! Errors in shaders, and the part of the recipe that they come from.

use std::error::Error;
use std::fmt;
use std::iter::successors;

use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use orogen_engine::owner::Owner;
use orogen_wgsl::Listing;

/// Why a compiler rejects a shader.
///
/// # Example
/// ```
/// use orogen_gpu::ShaderError;
///
/// let error = ShaderError { line: Some(12), owners: Vec::new(), why: "expected `;`".to_owned() };
/// assert_eq!(error.to_string(), "the shader at line 12: expected `;`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShaderError {
    /// The faulty line of the shader's text, counted from 1, if the compiler reports one.
    pub line: Option<u32>,
    /// The parts of the recipe that generated this line, in order of computation. Several parts may share a function. The list
    /// is empty if the line is unknown, or if it does not depend on the recipe.
    pub owners: Vec<Owner>,
    /// The compiler's message, on one line.
    pub why: String,
}

impl ShaderError {
    /// An error without a line.
    pub(crate) fn without_line(why: &str) -> Self {
        Self { line: None, owners: Vec::new(), why: in_one_line(why) }
    }

    /// An error at a line of a listing.
    pub(crate) fn at_line(listing: &Listing, line: Option<u32>, why: &str) -> Self {
        let owners = line.map_or_else(Vec::new, |line| listing.owners(line).to_vec());
        Self { line, owners, why: in_one_line(why) }
    }
}

impl fmt::Display for ShaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the shader")?;
        if let Some(line) = self.line {
            write!(f, " at line {line}")?;
        }
        for (number, owner) in self.owners.iter().enumerate() {
            let before = match number {
                0 => ", made from",
                _ if number + 1 == self.owners.len() => " and",
                _ => ",",
            };
            write!(f, "{before} {owner}")?;
        }
        write!(f, ": {}", self.why)
    }
}

/// Parses and validates a listing.
///
/// If an error has nested locations, wgpu reports only the outermost one, which is a whole function. So this function calls
/// naga directly. wgpu uses naga, too.
pub(crate) fn parse(
    listing: &Listing,
    capabilities: Capabilities,
) -> Result<(naga::Module, ModuleInfo), ShaderError> {
    let text = &listing.text;
    let module = naga::front::wgsl::parse_str(text).map_err(|error| {
        let line = error.location(text).map(|place| place.line_number);
        ShaderError::at_line(listing, line, error.message())
    })?;
    let info = Validator::new(ValidationFlags::all(), capabilities).validate(&module).map_err(|error| {
        let line = error.spans().last().map(|(span, _)| span.location(text).line_number);
        let causes = successors(Some(error.as_inner() as &dyn Error), |&error| error.source());
        let why: Vec<_> = causes.map(ToString::to_string).collect();
        ShaderError::at_line(listing, line, &why.join(": "))
    })?;
    Ok((module, info))
}

/// Joins a report of several lines into one.
fn in_one_line(report: &str) -> String {
    report.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::recipe::{Recipe, Source};
    use orogen_engine::terrain::Terrain;
    use orogen_noise::jet::Order;
    use orogen_wgsl::passes;

    use super::*;
    use crate::{Gpu, GpuError};

    /// A recipe for the tests. Only `warp` has powers and only `soft` has roots, and both are evaluated three times. Only
    /// `peaks`, whose domain `warp` displaces, flips signs. `hills` and `dales` have the same parameters.
    const LAND: &str = "orogen = 1\ndomain.size = 800.0\nheight = { field = 'land', scale = 90.0 }\n\
        [fields.land]\ntype = 'add'\na = 'peaks'\nb = 'low'\n\
        [fields.low]\ntype = 'max'\na = 'pair'\nb = 'warp'\n\
        [fields.pair]\ntype = 'min'\na = 'hills'\nb = 'dales'\n\
        [fields.peaks]\ntype = 'ridged'\nwavelength = 200.0\noctaves = 3\ndisplace = { by = 'warp', strength = 30.0 }\n\
        [fields.hills]\ntype = 'fbm'\nwavelength = 90.0\noctaves = 3\nbasis = 'value'\n\
        [fields.dales]\ntype = 'fbm'\nwavelength = 150.0\noctaves = 3\nbasis = 'value'\n\
        [fields.warp]\ntype = 'exponent'\ninput = 'soft'\npower = 1.7\n\
        [fields.soft]\ntype = 'cellular'\nwavelength = 300.0\n";

    fn land(recipe: &str) -> Listing {
        let recipe = Recipe::parse(Source::new("land", recipe), orogen_engine::nodes::registry()).unwrap();
        let mut passes =
            passes(&Terrain::new(&recipe, &NoImages, 2.0).unwrap().program(Order::Gradient).unwrap());
        assert_eq!(passes.listings.len(), 1);
        passes.listings.remove(0)
    }

    /// The lines, counted from 1, of statements that contain a text.
    fn lines(listing: &Listing, words: &str) -> Vec<u32> {
        let lines = (1..).zip(listing.text.lines());
        let found: Vec<_> =
            lines.filter(|(_, line)| line.starts_with("    let") && line.contains(words)).collect();
        assert!(!found.is_empty(), "{words}");
        found.into_iter().map(|(number, _)| number).collect()
    }

    /// The device's error for a listing in which one line has another ending.
    fn refused(gpu: &Gpu, listing: &Listing, line: u32, end: &str) -> ShaderError {
        let mut wrong = listing.clone();
        let lines = (1..).zip(listing.text.lines());
        let changed = |(number, text): (u32, &str)| match number == line {
            true => format!("{}{end}\n", text.trim_end_matches(';')),
            false => format!("{text}\n"),
        };
        wrong.text = lines.map(changed).collect();
        match gpu.compile(&wrong) {
            Err(GpuError::Shader(fault)) => fault,
            other => panic!("{other:?} with{end} at line {line}"),
        }
    }

    fn names(fault: &ShaderError) -> Vec<String> {
        fault.owners.iter().map(ToString::to_string).collect()
    }

    const SOFT: &str = r#"the field "soft" (cellular)"#;
    const WARP: &str = r#"the field "warp" (exponent)"#;
    const PEAKS: &str = r#"the field "peaks" (ridged)"#;
    const HILLS: &str = r#"the field "hills" (fbm)"#;
    const DALES: &str = r#"the field "dales" (fbm)"#;

    #[test]
    fn an_error_names_the_field_of_its_line() {
        let (gpu, land) = (Gpu::any(), land(LAND));
        for (words, field) in [("orogen_mantissa(", WARP), ("orogen_flip(", PEAKS), ("sqrt(", SOFT)] {
            let lines = lines(&land, words);
            for line in [lines[0], lines[lines.len() - 1]] {
                // Parsing finds the first error, validation the second.
                for end in [" !;", " * vec2<bool>(true);"] {
                    let fault = refused(&gpu, &land, line, end);
                    assert_eq!((fault.line, names(&fault)), (Some(line), vec![field.to_owned()]), "{fault}");
                    let words =
                        format!("the graphics driver rejects the shader at line {line}, made from {field}: ");
                    let told = GpuError::Shader(fault).to_string();
                    assert!(told.starts_with(&words) && told.lines().count() == 1, "{told}");
                }
            }
        }
        assert!(gpu.compile(&land).is_ok());
    }

    #[test]
    fn lines_of_every_shader_have_no_owner() {
        let (gpu, land) = (Gpu::any(), land(LAND));
        for words in ["let column = columns[", "let here = orogen_here("] {
            let line = lines(&land, words)[0];
            let fault = refused(&gpu, &land, line, " !;");
            assert_eq!((fault.line, names(&fault)), (Some(line), Vec::new()), "{fault}");
            assert!(fault.to_string().starts_with(&format!("the shader at line {line}: ")), "{fault}");
        }
    }

    /// Two equal fields share their functions.
    #[test]
    fn fields_that_share_a_function_are_both_named() {
        let gpu = Gpu::any();
        let pair = land(&LAND.replace("field = 'land'", "field = 'pair'"));
        let lone = land(&LAND.replace("field = 'land'", "field = 'hills'"));
        let functions = |listing: &Listing| listing.text.split("@compute").next().unwrap().to_owned();
        assert_eq!(functions(&pair), functions(&lone));
        let first =
            pair.text.lines().position(|line| line.starts_with("fn orogen_part_0_")).unwrap() as u32 + 2;
        let fault = refused(&gpu, &pair, first, " !;");
        assert_eq!((fault.line, names(&fault)), (Some(first), vec![HILLS.to_owned(), DALES.to_owned()]));
        assert!(fault.to_string().contains(&format!("made from {HILLS} and {DALES}: ")), "{fault}");
        // Each field has its own calls.
        let main = pair.text.lines().position(|line| line.starts_with("fn main")).unwrap() as u32;
        let calls: Vec<_> = lines(&pair, "= orogen_part_").into_iter().filter(|&line| line > main).collect();
        for (line, field) in [(calls[0], HILLS), (calls[calls.len() - 1], DALES)] {
            assert_eq!(names(&refused(&gpu, &pair, line, " !;")), [field]);
        }
    }

    #[test]
    fn statements_are_in_the_order_of_the_recipe() {
        let land = land(LAND);
        let main = land.text.lines().position(|line| line.starts_with("fn main")).unwrap() as u32 + 1;
        let last = land.text.lines().count() as u32;
        let mut owners: Vec<_> =
            (main..=last).flat_map(|line| land.owners(line)).map(ToString::to_string).collect();
        owners.dedup();
        let ground = r#"the displacement of the field "peaks" (ridged)"#;
        let (pair, low) = (r#"the field "pair" (min)"#, r#"the field "low" (max)"#);
        let (sum, height) = (r#"the field "land" (add)"#, "the height's scale and offset");
        let expected =
            [SOFT, WARP, SOFT, WARP, ground, PEAKS, HILLS, DALES, pair, SOFT, WARP, low, sum, height];
        assert_eq!(owners, expected);
        // Two numbers, three products and a sum.
        let of_height = (main..=last).filter(|&line| land.owners(line) == [Owner::Height]);
        assert_eq!(of_height.count(), 6);
    }

    #[test]
    fn renaming_a_field_keeps_the_shader() {
        // A field's name changes its seed and so its literals, but literals are not in the text.
        let (hills, moors) = (land(LAND), land(&LAND.replace("hills", "moors")));
        assert!(hills.text == moors.text);
        let named = |listing: &Listing, name: &str| {
            let mut lines = (1..=listing.text.lines().count() as u32).flat_map(|line| listing.owners(line));
            lines.any(|owner| owner.to_string().contains(name))
        };
        assert!(named(&moors, "moors") && !named(&moors, "hills") && named(&hills, "hills"));
    }

    /// The code is valid but exceeds the device's capabilities, so the error comes from wgpu.
    #[test]
    fn missing_capabilities_have_their_line() {
        let (gpu, mut land) = (Gpu::any(), land(LAND));
        let line = land.text.lines().count() as u32 + 2;
        land.push("\nstruct orogen_View {\n    @builtin(view_index) view: u32\n}\n\n");
        land.push("@fragment fn orogen_viewed(view: orogen_View) {\n}\n");
        let Err(GpuError::Shader(fault)) = gpu.compile(&land) else { panic!("the shader was accepted") };
        assert_eq!((fault.line, names(&fault)), (Some(line), Vec::new()), "{fault}");
        assert!(fault.why.contains("MULTIVIEW") && fault.why.lines().count() == 1, "{fault}");
    }
}

//! Recipes that nodes and graphs refuse: the place, the message and the help, word for word.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use orogen_engine::graph::Graph;
use orogen_engine::image::{Image, PixelSize, Reading, SampleUnit};
use orogen_engine::terrain::Images;

use crate::field::{Pictures, parse};

const HEAD: &str = "orogen = 1\nheight.field = \"x\"\n[domain]\nsize = 1000.0\n";

/// The error from building the recipe with these further lines. The first of them is line 5.
fn refusal(lines: &str) -> String {
    let text = HEAD.to_owned() + lines;
    let recipe = parse(&text).unwrap_or_else(|error| panic!("refused too early: {error}\n{text}"));
    match Graph::<2>::new(&recipe, &Pictures, 1.0) {
        Ok(graph) => panic!("taken, with {} steps: {text}", graph.steps.len()),
        Err(error) => error.to_string(),
    }
}

const FBM: &str = "[fields.x]\ntype = 'fbm'\nwavelength = 90\n";
const RAMP: &str = "[fields.way]\ntype = 'ramp'\n[fields.x]\ninput = 'way'\n";

#[test]
fn refusals_name_the_place_and_the_mend() {
    let cases = [
        (
            FBM,
            "gain = 0.5\nhurst = 0.8",
            "9:9: the gain of the octaves is given twice\n  help: keep one of `gain`, `hurst` and `roughness`",
        ),
        (
            FBM,
            "hurst = 0.8\nroughness = { coarse = 0.2, fine = 0.5 }",
            "9:13: the gain of the octaves is given twice\n  help: keep one of `gain`, `hurst` and `roughness`",
        ),
        (
            FBM,
            "octaves = 'auto'\ngain = 1.2",
            "8:11: octaves = \"auto\" needs a gain of at most 0.95, but the gain is 1.200\n  \
             help: use a smaller gain, or set a number of octaves",
        ),
        (
            FBM,
            "octaves = 32\nlacunarity = 8",
            "8:11: the last of 32 octaves would have a wavelength of 9.1e-27 m\n  \
             help: use fewer octaves: wavelengths are at least 1e-9 m",
        ),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'fbm'\nwavelength = 90\nrotate = 20",
            "9:10: rotated lattices do not repeat at the domain's edge\n  help: remove `rotate`, or set `tile = false` in [domain]",
        ),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'dunes'\nwind = 30",
            "8:8: dunes under a wind of 30° do not repeat at the domain's edge\n  \
             help: use 0, 90, 180 or 270, or set `tile = false` in [domain]",
        ),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'dunes'\nwavelength = 1200",
            "8:14: dunes 1200 m apart do not fit into a domain that repeats every 1000 m\n  \
             help: use at most 1000, or set `tile = false` in [domain]",
        ),
        (
            "[fields.x]\ntype = 'dunes'\n",
            "levels = 5",
            "7:10: dunes cannot have 5 levels\n  help: use at most 4",
        ),
        (
            "[fields.x]\ntype = 'dunes'\n",
            "ripples = 5",
            "7:11: ripples of 5 m are too large for dunes 42.857 m apart\n  help: use at most 4.286 m, or fewer levels of dunes",
        ),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'ramp'",
            "6:9: a ramp does not repeat at the domain's edge\n  help: remove the ramp, or set `tile = false` in [domain]",
        ),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'radial'\nx = 100\ny = 500\nradius = 120",
            "10:10: the falloff extends over the edge of a domain that repeats\n  \
             help: use a smaller radius, or set `tile = false` in [domain]",
        ),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'craters'\ninput = 0\nlargest = 900",
            "9:11: craters of 900 m do not fit into a domain that repeats every 1000 m\n  \
             help: make them at most 624 m, or set `tile = false` in [domain]",
        ),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'simplex'\nwavelength = 90",
            "8:14: simplex noise does not repeat at the edge of a square domain\n  \
             help: use hermite, or set `tile = false` in [domain]",
        ),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'fbm'\nwavelength = 90\nbasis = 'simplex'",
            "9:9: simplex noise does not repeat at the edge of a square domain\n  \
             help: use hermite, or set `tile = false` in [domain]",
        ),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'fbm'\nwavelength = '2 km'",
            "8:14: a wavelength of 2000 m does not fit into a domain that repeats every 1000 m\n  \
             help: use at most 1000, or set `tile = false` in [domain]",
        ),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'image'\nfile = 'smooth.png'",
            "8:8: the domain repeats, but the picture does not fit into it a whole number of times\n  \
             help: use a square picture whose width divides the domain's side",
        ),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'image'\nfile = 'square.png'\nwidth = 300",
            "8:8: the domain repeats, but the picture does not fit into it a whole number of times\n  \
             help: use a square picture whose width divides the domain's side",
        ),
        (
            "",
            "[fields.x]\ntype = 'image'\nfile = 'degrees.tif'\nwidth = 900",
            "7:8: its pixels are 0.001 × 0.001 degrees of longitude and latitude, and a terrain is in metres\n  \
             help: project it: `gdalwarp -t_srs EPSG:32632 -r cubic IN.tif OUT.tif`; or set its size, about \
             width = 2990 and height = 4340",
        ),
        (
            "",
            "[fields.x]\ntype = 'image'\nfile = 'chasm.tif'\nfill = 3",
            "7:8: 2 of its pixels are -3.4028235e38, which usually marks missing heights; the first is at column \
             3, row 2\n  help: if so, set nodata = -3.4028235e38",
        ),
        (
            "",
            "[fields.x]\ntype = 'image'\nfile = 'map.raw'\ncolumns = 8.5",
            "8:11: 8.5 is not a number of samples\n  help: use a whole number",
        ),
        (
            "",
            "[fields.x]\ntype = 'island'\nx = 400",
            "7:5: the centre needs two coordinates, and `y` is missing\n  help: add `y`, or remove both to use the domain's centre",
        ),
        (
            "",
            "[fields.x]\ntype = 'radial'\ny = 400",
            "7:5: the centre needs two coordinates, and `x` is missing\n  help: add `x`, or remove both to use the domain's centre",
        ),
        (
            "[fields.x]\ntype = 'steepness'\ninput = 'e'\n",
            "[fields.e]\ntype = 'swiss'\nwavelength = 90",
            "7:9: `x` follows the slopes of its input, which has no curvature\n  \
             help: swiss, jordan, damped, craters, dunes, gullies, island, mesa, rivers and steepness, and \
             fields made from them, have no curvature; use fbm or another fractal there",
        ),
        (
            "",
            "[fields.x]\ntype = 'image'\nfile = 'none.png'",
            "7:8: no picture at none.png\n  help: paint one",
        ),
        (
            "",
            "[fields.x]\ntype = 'swiss'\nwavelength = 90\nbasis = 'white'",
            "8:9: `swiss` reads slopes, and those of `white` are discontinuous\n  \
             help: use hermite, perlin, improved-perlin, simplex or value",
        ),
        (
            "",
            "[fields.x]\ntype = 'swiss'\nwavelength = 90\nwarp = 4\noctaves = 20",
            "8:8: slopes grow without bound by octave 19\n  help: use a smaller `warp`, a smaller gain or fewer octaves",
        ),
        (
            "",
            "[fields.x]\ntype = 'hybrid-multifractal'\nwavelength = 90\noctaves = 20\ngain = 2",
            "9:8: the octaves add up to 1e61 before normalisation\n  help: use a smaller gain or fewer octaves",
        ),
        (
            RAMP,
            "type = 'curve'\npoints = [[0, 0], [0.5, 1], [0.5, 2]]",
            "10:10: the input 0.5 must be greater than 0.5\n  help: sort the points by their first number, at least 1e-9 apart",
        ),
        (
            RAMP,
            "type = 'curve'\npoints = [[0, 0]]",
            "10:10: the number of points is 1\n  help: give 2 to 64 points",
        ),
        (
            RAMP,
            "type = 'curve'\npoints = [[0, 0], [1, 1e300]]",
            "10:10: the points contain 1e300\n  help: use numbers from -1e9 to 1e9",
        ),
        (
            "[fields.x]\ntype = 'ramp'\n",
            "[fields.spare]\ntype = 'curve'\ninput = 'x'\npoints = []",
            "10:10: the number of points is 0\n  help: give 2 to 64 points",
        ),
        (
            "[fields.x]\ntype = 'ramp'\n",
            "[fields.spare]\ntype = 'image'\nfile = 'none.png'",
            "9:8: no picture at none.png\n  help: paint one",
        ),
        (
            RAMP,
            "type = 'clamp'\nmin = 2",
            "10:7: `min` is 2, which is greater than `max`, 1\n  help: swap the two",
        ),
        (
            RAMP,
            "type = 'smoothstep'\nhigh = 0",
            "10:8: `low`, 0, and `high`, 0, are too close to each other\n  help: move one of them by at least 0.000000001",
        ),
        (
            RAMP,
            "type = 'terrace'\nstep = 1e-9",
            "10:8: a step of 0.000000001 makes more than a million terraces above or below 0\n  \
             help: use a larger step: the input's range is from 0 to 1",
        ),
        (
            RAMP,
            "type = 'rivers'\nwidth = 100\nvalley = 240",
            "11:10: a bed of 100 m with banks of 75 m does not fit into a valley of 240 m\n  \
             help: make the valley at least 250 m wide",
        ),
        (
            RAMP,
            "type = 'rivers'\nspacing = 1000\nvalley = 1200",
            "11:10: valleys of 1200 m do not fit at a spacing of 1000 m\n  \
             help: make the valley at most 600 m wide, or the spacing larger",
        ),
        (RAMP, "type = 'rivers'\noctaves = 7", "10:11: rivers cannot have 7 sizes\n  help: use at most 6"),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'rivers'\ninput = 40\nspacing = 3000",
            "9:11: rivers 3000 m apart do not fit into a domain that repeats every 1000 m\n  \
             help: use at most 1000, or set `tile = false` in [domain]",
        ),
        (
            "",
            "[fields.x]\ntype = 'mesa'\nheight = 400",
            "5:9: mesas 400 m high have no room for tops at a spacing of 900 m\n  \
             help: use a spacing of at least 996 m, or a smaller height",
        ),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'mesa'\nspacing = 1200",
            "8:11: mesas 1200 m apart do not fit into a domain that repeats every 1000 m\n  \
             help: use at most 1000, or set `tile = false` in [domain]",
        ),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'mesa'\nx = 100\ny = 100\nsize = 800",
            "10:8: the mesa may extend 719 m in every direction, which does not fit into a domain that repeats \
             every 1000 m\n  help: make it smaller, or set `tile = false` in [domain]",
        ),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'island'\nradius = '400 m'",
            "8:10: the island may extend 1140 m in every direction, which does not fit into a domain that \
             repeats every 1000 m\n  help: make it smaller, or set `tile = false` in [domain]",
        ),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'volcano'",
            "6:9: the volcano may extend 625 m in every direction, which does not fit into a domain that repeats \
             every 1000 m\n  help: make it smaller, or set `tile = false` in [domain]",
        ),
        (
            "",
            "[fields.x]\ntype = 'volcano'\nradius = 100\ncrater = 180",
            "8:10: a crater of 180 m does not fit on a volcano of radius 100 m\n  help: make it at most 160 m wide",
        ),
        (
            "[fields.x]\ninput = 3000\nfold = 0\n",
            "type = 'strata'\nthickness = 0.01",
            "9:13: beds of 3.3e-3 m are too thin: there would be more than 100000 above or below 0\n  \
             help: use thicker beds or fewer octaves",
        ),
        (
            "[fields.x]\ninput = 3000\nfold = 0\n",
            "type = 'strata'\noctaves = 5",
            "9:11: strata cannot have 5 octaves of beds\n  help: use at most 4",
        ),
        (
            "tile = true\n",
            "[fields.x]\ntype = 'strata'\ninput = 0\nfold = 0\ndip = 3",
            "10:7: tilted layers do not repeat at the domain's edge\n  help: remove `dip`, or set `tile = false` in [domain]",
        ),
    ];
    for (start, rest, expected) in cases {
        assert_eq!(refusal(&format!("{start}{rest}\n")), format!("recipe.toml:{expected}"));
    }
    let points: Vec<_> = (0..65).map(|i| [i, i]).collect();
    assert_eq!(
        refusal(&format!("{RAMP}type = 'curve'\npoints = {points:?}\n")),
        "recipe.toml:10:10: the number of points is 65\n  help: give 2 to 64 points"
    );
}

/// In a space and on a planet, landforms that need a plane say so. Rivers also run on planets.
#[test]
fn landforms_lie_on_a_plane() {
    for name in ["rivers", "mesa", "island", "volcano", "gullies"] {
        let input = if ["rivers", "gullies"].contains(&name) { "input = 40\n" } else { "" };
        let text = format!("{HEAD}kind = \"space\"\n[fields.x]\ntype = '{name}'\n{input}");
        let error = Graph::<3>::new(&parse(&text).unwrap(), &Pictures, 1.0).map(|_| ()).unwrap_err();
        let expected = format!(
            "recipe.toml:6:9: `{name}` needs a plane, and this domain is a space\n  \
             help: set `kind = \"plane\"` in [domain]"
        );
        assert_eq!(error.to_string(), expected);
        if name == "rivers" {
            continue;
        }
        let text = format!(
            "orogen = 1\nheight.field = 'x'\n[domain]\nradius = 5000\nkind = \"planet\"\n[fields.x]\ntype = '{name}'\n{input}"
        );
        let error = Graph::<3>::new(&parse(&text).unwrap(), &Pictures, 1.0).map(|_| ()).unwrap_err();
        let message = format!("`{name}` needs a plane, and this domain is a planet");
        assert_eq!((error.message, error.help.as_str()), (message, "set `kind = \"plane\"` in [domain]"));
    }
}

/// Fields `x`, `f1`, `f2`, …. The lines of each field are made from the name of the next field; the last field is a ramp.
fn chain(length: usize, lines: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    for at in 0..length {
        let name = if at == 0 { "x".to_owned() } else { format!("f{at}") };
        write!(text, "[fields.{name}]\n{}\n", lines(&format!("f{}", at + 1))).unwrap();
    }
    text + &format!("[fields.f{length}]\ntype = 'ramp'\n")
}

#[test]
fn graphs_do_not_grow_beyond_measure() {
    let doubling = chain(14, |next| {
        format!("type = 'abs'\ninput = '{next}'\ndisplace = {{ by = '{next}', strength = 1 }}")
    });
    assert_eq!(
        refusal(&doubling),
        "recipe.toml:53:9: the recipe needs more than 4096 evaluations\n  \
         help: a field is evaluated on each displaced ground that reads it; remove some displacements"
    );
    // As many fields as a recipe can have.
    let deep = chain(999, |next| format!("type = 'abs'\ninput = '{next}'"));
    assert_eq!(
        refusal(&deep),
        "recipe.toml:773:9: fields are nested more than 256 deep here\n  help: remove some of them"
    );
    let large = chain(3, |next| format!("type = 'scale'\nfactor = 1e7\ninput = '{next}'"));
    assert_eq!(
        refusal(&large),
        "recipe.toml:5:9: the values of `x` may range from 0e0 to 1e21\n  \
         help: use smaller numbers: values stay between -1e18 and 1e18"
    );
}

/// Gives a picture that claims to be larger than memory, but has no pixels.
struct Huge([usize; 2]);

impl Images for Huge {
    fn load(&self, _path: &Path, _reading: Reading) -> Result<Arc<Image>, (String, String)> {
        let [width, height] = self.0;
        let samples = Arc::from([]);
        Ok(Arc::new(Image { width, height, samples, unit: SampleUnit::Fraction, pixel: PixelSize::Unknown }))
    }
}

#[test]
fn a_picture_of_more_pixels_than_can_be_numbered_is_refused() {
    let recipe = parse(&(HEAD.to_owned() + "[fields.x]\ntype = 'image'\nfile = 'huge.png'\n")).unwrap();
    for size in [[1 << 16, 1 << 16], [1 << 32, 1], [1 << 40, 1 << 40]] {
        let error = Graph::<2>::new(&recipe, &Huge(size), 1.0).map(|_| ()).unwrap_err().to_string();
        let [width, height] = size;
        let words =
            format!("7:8: the picture has {width} × {height} pixels, and a field can have 4294967295");
        assert!(error.contains(&words), "{error}");
    }
}

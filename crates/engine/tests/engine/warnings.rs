//! Recipes that are doubtful but not refused: place, message and help, word for word.

use orogen_engine::terrain::Terrain;

use crate::field::{Pictures, parse};

const HEAD: &str = "orogen = 1\nheight.field = \"x\"\n[domain]\nsize = 1000.0\n";
const FBM: &str = "[fields.x]\ntype = 'fbm'\nwavelength = 100\n";

fn warnings(text: &str) -> Vec<String> {
    let recipe = parse(text).unwrap();
    let terrain = Terrain::new(&recipe, &Pictures, 10.0).unwrap();
    terrain.warnings().iter().map(ToString::to_string).collect()
}

#[track_caller]
fn check(lines: &str, expected: &[&str]) {
    let expected: Vec<_> = expected.iter().map(|line| format!("recipe.toml:{line}")).collect();
    assert_eq!(warnings(&(HEAD.to_owned() + lines)), expected, "{lines}");
}

#[test]
fn fields_that_nothing_leads_to() {
    let help = "help: use it in [height] or in a field that is used, or remove it";
    check(FBM, &[]);
    check(
        &format!("{FBM}[fields.spare]\ntype = 'abs'\ninput = 'other'\n[fields.other]\ntype = 'ramp'\n"),
        &[
            &format!("8:9: the field `spare` is not used\n  {help}"),
            &format!("11:9: the field `other` is not used\n  {help}"),
        ],
    );
    // A field that displaces another is used.
    check(
        &format!(
            "{FBM}displace = {{ by = 'b', strength = 3 }}\n[fields.b]\ntype = 'simplex'\nwavelength = 9\n"
        ),
        &[],
    );
}

#[test]
fn ranges_without_digits() {
    let field = |amount: &str| {
        let text = "[fields.x]\ntype = 'abs'\ninput = 'high'\n[fields.high]\ntype = 'offset'\ninput = 'low'\namount = ";
        format!("{text}{amount}\n[fields.low]\ntype = 'fbm'\nwavelength = 100\n")
    };
    // Numbers below 2^14 have steps of 2^-10, and numbers above it have steps of 2^-9. In a range of 2 these are 2048 and 1024
    // steps.
    check(&field("16_000"), &[]);
    check(&field("32_000"), &[]);
    check(
        &field("40_000"),
        &[
            "8:9: the values of `high` range from 39999 to 40001, where single precision has steps of 0.00390625\n  \
            help: bring the values nearer to 0: their range has fewer than 1000 of these steps",
        ],
    );
    // A single number has no range.
    check("[fields.x]\ntype = 'constant'\nvalue = 1e9\n", &[]);
}

#[test]
fn heights_without_digits() {
    let with = |height: &str| {
        let text = HEAD.replace("height.field = \"x\"", &format!("height = {{ field = \"x\", {height} }}"));
        warnings(&(text + FBM))
    };
    assert_eq!(with("scale = 20, offset = 260_000"), Vec::<String>::new());
    assert_eq!(
        with("scale = 10, offset = 270_000"),
        [
            "recipe.toml:2:46: heights range from 269990 to 270010 m, where single precision has steps of 0.03125 m\n  \
            help: make `offset` smaller: the range of heights has fewer than 1000 of these steps"
        ]
    );
    // The scale is so small that even double precision sees no range.
    assert_eq!(with("scale = 1e-9, offset = 1e9").len(), 1);
    assert_eq!(with("scale = 0, offset = 1e9"), Vec::<String>::new());
}

#[test]
fn features_that_do_not_fit_into_a_domain_that_repeats() {
    let fbm = |wavelength: &str| {
        format!(
            "tile = true\n[fields.x]\ntype = 'fbm'\nwavelength = {wavelength}\ndisplace = {{ by = 'y', strength = 9 }}\n\
             [fields.y]\ntype = 'perlin'\nwavelength = 200\n"
        )
    };
    check(&fbm("250"), &[]);
    check(&fbm("248"), &[]);
    check(
        &fbm("240"),
        &["8:14: the wavelength is changed from 240 m to 250 m so that the terrain repeats\n  \
            help: use the domain's 1000 m divided by a whole number"],
    );
    check(
        "tile = true\n[fields.x]\ntype = 'dunes'\nwavelength = 300\n",
        &["8:14: the wavelength is changed from 300 m to 333.33333 m so that the terrain repeats\n  \
            help: use the domain's 1000 m divided by a whole number"],
    );
    // The field is evaluated once per axis but gives its warning once.
    check(
        &fbm("250").replace("200", "'0.3 km'"),
        &["12:14: the wavelength is changed from 300 m to 333.33333 m so that the terrain repeats\n  \
            help: use the domain's 1000 m divided by a whole number"],
    );
    check(&fbm("240").replace("tile = true", "tile = false"), &[]);
}

const PICTURE: &str = "[fields.x]\ntype = 'image'\n";

#[test]
fn pictures_that_do_not_lie_as_their_file_says() {
    let file = |rest: &str| format!("{PICTURE}file = 'placed.tif'\n{rest}\n");
    // 39 steps of 30 m are 1170 m, and 39 of 20 m are 780.
    check(
        &file(""),
        &[
            "7:8: the domain extends beyond the picture, which covers 0 to 1170 m along x and 0 to 780 m along y of 1000 m\n  \
            help: make the domain smaller: size = 780 in [domain], give the picture another `width` and `height`, \
            or choose what is beyond it: edge = \"extend\" or \"repeat\"",
        ],
    );
    check(&file("edge = 'extend'"), &[]);
    check(&file("edge = 'repeat'"), &[]);
    check(
        &file("y = 100\nx = -100"),
        &["7:8: the domain extends beyond the picture, which covers -100 to 1070 m \
        along x and 100 to 880 m along y of 1000 m\n  help: make the domain smaller: size = 780 in [domain], give \
        the picture another `width` and `height`, or choose what is beyond it: edge = \"extend\" or \"repeat\""],
    );
    let help = "help: remove `width` and `height` for its true size: 1170 × 780 m";
    check(
        &file("width = 3510"),
        &[&format!("8:9: this makes its pixels 90 m apart along x, but the file says 30 m\n  {help}")],
    );
    check(
        &file("width = 1170\nheight = 1000"),
        &[&format!(
            "9:10: this makes its pixels 25.641026 m apart along y, but the file says 20 m\n  {help}"
        )],
    );
    // A difference of a hundredth gives no warning. If one size is given alone, the other follows from it.
    check(&file("width = 1180\nedge = 'extend'"), &[]);
    check(&file("height = 780\nedge = 'extend'"), &[]);
}

#[test]
fn pictures_whose_projection_does_not_keep_lengths() {
    // 39 steps of 25 m are 975 m.
    let file = |rest: &str| format!("{PICTURE}file = 'mercator.tif'\nedge = 'extend'\n{rest}\n");
    check(
        &file(""),
        &[
            "7:8: its pixels are 25 × 25 m in its middle, but elsewhere they differ by up to 3.4 %: its projection, Web \
           Mercator, does not keep lengths\n  help: project it into the zone of UTM that it is in: `gdalwarp -t_srs \
           EPSG:326NN -r cubic IN.tif OUT.tif`, in the south EPSG:327NN; or crop it to what the terrain needs",
        ],
    );
    check(&file("width = 975"), &[]);
}

#[test]
fn pictures_that_are_not_square_or_have_gaps() {
    // 8 × 6 pixels, as wide as the domain.
    check(
        &format!("{PICTURE}file = 'smooth.png'\n"),
        &[
            "7:8: the domain extends beyond the picture, which covers 0 to 1000 m along x and 0 to 714.28571 m along y of 1000 m\n  \
            help: make the domain smaller: size = 714.28571 in [domain], give the picture another `width` and `height`, \
            or choose what is beyond it: edge = \"extend\" or \"repeat\"",
        ],
    );
    check(&format!("{PICTURE}file = 'smooth.png'\nheight = 1000\nwidth = 1000\n"), &[]);
    check(
        &format!("{PICTURE}file = 'gaps.tif'\n"),
        &[
            "7:8: 2 of its pixels are -9999, which usually marks missing heights; the first is at column 3, row 2\n  \
            help: if so, set nodata = -9999, and a height for them: fill = 0.0",
        ],
    );
    check(&format!("{PICTURE}file = 'gaps.tif'\nnodata = -9999\nfill = 0\n"), &[]);
}

#[test]
fn fractals_of_which_nothing_shows() {
    // The samples are 10 m apart, and so are the recipe's own.
    let with = |wavelength: &str, samples: u32| {
        let text = HEAD.to_owned() + &format!("samples = {samples}\n{FBM}").replace("100", wavelength);
        warnings(&text)
    };
    assert_eq!(
        with("5", 101),
        [
            "recipe.toml:8:14: every octave of `x` is finer than the samples, which are 10 m apart: the field is the same \
          everywhere\n  help: numbers are metres, and strings can have a unit: wavelength = \"5 km\"; make \
          `wavelength` at least four times the spacing, or use more samples"
        ]
    );
    assert_eq!(with("30", 101), Vec::<String>::new());
    assert_eq!(with("5", 1024), Vec::<String>::new(), "it is the run that is coarse, not the recipe");
}

#[test]
fn heights_that_are_flat_or_beyond_all_bounds() {
    let with = |size: &str, height: &str, field: &str| {
        let text = HEAD.replace("1000.0", size);
        warnings(
            &(text.replace("height.field = \"x\"", &format!("height = {{ field = \"x\"{height} }}")) + field),
        )
    };
    let flat = "recipe.toml:2:20: heights range from -1 to 1 m in a domain of 9000 m: that is flat\n  \
                help: set how many metres the value 1 is: scale = 1000.0 in [height]";
    assert_eq!(with("9e3", "", FBM), [flat]);
    assert_eq!(with("9e3", ", scale = 2.0", FBM), Vec::<String>::new());
    assert_eq!(with("9e3", "", "[fields.x]\ntype = 'constant'\n"), Vec::<String>::new());
    let picture = format!("{PICTURE}file = 'square.png'\n");
    let told = with("9e3", "", &picture);
    assert!(
        told[0].ends_with("; if a picture contains metres, set unit = \"metres\" in its field"),
        "{told:?}"
    );
    let high = "recipe.toml:2:20: heights may range from -30000 to 30000 m: no land is that high\n  \
                help: check `scale` in [height] and `factor` in the fields: dunes, craters and other landforms are \
                already in metres, and take metres";
    assert_eq!(with("9e3", ", scale = 30_000", FBM), [high]);
    assert_eq!(with("9e3", ", scale = 20_000, offset = 90_000", FBM), Vec::<String>::new());
    // The bounds of planets are wide.
    let planet = |scale: u32| {
        let text = format!(
            "orogen = 1\ndomain = {{ kind = 'planet', radius = '6371 km' }}\n\
             height = {{ field = 'x', scale = {scale} }}\n{FBM}"
        );
        warnings(&text).len()
    };
    assert_eq!((planet(30_000), planet(90_000)), (0, 1));
}

#[test]
fn rules_of_the_first_material() {
    let materials = "[[materials]]\nname = 'rock'\ncolor = '#777'\nslope = [20, 30]\nheight = [0, 1]\n";
    check(
        &format!("{FBM}{materials}"),
        &["9:8: the first material is everywhere, so these rules have no effect: `height`, `slope`\n  \
            help: remove them, or put a material without rules first"],
    );
    let plain = "[[materials]]\nname = 'soil'\ncolor = '#876'\n";
    check(&format!("{FBM}{plain}{materials}"), &[]);
}

#[test]
fn erosion_of_other_heights_than_those_of_the_terrain() {
    let land = |scale: &str| {
        format!(
            "{FBM}octaves = 2\n[fields.land]\ntype = 'erosion'\ninput = 'x'\n{scale}\n\
             [fields.ground]\ntype = 'gullies'\ninput = 'land'\nwavelength = 300\n\
             [fields.wet]\ntype = 'scale'\ninput = 'land.flow'\nfactor = 2\n"
        )
    };
    let of = |field: &str, height: &str, scale: &str| {
        let head = HEAD.replace("size = 1000.0", "size = 1000.0\nsamples = 33");
        let head = head.replace("field = \"x\"", &format!("field = '{field}'\nheight.scale = {height}"));
        let all = warnings(&(head + &land(scale)));
        all.into_iter().filter(|warning| warning.contains("heights of")).collect::<Vec<_>>()
    };
    for field in ["land", "ground"] {
        let found = of(field, "300", "");
        assert_eq!(found.len(), 1, "{found:?}");
        let parts = [
            "`land` computes with heights of 1 m where its input is 1, but [height] makes that 300 m",
            "write the same `scale` in both",
        ];
        assert!(parts.iter().all(|part| found[0].contains(part)), "{found:?}");
        assert_eq!(of(field, "300", "scale = 300"), [""; 0]);
        assert_eq!(of(field, "1", ""), [""; 0]);
    }
    // A field that is not a height.
    assert_eq!(of("wet", "300", ""), [""; 0]);
}

#[test]
fn erosion_of_low_land() {
    let of = |input: &str, scale: f64| {
        let head = HEAD.replace("size = 1000.0", "size = 1000.0\nsamples = 33");
        let land = format!(
            "[fields.flat]\ntype = 'constant'\nvalue = 1\n[fields.land]\ntype = 'erosion'\ninput = '{input}'\nscale = {scale:?}\n"
        );
        let head = head.replace("field = \"x\"", &format!("field = 'land'\nheight.scale = {scale:?}"));
        let all = warnings(&format!("{head}{FBM}octaves = 2\n{land}"));
        all.into_iter().filter(|warning| warning.contains("too little for valleys")).collect::<Vec<_>>()
    };
    assert_eq!(of("x", 30.0), [""; 0]);
    for (input, scale) in [("x", 0.1), ("flat", 300.0)] {
        let found = of(input, scale);
        assert!(found.len() == 1 && found[0].contains("m on a side of 1000 m"), "{input}: {found:?}");
    }
}

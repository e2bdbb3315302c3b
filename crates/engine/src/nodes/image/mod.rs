//! `image`: a grey picture or a raster of heights as a field.

use std::sync::Arc;

use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::each::{each, for_each};
use orogen_noise::lanes::{Lanes, Picture};
use orogen_noise::lattice::{Map, Site, remainder};
use orogen_noise::placed::SampleLocation;

use super::placed::{Laid, Shape};
use super::{Built, Context, Node, cubic};
use crate::image::{Headerless, HeaderlessNumber, Image, Pictures, Reading, SampleUnit};
use crate::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};
use crate::recipe::{Args, RecipeError};

mod gaps;
mod placing;

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "image",
    group: Group::Source,
    summary: "a grey picture or heightmap as a field",
    help: "Bicubic interpolation of the picture's pixels. It passes through them, has a continuous \
           gradient, and keeps a plane plane up to the edges. The first pixel is at (x, y). A GeoTIFF with \
           coordinates in metres or feet has its true size, in Web Mercator that of its middle. In any other picture the last pixel of a row \
           is a domain's side away from the first, and pixels are square. `width` and `height` override \
           this, from the first pixel to the last; if only one is given, the other follows. Beyond the \
           edges the border pixels continue, after a pixel's width in which slopes level off; with `edge = \
           \"repeat\"` the picture repeats instead. In a domain with `tile = true` it always repeats, and \
           `width` is the distance after which it does. Interpolation may overshoot the pixels a little \
           where they jump. Files in metres (floats, signed numbers, GeoTIFF) give a field in metres: \
           leave the height's scale at 1. Others are fractions, black 0 and white 1, unless `unit` says \
           otherwise.\n\
           Supported files are PNG; JPEG; TIFF, GeoTIFF and BigTIFF of one band, without compression or with \
           LZW, DEFLATE, ZSTD or PackBits, in strips or tiles, complete or sparse; EXR with any compression except DWAA and DWAB; \
           `.asc`; `.hgt`; and headerless numbers. For headerless numbers `columns`, `rows`, `data_type` and \
           `byte_order` say what the file extension and a square shape do not.",
    source: "Catmull and Rom, 1974; Keys, 1981",
    outputs: &[],
    inputs: &[],
    params: &[
        ParamSpec::file("file", "the picture, relative to the recipe: PNG, JPEG, TIFF, GeoTIFF, EXR, .asc, .hgt, .r16, .raw, .r32, .f32"),
        ParamSpec::optional_number(
            "width",
            1e-3..=1e9,
            Unit::Metres,
            "width of the picture; default: as in the file, or the domain's",
        ),
        ParamSpec::optional_number(
            "height",
            1e-3..=1e9,
            Unit::Metres,
            "height of the picture; default: square pixels, or as in the file",
        ),
        ParamSpec::number("x", 0.0, -1e9..=1e9, Unit::Metres, "x of its left edge"),
        ParamSpec::number("y", 0.0, -1e9..=1e9, Unit::Metres, "y of its top edge"),
        ParamSpec::choice(
            "edge",
            "extend",
            &[("extend", "the border pixels continue"), ("repeat", "the picture repeats")],
            "what is beyond the picture",
        ),
        ParamSpec::choice(
            "unit",
            "auto",
            &[
                ("auto", "as the kind of file says"),
                ("metres", "the numbers in the file"),
                ("fraction", "integers as fractions of the largest of their type"),
            ],
            "meaning of the file's numbers",
        ),
        ParamSpec::optional_number(
            "fill",
            -1e9..=1e9,
            Unit::None,
            "value where the file has no height; without it such a file is an error",
        ),
        ParamSpec::optional_number(
            "nodata",
            -1e39..=1e39,
            Unit::None,
            "number that marks missing heights, if the file does not say so itself: -9999",
        ),
        ParamSpec::optional_number(
            "columns",
            1.0..=32_768.0,
            Unit::None,
            "samples in a row of a headerless file; default: from its length",
        ),
        ParamSpec::optional_number(
            "rows",
            1.0..=32_768.0,
            Unit::None,
            "rows of a headerless file; default: from its length",
        ),
        ParamSpec::choice(
            "data_type",
            "auto",
            &[
                ("auto", "by the file extension: u16 for .r16 and .raw, f32 for .r32 and .f32, i16 for .hgt"),
                ("u16", "16 bits, unsigned"),
                ("i16", "16 bits, signed; -32768 marks missing heights"),
                ("f32", "32-bit floats"),
            ],
            "data type of a headerless file's samples",
        )
        .formerly(&["numbers"]),
        ParamSpec::choice(
            "byte_order",
            "auto",
            &[
                ("auto", "big for .hgt, otherwise little"),
                ("little", "the least significant byte first"),
                ("big", "the most significant byte first"),
            ],
            "byte order of a headerless file",
        ),
    ],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let args = context.args;
    let image = load(args, context.pictures)?;
    few_enough(args, &image)?;
    gaps::look(context, &image)?;
    let repeat = context.ground.tile || args.choice("edge") == "repeat";
    let pixel = placing::pixel(context, &image, repeat)?;
    let mut map = Map::<D>::identity();
    for (axis, pixel) in pixel.into_iter().enumerate() {
        map.matrix[axis].iter_mut().for_each(|m| *m /= pixel);
    }
    map.matrix[2..].iter_mut().for_each(|row| row.iter_mut().for_each(|m| *m /= pixel[0]));
    map.offset[0] = -args.number("x") / pixel[0];
    map.offset[1] = -args.number("y") / pixel[1];
    Ok(Node::Placed(Arc::new(Laid::new(Bicubic::new(image, repeat), vec![map]))))
}

/// Whether fields of a node are pictures.
pub(crate) fn is_image(spec: &NodeSpec) -> bool {
    spec.name == SPEC.name
}

/// The picture that a field's parameters name.
pub(crate) fn load(args: &Args, pictures: &dyn Pictures) -> Result<Arc<Image>, RecipeError> {
    let image = pictures.picture(args.file("file"), reading(args)?);
    image.map_err(|(message, help)| args.error("file", message, help))
}

/// Pixels are looked up by their number, in a word of 32 bits.
const MAX_PIXELS: u64 = u32::MAX as u64;

fn few_enough(args: &Args, image: &Image) -> Result<(), RecipeError> {
    let (width, height) = (image.width, image.height);
    match (width as u64).checked_mul(height as u64) {
        Some(pixels) if pixels <= MAX_PIXELS => Ok(()),
        _ => {
            let message = format!("the picture has {width} × {height} pixels, and a field can have {MAX_PIXELS}");
            Err(args.error("file", message, "scale it down, or crop it to what the terrain needs"))
        }
    }
}

/// How the file is to be read.
fn reading(args: &Args) -> Result<Reading, RecipeError> {
    let unit = match args.choice("unit") {
        "metres" => Some(SampleUnit::Metres),
        "fraction" => Some(SampleUnit::Fraction),
        _ => None,
    };
    let single = |name| args.optional_number(name).map(|number| number as f32);
    let count = |name| match args.optional_number(name) {
        Some(number) if number.fract() != 0.0 => {
            Err(args.error(name, format!("{number} is not a number of samples"), "use a whole number"))
        }
        number => Ok(number.map(|number| number as usize)),
    };
    let (columns, rows) = (count("columns")?, count("rows")?);
    let number = match args.choice("data_type") {
        "u16" => Some(HeaderlessNumber::U16),
        "i16" => Some(HeaderlessNumber::I16),
        "f32" => Some(HeaderlessNumber::F32),
        _ => None,
    };
    let big_endian = match args.choice("byte_order") {
        "big" => Some(true),
        "little" => Some(false),
        _ => None,
    };
    let headerless = columns.or(rows).is_some() || number.is_some() || big_endian.is_some();
    let shape = headerless.then_some(Headerless { columns, rows, number, big_endian });
    Ok(Reading { unit, fill: single("fill"), nodata: single("nodata"), shape })
}

/// The picture on the lattice of its pixels.
#[derive(Clone, Debug)]
struct Bicubic {
    image: Arc<Image>,
    repeat: bool,
    /// The interval of the interpolated values.
    interval: Interval,
}

impl Bicubic {
    /// The weights of each axis sum to 1. Their absolute values sum to at most 1.25 (at the middle of a cell) or, in the cell
    /// beyond an edge, to `1 + 8/27`: there all weights but one belong to the border pixel, and the other is at least −4/27.
    /// So a value's distance from the middle of the pixels' range is at most half the range times the square of that sum.
    fn new(image: Arc<Image>, repeat: bool) -> Self {
        let first = Interval::point(f64::from(image.samples[0]));
        let pixels = image.samples.iter().fold(first, |range, &pixel| range.hull(f64::from(pixel)));
        let most: f64 = if repeat { 1.25 } else { 1.0 + 8.0 / 27.0 };
        let (middle, reach) = (0.5 * (pixels.min + pixels.max), most * most * (0.5 * pixels.length()));
        Self { image, repeat, interval: Interval::new(middle - reach, middle + reach) }
    }

    /// The weights of four neighbouring pixels along an axis with `count` pixels.
    #[inline(always)]
    fn weights<L: Lanes, const D: usize>(
        &self,
        l: L,
        site: &Site<L, D>,
        axis: usize,
        count: usize,
    ) -> [[L::F; 3]; 4] {
        if self.repeat {
            cubic::weights(l, site.frac[axis], &CUBICS)
        } else {
            weights_to_the_end(l, site.frac[axis], site.cell[axis], count)
        }
    }

    /// The index of a pixel along an axis with `count` pixels, for a cell in two's complement.
    #[inline(always)]
    fn along<L: Lanes>(&self, l: L, cell: L::U, count: usize) -> L::U {
        if self.repeat {
            // The remainder is taken twice: for a cell beyond 2^24, the first remainder may be smaller than the cell but not yet
            // below the count.
            remainder(l, remainder(l, cell, count as u32), count as u32)
        } else {
            let (zero, last) = (l.word(0), l.word(count as u32 - 1));
            let cell = l.select_words(l.bit(cell, 31), zero, cell);
            l.select_words(l.lt_words(last, cell), last, cell)
        }
    }
}

/// The cubics that have the pixels' central differences as slopes (Catmull and Rom): coefficients of t⁰ … t³.
const CUBICS: [[f64; 4]; 4] =
    [[0.0, -0.5, 1.0, -0.5], [1.0, 0.0, -2.5, 1.5], [0.0, 0.5, 2.0, -1.5], [0.0, 0.0, -0.5, 0.5]];

/// Weights at the position `t` in a cell of a row of `count` pixels. Beyond its ends, the row continues with its border pixels.
///
/// At an end there is a neighbour on one side only. The central difference there is half the difference from this neighbour,
/// and would halve the slope of a plane. So the slope there is the whole difference from the neighbour, on both sides of the
/// end. In terms of four pixels `a b c d`: in the first cell, where `a` is missing, `2b − c` replaces `a`. In the cell before the
/// first, where `a`, `b` and `c` are the border pixel, `2d − c` replaces `d`. The other end is the mirror image.
#[inline(always)]
fn weights_to_the_end<L: Lanes>(l: L, t: L::F, cell: L::U, count: usize) -> [[L::F; 3]; 4] {
    let (zero, one) = (l.lit(0.0), l.lit(1.0));
    let cell = l.signed(cell);
    let is = |place: f64| {
        let place = l.lit(place);
        l.select(l.le(cell, place) & l.le(place, cell), one, zero)
    };
    let last = count as f64 - 1.0;
    let [before, first, last_but_one, beyond] = [is(-1.0), is(0.0), is(last - 1.0), is(last)];
    let mut all = cubic::weights(l, t, &CUBICS);
    let [a, _, _, d] = all;
    for_each!(k < 3 => {
        all[0][k] = a[k] * (one - first + beyond);
        all[1][k] = all[1][k] + a[k] * (first + first - beyond) - d[k] * last_but_one;
        all[2][k] = all[2][k] + d[k] * (last_but_one + last_but_one - before) - a[k] * first;
        all[3][k] = d[k] * (one - last_but_one + before);
    });
    all
}

impl<const D: usize> Shape<D> for Bicubic {
    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>, _inputs: [Jet<L::F, D>; 0]) -> Jet<L::F, D> {
        let site = place.site(l, 0);
        let across = self.weights(l, &site, 0, self.image.width);
        let down = self.weights(l, &site, 1, self.image.height);
        let Image { samples: numbers, width, height, .. } = &*self.image;
        let columns = each!(k => self.along(l, site.cell[0] + l.word((k as u32).wrapping_sub(1)), *width));
        let rows = each!(k => self.along(l, site.cell[1] + l.word((k as u32).wrapping_sub(1)), *height));
        let picture = Picture { numbers, first: 0, width: *width, height: *height };
        let jet = cubic::surface(l, cubic::fetched(l, picture, columns, rows), &across, &down);
        place.per_metre(l, 0, &jet)
    }

    fn interval(&self, _inputs: [Interval; 0]) -> Interval {
        self.interval
    }
}

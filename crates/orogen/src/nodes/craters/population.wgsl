// Which craters there are: the words, bit for bit, of `population.rs` and of the hashing of the noise. What differs from
// terrain to terrain is in the literals and in the table, in the order of `shader.rs`.

// Where the first octave is in the literals, how many each has there, and the numbers of a size in the table.
const orogen_HEAD: u32 = 7u;
const orogen_OCTAVE: u32 = 6u;
const orogen_SIZE: u32 = 9u;
const orogen_SIZES: u32 = 64u;

// An octave of sizes and where the sample lies in its lattice.
struct orogen_Octave {
    // The first number of its sizes in the table.
    sizes: u32,
    // Cells a metre.
    per_metre: f32,
    keys: vec2<u32>,
    // Cells after which the lattice repeats; 0 if it does not.
    period: u32,
    // Where the thresholds of its counts are in the table, and how many.
    counts: u32,
    most: u32,
    cell: vec2<u32>,
    frac: vec2<f32>,
}

// A crater, from where the sample lies.
struct orogen_Crater {
    // The words of the cell, and the first of its own.
    point: u32,
    first: u32,
    // The first number of its size in the table.
    size: u32,
    // From its centre to the sample, in cells.
    p: vec2<f32>,
}

// A literal that is a number.
fn orogen_literal(at: u32) -> f32 {
    return bitcast<f32>(orogen_word(at));
}

// The octave of a number; `shift` is how far the sample is displaced, in metres.
fn orogen_octave(here: orogen_Here, literals: u32, axes: u32, shift: vec2<f32>, number: u32) -> orogen_Octave {
    var octave: orogen_Octave;
    let first = literals + orogen_HEAD + orogen_OCTAVE * number;
    octave.sizes = orogen_SIZES * orogen_SIZE * number;
    octave.per_metre = orogen_literal(first);
    octave.keys = vec2<u32>(orogen_word(first + 1u), orogen_word(first + 2u));
    octave.period = orogen_word(first + 3u);
    octave.counts = orogen_word(first + 4u);
    octave.most = orogen_word(first + 5u);
    // As `Site::moved`.
    let x = orogen_share(here, axes + 2u * number);
    let y = orogen_share(here, axes + 2u * number + 1u);
    let cells = clamp(octave.per_metre * shift, vec2<f32>(-1073741824.0), vec2<f32>(1073741824.0));
    let whole = floor(cells);
    let place = vec2<f32>(orogen_place(x), orogen_place(y)) + (cells - whole);
    let over = place >= vec2<f32>(1.0);
    octave.cell = vec2<u32>(x.x, y.x) + bitcast<vec2<u32>>(vec2<i32>(whole)) + vec2<u32>(over);
    octave.frac = place - vec2<f32>(over);
    return octave;
}

// A bijection of words without visible structure.
fn orogen_scrambled(word: u32) -> u32 {
    let one = (word ^ (word >> 16u)) * 0x7FEB352Du;
    let two = (one ^ (one >> 15u)) * 0x846CA68Bu;
    return two ^ (two >> 16u);
}

// A cell's coordinate within the period; those below zero are counted from its end.
fn orogen_wrapped(cell: u32, period: u32) -> u32 {
    let most = max(period, 1u);
    let within = select(cell % most, most - 1u - ~cell % most, cell >= 0x80000000u);
    return select(within, cell, period == 0u);
}

// The word of a cell, which all of its craters' words come from: `Key::axis` of both axes, and `Key::point`. The cell is
// one of the nine around the sample's, in the order of their places.
fn orogen_point(octave: orogen_Octave, around: u32) -> u32 {
    let cell = octave.cell + vec2<u32>(around / 3u, around % 3u) - vec2<u32>(1u);
    let x = orogen_wrapped(cell.x, octave.period) * 0x9E3779B1u + octave.keys.x;
    let y = orogen_wrapped(cell.y, octave.period) * 0x9E3779B1u + octave.keys.y;
    return (((x ^ (x >> 15u)) * 0x7FEB352Du) ^ ((y ^ (y >> 15u)) * 0xED5AD4BBu)) * 0x846CA68Bu;
}

// How many craters have their centres in a cell.
fn orogen_count(literals: u32, octave: orogen_Octave, point: u32) -> u32 {
    let word = orogen_scrambled(point);
    var count = 0u;
    while count < octave.most {
        // Halves of a word, which numbers hold.
        let at = octave.counts + 2u * count;
        let most = (u32(orogen_fetch(literals, at)) << 16u) | u32(orogen_fetch(literals, at + 1u));
        if word < most {
            break;
        }
        count += 1u;
    }
    return count;
}

// A random word of a crater.
fn orogen_crater_word(point: u32, index: u32) -> u32 {
    return orogen_scrambled(point + index * 0x9E3779B9u);
}

// A crater of a cell.
fn orogen_crater(octave: orogen_Octave, around: u32, point: u32, index: u32) -> orogen_Crater {
    let first = 1u + 16u * index;
    let size = octave.sizes + (orogen_crater_word(point, first + 4u) >> 26u) * orogen_SIZE;
    let words = vec2<u32>(orogen_crater_word(point, first), orogen_crater_word(point, first + 1u));
    let centre = vec2<f32>(words >> vec2<u32>(8u)) * 5.9604644775390625e-8;
    let cells = vec2<f32>(1.0) - vec2<f32>(vec2<u32>(around / 3u, around % 3u));
    return orogen_Crater(point, first, size, cells + (octave.frac - centre));
}

// When it was made: later ones are younger.
fn orogen_birth(crater: orogen_Crater) -> u32 {
    return orogen_crater_word(crater.point, crater.first + 5u);
}

// How worn it is. Its age is `1 − birth/2³²`, but `birth` rounded first would leave nothing of the age of the youngest.
fn orogen_worn(birth: u32, softness: f32) -> f32 {
    return softness * sqrt((f32(~birth) + 1.0) * 2.3283064365386963e-10);
}

// A word in [-1, 1).
fn orogen_signed(word: u32) -> f32 {
    return f32(bitcast<i32>(word)) * 4.656612873077393e-10;
}

// Craters on a plane, as in `plane.rs`: the positions of samples, and their distances from a crater.

// The index of the first octave in the literals, and the number of literals of an octave.
const orogen_HEAD: u32 = 7u;
const orogen_OCTAVE: u32 = 6u;
const orogen_SHEETS: u32 = 1u;

// The sum of the details and its slopes per metre.
struct orogen_Craters {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

// How far a sample is displaced, in metres.
struct orogen_Stand {
    shift: vec2<f32>,
}

// An octave of sizes, and the position of the sample in its lattice.
struct orogen_Octave {
    // The index of its sizes in the table.
    sizes: u32,
    // Cells per metre.
    per_metre: f32,
    // The index in the table of the thresholds of its counts, and their number.
    counts: u32,
    most: u32,
    keys: vec2<u32>,
    // Cells after which the lattice repeats; 0 if it does not.
    period: u32,
    cell: vec2<u32>,
    frac: vec2<f32>,
}

// A crater, relative to the sample.
struct orogen_Crater {
    // The word of the cell, and the crater's first word.
    point: u32,
    first: u32,
    // The index of its size in the table.
    size: u32,
    // The sample's squared distance from the centre, and the vector from the centre to the sample, in cells.
    square: f32,
    way: vec2<f32>,
}

fn orogen_stand(here: orogen_Here, literals: u32, axes: u32, x: f32, y: f32) -> orogen_Stand {
    return orogen_Stand(vec2<f32>(x, y));
}

// The octave with the number `number`.
fn orogen_octave(here: orogen_Here, literals: u32, axes: u32, stand: orogen_Stand, number: u32) -> orogen_Octave {
    var octave: orogen_Octave;
    let first = literals + orogen_HEAD + orogen_OCTAVE * number;
    octave.sizes = orogen_SIZES * orogen_SIZE * number;
    octave.per_metre = orogen_literal(first);
    octave.counts = orogen_word(first + 1u);
    octave.most = orogen_word(first + 2u);
    octave.keys = vec2<u32>(orogen_word(first + 3u), orogen_word(first + 4u));
    octave.period = orogen_word(first + 5u);
    // The same computation as in `Site::moved`.
    let x = orogen_share(here, axes + 2u * number);
    let y = orogen_share(here, axes + 2u * number + 1u);
    let cells = clamp(octave.per_metre * stand.shift, vec2<f32>(-1073741824.0), vec2<f32>(1073741824.0));
    let whole = floor(cells);
    let place = vec2<f32>(orogen_place(x), orogen_place(y)) + (cells - whole);
    let over = place >= vec2<f32>(1.0);
    octave.cell = vec2<u32>(x.x, y.x) + bitcast<vec2<u32>>(vec2<i32>(whole)) + vec2<u32>(over);
    octave.frac = place - vec2<f32>(over);
    return octave;
}

// Whether craters of a sheet may reach the sample.
fn orogen_is_met(stand: orogen_Stand, octave: orogen_Octave, sheet: u32) -> bool {
    return true;
}

// A cell's coordinate within the period. Coordinates below zero count from the period's end.
fn orogen_wrapped(cell: u32, period: u32) -> u32 {
    let most = max(period, 1u);
    let within = select(cell % most, most - 1u - ~cell % most, cell >= 0x80000000u);
    return select(within, cell, period == 0u);
}

// The word of a cell, from which the words of all its craters follow: `Key::axis` of both axes, and `Key::point`. The cell is
// the sample's own or one of the eight around it, row by row.
fn orogen_point(octave: orogen_Octave, around: u32) -> u32 {
    let cell = octave.cell + vec2<u32>(around / 3u, around % 3u) - vec2<u32>(1u);
    let x = orogen_wrapped(cell.x, octave.period) * 0x9E3779B1u + octave.keys.x;
    let y = orogen_wrapped(cell.y, octave.period) * 0x9E3779B1u + octave.keys.y;
    return (((x ^ (x >> 15u)) * 0x7FEB352Du) ^ ((y ^ (y >> 15u)) * 0xED5AD4BBu)) * 0x846CA68Bu;
}

// A crater of a cell.
fn orogen_crater(stand: orogen_Stand, octave: orogen_Octave, around: u32, point: u32, index: u32) -> orogen_Crater {
    let first = 1u + 16u * index;
    let cells = vec2<f32>(1.0) - vec2<f32>(vec2<u32>(around / 3u, around % 3u));
    let p = cells + (octave.frac - orogen_centre(point, first));
    return orogen_Crater(point, first, orogen_size(octave, point, first), dot(p, p), p);
}

fn orogen_sight(stand: orogen_Stand, octave: orogen_Octave, crater: orogen_Crater) -> orogen_Sight {
    let p = crater.way;
    return orogen_Sight(p, p * (1.0 / sqrt(max(crater.square, 1e-30))), vec2<f32>(-p.y, p.x));
}

fn orogen_lifted(stand: orogen_Stand, jet: vec3<f32>) -> orogen_Craters {
    return orogen_Craters(jet.x, jet.y, jet.z);
}

// Craters on a sphere: the positions of samples, and their distances from a crater. `sphere.rs` has the derivation.

// The index of the first octave in the literals, and the number of literals of an octave.
const orogen_HEAD: u32 = 8u;
const orogen_OCTAVE: u32 = 10u;
const orogen_SHEETS: u32 = 6u;
const orogen_LOWEST: f32 = 0.5773502691896258;

// The sum of the details and its slopes per metre.
struct orogen_Craters {
    p0_: f32,
    p1_: f32,
    p2_: f32,
    p3_: f32,
}

// A sample at its displaced position: its normal, the directions of its slopes, and the vector from its original position in
// metres.
struct orogen_Stand {
    normal: vec3<f32>,
    one: vec3<f32>,
    other: vec3<f32>,
    metres: vec3<f32>,
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
    keys: vec3<u32>,
    // The sphere's radius in cells.
    radius: f32,
    // `bits` and `square` of `Steps`: the bits of a cell's steps, and the squared radius in steps.
    bits: u32,
    steps: vec2<u32>,
    cell: vec3<u32>,
    frac: vec3<f32>,
}

// A crater, relative to the sample.
struct orogen_Crater {
    // The word of the cell, and the crater's first word.
    point: u32,
    first: u32,
    // The index of its size in the table.
    size: u32,
    // The sample's squared distance from the centre, in cells.
    square: f32,
    sheet: u32,
    // The vector from the centre to the sample in cells, and the normal at the centre, both along the axes of the sheet.
    way: vec3<f32>,
    normal: vec3<f32>,
}

// Two directions at right angles to a normal and to each other (Duff et al., 2017).
fn orogen_first_direction(n: vec3<f32>) -> vec3<f32> {
    let side = select(1.0, -1.0, n.z < 0.0);
    let a = -(1.0 / (side + n.z));
    return vec3<f32>(1.0 + side * (n.x * n.x * a), side * (n.x * n.y * a), -(side * n.x));
}

fn orogen_second_direction(n: vec3<f32>) -> vec3<f32> {
    let side = select(1.0, -1.0, n.z < 0.0);
    let a = -(1.0 / (side + n.z));
    return vec3<f32>(n.x * n.y * a, side + n.y * n.y * a, -n.y);
}

fn orogen_cells_along(share: vec2<u32>) -> f32 {
    return f32(bitcast<i32>(share.x)) + orogen_place(share);
}

// The displaced sample, from the lattice of normals and the displacement `x`, `y` over the tangential plane, as in
// `Ball::landing`.
fn orogen_stand(here: orogen_Here, literals: u32, axes: u32, x: f32, y: f32) -> orogen_Stand {
    let curvature = 1.0 / orogen_literal(literals + 7u);
    let normal = vec3<f32>(
        orogen_cells_along(orogen_share(here, axes)),
        orogen_cells_along(orogen_share(here, axes + 1u)),
        orogen_cells_along(orogen_share(here, axes + 2u)),
    );
    let down = curvature * (x * x + y * y);
    let stretched = 1.0 + curvature * down;
    let root = sqrt(stretched);
    let cosine = 1.0 / root;
    let way = x * orogen_first_direction(normal) + y * orogen_second_direction(normal);
    let there = (normal + curvature * way) * cosine;
    let metres = way * cosine - normal * (down / (stretched + root));
    return orogen_Stand(there, orogen_first_direction(there), orogen_second_direction(there), metres);
}

// The octave with the number `number`.
fn orogen_octave(here: orogen_Here, literals: u32, axes: u32, stand: orogen_Stand, number: u32) -> orogen_Octave {
    var octave: orogen_Octave;
    let first = literals + orogen_HEAD + orogen_OCTAVE * number;
    octave.sizes = orogen_SIZES * orogen_SIZE * number;
    octave.per_metre = orogen_literal(first);
    octave.counts = orogen_word(first + 1u);
    octave.most = orogen_word(first + 2u);
    octave.keys = vec3<u32>(orogen_word(first + 3u), orogen_word(first + 4u), orogen_word(first + 5u));
    octave.radius = orogen_literal(first + 6u);
    octave.bits = orogen_word(first + 7u);
    octave.steps = vec2<u32>(orogen_word(first + 8u), orogen_word(first + 9u));
    // The same computation as in `Site::moved`. The lattice of normals comes before those of the octaves.
    let x = orogen_share(here, axes + 3u * number + 3u);
    let y = orogen_share(here, axes + 3u * number + 4u);
    let z = orogen_share(here, axes + 3u * number + 5u);
    let cells = clamp(octave.per_metre * stand.metres, vec3<f32>(-1073741824.0), vec3<f32>(1073741824.0));
    let whole = floor(cells);
    let place = vec3<f32>(orogen_place(x), orogen_place(y), orogen_place(z)) + (cells - whole);
    let over = place >= vec3<f32>(1.0);
    octave.cell = vec3<u32>(x.x, y.x, z.x) + bitcast<vec3<u32>>(vec3<i32>(whole)) + vec3<u32>(over);
    octave.frac = place - vec3<f32>(over);
    return octave;
}

// The components along the axes of a sheet, the axis across it last.
fn orogen_along(v: vec3<f32>, sheet: u32) -> vec3<f32> {
    return select(select(v.xyz, v.zxy, sheet / 2u == 1u), v.yzx, sheet / 2u == 0u);
}

// The cell of the sample in a sheet, or one of the eight cells around it, row by row.
fn orogen_cell(octave: orogen_Octave, around: u32) -> vec2<u32> {
    let axis = around / 18u;
    let c = octave.cell;
    let own = select(select(c.xy, c.zx, axis == 1u), c.yz, axis == 0u);
    return own + vec2<u32>((around % 9u) / 3u, around % 3u) - vec2<u32>(1u);
}

fn orogen_side(sheet: u32) -> f32 {
    return select(1.0, -1.0, (sheet & 1u) != 0u);
}

// Whether craters of a sheet may reach the sample.
fn orogen_is_met(stand: orogen_Stand, octave: orogen_Octave, sheet: u32) -> bool {
    let n = orogen_along(stand.normal, sheet);
    let height = orogen_side(sheet) * n.z;
    let beside = max(abs(n.x), abs(n.y));
    let distance = max(orogen_LOWEST - height, (beside - height) * 0.7071067811865476);
    return octave.radius * (distance - 1e-6) <= 1.0;
}

// The word of a cell, from which the words of all its craters follow: `Key::axis` of its axes and its sheet, and `Key::point`.
fn orogen_point(octave: orogen_Octave, around: u32) -> u32 {
    let cell = orogen_cell(octave, around);
    let x = cell.x * 0x9E3779B1u + octave.keys.x;
    let y = cell.y * 0x9E3779B1u + octave.keys.y;
    let z = (around / 9u) * 0x9E3779B1u + octave.keys.z;
    let one = ((x ^ (x >> 15u)) * 0x7FEB352Du) ^ ((y ^ (y >> 15u)) * 0xED5AD4BBu);
    return (one ^ ((z ^ (z >> 15u)) * 0x31848BABu)) * 0x846CA68Bu;
}

// A number of 64 bits is two words, the higher one first. The next four functions compute a sum, a difference, the product of two
// words (from their halves), and a comparison.

fn orogen_wide_sum(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
    let low = x.y + y.y;
    return vec2<u32>(x.x + y.x + select(0u, 1u, low < y.y), low);
}

fn orogen_wide_difference(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
    return vec2<u32>(x.x - y.x - select(0u, 1u, x.y < y.y), x.y - y.y);
}

fn orogen_wide_product(x: u32, y: u32) -> vec2<u32> {
    let low = (x & 0xffffu) * (y & 0xffffu);
    let one = (x >> 16u) * (y & 0xffffu) + (low >> 16u);
    let other = (x & 0xffffu) * (y >> 16u) + (one & 0xffffu);
    return vec2<u32>((x >> 16u) * (y >> 16u) + (one >> 16u) + (other >> 16u), (other << 16u) | (low & 0xffffu));
}

fn orogen_is_less(x: vec2<u32>, y: vec2<u32>) -> bool {
    return x.x < y.x || (x.x == y.x && x.y < y.y);
}

// The square of a centre's coordinate in steps.
fn orogen_step_square(octave: orogen_Octave, cell: u32, word: u32) -> vec2<u32> {
    let step = (cell << octave.bits) + ((word >> 8u) >> (24u - octave.bits));
    let size = bitcast<u32>(abs(bitcast<i32>(step)));
    return orogen_wide_product(size, size);
}

// Whether a centre belongs to its sheet and is not one of the surplus, in whole numbers as in `sphere.rs`.
fn orogen_is_kept(octave: orogen_Octave, cell: vec2<u32>, point: u32, first: u32) -> bool {
    let u = orogen_step_square(octave, cell.x, orogen_crater_word(point, first));
    let v = orogen_step_square(octave, cell.y, orogen_crater_word(point, first + 1u));
    let both = orogen_wide_sum(u, v);
    let less = orogen_is_less(u, v);
    let most = vec2<u32>(select(u.x, v.x, less), select(u.y, v.y, less));
    if orogen_is_less(octave.steps, orogen_wide_sum(both, most)) {
        return false;
    }
    // Both numbers are shifted to the right by 26 bits.
    let square = orogen_wide_difference(octave.steps, both);
    let height = (square.x << 6u) | (square.y >> 26u);
    let radius = (octave.steps.x << 6u) | (octave.steps.y >> 26u);
    let lot = orogen_crater_word(point, first + 2u) >> 18u;
    return orogen_is_less(orogen_wide_product(3u * lot * lot, height), vec2<u32>(radius >> 4u, radius << 28u));
}

// A crater of a cell. If it is one of the surplus, its distance is so large that it reaches nothing.
fn orogen_crater(stand: orogen_Stand, octave: orogen_Octave, around: u32, point: u32, index: u32) -> orogen_Crater {
    let first = 1u + 16u * index;
    let sheet = around / 9u;
    let cell = orogen_cell(octave, around);
    let centre = orogen_centre(point, first);
    let c = (vec2<f32>(bitcast<vec2<i32>>(cell)) + centre) * (1.0 / octave.radius);
    let cosine = 1.0 - c.x * c.x - c.y * c.y;
    let normal = vec3<f32>(c, orogen_side(sheet) * sqrt(max(cosine, 0.0)));
    let n = orogen_along(stand.normal, sheet);
    let cells = vec2<f32>(1.0) - vec2<f32>(vec2<u32>((around % 9u) / 3u, around % 3u));
    let p = cells + (orogen_along(octave.frac, sheet).xy - centre);
    let is_near = n.z * normal.z > 0.0;
    // If the sample is on the other half of the sphere, the difference `n.z - normal.z` loses no digits.
    let quotient = -dot(p, n.xy + c) / select(1.0, n.z + normal.z, is_near);
    let way = vec3<f32>(p, select(octave.radius * (n.z - normal.z), quotient, is_near));
    let square = select(1e30, dot(way, way), orogen_is_kept(octave, cell, point, first));
    return orogen_Crater(point, first, orogen_size(octave, point, first), square, sheet, way, normal);
}

fn orogen_sight(stand: orogen_Stand, octave: orogen_Octave, crater: orogen_Crater) -> orogen_Sight {
    let n = crater.normal;
    let way = crater.way;
    let inverse = 1.0 / sqrt(1.0 - n.x * n.x);
    let a = (way.x + n.x * (0.5 / octave.radius * crater.square)) * inverse;
    let b = (n.z * way.y - n.y * way.z) * inverse;
    let bent = 1.0 / max(1.0 - 0.25 / (octave.radius * octave.radius) * crater.square, 0.01);
    let one = orogen_along(stand.one, crater.sheet);
    let other = orogen_along(stand.other, crater.sheet);
    let first = vec2<f32>(one.x - n.x * dot(n, one), other.x - n.x * dot(n, other)) * inverse;
    let second = vec2<f32>(n.z * one.y - n.y * one.z, n.z * other.y - n.y * other.z) * inverse;
    let direction = vec2<f32>(a, b) * (1.0 / sqrt(max(a * a + b * b, 1e-30)));
    return orogen_Sight(vec2<f32>(dot(way, one), dot(way, other)), direction, (a * second - b * first) * bent);
}

fn orogen_lifted(stand: orogen_Stand, jet: vec3<f32>) -> orogen_Craters {
    let slopes = jet.y * stand.one + jet.z * stand.other;
    return orogen_Craters(jet.x, slopes.x, slopes.y, slopes.z);
}

// The lattice positions of a patch's samples, and the program's numbers.

// Literals.
@group(0) @binding(0) var<uniform> orogen_words: array<vec4<u32>, 4096>;
// Offsets from the centre along x, y and z, one plane each. For a large patch: three planes with the lower 20 bits, then three
// planes with the bits above them.
@group(0) @binding(1) var<storage, read> offsets: array<i32>;
// Four vectors for each axis of the lattices: rates along x and y; rate along z, and shift; position of the centre; remainder.
@group(0) @binding(2) var<storage, read> axes: array<vec2<u32>>;
// Bits of numbers: the outputs, one plane each, then the values that later passes read.
@group(0) @binding(3) var<storage, read_write> out: array<u32>;
// Number of samples, 1, and whether the patch is large.
@group(0) @binding(4) var<uniform> planes: vec4<u32>;
// The tables, one after the other.
@group(0) @binding(5) var<storage, read> tables: array<f32>;

// A number of a table. The literal `table` gives the index at which the table starts.
fn orogen_fetch(table: u32, index: u32) -> f32 {
    return tables[orogen_word(table) + index];
}

// A number of a picture. `first` is the index in the tables at which the picture starts.
fn orogen_texel(first: u32, width: u32, column: u32, row: u32) -> f32 {
    return tables[first + row * width + column];
}

// The offset of a sample.
struct orogen_Here {
    low: vec3<i32>,
    high: vec3<i32>,
}

fn orogen_offset(first: u32, sample: u32) -> vec3<i32> {
    let at = first * planes.x + sample;
    return vec3<i32>(offsets[at], offsets[at + planes.x], offsets[at + 2u * planes.x]);
}

fn orogen_here(id: vec2<u32>) -> orogen_Here {
    var high = vec3<i32>(0, 0, 0);
    if planes.z != 0u {
        high = orogen_offset(3u, id.x);
    }
    return orogen_Here(orogen_offset(0u, id.x), high);
}

// A 64-bit two's complement is two words, high word first.

fn orogen_long_sum(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
    let low = x.y + y.y;
    return vec2<u32>(x.x + y.x + select(0u, 1u, low < y.y), low);
}

// The 64-bit product, computed from the 16-bit halves of both factors. Rates are below 2^30, so the partial products are below
// 2^31.
fn orogen_signed_product(rate: i32, offset: i32) -> vec2<u32> {
    let rate_low = rate & 0xffff;
    let offset_low = offset & 0xffff;
    let low = bitcast<u32>(rate_low) * bitcast<u32>(offset_low);
    let one = (rate >> 16u) * offset_low;
    let other = rate_low * (offset >> 16u) + bitcast<i32>(low >> 16u);
    let middle = bitcast<u32>(one & 0xffff) + bitcast<u32>(other & 0xffff);
    let high = (rate >> 16u) * (offset >> 16u) + (one >> 16u) + (other >> 16u) + bitcast<i32>(middle >> 16u);
    return vec2<u32>(bitcast<u32>(high), (middle << 16u) | (low & 0xffffu));
}

// An arithmetic shift to the right by at most 62 bits.
fn orogen_long_right(x: vec2<u32>, bits: u32) -> vec2<u32> {
    let sign = bitcast<u32>(bitcast<i32>(x.x) >> 31u);
    let whole = bits >= 32u;
    let high = select(x.x, sign, whole);
    let low = select(x.y, x.x, whole);
    let rest = bits & 31u;
    return vec2<u32>(bitcast<u32>(bitcast<i32>(high) >> rest), (low >> rest) | ((high << 1u) << (31u - rest)));
}

// A shift to the left by at most 20 bits.
fn orogen_long_left(x: vec2<u32>, bits: u32) -> vec2<u32> {
    return vec2<u32>((x.x << bits) | ((x.y >> 1u) >> (31u - bits)), x.y << bits);
}

// Adds the products of an offset and its rates along x, y and z to a sum. Rates of zero are skipped: a lattice that is not
// rotated has only one other rate along each of its axes.
fn orogen_added(sum: vec2<u32>, rates: vec3<i32>, offset: vec3<i32>) -> vec2<u32> {
    var added = sum;
    if rates.x != 0 {
        added = orogen_long_sum(added, orogen_signed_product(rates.x, offset.x));
    }
    if rates.y != 0 {
        added = orogen_long_sum(added, orogen_signed_product(rates.y, offset.y));
    }
    if rates.z != 0 {
        added = orogen_long_sum(added, orogen_signed_product(rates.z, offset.z));
    }
    return added;
}

// The sample's position along an axis: the centre's position plus a shifted sum. The sum is the centre's remainder plus the
// offset times its rates.
fn orogen_share(here: orogen_Here, axis: u32) -> vec2<u32> {
    let xy = axes[4u * axis];
    let z_shift = axes[4u * axis + 1u];
    let rates = vec3<i32>(bitcast<i32>(xy.x), bitcast<i32>(xy.y), bitcast<i32>(z_shift.x));
    let shift = z_shift.y;
    let first = min(shift, 20u);
    var sum = orogen_long_right(orogen_added(axes[4u * axis + 3u], rates, here.low), first);
    if planes.z != 0u {
        let high = orogen_added(vec2<u32>(0u, 0u), rates, here.high);
        sum = orogen_long_sum(sum, orogen_long_left(high, 20u - first));
    }
    return orogen_long_sum(axes[4u * axis + 2u], orogen_long_right(sum, shift - first));
}

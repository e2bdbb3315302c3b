// Lattice positions. All arithmetic is in integers, because the hashes of cells depend on the last bit: every compiler
// gets the same result, and none can rearrange it.

// A coordinate: mantissa·2^(12 − shift) metres. The sign is 0 or all bits.
struct orogen_Coordinate {
    mantissa: u32,
    shift: u32,
    sign: u32,
}

fn orogen_coordinate(metres: f32) -> orogen_Coordinate {
    let bits = bitcast<u32>(metres);
    // The mantissa of 24 bits counts units of 2^(exponent − 150).
    let exponent = (bits >> 23u) & 0xffu;
    let shift = min(162u - min(exponent, 162u), 95u);
    return orogen_Coordinate((bits & 0x7fffffu) | 0x800000u, shift, 0u - (bits >> 31u));
}

// The product of two words, as two words, high word first.
fn orogen_long_product(x: u32, y: u32) -> vec2<u32> {
    let low = (x & 0xffffu) * (y & 0xffffu);
    let middle = (x >> 16u) * (y & 0xffffu) + (low >> 16u);
    let cross = (x & 0xffffu) * (y >> 16u) + (middle & 0xffffu);
    let high = (x >> 16u) * (y >> 16u) + (middle >> 16u) + (cross >> 16u);
    return vec2<u32>(high, (cross << 16u) | (low & 0xffffu));
}

// A position along an axis (cell, fraction of a cell), moved by a coordinate. `rate` is in cells per metre: a sign and 63
// bits, of which 44 are fractional.
fn orogen_moved(place: vec2<u32>, rate: vec2<u32>, by: orogen_Coordinate) -> vec2<u32> {
    // Cells in three words, highest last, shifted until the first word is the fraction.
    let low = orogen_long_product(rate.y, by.mantissa);
    let high = orogen_long_product(rate.x & 0x7fffffffu, by.mantissa);
    let w0_ = low.y;
    let w1_ = low.x + high.y;
    let w2_ = high.x + select(0u, 1u, w1_ < low.x);
    let whole = by.shift >= 32u;
    let twice = by.shift >= 64u;
    let a0_ = select(select(w0_, w1_, whole), w2_, twice);
    let a1_ = select(select(w1_, w2_, whole), 0u, twice);
    let a2_ = select(w2_, 0u, whole);
    let bits = by.shift & 31u;
    let fraction = (a0_ >> bits) | ((a1_ << 1u) << (31u - bits));
    let cell = (a1_ >> bits) | ((a2_ << 1u) << (31u - bits));
    // Two's complement if the product is negative.
    let sign = by.sign ^ (0u - (rate.x >> 31u));
    let signed_fraction = (fraction ^ sign) - sign;
    let signed_cell = (cell ^ sign) + (sign & select(0u, 1u, fraction == 0u));
    let sum = place.y + signed_fraction;
    return vec2<u32>(place.x + signed_cell + select(0u, 1u, sum < signed_fraction), sum);
}

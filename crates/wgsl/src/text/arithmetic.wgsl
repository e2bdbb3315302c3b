// Operations that WGSL does not have.

// The fraction of a cell as a number with 24 bits.
fn orogen_place(share: vec2<u32>) -> f32 {
    return f32(share.y >> 8u) * 5.9604644775390625e-8;
}

fn orogen_flip(x: f32, sign: u32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ (sign & 0x80000000u));
}

fn orogen_mantissa(x: f32) -> f32 {
    return bitcast<f32>((bitcast<u32>(x) & 0x007fffffu) | 0x3f800000u);
}

fn orogen_exponent(x: f32) -> f32 {
    return f32(bitcast<i32>(((bitcast<u32>(x) >> 23u) & 0xffu) - 127u));
}

fn orogen_power_of_two(x: f32) -> f32 {
    return bitcast<f32>((bitcast<u32>(i32(x)) + 127u) << 23u);
}

// An entry of a table of bytes.
fn orogen_look_up(table: u32, index: u32) -> u32 {
    return (orogen_word(table + ((index & 255u) >> 2u)) >> ((index & 3u) * 8u)) & 255u;
}

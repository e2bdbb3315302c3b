// Numbers and words that the program knows.
@group(0) @binding(0) var<uniform> words: array<vec4<u32>, 4096>;
// Cells and fractions of a cell, for each axis of the lattices one a column and one a row.
@group(0) @binding(1) var<storage, read> columns: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> rows: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
// Numbers of tables, one after the other.
@group(0) @binding(5) var<storage, read> tables: array<f32>;
// Columns, rows, and 1: what loops are counted with, lest a driver writes all their turns out.
@group(0) @binding(4) var<uniform> planes: vec4<u32>;

var<private> here: vec2<u32>;

fn word(at: u32) -> u32 {
    return words[at >> 2u][at & 3u];
}

// Where the sample lies along an axis: the sum of the column's and the row's share, with carry.
fn share(axis: u32) -> vec2<u32> {
    let column = columns[axis * planes.x + here.x];
    let row = rows[axis * planes.y + here.y];
    let fraction = column.y + row.y;
    return vec2<u32>(column.x + row.x + select(0u, 1u, fraction < row.y), fraction);
}

// The fraction as a number, of 24 bits.
fn place(share: vec2<u32>) -> f32 {
    return f32(share.y >> 8u) * 5.9604644775390625e-8;
}

fn flip(x: f32, sign: u32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ (sign & 0x80000000u));
}

fn mantissa(x: f32) -> f32 {
    return bitcast<f32>((bitcast<u32>(x) & 0x007fffffu) | 0x3f800000u);
}

fn exponent(x: f32) -> f32 {
    return f32(bitcast<i32>(((bitcast<u32>(x) >> 23u) & 0xffu) - 127u));
}

fn power_of_two(x: f32) -> f32 {
    return bitcast<f32>((bitcast<u32>(i32(x)) + 127u) << 23u);
}

// A number of the table that begins where a literal says.
fn fetch(table: u32, index: u32) -> f32 {
    return tables[word(table) + index];
}

// An entry of a table of bytes.
fn look_up(table: u32, index: u32) -> u32 {
    return (word(table + ((index & 255u) >> 2u)) >> ((index & 3u) * 8u)) & 255u;
}

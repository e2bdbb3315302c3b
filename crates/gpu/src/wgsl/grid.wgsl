// Where the samples of a grid lie, and what the program knows.

// Numbers and words.
@group(0) @binding(0) var<uniform> orogen_words: array<vec4<u32>, 4096>;
// Cells and fractions of a cell, for each axis of the lattices one a column and one a row.
@group(0) @binding(1) var<storage, read> columns: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> rows: array<vec2<u32>>;
// Bits of numbers: the outputs, a plane each, and after them what passes keep for each other.
@group(0) @binding(3) var<storage, read_write> out: array<u32>;
// Columns and rows.
@group(0) @binding(4) var<uniform> planes: vec2<u32>;
// Numbers of tables, one table after the other.
@group(0) @binding(5) var<storage, read> tables: array<f32>;

// A number of the table that begins where a literal says.
fn orogen_fetch(table: u32, index: u32) -> f32 {
    return tables[orogen_word(table) + index];
}

// Column and row of a sample.
alias orogen_Here = vec2<u32>;

fn orogen_here(id: vec2<u32>) -> orogen_Here {
    return id;
}

// Where the sample lies along an axis: the sum of the column's and the row's share, with carry.
fn orogen_share(here: orogen_Here, axis: u32) -> vec2<u32> {
    let column = columns[axis * planes.x + here.x];
    let row = rows[axis * planes.y + here.y];
    let fraction = column.y + row.y;
    return vec2<u32>(column.x + row.x + select(0u, 1u, fraction < row.y), fraction);
}

// The lattice positions of a grid's samples, and the program's numbers.

// Literals.
@group(0) @binding(0) var<uniform> orogen_words: array<vec4<u32>, 4096>;
// Shares of columns and rows: cell and fraction of a cell, for each axis of the lattices.
@group(0) @binding(1) var<storage, read> columns: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> rows: array<vec2<u32>>;
// Bits of numbers: the outputs, one plane each, then the values that later passes read.
@group(0) @binding(3) var<storage, read_write> out: array<u32>;
// Number of columns and number of rows.
@group(0) @binding(4) var<uniform> planes: vec2<u32>;
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

// Column and row of a sample.
alias orogen_Here = vec2<u32>;

fn orogen_here(id: vec2<u32>) -> orogen_Here {
    return id;
}

// The sample's position along an axis: the sum of its column's and its row's share, with carry.
fn orogen_share(here: orogen_Here, axis: u32) -> vec2<u32> {
    let column = columns[axis * planes.x + here.x];
    let row = rows[axis * planes.y + here.y];
    let fraction = column.y + row.y;
    return vec2<u32>(column.x + row.x + select(0u, 1u, fraction < row.y), fraction);
}

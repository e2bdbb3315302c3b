// The population of craters, with the same words, bit for bit, as `population.rs` and the hashing of the noise. Numbers that
// differ from terrain to terrain are in the literals and in the table, in the order of `shader.rs`.

// How many numbers a size has in the table, and how many sizes an octave has.
const orogen_SIZE: u32 = 9u;
const orogen_SIZES: u32 = 64u;

// A literal as a number.
fn orogen_literal(at: u32) -> f32 {
    return bitcast<f32>(orogen_word(at));
}

// A bijection of words without visible structure.
fn orogen_scrambled(word: u32) -> u32 {
    let one = (word ^ (word >> 16u)) * 0x7FEB352Du;
    let two = (one ^ (one >> 15u)) * 0x846CA68Bu;
    return two ^ (two >> 16u);
}

// How many craters have their centres in a cell.
fn orogen_count(literals: u32, octave: orogen_Octave, point: u32) -> u32 {
    let word = orogen_scrambled(point);
    var count = 0u;
    while count < octave.most {
        // The upper and the lower half of a threshold, because an `f32` in the table cannot represent a whole word.
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

// The centre of a crater in its cell.
fn orogen_centre(point: u32, first: u32) -> vec2<f32> {
    let words = vec2<u32>(orogen_crater_word(point, first), orogen_crater_word(point, first + 1u));
    return vec2<f32>(words >> vec2<u32>(8u)) * 5.9604644775390625e-8;
}

// The index of a crater's size in the table.
fn orogen_size(octave: orogen_Octave, point: u32, first: u32) -> u32 {
    return octave.sizes + (orogen_crater_word(point, first + 4u) >> 26u) * orogen_SIZE;
}

// The time of the impact. Larger numbers are younger.
fn orogen_birth(crater: orogen_Crater) -> u32 {
    return orogen_crater_word(crater.point, crater.first + 5u);
}

// How worn a crater is. Its age is `1 − birth/2³²`. If `birth` were rounded to `f32` first, the ages of the youngest craters
// would become 0.
fn orogen_worn(birth: u32, softness: f32) -> f32 {
    return softness * sqrt((f32(~birth) + 1.0) * 2.3283064365386963e-10);
}

// A word in [-1, 1).
fn orogen_signed(word: u32) -> f32 {
    return f32(bitcast<i32>(word)) * 4.656612873077393e-10;
}

// The distance of a sample from a crater's centre, relative to its outline, as in `outline.rs`. A jet is a value and its two
// slopes.

// The position of a sample relative to a crater's centre: half the slopes of the squared distance, cosine and sine of the angle
// at the centre, and the slopes of that angle times the squared distance.
struct orogen_Sight {
    rise: vec2<f32>,
    direction: vec2<f32>,
    turn: vec2<f32>,
}

// Cosine and sine of the sum of two angles.
fn orogen_turned(one: vec2<f32>, other: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(one.x * other.x - one.y * other.y, one.y * other.x + one.x * other.y);
}

// The contribution of the wave with `many` lobes to `m(θ)` and to its derivative. `wave` is the cosine and sine of `many` times
// the angle.
fn orogen_wave(literals: u32, crater: orogen_Crater, lobe: u32, many: f32, wave: vec2<f32>) -> vec2<f32> {
    let most = orogen_literal(literals + 4u + lobe);
    let a = most * orogen_signed(orogen_crater_word(crater.point, crater.first + 6u + 2u * lobe));
    let b = most * orogen_signed(orogen_crater_word(crater.point, crater.first + 7u + 2u * lobe));
    return vec2<f32>(a * wave.x + b * wave.y, many * (b * wave.x - a * wave.y));
}

// `m(θ) = Σ (aₖ·cos kθ + bₖ·sin kθ)` for `k` = 2, 3 and 5 lobes, and its derivative.
fn orogen_lobe(literals: u32, crater: orogen_Crater, one: vec2<f32>) -> vec2<f32> {
    let two = orogen_turned(one, one);
    let three = orogen_turned(two, one);
    let five = orogen_turned(three, two);
    return orogen_wave(literals, crater, 0u, 2.0, two)
        + orogen_wave(literals, crater, 1u, 3.0, three)
        + orogen_wave(literals, crater, 2u, 5.0, five);
}

// The squared distance from the centre in radii, `x² = s·r²·(1 + stress·m(θ))`, with its gradient per metre. Here, `r` is the
// distance in cells, and `s` is `scale`.
fn orogen_square(
    literals: u32,
    octave: orogen_Octave,
    crater: orogen_Crater,
    sight: orogen_Sight,
    lobe: vec2<f32>,
    stress: f32,
) -> vec3<f32> {
    let scale = orogen_fetch(literals, crater.size);
    let slope = scale * octave.per_metre;
    let round = 1.0 + stress * lobe.x;
    let turn = stress * lobe.y;
    let slopes = slope * ((sight.rise + sight.rise) * round) + slope * (turn * sight.turn);
    return vec3<f32>(scale * (crater.square * round), slopes);
}

// `m(θ)` with its gradient per metre.
fn orogen_bend(octave: orogen_Octave, crater: orogen_Crater, sight: orogen_Sight, lobe: vec2<f32>) -> vec3<f32> {
    let round = octave.per_metre / max(crater.square, 1e-30);
    return vec3<f32>(lobe.x, lobe.y * (sight.turn * round));
}

// Craters at a sample: those that reach it are put in order, and do their work one after the other, as in `gather.rs`
// and `rows.rs`.

// The sum of the details and its slopes per metre.
struct orogen_Craters {
    p0_: f32,
    p1_: f32,
    p2_: f32,
}

// As many classes as `MAX_OCTAVES` octaves have.
const orogen_CLASSES: u32 = 64u;

// As many impacts are told apart. An octave's reach a sample like drops of rain, 9·coverage on the average: with the
// highest coverage of 0.5 and all 32 octaves 145 ± 12 of them, and more than this less than once in 10¹⁵. The oldest would be
// left out.
const orogen_IMPACTS: u32 = 256u;

const orogen_SPURS: f32 = 3.0;

// Whether the sample is within a crater's influence, and the samples can show it at all.
fn orogen_is_reached(literals: u32, octave: orogen_Octave, crater: orogen_Crater) -> bool {
    // A little more than the farthest it reaches in any direction: to pass over craters quickly, not to decide.
    if dot(crater.p, crater.p) >= orogen_fetch(literals, crater.size + 1u) {
        return false;
    }
    let square = orogen_square(literals, octave, crater, orogen_lobe(literals, crater), 1.0);
    return square.x < orogen_REACH * orogen_REACH && orogen_fetch(literals, crater.size + 8u) > 0.0;
}

// A crater's work on a sample.
fn orogen_impact(literals: u32, octave: orogen_Octave, crater: orogen_Crater, birth: u32) -> orogen_Effect {
    let lobe = orogen_lobe(literals, crater);
    let square = orogen_square(literals, octave, crater, lobe, 1.0);
    let section = orogen_section(literals, crater.size, orogen_worn(birth, orogen_fetch(literals, 0u)));
    var effect = orogen_effect(section, square, orogen_bend(octave, crater, lobe));
    if section.peak > 0.0 {
        let spurs = orogen_square(literals, octave, crater, lobe, orogen_SPURS);
        effect.left += orogen_mountain(section, spurs);
    }
    return effect;
}

// `detail ← (1 − share)·detail`.
fn orogen_less(detail: vec3<f32>, share: vec3<f32>) -> vec3<f32> {
    return detail - orogen_product(share, detail);
}

fn orogen_craters(here: orogen_Here, literals: u32, axes: u32, x: f32, y: f32) -> orogen_Craters {
    let octaves = orogen_word(literals + 1u);
    let shift = vec2<f32>(x, y);
    // Youngest first: the birth, and 8 bits each for octave, cell and number in the cell. Of the same age, those found
    // later count as younger; they are found in the order of `Impact::order`.
    var impacts: array<vec2<u32>, orogen_IMPACTS>;
    var known = 0u;
    for (var number = 0u; number < octaves; number += 1u) {
        let octave = orogen_octave(here, literals, axes, shift, number);
        for (var around = 0u; around < 9u; around += 1u) {
            let point = orogen_point(octave, around);
            let count = orogen_count(literals, octave, point);
            for (var index = 0u; index < count; index += 1u) {
                let crater = orogen_crater(octave, around, point, index);
                if !orogen_is_reached(literals, octave, crater) {
                    continue;
                }
                let birth = orogen_birth(crater);
                var at = known;
                while at > 0u {
                    let older = impacts[at - 1u];
                    if older.x > birth {
                        break;
                    }
                    if at < orogen_IMPACTS {
                        impacts[at] = older;
                    }
                    at -= 1u;
                }
                if at < orogen_IMPACTS {
                    impacts[at] = vec2<u32>(birth, (number << 16u) | (around << 8u) | index);
                }
                known = min(known + 1u, orogen_IMPACTS);
            }
        }
    }
    let classes = 2u * octaves;
    var details: array<vec3<f32>, orogen_CLASSES>;
    var blurs: array<vec3<f32>, orogen_CLASSES>;
    while known > 0u {
        known -= 1u;
        let impact = impacts[known];
        let around = (impact.y >> 8u) & 255u;
        let octave = orogen_octave(here, literals, axes, shift, impact.y >> 16u);
        let crater = orogen_crater(octave, around, orogen_point(octave, around), impact.y & 255u);
        let effect = orogen_impact(literals, octave, crater, impact.x);
        let own = u32(orogen_fetch(literals, crater.size + 7u));
        details[own] = orogen_less(details[own], effect.replaced) + effect.left;
        blurs[own] = orogen_less(blurs[own], effect.replaced) + effect.blurred;
        for (var finer = own + 1u; finer < classes; finer += 1u) {
            details[finer] = orogen_less(details[finer], effect.buried);
            blurs[finer] = orogen_less(blurs[finer], effect.buried);
        }
        if own > 0u {
            blurs[own - 1u] = orogen_less(blurs[own - 1u], effect.buried * 0.5);
        }
        // As `BLURS` has it: the next larger three, and a fourth by half.
        for (var above = 1u; above <= min(own, 4u); above += 1u) {
            let larger = own - above;
            let share = effect.buried * select(1.0, 0.5, above == 4u);
            details[larger] = orogen_less(details[larger], share) + orogen_product(share, blurs[larger]);
        }
    }
    var sum = vec3<f32>(0.0);
    for (var size = 0u; size < classes; size += 1u) {
        sum += details[size];
    }
    return orogen_Craters(sum.x, sum.y, sum.z);
}

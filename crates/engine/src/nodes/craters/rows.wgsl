// Craters at a sample: those that reach it are sorted and applied one after the other, as in `gather.rs` and `rows.rs`.

// The number of classes of `MAX_OCTAVES` octaves.
const orogen_CLASSES: u32 = 64u;

// The most craters that are applied to a sample. By Poisson's law, 9·coverage craters of an octave reach a sample on average.
// With the highest coverage of 0.5 and all 32 octaves, these are 145 ± 12 craters. Less than one sample in 10¹⁵ is reached by
// more than 256. At such a sample, the smallest craters are left out.
const orogen_IMPACTS: u32 = 256u;

const orogen_SPURS: f32 = 3.0;

// Whether the sample is within a crater's influence. Craters that the samples cannot show have no reach.
fn orogen_is_reached(literals: u32, stand: orogen_Stand, octave: orogen_Octave, crater: orogen_Crater) -> bool {
    // The square of a little more than the farthest distance that the crater reaches in any direction. The test only skips
    // craters quickly; it does not change the result.
    if crater.square >= orogen_fetch(literals, crater.size + 1u) {
        return false;
    }
    let sight = orogen_sight(stand, octave, crater);
    let lobe = orogen_lobe(literals, crater, sight.direction);
    return orogen_square(literals, octave, crater, sight, lobe, 1.0).x < orogen_REACH * orogen_REACH;
}

// The effect of a crater on a sample.
fn orogen_impact(
    literals: u32,
    stand: orogen_Stand,
    octave: orogen_Octave,
    crater: orogen_Crater,
    birth: u32,
) -> orogen_Effect {
    let sight = orogen_sight(stand, octave, crater);
    let lobe = orogen_lobe(literals, crater, sight.direction);
    let square = orogen_square(literals, octave, crater, sight, lobe, 1.0);
    let section = orogen_section(literals, crater.size, orogen_worn(birth, orogen_literal(literals + 2u)));
    var effect = orogen_effect(section, square, orogen_bend(octave, crater, sight, lobe));
    if section.peak > 0.0 {
        let spurs = orogen_square(literals, octave, crater, sight, lobe, orogen_SPURS);
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
    let stand = orogen_stand(here, literals, axes, x, y);
    // The craters that reach the sample: their births, and their names. A name has 8 bits each for the octave, the cell and the
    // number in the cell.
    var births: array<u32, orogen_IMPACTS>;
    var names: array<u32, orogen_IMPACTS>;
    var left = 0u;
    for (var number = 0u; number < octaves; number += 1u) {
        let octave = orogen_octave(here, literals, axes, stand, number);
        for (var around = 0u; around < 9u * orogen_SHEETS; around += 1u) {
            if !orogen_is_met(stand, octave, around / 9u) {
                continue;
            }
            let point = orogen_point(octave, around);
            let count = orogen_count(literals, octave, point);
            for (var index = 0u; index < count; index += 1u) {
                let crater = orogen_crater(stand, octave, around, point, index);
                if left < orogen_IMPACTS && orogen_is_reached(literals, stand, octave, crater) {
                    births[left] = orogen_birth(crater);
                    names[left] = (number << 16u) | (around << 8u) | index;
                    left += 1u;
                }
            }
        }
    }
    let classes = 2u * octaves;
    var details: array<vec3<f32>, orogen_CLASSES>;
    var blurs: array<vec3<f32>, orogen_CLASSES>;
    // Some of the languages that shaders are exported to do not clear arrays.
    for (var size = 0u; size < classes; size += 1u) {
        details[size] = vec3<f32>(0.0);
        blurs[size] = vec3<f32>(0.0);
    }
    while left > 0u {
        // The oldest crater first; craters of the same age by name, as in `Impact::order`.
        var oldest = 0u;
        var birth = births[0];
        for (var other = 1u; other < left; other += 1u) {
            let rival = births[other];
            if rival < birth || (rival == birth && names[other] < names[oldest]) {
                oldest = other;
                birth = rival;
            }
        }
        let name = names[oldest];
        left -= 1u;
        births[oldest] = births[left];
        names[oldest] = names[left];
        let around = (name >> 8u) & 255u;
        let octave = orogen_octave(here, literals, axes, stand, name >> 16u);
        let crater = orogen_crater(stand, octave, around, orogen_point(octave, around), name & 255u);
        let effect = orogen_impact(literals, stand, octave, crater, birth);
        let own = u32(orogen_fetch(literals, crater.size + 7u));
        details[own] = orogen_less(details[own], effect.replaced) + effect.left;
        blurs[own] = orogen_less(blurs[own], effect.replaced) + effect.blurred;
        // Most impacts are so far away that they bury nothing.
        if all(effect.buried == vec3<f32>(0.0)) {
            continue;
        }
        for (var finer = own + 1u; finer < classes; finer += 1u) {
            details[finer] = orogen_less(details[finer], effect.buried);
            blurs[finer] = orogen_less(blurs[finer], effect.buried);
        }
        if own > 0u {
            blurs[own - 1u] = orogen_less(blurs[own - 1u], effect.buried * 0.5);
        }
        // As in `BLURS`: the next three larger classes, and a fourth by half.
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
    return orogen_lifted(stand, sum);
}

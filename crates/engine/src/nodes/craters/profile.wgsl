// The shape of one crater from its centre outwards, with the formulas, names and constants of `profile.rs`.

const orogen_REACH: f32 = 3.0;
const orogen_SHOULDER: f32 = 0.08;
const orogen_TAPER: f32 = 1.5;
const orogen_BURIED: f32 = 1.8;
const orogen_FOOT: f32 = 0.27;
const orogen_BLUR: f32 = 0.88;
const orogen_STEPS: f32 = 3.0;
const orogen_TAU: f32 = 6.283185307179586;

struct orogen_Section {
    rim: f32,
    floor: f32,
    wall: f32,
    crest: f32,
    complex: bool,
    terraces: f32,
    ejecta: f32,
    peak: f32,
    weight: f32,
}

struct orogen_Effect {
    replaced: vec3<f32>,
    buried: vec3<f32>,
    left: vec3<f32>,
    blurred: vec3<f32>,
}

// `f(jet)` from `f` and `f′` at the value.
fn orogen_chain(jet: vec3<f32>, f: f32, f1: f32) -> vec3<f32> {
    return vec3<f32>(f, f1 * jet.yz);
}

fn orogen_product(a: vec3<f32>, b: vec3<f32>) -> vec3<f32> {
    return vec3<f32>(a.x * b.x, a.x * b.yz + b.x * a.yz);
}

fn orogen_shifted(jet: vec3<f32>, shift: f32) -> vec3<f32> {
    return vec3<f32>(jet.x + shift, jet.yz);
}

fn orogen_saturate(jet: vec3<f32>) -> vec3<f32> {
    let inside = 0.0 < jet.x && jet.x < 1.0;
    return orogen_chain(jet, clamp(jet.x, 0.0, 1.0), select(0.0, 1.0, inside));
}

// The section of a crater. The numbers of its size begin at `size` in the table.
fn orogen_section(literals: u32, size: u32, worn: f32) -> orogen_Section {
    let keeps = 1.0 - 0.75 * worn;
    let depth = keeps * orogen_fetch(literals, size + 2u);
    let rim = min((1.0 - 0.65 * worn) * orogen_fetch(literals, size + 3u), 0.5 * depth);
    let radius = orogen_fetch(literals, size + 4u);
    var section: orogen_Section;
    section.rim = rim;
    section.floor = rim - depth;
    section.wall = depth / (1.0 - radius * radius);
    section.crest = (0.08 + 0.8 * worn) * depth;
    section.complex = radius > 0.0;
    section.peak = keeps * orogen_fetch(literals, size + 5u);
    section.terraces = (1.0 - worn) * orogen_fetch(literals, size + 6u);
    section.ejecta = orogen_literal(literals + 3u);
    section.weight = orogen_fetch(literals, size + 8u);
    return section;
}

// A cubic step down: 1 where `x` is at most `start`, 0 where it is at least `end`.
fn orogen_falling(x: vec3<f32>, start: f32, end: f32) -> vec3<f32> {
    let scale = 1.0 / (end - start);
    let t = clamp((x.x - start) * scale, 0.0, 1.0);
    return orogen_chain(x, 1.0 - t * t * (3.0 - (t + t)), -6.0 * scale * (t * (1.0 - t)));
}

// `max(x, 1)`, blended within `SHOULDER` of 1.
fn orogen_shoulder(x: vec3<f32>) -> vec3<f32> {
    let h = max(1.0 - abs(x.x - 1.0) * (1.0 / orogen_SHOULDER), 0.0);
    let share = 0.5 * (h * h);
    let slope = select(share, 1.0 - share, 1.0 < x.x);
    return orogen_chain(x, max(x.x, 1.0) + (orogen_SHOULDER / 6.0) * (h * h * h), slope);
}

// The lower of two values, blended where they differ by less than `radius`.
fn orogen_lower(a: vec3<f32>, b: vec3<f32>, radius: f32) -> vec3<f32> {
    let second = b.x < a.x;
    let h = max(1.0 - abs(a.x - b.x) * (1.0 / radius), 0.0);
    let greater = 0.5 * (h * h);
    let of_a = select(1.0 - greater, greater, second);
    let v = select(a.x, b.x, second) - (radius / 6.0) * (h * h * h);
    return vec3<f32>(v, of_a * a.yz + (1.0 - of_a) * b.yz);
}

// `(sin 2πt, cos 2πt)`, computed as in the noise, because shading languages promise only three digits for their built-in
// functions.
fn orogen_sine_cosine(t: f32) -> vec2<f32> {
    let whole = floor(4.0 * t + 0.5);
    let x = (t - 0.25 * whole) * orogen_TAU;
    let square = x * x;
    var sine = 1.0;
    var cosine = 1.0;
    for (var k = 8u; k > 0u; k -= 1u) {
        let even = f32(2u * k);
        sine = 1.0 - sine * square * (1.0 / (even * (even + 1.0)));
        cosine = 1.0 - cosine * square * (1.0 / (even * (even - 1.0)));
    }
    sine *= x;
    let quarters = bitcast<u32>(i32(whole));
    let turned = select(vec2<f32>(sine, cosine), vec2<f32>(cosine, sine), (quarters & 1u) != 0u);
    return vec2<f32>(orogen_flip(turned.x, quarters << 30u), orogen_flip(turned.y, (quarters + 1u) << 30u));
}

// The bowl of a complex crater, with a wall that has slumped down in terraces, and a level floor.
fn orogen_modified(section: orogen_Section, bowl: vec3<f32>, bend: vec3<f32>) -> vec3<f32> {
    let depth = section.rim - section.floor;
    let t = orogen_saturate(orogen_shifted(bowl, -section.floor) * (1.0 / depth));
    let hull = (t - orogen_product(t, t)) * 4.0;
    let turns = t * orogen_STEPS + bend * 6.0;
    let sine_cosine = orogen_sine_cosine(turns.x);
    let wave = orogen_chain(turns, sine_cosine.x, orogen_TAU * sine_cosine.y);
    let most = section.terraces * depth / (orogen_STEPS * orogen_TAU);
    let deep = orogen_shifted(bend * (2.0 * most), 0.5 * most);
    let wall = orogen_product(orogen_product(hull, wave), deep) - bowl;
    return -orogen_lower(wall, vec3<f32>(-section.floor, 0.0, 0.0), 0.12 * depth);
}

// The central peak, `peak·(1 − x²/foot²)³` within its foot.
fn orogen_mountain(section: orogen_Section, square: vec3<f32>) -> vec3<f32> {
    let slope = 1.0 / (orogen_FOOT * orogen_FOOT);
    let t = max(1.0 - square.x * slope, 0.0);
    let height = section.peak * section.weight;
    return orogen_chain(square, height * (t * t * t), -3.0 * slope * (height * (t * t)));
}

// The effect of the impact at a point whose squared distance from the centre, in radii, is `square`.
fn orogen_effect(section: orogen_Section, square: vec3<f32>, bend: vec3<f32>) -> orogen_Effect {
    let root = sqrt(square.x);
    let x = orogen_chain(square, root, 0.5 / max(root, 0.5));
    let taper = orogen_falling(x, orogen_TAPER, orogen_REACH);
    let shoulder = orogen_shoulder(x);
    let recip = 1.0 / shoulder.x;
    let inverse = orogen_chain(shoulder, recip, -(recip * recip));
    let cube = orogen_product(orogen_product(inverse, inverse), inverse);
    let replaced = orogen_product(cube, taper);
    let uplift = orogen_shifted(orogen_product(cube, cube) * (1.0 - section.ejecta), section.ejecta);
    let outside = orogen_product(replaced, uplift) * section.rim;
    var bowl = orogen_shifted(square * section.wall, section.rim - section.wall);
    if section.complex {
        bowl = orogen_modified(section, bowl, bend);
    }
    let blur = orogen_BLUR * (section.rim - section.floor);
    let buried = orogen_falling(x, 1.0, orogen_BURIED);
    return orogen_Effect(
        replaced * section.weight,
        buried * section.weight,
        orogen_lower(bowl, outside, section.crest) * section.weight,
        orogen_lower(bowl, outside, blur) * section.weight,
    );
}

//! Compares the lattice positions of a patch's samples on the device with those on the processor.

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::recipe::{Recipe, Source};
use orogen_noise::jet::Order;
use orogen_noise::lattice::{Columns, Map};
use orogen_noise::rows::STRIP;
use orogen_noise::units::{Anchor, AnchorAxis, Around};
use orogen_wgsl::{ENTRY, Listing, PATCH, WORD};

use super::*;
use crate::Pipeline;
use crate::numbers::{Numbers, Tables};
use crate::pieces::Weight;

/// Number of lattices in the test, with three axes each.
const LATTICES: usize = 60;

/// A shader that writes halves of words, which `f32` represents exactly.
fn text() -> String {
    let body = format!(
        "    for (var axis = 0u; axis < {}u; axis++) {{
    let share = orogen_share(here, axis);
    let halves = vec4<u32>(share.x >> 16u, share.x & 0xffffu, share.y >> 16u, share.y & 0xffffu);
    for (var k = 0u; k < 4u; k++) {{
        out[(4u * axis + k) * planes.x + sample] = bitcast<u32>(f32(halves[k]));
    }}
}}
",
        3 * LATTICES
    );
    format!("{PATCH}\n{WORD}\n{ENTRY}{body}}}\n")
}

/// Random words.
fn words_from(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }
}

/// Lattices from cells of 2^60 m down to cells too small for positions, some rotated and some not.
fn maps(any: &mut impl FnMut() -> u64) -> Vec<Map<3>> {
    let mut rate = |lattice: usize| {
        let scale = 2.0_f64.powi(2 * lattice as i32 - 60);
        let unit = (any() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
        if any().is_multiple_of(4) { 0.0 } else { unit * scale }
    };
    let map = |lattice| Map {
        matrix: std::array::from_fn(|_| std::array::from_fn(|_| rate(lattice))),
        offset: [0.0; 3],
    };
    (0..LATTICES).map(map).collect()
}

fn axis(anchor: &AnchorAxis<3>) -> PatchAxis {
    let halves = |long: u64| [(long >> 32) as u32, long as u32];
    PatchAxis {
        rates: anchor.rates,
        shift: anchor.shift(),
        place: halves(anchor.place()),
        rest: halves(anchor.rest() as u64),
    }
}

/// The device's result: for each axis, the samples' cells and fractions.
fn by_device(gpu: &Gpu, patch: &Patch, axes: &[PatchAxis]) -> Vec<(u32, u32)> {
    let recipe =
        "orogen = 1\ndomain.size = 1.0\nheight.field = 'x'\n[fields.x]\ntype = 'constant'\nvalue = 1.0\n";
    let recipe = Recipe::parse(Source::new("flat", recipe), orogen_engine::nodes::registry()).unwrap();
    let program = Terrain::new(&recipe, &NoImages, 1.0).unwrap().program(Order::Value).unwrap();
    let mut listing = Listing::default();
    listing.push(&text());
    let loaded = Loaded {
        pipeline: Pipeline::of(vec![gpu.compile(&listing).unwrap()], 0),
        numbers: Numbers::upload(gpu, &program, &mut Tables::default()).unwrap(),
        weight: Weight { planes: 12 * LATTICES, intermediates: 0, axes: 0 },
    };
    let words: Vec<_> = axes.iter().flat_map(axis_words).collect();
    let offsets = gpu.filled(BufferUsages::STORAGE, &offsets(patch, &(0..patch.len())));
    let axes = gpu.filled(BufferUsages::STORAGE, &words);
    let is_large = patch.offsets().1.is_some();
    let positions = Positions::Patch { offsets: &offsets, axes: &axes, samples: patch.len(), is_large };
    let mut ring = Ring::with_slots(gpu.clone(), 1);
    ring.begin(&loaded, &positions, ()).unwrap();
    let planes = ring.take(None, |(), planes| planes.to_vec()).unwrap().unwrap();
    let half = |plane: usize, sample: usize| planes[plane * patch.len() + sample] as u32;
    let word = |plane, sample| half(plane, sample) << 16 | half(plane + 1, sample);
    let axes = 0..3 * LATTICES;
    axes.flat_map(|axis| (0..patch.len()).map(move |sample| (axis, sample)))
        .map(|(axis, sample)| (word(4 * axis, sample), word(4 * axis + 2, sample)))
        .collect()
}

#[test]
fn positions_equal_the_processors_to_the_bit() {
    let (gpu, mut any) = (Gpu::any(), words_from(7));
    for bits in [10, 20, 31, 32, 33, 40, 50] {
        let maps = maps(&mut any);
        // The centre of a box whose sides are 2^`bits` units long, anywhere in the range of units. Samples outside of the range
        // are clamped.
        let mut middle = || (any() >> 13) as i64 - (1 << 50);
        let middle = [middle(), if bits < 50 { 0 } else { middle() / 2 }, middle() / 3];
        let mut unit = |k: usize| {
            let at = middle[k] + (any() >> (64 - bits)) as i64 - (1 << (bits - 1));
            at.clamp(1 - (1 << 50), (1 << 50) - 1)
        };
        let units: Vec<_> = (0..STRIP).map(|_| [unit(0), unit(1), unit(2)]).collect();
        let patch = Patch::of_units(&units).unwrap();
        let (low, high) = patch.offsets();
        assert_eq!(high.is_some(), bits > 32, "{bits} bits");
        let around = Around {
            low: low.each_ref().map(Vec::as_slice),
            high: high.map(|high| high.each_ref().map(Vec::as_slice)),
        };
        let anchors: Vec<_> = maps.iter().map(|map| Anchor::new(map, &patch.centre())).collect();
        let axes: Vec<_> = anchors.iter().flat_map(|anchor| anchor.axes.iter().map(axis)).collect();
        let found = by_device(&gpu, &patch, &axes);
        let mut found = found.chunks_exact(STRIP);
        for (lattice, anchor) in anchors.iter().enumerate() {
            let columns = Columns::<f32, 3>::around(Level::best(), anchor, &around);
            for axis in 0..3 {
                let expected: Vec<_> = (0..STRIP).map(|sample| columns.share(axis, sample)).collect();
                assert!(found.next() == Some(&expected), "axis {axis} of lattice {lattice}, {bits} bits");
            }
        }
    }
}

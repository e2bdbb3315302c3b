//! What holds for every preset. One test checks it all, because solving the erosion of the presets takes most of its time.

use orogen_engine::level::Level;
use orogen_engine::planet::DirectionGrid;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::{Drafts, Terrain};
use orogen_noise::jet::Order;
use orogen_noise::trace::Op;

use crate::canonical;
use crate::field::{Pictures, graph, presets};

#[test]
fn presets_are_sound() {
    let (mut seen, mut alike) = (0, 0);
    for (name, recipe) in presets() {
        assert!(canonical::check(&recipe), "{name} is refused");
        is_not_refused(&name, &recipe);
        has_no_warnings(&name, &recipe);
        levels_have_the_bits_of_a_terrain_of_their_own(&name, &recipe);
        if let Some(is_alike) = levels_differ_in_literals_only(&name, &recipe) {
            seen += 1;
            alike += u32::from(is_alike);
        }
    }
    assert!(seen >= 17 && alike >= 12, "{alike} of {seen} presets have one program for all levels");
}

/// Down to samples a millimetre apart.
fn is_not_refused(name: &str, recipe: &Recipe) {
    for spacing in [1e3, 1.0, 1e-3] {
        let error = if recipe.domain.sphere().is_some() {
            graph::<3>(recipe, spacing).err()
        } else {
            graph::<2>(recipe, spacing).err()
        };
        assert!(error.is_none(), "{name} at {spacing} m: {error:?}");
    }
}

fn has_no_warnings(name: &str, recipe: &Recipe) {
    let terrain = Terrain::new(recipe, &Drafts(Pictures), 10.0).unwrap();
    assert_eq!(terrain.warnings(), [], "{name}");
}

/// A terrain that knows of finer levels has octaves that do not show yet, and the same bits as a terrain that does not know of
/// them.
fn levels_have_the_bits_of_a_terrain_of_their_own(name: &str, recipe: &Recipe) {
    for coarseness in [0.7, 5.0, 64.0, 4096.0] {
        let spacing = coarseness * recipe.domain.size / 512.0;
        let rows = |terrain: &Terrain| {
            let mut band = Band::default();
            if let Ok(rows) = terrain.map(Level::best(), DirectionGrid::whole(16).unwrap()) {
                rows.make(0, 8, true, &mut band);
            } else {
                let grid = Grid { first_column: 3, first_row: -7, ..Grid::square(9, spacing) };
                terrain.rows(Level::best(), grid).unwrap().make(0, 9, true, &mut band);
            }
            [band.height, band.dx, band.dy].concat().iter().map(|v| v.to_bits()).collect::<Vec<_>>()
        };
        let own = Terrain::new(recipe, &Drafts(Pictures), spacing).unwrap();
        let shared = Terrain::of_level(recipe, &Drafts(Pictures), spacing, spacing / 300.0).unwrap();
        assert_eq!(rows(&own), rows(&shared), "{name} at {spacing} m");
    }
}

/// A number, not the list of operations, says that an octave does not show. Returns whether all levels have the same
/// operations; none if the terrain has no program.
fn levels_differ_in_literals_only(name: &str, recipe: &Recipe) -> Option<bool> {
    let programs = [1.0, 6.0, 77.0].map(|coarseness| {
        let spacing = coarseness * recipe.domain.size / 512.0;
        let finest = recipe.domain.size / 4096.0;
        Terrain::of_level(recipe, &Drafts(Pictures), spacing, finest).unwrap().program(Order::Gradient)
    });
    let [Ok(one), Ok(two), Ok(three)] = programs else { return None };
    if one.trace.ops != two.trace.ops || one.trace.ops != three.trace.ops {
        return Some(false);
    }
    assert!(one.trace.literals != two.trace.literals, "{name} has the same octaves at all levels");
    let guarded = one.trace.parts.iter().filter(|part| part.guard.is_some());
    let by_number = guarded.filter(|part| {
        let mask = part.guard.as_ref().map(|guard| one.trace.ops[guard.mask as usize]);
        let operands = mask.iter().flat_map(Op::operands);
        operands.copied().all(|operand| matches!(one.trace.ops[operand as usize], Op::Number(_)))
    });
    // A solution has no octaves: a coarser level is another picture.
    let is_solved = recipe.fields.values().any(|field| field.spec.name == "erosion");
    assert!(is_solved || by_number.count() > 8, "{name} has no octaves in waiting");
    Some(true)
}

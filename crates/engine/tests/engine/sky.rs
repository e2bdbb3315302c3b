//! The visible share of the sky: its bits depend on the place only.

use orogen_engine::level::Level;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::sky::SkyView;
use orogen_engine::terrain::{SkyMaker, Terrain};
use proptest::prelude::*;

use crate::field::{Pictures, parse};

const SPACING: f64 = 10.0;
const GRID: Grid = Grid { first_column: -3, first_row: 5, columns: 37, rows: 41, spacing: SPACING };

fn terrain() -> Terrain {
    let text = "orogen = 1\nseed = 3\ndomain = { size = 1000.0 }\nheight = { field = 'x', scale = 80.0 }\n\
                [fields.x]\ntype = 'ridged'\nwavelength = 150.0\noctaves = 4\n";
    Terrain::new(&parse(text).unwrap(), &Pictures, SPACING).unwrap()
}

fn maker(terrain: &Terrain, grid: Grid) -> SkyMaker<'_> {
    terrain.sky(Level::best(), grid, SkyView::new(90.0, SPACING).unwrap()).unwrap()
}

/// The bits of some rows.
fn rows(maker: &SkyMaker<'_>, first: usize, rows: usize) -> Vec<u32> {
    let mut band = Band::default();
    maker.make(first, rows, &mut band);
    band.sky.iter().map(|share| share.to_bits()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Bands in any order, with gaps, overlaps and repetitions, from one maker that keeps rows between them.
    #[test]
    fn bands_do_not_change_bits(
        bands in prop::collection::vec((0..GRID.rows, 1_usize..30), 1..8),
        threads in 1_usize..5,
    ) {
        let terrain = terrain();
        let complete = rows(&maker(&terrain, GRID), 0, GRID.rows);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let maker = maker(&terrain, GRID);
        for (first, count) in bands {
            let count = count.min(GRID.rows - first);
            let expected = &complete[first * GRID.columns..][..count * GRID.columns];
            prop_assert_eq!(&pool.install(|| rows(&maker, first, count))[..], expected);
        }
    }

    /// A grid that is part of another has the same bits.
    #[test]
    fn crops_do_not_change_bits(column in 0_usize..30, row in 0_usize..30, columns in 1_usize..7, rows_high in 1_usize..11) {
        let terrain = terrain();
        let complete = rows(&maker(&terrain, GRID), 0, GRID.rows);
        let crop = Grid {
            first_column: GRID.first_column + column as i64,
            first_row: GRID.first_row + row as i64,
            columns,
            rows: rows_high,
            ..GRID
        };
        let found = rows(&maker(&terrain, crop), 0, rows_high);
        for (at, found) in found.chunks(columns).enumerate() {
            prop_assert_eq!(found, &complete[(row + at) * GRID.columns + column..][..columns]);
        }
    }
}

//! Builders give the same bits as the parts that they are built from, and `fill` gives the same bits as rows.

use orogen_noise::noise::{Dimension, Scratch};
use orogen_noise::rows::Rows;
use orogen_noise::{
    AnyBasis, Cellular, Count, Fade, Grid, Hermite, ImprovedPerlin, Layout, Level, Noise, NoiseError, Order,
    Perlin, Roughness, Simplex, Value, White, fractal,
};
use proptest::prelude::*;

/// The default layout of the builders.
fn default_layout() -> Layout {
    Layout { count: Count::Exactly(8), scatter: true, ..Layout::single(0, 100.0) }
}

fn bases() -> [AnyBasis; 7] {
    [
        Hermite.into(),
        Perlin.into(),
        ImprovedPerlin::seeded(3).into(),
        Simplex.into(),
        Value::default().into(),
        Cellular::default().into(),
        White.into(),
    ]
}

/// Calls a function with the builder of each fractal that can use the basis, and with the parts of the same noise.
macro_rules! with_each {
    ($basis:expr, $check:ident) => {{
        let basis = $basis;
        with_each!(@any basis, $check: Billow Fbm HybridMultifractal Ridged RidgedMultifractal Ridges);
        with_each!(@smooth basis, $check: Damped Jordan Swiss);
    }};
    (@any $basis:ident, $check:ident: $($name:ident)*) => {$(
        $check(&orogen_noise::$name::new($basis), $basis, fractal::$name::default());
    )*};
    (@smooth $basis:ident, $check:ident: $($name:ident)*) => {$(
        let built = orogen_noise::$name::try_new($basis);
        let refused = matches!($basis, AnyBasis::Cellular(_) | AnyBasis::White(_));
        assert_eq!(built.as_ref().err().copied(), refused.then_some(NoiseError::SlopesJump));
        if let Ok(built) = built {
            $check(&built, $basis, fractal::$name::default());
        }
    )*};
}

fn parts<const D: usize>(
    basis: AnyBasis,
    fractal: impl Into<fractal::AnyFractal>,
    layout: &Layout,
) -> Noise<D>
where
    AnyBasis: Dimension<D>,
{
    Noise::new(basis, fractal.into(), layout).unwrap()
}

fn points<const D: usize>() -> impl Iterator<Item = [f64; D]> {
    let far = [0.0, 1e6, -3e7];
    (0..20).map(move |i| std::array::from_fn(|axis| far[i % 3] + (i as f64 + 0.3) * [17.3, -7.9, 3.1][axis]))
}

#[test]
fn points_have_the_bits_of_the_parts() {
    fn check<F>(
        built: &orogen_noise::FractalNoise<F>,
        basis: AnyBasis,
        fractal: impl Into<fractal::AnyFractal> + Copy,
    ) {
        fn at<F, const D: usize>(built: &orogen_noise::FractalNoise<F>, noise: &Noise<D>)
        where
            AnyBasis: Dimension<D>,
        {
            assert_eq!(built.noise::<D>(), noise);
            for point in points::<D>() {
                let expected = noise.at(point);
                let (value, gradient) = built.at_with_gradient(point);
                assert_eq!(built.at(point).to_bits(), expected.v.to_bits(), "{noise:?} at {point:?}");
                assert_eq!(value.to_bits(), expected.v.to_bits(), "{noise:?} at {point:?}");
                assert_eq!(
                    gradient.map(f64::to_bits),
                    expected.g.map(f64::to_bits),
                    "{noise:?} at {point:?}"
                );
            }
        }
        at(built, &parts::<2>(basis, fractal, &default_layout()));
        at(built, &parts::<3>(basis, fractal, &default_layout()));
    }
    for basis in bases() {
        with_each!(basis, check);
    }
}

#[test]
fn hessians_are_those_of_the_parts() {
    let built = orogen_noise::Ridges::new(Simplex).wavelength(30.0);
    let layout = Layout { wavelength: 30.0, ..default_layout() };
    let noise = parts::<3>(Simplex.into(), fractal::Ridges, &layout);
    for point in points::<3>() {
        let (found, expected) = (built.at_with_hessian(point), noise.at(point));
        assert_eq!(found.h.map(|row| row.map(f64::to_bits)), expected.h.map(|row| row.map(f64::to_bits)));
    }
}

#[test]
fn parameters_are_those_of_the_layout() {
    let expect = |built: orogen_noise::Swiss, warp: f64, layout: Layout| {
        let swiss = fractal::Swiss { warp };
        assert_eq!(built.noise::<2>(), &parts::<2>(Perlin.into(), swiss, &layout));
        assert_eq!(built.noise::<3>(), &parts::<3>(Perlin.into(), swiss, &layout));
    };
    let (new, default) = (|| orogen_noise::Swiss::new(Perlin), default_layout());
    expect(new().seed(9), 0.15, Layout { seed: 9, ..default });
    expect(new().wavelength(7.5), 0.15, Layout { wavelength: 7.5, ..default });
    expect(new().octaves(3), 0.15, Layout { count: Count::Exactly(3), ..default });
    expect(new().octaves_for_spacing(9.0), 0.15, Layout { count: Count::Auto, spacing: 9.0, ..default });
    expect(new().lacunarity(2.2), 0.15, Layout { lacunarity: 2.2, ..default });
    expect(new().gain(0.4), 0.15, Layout { roughness: Roughness::Gain(0.4), ..default });
    let hurst = Roughness::Hurst(0.9);
    expect(new().roughness(hurst), 0.15, Layout { roughness: hurst, ..default });
    expect(new().rotation(30.0), 0.15, Layout { rotation: 30.0, ..default });
    expect(new().tile(640.0), 0.15, Layout { tile: Some(640.0), ..default });
    expect(new().layout(Layout::single(4, 5.0)), 0.15, Layout::single(4, 5.0));
    let steep = fractal::Swiss { warp: 0.3 };
    expect(new().parameters(steep).seed(2), 0.3, Layout { seed: 2, ..default });
    expect(new().seed(2).parameters(steep), 0.3, Layout { seed: 2, ..default });
}

/// If the parameters of a fractal set the weights of octaves, a change of the parameters recomputes the amplitudes.
#[test]
fn parameters_change_amplitudes() {
    let jordan = fractal::Jordan { gain1: 0.3, ..Default::default() };
    let built = orogen_noise::Jordan::new(Perlin).parameters(jordan);
    assert_eq!(built.noise::<2>(), &parts::<2>(Perlin.into(), jordan, &default_layout()));
}

#[test]
fn a_cubic_fade_is_refused_where_slopes_matter() {
    let cubic = Value { fade: Fade::Cubic };
    assert_eq!(orogen_noise::Damped::try_new(cubic), Err(NoiseError::SlopesJump));
    assert!(orogen_noise::Fbm::new(cubic).at([3.0, 4.0]).is_finite());
}

#[test]
fn wrong_lengths_are_errors() {
    let noise = orogen_noise::Fbm::new(Perlin);
    let grid = Grid { origin: [0.0; 2], spacing: 1.0, columns: 4, rows: 3 };
    let [mut short, mut right] = [vec![0.0; 11], vec![0.0; 12]];
    let error = NoiseError::Length { expected: 12, found: 11 };
    assert_eq!(noise.fill(&mut short, grid), Err(error));
    assert_eq!(noise.fill_with_gradient(&mut right, [&mut short, &mut [0.0; 12]], grid), Err(error));
    assert_eq!(noise.fill_points(&mut short, &[[0.0; 3]; 12]), Err(error));
    assert_eq!(error.to_string(), "the slice has 11 elements, but there are 12 samples");
    let endless = Grid { columns: usize::MAX, rows: 2, ..grid };
    let error = NoiseError::Length { expected: usize::MAX, found: 12 };
    assert_eq!(noise.fill(&mut right, endless), Err(error));
}

/// The planes of a list of positions, from rows that share nothing. The rows have another length than those of `fill`.
fn by_rows<const D: usize>(
    noise: &Noise<D>,
    order: Order,
    columns: &[[f64; D]],
    row: [f64; D],
) -> Vec<Vec<u32>>
where
    AnyBasis: Dimension<D>,
{
    let mut planes = vec![Vec::new(); order.planes(D)];
    for columns in columns.chunks(77) {
        let (strip, line, mut out) = (noise.strip::<f32>(columns), noise.line(&row), Rows::default());
        noise.row(Level::best(), order, &strip, &line, None, &mut Scratch::default(), &mut out).unwrap();
        for (index, plane) in planes.iter_mut().enumerate() {
            plane.extend(out.plane(index)[..columns.len()].iter().map(|value| value.to_bits()));
        }
    }
    planes
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// Compares `fill` and `fill_with_gradient` with rows, to the bit, and with points, up to the rounding of `f32`.
fn grid_is_filled<F, const D: usize>(built: &orogen_noise::FractalNoise<F>, grid: Grid<D>, smooth: bool)
where
    AnyBasis: Dimension<D>,
{
    let mut values = vec![f32::NAN; grid.samples()];
    built.fill(&mut values, grid).unwrap();
    let mut planes: Vec<Vec<f32>> = vec![vec![f32::NAN; grid.samples()]; 1 + D];
    let [first, gradient @ ..] = &mut planes[..] else { unreachable!() };
    let mut gradient = gradient.iter_mut();
    let gradient = std::array::from_fn(|_| gradient.next().unwrap().as_mut_slice());
    built.fill_with_gradient(first, gradient, grid).unwrap();
    assert_eq!(bits(&values), bits(&planes[0]), "values with and without gradient");
    let noise = built.noise::<D>();
    for row in 0..grid.rows {
        let share = |position: [f64; D]| std::array::from_fn(|i| if i == 0 { position[0] } else { 0.0 });
        let columns: Vec<_> = (0..grid.columns).map(|column| share(grid.position(column, row))).collect();
        let origin = grid.position(0, row);
        let line = std::array::from_fn(|i| if i == 0 { 0.0 } else { origin[i] });
        let range = row * grid.columns..(row + 1) * grid.columns;
        for (plane, expected) in planes.iter().zip(by_rows(noise, Order::Gradient, &columns, line)) {
            assert_eq!(bits(&plane[range.clone()]), expected, "row {row} of {grid:?}");
        }
        for column in (0..grid.columns).step_by(23) {
            let (value, gradient) = built.at_with_gradient(grid.position(column, row));
            let found = |plane: usize| f64::from(planes[plane][row * grid.columns + column]);
            assert!((found(0) - value).abs() < 1e-5, "{} for {value} in {grid:?}", found(0));
            for (axis, slope) in gradient.into_iter().enumerate().filter(|_| smooth) {
                assert!((found(1 + axis) - slope).abs() < 1e-4, "{} for {slope}", found(1 + axis));
            }
        }
    }
}

/// Compares `fill_points` with rows and with points.
fn points_are_filled<F, const D: usize>(built: &orogen_noise::FractalNoise<F>, points: &[[f64; D]])
where
    AnyBasis: Dimension<D>,
{
    let mut values = vec![f32::NAN; points.len()];
    built.fill_points(&mut values, points).unwrap();
    let mut planes: Vec<Vec<f32>> = vec![vec![f32::NAN; points.len()]; 1 + D];
    let [first, gradient @ ..] = &mut planes[..] else { unreachable!() };
    let mut gradient = gradient.iter_mut();
    let gradient = std::array::from_fn(|_| gradient.next().unwrap().as_mut_slice());
    built.fill_points_with_gradient(first, gradient, points).unwrap();
    assert_eq!(bits(&values), bits(&planes[0]), "values with and without gradient");
    let expected = by_rows(built.noise::<D>(), Order::Gradient, points, [0.0; D]);
    assert_eq!(planes.iter().map(|plane| bits(plane)).collect::<Vec<_>>(), expected);
    for (value, point) in values.iter().zip(points) {
        assert!((f64::from(*value) - built.at(*point)).abs() < 1e-5);
    }
}

fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![-1e3..1e3, -1e7..1e7, Just(0.0)]
}

prop_compose! {
    fn grid()(
        origin in [coordinate(), coordinate(), coordinate()],
        spacing in prop_oneof![0.01..20.0, Just(0.0), Just(-1.0)],
        columns in prop_oneof![0..4_usize, 120..300_usize],
        rows in 0..5_usize,
    ) -> Grid<3> {
        Grid { origin, spacing, columns, rows }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn grids_have_the_bits_of_rows(grid in grid(), seed in any::<u64>(), turned in any::<bool>()) {
        let rotation = if turned { 30.0 } else { 0.0 };
        let plane = Grid { origin: [grid.origin[0], grid.origin[1]], spacing: grid.spacing, columns: grid.columns, rows: grid.rows };
        let fbm = orogen_noise::Fbm::new(Perlin).seed(seed).rotation(rotation);
        grid_is_filled(&fbm, plane, true);
        grid_is_filled(&fbm, grid, true);
        let ridged = orogen_noise::Ridged::new(Simplex).seed(seed).rotation(rotation).octaves(5);
        grid_is_filled(&ridged, plane, false);
        grid_is_filled(&ridged, grid, false);
        let swiss = orogen_noise::Swiss::new(Perlin).seed(seed).rotation(rotation).octaves(5);
        grid_is_filled(&swiss, plane, false);
        grid_is_filled(&swiss, grid, false);
    }

    #[test]
    fn points_have_the_bits_of_rows(
        points in proptest::collection::vec([coordinate(), coordinate(), coordinate()], 0..200),
        seed in any::<u64>(),
    ) {
        let billow = orogen_noise::Billow::new(Perlin).seed(seed);
        points_are_filled(&billow, &points);
        let plane: Vec<_> = points.iter().map(|&[x, y, _]| [x, y]).collect();
        points_are_filled(&billow, &plane);
    }
}

/// The side of a tile may be any number, even NaN, infinite, zero or negative: there is no panic.
#[test]
fn tiles_of_any_side_are_evaluated() {
    for side in [f64::NAN, f64::INFINITY, 0.0, -3.0] {
        let noise = orogen_noise::Fbm::new(Perlin).octaves(3).wavelength(10.0).tile(side);
        let _ = (noise.at([3.0, 4.0]), noise.at([3.0, 4.0, 5.0]));
    }
}

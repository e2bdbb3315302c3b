//! Counts the instructions of kernels, and compares them with those in `counts.txt`. Counts are steady where times are not: a
//! change of 3 % fails in builds from nothing, as in CI.
//!
//! The test runs this program again in Valgrind's callgrind, which does not know AVX-512. So the counts are those of AVX2 on
//! every x86-64 machine that has it. They belong to the development build with `CARGO_INCREMENTAL=0`, all packages and the
//! feature `orogen-cli/studio`. In such a build, `OROGEN_COUNTS=accept` keeps the counts of now.

#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

mod kernels {
    //! The kernels. Each evaluates 512 rows of a strip.

    use std::hint::black_box;

    use orogen_noise::basis::{AnyBasis, Dimension};
    use orogen_noise::noise::{Noise, Scratch};
    use orogen_noise::octaves::{Count, Layout};
    use orogen_noise::rows::{Rows, STRIP, shift_planes};
    use orogen_noise::{Cellular, Hermite, Level, Order, Perlin, Simplex, fractal};

    const ROWS: usize = 512;

    /// Evaluates 8 octaves, the first with a wavelength of 64 samples, on samples that are displaced or not.
    fn evaluate<const D: usize>(
        basis: impl Into<AnyBasis>,
        fractal: impl Into<fractal::AnyFractal>,
        rotation: f64,
        order: Order,
        displaced: bool,
    ) where
        AnyBasis: Dimension<D>,
    {
        let layout = Layout { count: Count::Exactly(8), scatter: true, rotation, ..Layout::single(7, 64.0) };
        let noise = Noise::<D>::new(basis.into(), fractal.into(), &layout).unwrap();
        // A grid: parallel to the axes in the plane, tilted in space.
        let along = |x: f64, axis: usize| -> [f64; D] {
            let aside = if D == 2 { 0.0 } else { 0.25 * x };
            std::array::from_fn(|i| if i == axis { x } else { aside })
        };
        let columns: Vec<[f64; D]> = (0..STRIP).map(|i| along(i as f64, 0)).collect();
        let strip = noise.strip::<f32>(&columns);
        let mut shift = Rows::new(D * shift_planes(D));
        for axis in 0..D {
            for (i, metres) in shift.plane_mut(axis * shift_planes(D)).iter_mut().enumerate() {
                *metres = (i as f32 * 0.05 + axis as f32).sin() * 20.0;
            }
        }
        let (mut scratch, mut out) = (Scratch::default(), Rows::default());
        for row in 0..ROWS {
            let line = noise.line(&along(row as f64, 1));
            let shift = displaced.then_some(&shift);
            noise.row(Level::best(), order, &strip, &line, shift, &mut scratch, &mut out).unwrap();
            black_box(out.plane(0)[0]);
        }
    }

    /// Declares one kernel per line, and the list of all kernels.
    macro_rules! kernels {
        ($($name:ident: $d:literal $basis:expr, $fractal:ident, $rotation:expr, $order:ident, $displaced:expr;)*) => {
            $(#[inline(never)]
            fn $name() {
                evaluate::<$d>($basis, fractal::$fractal::default(), $rotation, Order::$order, $displaced);
                // The call above is not the last, so the name stays on the stack of calls.
                black_box(());
            })*

            pub(crate) const ALL: &[(&str, fn())] = &[$((stringify!($name), $name as fn())),*];
        };
    }

    kernels! {
        hermite_value: 2 Hermite, Fbm, 0.0, Value, false;
        hermite_gradient: 2 Hermite, Fbm, 0.0, Gradient, false;
        hermite_hessian: 2 Hermite, Fbm, 0.0, Hessian, false;
        hermite_displaced: 2 Hermite, Fbm, 0.0, Value, true;
        hermite_ridged: 2 Hermite, Ridged, 0.0, Value, false;
        hermite_damped: 2 Hermite, Damped, 0.0, Value, false;
        perlin_value: 2 Perlin, Fbm, 0.0, Value, false;
        perlin_turned_value: 2 Perlin, Fbm, 34.38, Value, false;
        perlin_turned_gradient: 2 Perlin, Fbm, 34.38, Gradient, false;
        perlin_displaced: 2 Perlin, Fbm, 34.38, Value, true;
        swiss_value: 2 Perlin, Swiss, 34.38, Value, false;
        swiss_gradient: 2 Perlin, Swiss, 34.38, Gradient, false;
        jordan_value: 2 Perlin, Jordan, 34.38, Value, false;
        simplex_value: 2 Simplex, Fbm, 34.38, Value, false;
        cellular_value: 2 Cellular::default(), Fbm, 34.38, Value, false;
        perlin_space_value: 3 Perlin, Fbm, 34.38, Value, false;
        perlin_space_gradient: 3 Perlin, Fbm, 34.38, Gradient, false;
        perlin_space_displaced: 3 Perlin, Fbm, 34.38, Value, true;
        cellular_space_value: 3 Cellular::default(), Fbm, 34.38, Value, false;
    }
}

/// The variable that makes the program run the kernels.
const RUN: &str = "OROGEN_RUN_KERNELS";

/// The counts may differ by this share in a build like the one in `counts.txt`.
const SAME_BUILD: f64 = 0.03;
/// The same for an incremental build. It divides the crate into other parts, which changes counts by up to a tenth.
const INCREMENTAL: f64 = 0.12;
/// The same for any other compiler.
const OTHER_COMPILER: f64 = 0.3;

#[test]
fn instructions_are_as_kept() {
    if std::env::var_os(RUN).is_some() {
        kernels::ALL.iter().for_each(|(_, kernel)| kernel());
        return;
    }
    let (compiler, counts) = (compiler(), count());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/counts.txt");
    if std::env::var("OROGEN_COUNTS").is_ok_and(|wish| wish == "accept") {
        let lines: Vec<_> = counts.iter().map(|(name, count)| format!("{name} {count}\n")).collect();
        std::fs::write(&file, format!("{compiler}\n{}", lines.concat())).unwrap();
    }
    let text = std::fs::read_to_string(&file).unwrap();
    let (kept_compiler, kept) = text.split_once('\n').unwrap();
    let most = match std::env::var("CARGO_INCREMENTAL") {
        _ if compiler != kept_compiler => OTHER_COMPILER,
        Ok(incremental) if incremental == "0" => SAME_BUILD,
        _ => INCREMENTAL,
    };
    println!("{compiler}, kept: {kept_compiler}; differences up to {most} are allowed");
    let kept: BTreeMap<_, f64> = kept
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(name, n)| (name, n.parse().unwrap()))
        .collect();
    let same = kept.keys().copied().eq(counts.keys().map(String::as_str));
    assert!(same, "counts.txt has other kernels: OROGEN_COUNTS=accept keeps those of now");
    let mut apart = Vec::new();
    for (name, &count) in &counts {
        let change = count as f64 / kept[name.as_str()] - 1.0;
        println!("{name}: {count}, {:+.1} %", 100.0 * change);
        if change.abs() > most {
            apart.push(format!("{name} {:+.1} %", 100.0 * change));
        }
    }
    assert!(apart.is_empty(), "{}; on purpose? Keep the counts with OROGEN_COUNTS=accept", apart.join(", "));
}

/// The name and version of the compiler.
fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output().expect("rustc can be started");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Runs the kernels in callgrind, and returns the instructions of each with those of the functions that it calls.
fn count() -> BTreeMap<String, u64> {
    let folder = std::env::temp_dir().join(format!("orogen-counts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("callgrind.out");
    let program = std::env::current_exe().unwrap();
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(program)
        .args(["--exact", "instructions_are_as_kept"])
        .env(RUN, "1")
        .output()
        .expect("valgrind is installed (Debian's package valgrind)");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let annotate = Command::new("callgrind_annotate")
        .args(["--inclusive=yes", "--threshold=100", "--auto=no"])
        .arg(&file)
        .output()
        .expect("callgrind_annotate is installed with valgrind");
    std::fs::remove_dir_all(&folder).unwrap();
    // A line is `1,234,567 (12.3%)  file:counts::kernels::name [program]`.
    let table = String::from_utf8_lossy(&annotate.stdout);
    let mut counts = BTreeMap::new();
    for line in table.lines() {
        let Some((_, name)) = line.split_once("counts::kernels::") else { continue };
        let name = name.split(' ').next().unwrap_or_default();
        let number = line.trim_start().split(' ').next().unwrap_or_default().replace(',', "");
        if kernels::ALL.iter().any(|(known, _)| *known == name) {
            counts.insert(name.to_owned(), number.parse().expect("a line begins with a count"));
        }
    }
    assert_eq!(counts.len(), kernels::ALL.len(), "callgrind saw {:?} in\n{table}", counts.keys());
    counts
}

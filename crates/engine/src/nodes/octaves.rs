//! The parameters that bases and fractals share, and the checks of a layout of octaves.

use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::{AnyFractal, Fbm};
use orogen_noise::noise::{Dimension, Noise};
use orogen_noise::octaves::{Count, Layout, MAX_OCTAVES};

use super::{Built, Context, Node};
use crate::digits::rounded;
use crate::recipe::spec::{NodeSpec, Octaves, ParamSpec, Unit};
use crate::recipe::{Args, RecipeError};

/// Wavelengths a recipe may ask for, in metres.
const LENGTHS: std::ops::RangeInclusive<f64> = 1e-6..=1e9;

/// The largest gain at which endless octaves are summed: their amplitudes then sum to at most 20.
const MAX_ENDLESS_GAIN: f64 = 0.95;

/// The finest wavelength, in metres: anything finer than atoms shows nowhere, but its curvature would leave the
/// range of single precision.
pub(super) const FINEST: f64 = 1e-9;

/// The wavelength of a basis.
pub(super) const CELL: ParamSpec =
    ParamSpec::required_number("wavelength", LENGTHS, Unit::Metres, "the size of the lattice cells")
        .field_only()
        .formerly(&["feature"]);

/// The wavelength of a fractal.
pub(super) const WAVELENGTH: ParamSpec = ParamSpec::required_number(
    "wavelength",
    LENGTHS,
    Unit::Metres,
    "wavelength of the coarsest octave: the size of the largest features",
)
.formerly(&["feature"]);

pub(super) const OCTAVES: ParamSpec = ParamSpec::octaves(
    "octaves",
    Octaves::Auto,
    "number of octaves; \"auto\": as many as the sample spacing can show, the last ones fading out",
);

pub(super) const LACUNARITY: ParamSpec = ParamSpec::number(
    "lacunarity",
    2.0,
    1.1..=8.0,
    Unit::None,
    "frequency of each octave divided by that of the one before",
);

pub(super) const GAIN: ParamSpec = ParamSpec::number(
    "gain",
    0.5,
    0.0..=2.0,
    Unit::None,
    "amplitude of each octave divided by that of the one before; a larger gain is rougher",
)
.idle_with(&["hurst", "roughness"]);

pub(super) const HURST: ParamSpec = ParamSpec::optional_number(
    "hurst",
    0.0..=2.0,
    Unit::None,
    "replaces gain: the Hurst exponent, gain = lacunarity^-hurst; a smaller exponent is rougher",
);

pub(super) const ROUGHNESS: ParamSpec = ParamSpec::roughness(
    "roughness",
    "replaces gain: the gain between the coarsest octaves and the gain from the eighth on",
);

/// The basis of plain sums of octaves.
pub(super) const BASIS: ParamSpec = ParamSpec::basis("basis", "hermite", "the noise of each octave");

/// The basis of fractals whose octaves have to be rotated. Aligned octaves of Hermite noise have a grain along the axes where a
/// fractal takes |n| or multiplies octaves. Where a fractal displaces its octaves, rows share nothing. With rotated or displaced
/// octaves, Perlin noise takes a tenth less time than Hermite noise.
pub(super) const ROTATED_BASIS: ParamSpec = ParamSpec::basis("basis", "perlin", "the noise of each octave");

/// The rotation of each octave relative to the one before: 90°/φ², where φ is the golden ratio. It spreads the angles over a
/// quarter turn as sunflower seeds are spread over a turn, so it takes many octaves until the axes of two octaves are close.
pub(super) const GOLDEN_TURN: f64 = 34.376_941_012_509_46;

pub(super) const ROTATE: ParamSpec = ParamSpec::optional_number(
    "rotate",
    -360.0..=360.0,
    Unit::Degrees,
    "rotation of each octave's lattice against the one before, which hides the lattice's directions; 0 is \
     faster. Default: 0 with `tile = true`, and for `fbm` and `ridges` of `hermite` on planes; else 34.38",
);

pub(super) const OCTAVE_OFFSETS: ParamSpec = ParamSpec::flag(
    "octave_offsets",
    true,
    "whether each octave's lattice has a random offset, so that lattice points do not coincide",
)
.formerly(&["scatter"]);

/// The parameters of a fractal: its own first, then those of all fractals.
macro_rules! fractal_params {
    (basis: $basis:ident; $($own:expr),* $(,)?) => {{
        use $crate::nodes::octaves::*;
        &[$($own,)* WAVELENGTH, OCTAVES, LACUNARITY, GAIN, HURST, ROUGHNESS, $basis, ROTATE, OCTAVE_OFFSETS]
    }};
    ($($own:expr),* $(,)?) => { $crate::nodes::octaves::fractal_params![basis: BASIS; $($own),*] };
}
pub(super) use fractal_params;

/// The noise of a basis on its own: one octave, with its lattice at the origin.
pub(super) fn build_basis<const D: usize>(context: &Context<'_>, basis: AnyBasis) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    let mut layout = Layout::single(context.seed, context.args.number("wavelength"));
    layout.tile = tile::<D>(context, &basis, "wavelength")?;
    check_period(context, &layout)?;
    noise(context, basis, ("wavelength", context.args.spec()), AnyFractal::Fbm(Fbm), &layout).map(Node::Noise)
}

/// The noise of a layout. `named` is the parameter that sets the basis, with the basis's spec.
pub(super) fn noise<const D: usize>(
    context: &Context<'_>,
    basis: AnyBasis,
    named: (&str, &NodeSpec),
    fractal: AnyFractal,
    layout: &Layout,
) -> Result<Noise<D>, RecipeError>
where
    AnyBasis: Dimension<D>,
{
    let (args, (key, spec)) = (context.args, named);
    let noise = Noise::new(basis, fractal, layout).map_err(|_| {
        // Fractals that read slopes need smooth slopes.
        let message =
            format!("`{}` reads slopes, and those of `{}` are discontinuous", args.spec().name, spec.name);
        args.error(key, message, "use hermite, perlin, improved-perlin, simplex or value")
    })?;
    if let (Some(side), Some(first)) = (layout.tile, noise.octaves.list.first()) {
        let (asked, used) = (layout.wavelength, first.wavelength);
        if (used - asked).abs() > MAX_ROUNDED * asked {
            let message = format!(
                "the wavelength is changed from {asked} m to {} m so that the terrain repeats",
                rounded(used)
            );
            let help = format!("use the domain's {side} m divided by a whole number");
            context.warnings.borrow_mut().push(args.error("wavelength", message, help));
        }
    }
    Ok(noise)
}

/// In a domain that repeats, the wavelength may change by this share without a warning.
const MAX_ROUNDED: f64 = 0.01;

/// Checks that endless octaves grow fainter, because their sum must be finite.
pub(super) fn check_endless(args: &Args, layout: &Layout) -> Result<(), RecipeError> {
    // From the eighth octave on, the gain is constant.
    let gain = layout.roughness.gain(MAX_OCTAVES, layout.lacunarity);
    if layout.count == Count::Auto && gain > MAX_ENDLESS_GAIN {
        let message = format!(
            "octaves = \"auto\" needs a gain of at most {MAX_ENDLESS_GAIN}, but the gain is {gain:.3}"
        );
        return Err(args.error("octaves", message, "use a smaller gain, or set a number of octaves"));
    }
    Ok(())
}

pub(super) fn check_finest(args: &Args, layout: &Layout) -> Result<(), RecipeError> {
    let Count::Exactly(count) = layout.count else { return Ok(()) };
    let finest = layout.wavelength / libm::pow(layout.lacunarity, f64::from(count - 1));
    if finest < FINEST {
        let message = format!("the last of {count} octaves would have a wavelength of {finest:.1e} m");
        return Err(args.error(
            "octaves",
            message,
            format!("use fewer octaves: wavelengths are at least {FINEST:e} m"),
        ));
    }
    Ok(())
}

/// The side after which the noise repeats, if the domain repeats.
pub(super) fn tile<const D: usize>(
    context: &Context<'_>,
    basis: &AnyBasis,
    key: &str,
) -> Result<Option<f64>, RecipeError>
where
    AnyBasis: Dimension<D>,
{
    if !context.ground.tile {
        return Ok(None);
    }
    if Dimension::<D>::skew(basis).is_some() {
        let message = "simplex noise does not repeat at the edge of a square domain";
        return Err(context.args.error(key, message, "use hermite, or set `tile = false` in [domain]"));
    }
    Ok(Some(context.ground.size))
}

/// Refuses wavelengths longer than a repeating domain.
pub(super) fn check_period(context: &Context<'_>, layout: &Layout) -> Result<(), RecipeError> {
    match layout.tile {
        Some(side) if layout.wavelength > side => Err(context.args.error(
            "wavelength",
            format!(
                "a wavelength of {} m does not fit into a domain that repeats every {side} m",
                layout.wavelength
            ),
            format!("use at most {side}, or set `tile = false` in [domain]"),
        )),
        _ => Ok(()),
    }
}

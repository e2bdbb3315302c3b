//! Builds the noise of a fractal from its parameters.

use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::AnyFractal;
use orogen_noise::noise::Dimension;
use orogen_noise::octaves::{Count, Layout, MAX_OCTAVES, Roughness};

use super::octaves::{FINEST, GOLDEN_TURN, check_endless, check_finest, check_period, noise, tile};
use super::{
    Built, Context, Node, cellular, hermite, improved_perlin, perlin, simplex, value, value_cubic, white,
};
use crate::recipe::spec::Octaves;
use crate::recipe::{Args, RecipeError};

/// The largest sum of octaves before it is normalised. Where octaves multiply, as in the hybrid multifractal, the sum soon
/// exceeds this limit if the gain is above 1.
const MAX_TOTAL: f64 = 1e12;

/// The noise of a fractal.
pub(super) fn build<const D: usize>(context: &Context<'_>, fractal: AnyFractal) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    let args = context.args;
    let basis = basis(args, context.seed);
    let layout = Layout {
        seed: context.seed,
        wavelength: args.number("wavelength"),
        count: match args.octaves("octaves") {
            Octaves::Auto => Count::Auto,
            Octaves::Count(count) => Count::Exactly(count),
        },
        lacunarity: args.number("lacunarity"),
        roughness: roughness(args)?,
        rotation: args
            .optional_number("rotate")
            .unwrap_or_else(|| default_rotation::<D>(&basis, &fractal, context.ground.tile)),
        scatter: args.flag("octave_offsets"),
        tile: tile::<D>(context, &basis, "basis")?,
        spacing: context.ground.spacing.max(0.5 * FINEST),
        finest: context.ground.finest.map(|finest| finest.max(0.5 * FINEST)),
    };
    if layout.tile.is_some() && layout.rotation != 0.0 {
        return Err(args.error(
            "rotate",
            "rotated lattices do not repeat at the domain's edge",
            "remove `rotate`, or set `tile = false` in [domain]",
        ));
    }
    check_period(context, &layout)?;
    check_endless(args, &layout)?;
    check_finest(args, &layout)?;
    check_growth(args, &fractal, &layout)?;
    let noise = noise(context, basis, ("basis", args.basis("basis").0), fractal, &layout)?;
    if noise.octaves.total > MAX_TOTAL {
        let message = format!("the octaves add up to {:.0e} before normalisation", noise.octaves.total);
        return Err(args.error("gain", message, "use a smaller gain or fewer octaves"));
    }
    Ok(Node::Noise(noise))
}

/// The rotation of each octave against the one before, if the recipe gives none. Plain sums of Hermite noise in the plane are
/// as strong in all directions without it, and rotated lattices do not repeat.
fn default_rotation<const D: usize>(basis: &AnyBasis, fractal: &AnyFractal, tile: bool) -> f64 {
    let is_sum = matches!(fractal, AnyFractal::Fbm(_) | AnyFractal::Ridges(_));
    let is_even = D == 2 && matches!(basis, AnyBasis::Hermite(_)) && is_sum;
    if is_even || tile { 0.0 } else { GOLDEN_TURN }
}

/// The basis a fractal's parameters ask for.
fn basis(args: &Args, seed: u64) -> AnyBasis {
    let (spec, args) = args.basis("basis");
    match spec.name {
        "hermite" => hermite::basis(args, seed),
        "perlin" => perlin::basis(args, seed),
        "improved-perlin" => improved_perlin::basis(args, seed),
        "simplex" => simplex::basis(args, seed),
        "value" => value::basis(args, seed),
        "value-cubic" => value_cubic::basis(args, seed),
        "cellular" => cellular::basis(args, seed),
        "white" => white::basis(args, seed),
        other => unreachable!("`{other}` is registered as a basis, so it is in this list"),
    }
}

/// Checks fractals in which every octave displaces the finer ones by its slopes. There, slopes multiply from octave to octave,
/// and they have to stay in the range of single precision.
fn check_growth(args: &Args, fractal: &AnyFractal, layout: &Layout) -> Result<(), RecipeError> {
    /// About how much a displacement of one cell stretches the ground: |∇(n·∇n)| for a noise n.
    const STRETCH: f64 = 8.0;
    /// The range of single precision is 1e38; products with other slopes need room.
    const MOST: f64 = 1e28;
    let (mut amplitude, mut growth, mut finer) = (1.0, 1.0, 1.0);
    let count = if let Count::Exactly(count) = layout.count { count } else { MAX_OCTAVES };
    for index in 0..count {
        growth *= match fractal {
            AnyFractal::Swiss(swiss) => 1.0 + STRETCH * swiss.warp.abs() * amplitude * finer,
            AnyFractal::Jordan(jordan) => {
                (1.0 + STRETCH * jordan.warp0.abs().max(jordan.warp.abs())) / layout.lacunarity
            }
            _ => return Ok(()),
        };
        let steepest = growth * (amplitude * finer / layout.wavelength).max(1.0);
        if steepest > MOST {
            let message = format!("slopes grow without bound by octave {}", index + 1);
            let help = "use a smaller `warp`, a smaller gain or fewer octaves";
            return Err(args.error("warp", message, help));
        }
        amplitude *= layout.roughness.gain(index, layout.lacunarity);
        finer *= layout.lacunarity;
        if layout.count == Count::Auto && layout.wavelength / finer < 2.0 * layout.spacing {
            break;
        }
    }
    Ok(())
}

/// How amplitudes decrease from octave to octave. A recipe sets this in one of three ways.
fn roughness(args: &Args) -> Result<Roughness, RecipeError> {
    let hurst = args.optional_number("hurst");
    let pair = args.roughness("roughness");
    match (hurst, pair) {
        (None, None) => Ok(Roughness::Gain(args.number("gain"))),
        (Some(hurst), None) if !args.given("gain") => Ok(Roughness::Hurst(hurst)),
        (None, Some((coarse, fine))) if !args.given("gain") => Ok(Roughness::Pair { coarse, fine }),
        _ => {
            let key = if pair.is_some() { "roughness" } else { "hurst" };
            let message = "the gain of the octaves is given twice";
            Err(args.error(key, message, "keep one of `gain`, `hurst` and `roughness`"))
        }
    }
}

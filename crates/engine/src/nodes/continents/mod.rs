//! `continents`: land and ocean floor.
//!
//! Heights on Earth have two modes, the ocean floor and the low land, because there are two kinds of crust. Here, heights are the
//! values of a fractal `n`, mapped by a curve that never falls:
//!
//! ```text
//! height = H(n(p)),     H = profile ∘ share,     share(n) = the part of the ground where the fractal is below n
//! ```
//!
//! `profile` is the inverse hypsographic curve: the height below which a given share of the ground lies. So heights are
//! distributed as `profile` says, for any fractal whose distribution is known. A single planet has room for a dozen continents,
//! too few for their distribution to be near the average over all seeds. So the distribution for this seed on this ground is
//! measured when the node is built (`measure`), from the octaves that contribute most.

mod measure;
mod warped_fbm;

use std::sync::Arc;

use orogen_noise::basis::{Basis, Perlin};
use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::placed::SampleLocation;

use super::curve::Curve;
use super::placed::{Laid, Shape};
use super::pointwise::Pointwise;
use super::{Built, Context, Node, plane};
use crate::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};
use warped_fbm::WarpedFbm;

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "continents",
    group: Group::Landform,
    summary: "continents, shelves and ocean floors, in metres",
    help: "Continents and oceans with the two levels around which heights on Earth cluster: an ocean floor \
           about `depth` below the sea, and mostly low land, most often `height` above the sea. A shelf \
           surrounds the land, and beyond it the ground falls to the ocean floor.\n\
           Exactly the share `land` of the ground is above the sea, which is at 0: the distribution of the \
           noise is measured for every seed, over the planet, or over the domain of a plane. A \
           displacement moves land about without changing this share much; `warp` is an internal \
           displacement that is included in the measurement.\n\
           Mountains are not included: add them, and rivers and ice. `curve` or `smoothstep` turn the \
           heights into masks: a `smoothstep` from -200 to 0 is 1 on land, and 0 where the sea is deeper \
           than 200 m.",
    source: "heights as measured by Kossinna, 1933, and Menard and Smith, 1966",
    outputs: &[],
    inputs: &[],
    params: &[
        ParamSpec::optional_number(
            "wavelength",
            1.0..=1e9,
            Unit::Metres,
            "wavelength of the coarsest octave: the approximate distance between continents; default: 1.1 \
             radii of a planet, or 0.6 of the domain's side",
        )
        .formerly(&["feature"]),
        ParamSpec::number("land", 0.29, 0.01..=0.99, Unit::None, "share of the ground above the sea"),
        ParamSpec::number("height", 450.0, 0.0..=1e5, Unit::Metres, "most common height of land above the sea"),
        ParamSpec::number("depth", 4200.0, 0.0..=1e5, Unit::Metres, "most common depth of the ocean floor below the sea"),
        ParamSpec::number("shelf", 0.08, 0.0..=0.5, Unit::None, "share of the sea that is shelf, less than a twentieth of `depth` deep"),
        ParamSpec::number("warp", 0.5, 0.0..=1.0, Unit::None, "how much coasts are stretched and bent"),
        ParamSpec::number("gain", 0.56, 0.3..=0.75, Unit::None, "amplitude of each octave divided by that of the one before; a larger gain makes more islands and bays"),
    ],
};

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let node = match D {
        2 => plane::of_dimension(of_dimension::<2>(context)?),
        _ => plane::of_dimension(of_dimension::<3>(context)?),
    };
    Ok(node.unwrap_or_else(|| unreachable!("grounds have two dimensions or three")))
}

fn of_dimension<const D: usize>(context: &Context<'_>) -> Built<D>
where
    Perlin: Basis<D>,
{
    let args = context.args;
    let ground = &context.ground;
    let room = ground.sphere.map_or(0.6 * ground.size, |sphere| 1.1 * sphere.radius());
    let wavelength = args.optional_number("wavelength").unwrap_or(room);
    if ground.tile {
        let help = "set `tile = false` in [domain]";
        return Err(args.error("wavelength", "continents do not repeat at the domain's edge", help));
    }
    let relief = |ground: &super::NodeDomain, coarse: bool| {
        WarpedFbm::new(ground, context.seed, wavelength, args.number("gain"), args.number("warp"), coarse)
    };
    let measured = measure::quantiles::<D>(&relief(ground, true), ground);
    let (relief, lattices) = relief(ground, false);
    let points = profile(context).map(|[share, height]| [measure::at(&measured, share), height]);
    let curve = Curve::through(&apart(points));
    Ok(Node::Placed(Arc::new(Laid::new(Continents { relief, curve }, lattices))))
}

/// The height in metres below which a share of the ground lies. The ocean's part is a simplified form of Menard and Smith's
/// curve: a shelf, a slope, a floor, most of which is within a tenth of `depth`, and trenches one and a half times as deep. Land
/// has a coastal plain and a most common height, and rises to three times that height.
fn profile(context: &Context<'_>) -> [[f64; 2]; 11] {
    let number = |name: &str| context.args.number(name);
    let (ocean, depth, height, shelf) =
        (1.0 - number("land"), number("depth"), number("height"), number("shelf"));
    let land = 1.0 - ocean;
    // `sea` counts shares of the sea from its deepest place, `dry` counts shares of the land from the coast.
    let sea = |share: f64, depths: f64| [ocean * share, -depths * depth];
    let dry = |share: f64, heights: f64| [ocean + land * share, heights * height];
    let floor = 1.0 - 1.2 * shelf - 0.12;
    [
        sea(0.0, 1.5),
        sea(0.03, 1.25),
        sea(0.2 * floor, 1.1),
        sea(0.85 * floor, 0.9),
        sea(floor, 0.7),
        sea(1.0 - shelf, 0.045),
        sea(1.0, 0.0),
        dry(0.22, 0.35),
        dry(0.8, 1.35),
        dry(0.95, 2.0),
        dry(1.0, 3.0),
    ]
}

/// The points, with strictly rising inputs. If an input is not at least 1e-4 above the one before, it is increased to that.
fn apart<const N: usize>(mut points: [[f64; 2]; N]) -> [[f64; 2]; N] {
    for k in 1..N {
        points[k][0] = points[k][0].max(points[k - 1][0] + 1e-4);
    }
    points
}

/// The values of the fractal `relief`, mapped by `curve`.
#[derive(Debug)]
struct Continents<const D: usize> {
    relief: WarpedFbm<D>,
    curve: Curve,
}

impl<const D: usize> Shape<D> for Continents<D>
where
    Perlin: Basis<D>,
{
    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, place: &SampleLocation<'_, L, D>, _inputs: [Jet<L::F, D>; 0]) -> Jet<L::F, D> {
        let relief = self.relief.jet(l, place);
        let curve = self.curve.taylor(l, [relief.v]);
        relief.chain(curve.v, curve.d[0], curve.dd[0][0])
    }

    fn interval(&self, _inputs: [Interval; 0]) -> Interval {
        self.curve.interval([Interval::new(-1.0, 1.0)])
    }
}

//! `transform`: a field that is moved, turned, scaled or mirrored.
//!
//! The content of the field at `q` appears at `p = c + m + R·M·s·(q − c)`: mirrored (`M`), scaled by `s`, turned (`R`) about the
//! point `c`, and moved by `m`. The field is evaluated at the inverse, `q = c + L·(p − c − m)` with `L = M·Rᵀ/s`. The gradient is
//! `Lᵀ∇f` and the Hessian is `LᵀHL`.

use std::sync::Arc;

use orogen_noise::each::each;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::Lanes;
use orogen_noise::lattice::Map;
use orogen_noise::placed::SampleLocation;

use super::placed::{Laid, Shape};
use super::reading::ReadingMap;
use super::{Built, Context, Node, NodeDomain, single};
use crate::frame::FrameMap;
use crate::planet::Sphere;
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec, Unit};
use crate::recipe::{Args, RecipeError};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "transform",
    group: Group::Modifier,
    summary: "a field that is moved, turned, scaled or mirrored",
    help: "The field appears mirrored, then scaled, then turned, then moved. Everything below it comes along: \
           displacements, pictures, erosion. It is scaled, turned and mirrored about the point `x`, `y`, by \
           default the centre of the domain. Values stay the same: to scale heights too, multiply the result. \
           `octaves = \"auto\"` and landforms follow the scale, so a field at half the scale has its finest \
           details where the samples can show them. It takes the time of noise whose lattices are rotated. On a planet, it \
           turns about an axis through the centre, and cannot move. In a domain that repeats, turn it by a \
           multiple of 90° and scale it by 1/2, 1/3 and so on.",
    source: "",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field")],
    params: &[
        ParamSpec::number("move_x", 0.0, -1e9..=1e9, Unit::Metres, "moves it along x"),
        ParamSpec::number("move_y", 0.0, -1e9..=1e9, Unit::Metres, "moves it along y, down the picture"),
        ParamSpec::number("move_z", 0.0, -1e9..=1e9, Unit::Metres, "moves it along z, in a space domain"),
        ParamSpec::number(
            "turn",
            0.0,
            -360.0..=360.0,
            Unit::Degrees,
            "turns it from x towards y: clockwise in the picture",
        ),
        ParamSpec::choice(
            "axis",
            "z",
            &[
                ("x", "from y towards z; in a space or on a planet"),
                ("y", "from z towards x; in a space or on a planet"),
                ("z", "from x towards y; on a planet, about the poles, eastwards"),
            ],
            "the axis it is turned about",
        ),
        ParamSpec::number("scale", 1.0, 1e-3..=1e3, Unit::None, "scales it: at 0.5 all features are half as wide"),
        ParamSpec::choice(
            "mirror",
            "none",
            &[
                ("none", "not mirrored"),
                ("x", "mirrored along x: left and right are swapped"),
                ("y", "mirrored along y: top and bottom are swapped"),
                ("z", "mirrored along z; in a space, or north and south of a planet"),
            ],
            "the axis along which it is mirrored",
        ),
        ParamSpec { help: "x of the point that it is turned about; default: the domain's centre", ..single::X },
        ParamSpec { help: "y of the point that it is turned about; default: the domain's centre", ..single::Y },
        ParamSpec::number(
            "z",
            0.0,
            -1e9..=1e9,
            Unit::Metres,
            "z of the point that it is turned about, in a space domain",
        ),
    ],
};

/// The field with derivatives with respect to the position before the map.
#[derive(Debug)]
struct Transformed<const D: usize> {
    linear: [[f64; D]; D],
}

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let linear = linear(context.args).linear;
    Ok(Node::Placed(Arc::new(Laid::new(Transformed::<D> { linear }, Vec::new()))))
}

impl<const D: usize> Shape<D, 1> for Transformed<D> {
    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, _place: &SampleLocation<'_, L, D>, [input]: [Jet<L::F, D>; 1]) -> Jet<L::F, D> {
        input.through_matrix(&each!(i => each!(j => l.lit(self.linear[i][j]))))
    }

    fn interval(&self, [input]: [Interval; 1]) -> Interval {
        input
    }
}

/// The map from positions to those where the input is read, and the ground there.
pub(super) fn reading<const D: usize>(context: &Context<'_>) -> Result<ReadingMap<D>, RecipeError> {
    let args = context.args;
    check_axes::<D>(args)?;
    let [x, y] = if context.ground.sphere.is_some() {
        check_centred(args)?;
        [0.0; 2]
    } else {
        single::centre(context)?
    };
    let mut map = linear::<D>(args);
    check_tile(context, &map)?;
    let matrix = Map { matrix: map.linear, offset: [0.0; D] };
    let part = |name: &str| args.number(name);
    let (centre, moved) = ([x, y, part("z")], [part("move_x"), part("move_y"), part("move_z")]);
    let mapped = |point: [f64; 3]| matrix.linear_part(&std::array::from_fn(|axis| point[axis]));
    let (fixed, moved) = (mapped(centre), mapped(moved));
    // A field that is only moved is moved exactly: then `centre - fixed` is 0.
    map.offset = std::array::from_fn(|axis| (centre[axis] - fixed[axis]) - moved[axis]);
    Ok(ReadingMap { map, ground: ground(context)? })
}

/// The linear part of the map and its inverse.
fn linear<const D: usize>(args: &Args) -> FrameMap<D> {
    let (finer, [sin, cos]) = (finer(args), turn(args.number("turn")));
    // The plane that is turned, and its axis.
    let [i, j] = [[1, 2], [2, 0], [0, 1]][axis(args.choice("axis")).unwrap_or(2)];
    let mut turned = Map::<D>::identity().matrix;
    if i < D && j < D {
        (turned[i][i], turned[i][j], turned[j][i], turned[j][j]) = (cos, -sin, sin, cos);
    }
    let mirror = axis(args.choice("mirror"));
    let sign = |axis: usize| if mirror == Some(axis) { -1.0 } else { 1.0 };
    FrameMap {
        linear: std::array::from_fn(|i| std::array::from_fn(|j| sign(i) * turned[j][i] * finer)),
        inverse: std::array::from_fn(|i| std::array::from_fn(|j| sign(j) * turned[i][j] / finer)),
        offset: [0.0; D],
    }
}

/// The factor by which features get finer. It is whole if the scale is the rounded result of an expression such as `1 / 49`.
fn finer(args: &Args) -> f64 {
    let finer = 1.0 / args.number("scale");
    if (finer - finer.round()).abs() <= 1e-9 * finer { finer.round() } else { finer }
}

/// The sine and cosine of an angle in degrees. Those of quarter turns are exact.
fn turn(degrees: f64) -> [f64; 2] {
    let quarters = degrees / 90.0;
    if quarters.fract() == 0.0 {
        return [[0.0, 1.0], [1.0, 0.0], [0.0, -1.0], [-1.0, 0.0]][quarters.rem_euclid(4.0) as usize];
    }
    libm::sincos(degrees.to_radians()).into()
}

/// The number of an axis.
fn axis(name: &str) -> Option<usize> {
    ["x", "y", "z"].iter().position(|axis| *axis == name)
}

/// A plane has no third axis.
fn check_axes<const D: usize>(args: &Args) -> Result<(), RecipeError> {
    if D > 2 {
        return Ok(());
    }
    let named = |key, is_wrong: bool| is_wrong.then_some(key);
    let wrong = named("axis", args.choice("axis") != "z")
        .or_else(|| named("mirror", args.choice("mirror") == "z"))
        .or_else(|| named("move_z", args.number("move_z") != 0.0));
    wrong.map_or(Ok(()), |key| {
        let help = format!("remove `{key}`, or set `kind = \"space\"` in [domain]");
        Err(args.error(key, "a plane has no third axis", help))
    })
}

/// What lies on a planet stays on it only if it is turned, mirrored and scaled about the centre.
fn check_centred(args: &Args) -> Result<(), RecipeError> {
    for key in ["move_x", "move_y", "move_z"] {
        if args.number(key) != 0.0 {
            let message = "a field of a planet cannot be moved away from the planet's centre";
            return Err(args.error(key, message, "turn it instead: `turn`, about `axis`"));
        }
    }
    match ["x", "y", "z"].into_iter().find(|key| args.given(key)) {
        None => Ok(()),
        Some(key) => {
            let message = "a field of a planet is turned about the planet's centre";
            Err(args.error(key, message, format!("remove `{key}`")))
        }
    }
}

/// A domain repeats only if the map takes its periods to periods: then the linear part has whole numbers only.
fn check_tile<const D: usize>(context: &Context<'_>, map: &FrameMap<D>) -> Result<(), RecipeError> {
    let args = context.args;
    if !context.ground.tile || map.linear.iter().flatten().all(|number| number.fract() == 0.0) {
        return Ok(());
    }
    if (args.number("turn") / 90.0).fract() != 0.0 {
        let message = "a turned field does not repeat at the domain's edge";
        return Err(args.error("turn", message, "use a multiple of 90°, or set `tile = false` in [domain]"));
    }
    let message = "a field at this scale does not repeat at the domain's edge";
    let help = "use 1 divided by a whole number, such as 0.5, or set `tile = false` in [domain]";
    Err(args.error("scale", message, help))
}

/// The ground below the map. Samples are as far apart there as they are in the field.
fn ground(context: &Context<'_>) -> Result<NodeDomain, RecipeError> {
    let (args, ground) = (context.args, context.ground);
    let finer = finer(args);
    let below = NodeDomain {
        spacing: ground.spacing * finer,
        finest: ground.finest.map(|finest| finest * finer),
        ..ground
    };
    let Some(sphere) = ground.sphere else { return Ok(below) };
    let sphere = Sphere::new(sphere.radius() * finer).map_err(|error| {
        args.error("scale", format!("the planet as the field sees it: {error}"), "use a scale closer to 1")
    })?;
    Ok(NodeDomain { sphere: Some(sphere), size: ground.size * finer, ..below })
}

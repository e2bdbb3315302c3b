//! Measures the distribution of the fractal's values over the ground: in double precision and on one lane, so that the bits
//! are the same on every machine.

use orogen_noise::basis::{Basis, Perlin};
use orogen_noise::jet::Order;
use orogen_noise::lattice::Map;
use orogen_noise::level::Level;
use orogen_noise::rows::{Rows, STRIP};

use super::super::inputs::Inputs;
use super::super::placed::{Kernel, Laid, Samples, columns, rows};
use super::super::NodeDomain;
use super::warped_fbm::WarpedFbm;

/// Number of evenly spread places that are measured. A few hundred of them fall on each continent, so shares of land are accurate
/// to 0.005.
const PLACES: usize = 4096;

/// The sorted values of a fractal at places spread over the ground. They are computed in double precision and on one lane, so
/// that they have the same bits on every machine.
pub(super) fn quantiles<const D: usize>((relief, maps): &(WarpedFbm<D>, Vec<Map<D>>), ground: &NodeDomain) -> Vec<f64>
where
    Perlin: Basis<D>,
{
    let laid = Laid::new(relief.clone(), maps.clone());
    let places: Vec<[f64; D]> = (0..PLACES).map(|k| place(k, ground)).collect();
    let (row, mut out) = (rows::<f64, D>(&laid, &[0.0; D]), Rows::<f64>::default());
    let mut values = Vec::with_capacity(PLACES);
    for strip in places.chunks(STRIP) {
        let columns = columns(&laid, strip);
        let samples = Samples { columns: &columns, rows: &row, len: strip.len(), shift: None, inputs: Inputs::none() };
        Kernel::<f64, D>::row(&laid, Level::best(), Order::Value, &samples, &mut out);
        values.extend_from_slice(&out.plane(0)[..strip.len()]);
    }
    values.sort_by(f64::total_cmp);
    values
}

/// Position `k` of a set that is evenly spread. On a sphere, positions follow a spiral from pole to pole, each a golden turn
/// after the one before (Swinbank and Purser, 2006). On a plane and in space, coordinate `i` (from 1) is the fractional part of
/// `0.5 + k·g⁻ⁱ` times the domain's size, where gᴰ⁺¹ = g + 1 (Roberts, 2018).
fn place<const D: usize>(k: usize, ground: &NodeDomain) -> [f64; D] {
    const PLANE: [f64; 3] = [0.754_877_666_246_692_8, 0.569_840_290_998_053_3, 0.0];
    const SPACE: [f64; 3] = [0.819_172_513_396_164_4, 0.671_043_606_703_789, 0.549_700_477_901_970_1];
    const TURN: f64 = 0.618_033_988_749_894_9;
    let Some(sphere) = ground.sphere else {
        let steps = if D == 2 { PLANE } else { SPACE };
        return std::array::from_fn(|axis| ground.size * (0.5 + k as f64 * steps[axis]).fract());
    };
    let z = 1.0 - (2 * k + 1) as f64 / PLACES as f64;
    let (sin, cos) = libm::sincos(std::f64::consts::TAU * (k as f64 * TURN).fract());
    let across = (1.0 - z * z).sqrt();
    let direction = [across * cos, across * sin, z];
    std::array::from_fn(|axis| sphere.radius() * direction[axis])
}

/// The value below which a share of the values lies.
pub(super) fn at(sorted: &[f64], share: f64) -> f64 {
    let along = share.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let (before, part) = (along.floor(), along.fract());
    let next = sorted[(before as usize + 1).min(sorted.len() - 1)];
    sorted[before as usize] + part * (next - sorted[before as usize])
}

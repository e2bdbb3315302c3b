//! A noise from the names and numbers of Python.

use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::{
    AnyFractal, Billow, Damped, Fbm, HybridMultifractal, Jordan, Ridged, RidgedMultifractal, Ridges, Swiss,
};
use orogen_noise::octaves::MAX_OCTAVES;
use orogen_noise::{
    Cellular, Count, Fade, Hermite, ImprovedPerlin, Layout, Metric, Output, Perlin, Roughness, Simplex,
    Value, White,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::argument;

/// The octaves.
pub(super) fn layout(parameters: &Bound<'_, PyDict>) -> PyResult<Layout> {
    let number = |name, range| number(parameters, name, range);
    let seed: u64 = match parameters.get_item("seed")? {
        Some(seed) => seed.extract().map_err(|_| {
            let help = "give a whole number from 0 to 2^64 - 1";
            argument(parameters.py(), format!("{seed} is not a seed"), help)
        })?,
        None => 0,
    };
    let octaves = number("octaves", [1.0, MAX_OCTAVES.into()])?.unwrap_or(8.0);
    if octaves.fract() != 0.0 {
        return Err(argument(parameters.py(), format!("octaves cannot be {octaves}"), "give a whole number"));
    }
    let roughness = match number("hurst", [0.0, 10.0])? {
        Some(hurst) => Roughness::Hurst(hurst),
        None => Roughness::Gain(number("gain", [0.0, 10.0])?.unwrap_or(0.5)),
    };
    Ok(Layout {
        count: Count::Exactly(octaves as u32),
        lacunarity: number("lacunarity", [1.0 + f64::EPSILON, 8.0])?.unwrap_or(2.0),
        roughness,
        rotation: number("rotation", [-360.0, 360.0])?.unwrap_or(0.0),
        scatter: true,
        tile: number("tile", [1e-6, 1e9])?,
        ..Layout::single(seed, number("wavelength", [1e-6, 1e9])?.unwrap_or(100.0))
    })
}

/// The basis of a table such as `{"type": "cellular", "jitter": 0.9}`.
pub(super) fn basis(table: &Bound<'_, PyDict>, seed: u64) -> PyResult<AnyBasis> {
    let word = |key: &str, usual: &str| -> PyResult<String> {
        table.get_item(key)?.map_or_else(|| Ok(usual.to_owned()), |word| word.extract())
    };
    let unknown = |key: &str, word: &str, known: &str| {
        argument(table.py(), format!("{word:?} is not a {key} of a basis"), &format!("give {known}"))
    };
    let name = word("type", "perlin")?;
    let basis = match &*name {
        "hermite" => Hermite.into(),
        "perlin" => Perlin.into(),
        "improved-perlin" => ImprovedPerlin::seeded(seed).into(),
        "simplex" => Simplex.into(),
        "white" => White.into(),
        "value" => {
            let fade = match &*word("fade", "quintic")? {
                "quintic" => Fade::Quintic,
                "cubic" => Fade::Cubic,
                other => return Err(unknown("fade", other, "\"quintic\" or \"cubic\"")),
            };
            Value { fade }.into()
        }
        "cellular" => {
            let output = match &*word("output", "f1")? {
                "f1" => Output::F1,
                "f2" => Output::F2,
                "f2-f1" => Output::F2MinusF1,
                other => return Err(unknown("output", other, "\"f1\", \"f2\" or \"f2-f1\"")),
            };
            let metric = match &*word("metric", "euclidean")? {
                "euclidean" => Metric::Euclidean,
                "squared" => Metric::Squared,
                "manhattan" => Metric::Manhattan,
                "chebyshev" => Metric::Chebyshev,
                other => {
                    let known = "\"euclidean\", \"squared\", \"manhattan\" or \"chebyshev\"";
                    return Err(unknown("metric", other, known));
                }
            };
            let jitter = number(table, "jitter", [0.0, 1.0])?.unwrap_or(1.0);
            Cellular { output, metric, jitter }.into()
        }
        other => {
            let known = "hermite, perlin, improved-perlin, simplex, value, cellular or white";
            return Err(unknown("type", other, known));
        }
    };
    check_keys(table, &name)?;
    Ok(basis)
}

/// Refuses keys that a basis does not have.
fn check_keys(table: &Bound<'_, PyDict>, basis: &str) -> PyResult<()> {
    let own: &[&str] = match basis {
        "value" => &["fade"],
        "cellular" => &["output", "metric", "jitter"],
        _ => &[],
    };
    for key in table.keys() {
        let key: String = key.extract()?;
        if key != "type" && !own.contains(&&*key) {
            let help = if own.is_empty() { "none".to_owned() } else { own.join(", ") };
            let message = format!("the basis {basis} has no parameter {key}");
            return Err(argument(table.py(), message, &format!("it has {help}")));
        }
    }
    Ok(())
}

/// The fractal of a name, with its own numbers.
pub(super) fn fractal(py: Python<'_>, name: &str, parameters: &Bound<'_, PyDict>) -> PyResult<AnyFractal> {
    let or = |name, usual: f64| Ok::<_, PyErr>(number(parameters, name, [-100.0, 100.0])?.unwrap_or(usual));
    Ok(match name {
        "Fbm" => Fbm.into(),
        "Billow" => Billow.into(),
        "Ridged" => Ridged.into(),
        "Ridges" => Ridges.into(),
        "RidgedMultifractal" => {
            let RidgedMultifractal { offset, sharpness } = RidgedMultifractal::default();
            RidgedMultifractal { offset: or("offset", offset)?, sharpness: or("sharpness", sharpness)? }
                .into()
        }
        "HybridMultifractal" => {
            HybridMultifractal { offset: or("offset", HybridMultifractal::default().offset)? }.into()
        }
        "Damped" => Damped { damping: or("damping", Damped::default().damping)? }.into(),
        "Swiss" => Swiss { warp: or("warp", Swiss::default().warp)? }.into(),
        "Jordan" => {
            let usual = Jordan::default();
            Jordan {
                gain1: or("gain1", usual.gain1)?,
                warp0: or("warp0", usual.warp0)?,
                warp: or("warp", usual.warp)?,
                damp0: or("damp0", usual.damp0)?,
                damp: or("damp", usual.damp)?,
                damp_scale: or("damp_scale", usual.damp_scale)?,
            }
            .into()
        }
        other => return Err(argument(py, format!("there is no fractal {other}"), "see orogen.noise")),
    })
}

fn number(table: &Bound<'_, PyDict>, name: &str, [least, most]: [f64; 2]) -> PyResult<Option<f64>> {
    let Some(value) = table.get_item(name)?.filter(|value| !value.is_none()) else { return Ok(None) };
    let number: f64 = value.extract()?;
    if (least..=most).contains(&number) {
        return Ok(Some(number));
    }
    let message = format!("{name} cannot be {number}");
    Err(argument(table.py(), message, &format!("give a number from {least} to {most}")))
}

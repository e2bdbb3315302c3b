//! The figures, for people and for programs.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};

use super::relief::Relief;
use super::spectrum::Spectrum;
use super::statistics::{PERCENTS, Statistics, quantile};

/// The figures as a table.
pub(crate) fn text(relief: &Relief, statistics: &Statistics, spectrum: Option<&Spectrum>) -> String {
    let unit = if relief.scale.is_some() { " m" } else { "" };
    let digits = if relief.scale.is_some() { 2 } else { 5 };
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        // Writing to a string cannot fail.
        _ = writeln!(text, "{name:18} {value}");
    };
    line("terrain", relief.name.clone());
    line("samples", format!("{} × {}", relief.columns, relief.rows));
    match &relief.scale {
        Some(scale) => line("spacing", format!("{:.6} m", scale.spacing)),
        None => line("scale", "not known: 0 is black, 1 is white, and there are no slopes".to_owned()),
    }
    let height = |value: f64| format!("{value:.digits$}{unit}");
    line("lowest", height(statistics.min()));
    line("highest", height(statistics.max()));
    line("mean", height(statistics.mean));
    line("deviation", height(statistics.deviation));
    for percent in PERCENTS {
        let value = quantile(&statistics.heights, f64::from(percent) / 100.0);
        line(&format!("{percent} % lie below"), height(value));
    }
    let integral = statistics.hypsometric_integral();
    line("hypsometric int.", integral.map_or("none: flat".to_owned(), |integral| format!("{integral:.3}")));
    if let (Some(scale), false) = (&relief.scale, statistics.degrees.is_empty()) {
        let degrees = |share: f64| quantile(&statistics.degrees, share);
        let (median, steep, steepest) = (degrees(0.5), degrees(0.95), degrees(1.0));
        let mean = statistics.mean_degrees;
        let how = if scale.exact { "exact" } else { "from differences of heights" };
        line(
            "slope",
            format!(
                "mean {mean:.1}°, median {median:.1}°, 95 % below {steep:.1}°, steepest {steepest:.1}°, {how}"
            ),
        );
    }
    let beta = spectrum.map(|spectrum| format!("power ~ wavelength^β, β = {:.2}", spectrum.beta));
    line("spectrum", beta.unwrap_or_else(|| "none: too small or flat".to_owned()));
    line("not a number", format!("{:.3} % of the samples", 100.0 * statistics.not_finite));
    text
}

/// The figures for programs.
pub(crate) fn facts(
    relief: &Relief,
    statistics: &Statistics,
    spectrum: Option<&Spectrum>,
    plots: Option<&Path>,
) -> Value {
    let percentiles = |sorted: &[f32]| -> Value {
        let each = PERCENTS
            .map(|percent| (percent.to_string(), json!(quantile(sorted, f64::from(percent) / 100.0))));
        Value::Object(each.into_iter().collect())
    };
    let slope = (!statistics.degrees.is_empty()).then(|| {
        json!({
            "mean": statistics.mean_degrees,
            "max": quantile(&statistics.degrees, 1.0),
            "percentiles": percentiles(&statistics.degrees),
            "exact": relief.scale.as_ref().is_some_and(|scale| scale.exact),
        })
    });
    json!({
        "name": relief.name,
        "width": relief.columns,
        "height": relief.rows,
        "metres_per_sample": relief.scale.as_ref().map(|scale| scale.spacing),
        "heights": {
            "min": statistics.min(),
            "max": statistics.max(),
            "mean": statistics.mean,
            "standard_deviation": statistics.deviation,
            "percentiles": percentiles(&statistics.heights),
            "hypsometric_integral": statistics.hypsometric_integral(),
            "share_not_finite": statistics.not_finite,
        },
        "slope_degrees": slope,
        "spectral_slope": spectrum.map(|spectrum| spectrum.beta),
        "plots": plots.map(|path| path.display().to_string()),
    })
}

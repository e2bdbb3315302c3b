//! The statistics as text and as JSON.

use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

use super::drainage::Drained;
use super::height_field::HeightField;
use super::spectrum::Spectrum;
use super::statistics::{PERCENTS, Statistics, quantile};

/// The statistics as a table.
pub(crate) fn text(
    field: &HeightField,
    statistics: &Statistics,
    spectrum: Option<&Spectrum>,
    drained: &Drained,
) -> String {
    let unit = if field.scale.is_some() { " m" } else { "" };
    let digits = if field.scale.is_some() { 2 } else { 5 };
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        // Writing to a string cannot fail.
        _ = writeln!(text, "{name:18} {value}");
    };
    line("terrain", field.name.clone());
    line("samples", format!("{} × {}", field.columns, field.rows));
    match &field.scale {
        Some(scale) => line("spacing", format!("{:.6} m", scale.spacing)),
        None => line("scale", "unknown: 0 is black, 1 is white; no slopes".to_owned()),
    }
    let height = |value: f64| format!("{value:.digits$}{unit}");
    line("lowest", height(statistics.min()));
    line("highest", height(statistics.max()));
    line("mean", height(statistics.mean));
    line("deviation", height(statistics.deviation));
    for percent in PERCENTS {
        let value = quantile(&statistics.heights, f64::from(percent) / 100.0);
        line(&format!("{percent} % below"), height(value));
    }
    let integral = statistics.hypsometric_integral();
    line(
        "hypsometric int.",
        integral.map_or("none: flat terrain".to_owned(), |integral| format!("{integral:.3}")),
    );
    if let (Some(scale), false) = (&field.scale, statistics.degrees.is_empty()) {
        let degrees = |share: f64| quantile(&statistics.degrees, share);
        let (median, steep, steepest) = (degrees(0.5), degrees(0.95), degrees(1.0));
        let mean = statistics.mean_degrees;
        let how = if scale.exact { "exact" } else { "from finite differences" };
        line(
            "slope",
            format!(
                "mean {mean:.1}°, median {median:.1}°, 95 % below {steep:.1}°, steepest {steepest:.1}°, {how}"
            ),
        );
    }
    let beta = spectrum.map(|spectrum| format!("power ~ wavelength^β, β = {:.2}", spectrum.beta));
    line("spectrum", beta.unwrap_or_else(|| "none: terrain too small or flat".to_owned()));
    for (name, value) in drained.lines() {
        line(name, value);
    }
    line("not a number", format!("{:.3} % of the samples", 100.0 * statistics.not_finite));
    text
}

/// The statistics as JSON.
pub(crate) fn json(
    field: &HeightField,
    statistics: &Statistics,
    spectrum: Option<&Spectrum>,
    drained: &Drained,
    plots: Option<&Path>,
) -> Value {
    let percentiles = |sorted: &[f32]| -> Value {
        let each = PERCENTS.map(|percent| {
            (percent.to_string(), serde_json::json!(quantile(sorted, f64::from(percent) / 100.0)))
        });
        Value::Object(each.into_iter().collect())
    };
    let slope = (!statistics.degrees.is_empty()).then(|| {
        serde_json::json!({
            "mean": statistics.mean_degrees,
            "max": quantile(&statistics.degrees, 1.0),
            "percentiles": percentiles(&statistics.degrees),
            "exact": field.scale.as_ref().is_some_and(|scale| scale.exact),
        })
    });
    serde_json::json!({
        "name": field.name,
        "width": field.columns,
        "height": field.rows,
        "metres_per_sample": field.scale.as_ref().map(|scale| scale.spacing),
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
        "drainage": drained.json(),
        "plots": plots.map(|path| path.display().to_string()),
    })
}

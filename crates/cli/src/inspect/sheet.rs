//! The plots of a terrain on one sheet.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::axes::{Length, height_title, power_of_ten, tick, with_margin};
use super::drainage::Drained;
use super::height_field::HeightField;
use super::spectrum::Spectrum;
use super::statistics::{Statistics, histogram, quantile};
use crate::failure::Failure;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type DrawResult = Result<(), Box<dyn Error>>;

const SIZE: (u32, u32) = (1240, 1500);
/// Height of the title in pixels.
const TITLE: u32 = 76;
/// Height of the four square plots in pixels. The two profiles share the rest of the sheet.
const SQUARES: u32 = 780;

const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(0x2b, 0x2f, 0x36);
const FAINT: RGBColor = RGBColor(0x6b, 0x72, 0x80);
const EARTH: RGBColor = RGBColor(0x9a, 0x6b, 0x3f);
const SLOPE: RGBColor = RGBColor(0x3f, 0x7d, 0x58);
const WAVE: RGBColor = RGBColor(0x2f, 0x6d, 0xa8);
const FIT: RGBColor = RGBColor(0xc2, 0x41, 0x2d);

/// Draws all plots, as the text of an SVG.
pub(crate) fn draw(
    field: &HeightField,
    statistics: &Statistics,
    spectrum: Option<&Spectrum>,
    drained: &Drained,
) -> Result<String, Failure> {
    let mut svg = String::new();
    let mut sheet = || -> DrawResult {
        let sheet = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        sheet.fill(&WHITE)?;
        let (title, plots) = sheet.split_vertically(TITLE);
        let (squares, bottom) = plots.split_vertically(SQUARES);
        let squares = squares.split_evenly((2, 2));
        heading(&title, field, statistics)?;
        heights(&squares[0], field, statistics)?;
        hypsometric(&squares[1], field, statistics)?;
        slopes(&squares[2], statistics)?;
        waves(&squares[3], field, spectrum)?;
        let profiles = bottom.split_evenly((2, 1));
        profile(&profiles[0], field, statistics)?;
        rivers(&profiles[1], field, drained)?;
        Ok(sheet.present()?)
    };
    sheet().map_err(|error| Failure::job(format!("cannot draw the plots: {error}"), ""))?;
    Ok(svg)
}

fn heading(area: &Area<'_>, field: &HeightField, statistics: &Statistics) -> DrawResult {
    let unit = if field.scale.is_some() { " m" } else { "" };
    let (min, max) = (statistics.min(), statistics.max());
    let decimals = if max - min >= 100.0 { 0 } else { 3 };
    let range = format!("{min:.decimals$} to {max:.decimals$}{unit}");
    let spacing = field.scale.as_ref().map(|scale| format!(", {} m apart", tick_of(scale.spacing)));
    let facts = format!("{} × {} samples{}, {range}", field.columns, field.rows, spacing.unwrap_or_default());
    area.draw(&Text::new(field.name.clone(), (24, 18), (FONT, 28).into_font().color(&INK)))?;
    area.draw(&Text::new(facts, (24, 52), (FONT, 16).into_font().color(&FAINT)))?;
    Ok(())
}

/// A number with about four significant digits.
fn tick_of(value: f64) -> String {
    let decimals = if value.abs() >= 1000.0 {
        0
    } else if value.abs() >= 10.0 {
        1
    } else {
        4
    };
    tick(format!("{value:.decimals$}").parse().unwrap_or(value))
}

/// A chart with the margins, title and axes of all plots.
fn chart<'a, 'b>(area: &'a Area<'b>, title: &str) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let mut chart = ChartBuilder::on(area);
    chart
        .caption(title, (FONT, 19).into_font().color(&INK))
        .margin(14)
        .margin_right(26)
        .x_label_area_size(46)
        .y_label_area_size(74);
    chart
}

/// Writes the reason in place of a plot that cannot be drawn.
fn empty(area: &Area<'_>, title: &str, why: &str) -> DrawResult {
    let (width, height) = area.dim_in_pixel();
    area.draw(&Text::new(title.to_owned(), (24, 16), (FONT, 19).into_font().color(&INK)))?;
    let middle = (width as i32 / 2 - 4 * why.len() as i32, height as i32 / 2);
    area.draw(&Text::new(why.to_owned(), middle, (FONT, 16).into_font().color(&FAINT)))?;
    Ok(())
}

macro_rules! mesh {
    ($chart:expr, $x:expr, $y:expr, $x_tick:expr, $y_tick:expr) => {
        $chart
            .configure_mesh()
            .x_desc($x)
            .y_desc($y)
            .x_label_formatter(&|value| $x_tick(*value))
            .y_label_formatter(&|value| $y_tick(*value))
            .label_style((FONT, 14).into_font().color(&INK))
            .axis_desc_style((FONT, 15).into_font().color(&FAINT))
            .axis_style(FAINT)
            .bold_line_style(INK.mix(0.10))
            .light_line_style(TRANSPARENT)
            .x_labels(8)
            .y_labels(7)
            .draw()?
    };
}

/// The outline of a histogram with bars of equal width from `from` to `to`.
fn steps(shares: &[f64], from: f64, to: f64) -> Vec<(f64, f64)> {
    let edge = |bin: usize| from + (to - from) * bin as f64 / shares.len() as f64;
    shares.iter().enumerate().flat_map(|(bin, &share)| [(edge(bin), share), (edge(bin + 1), share)]).collect()
}

fn bars(
    area: &Area<'_>,
    title: &str,
    x: &str,
    y: &str,
    outline: Vec<(f64, f64)>,
    colour: RGBColor,
) -> DrawResult {
    let (from, to) = (outline[0].0, outline[outline.len() - 1].0);
    let top = outline.iter().map(|point| point.1).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let mut chart = chart(area, title).build_cartesian_2d(from..to, 0.0..1.06 * top)?;
    mesh!(chart, x, y, tick, tick);
    chart
        .draw_series(AreaSeries::new(outline, 0.0, colour.mix(0.35)).border_style(colour.stroke_width(1)))?;
    Ok(())
}

fn heights(area: &Area<'_>, field: &HeightField, statistics: &Statistics) -> DrawResult {
    const BINS: usize = 100;
    let (mut from, mut to) = (statistics.min(), statistics.max());
    if from == to {
        (from, to) = (from - 0.5, to + 0.5);
    }
    let shares: Vec<_> =
        histogram(&statistics.heights, from, to, BINS).iter().map(|share| 100.0 * share).collect();
    let y = format!("area, % per {} {}", tick_of((to - from) / BINS as f64), unit_of_height(field));
    bars(area, "Heights", height_title(field), &y, steps(&shares, from, to), EARTH)
}

fn unit_of_height(field: &HeightField) -> &'static str {
    if field.scale.is_some() { "m" } else { "of the range" }
}

fn hypsometric(area: &Area<'_>, field: &HeightField, statistics: &Statistics) -> DrawResult {
    const POINTS: usize = 200;
    let range = with_margin(statistics.min(), statistics.max());
    let floor = range.start;
    let title = match statistics.hypsometric_integral() {
        Some(integral) => format!("Hypsometric curve, integral {integral:.2}"),
        None => "Hypsometric curve".to_owned(),
    };
    let mut chart = chart(area, &title).build_cartesian_2d(0.0..100.0, range)?;
    mesh!(chart, "area above, %", height_title(field), tick, tick);
    let curve = (0..=POINTS).map(|i| {
        let share = i as f64 / POINTS as f64;
        (100.0 * share, quantile(&statistics.heights, 1.0 - share))
    });
    chart.draw_series(AreaSeries::new(curve, floor, EARTH.mix(0.35)).border_style(EARTH.stroke_width(2)))?;
    Ok(())
}

fn slopes(area: &Area<'_>, statistics: &Statistics) -> DrawResult {
    if statistics.degrees.is_empty() {
        return empty(area, "Slopes", "unknown without a scale");
    }
    // One bar per degree, up to the steepest slope.
    let steepest = quantile(&statistics.degrees, 1.0).ceil().clamp(5.0, 90.0);
    let shares: Vec<_> = histogram(&statistics.degrees, 0.0, steepest, steepest as usize)
        .iter()
        .map(|share| 100.0 * share)
        .collect();
    let title = format!("Slopes, median {:.0}°", quantile(&statistics.degrees, 0.5));
    bars(area, &title, "slope, degrees", "area, % per degree", steps(&shares, 0.0, steepest), SLOPE)
}

fn waves(area: &Area<'_>, field: &HeightField, spectrum: Option<&Spectrum>) -> DrawResult {
    let Some(spectrum) = spectrum else {
        return empty(area, "Radial spectrum", "the terrain is too small or flat");
    };
    let least = |index: usize| spectrum.rings.iter().map(|ring| ring[index]).fold(f64::INFINITY, f64::min);
    let most = |index: usize| spectrum.rings.iter().map(|ring| ring[index]).fold(0.0, f64::max);
    let (x, y) = (least(0) * 0.9..most(0) * 1.1, least(1) * 0.5..most(1) * 2.0);
    let title = format!("Radial spectrum, power ~ wavelength^β, β = {:.2}", spectrum.beta);
    let (x_title, y_title) = match field.scale {
        Some(_) => ("wavelength, m", "power density, m⁴"),
        None => ("wavelength, samples", "power density"),
    };
    let fit = |wavelength: f64| (spectrum.log_offset + spectrum.beta * wavelength.ln()).exp();
    let ends = [least(0), most(0)].map(|wavelength| (wavelength, fit(wavelength)));
    let mut chart = chart(area, &title).build_cartesian_2d(x.log_scale(), y.log_scale())?;
    mesh!(chart, x_title, y_title, tick, power_of_ten);
    chart.draw_series(DashedLineSeries::new(ends, 7, 5, FIT.stroke_width(1)))?;
    let points = || spectrum.rings.iter().map(|&[wavelength, power]| (wavelength, power));
    chart.draw_series(LineSeries::new(points(), WAVE.stroke_width(2)))?;
    chart.draw_series(points().map(|point| Circle::new(point, 2, WAVE.filled())))?;
    Ok(())
}

fn profile(area: &Area<'_>, field: &HeightField, statistics: &Statistics) -> DrawResult {
    const POINTS: usize = 2400;
    let spacing = field.scale.as_ref().map_or(1.0, |scale| scale.spacing);
    let reach = field.columns.saturating_sub(1).max(1) as f64 * spacing;
    let length = Length::along(field, reach);
    let row = &field.heights[field.rows / 2 * field.columns..][..field.columns];
    let points: Vec<_> = row
        .iter()
        .enumerate()
        .step_by(row.len().div_ceil(POINTS))
        .filter(|(_, height)| height.is_finite())
        .map(|(i, &height)| (i as f64 * spacing / length.size, f64::from(height)))
        .collect();
    let range = with_margin(statistics.min(), statistics.max());
    let floor = range.start;
    let mut chart =
        chart(area, "Profile along the middle row").build_cartesian_2d(0.0..reach / length.size, range)?;
    mesh!(chart, format!("along x, {}", length.unit), height_title(field), tick, tick);
    chart.draw_series(AreaSeries::new(points, floor, EARTH.mix(0.35)).border_style(EARTH.stroke_width(1)))?;
    Ok(())
}

/// The profiles of the largest rivers, from their sources to their mouths.
fn rivers(area: &Area<'_>, field: &HeightField, drained: &Drained) -> DrawResult {
    const TITLE: &str = "Profiles of the largest rivers";
    const POINTS: usize = 1200;
    const COLOURS: [RGBColor; 4] = [WAVE, FIT, SLOPE, EARTH];
    let profiles = match &drained.0 {
        Ok(drainage) if !drainage.profiles.is_empty() => &drainage.profiles,
        Ok(_) => return empty(area, TITLE, "no rivers"),
        Err(why) => return empty(area, TITLE, why),
    };
    let points = || profiles.iter().flatten();
    let reach = points()
        .map(|point| point[0])
        .fold(field.scale.as_ref().map_or(1.0, |scale| scale.spacing), f64::max);
    let lowest = points().map(|point| point[1]).fold(f64::INFINITY, f64::min);
    let highest = points().map(|point| point[1]).fold(f64::NEG_INFINITY, f64::max);
    let length = Length::along(field, reach);
    let mut chart =
        chart(area, TITLE).build_cartesian_2d(0.0..reach / length.size, with_margin(lowest, highest))?;
    mesh!(chart, format!("from the source, {}", length.unit), height_title(field), tick, tick);
    // The largest comes last, over the others.
    for (profile, colour) in profiles.iter().zip(COLOURS).rev() {
        let last = profile.len() - 1;
        let shown =
            profile.iter().enumerate().filter(|(i, _)| i % profile.len().div_ceil(POINTS) == 0 || *i == last);
        let line = shown.map(|(_, &[distance, height])| (distance / length.size, height));
        chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
    }
    Ok(())
}

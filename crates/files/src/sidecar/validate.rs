//! Checks the values of a `terrain.json`.

use std::fmt::Debug;

use crate::file_info::is_plain_name;
use crate::{FileInfo, ROWS, SixteenBit, TerrainInfo};

/// The first invalid value, and what is expected.
///
/// Anybody may have edited the file. Its values decide which files are opened, how much memory they take and what their
/// numbers mean, so no value is trusted.
pub(super) fn first_error(info: &TerrainInfo) -> Option<String> {
    let positive = |number: f64| number.is_finite() && number > 0.0;
    let (min, max) = (info.min_height, info.max_height);
    let checks = [
        check(is_hexadecimal(&info.recipe_hash), "recipe_hash", &info.recipe_hash, "a hash in hexadecimal"),
        check(
            ["plane", "space", "planet"].contains(&&*info.domain),
            "domain",
            &info.domain,
            "`plane`, `space` or `planet`",
        ),
        check(
            (info.domain == "planet") == info.planet.is_some(),
            "planet",
            inner(&info.planet),
            "present on a planet, and only there",
        ),
        info.planet.as_ref().and_then(|planet| {
            planet.first_error([info.width, info.height], info.metres_per_sample, &info.files)
        }),
        check(info.width > 0, "width", &info.width, "at least 1"),
        check(info.height > 0, "height", &info.height, "at least 1"),
        check(
            positive(info.metres_per_sample),
            "metres_per_sample",
            &info.metres_per_sample,
            "greater than 0",
        ),
        check(
            info.origin.iter().all(|metres| metres.is_finite()),
            "origin",
            &info.origin,
            "two finite numbers of metres",
        ),
        check(info.rows == ROWS, "rows", &info.rows, ROWS),
        check(min.is_finite(), "min_height", &min, "a number of metres"),
        check(max.is_finite() && max >= min, "max_height", &max, "at least `min_height`"),
        check(
            info.possible_heights.is_none_or(|[min, max]| min.is_finite() && max.is_finite() && min <= max),
            "possible_heights",
            inner(&info.possible_heights),
            "the lowest and the highest number of metres",
        ),
        check(
            info.tiles.is_none_or(|[across, down]| info.tiling(across, down).is_some()),
            "tiles",
            inner(&info.tiles),
            "two numbers that divide `width` - 1 and `height` - 1",
        ),
        info.sixteen_bit.as_ref().and_then(mapping_error),
        check(
            info.sea_level.is_none_or(f64::is_finite),
            "sea_level",
            inner(&info.sea_level),
            "a number of metres",
        ),
        check(info.period.is_none_or(positive), "period", inner(&info.period), "greater than 0"),
        check(
            !info.tileable || is_one_period(info),
            "tileable",
            &true,
            "false unless both sides are one `period`",
        ),
    ];
    let mut names: Vec<_> = info.files.iter().map(|file| file.name.as_str()).collect();
    names.sort_unstable();
    let duplicate = names.windows(2).find(|pair| pair[0] == pair[1]);
    let duplicate = duplicate.map(|pair| format!("`files` lists `{}` twice", pair[0]));
    let outside = |file: &FileInfo| match (file.tile, info.tiles) {
        (Some([column, row]), Some([across, down])) => column >= across || row >= down,
        (tile, _) => tile.is_some(),
    };
    let outside = info.files.iter().find(|file| outside(file));
    let outside = outside.map(|file| format!("`tile` of `{}` is outside the `tiles`", file.name));
    let error = checks.into_iter().flatten().next();
    error.or_else(|| info.files.iter().find_map(file_error)).or(duplicate).or(outside)
}

fn check(is_valid: bool, key: &str, found: &dyn Debug, expected: &str) -> Option<String> {
    (!is_valid).then(|| format!("`{key}` is {found:?}, but must be {expected}"))
}

/// The value of an optional entry for a message.
fn inner<T: Debug>(entry: &Option<T>) -> &dyn Debug {
    entry.as_ref().map_or(&"absent", |value| value)
}

fn is_hexadecimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether both sides are one period. Spacings are quotients, so compare up to rounding.
fn is_one_period(info: &TerrainInfo) -> bool {
    let Some(period) = info.period else { return false };
    let is_period = |samples: usize| (samples as f64 * info.metres_per_sample / period - 1.0).abs() < 1e-6;
    is_period(info.width) && is_period(info.height)
}

fn mapping_error(bits: &SixteenBit) -> Option<String> {
    let (min, max, step) = (bits.min_metres, bits.max_metres, bits.metres_per_step);
    let span = max - min;
    let checks = [
        check(min.is_finite(), "min_metres", &min, "a number of metres"),
        check(span.is_finite() && span >= 0.0, "max_metres", &max, "at least `min_metres`"),
        check(
            (step * 65_535.0 - span).abs() <= 1e-9 * span,
            "metres_per_step",
            &step,
            "a 65535th of the span",
        ),
        check(bits.formula == SixteenBit::FORMULA, "formula", &bits.formula, SixteenBit::FORMULA),
    ];
    checks.into_iter().flatten().next()
}

fn file_error(file: &FileInfo) -> Option<String> {
    let order = file.byte_order.as_deref();
    let known = order.is_none_or(|order| ["little-endian", "big-endian"].contains(&order));
    let print = file.print.is_none_or(|print| {
        [print.width_mm, print.base_mm, print.exaggeration]
            .iter()
            .all(|number| number.is_finite() && *number > 0.0)
            && print.lowest.is_none_or(f64::is_finite)
    });
    let is_length = |metres: Option<f64>| metres.is_none_or(|metres| metres.is_finite() && metres > 0.0);
    let hash = file.digest.as_ref().map(|digest| &digest.blake3);
    let checks = [
        check(is_plain_name(&file.name), "name", &file.name, "the name of a file in the same folder"),
        check(!file.kind.is_empty(), "kind", &file.kind, "what the file contains"),
        check(!file.format.is_empty(), "format", &file.format, "how the file is stored"),
        check(print, "print", inner(&file.print), "dimensions greater than 0"),
        check(is_length(file.radius), "radius", inner(&file.radius), "metres greater than 0"),
        check(is_length(file.cell), "cell", inner(&file.cell), "metres greater than 0"),
        check(known, "byte_order", inner(&order), "`little-endian` or `big-endian`"),
        check(
            hash.is_none_or(|hash| hash.len() == 64 && is_hexadecimal(hash)),
            "blake3",
            inner(&hash),
            "64 digits",
        ),
    ];
    checks.into_iter().flatten().next()
}

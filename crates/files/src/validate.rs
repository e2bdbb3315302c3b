//! Whether the values of a `terrain.json` can be those of a terrain.

use std::fmt::Debug;

use crate::file_info::is_plain_name;
use crate::{FileInfo, ROWS, SixteenBit, TerrainInfo};

/// The first value that cannot be, and what it has to be.
///
/// Anybody may have edited the file. What is read from it decides which files are opened, how much memory they take
/// and what their numbers mean, so none of it is believed.
pub(crate) fn flaw(info: &TerrainInfo) -> Option<String> {
    let positive = |number: f64| number.is_finite() && number > 0.0;
    let (min, max) = (info.min_height, info.max_height);
    let checks = [
        of(is_hexadecimal(&info.recipe_hash), "recipe_hash", &info.recipe_hash, "a hash in hexadecimal"),
        of(
            ["plane", "space", "planet"].contains(&&*info.domain),
            "domain",
            &info.domain,
            "`plane`, `space` or `planet`",
        ),
        of(
            (info.domain == "planet") == info.planet.is_some(),
            "planet",
            inner(&info.planet),
            "there on a planet, and nowhere else",
        ),
        info.planet
            .as_ref()
            .and_then(|planet| planet.flaw([info.width, info.height], info.metres_per_sample, &info.files)),
        of(info.width > 0, "width", &info.width, "at least 1"),
        of(info.height > 0, "height", &info.height, "at least 1"),
        of(positive(info.metres_per_sample), "metres_per_sample", &info.metres_per_sample, "greater than 0"),
        of(
            info.origin.iter().all(|metres| metres.is_finite()),
            "origin",
            &info.origin,
            "two numbers of metres",
        ),
        of(info.rows == ROWS, "rows", &info.rows, ROWS),
        of(min.is_finite(), "min_height", &min, "a number of metres"),
        of(max.is_finite() && max >= min, "max_height", &max, "at least `min_height`"),
        of(
            info.possible_heights.is_none_or(|[min, max]| min.is_finite() && max.is_finite() && min <= max),
            "possible_heights",
            inner(&info.possible_heights),
            "the lowest and the highest number of metres",
        ),
        of(
            info.tiles.is_none_or(|[across, down]| info.tiling(across, down).is_some()),
            "tiles",
            inner(&info.tiles),
            "two numbers that divide `width` - 1 and `height` - 1",
        ),
        info.sixteen_bit.as_ref().and_then(flaw_of_mapping),
        of(
            info.sea_level.is_none_or(f64::is_finite),
            "sea_level",
            inner(&info.sea_level),
            "a number of metres",
        ),
        of(info.period.is_none_or(positive), "period", inner(&info.period), "greater than 0"),
        of(
            !info.tileable || is_whole_period(info),
            "tileable",
            &true,
            "false where a side is not the `period`",
        ),
    ];
    let mut names: Vec<_> = info.files.iter().map(|file| file.name.as_str()).collect();
    names.sort_unstable();
    let doubled = names.windows(2).find(|pair| pair[0] == pair[1]);
    let doubled = doubled.map(|pair| format!("`files` has `{}` twice", pair[0]));
    let outside = |file: &FileInfo| match (file.tile, info.tiles) {
        (Some([column, row]), Some([across, down])) => column >= across || row >= down,
        (tile, _) => tile.is_some(),
    };
    let outside = info.files.iter().find(|file| outside(file));
    let outside = outside.map(|file| format!("`tile` of `{}` is none of the `tiles`", file.name));
    let flaws = checks.into_iter().flatten().next();
    flaws.or_else(|| info.files.iter().find_map(flaw_of_file)).or(doubled).or(outside)
}

fn of(sound: bool, key: &str, found: &dyn Debug, wanted: &str) -> Option<String> {
    (!sound).then(|| format!("`{key}` is {found:?}, and has to be {wanted}"))
}

/// What an entry holds that may be absent; where it is, it is nobody's flaw.
fn inner<T: Debug>(entry: &Option<T>) -> &dyn Debug {
    entry.as_ref().map_or(&"absent", |value| value)
}

fn is_hexadecimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Products of a count and a spacing that was itself a quotient: equal but for rounding.
fn is_whole_period(info: &TerrainInfo) -> bool {
    let Some(period) = info.period else { return false };
    let is_period = |samples: usize| (samples as f64 * info.metres_per_sample / period - 1.0).abs() < 1e-6;
    is_period(info.width) && is_period(info.height)
}

fn flaw_of_mapping(bits: &SixteenBit) -> Option<String> {
    let (min, max, step) = (bits.min_metres, bits.max_metres, bits.metres_per_step);
    let span = max - min;
    let checks = [
        of(min.is_finite(), "min_metres", &min, "a number of metres"),
        of(span.is_finite() && span >= 0.0, "max_metres", &max, "at least `min_metres`"),
        of((step * 65_535.0 - span).abs() <= 1e-9 * span, "metres_per_step", &step, "a 65535th of the span"),
        of(bits.formula == SixteenBit::FORMULA, "formula", &bits.formula, SixteenBit::FORMULA),
    ];
    checks.into_iter().flatten().next()
}

fn flaw_of_file(file: &FileInfo) -> Option<String> {
    let order = file.byte_order.as_deref();
    let known = order.is_none_or(|order| ["little-endian", "big-endian"].contains(&order));
    let print = file.print.is_none_or(|print| {
        [print.width_mm, print.base_mm, print.exaggeration]
            .iter()
            .all(|number| number.is_finite() && *number > 0.0)
            && print.lowest.is_none_or(f64::is_finite)
    });
    let hash = file.digest.as_ref().map(|digest| &digest.blake3);
    let checks = [
        of(is_plain_name(&file.name), "name", &file.name, "the name of a file in the same folder"),
        of(!file.kind.is_empty(), "kind", &file.kind, "what the file shows"),
        of(!file.format.is_empty(), "format", &file.format, "how the file is stored"),
        of(print, "print", inner(&file.print), "measures greater than 0"),
        of(known, "byte_order", inner(&order), "`little-endian` or `big-endian`"),
        of(
            hash.is_none_or(|hash| hash.len() == 64 && is_hexadecimal(hash)),
            "blake3",
            inner(&hash),
            "64 digits",
        ),
    ];
    checks.into_iter().flatten().next()
}

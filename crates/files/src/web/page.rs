//! Pages that show tiles in a browser, with MapLibre.

use std::path::Path;

use orogen_engine::interval::Interval;
use orogen_engine::raster::{Band, Grid};
use serde_json::json;

use super::Tileset;
use crate::pending::PendingOutput;
use crate::product::RowCount;
use crate::{FileError, Product};

/// A page for a pyramid of tiles that lies beside it.
///
/// ```
/// use orogen_files::web::{Encoding, GeoAnchor, Layout, Page, Tileset};
///
/// let layout = Layout::new(GeoAnchor::default(), [0.0, 0.0, 3_000.0, 2_000.0], 10.0, 256)?;
/// let tileset = Tileset { name: "Hills".to_owned(), encoding: Encoding::Terrarium, layout };
/// assert_eq!(Page { tileset, archive: true }.tiles(), "terrain.pmtiles");
/// # Ok::<(), orogen_files::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The pyramid.
    pub tileset: Tileset,
    /// Whether its tiles are in an archive, not in a folder.
    pub archive: bool,
}

/// Colours of the deepest to the shallowest sea.
const SEA: [&str; 3] = ["#16324f", "#2f6690", "#7fb2c4"];

/// Colours of the lowest to the highest ground.
const LAND: [&str; 6] = ["#4f6f4a", "#7d8f57", "#b3a473", "#9a8673", "#b5aca6", "#f6f7f8"];

impl Page {
    /// The name of the folder or the archive with the tiles.
    pub fn tiles(&self) -> &'static str {
        if self.archive { "terrain.pmtiles" } else { "web" }
    }

    /// A product that writes the page. Its colours span the heights of the bands.
    pub(crate) fn product(&self, path: &Path, grid: &Grid, sea_level: Option<f32>) -> Box<dyn Product> {
        let rows = RowCount::new(path.to_owned(), grid);
        let heights = Interval::new(f64::INFINITY, f64::NEG_INFINITY);
        Box::new(PageFile { page: self.clone(), rows, heights, sea_level: sea_level.map(f64::from) })
    }

    fn text(&self, heights: Interval, sea_level: Option<f64>) -> String {
        let Tileset { name, encoding, layout } = &self.tileset;
        let colours = colours(heights, sea_level);
        let terrain = match self.archive {
            false => json!({ "folder": self.tiles(), "colours": colours }),
            true => json!({
                "archive": self.tiles(),
                "encoding": encoding.name(),
                "tileSize": layout.tile_size(),
                "colours": colours,
            }),
        };
        let libraries = Libraries {
            names: if self.archive { "MapLibre GL JS and PMTiles" } else { "MapLibre GL JS" },
            packages: if self.archive { "maplibre-gl pmtiles" } else { "maplibre-gl" },
            folder: "the folder of this page, and reload it",
        };
        html(include_str!("page.html"), name, &libraries, &terrain)
    }
}

/// A page for tiles of a server. It shows the terrain again when the server has a new one.
///
/// ```
/// use orogen_engine::interval::Interval;
/// use orogen_files::web::LivePage;
///
/// let page = LivePage {
///     name: "Hills",
///     tilejson: "terrarium.json",
///     vector: "vector.json",
///     events: "events",
///     digest: "0123",
///     heights: Interval::new(0.0, 900.0),
///     sea_level: None,
///     exaggeration: 1.0,
/// };
/// assert!(page.text().contains("<title>Hills</title>"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LivePage<'a> {
    /// The name of the terrain.
    pub name: &'a str,
    /// The address of the TileJSON, relative to the page. The addresses of tiles in it are absolute.
    pub tilejson: &'a str,
    /// The address of the TileJSON of vector tiles with contours, rivers and lakes, relative to the page.
    pub vector: &'a str,
    /// The address of the server's events, relative to the page. Each is JSON: `digest`, and `error`, a text or null.
    pub events: &'a str,
    /// A hash of the terrain that the page shows. An event with another one makes the page load itself again.
    pub digest: &'a str,
    /// The heights in metres that the colours span.
    pub heights: Interval,
    /// The height of the sea in metres.
    pub sea_level: Option<f64>,
    /// The factor on heights, above 0. The map has the size of the Earth, so a smaller planet needs a larger factor.
    pub exaggeration: f64,
}

impl LivePage<'_> {
    /// The text of the page.
    pub fn text(&self) -> String {
        let terrain = json!({
            "tilejson": self.tilejson,
            "vector": self.vector,
            "events": self.events,
            "digest": self.digest,
            "exaggeration": self.exaggeration,
            "colours": colours(self.heights, self.sea_level),
        });
        let libraries = Libraries::on_server("MapLibre GL JS", "maplibre-gl");
        html(include_str!("page.html"), self.name, &libraries, &terrain)
    }
}

/// The libraries of a page, which are not part of it.
///
/// ```
/// use orogen_files::web::Libraries;
///
/// assert_eq!(Libraries::on_server("CesiumJS", "cesium").packages, "cesium");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Libraries<'a> {
    /// Their names.
    pub names: &'a str,
    /// Their packages on npm.
    pub packages: &'a str,
    /// Where npm has to install them, and what to do then.
    pub folder: &'a str,
}

impl<'a> Libraries<'a> {
    /// Libraries that `orogen serve` finds.
    pub fn on_server(names: &'a str, packages: &'a str) -> Self {
        Self { names, packages, folder: "the folder in which the server runs, and start it again" }
    }
}

/// Fills in a page: `{{name}}` is a name as text, and `{{terrain}}` is JSON in a script. All pages share the look `{{style}}`, the
/// functions `{{script}}`, and `{{choice}}`, which explains why libraries are missing and offers places that have them.
///
/// ```
/// use orogen_files::web::{Libraries, html};
///
/// let libraries = Libraries::on_server("CesiumJS", "cesium");
/// let page = html("<h1>{{name}}</h1><script>{{terrain}}</script>", "A & B", &libraries, &"</script>".into());
/// assert_eq!(page, r#"<h1>A &amp; B</h1><script>"\u003c/script>"</script>"#);
/// ```
pub fn html(template: &str, name: &str, libraries: &Libraries<'_>, terrain: &serde_json::Value) -> String {
    // The name comes last: it may contain the placeholder of the JSON.
    template
        .replace("{{style}}", include_str!("page.css"))
        .replace("{{script}}", include_str!("page.js"))
        .replace("{{choice}}", include_str!("choice.html"))
        .replace("{{libraries}}", libraries.names)
        .replace("{{packages}}", libraries.packages)
        .replace("{{folder}}", libraries.folder)
        .replace("{{terrain}}", &terrain.to_string().replace('<', "\\u003c"))
        .replace("{{name}}", &escaped(name))
}

/// The colours of heights: pairs of a height in metres and a colour, from the lowest to the highest.
fn colours(Interval { min, max }: Interval, sea_level: Option<f64>) -> Vec<(f64, &'static str)> {
    let spread = |colours: &[&'static str], low: f64, high: f64| -> Vec<(f64, &'static str)> {
        let step = (high - low).max(1.0) / (colours.len() - 1) as f64;
        (0..).zip(colours).map(|(at, colour)| (low + f64::from(at) * step, *colour)).collect()
    };
    match sea_level.filter(|level| min < level - 1.0) {
        None => spread(&LAND, min, max),
        // Land begins a little above the surface: a map refuses two colours at one height.
        Some(level) => [spread(&SEA, min, level), spread(&LAND, level + 0.1, max.max(level + 1.0))].concat(),
    }
}

/// Text as HTML.
fn escaped(text: &str) -> String {
    let escape = |character: char| match character {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        other => other.to_string(),
    };
    text.chars().map(escape).collect()
}

struct PageFile {
    page: Page,
    rows: RowCount,
    /// The heights so far.
    heights: Interval,
    sea_level: Option<f64>,
}

impl Product for PageFile {
    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        self.rows.check(band, &[("height", &band.height)])?;
        for height in band.height.iter().copied().map(f64::from) {
            self.heights.min = self.heights.min.min(height);
            self.heights.max = self.heights.max.max(height);
        }
        self.rows.advance(band);
        Ok(())
    }

    fn complete(self: Box<Self>) -> Result<PendingOutput, FileError> {
        let path = self.rows.complete()?;
        PendingOutput::of_bytes(&path, self.page.text(self.heights, self.sea_level).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::{Encoding, GeoAnchor, Layout};

    /// Names come from recipes of strangers.
    #[test]
    fn names_are_text() {
        let layout = Layout::new(GeoAnchor::default(), [0.0, 0.0, 900.0, 900.0], 5.0, 256).unwrap();
        let name = "A & \"B\" <script>alert(1)</script> {{terrain}}".to_owned();
        let tileset = Tileset { name, encoding: Encoding::Mapbox, layout };
        for archive in [false, true] {
            let text = Page { tileset: tileset.clone(), archive }.text(Interval::new(-50.0, 950.0), None);
            assert!(text.contains(
                "<title>A &amp; &quot;B&quot; &lt;script&gt;alert(1)&lt;/script&gt; {{terrain}}</title>"
            ));
            assert_eq!(text.matches("<script").count(), 2);
            assert!(text.contains("npm install maplibre-gl pmtiles") == archive);
            assert_eq!(text.matches("{{").count(), 2, "only those of the name");
            let json = text.split_once("id=\"terrain\">").unwrap().1.split_once("</script>").unwrap().0;
            let terrain: serde_json::Value = serde_json::from_str(json).unwrap();
            assert_eq!(terrain["colours"][5], json!([950.0, "#f6f7f8"]));
            assert_eq!(
                terrain[if archive { "archive" } else { "folder" }],
                if archive { "terrain.pmtiles" } else { "web" }
            );
        }
    }

    /// Heights of colours must grow, or the map refuses them.
    #[test]
    fn the_sea_is_blue() {
        for (low, level) in [(-800.0, 0.0), (-1.5, 0.0), (-0.5, 0.0), (20.0, 300.0)] {
            let colours = colours(Interval::new(low, 250.0), Some(level));
            assert!(colours.is_sorted_by(|one, other| one.0 < other.0), "{colours:?}");
            let at_level = colours.iter().rfind(|(height, _)| *height <= level);
            assert_eq!(
                at_level.is_some_and(|(_, colour)| *colour == SEA[2]),
                low < level - 1.0,
                "{colours:?}"
            );
        }
        assert_eq!(colours(Interval::new(5.0, 5.0), None).len(), LAND.len());
    }
}

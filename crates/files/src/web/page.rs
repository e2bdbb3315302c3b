//! A page that shows a pyramid in a browser, with MapLibre.

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

/// Colours of the lowest to the highest ground.
const COLOURS: [&str; 6] = ["#4f6f4a", "#7d8f57", "#b3a473", "#9a8673", "#b5aca6", "#f6f7f8"];

impl Page {
    /// The name of the folder or the archive with the tiles.
    pub fn tiles(&self) -> &'static str {
        if self.archive { "terrain.pmtiles" } else { "web" }
    }

    /// A product that writes the page. Its colours span the heights of the bands.
    pub(crate) fn product(&self, path: &Path, grid: &Grid) -> Box<dyn Product> {
        let rows = RowCount::new(path.to_owned(), grid);
        Box::new(PageFile {
            page: self.clone(),
            rows,
            heights: Interval::new(f64::INFINITY, f64::NEG_INFINITY),
        })
    }

    fn text(&self, heights: Interval) -> String {
        let Tileset { name, encoding, layout } = &self.tileset;
        let step = (heights.max - heights.min).max(1.0) / (COLOURS.len() - 1) as f64;
        let colours: Vec<_> = (0..)
            .zip(COLOURS)
            .map(|(at, colour)| json!([heights.min + f64::from(at) * step, colour]))
            .collect();
        let terrain = match self.archive {
            false => json!({ "folder": self.tiles(), "colours": colours }),
            true => json!({
                "archive": self.tiles(),
                "encoding": encoding.name(),
                "tileSize": layout.tile_size(),
                "colours": colours,
            }),
        };
        include_str!("page.html")
            .replace("{{packages}}", if self.archive { " pmtiles" } else { "" })
            .replace("{{terrain}}", &terrain.to_string().replace('<', "\\u003c"))
            .replace("{{name}}", &escaped(name))
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
        PendingOutput::of_bytes(&path, self.page.text(self.heights).as_bytes())
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
            let text = Page { tileset: tileset.clone(), archive }.text(Interval::new(-50.0, 950.0));
            assert!(text.contains(
                "<title>A &amp; &quot;B&quot; &lt;script&gt;alert(1)&lt;/script&gt; {{terrain}}</title>"
            ));
            assert_eq!(text.matches("<script").count(), 2);
            assert!(text.contains("npm install maplibre-gl pmtiles") == archive);
            let json = text.split_once("id=\"terrain\">").unwrap().1.split_once("</script>").unwrap().0;
            let terrain: serde_json::Value = serde_json::from_str(json).unwrap();
            assert_eq!(terrain["colours"][5], json!([950.0, "#f6f7f8"]));
            assert_eq!(
                terrain[if archive { "archive" } else { "folder" }],
                if archive { "terrain.pmtiles" } else { "web" }
            );
        }
    }
}

//! Web maps: a pyramid of tiles for MapLibre and similar libraries.

use orogen_engine::digits::significant;

use super::accepted_sizes::{AcceptedSizes, no_tiles};
use super::{GeneratedTerrain, ImportSetting, Request, Target};
use crate::Problem;
use crate::delivery::{Delivery, Format, Output, TileNames};
use crate::web::{Page, Tileset};

/// A web map.
///
/// ```
/// use orogen_files::targets::{Target, Web};
/// use orogen_files::web::{Encoding, Layout, GeoAnchor, Tileset};
///
/// let layout = Layout::new(GeoAnchor::default(), [0.0, 0.0, 3_000.0, 2_000.0], 10.0, 256)?;
/// let tileset = Tileset { name: "Hills".to_owned(), encoding: Encoding::Terrarium, layout };
/// assert_eq!(Web { tileset, archive: true }.name(), "web");
/// # Ok::<(), orogen_files::Problem>(())
/// ```
#[derive(Clone, Debug)]
pub struct Web {
    /// The tiles.
    pub tileset: Tileset,
    /// Whether the tiles are in one PMTiles archive, not in a folder.
    pub archive: bool,
}

impl Target for Web {
    fn name(&self) -> &'static str {
        "web"
    }

    fn accepted_sizes(&self, tiles: Option<[usize; 2]>) -> Result<AcceptedSizes, Problem> {
        no_tiles("the target `web` makes its own tiles and", tiles)?;
        Ok(AcceptedSizes::Any)
    }

    fn delivery(&self, _request: &Request<'_>) -> Result<Delivery, Problem> {
        let tileset = Box::new(self.tileset.clone());
        let format = if self.archive { Format::Pmtiles(tileset) } else { Format::TileFolder(tileset) };
        let page = Format::Page(Box::new(Page { tileset: self.tileset.clone(), archive: self.archive }));
        let outputs = [format, page, Format::Preview].into_iter().map(Output::usual).collect();
        Ok(Delivery { outputs, tiling: None, names: TileNames::FromTop })
    }

    fn import_settings(&self, terrain: &GeneratedTerrain<'_>) -> Vec<ImportSetting> {
        let Tileset { encoding, layout, .. } = &self.tileset;
        let ([longitude, latitude], (coarsest, finest)) = (layout.center(), layout.zooms().into_inner());
        vec![
            ImportSetting::new("encoding", encoding.name()),
            ImportSetting::new("tileSize", layout.tile_size()),
            ImportSetting::new("minzoom", coarsest),
            ImportSetting::new("maxzoom", finest),
            ImportSetting::new(
                "center, as longitude and latitude",
                vec![significant(longitude, 9), significant(latitude, 9)],
            ),
            ImportSetting::new("zoom that shows the terrain", layout.whole_zoom()),
            ImportSetting::rounded("metres per sample at maxzoom", terrain.grid.spacing),
        ]
    }
}

//! Makes the chosen tiles on all threads, and writes them with their descriptions.

use orogen_files::web::{ArchiveHeader, BakedFolder, LayerFolder, Tile, TileArchive, TileFormat};
use orogen_files::{OutputFolder, PendingOutput, Problem};
use rayon::prelude::*;
use serde_json::Value;

use super::{Bake, Destination};
use crate::gzip;
use crate::tiles::{Address, Coverage, Layer, SUBTREE_LEVELS, Tiles, subtree};

/// Tiles of an archive in memory. They are made at once and stored in order.
const BATCH: usize = 256;

/// What is called after each tile. It returns whether to go on.
type OnTile<'a> = &'a (dyn Fn() -> bool + Sync);

impl Bake<'_> {
    /// Writes the tiles into a folder: `LAYER/z/x/y.ending` and `LAYER.json`, `terrain/layer.json`, `gltf/tileset.json`,
    /// or `LAYER.pmtiles`. With 512 pixels along a side, the names are `LAYER@2x`, so that both sizes can lie side by side. All layers get their names at the end; then they replace layers of an earlier run. `on_tile` is called
    /// after each tile, on any thread, and returns whether to go on.
    ///
    /// # Errors
    /// A tile cannot be made or written, the folder has files that orogen did not write in place of layers, or `on_tile` has
    /// ended the work. Nothing is left then.
    pub fn write(
        &self,
        folder: &OutputFolder,
        destination: &Destination,
        on_tile: impl Fn() -> bool + Sync,
    ) -> Result<(), Problem> {
        let baked = BakedFolder::new(folder, destination.force)?;
        let base = base(destination.url.as_deref())?;
        let mut outputs = Vec::new();
        for coverage in &self.coverages {
            let writer = Writer { tiles: self.tiles, coverage, side: self.side, on_tile: &on_tile };
            outputs.extend(writer.write(&baked, destination, &base)?);
        }
        Ok(baked.commit(outputs)?)
    }
}

/// The start of addresses in TileJSON.
fn base(url: Option<&str>) -> Result<String, Problem> {
    let Some(url) = url else { return Ok(String::new()) };
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    if host.is_none_or(|host| host.is_empty() || host.starts_with('/') || url.contains(['?', '#', ' '])) {
        let help = "write the address of the folder, such as https://example.org/tiles";
        return Err(Problem::new(format!("{url:?} is not the address of a folder"), help));
    }
    Ok(format!("{}/", url.trim_end_matches('/')))
}

/// Writes a layer.
struct Writer<'a> {
    tiles: &'a Tiles,
    coverage: &'a Coverage,
    side: u32,
    on_tile: OnTile<'a>,
}

impl Writer<'_> {
    /// The outputs of the layer, complete and not committed.
    fn write(
        &self,
        baked: &BakedFolder<'_>,
        destination: &Destination,
        base: &str,
    ) -> Result<Vec<PendingOutput>, Problem> {
        let layer = self.coverage.layer;
        if !layer.is_mercator() {
            let folder = baked.layer(layer.name())?;
            self.describe_meshes(&folder)?;
            return Ok(vec![self.fill(folder)?]);
        }
        let name = self.name();
        let address = format!("{base}{name}/{{z}}/{{x}}/{{y}}{}", layer.ending());
        let mut json = self.tiles.tile_json(self.coverage, self.side, &address);
        if !destination.archives {
            // The description is written first, so that a foreign file in its place is reported early.
            let description = baked.file(&format!("{name}.json"), &text(&json))?;
            return Ok(vec![self.fill(baked.layer(&name)?)?, description]);
        }
        json.as_object_mut().map(|json| json.remove("tiles"));
        let header = self.header(json.to_string());
        Ok(vec![self.store(baked.archive(&format!("{name}.pmtiles"), header)?)?])
    }

    /// The name of the folder, the description or the archive.
    fn name(&self) -> String {
        let layer = self.coverage.layer;
        let is_double = self.side == 512 && layer.has_double();
        format!("{}{}", layer.name(), if is_double { "@2x" } else { "" })
    }

    /// Writes all tiles to a folder.
    fn fill(&self, folder: LayerFolder) -> Result<PendingOutput, Problem> {
        for zoom in self.coverage.zooms.clone() {
            let there = self.coverage.tiles(zoom);
            let tile = |number| {
                let [x, y] = there.tile(number);
                Tile { zoom, x, y }
            };
            // The first tile prepares the terrain for all tiles of its level, so it is made alone.
            self.put(tile(0), &folder)?;
            (1..there.count()).into_par_iter().try_for_each(|number| self.put(tile(number), &folder))?;
        }
        Ok(folder.complete())
    }

    /// Writes all tiles to an archive, in the order of the format.
    fn store(&self, mut archive: TileArchive) -> Result<PendingOutput, Problem> {
        for zoom in self.coverage.zooms.clone() {
            let there = self.coverage.tiles(zoom);
            let mut places: Vec<_> = (0..there.count()).map(|number| there.tile(number)).collect();
            places.sort_by_cached_key(|&[x, y]| TileArchive::place(Tile { zoom, x, y }));
            let places: Vec<_> = places.into_iter().map(|[x, y]| Tile { zoom, x, y }).collect();
            // The first tile is made alone, as in `fill`.
            let (first, rest) = places.split_at(1);
            for batch in [first].into_iter().chain(rest.chunks(BATCH)) {
                let made: Vec<_> =
                    batch.par_iter().map(|&place| self.packed(place)).collect::<Result<_, _>>()?;
                batch.iter().zip(&made).try_for_each(|(&place, bytes)| archive.put(place, bytes))?;
            }
        }
        Ok(archive.complete()?)
    }

    /// Makes a tile and writes it to the folder of the layer.
    fn put(&self, place: Tile, folder: &LayerFolder) -> Result<(), Problem> {
        let (Address { layer, zoom, x, y, .. }, bytes) = self.make(place)?;
        Ok(folder.write(&format!("{zoom}/{x}/{y}{}", layer.ending()), &bytes)?)
    }

    /// The bytes of a tile as archives have them.
    fn packed(&self, place: Tile) -> Result<Vec<u8>, Problem> {
        let (address, bytes) = self.make(place)?;
        Ok(if address.layer.is_compressed() { gzip::compressed(&bytes) } else { bytes })
    }

    fn make(&self, Tile { zoom, x, y }: Tile) -> Result<(Address, Vec<u8>), Problem> {
        let address = Address::new(self.coverage.layer, self.side, zoom, x, y);
        let address = address.map_err(|refusal| refusal.problem().clone())?;
        let bytes = self.tiles.make_file(&address)?;
        if (self.on_tile)() {
            Ok((address, bytes))
        } else {
            Err(Problem::new("stopped: nothing was written", ""))
        }
    }

    fn header(&self, metadata: String) -> ArchiveHeader {
        let Coverage { layer, zooms, .. } = self.coverage;
        let format = match layer {
            Layer::Vector => TileFormat::Vector,
            layer if layer.is_compressed() => TileFormat::Other,
            _ => TileFormat::Png,
        };
        let (bounds, center) = (self.coverage.bounds(), self.tiles.centre_in(self.coverage));
        ArchiveHeader { format, zooms: [*zooms.start(), *zooms.end()], bounds, center, metadata }
    }

    /// Writes the descriptions of meshes.
    fn describe_meshes(&self, folder: &LayerFolder) -> Result<(), Problem> {
        if self.coverage.layer == Layer::Terrain {
            return Ok(folder.write("layer.json", &text(&self.tiles.layer_file(self.coverage)))?);
        }
        folder.write("tileset.json", &text(&self.tiles.tileset_json(self.coverage)))?;
        let roots = self.coverage.zooms.clone().step_by(SUBTREE_LEVELS.into());
        let write = |root: Address| {
            let bytes = subtree(self.coverage, &root).unwrap_or_default();
            folder.write(&format!("subtrees/{}/{}/{}.subtree", root.zoom, root.x, root.y), &bytes)
        };
        for zoom in roots {
            let there = self.coverage.tiles(zoom);
            for [x, y] in (0..there.count()).map(|number| there.tile(number)) {
                let root = Address::new(Layer::Gltf, 256, zoom, x, y);
                write(root.map_err(|refusal| refusal.problem().clone())?)?;
            }
        }
        Ok(())
    }
}

fn text(json: &Value) -> Vec<u8> {
    json.to_string().into_bytes()
}

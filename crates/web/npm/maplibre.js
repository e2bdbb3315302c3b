// Terrains as a source of heights for MapLibre, made in the page.

import { needFunction, needKeys, needPlace, needPool, needTerrain, needText, needWhole } from './arguments.js';
import { linesOf } from './mercator.js';

/**
 * Adds a protocol to MapLibre that makes tiles of a terrain, and returns the source for a style: `raster-dem` with `terrarium` colours.
 * A plane has its centre at `at`, latitude and longitude, where it is true to scale. A planet has latitudes and longitudes of its own.
 */
export function demSource(maplibre, terrain, options = {}) {
  const place = 'demSource';
  const keys = ['pool', 'at', 'tileSize', 'name'];
  const { pool, at = [0, 0], tileSize = 256, name = 'orogen' } = needKeys(place, 'the set of options', options, keys);
  needFunction(place, 'MapLibre', maplibre?.addProtocol, 'give the module: import * as maplibregl from "maplibre-gl"');
  needTerrain(place, terrain);
  if (pool !== undefined) needPool(place, pool);
  needPlace(place, at);
  needWhole(place, '`tileSize`', tileSize, 2);
  needText(place, '`name`', name);
  maplibre.addProtocol(name, async ({ url }, { signal }) => {
    const [zoom, ...tile] = url.slice(`${name}://`.length).split('/').map(Number);
    const pixels = tileSize * 2 ** zoom;
    const centres = index => Array.from({ length: tileSize }, (_, pixel) => (index * tileSize + pixel + 0.5) / pixels);
    const lines = linesOf(terrain, at, ...tile.map(centres), pixels);
    const heights = await (pool ? pool.crossings(terrain, ...lines, { signal }) : terrain.crossings(...lines));
    return { data: await picture(heights, tileSize) };
  });
  return { type: 'raster-dem', tiles: [`${name}://{z}/{x}/{y}`], tileSize, encoding: 'terrarium', maxzoom: 22 };
}

/** Heights as colours: red * 256 + green + blue / 256 - 32768 metres. */
function picture(heights, side) {
  const pixels = new Uint8ClampedArray(4 * heights.length);
  heights.forEach((height, at) => {
    const steps = Math.min(Math.max(Math.round((height + 32768) * 256), 0), 0xffffff);
    pixels.set([steps >> 16, (steps >> 8) & 255, steps & 255, 255], 4 * at);
  });
  const exactly = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' };
  return createImageBitmap(new ImageData(pixels, side, side), exactly);
}

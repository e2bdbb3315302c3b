// The module for MapLibre: heights of the map against heights of the recipe.

import { join } from 'node:path';

import { newPage } from '../engines/chromium.mjs';
import { look } from '../engines/look.mjs';
import { place, random } from '../engines/pixels.mjs';

const SIZE = 256;

/** Centres of pixels of a zoom level, within `reach` of the world around a position, and not at the border of a tile. */
function places(zoom, [centreX, centreY], reach, count) {
  const [world, next, found] = [SIZE * 2 ** zoom, random(zoom + 1), []];
  while (found.length < count) {
    const [x, y] = [centreX, centreY].map(centre => Math.floor((centre + (next() - 0.5) * reach) * world));
    const isInside = [x, y].every(pixel => pixel % SIZE > 2 && pixel % SIZE < SIZE - 3 && pixel > 0.06 * world && pixel < 0.94 * world);
    if (!isInside) continue;
    const middle = place(...[x, y].map(pixel => (Math.floor(pixel / SIZE) + 0.5) * SIZE), world);
    found.push({ middle, place: place(x + 0.5, y + 0.5, world) });
  }
  return found;
}

/** The height of the recipe at a place, as samples of a zoom level show it. */
function expected(terrain, [longitude, latitude], zoom, [atLatitude, atLongitude]) {
  const radians = degrees => (degrees * Math.PI) / 180;
  if (terrain.isPlanet) {
    const spacing = (2 * Math.PI * terrain.radius) / (SIZE * 2 ** zoom);
    // A map has two columns and rows at least.
    return terrain.crossings([longitude, longitude + 1e-3], [latitude, latitude - 1e-3], spacing)[0];
  }
  // Metres of a map that is true to scale at `at`: R cos φ (λ - λ₀, ψ₀ - ψ), with ψ = ln tan(π/4 + φ/2).
  const scale = 6378137 * Math.cos(radians(atLatitude));
  const ordinate = degrees => Math.log(Math.tan(Math.PI / 4 + radians(degrees) / 2));
  const x = terrain.size / 2 + scale * radians(longitude - atLongitude);
  const y = terrain.size / 2 + scale * (ordinate(atLatitude) - ordinate(latitude));
  return terrain.crossings([x], [y], (2 * Math.PI * scale) / (SIZE * 2 ** zoom))[0];
}

/** Runs in the page: a map of a preset. */
async function start([name, at]) {
  const maplibre = await import('/node_modules/maplibre-gl/dist/maplibre-gl.mjs');
  const { load, Terrain } = await import('/package/orogen.js');
  const { Pool } = await import('/package/pool.js');
  const { demSource } = await import('/package/maplibre.js');
  await load();
  const pool = await Pool.start({ workers: 1 });
  const terrain = demSource(maplibre, Terrain.preset(name), { pool, at });
  window.map = new maplibre.Map({
    container: 'map',
    style: { version: 8, sources: { terrain }, layers: [{ id: 'shade', type: 'hillshade', source: 'terrain' }], terrain: { source: 'terrain' } },
    center: [at[1], at[0]],
    zoom: 9,
    fadeDuration: 0,
  });
  await new Promise(resolve => window.map.once('load', resolve));
}

/** Checks of a preset on a map, as the reports of `check.mjs`. */
export async function onMap(browser, address, terrain, name, at, pictures) {
  const errors = [];
  const page = await newPage(browser, errors, { viewport: { width: 512, height: 512 } });
  await page.goto(`${address}/map.html`);
  await page.evaluate(start, [name, at]);
  const centre = terrain.isPlanet ? [0.5, 0.5] : [at[1] / 360 + 0.5, 0.5 - Math.asinh(Math.tan((at[0] * Math.PI) / 180)) / (2 * Math.PI)];
  const reports = [];
  for (const zoom of [1, 3, 6, 9, 12, 15]) {
    const pixels = places(zoom, centre, Math.min(0.9, 6 / 2 ** zoom), 34);
    // MapLibre draws a tile with 512 pixels of the screen, so it loads a zoom level less than its own.
    const found = await page.evaluate(look, { zoom: zoom + 1, pixels });
    const differences = found.map((height, at_) => Math.abs(height - expected(terrain, pixels[at_].place, zoom, at)));
    const error = found.includes(null) ? null : Math.max(...differences);
    reports.push([`${name}, zoom ${zoom}`, { places: pixels.length, error_m: error, limit_m: 1 / 512 + 1e-3 }, error !== null && error <= 1 / 512 + 1e-3]);
  }
  if (pictures) await page.screenshot({ path: join(pictures, `orogen-maplibre-${name}.png`) });
  reports.push([`${name}, the page has no errors`, { errors }, errors.length === 0]);
  await page.close();
  return reports;
}

// The module for deck.gl: what its layers draw against heights of the recipe, and pictures without gaps.

import { join } from 'node:path';

import { build } from 'esbuild';
import { decode } from 'fast-png';

import { newPage } from '../engines/chromium.mjs';

const HEAD = '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>deck.gl</title>';
export const PAGE = `${HEAD}<style>body { margin: 0; background: #f0f }</style><div id="map"></div>`;

/** Vertices along a side of a tile, and its samples along a side without the last. */
const [SIDE, CELLS] = [129, 256];

/** Deck.gl's modules and the layer in one file: browsers do not find packages. */
export async function bundleDeck(folder) {
  const contents = `export { Deck, MapView, _GlobeView } from '@deck.gl/core';\nexport { OrogenLayer } from './package/deck.js';\n`;
  await build({
    stdin: { contents, resolveDir: folder },
    outfile: join(folder, 'deck.js'),
    nodePaths: [join(import.meta.dirname, 'node_modules')],
    bundle: true,
    format: 'esm',
    logLevel: 'error',
  });
}

/** Views by preset. `isFull` says that no background is in sight. */
const VIEWS = {
  alps: [
    { zoom: 9, pitch: 0, bearing: 0, isFull: true },
    { zoom: 11.4, pitch: 50, bearing: 30, isFull: true },
    { zoom: 13.5, pitch: 55, bearing: -60, up: 2400, isFull: true },
  ],
  terra: [
    { zoom: 1.2, isGlobe: true },
    { zoom: 3.5, isGlobe: true, isFull: true },
    { zoom: 6, pitch: 40, bearing: 10, isFull: true },
  ],
};

/** Runs in the page: shows a preset from a view, and returns random vertices of what is drawn, and pixels with what is picked there. */
async function inPage([name, at, { zoom, pitch = 0, bearing = 0, up = 0, isGlobe = false }, count]) {
  const { Deck, MapView, _GlobeView, OrogenLayer } = await import('/deck.js');
  const { Pool } = await import('/package/pool.js');
  window.shown?.finalize();
  window.pool ??= await Pool.start({ workers: 2 });
  const errors = [];
  const terrain = { text: await window.pool.presetText(name) };
  const onTileError = error => errors.push(error.message);
  const layer = new OrogenLayer({ id: 'ground', terrain, pool: window.pool, at, water: false, pickable: true, onTileError });
  const deck = new Deck({
    parent: document.getElementById('map'),
    width: 640,
    height: 480,
    useDevicePixels: false,
    views: isGlobe ? new _GlobeView() : new MapView(),
    initialViewState: { longitude: at[1], latitude: at[0], zoom, pitch, bearing, maxPitch: 85, position: [0, 0, up] },
    layers: [layer],
    onError: error => errors.push(error.message),
  });
  window.shown = deck;
  const layers = () => deck.layerManager?.getLayers() ?? [];
  const isDone = () => errors.length > 0 || (layers().length > 2 && layers().every(({ isLoaded }) => isLoaded));
  // What is in sight depends on the heights of the first tiles.
  for (let calm = 0; calm < 20; calm = isDone() ? calm + 1 : 0) await new Promise(resolve => setTimeout(resolve, 25));
  let seed = 7;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const meshes = layers().filter(({ props }) => props.mesh && props.visible);
  const vertices = Array.from({ length: count }, () => {
    const { mesh, tile, coordinateOrigin } = meshes[Math.floor(random() * meshes.length)].props;
    const at = Math.floor(random() * 129 * 129);
    return { at, tile: tile.index, origin: coordinateOrigin, position: [...mesh.attributes.POSITION.value.subarray(3 * at, 3 * at + 3)] };
  });
  const picked = Array.from({ length: 12 }, (_, turn) => {
    const [x, y] = [240 + 14 * turn, 220 + 5 * turn];
    return deck.pickObject({ x, y, unproject3D: true })?.coordinate;
  });
  return { tiles: meshes.length, vertices, picked, errors };
}

/** Runs in the page: what is said about a text without workers that could make its tiles, and about a place that is none. */
async function refused() {
  const { Deck, MapView, OrogenLayer } = await import('/deck.js');
  const said = properties => new Promise(resolve => {
    const layers = [new OrogenLayer({ id: 'ground', ...properties })];
    const view = { longitude: 0, latitude: 0, zoom: 3 };
    const deck = new Deck({ parent: document.getElementById('map'), views: new MapView(), initialViewState: view, layers, onError: error => {
      resolve(error.message);
      deck.finalize();
    } });
  });
  return Promise.all([said({ terrain: 'orogen = 1' }), said({ terrain: 'orogen = 1', pool: window.pool, at: [100, 0] })]);
}

const radians = degrees => (degrees * Math.PI) / 180;
const degrees = radians => (radians * 180) / Math.PI;

/** Longitude and latitude of a vertex, of those at the poles on a globe. */
function placeOf({ at, tile: { x, y, z } }, isGlobe) {
  const [east, south] = [(x + (at % SIDE) / (SIDE - 1)) / 2 ** z, (y + Math.floor(at / SIDE) / (SIDE - 1)) / 2 ** z];
  const latitude = degrees(Math.atan(Math.sinh(Math.PI * (1 - 2 * south))));
  const pole = isGlobe && (south === 0 || south === 1) ? 90 - 180 * south : undefined;
  return { longitude: (east - 0.5) * 360, latitude: pole ?? latitude };
}

/** The height of the recipe at a place, as samples of a zoom level show it. */
function expected(terrain, { longitude, latitude }, zoom, [atLatitude, atLongitude]) {
  const radius = terrain.isPlanet ? terrain.radius : 6378137 * Math.cos(radians(atLatitude));
  const spacing = (2 * Math.PI * radius) / (CELLS * 2 ** zoom);
  if (terrain.isPlanet) {
    // A map has two columns and rows at least.
    const south = latitude > -90;
    const latitudes = south ? [latitude, latitude - 1e-3] : [latitude + 1e-3, latitude];
    return terrain.crossings([longitude, longitude + 1e-3], latitudes, spacing)[south ? 0 : 2];
  }
  // Metres of a map that is true to scale at `at`: R cos φ (λ - λ₀, ψ₀ - ψ), with ψ = ln tan(π/4 + φ/2).
  const ordinate = degrees => Math.log(Math.tan(Math.PI / 4 + radians(degrees) / 2));
  const x = terrain.size / 2 + radius * radians(longitude - atLongitude);
  const y = terrain.size / 2 + radius * (ordinate(atLatitude) - ordinate(latitude));
  return terrain.crossings([x], [y], spacing)[0];
}

/** How far a vertex is from its place, in metres on the ground, and the error of its height. */
function errorsOf(vertex, terrain, at, isGlobe) {
  const { origin, position: [x, y, z], tile } = vertex;
  const place = placeOf(vertex, isGlobe);
  const north = latitude => Math.asinh(Math.tan(radians(latitude))) / (2 * Math.PI);
  const map = ({ longitude, latitude }) => [512 * (longitude / 360 + 0.5), 512 * (0.5 + north(latitude))];
  const isNear = origin[0] !== 0;
  const [right, up] = isNear ? map(place) : [place.longitude, place.latitude];
  const unit = isNear ? (40_030_000 / 512) * Math.cos(radians(place.latitude)) : 111_000;
  const aside = unit * Math.max(Math.abs(origin[0] + x - right), Math.abs(origin[1] + y - up));
  // Heights of a planet are as much larger as the Earth is.
  const scale = terrain.isPlanet ? 6370972 / terrain.radius : 1;
  return { aside, height: Math.abs(z / scale - expected(terrain, place, tile.z, at)) };
}

/** How far the heights that deck.gl picks are from those of the recipe, at most. It picks a point of a pixel, whose ground is a slope. */
function pickedOff(picked, terrain, at) {
  const off = ([longitude, latitude, z]) => Math.abs(z - expected(terrain, { longitude, latitude }, 12, at));
  return Math.max(...picked.map(coordinate => (coordinate ? off(coordinate) : Infinity)));
}

/** The pixels of a picture that have the colour of the page. */
function brightOf(png) {
  const { data, channels, width, height } = decode(png);
  let bright = 0;
  for (let at = 0; at < width * height * channels; at += channels) {
    bright += data[at] > 200 && data[at + 1] < 60 && data[at + 2] > 200 ? 1 : 0;
  }
  return bright;
}

/** Checks of a preset in deck.gl, as the reports of `check.mjs`. */
export async function inDeck(browser, address, terrain, name, at, pictures) {
  const errors = [];
  const page = await newPage(browser, errors, { viewport: { width: 640, height: 480 } });
  page.setDefaultTimeout(600_000);
  await page.goto(`${address}/deck.html`);
  const reports = [];
  for (const [number, view] of VIEWS[name].entries()) {
    const found = await page.evaluate(inPage, [name, at, view, 70]);
    const off = found.vertices.map(vertex => errorsOf(vertex, terrain, at, view.isGlobe));
    const [aside, height] = ['aside', 'height'].map(part => Math.max(...off.map(error => error[part])));
    const path = pictures && join(pictures, `orogen-deck-${name}-${number + 1}.png`);
    const bright = brightOf(await page.screenshot({ path }));
    const pixel = (40_075_017 * Math.cos(radians(at[0]))) / (512 * 2 ** view.zoom);
    const picked = view.isGlobe ? 0 : pickedOff(found.picked, terrain, at);
    const figures = { error_m: height, aside_m: aside, picked_m: picked, pixel_m: pixel, bright_pixels: bright };
    const numbers = { tiles: found.tiles, places: off.length, ...figures };
    // Heights are single precision. Longitudes and latitudes are, too, but near the ground positions are relative to their tile.
    const isExact = height <= 1e-3 && aside <= (view.zoom >= 12 ? 1e-3 : 1);
    const holds = found.errors.length === 0 && isExact && picked <= 4 * pixel && (!view.isFull || bright === 0);
    reports.push([`${name}, view ${number + 1}`, { ...numbers, errors: found.errors }, holds]);
  }
  const messages = await page.evaluate(refused);
  const isClear = messages[0].includes('the pool is missing') && messages[1].includes('`at` is [100, 0]');
  reports.push(['errors about wrong arguments are clear', { messages }, isClear]);
  await page.close();
  return [...reports, [`${name}, the page has no errors`, { errors }, errors.length === 0]];
}

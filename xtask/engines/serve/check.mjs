#!/usr/bin/env node
// Opens the pages of `orogen serve` in MapLibre and Cesium and compares their heights with the recipe:
// check.mjs OROGEN WORK_FOLDER PICTURE_FOLDER

import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import { FLAGS, executable } from '../chromium.mjs';
import { look } from '../look.mjs';
import { place, random } from '../pixels.mjs';

const require = createRequire(import.meta.url);
const { chromium } = require('playwright-core');
const PACKAGES = join(dirname(require.resolve('playwright-core/package.json')), '..');

const [command, work, pictures] = process.argv.slice(2);
if (!pictures) {
  console.error('usage: check.mjs OROGEN WORK_FOLDER PICTURE_FOLDER');
  process.exit(2);
}
symlinkSync(PACKAGES, join(work, 'node_modules'));

const EARTH = 2 * Math.PI * 6378137;
const radians = (degrees) => (degrees * Math.PI) / 180;
const mercator = (latitude) => Math.asinh(Math.tan(radians(latitude))) / (2 * Math.PI);

// A plane has its place on the Earth, and the side of its domain; a planet has its circumference.
const jobs = [
  { recipe: 'gullies', at: [46.5, 8.1], side: 16384, around: [8.1, 46.5] },
  { recipe: 'terra', circumference: 2 * Math.PI * 6371000, around: [-44.5, 46.5] },
];

/// The heights of the recipe at longitudes and latitudes, for this number of samples around the equator.
function heights({ recipe, at, side, circumference }, samples, places) {
  const width = at ? EARTH * Math.cos(radians(at[0])) : circumference;
  const position = ([longitude, latitude]) => at
    ? `${side / 2 + (width * (longitude - at[1])) / 360},${side / 2 - width * (mercator(latitude) - mercator(at[0]))}`
    : `${latitude},${longitude}`;
  const input = [at ? 'x,y' : 'lat,lon', ...places.map(position)].join('\n');
  const options = ['sample', recipe, '--points', '-', '--precision', 'f64', '--spacing', String(width / samples)];
  const lines = execFileSync(command, options, { encoding: 'utf8', input }).trim().split('\n');
  return lines.slice(1).map((line) => Number(line.split(',')[2]));
}

/// A generator of whole numbers below a bound that always gives the same ones.
function wholes(seed) {
  const next = random(seed);
  return (bound) => Math.floor(next() * bound);
}

let holds = true;
const report = (check) => {
  holds &&= check.holds;
  console.log(JSON.stringify(check));
};
const largest = (numbers) => numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
const version = (name) => JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8')).version;

const browser = await chromium.launch({ executablePath: executable(), args: FLAGS });
for (const job of jobs) {
  const options = job.at ? ['--at', job.at.join()] : [];
  const server = spawn(command, ['serve', job.recipe, ...options, '--listen', '127.0.0.1:0', '--log', 'off'], { cwd: work, stdio: ['ignore', 'pipe', 'inherit'] });
  process.on('exit', () => server.kill());
  const [line] = await new Promise((resolve) => createInterface(server.stdout).once('line', (text) => resolve([text])));
  const address = line.match(/http:\S+/)[0];
  for (const [path, check] of [['', map], ['globe', globe]]) {
    const tab = await browser.newPage({ viewport: { width: 960, height: 540 } });
    const errors = [];
    tab.on('pageerror', (error) => errors.push(String(error)));
    tab.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    tab.on('response', (response) => response.status() >= 400 && errors.push(`${response.status()} ${response.url()}`));
    const foreign = [];
    tab.on('request', (request) => !/^(blob|data):/.test(request.url()) && !request.url().startsWith(address) && foreign.push(request.url()));
    await tab.goto(address + path);
    const { program, picture } = await check(tab, job);
    writeFileSync(join(pictures, `serve-${path || 'map'}-${job.recipe}.png`), picture);
    report({ program, file: `${job.recipe}, /${path}`, what: 'no errors, and nothing from other servers', errors, foreign, holds: errors.length + foreign.length === 0 });
    await tab.addScriptTag({ path: join(PACKAGES, 'axe-core/axe.min.js') });
    const { violations } = await tab.evaluate((rules) => window.axe.run({ exclude: rules }), path ? ['.cesium-viewer'] : []);
    report({ program, file: `${job.recipe}, /${path}`, what: 'axe finds no violation', violations: violations.map(({ id }) => id), holds: violations.length === 0 });
    await tab.close();
  }
  server.kill();
}
await browser.close();
process.exit(holds ? 0 : 1);

/// MapLibre: `queryTerrainElevation` at the centres of pixels.
async function map(tab, job) {
  const program = `MapLibre ${version('maplibre-gl')}`;
  await tab.waitForFunction(() => window.map?.getSource?.('terrain') && window.map.isSourceLoaded('terrain') && window.map.areTilesLoaded(), null, { timeout: 240_000 });
  const picture = await tab.screenshot({ timeout: 240_000 });
  // As large as a tile on the screen.
  await tab.setViewportSize({ width: 512, height: 512 });
  const factor = await tab.evaluate(() => window.map.getTerrain().exaggeration);
  for (const zoom of [2, 6, 10, 14, 17]) {
    const [world, next] = [256 * 2 ** zoom, wholes(zoom)];
    const [longitude, latitude] = job.around;
    const tile = [longitude / 360 + 0.5, 0.5 - mercator(latitude)].map((at) => Math.floor(at * 2 ** zoom));
    const middle = place(...tile.map((at) => (at + 0.5) * 256), world);
    const pixels = Array.from({ length: 40 }, () => ({ middle, place: place(...tile.map((at) => at * 256 + 4 + next(248) + 0.5), world) }));
    // MapLibre draws tiles with 512 pixels of the screen, so it loads a zoom level less than its own.
    const found = await tab.evaluate(look, { zoom: zoom + 1, pixels });
    const expected = heights(job, world, pixels.map((pixel) => pixel.place));
    const error = found.includes(null) ? null : largest(found.map((metres, at) => metres / factor - expected[at]));
    const limit = 0.5 / 256 + 2e-3;
    report({ program, file: `${job.recipe}, zoom ${zoom}`, places: pixels.length, error_m: error, limit_m: limit, holds: error !== null && error <= limit });
  }
  return { program, picture };
}

/// Cesium: `sampleTerrain` at vertices of meshes.
async function globe(tab, job) {
  const program = `Cesium ${version('cesium')}`;
  await tab.waitForFunction(() => window.viewer?.scene.globe.tilesLoaded, null, { timeout: 240_000 });
  await tab.waitForTimeout(2000);
  await tab.waitForFunction(() => window.viewer.scene.globe.tilesLoaded, null, { timeout: 240_000 });
  const picture = await tab.screenshot({ timeout: 240_000 });
  for (const level of [0, 4, 8, 12, 15]) {
    const [size, next] = [180 / 2 ** level, wholes(level)];
    const [longitude, latitude] = job.around;
    const [x, y] = [Math.floor((longitude + 180) / size), Math.floor((latitude + 90) / size)];
    const quantum = () => Math.floor(((2 + next(61)) * 32767) / 64 + 0.5) / 32767;
    const places = Array.from({ length: 40 }, () => [-180 + size * (x + quantum()), -90 + size * (y + quantum())]);
    const { found, range } = await tab.evaluate(async ({ level, places, x, y }) => {
      const { Cesium, viewer } = window;
      const at = places.map(([longitude, latitude]) => Cesium.Cartographic.fromDegrees(longitude, latitude));
      await Cesium.sampleTerrain(viewer.terrainProvider, level, at, true);
      const header = new DataView(await (await fetch(`terrain/${level}/${x}/${y}.terrain`)).arrayBuffer());
      return { found: at.map(({ height }) => height), range: header.getFloat32(28, true) - header.getFloat32(24, true) };
    }, { level, places, x, y });
    const expected = heights(job, 128 * 2 ** level, places);
    const error = largest(found.map((metres, at) => metres - expected[at]));
    // Half a step, and the rounding of positions and heights: Cesium finds the triangle in single precision.
    const limit = (0.5 * range) / 32767 + Math.max(2e-3, range * 2e-5);
    report({ program, file: `${job.recipe}, level ${level}`, places: places.length, error_m: error, limit_m: limit, holds: error <= limit });
  }
  const tiles = await tab.evaluate(async () => {
    const { Cesium, viewer } = window;
    const tileset = await Cesium.Cesium3DTileset.fromUrl('gltf/tileset.json');
    viewer.scene.globe.show = false;
    viewer.scene.primitives.add(tileset);
    const failed = [];
    tileset.tileFailed.addEventListener(({ url, message }) => failed.push(`${url}: ${message}`));
    await new Promise((resolve) => tileset.allTilesLoaded.addEventListener(resolve));
    return { shown: tileset.statistics.selected, failed };
  });
  writeFileSync(join(pictures, `serve-3dtiles-${job.recipe}.png`), await tab.screenshot({ timeout: 240_000 }));
  report({ program, file: `${job.recipe}, 3D Tiles`, ...tiles, holds: tiles.shown > 4 && tiles.failed.length === 0 });
  return { program, picture };
}

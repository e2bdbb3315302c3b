#!/usr/bin/env node
// Opens the pages of `orogen serve`, and the tiles of `orogen bake`, in MapLibre, Cesium and three.js and compares their heights with
// the recipe:
// check.mjs OROGEN WORK_FOLDER PICTURE_FOLDER

import { spawn } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import { FLAGS, executable, newPage } from '../chromium.mjs';
import { look } from '../look.mjs';
import { place } from '../pixels.mjs';
import { checkBaked } from './baked.mjs';
import { checkFailures } from './failures.mjs';
import { heights, jobs, largest, mercator, vertex, wholes } from './terrain.mjs';

const require = createRequire(import.meta.url);
const { chromium } = require('playwright-core');
const PACKAGES = join(dirname(require.resolve('playwright-core/package.json')), '..');

const [command, work, pictures] = process.argv.slice(2);
if (!pictures) {
  console.error('usage: check.mjs OROGEN WORK_FOLDER PICTURE_FOLDER');
  process.exit(2);
}
symlinkSync(PACKAGES, join(work, 'node_modules'));

let holds = true;
const report = (check) => {
  holds &&= check.holds;
  console.log(JSON.stringify(check));
};
const version = (name) => JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8')).version;

const browser = await chromium.launch({ executablePath: executable(), args: FLAGS });
for (const job of jobs) {
  await checkBaked({ command, work, pictures, packages: PACKAGES, browser, report, version }, job);
  const options = job.at ? ['--at', job.at.join()] : [];
  const server = spawn(command, ['serve', job.recipe, ...options, '--listen', '127.0.0.1:0', '--log', 'off'], { cwd: work, stdio: ['ignore', 'pipe', 'inherit'] });
  process.on('exit', () => server.kill());
  const [line] = await new Promise((resolve) => createInterface(server.stdout).once('line', (text) => resolve([text])));
  const address = line.match(/http:\S+/)[0];
  for (const [path, check] of [['', map], ['globe', globe], ['three', models]]) {
    const errors = [];
    const tab = await newPage(browser, errors, { viewport: { width: 960, height: 540 } });
    tab.on('response', (response) => response.status() >= 400 && errors.push(`${response.status()} ${response.url()}`));
    const foreign = [];
    tab.on('request', (request) => !/^(blob|data):/.test(request.url()) && !request.url().startsWith(address) && foreign.push(request.url()));
    await tab.goto(address + path);
    const { program, picture } = await check(tab, job);
    writeFileSync(join(pictures, `serve-${path || 'map'}-${job.recipe}.png`), picture);
    report({ program, file: `${job.recipe}, /${path}`, what: 'no errors, and nothing from other servers', errors, foreign, holds: errors.length + foreign.length === 0 });
    await tab.addScriptTag({ path: join(PACKAGES, 'axe-core/axe.min.js') });
    const { violations } = await tab.evaluate((rules) => window.axe.run({ exclude: rules }), path === 'globe' ? ['.cesium-viewer'] : []);
    report({ program, file: `${job.recipe}, /${path}`, what: 'axe finds no violation', violations: violations.map(({ id }) => id), holds: violations.length === 0 });
    await tab.close();
  }
  if (job.at) await checkFailures({ browser, report, version }, address);
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
    const expected = heights(command, job, world, pixels.map((pixel) => pixel.place));
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
    const places = Array.from({ length: 40 }, () => [-180 + size * (x + vertex(2 + next(61))), -90 + size * (y + vertex(2 + next(61)))]);
    const { found, range } = await tab.evaluate(async ({ level, places, x, y }) => {
      const { Cesium, viewer } = window;
      const at = places.map(([longitude, latitude]) => Cesium.Cartographic.fromDegrees(longitude, latitude));
      await Cesium.sampleTerrain(viewer.terrainProvider, level, at, true);
      const header = new DataView(await (await fetch(`terrain/${level}/${x}/${y}.terrain`)).arrayBuffer());
      return { found: at.map(({ height }) => height), range: header.getFloat32(28, true) - header.getFloat32(24, true) };
    }, { level, places, x, y });
    const expected = heights(command, job, 128 * 2 ** level, places);
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

/// three.js with 3DTilesRendererJS: ray casts inside triangles, and the heights of their corners.
async function models(tab, job) {
  const program = `three.js ${version('three')}`;
  await tab.waitForFunction(() => window.tiles?.loadProgress === 1 && window.tiles.visibleTiles.size > 0, null, { timeout: 240_000 });
  await tab.waitForTimeout(2000);
  await tab.waitForFunction(() => window.tiles.loadProgress === 1, null, { timeout: 240_000 });
  const picture = await tab.screenshot({ timeout: 240_000 });
  const found = await tab.evaluate(casts, { count: 200, seed: 5 });
  // A glTF tile has 64 steps along a side, and a level has as many tiles around the equator as along a side of its quadtree.
  const levels = [...new Set(found.map(({ level }) => level))].sort((a, b) => a - b);
  for (const level of levels) {
    const casts = found.filter((cast) => cast.level === level);
    const expected = heights(command, job, 64 * 2 ** level, casts.flatMap(({ places }) => places));
    const errors = casts.map(({ heights: seen, step }, at) => largest(seen.map((metres, corner) => metres - expected[3 * at + corner])) - 4 * step);
    const [error, miss] = [Math.max(...errors), largest(casts.map((cast) => cast.miss))];
    const limit = 2e-3;
    report({ program, file: `${job.recipe}, level ${level}`, places: casts.length, error_m: Math.max(error, 0), miss_m: miss, limit_m: limit, holds: error <= limit && miss <= Math.max(...casts.map(({ step }) => 4 * step)) + limit });
  }
  report({ program, file: job.recipe, what: '200 ray casts', levels, holds: found.length === 200 });
  return { program, picture };
}

/// Runs in the page: casts rays at points inside triangles of the tiles in sight. `step` is how exact the positions of a tile are.
function casts({ count, seed }) {
  const { three, tiles } = window;
  const next = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const shown = [];
  tiles.forEachLoadedModel((scene, tile) => {
    if (tiles.visibleTiles.has(tile)) scene.traverse((mesh) => mesh.isMesh && shown.push([mesh, Number(/(\d+)\/\d+\/\d+\.glb/.exec(tile.content.uri)[1])]));
  });
  const toGlobe = tiles.group.matrixWorld.clone().invert();
  const degrees = (angle) => (angle * 180) / Math.PI;
  return Array.from({ length: count }, () => {
    const [mesh, level] = shown[Math.floor(next() * shown.length)];
    mesh.updateWorldMatrix(true, false);
    const { index, attributes: { position } } = mesh.geometry;
    const triangle = Math.floor(next() * 64 * 64 * 2);
    const corners = [0, 1, 2].map((corner) => new three.Vector3().fromBufferAttribute(position, index.array[3 * triangle + corner]));
    const step = Math.max(...corners.map((corner) => corner.length())) * 2 ** -23;
    const world = corners.map((corner) => corner.clone().applyMatrix4(mesh.matrixWorld));
    const weights = [next(), next(), next()].map((weight) => weight + 0.1);
    const sum = weights[0] + weights[1] + weights[2];
    const point = world.reduce((at, corner, which) => at.addScaledVector(corner, weights[which] / sum), new three.Vector3());
    const up = point.clone().normalize();
    const ray = new three.Raycaster(point.clone().addScaledVector(up, 30_000), up.clone().negate());
    const [hit] = ray.intersectObject(mesh, false);
    const found = world.map((corner) => tiles.ellipsoid.getPositionToCartographic(corner.applyMatrix4(toGlobe), {}));
    return {
      level, step, miss: hit ? hit.point.distanceTo(point) : Infinity,
      places: found.map(({ lat, lon }) => [degrees(lon), degrees(lat)]), heights: found.map(({ height }) => height),
    };
  });
}

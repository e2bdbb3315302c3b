#!/usr/bin/env node
// Opens the page of `generate --for web` in MapLibre and compares the heights of the map with the recipe:
// check.mjs OROGEN WORK_FOLDER PICTURE_FOLDER

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { FLAGS, executable, newPage } from '../chromium.mjs';
import { look } from '../look.mjs';
import { serve } from '../server.mjs';
import { places } from './places.mjs';

const require = createRequire(import.meta.url);
const { chromium } = require('playwright-core');
const PACKAGES = join(dirname(require.resolve('pmtiles')), '../../..');

const [command, work, pictures] = process.argv.slice(2);
if (!pictures) {
  console.error('usage: check.mjs OROGEN WORK_FOLDER PICTURE_FOLDER');
  process.exit(2);
}

const orogen = (options, input) => execFileSync(command, options, { encoding: 'utf8', input, maxBuffer: 1 << 28 });

/// The heights of the recipe at positions in metres, as samples at this spacing show them.
function heights(recipe, spacing, positions) {
  const table = ['x,y', ...positions.map(([x, y]) => `${x},${y}`)].join('\n');
  const lines = orogen(['sample', recipe, '--points', '-', '--spacing', String(spacing)], table).trim().split('\n');
  return lines.slice(1).map((line) => Number(line.split(',')[2]));
}

const STEPS = { terrarium: 1 / 256, mapbox: 0.1 };
const jobs = [
  { recipe: 'alps', file: 'web', options: ['--at', '46.5,8.1'] },
  { recipe: 'alps', file: 'terrain.pmtiles', options: ['--at', '46.5,8.1', '--pmtiles'] },
  { recipe: 'islands', file: 'web', options: ['--at', '-20,-150', '--format', 'mapbox'] },
];

const browser = await chromium.launch({ executablePath: executable(), args: FLAGS });
const { version } = JSON.parse(readFileSync(join(PACKAGES, 'maplibre-gl/package.json'), 'utf8'));
const program = `MapLibre ${version}`;
let holds = true;
const report = (check) => {
  holds &&= check.holds;
  console.log(JSON.stringify({ program, ...check }));
};

for (const [number, { recipe, file, options }] of jobs.entries()) {
  const folder = join(work, String(number));
  orogen(['generate', recipe, '-o', folder, '--for', 'web', '--size', '1025', '--quiet', ...options]);
  const server = await serve(folder, PACKAGES);
  const errors = [];
  const tab = await newPage(browser, errors, { viewport: { width: 960, height: 540 } });
  await tab.goto(`${server.address}/`);
  await tab.waitForFunction(() => window.map?.getSource?.('terrain') && window.map.isSourceLoaded('terrain') && window.map.areTilesLoaded(), null, { timeout: 120_000 });
  if (number === 0) writeFileSync(join(pictures, `maplibre-${recipe}.png`), await tab.screenshot());
  // As large as a tile on the screen.
  await tab.setViewportSize({ width: 512, height: 512 });
  const tiles = await tab.evaluate(() => window.map.getSource('terrain').serialize());
  const description = existsSync(join(folder, 'web/tiles.json')) ? JSON.parse(readFileSync(join(folder, 'web/tiles.json'))) : await metadata(tab);
  const limit = 0.5 * STEPS[description.encoding] + 1e-3;
  for (const { name, zoom, pixels } of places(description)) {
    // MapLibre draws tiles with 512 pixels of the screen, so it loads a zoom level less than its own.
    const found = await tab.evaluate(look, { zoom: zoom + 1, pixels });
    const above = description.maxzoom - zoom;
    const spacing = description.orogen.metres_per_sample;
    // A mean of the samples below, or one sample around the finest level.
    const below = name === 'around' ? 1 : 2 ** above;
    const positions = pixels.flatMap(({ position: [x, y] }) =>
      Array.from({ length: below * below }, (_, at) => [0, 1].map((axis) =>
        ([x, y][axis] + (axis ? Math.floor(at / below) : at % below) - 0.5 * (below - 1)) * spacing)));
    const all = heights(recipe, name === 'around' ? spacing * 2 ** above : spacing, positions);
    const expected = pixels.map((_, at) => all.slice(at * below ** 2, (at + 1) * below ** 2).reduce((sum, one) => sum + one, 0) / below ** 2);
    const differences = found.map((metres, at) => Math.abs(metres - expected[at]));
    const error = found.some((metres) => metres === null) ? null : Math.max(...differences);
    report({ file: `${recipe}, ${file}, zoom ${zoom}, ${name}`, places: pixels.length, error_m: error, limit_m: limit,
      holds: error !== null && error <= limit && pixels.length > 0 });
  }
  const missing = server.missing.filter((path) => path !== '/favicon.ico');
  report({ file: `${recipe}, ${file}`, what: 'the page has no errors, and no tile is missing', source: tiles.type, errors, missing,
    holds: missing.length === 0 && errors.filter((error) => !error.includes('404')).length === 0 });
  await tab.addScriptTag({ url: '/node_modules/axe-core/axe.min.js' });
  const { violations } = await tab.evaluate(() => window.axe.run());
  report({ file: `${recipe}, ${file}`, what: 'axe finds no violation', violations: violations.map(({ id }) => id), holds: violations.length === 0 });
  await tab.close();
  server.close();
}
await browser.close();
process.exit(holds ? 0 : 1);

/// The metadata of the archive, which the page has read.
function metadata(tab) {
  return tab.evaluate(async () => {
    const archive = new window.pmtiles.PMTiles(new URL('terrain.pmtiles', location.href).href);
    return archive.getMetadata();
  });
}

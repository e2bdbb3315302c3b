// Checks the npm package in Node and in a browser, and the playground.
//
// Arguments: the folder with the built packages `package`, `simd` and `plain`, and the `playground`. Each line of the output is a check as JSON.

import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

import { inBrowser } from './browser.mjs';
import { speed, wrongHashes } from './common.mjs';
import { checkApi } from './api.mjs';
import { checkArguments } from './arguments.mjs';

const [folder] = process.argv.slice(2).map(path => resolve(path));

/** The largest package in brotli, in bytes. */
const MAX_SIZE = 600_000;

/** The longest time for a tile of 256 x 256 samples of `alps`, in milliseconds. */
const MAX_TIME = 60;

let failed = 0;
function report(program, file, numbers, holds) {
  failed += holds ? 0 : 1;
  console.log(JSON.stringify({ program, file, ...numbers, holds }));
}

const golden = readFileSync('crates/orogen/recipes/golden.txt', 'utf8').trim().split('\n').map(line => line.split(' '));

for (const build of ['simd', 'plain']) {
  const load = name => import(pathToFileURL(join(folder, build, name)).href);
  const [package_, native] = [await load('orogen.js'), await load('native/orogen_web.js')];
  await package_.load();
  const wrong = wrongHashes(native, golden);
  report(`node, ${build}`, 'golden.txt', { presets: golden.length, wrong }, wrong.length === 0);
}

const built = name => join(folder, 'package', name);
const orogen = await import(pathToFileURL(built('orogen.js')).href);
const { Pool } = await import(pathToFileURL(built('pool.js')).href);
const { demSource } = await import(pathToFileURL(built('maplibre.js')).href);
await orogen.load();
for (const [what, holds] of await checkApi(orogen, Pool)) report('node', what, {}, holds);
for (const [what, holds] of await checkArguments(orogen, Pool, demSource)) report('node', what, {}, holds);

const scripts = import.meta.dirname;
const types = spawnSync(join(scripts, 'node_modules/.bin/tsc'), ['-p', join(scripts, 'tsconfig.json')], { encoding: 'utf8' });
report('tsc', 'types.ts', { errors: types.stdout }, types.status === 0);

const compressed = path =>
  brotliCompressSync(readFileSync(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const files = [...readdirSync(built('')).filter(name => name.endsWith('.js')), 'native/orogen_web.js', 'native/orogen_web_bg.wasm'];
const size = files.reduce((sum, name) => sum + compressed(built(name)), 0);
report('brotli', 'package', { bytes: size, limit: MAX_SIZE, uncompressed: readFileSync(built(files.at(-1))).length }, size <= MAX_SIZE);

const tile = speed(orogen.Terrain.preset('alps'));
report('node', 'a tile of alps', { milliseconds: tile, limit: MAX_TIME }, tile <= MAX_TIME);

const maps = [['alps', [46.5, 8.1]], ['terra', [0, 0]]].map(([name, at]) => [name, orogen.Terrain.preset(name), at]);
const browser = await inBrowser(folder, golden, orogen, maps, folder);
for (const [build, wrong] of Object.entries(browser.wrong)) {
  report(`chromium, ${build}`, 'golden.txt', { presets: golden.length, wrong }, wrong.length === 0);
}
report('chromium', 'a tile of alps', { milliseconds: browser.tile, limit: MAX_TIME }, browser.tile <= MAX_TIME);
report('chromium', 'a pool of 2 workers', browser.pool, browser.pool.equal && browser.pool.times > 1.5);
for (const [program, what, numbers, holds] of browser.reports) report(program, what, numbers, holds);
report('chromium', 'errors of the page', { errors: browser.errors }, browser.errors.length === 0);
process.exit(failed === 0 ? 0 : 1);

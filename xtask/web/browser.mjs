// The package in Chromium.

import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import { FLAGS, executable, newPage } from '../engines/chromium.mjs';
import { serve } from '../engines/server.mjs';
import { PAGE as DECK_PAGE, bundleDeck, inDeck } from './deck.mjs';
import { onMap } from './maplibre.mjs';
import { onPlayground, whileSliding } from './playground.mjs';
import { PAGE as THREE_PAGE, inThree } from './three.mjs';
import { onWebGpu } from './webgpu.mjs';

/** Runs in the page. */
async function inPage(golden) {
  const { wrongHashes, speed } = await import('/common.mjs');
  const wrong = {};
  for (const build of ['simd', 'plain']) {
    const [{ load }, native] = [await import(`/${build}/orogen.js`), await import(`/${build}/native/orogen_web.js`)];
    await load();
    wrong[build] = wrongHashes(native, golden);
  }
  const { load, Terrain } = await import('/package/orogen.js');
  const { Pool } = await import('/package/pool.js');
  await load();
  const alps = Terrain.preset('alps');
  const tile = speed(alps);
  const grid = column => ({ columns: 256, rows: 256, spacing: 16, column: 256 * column });
  const took = async workers => {
    const pool = await Pool.start({ workers });
    await Promise.all(Array.from({ length: workers }, () => pool.heights(alps, 33)));
    const start = performance.now();
    const tiles = await Promise.all(Array.from({ length: 24 }, (_, column) => pool.heights(alps, grid(column))));
    const time = performance.now() - start;
    pool.close();
    return [time, tiles];
  };
  const [one] = await took(1);
  const [two, tiles] = await took(2);
  const expected = alps.heights(grid(23));
  const equal = tiles[23].every((height, at) => height === expected[at]);
  return { wrong, tile, pool: { times: Math.round((100 * one) / two) / 100, equal } };
}

const HEAD = '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>check</title>';
const MAP = `${HEAD}<link rel="stylesheet" href="/node_modules/maplibre-gl/dist/maplibre-gl.css"><div id="map" style="height: 100vh"></div>`;

/**
 * The figures of `inPage`, and reports about maps of presets, each with the position of its centre, about deck.gl, about three.js,
 * and about the playground.
 */
export async function inBrowser(folder, golden, orogen, maps, pictures) {
  writeFileSync(join(folder, 'index.html'), HEAD);
  writeFileSync(join(folder, 'map.html'), MAP);
  writeFileSync(join(folder, 'three.html'), THREE_PAGE);
  writeFileSync(join(folder, 'deck.html'), DECK_PAGE);
  await bundleDeck(folder);
  copyFileSync(join(import.meta.dirname, 'common.mjs'), join(folder, 'common.mjs'));
  const server = await serve(folder, join(import.meta.dirname, 'node_modules'));
  const browser = await chromium.launch({ executablePath: executable(), args: FLAGS });
  try {
    const errors = [];
    const page = await newPage(browser, errors);
    page.setDefaultTimeout(600_000);
    await page.goto(`${server.address}/`);
    const figures = await page.evaluate(inPage, golden);
    const reports = [];
    const add = (program, found) => reports.push(...found.map(report => [program, ...report]));
    for (const [name, terrain, at] of maps) add('maplibre', await onMap(browser, server.address, terrain, name, at, pictures));
    for (const [name, terrain, at] of maps) add('deck', await inDeck(browser, server.address, terrain, name, at, pictures));
    for (const [name] of maps) add('three', await inThree(browser, server.address, name, pictures));
    add('webgpu', await onWebGpu(server.address));
    add('playground', await onPlayground(browser, server.address, orogen, pictures));
    for (const [preset, slider] of [['hills', 'height.scale'], ['alps', 'height.scale']]) {
      const figures = await whileSliding(browser, server.address, preset, slider, 8);
      add('playground', [[`the picture follows a slider of ${preset}`, figures, figures.pictures >= figures.seconds && figures.trouble.length === 0]]);
    }
    return { ...figures, errors, reports };
  } finally {
    await browser.close();
    server.close();
  }
}

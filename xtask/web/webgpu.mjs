// Surfaces by WebGPU against those of the processor, on Chromium's own software device.

import { chromium } from 'playwright-core';

import { FLAGS, executable, newPage } from '../engines/chromium.mjs';

const WEBGPU = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

/** Presets: with solved fields, with curvature, with long shaders, and a planet, which stays on the processor. */
const PRESETS = ['alps', 'canyon', 'gullies', 'terra'];

/** Runs in the page: the greatest differences between surfaces of both. */
async function inPage(presets) {
  const { Pool } = await import('/package/pool.js');
  const [plain, pool] = [await Pool.start({ workers: 1, gpu: true }), await Pool.start({ workers: 1, gpu: 'software' })];
  const reports = [];
  for (const name of presets) {
    // A draft of erosion takes less time.
    const terrain = { text: await plain.presetText(name), draft: 3 };
    const { isPlanet } = await plain.facts(terrain);
    const addresses = isPlanet ? ['px/1/0/0', 'px/4/7/7'] : ['0/0/0', '2/1/1', '2/2/1', '4/7/9', '6/30/20', '6/31/20'];
    await Promise.all([plain, pool].map(each => each.surface(terrain, addresses[0])));
    while (pool.surfacesByDevice === undefined) await new Promise(resolve => setTimeout(resolve, 10));
    const before = pool.surfacesByDevice;
    const surfaces = each => Promise.all(addresses.map(address => each.surface(terrain, address)));
    const [expected, found] = [await surfaces(plain), await surfaces(pool)];
    const worst = { height: 0, normal: 0, colour: 0 };
    const differences = (kind, size) => (one, at) => {
      for (let k = 0; k < one.length; k += 1) worst[kind] = Math.max(worst[kind], Math.abs(one[k] - at[k]) / size);
    };
    let range = 0;
    expected.forEach((one, at) => {
      const other = found[at];
      const heights = one.positions.filter((_, k) => k % 3 === 1);
      range = Math.max(range, Math.max(...heights) - Math.min(...heights));
      differences('height', 1)(one.positions, other.positions);
      differences('normal', 32767)(one.normals, other.normals);
      differences('colour', 1)(one.colours, other.colours);
    });
    const byDevice = pool.surfacesByDevice - before;
    const isClose = worst.height <= 2e-5 * range && worst.normal <= 2e-3 && worst.colour <= 3;
    reports.push([name, { byDevice, range_m: range, ...worst }, isClose && (isPlanet ? byDevice === 0 : byDevice >= 2)]);
  }
  // A program is slower than the processor itself.
  const isRefused = plain.surfacesByDevice === undefined;
  for (const each of [plain, pool]) each.close();
  return [...reports, ['a device that is a program is not used', {}, isRefused]];
}

/** Checks of surfaces by WebGPU, as the reports of `check.mjs`. */
export async function onWebGpu(address) {
  const browser = await chromium.launch({ executablePath: executable(), args: [...FLAGS, ...WEBGPU] });
  try {
    const errors = [];
    const page = await newPage(browser, errors);
    page.setDefaultTimeout(600_000);
    await page.goto(`${address}/`);
    const reports = await page.evaluate(inPage, PRESETS);
    return [...reports, ['the page has no errors', { errors }, errors.length === 0]];
  } finally {
    await browser.close();
  }
}

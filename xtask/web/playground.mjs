// The playground, used as a person would.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { newPage } from '../engines/chromium.mjs';

const require = createRequire(import.meta.url);
const { decode } = await import('fast-png');

/** The longest time to a first picture, in milliseconds. */
const FIRST_PICTURE = 2000;

const HILLS = `orogen = 1
name = "Hills"
[domain]
size = "2 km"
samples = 257
[height]
field = "hills"
scale = 100.0
[fields.hills]
type = "fbm"
wavelength = "500 m"
octaves = 4
`;

/** A page with the playground; `trouble` collects its errors, and requests to other servers. */
async function opened(context, address, hash, trouble) {
  const page = await newPage(context, trouble);
  page.setDefaultTimeout(60_000);
  page.on('request', request => !/^(blob|data):/.test(request.url()) && !request.url().startsWith(address) && trouble.push(request.url()));
  await page.goto(`${address}/playground/${hash}`);
  return page;
}

const picture = page => page.waitForFunction(() => window.playground?.view.tiles.facts);
const complete = page => page.waitForFunction(() => window.playground?.isComplete).catch(async error => {
  throw new Error(`${error.message} The page says: ${await status(page)}; its text: ${await text(page)}`);
});
const text = page => page.evaluate(() => window.playground.text);
const status = page => page.locator('#status').textContent();

/** Replaces the text as a person does. */
async function write(page, recipe) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(recipe);
}

async function saved(page, format, samples) {
  await page.locator('#format').selectOption(format);
  await page.locator('#samples').selectOption(String(samples));
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#export button').click()]);
  return readFileSync(await download.path());
}

/** The lowest and the highest number. */
const rangeOf = numbers => numbers.reduce(([low, high], number) => [Math.min(low, number), Math.max(high, number)], [Infinity, -Infinity]);

/** The largest difference in metres between numbers of a file and heights, and what one step of the file is. */
function difference(levels, heights) {
  const [low, high] = rangeOf(heights);
  const step = (high - low) / 65535;
  const largest = heights.reduce((most, height, at) => Math.max(most, Math.abs(low + levels[at] * step - height)), 0);
  return { largest, step, isWhole: levels.length === heights.length };
}

/** Checks of the playground, as the reports of `check.mjs`. `orogen` is the package. */
export async function onPlayground(browser, address, orogen, pictures) {
  const [reports, trouble] = [[], []];
  const report = (what, numbers, holds) => reports.push([what, numbers, holds]);
  const context = await browser.newContext({ viewport: { width: 1400, height: 850 }, acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'] });

  const start = Date.now();
  let page = await opened(context, address, '', trouble);
  await picture(page);
  report('a first picture of alps', { milliseconds: Date.now() - start, limit: FIRST_PICTURE }, Date.now() - start <= FIRST_PICTURE);
  await complete(page);
  const { seed, lakes } = await page.evaluate(() => ({ seed: document.getElementById('seed').value, lakes: document.getElementById('value-alps.lakes').max }));
  report('alps with all its detail', { milliseconds: Date.now() - start, seed }, seed === '7' && Number(lakes) > 0);
  await page.screenshot({ path: join(pictures, 'orogen-playground.png') });

  await page.addScriptTag({ path: require.resolve('axe-core/axe.min.js') });
  const { violations } = await page.evaluate(() => window.axe.run());
  report('axe', { violations: violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`) }, violations.length === 0);

  await write(page, HILLS.replace('wavelength', 'wavelenth'));
  await page.waitForFunction(() => document.getElementById('status').classList.contains('is-wrong'));
  const message = await status(page);
  report('a mistake has its place and help', { message }, message.startsWith('Line 11:') && message.includes('wavelength') && (await page.locator('.cm-lint-marker-error').count()) === 1);

  await write(page, HILLS);
  await complete(page);
  report('a mistake is mended', { status: await status(page) }, (await status(page)) === '' && (await page.locator('.cm-lint-marker-error').count()) === 0);

  const terrain = orogen.Terrain.parse(HILLS);
  const heights = terrain.heights(513);
  const png = decode(await saved(page, 'png', 513));
  const raw = await saved(page, 'raw', 513);
  const floats = await saved(page, 'f32', 513);
  const glb = await saved(page, 'glb', 513);
  const [inPng, inRaw] = [png.data, new Uint16Array(raw.buffer, raw.byteOffset, raw.length / 2)].map(levels => difference(levels, heights));
  report('a PNG has the heights', { metres: inPng.largest, step: inPng.step, depth: png.depth }, inPng.isWhole && png.depth === 16 && png.width === 513 && inPng.largest <= 0.51 * inPng.step);
  report('a RAW has the heights', { metres: inRaw.largest }, inRaw.isWhole && inRaw.largest <= 0.51 * inRaw.step);
  report('floats are the heights', {}, Buffer.compare(floats, Buffer.from(heights.buffer, heights.byteOffset, heights.byteLength)) === 0);
  const { size, range } = meshOf(glb);
  report('a mesh has the size and the heights', { size, range }, size.every(side => Math.abs(side - 2000) < 1e-3) && range.every((end, at) => Math.abs(end - rangeOf(heights)[at]) < 1e-3));

  await page.locator('summary', { hasText: 'hills' }).click();
  await page.locator('[id="value-hills.gain"]').focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight');
  await complete(page);
  const gain = /gain = ([\d.]+)/.exec(await text(page))?.[1];
  // 200 steps from 0 to 2.
  report('each key moves a slider by a step, and the text has the value', { gain }, gain === '0.55');
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+z');
  const undone = await text(page);
  await page.keyboard.press('Control+Shift+Z');
  report('undo takes it back, and redo brings it again', {}, undone === HILLS && (await text(page)).includes('gain ='));
  await page.evaluate(() => window.playground.change({ 'hills.gain': 0.3 }));
  await page.locator('.cm-content').click();
  // At the end, the text is a recipe after each letter. A value cannot be written into a text that is none.
  await page.keyboard.press('Control+End');
  await Promise.all([page.keyboard.type('# typed\n'), page.evaluate(() => window.playground.change({ 'height.scale': 90 }))]);
  await complete(page);
  const both = await text(page);
  report('typing and a slider at once lose nothing', { both }, both.endsWith('\n# typed\n') && both.includes('scale = 90') && both.includes('gain = 0.3'));

  await write(page, HILLS);
  await page.evaluate(() => window.playground.change({ 'hills.gain': 0.3 }));
  await complete(page);
  await page.locator('[id="value-hills.gain"]').dblclick({ position: { x: 5, y: 5 } });
  await page.waitForFunction(() => !window.playground.text.includes('gain')).catch(() => {});
  report('a double-click removes a value that the recipe was opened without', { text: await text(page) }, (await text(page)) === HILLS);

  await write(page, `# ${'A long line. '.repeat(40)}\n${HILLS}[fields.land]\ntype = "erosion"\ninput = "hills"\nscale = 100.0\n`);
  await complete(page);
  const [shown, needed] = await page.evaluate(() => [document.querySelector('.cm-scroller')].flatMap(box => [box.clientWidth, box.scrollWidth]));
  report('long lines wrap', { shown, needed }, needed <= shown);
  await page.locator('[id="value-height.scale"]').focus();
  await page.keyboard.press('ArrowRight');
  await complete(page);
  const scales = Array.from((await text(page)).matchAll(/scale = ([\d.]+)/g), ([, scale]) => Number(scale));
  report('the scales of heights and erosion move together', { scales }, scales.length === 2 && scales[0] === scales[1] && scales[0] > 100);

  const gaze = await overPlanet(page);
  report('the view of a planet goes down and along the horizon', gaze, gaze.altitude < gaze.highest && gaze.down > 0.99 && Math.abs(gaze.ahead) < 0.3);

  await write(page, `${HILLS}`);
  await page.keyboard.type('[fields.other]\nty');
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'type' }).waitFor();
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await page.keyboard.type('swi');
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'swiss' }).waitFor();
  // The editor takes no key for the list before a person can have read it.
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  report('nodes are completed', {}, (await text(page)).endsWith('[fields.other]\ntype = "swiss"'));

  await write(page, HILLS);
  await page.locator('#share').click();
  await page.waitForFunction(() => document.getElementById('status').textContent.startsWith('The link is copied'));
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await opened(context, address, new URL(link).hash, trouble);
  await complete(other);
  report('a link carries the recipe', { characters: link.length }, (await text(other)) === HILLS);
  await other.goto(`${address}/playground/${new URL(link).hash.slice(0, -9)}`);
  await complete(other);
  report('a damaged link says so', { status: await status(other) }, (await status(other)).startsWith('The recipe in the link is incomplete'));
  await other.close();

  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.close();
  await context.setOffline(true);
  page = await context.newPage();
  const fromNetwork = [];
  page.on('response', response => !response.fromServiceWorker() && !/^(blob|data):/.test(response.url()) && fromNetwork.push(response.url()));
  await page.goto(`${address}/playground/#preset=ridges`);
  await complete(page);
  report('it works without a network', { name: await page.title(), fromNetwork }, (await text(page)).includes('name =') && fromNetwork.length === 0);
  await context.setOffline(false);

  report('no errors, and nothing from other servers', { trouble }, trouble.length === 0);
  await context.close();
  return reports;
}

/** Goes down over a planet and drags with the right button: the altitude of the camera, and how much it looked down before and after. */
async function overPlanet(page) {
  const planet = HILLS.replace('size = "2 km"\nsamples = 257', 'kind = "planet"\nradius = "20 km"').replace('"500 m"', '"20 km"');
  await write(page, planet);
  await complete(page);
  const facts = await page.evaluate(() => {
    const { view } = window.playground;
    view.camera.position.setLength(view.tiles.facts.radius - 100);
    view.redraw();
    return view.tiles.facts;
  });
  const down = () => page.evaluate(() => {
    const { camera } = window.playground.view;
    return -camera.getWorldDirection(camera.position.clone()).dot(camera.position.clone().normalize());
  });
  await page.waitForTimeout(1500);
  const before = await down();
  const { x, y, width, height } = await page.locator('#canvas').boundingBox();
  await page.mouse.move(x + width / 2, y + height / 4);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(x + width / 2, y + height / 4 + 370, { steps: 10 });
  await page.mouse.up({ button: 'right' });
  await page.waitForTimeout(500);
  const altitude = await page.evaluate(() => window.playground.view.camera.position.length() - window.playground.view.tiles.facts.radius);
  return { altitude, highest: facts.interval[1], down: before, ahead: await down() };
}

/** The sides of a mesh along x and z, and its lowest and highest vertex. */
function meshOf(glb) {
  const length = glb.readUInt32LE(12);
  const { accessors, meshes } = JSON.parse(glb.subarray(20, 20 + length).toString());
  const { min, max } = accessors[meshes[0].primitives[0].attributes.POSITION];
  return { size: [max[0] - min[0], max[2] - min[2]], range: [min[1], max[1]] };
}

/** How the picture follows a hand that moves a slider of a preset for some seconds. */
export async function whileSliding(browser, address, name, slider, seconds) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 850 } });
  const trouble = [];
  const page = await opened(context, address, `#preset=${name}`, trouble);
  await complete(page);
  await page.evaluate(() => {
    window.pictures = [];
    const { view } = window.playground;
    const show = view.show.bind(view);
    view.show = async (...all) => {
      const start = performance.now();
      const facts = await show(...all);
      window.pictures.push(performance.now() - start);
      return facts;
    };
  });
  const box = await page.locator(`[id="value-${slider}"]`).boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  const start = Date.now();
  while (Date.now() - start < 1000 * seconds) {
    const turn = (Date.now() - start) / 1500;
    await page.mouse.move(box.x + box.width * (0.5 + 0.3 * Math.sin(turn)), y);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
  const pictures = await page.evaluate(() => window.pictures);
  await context.close();
  return { pictures: pictures.length, seconds, longest_ms: Math.round(Math.max(0, ...pictures)), trouble };
}

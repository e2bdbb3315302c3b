// The playground: a recipe as text, as values, and as a terrain.

import { Pool } from '../npm/pool.js';
import { linkTo, readLink } from './link.js';
import { Playground, draftOf } from './playground.js';

const find = id => document.getElementById(id);

function fail(error) {
  find('status').textContent = error.message;
  find('status').classList.add('is-wrong');
}

/** The program of the package, compiled once for all workers. */
async function compiled() {
  const url = new URL('native/orogen_web_bg.wasm', import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The server has no ${url.pathname}`);
  const isTyped = response.headers.get('Content-Type') === 'application/wasm';
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

const ofPreset = async (pool, preset, notice) => ({ text: await pool.presetText(preset), preset, notice });

/** The recipe that the address names; if there is none, `alps` with a notice. */
async function linked(pool, isReload = false) {
  const [hash, kept] = JSON.parse(sessionStorage.getItem('recipe') ?? '[]');
  const { text, preset, notice } = await readLink(location.href);
  if (isReload && kept && hash === location.hash) {
    const original = await pool.presetText(preset ?? 'alps').catch(() => undefined);
    return { text: kept, preset: kept === original ? (preset ?? 'alps') : '' };
  }
  if (text !== undefined) return { text };
  return ofPreset(pool, preset ?? 'alps', notice).catch(error => ofPreset(pool, 'alps', error.message));
}

async function start() {
  const workers = Math.min(Math.max((navigator.hardwareConcurrency ?? 2) - 1, 2), 8);
  const pool = await Pool.start({ module: await compiled(), workers, gpu: true });
  // The first terrain is made while the page is built.
  const first = await linked(pool, true);
  pool.facts(draftOf(first.text)).catch(() => {});
  const [nodes, presets] = await Promise.all([pool.nodes(), pool.presets()]);
  const playground = new Playground(pool, nodes);
  const options = presets.map(({ name, summary }) => Object.assign(new Option(name, name), { title: summary }));
  find('preset').append(new Option('', ''), ...options);
  const open = ({ text, preset = '', notice }) => {
    find('preset').value = preset;
    playground.open(text, notice);
  };
  const opened = promise => promise.then(open).catch(fail);
  find('preset').addEventListener('change', ({ target: { value } }) => { if (value) location.hash = `preset=${value}`; });
  find('seed').addEventListener('change', ({ target }) => {
    if (/^\d+$/.test(target.value) && BigInt(target.value) < 2n ** 64n) playground.change({ seed: BigInt(target.value) });
    else playground.notify('A seed is a whole number from 0 to 18446744073709551615.');
  });
  find('reset').addEventListener('click', () => playground.view.reset());
  find('other').addEventListener('click', () => playground.change({ seed: BigInt(Math.floor(Math.random() * 2 ** 32)) }));
  find('share').addEventListener('click', () => share(playground).catch(fail));
  find('export').addEventListener('submit', event => {
    event.preventDefault();
    playground.export(find('format').value, Number(find('samples').value));
  });
  window.addEventListener('hashchange', () => opened(linked(pool)));
  // For tests and for curious people.
  window.playground = playground;
  open(first);
}

async function share(playground) {
  const link = await linkTo(location.href, playground.text);
  history.replaceState(null, '', link);
  await navigator.clipboard.writeText(link);
  playground.notify(`The link is copied: ${link.length} characters.`);
}

start().catch(error => fail(new Error(`The playground cannot start: ${error.message}`)));
if ('serviceWorker' in navigator) navigator.serviceWorker.register('offline.js').catch(() => {});

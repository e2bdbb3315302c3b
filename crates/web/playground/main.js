// The playground: a recipe as text, as values, and as a terrain.

import { parse } from 'smol-toml';

import { Pool } from '../npm/pool.js';
import { Editor } from './editor.js';
import { exported, save } from './exports.js';
import { linkTo, readLink } from './link.js';
import { Sliders } from './sliders.js';
import { numberOf } from './values.js';
import { View } from './view.js';

/** Milliseconds without a change before a solution is made with all its detail. */
const REST = 500;

/** Levels of detail that solutions leave out: while values change, and then one after the other when the text rests. */
const DRAFTS = [3, 2, 0];

/** A recipe for the pool. */
const recipe = (text, draft) => ({ text, name: 'recipe', draft });

const find = id => document.getElementById(id);
const [status, seed, presetList] = ['status', 'seed', 'preset'].map(find);

function say(text, isWrong = false) {
  status.textContent = text;
  status.classList.toggle('is-wrong', isWrong);
}

const metres = number => (Math.abs(number) >= 10_000 ? `${Math.round(number / 1000)} km` : `${Math.round(number)} m`);

class Playground {
  #pool;
  #editor;
  #sliders;
  #view;
  /** The recipe that is wanted, and the one in sight. */
  #wanted = '';
  #shown;
  #key = 0;
  #isBusy = false;
  #resting;
  /** What is said as long as the recipe stays that was opened. */
  #notice = '';
  /** Changes of values happen one after the other. */
  #changes = Promise.resolve();

  constructor(pool, nodes) {
    this.#pool = pool;
    this.#view = new View(find('canvas'), pool);
    this.#editor = new Editor(find('text'), nodes, text => {
      this.#notice = '';
      this.#want(text);
    });
    this.#sliders = new Sliders(find('controls'), nodes, (name, value) => this.change({ [name]: value }));
  }

  get text() {
    return this.#editor.text;
  }

  get view() {
    return this.#view;
  }

  /** Whether the terrain in sight is that of the text, with all its detail. */
  get isComplete() {
    return !this.#isBusy && this.#resting === undefined && this.#shown === this.text && this.#view.tiles.isComplete;
  }

  /** Opens another recipe, with a notice about it. */
  open(text, notice = '') {
    this.#notice = notice;
    this.#key += 1;
    this.#sliders.open();
    this.#editor.text = text;
    this.#want(text);
  }

  /** Writes values into the text. */
  change(values) {
    this.#changes = this.#changes.then(async () => {
      try {
        const text = await this.#pool.changedText(this.#wanted, values);
        this.#editor.text = text;
        this.#want(text);
      } catch (error) {
        this.#fail(error);
      }
    });
    return this.#changes;
  }

  async export(format, samples) {
    say('Making the file');
    try {
      const file = await exported(this.#pool, recipe(this.text, 0), format, samples);
      save(file);
      say(`${file.name}: ${file.note}`);
    } catch (error) {
      this.#fail(error);
    }
  }

  #want(text) {
    this.#wanted = text;
    this.#showValues();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#rest(), REST);
    this.#refresh(DRAFTS[0]);
  }

  /** After a rest, solutions get all their detail. */
  async #rest() {
    this.#resting = undefined;
    if (this.#isBusy) {
      this.#resting = setTimeout(() => this.#rest(), REST);
      return;
    }
    const text = this.#wanted;
    if (!/^\s*type\s*=\s*"erosion"/m.test(text)) return;
    for (const draft of DRAFTS.slice(1)) {
      if (text === this.#wanted && !this.#isBusy) await this.#refresh(draft);
    }
  }

  /** Shows the newest text. While a picture is made, further texts wait; only the last of them is shown. */
  async #refresh(draft) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    let text = this.#wanted;
    await this.#show(text, draft);
    while (text !== this.#wanted) {
      text = this.#wanted;
      await this.#show(text, DRAFTS[0]);
    }
    this.#isBusy = false;
  }

  async #show(text, draft) {
    try {
      const facts = await this.#view.show(recipe(text, draft), this.#key);
      if (text !== this.#wanted) return;
      this.#shown = text;
      this.#editor.mark(facts.warnings.map(warning => ({ ...warning, severity: 'warning' })));
      const [low, high] = facts.interval;
      const size = facts.isPlanet ? `a planet, ${metres(facts.radius)} in radius` : `${metres(facts.size)} wide`;
      find('facts').textContent = `${facts.name}: ${size}, heights within ${Math.round(low)} … ${Math.round(high)} m`;
      const [warning] = facts.warnings;
      say(warning ? `Line ${warning.line}: ${warning.message}. ${warning.help ?? ''}` : this.#notice, Boolean(this.#notice));
      document.title = `${facts.name}: Orogen playground`;
    } catch (error) {
      if (text === this.#wanted) this.#fail(error);
    }
  }

  #fail(error) {
    const { line, column, reason, help, message } = error;
    if (line) this.#editor.mark([{ line, column, message: reason, help, severity: 'error' }]);
    say(line ? `Line ${line}: ${reason}${help ? `. ${help}` : ''}` : message, true);
  }

  /** Values of a text that is not TOML stay those of the last one that is. */
  #showValues() {
    try {
      const table = parse(this.#wanted, { integersAsBigInt: 'asNeeded' });
      this.#sliders.show(table);
      if (document.activeElement !== seed) seed.value = String(table.seed ?? 0);
    } catch {
      // The worker finds the same mistake, and says where it is.
    }
  }
}

async function start() {
  // Compiled once for all workers.
  const module = await WebAssembly.compileStreaming(fetch(new URL('native/orogen_web_bg.wasm', import.meta.url)));
  const pool = await Pool.start({ module, workers: Math.min(Math.max(navigator.hardwareConcurrency - 1, 2), 8) });
  // The first terrain is made while the page is built.
  const first = await linked(pool);
  pool.facts(recipe(first.text, DRAFTS[0])).catch(() => {});
  const [nodes, presets] = await Promise.all([pool.nodes(), pool.presets()]);
  const playground = new Playground(pool, nodes);
  presetList.append(new Option('', ''), ...presets.map(({ name, summary }) => Object.assign(new Option(name, name), { title: summary })));
  const open = ({ text, preset = '', notice }) => {
    presetList.value = preset;
    playground.open(text, notice);
  };
  const orSay = promise => promise.catch(error => say(error.message, true));
  presetList.addEventListener('change', () => presetList.value && orSay(ofPreset(pool, presetList.value).then(open)));
  seed.addEventListener('change', () => playground.change({ seed: BigInt(Math.max(0, Math.round(numberOf(seed.value) ?? 0))) }));
  find('other').addEventListener('click', () => playground.change({ seed: BigInt(Math.floor(Math.random() * 2 ** 32)) }));
  find('share').addEventListener('click', () => orSay(share(playground.text)));
  find('export').addEventListener('submit', event => {
    event.preventDefault();
    playground.export(find('format').value, Number(find('samples').value));
  });
  window.addEventListener('hashchange', () => orSay(linked(pool).then(open)));
  // For tests and for curious people.
  window.playground = playground;
  open(first);
}

const ofPreset = async (pool, preset, notice) => ({ text: await pool.presetText(preset), preset, notice });

/** The recipe that the address names; if there is none, `alps` with a notice. */
async function linked(pool) {
  const { text, preset, notice } = await readLink(location.href);
  if (text !== undefined) return { text };
  return ofPreset(pool, preset ?? 'alps', notice).catch(error => ofPreset(pool, 'alps', error.message));
}

async function share(text) {
  const link = await linkTo(location.href, text);
  history.replaceState(null, '', link);
  await navigator.clipboard.writeText(link);
  say(`The link is copied: ${link.length} characters.`);
}

start().catch(error => say(`The playground cannot start: ${error.message}`, true));
if ('serviceWorker' in navigator) navigator.serviceWorker.register('offline.js').catch(() => {});

// Terrain from a small text recipe.

import start, * as native from './native/orogen_web.js';

/** The promise of the program of the package, and whether it is there. */
let ready;
let isLoaded = false;

/**
 * Loads the program of the package, 'native/orogen_web_bg.wasm' beside this file. Call it once and wait for it before anything else.
 * Further calls return the same promise.
 */
export function load(source) {
  ready ??= loaded(source).catch(error => {
    // The next call tries again.
    ready = undefined;
    throw error;
  });
  return ready;
}

async function loaded(source) {
  await start({ module_or_path: source ?? (await bytes()) });
  isLoaded = true;
}

/** The program beside this file. Node's `fetch` reads no files. */
async function bytes() {
  const url = new URL('./native/orogen_web_bg.wasm', import.meta.url);
  if (url.protocol !== 'file:') return url;
  const { readFile } = await import(/* webpackIgnore: true */ 'node:fs/promises');
  return readFile(url);
}

/** The descriptions of the nodes that recipes are built from: what each does, its inputs, parameters and an example. */
export const nodes = () => JSON.parse(native.nodes());

/** The presets with their names and summaries. */
export const presets = () => JSON.parse(native.presets());

/** The text of a preset's recipe. */
export const presetText = name => native.presetText(name);

/** The text of a recipe with other values, as `Terrain.with` writes them, but without making a terrain. */
export const changedText = (text, values, { name = 'recipe' } = {}) =>
  native.changedText(name, text, Object.keys(values), Object.values(values));

/** A terrain: a recipe that is ready to evaluate. */
export class Terrain {
  #native;
  #facts;
  #draft;
  #field;

  constructor(made, draft, field) {
    this.#native = made;
    this.#facts = JSON.parse(made.facts());
    this.#draft = draft;
    this.#field = field;
  }

  static parse(text, { name = 'recipe', draft = 0 } = {}) {
    if (typeof text !== 'string') throw new TypeError(`a recipe is a text, not ${text}`);
    if (!isLoaded) throw new Error('the program is not loaded: call load(), and wait for it');
    return new Terrain(new native.NativeTerrain(name, text, draft), draft);
  }

  static preset(name, options) {
    return Terrain.parse(native.presetText(name), { ...options, name });
  }

  get facts() { return this.#facts; }
  get name() { return this.#facts.name; }
  get text() { return this.#facts.text; }
  get seed() { return BigInt(this.#facts.seed); }
  get isPlanet() { return this.#facts.isPlanet; }
  get size() { return this.#facts.size; }
  get samples() { return this.#facts.samples; }
  get spacing() { return this.#facts.spacing; }
  get repeats() { return this.#facts.repeats; }
  get radius() { return this.#facts.radius; }
  get seaLevel() { return this.#facts.seaLevel; }
  get interval() { return this.#facts.interval; }
  get fields() { return this.#facts.fields; }
  get parameters() { return this.#facts.parameters; }
  get warnings() { return this.#facts.warnings; }

  with(values) {
    const changed = new Terrain(this.#native.changed(Object.keys(values), Object.values(values)), this.#draft);
    return this.#field === undefined ? changed : changed.field(this.#field);
  }

  field(name) {
    return new Terrain(this.#native.field(name), this.#draft, name);
  }

  heights(grid) {
    return this.#native.heights(this.#grid(grid));
  }

  raster(grid) {
    const [heights, dx, dy] = split(this.#native.raster(this.#grid(grid)), 3);
    return { heights, dx, dy };
  }

  crossings(columns, rows, spacing) {
    return this.#native.crossings(Float64Array.from(columns), Float64Array.from(rows), spacing);
  }

  at(...position) {
    const [height, ...gradient] = this.#native.sample(Float64Array.from(position));
    return { height, gradient: this.isPlanet ? gradient : gradient.slice(0, 2) };
  }

  sample(positions) {
    return this.#native.sample(Float64Array.from(positions));
  }

  tile(address, samples) {
    const tile = this.#native.tile(address, samples);
    const [planes, positions] = [tile.numbers(), tile.positions()];
    tile.free();
    if (!this.isPlanet) {
      const [heights, dx, dy] = split(planes, 3);
      return { heights, dx, dy };
    }
    const [heights, x, y, z] = split(planes, 7);
    const normals = planes.subarray(4 * heights.length);
    return { heights, gradient: [x, y, z], normals, positions };
  }

  surface(address, samples = 129, { water = true } = {}) {
    return taken(this.#native.surface(address, samples, water));
  }

  /** The same surface, whose samples a graphics device makes. Only the program of the worker with the device can do this. */
  async surfaceBy(device, address, samples = 129, { water = true } = {}) {
    const work = this.#native.work(address, samples);
    let planes;
    try {
      planes = await device.run(work);
    } catch (error) {
      work.free();
      throw error;
    }
    return taken(this.#native.surfaceOf(work, planes, water));
  }

  /** What makes the same terrain on another thread. */
  get source() {
    return { name: this.name, text: this.text, field: this.#field, draft: this.#draft };
  }

  /** Frees the memory of the terrain at once. Without this call, the garbage collector does it at some time. */
  free() {
    this.#native.free();
  }

  /** The numbers of a grid for the native part. */
  #grid(grid = {}) {
    const samples = typeof grid === 'number' ? grid : grid.samples;
    return Float64Array.from(this.isPlanet ? this.#map(samples, grid) : this.#window(samples, grid));
  }

  #map(samples, { columns, rows, region }) {
    return region ? [columns, rows ?? columns, ...region] : [samples ?? columns ?? this.samples];
  }

  #window(samples, grid) {
    // A grid over the whole domain has its edges, except the far one of a domain that repeats.
    if (grid.spacing === undefined) {
      const side = samples ?? grid.columns ?? this.samples;
      return [0, 0, side, grid.rows ?? side, this.size / (this.repeats ? side : side - 1)];
    }
    const { column = 0, row = 0, columns = samples, rows = columns, spacing } = grid;
    return [column, row, columns, rows, spacing];
  }
}

/** The equal parts of an array, without a copy. */
function split(array, parts) {
  const length = array.length / parts;
  return Array.from({ length: parts }, (_, part) => array.subarray(part * length, (part + 1) * length));
}

/** The numbers of a surface. */
function taken(made) {
  const [origin, positions, normals] = [made.origin(), made.positions(), made.normals()];
  const [normalMap, colours] = [made.normalMap(), made.colours()];
  made.free();
  return { origin, positions, normals, normalMap, colours };
}

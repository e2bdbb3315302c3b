// Terrain from a small text recipe.

import {
  needFlag, needKeys, needNumber, needNumbers, needObject, needPositive, needText, needWhole,
} from './arguments.js';
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

/** The program, once it is loaded. */
function program() {
  if (!isLoaded) throw new Error('the program is not loaded: call load(), and wait for it');
  return native;
}

/** The descriptions of the nodes that recipes are built from: what each does, its inputs, parameters and an example. */
export const nodes = () => JSON.parse(program().nodes());

/** The presets with their names and summaries. */
export const presets = () => JSON.parse(program().presets());

/** The text of a preset's recipe. */
export const presetText = name => program().presetText(needText('presetText', 'the name', name));

/** The text of a recipe with other values, as `Terrain.with` writes them, but without making a terrain. */
export function changedText(text, values, options = {}) {
  const place = 'changedText';
  const { name = 'recipe' } = needKeys(place, 'the set of options', options, ['name']);
  needText(place, 'the recipe', text);
  needText(place, '`name`', name);
  return program().changedText(name, text, ...pairs(place, values));
}

/** The names of values, and the values. */
function pairs(place, values) {
  needObject(place, 'the table of values', values, 'give an object, such as { seed: 3 }');
  return [Object.keys(values), Object.values(values)];
}

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

  static parse(text, options = {}) {
    const place = 'Terrain.parse';
    const { name = 'recipe', draft = 0 } = needKeys(place, 'the set of options', options, ['name', 'draft']);
    needText(place, 'the recipe', text);
    needText(place, '`name`', name);
    const { NativeTerrain } = program();
    return new Terrain(new NativeTerrain(name, text, needWhole(place, '`draft`', draft)), draft);
  }

  static preset(name, options = {}) {
    const { draft } = needKeys('Terrain.preset', 'the set of options', options, ['draft']);
    return Terrain.parse(program().presetText(needText('Terrain.preset', 'the name', name)), { name, draft });
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
    const changed = new Terrain(this.#made.changed(...pairs('Terrain.with', values)), this.#draft);
    return this.#field === undefined ? changed : changed.field(this.#field);
  }

  field(name) {
    return new Terrain(this.#made.field(needText('Terrain.field', 'the name', name)), this.#draft, name);
  }

  heights(grid) {
    return this.#made.heights(this.#grid('Terrain.heights', grid));
  }

  raster(grid) {
    const [heights, dx, dy] = split(this.#made.raster(this.#grid('Terrain.raster', grid)), 3);
    return { heights, dx, dy };
  }

  crossings(columns, rows, spacing) {
    return this.#made.crossings(...lines('Terrain.crossings', columns, rows, spacing));
  }

  ground(columns, rows, spacing, options = {}) {
    const water = waterOf('Terrain.ground', options);
    const made = this.#made.ground(...lines('Terrain.ground', columns, rows, spacing), water);
    const [[heights, dx, dy], colours] = [split(made.numbers(), 3), made.colours()];
    made.free();
    return { heights, dx, dy, colours };
  }

  at(first, second) {
    const names = this.isPlanet ? ['the latitude', 'the longitude'] : ['x', 'y'];
    const position = [first, second].map((number, axis) => needNumber('Terrain.at', names[axis], number));
    const [height, ...gradient] = this.#made.sample(Float64Array.from(position));
    return { height, gradient: this.isPlanet ? gradient : gradient.slice(0, 2) };
  }

  sample(positions) {
    return this.#made.sample(Float64Array.from(needNumbers('Terrain.sample', 'the list of positions', positions)));
  }

  tile(address, samples) {
    const place = 'Terrain.tile';
    const tile = this.#made.tile(needText(place, 'the address', address), needWhole(place, 'the number of samples', samples, 2));
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

  surface(address, samples = 129, options = {}) {
    const place = 'Terrain.surface';
    const water = waterOf(place, options);
    needWhole(place, 'the number of samples', samples, 3);
    return taken(this.#made.surface(needText(place, 'the address', address), samples, water));
  }

  /** The same surface, whose samples a graphics device makes. Only the program of the worker with the device can do this. */
  async surfaceBy(device, address, samples = 129, { water = true } = {}) {
    const work = this.#made.work(address, samples);
    let planes;
    try {
      planes = await device.run(work);
    } catch (error) {
      work.free();
      throw error;
    }
    return taken(this.#made.surfaceOf(work, planes, water));
  }

  /** What makes the same terrain on another thread. */
  get source() {
    return { name: this.name, text: this.text, field: this.#field, draft: this.#draft };
  }

  /** Frees the memory of the terrain at once. Without this call, the garbage collector does it at some time. */
  free() {
    this.#native?.free();
    this.#native = undefined;
  }

  get #made() {
    if (!this.#native) throw new Error('the terrain was freed: make it again');
    return this.#native;
  }

  /** The numbers of a grid for the native part. */
  #grid(place, grid = {}) {
    const keys = this.isPlanet ? ['samples', 'columns', 'rows', 'region'] : ['samples', 'columns', 'rows', 'spacing', 'column', 'row'];
    const given = typeof grid === 'number' ? { samples: grid } : needKeys(place, 'the grid', grid, keys);
    for (const key of keys) {
      if (key === 'region' && given.region) needNumbers(place, '`region`', given.region);
      else if (given[key] !== undefined) needNumber(place, `\`${key}\``, given[key]);
    }
    return Float64Array.from(this.isPlanet ? this.#map(place, given) : this.#window(place, given));
  }

  #map(place, { samples, columns, rows, region }) {
    return region ? [needNumber(place, '`columns`', columns), rows ?? columns, ...region] : [samples ?? columns ?? this.samples];
  }

  #window(place, { samples, spacing, columns = samples, rows = columns, column = 0, row = 0 }) {
    // A grid over the whole domain has its edges, except the far one of a domain that repeats.
    if (spacing === undefined) {
      const side = columns ?? this.samples;
      return [0, 0, side, rows ?? side, this.size / (this.repeats ? side : side - 1)];
    }
    return [column, row, needNumber(place, '`columns`', columns), rows, spacing];
  }
}

/** Columns, rows and their spacing for the native part. */
function lines(place, columns, rows, spacing) {
  const arrays = [needNumbers(place, 'the list of columns', columns), needNumbers(place, 'the list of rows', rows)];
  return [...arrays.map(array => Float64Array.from(array)), needPositive(place, 'the spacing', spacing)];
}

/** Whether water covers the ground. */
function waterOf(place, options) {
  const { water = true } = needKeys(place, 'the set of options', options, ['water']);
  return needFlag(place, '`water`', water);
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

// Sliders for the values of a recipe, from the descriptions of its nodes.

import { limited, numberOf, positionOf, rounded, shown, spanOf, valueAt } from './values.js';

/** Milliseconds in which the text gets a value. */
const LATE = 1000;

/** Steps of a slider, and of a whole number at most. */
const STEPS = 200;

/** A panel in an element. `change` gets values by name; `null` is the default, without a key in the text. */
export class Sliders {
  #parent;
  #nodes;
  #change;
  #outline;
  #rows = new Map();
  /** Values that the recipe was opened with: the middles of sliders. */
  #opened = new Map();
  /** Names of values that the recipe was opened without. */
  #absent = new Set();

  constructor(parent, nodes, change) {
    this.#parent = parent;
    this.#nodes = new Map(nodes.map(node => [node.name, node]));
    this.#change = change;
  }

  /** Forgets the middles of sliders: another recipe was opened. */
  open() {
    this.#opened.clear();
    this.#absent.clear();
    this.#outline = undefined;
  }

  /** Shows the values of a recipe, which is the table that its text parses to. */
  show(recipe) {
    const groups = groupsOf(recipe, this.#nodes);
    const outline = JSON.stringify(groups.map(({ title, type, rows }) => [title, type, rows.map(({ name, kind, help }) => [name, kind, help])]));
    if (outline !== this.#outline) this.#build(groups, recipe.height?.field);
    this.#outline = outline;
    for (const row of groups.flatMap(({ rows }) => rows)) this.#rows.get(row.name)?.(row);
  }

  #build(groups, height) {
    const open = new Set(Array.from(this.#parent.querySelectorAll('details[open]'), ({ dataset }) => dataset.title));
    this.#rows.clear();
    const elements = groups.map(({ title, type, rows }) => {
      const details = element('details', { open: open.size > 0 ? open.has(title) : title === height || !type });
      details.dataset.title = title;
      const summary = element('summary', {}, title, ' ');
      if (type) summary.append(element('span', {}, type));
      details.append(summary, ...rows.map(row => this.#row(row)));
      return details;
    });
    this.#parent.replaceChildren(element('h2', {}, 'Values'), ...elements);
  }

  #row(row) {
    if (row.kind === 'flag') return this.#flag(row);
    return row.kind === 'choice' ? this.#choice(row) : this.#number(row);
  }

  #number(row) {
    const id = `value-${row.name}`;
    const slider = element('input', { type: 'range', min: 0, step: 1, id, title: row.help ?? '' });
    const entry = element('input', { type: 'text', ariaLabel: `${row.name}, as a number` });
    const box = element('div', { className: 'row', title: row.help ?? '' }, labelOf(row, id), slider, entry);
    let [current, span, steps] = [row];
    let sentAt = -Infinity;
    const send = number => {
      const value = limited(current.isWhole ? Math.round(number) : number, current.min, current.max);
      if (value !== current.value) this.#change(Object.fromEntries([current.name, ...current.together].map(name => [name, value])));
      sentAt = performance.now();
      current = { ...current, value };
      slider.ariaValueText = entry.value = shown(value, current.unit);
    };
    const restore = () => {
      const { name, isGiven, default: value } = current;
      if (value === undefined) return;
      if (!this.#absent.has(name)) return send(value);
      if (isGiven || current.value !== value) this.#change({ [name]: null });
      current = { ...current, value };
    };
    slider.addEventListener('input', () => send(rounded(valueAt(slider.value / steps, span), 3)));
    // The range stays while the slider is held.
    slider.addEventListener('change', () => this.#rows.get(row.name)(current));
    slider.addEventListener('dblclick', restore);
    entry.addEventListener('change', () => {
      const number = numberOf(entry.value);
      if (number === undefined) entry.value = shown(current.value, current.unit);
      else send(number);
    });
    this.#rows.set(row.name, next => {
      // While a hand or a key moves the slider, its value is newer than that of the text.
      const isNewer = slider.matches(':focus') && next.value !== current.value && performance.now() - sentAt < LATE;
      if (slider.matches(':active') || isNewer) return;
      current = next;
      if (!this.#opened.has(next.name)) {
        this.#opened.set(next.name, next.value);
        if (!next.isGiven) this.#absent.add(next.name);
      }
      span = spanOf(next.value, this.#opened.get(next.name) || next.default || next.value, next.min, next.max);
      steps = next.isWhole && !span.isLogarithmic ? Math.min(STEPS, Math.round(span.max - span.min)) : STEPS;
      slider.max = steps;
      slider.value = Math.round(steps * positionOf(next.value, span));
      if (document.activeElement !== entry) entry.value = shown(next.value, next.unit);
      slider.ariaValueText = shown(next.value, next.unit);
      box.classList.toggle('is-default', !next.isGiven);
    });
    return box;
  }

  #choice(row) {
    const id = `value-${row.name}`;
    const select = element('select', { id, title: row.help ?? '' }, ...row.options.map(name => element('option', {}, name)));
    select.addEventListener('change', () => this.#change({ [row.name]: select.value }));
    const box = element('div', { className: 'row', title: row.help }, labelOf(row, id), select);
    this.#rows.set(row.name, next => {
      select.value = next.value;
      box.classList.toggle('is-default', !next.isGiven);
    });
    return box;
  }

  #flag(row) {
    const id = `value-${row.name}`;
    const box = element('input', { type: 'checkbox', id, title: row.help ?? '' });
    box.addEventListener('change', () => this.#change({ [row.name]: box.checked }));
    this.#rows.set(row.name, next => { box.checked = next.value; });
    return element('div', { className: 'row flag', title: row.help }, box, labelOf(row, id));
  }
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const labelOf = ({ label }, id) => element('label', { htmlFor: id }, label);

/** The row of a number that a recipe has. */
function numberRow(name, value, settings) {
  const label = name.split('.').slice(1).join('.') || name;
  return { kind: 'number', name, label, value, unit: '', min: -Infinity, max: Infinity, isGiven: true, together: [], ...settings };
}

/** What a recipe has values for: its parameters, the scale of its heights, and each field. */
function groupsOf(recipe, nodes) {
  const groups = [{ title: 'Parameters', rows: parametersOf(recipe) }];
  // A field of this name hides the table.
  if (!recipe.fields?.height) groups.push({ title: 'Height', rows: heightOf(recipe) });
  for (const [field, table] of Object.entries(recipe.fields ?? {})) {
    const node = nodes.get(table?.type);
    const replaced = replacedBy(table, node);
    const kept = node?.parameters.filter(({ name }) => !replaced.has(name)) ?? [];
    const rows = kept.flatMap(parameter => rowsOf(field, parameter, table[parameter.name]));
    const strength = numberOf(table?.displace?.strength);
    const help = 'how far the ground under the field is displaced';
    if (strength !== undefined) rows.push(numberRow(`${field}.displace.strength`, strength, { unit: 'm', help }));
    groups.push({ title: field, type: node?.name, rows });
  }
  joinScales(groups, recipe);
  return groups.filter(({ rows }) => rows.length > 0);
}

/**
 * Erosion is computed in metres, so it has the scale of the heights again. While both scales are equal, a slider moves them together.
 */
function joinScales(groups, { height, fields = {} }) {
  const scale = numberOf(height?.scale);
  if (scale === undefined || fields.height) return;
  const isEroded = name => fields[name]?.type === 'erosion' && numberOf(fields[name].scale) === scale;
  const names = ['height.scale', ...Object.keys(fields).filter(isEroded).map(name => `${name}.scale`)];
  for (const row of groups.flatMap(({ rows }) => rows).filter(({ name }) => names.includes(name))) {
    row.together = names.filter(name => name !== row.name);
    if (row.together.length > 0) row.help = `${row.help}; moves together with ${row.together.join(' and ')}`;
  }
}

/** The parameters that others replace, which a field has: `hurst` replaces `gain`. */
function replacedBy(table, node) {
  const given = node?.parameters.filter(({ name }) => table[name] !== undefined) ?? [];
  return new Set(given.map(({ help }) => /^replaces (\w+)/.exec(help)?.[1]));
}

function parametersOf({ parameters = {} }) {
  return Object.entries(parameters).flatMap(([name, given]) => {
    const table = typeof given === 'object' ? given : { value: given };
    const value = numberOf(table.value);
    const [min = -Infinity, max = Infinity] = (table.range ?? []).map(numberOf);
    return value === undefined ? [] : [numberRow(name, value, { min, max, help: table.help })];
  });
}

function heightOf({ height = {} }) {
  const helps = { scale: 'metres for the value 1 of the field', offset: 'metres where the field is 0' };
  return Object.entries(helps).flatMap(([key, help]) => {
    const value = numberOf(height[key]);
    return value === undefined ? [] : [numberRow(`height.${key}`, value, { unit: 'm', help })];
  });
}

/** The row of a parameter; none if its value is a table, or if it has neither a value nor a default. */
function rowsOf(field, { name, kind, help, unit, min, max, options, ...parameter }, given) {
  const row = { name: `${field}.${name}`, label: name, help, isGiven: given !== undefined };
  const value = given ?? parameter.default;
  if (kind === 'flag') return typeof value === 'boolean' ? [{ ...row, kind, value }] : [];
  if (kind === 'choice') {
    return typeof value === 'string' ? [{ ...row, kind, value, options: options.map(option => option.name) }] : [];
  }
  const number = kind === 'number' || kind === 'octaves' ? numberOf(value) : undefined;
  if (number === undefined) return [];
  const settings = { ...row, unit, min: min ?? -Infinity, max: max ?? Infinity };
  return [numberRow(row.name, number, { ...settings, default: numberOf(parameter.default), isWhole: kind === 'octaves' })];
}

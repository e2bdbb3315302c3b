// Sliders for the values of a recipe, from the descriptions of its nodes.

import { numberOf, positionOf, rounded, shown, spanOf, valueAt } from './values.js';

/** Steps of a slider. */
const STEPS = 1000;

/** A panel in an element. `change` gets the name of a value and the value. */
export class Sliders {
  #parent;
  #nodes;
  #change;
  #outline;
  #rows = new Map();
  /** Values that the recipe was opened with: the middles of sliders. */
  #opened = new Map();

  constructor(parent, nodes, change) {
    this.#parent = parent;
    this.#nodes = new Map(nodes.map(node => [node.name, node]));
    this.#change = change;
  }

  /** Forgets the middles of sliders: another recipe was opened. */
  open() {
    this.#opened.clear();
    this.#outline = undefined;
  }

  /** Shows the values of a recipe, which is the table that its text parses to. */
  show(recipe) {
    const groups = groupsOf(recipe, this.#nodes);
    const outline = JSON.stringify(groups.map(({ title, rows }) => [title, rows.map(({ name, kind }) => [name, kind])]));
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
    const slider = element('input', { type: 'range', min: 0, max: STEPS, step: 1, id });
    const entry = element('input', { type: 'text', ariaLabel: `${row.name}, as a number` });
    const box = element('div', { className: 'row', title: row.help }, labelOf(row, id), slider, entry);
    let current = row;
    let span;
    const write = value => {
      const number = Math.min(Math.max(current.isWhole ? Math.round(value) : rounded(value, 3), current.min), current.max);
      if (number !== current.value) this.#change(current.name, number);
      entry.value = shown(number, current.unit);
      slider.ariaValueText = entry.value;
    };
    slider.addEventListener('input', () => write(valueAt(slider.value / STEPS, span)));
    // The range stays while the slider is held.
    slider.addEventListener('change', () => { span = undefined; this.#rows.get(row.name)(current); });
    slider.addEventListener('dblclick', () => current.default !== undefined && write(current.default));
    entry.addEventListener('change', () => {
      const number = numberOf(entry.value);
      if (number === undefined) entry.value = shown(current.value, current.unit);
      else this.#change(current.name, Math.min(Math.max(number, current.min), current.max));
    });
    this.#rows.set(row.name, next => {
      current = next;
      if (!this.#opened.has(next.name)) this.#opened.set(next.name, next.value);
      const isHeld = span && slider.matches(':active');
      if (!isHeld) {
        span = spanOf(next.value, this.#opened.get(next.name) || next.default || next.value, next.min, next.max);
        slider.value = Math.round(STEPS * positionOf(next.value, span));
      }
      if (document.activeElement !== entry) entry.value = shown(next.value, next.unit);
      slider.ariaValueText = shown(next.value, next.unit);
      box.classList.toggle('is-default', !next.isGiven);
    });
    return box;
  }

  #choice(row) {
    const id = `value-${row.name}`;
    const select = element('select', { id }, ...row.options.map(name => element('option', {}, name)));
    select.addEventListener('change', () => this.#change(row.name, select.value));
    const box = element('div', { className: 'row', title: row.help }, labelOf(row, id), select);
    this.#rows.set(row.name, next => {
      select.value = next.value;
      box.classList.toggle('is-default', !next.isGiven);
    });
    return box;
  }

  #flag(row) {
    const id = `value-${row.name}`;
    const box = element('input', { type: 'checkbox', id });
    box.addEventListener('change', () => this.#change(row.name, box.checked));
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

/** What a recipe has values for: its parameters, the scale of its heights, and each field. */
export function groupsOf(recipe, nodes) {
  const number = (name, value, rest) => ({ kind: 'number', name, label: name.split('.').slice(1).join('.') || name, value, unit: '', min: -Infinity, max: Infinity, isGiven: true, ...rest });
  const groups = [];
  const parameters = Object.entries(recipe.parameters ?? {}).flatMap(([name, given]) => {
    const [value, [min, max]] = typeof given === 'object' ? [given.value, given.range ?? []] : [given, []];
    const found = numberOf(value);
    return found === undefined ? [] : [number(name, found, { min: numberOf(min) ?? -Infinity, max: numberOf(max) ?? Infinity, help: given.help })];
  });
  if (parameters.length > 0) groups.push({ title: 'Parameters', rows: parameters });
  const height = ['scale', 'offset'].flatMap(key => {
    const value = numberOf(recipe.height?.[key]);
    return value === undefined ? [] : [number(`height.${key}`, value, { unit: 'm', help: key === 'scale' ? 'metres for the value 1 of the field' : 'metres where the field is 0' })];
  });
  if (height.length > 0) groups.push({ title: 'Height', rows: height });
  for (const [field, table] of Object.entries(recipe.fields ?? {})) {
    const node = nodes.get(table?.type);
    const rows = node?.parameters.flatMap(parameter => rowsOf(field, parameter, table[parameter.name])) ?? [];
    const strength = numberOf(table?.displace?.strength);
    if (strength !== undefined) rows.push(number(`${field}.displace.strength`, strength, { unit: 'm', help: 'how far the ground under the field is displaced' }));
    if (rows.length > 0) groups.push({ title: field, type: node?.name, rows });
  }
  return groups;
}

/** The row of a parameter; none if its value is a table, or if it has neither a value nor a default. */
function rowsOf(field, { name, kind, help, unit, min, max, options, ...parameter }, given) {
  const row = { name: `${field}.${name}`, label: name, help, isGiven: given !== undefined };
  const value = given ?? parameter.default;
  if (kind === 'flag') return typeof value === 'boolean' ? [{ ...row, kind, value }] : [];
  if (kind === 'choice') return typeof value === 'string' ? [{ ...row, kind, value, options: options.map(option => option.name) }] : [];
  const number = kind === 'number' || kind === 'octaves' ? numberOf(value) : undefined;
  if (number === undefined) return [];
  return [{ ...row, kind: 'number', value: number, default: numberOf(parameter.default), unit, min: min ?? -Infinity, max: max ?? Infinity, isWhole: kind === 'octaves' }];
}

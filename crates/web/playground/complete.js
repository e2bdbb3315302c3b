// Completion of recipes: tables, nodes, their parameters, and names of fields.

import { startCompletion } from '@codemirror/autocomplete';

const TABLES = ['domain', 'height', 'sea', 'water', 'view', 'parameters'];

/** The table that a position is in, the node of its field, and its keys. */
function placeIn(text, position) {
  const above = text.slice(0, position);
  const headers = [...above.matchAll(/^[ \t]*\[+[ \t]*([\w.-]+)[ \t]*\]+/gm)];
  const header = headers.at(-1);
  const table = header?.[1] ?? '';
  const start = header ? header.index + header[0].length : 0;
  const rest = text.slice(start);
  const end = rest.search(/^[ \t]*\[/m);
  const body = end < 0 ? rest : rest.slice(0, end);
  const type = /^[ \t]*type[ \t]*=[ \t]*["']([^"']*)/m.exec(body)?.[1];
  const keys = new Set(Array.from(body.matchAll(/^[ \t]*([\w.-]+)[ \t]*=/gm), ([, key]) => key));
  return { isTop: table === '', isField: /^fields\.[\w-]+$/.test(table), type, keys };
}

/** The names of the fields whose tables have a header of their own. */
const fieldsOf = text => [...new Set(Array.from(text.matchAll(/^[ \t]*\[fields\.([\w-]+)\]/gm), ([, name]) => name))];

/** A source of completions for CodeMirror. `nodes` are the descriptions of all nodes. */
export function completions(nodes) {
  const byName = new Map(nodes.map(node => [node.name, node]));
  return context => {
    const text = context.state.doc.toString();
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const place = placeIn(text, line.from);
    const value = /^\s*([\w.-]+)\s*=\s*"([\w.-]*)$/.exec(before);
    if (value) return answer(context.pos - value[2].length, valuesOf(value[1], place, byName, text));
    const name = /^\s*([\w-]*)$/.exec(before);
    if (name && (name[1] || context.explicit)) return answer(context.pos - name[1].length, keysOf(place, byName));
    const header = /^\s*\[([\w.-]*)$/.exec(before);
    if (header) return answer(context.pos - header[1].length, tables());
    return null;
  };
}

const answer = (from, options) => (options.length > 0 ? { from, options, validFor: /^[\w.-]*$/ } : null);

/** Inserts a text and what closes it, unless that is there already. `goesOn` opens the list again. */
const inserting = (text, closing = '', goesOn = false) => (view, _, from, to) => {
  const isClosed = closing && view.state.sliceDoc(to, to + closing.length) === closing;
  const insert = isClosed ? text : text + closing;
  view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + text.length + closing.length }, userEvent: 'input.complete' });
  if (goesOn) startCompletion(view);
};

/** Keys before the first table. */
const KEYS = [['orogen', 'orogen = 1\n'], ['name', 'name = "'], ['seed', 'seed = ']].map(([label, text]) => ({
  label, type: 'property', apply: inserting(text),
}));

const tables = () => [
  ...TABLES.map(label => ({ label, type: 'namespace', apply: inserting(label, ']') })),
  { label: 'fields.', type: 'namespace', detail: 'a field: its name follows', apply: inserting('fields.') },
];

function keysOf({ isTop, isField, type, keys }, byName) {
  const node = byName.get(type);
  if (!isField) return isTop ? KEYS.filter(({ label }) => !keys.has(label)) : [];
  if (!node) return [{ label: 'type', type: 'keyword', apply: inserting('type = "', '', true) }];
  const inputs = node.inputs.map(({ name, help }) => ({ label: name, type: 'variable', info: help, apply: inserting(`${name} = `) }));
  const parameters = node.parameters.map(({ name, unit, help, required }) => {
    const detail = required ? 'required' : unit;
    return { label: name, type: 'property', detail, info: help, apply: inserting(`${name} = `) };
  });
  return [...inputs, ...parameters].filter(({ label }) => !keys.has(label));
}

function valuesOf(key, { isField, type }, byName, text) {
  const closed = option => ({ ...option, apply: inserting(option.label, '"') });
  if (key === 'type' && isField) {
    const option = ({ name, summary, group }) => ({ label: name, type: 'class', detail: group, info: summary });
    return [...byName.values()].map(option).map(closed);
  }
  const node = byName.get(type);
  const parameter = node?.parameters.find(({ name }) => name === key);
  if (parameter?.options) return parameter.options.map(({ name, help }) => closed({ label: name, type: 'enum', info: help }));
  const readsField = key === 'field' || key === 'input' || node?.inputs.some(({ name }) => name === key);
  return readsField ? fieldsOf(text).map(label => closed({ label, type: 'variable' })) : [];
}

// Completion of recipes: tables, nodes, their parameters, and names of fields.

import { snippet } from '@codemirror/autocomplete';

const TABLES = ['domain', 'height', 'sea', 'water', 'view', 'parameters'];

/** The tables above a position, and the keys of the one it is in. */
export function placeIn(text, position) {
  const above = text.slice(0, position);
  const headers = [...above.matchAll(/^[ \t]*\[+[ \t]*([\w.-]+)[ \t]*\]+/gm)];
  const header = headers.at(-1);
  const table = header?.[1] ?? '';
  const start = header ? header.index + header[0].length : 0;
  const rest = text.slice(start);
  const end = rest.search(/^[ \t]*\[/m);
  const body = end < 0 ? rest : rest.slice(0, end);
  const type = /^[ \t]*type[ \t]*=[ \t]*"([^"]*)"/m.exec(body)?.[1];
  return { table, type, keys: new Set(Array.from(body.matchAll(/^[ \t]*([\w.-]+)[ \t]*=/gm), ([, key]) => key)) };
}

/** The names of the fields that a text has. */
export const fieldsOf = text => [...new Set(Array.from(text.matchAll(/^[ \t]*\[fields\.([\w-]+)/gm), ([, name]) => name))];

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

const tables = () => [
  ...TABLES.map(label => ({ label, type: 'namespace', apply: `${label}]` })),
  { label: 'fields.', type: 'namespace', detail: 'a field', apply: snippet('fields.${name}]\ntype = "${fbm}"\n') },
];

function keysOf({ table, type, keys }, byName) {
  const node = byName.get(type);
  if (!table.startsWith('fields.')) return [];
  if (!node) return [{ label: 'type', type: 'keyword', apply: 'type = "' }];
  const inputs = node.inputs.map(({ name, help }) => ({ label: name, type: 'variable', info: help, apply: `${name} = ` }));
  const parameters = node.parameters.map(({ name, unit, help, required }) => ({
    label: name, type: 'property', detail: required ? 'required' : unit, info: help, apply: `${name} = `,
  }));
  return [...inputs, ...parameters].filter(({ label }) => !keys.has(label));
}

function valuesOf(key, { table, type }, byName, text) {
  if (key === 'type' && table.startsWith('fields.')) {
    return [...byName.values()].map(({ name, summary, group }) => ({ label: name, type: 'class', detail: group, info: summary }));
  }
  const node = byName.get(type);
  const parameter = node?.parameters.find(({ name }) => name === key);
  if (parameter?.options) return parameter.options.map(({ name, help }) => ({ label: name, type: 'enum', info: help }));
  const isField = key === 'field' || key === 'input' || node?.inputs.some(({ name }) => name === key);
  return isField ? fieldsOf(text).map(label => ({ label, type: 'variable' })) : [];
}

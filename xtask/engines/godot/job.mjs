// Runs a step of the project in `project/` with files beside it.

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { run } from './browser.mjs';
import { folder } from './pack.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));

const floats = (base64) => {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
  return [...new Float32Array(bytes.buffer)];
};

/// The list of named classes, which the editor writes when it exports a project.
function classes(files) {
  const named = [...files].filter(([path]) => path.endsWith('.gd')).flatMap(([path, contents]) => {
    const word = (pattern) => contents.toString().match(pattern)?.[1];
    const name = word(/^class_name (\w+)/m);
    const base = word(/^extends (\w+)/m);
    const tool = /^@tool/m.test(contents.toString());
    if (!name) return [];
    const kind = `"is_abstract": false, "is_tool": ${tool}, "language": &"GDScript"`;
    return `{"base": &"${base}", "class": &"${name}", "icon": "", ${kind}, "path": "res://${path}"}`;
  });
  return Buffer.from(`list=[${named.join(', ')}]\n`);
}

/// The results that `step` prints, by name, and the engine's version. What it shows is written to `picture`.
export async function results(step, job, files, picture) {
  const all = new Map([...folder(join(HERE, 'project')), ...files]);
  all.set('.godot/global_script_class_cache.cfg', classes(all));
  all.set('job.json', Buffer.from(JSON.stringify({ step: `res://${step}.gd`, picture: Boolean(picture), ...job })));
  const lines = await run(all, 'DONE');
  const found = { program: '' };
  for (const line of lines) {
    if (line.startsWith('ENGINE ')) found.program = `Godot ${line.slice(7).split('-')[0]}`;
    if (line.startsWith('PICTURE ')) writeFileSync(picture, Buffer.from(line.slice(8), 'base64'));
    if (!line.startsWith('RESULT ')) continue;
    const result = JSON.parse(line.slice(7));
    found[result.name] = { ...result, floats: floats(result.floats) };
  }
  return found;
}

/// One line of the report.
export function verdict(program, file, { places, error, limit, holds = true, ...facts }) {
  return { program, file, places, error_m: error, limit_m: limit, ...facts, holds: holds && error <= limit };
}

/// A camera that looks across a terrain from the south.
export function view({ width, height, metres_per_sample: spacing, min_height: low, max_height: high }) {
  const [x, z] = [(width - 1) * spacing, (height - 1) * spacing];
  return { eye: [0.3 * x, high + 0.02 * z, 0.93 * z], target: [0.6 * x, low, 0.48 * z], far: z };
}

#!/usr/bin/env node
// Checks the .glb files of all presets and of tiles with Khronos' validator: check.mjs OROGEN WORK_FOLDER PICTURE_FOLDER
// These notes of the validator are allowed: a picture has one texel for each sample, so its sides are not powers of two; the validator
// does not know the extensions for levels of detail and instances, so it does not see that they use nodes and accessors.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import validator from 'gltf-validator';

const ALLOWED = ['IMAGE_NPOT_DIMENSIONS', 'UNSUPPORTED_EXTENSION', 'NODE_EMPTY', 'UNUSED_OBJECT'];
const STRICT = ALLOWED.slice(0, 1);

const [command, work] = process.argv.slice(2);
if (!work) {
  console.error('usage: check.mjs OROGEN WORK_FOLDER PICTURE_FOLDER');
  process.exit(2);
}

const orogen = (...options) => execFileSync(command, options, { encoding: 'utf8' });
const { presets } = JSON.parse(orogen('presets', '--json'));

// Planets have meshes of regions only.
const options = { plane: ['--size', '257'], sphere: ['--region', '10,20,20km', '--size', '129'] };
const jobs = presets.map(({ name, domain }) => ({ name, options: options[domain] ?? options.sphere }));
jobs.push({ name: 'alps', options: ['--size', '513', '--tiles', '2'], label: 'alps, 2 × 2 tiles' });
jobs.push({
  name: 'alps', label: 'alps, levels, water and scattered things', allowed: ALLOWED,
  options: ['--size', '257', '--format', 'glb-lod,water-mesh,scatter-glb', '--triangles', '20k', '--collision-error', '5'],
});

let holds = true;
for (const [index, { name, options, label, allowed = STRICT }] of jobs.entries()) {
  const folder = join(work, String(index));
  orogen('generate', name, '--format', 'glb', '--no-normal', '--no-preview', '--quiet', '-o', folder, ...options);
  const files = readdirSync(folder).filter((file) => file.endsWith('.glb'));
  const messages = [];
  for (const file of files) {
    const report = await validator.validateBytes(new Uint8Array(readFileSync(join(folder, file))));
    messages.push(...report.issues.messages.map(({ code }) => code).filter((code) => !allowed.includes(code)));
  }
  const check = { program: `glTF validator ${validator.version()}`, file: `${label ?? name}.glb`, files: files.length,
    messages: [...new Set(messages)], holds: files.length > 0 && messages.length === 0 };
  holds &&= check.holds;
  console.log(JSON.stringify(check));
}
process.exit(holds ? 0 : 1);

// The files for HTerrain and Terrain3D: heights as their importers read them, and the rules of both importers.
// Rules: HTerrain 1.8, tools/importer/importer_dialog.gd and hterrain_data.gd; Terrain3D 1.0.2 and 1.1,
// addons/terrain_3d/tools/importer.gd, src/terrain_3d_data.cpp and doc/docs/controlmap_format.md.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { results, verdict } from './job.mjs';
import { error, generate, heights, samples } from './terrain.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const MILLIMETRE = 0.001;
const HTERRAIN_SIZES = [65, 129, 257, 513, 1025, 2049, 4097];
const REGION_SIZES = [64, 128, 256, 512, 1024, 2048];
const [REGIONS, POSITION, SPACINGS] = [32, 8192, [0.25, 100]];

function exr(path) {
  const text = execFileSync('python3', [join(HERE, 'exr.py'), path], { encoding: 'utf8', maxBuffer: 1 << 30 });
  const [width, height, base64] = text.trim().split(' ');
  const { buffer } = Uint8Array.from(Buffer.from(base64, 'base64'));
  return { width: Number(width), height: Number(height), floats: new Float32Array(buffer), words: new Uint32Array(buffer) };
}

/// A rule: what it is, and whether it holds.
const rule = (program, file, name, holds, found) => ({ program, file, rule: name, found, holds: Boolean(holds) });

const one = (terrain, kind) => terrain.files.find((file) => file.kind === kind)?.name;
const heightFile = (terrain) => join(terrain.folder, one(terrain, 'height'));

function heightLine(program, command, terrain) {
  const places = samples(terrain);
  const picture = exr(heightFile(terrain));
  const found = places.map(([column, row]) => picture.floats[row * picture.width + column]);
  const exact = heights(command, 'alps', terrain, places);
  const line = { places: places.length, error: error(found, exact), limit: MILLIMETRE };
  return verdict('TinyEXR 1.0.1, which Godot uses', `${program}, ${one(terrain, 'height')}`, line);
}

function hterrain(terrain, pictures) {
  const file = (kind) => pictures[`hterrain/${one(terrain, kind)}`];
  const rules = [];
  const check = (name, holds, found) => rules.push(rule('HTerrain 1.8', one(terrain, 'height'), name, holds, found));
  const [splat, colour] = [file('weights'), file('colour')];
  check('the size is a power of two and 1', HTERRAIN_SIZES.includes(terrain.width) && terrain.width === terrain.height, terrain.width);
  check('there is one splat map', terrain.files.filter(({ kind }) => kind === 'weights').length === 1);
  check('the splat map is as large as the heights', splat?.width === terrain.width && splat?.height === terrain.height);
  check('the splat map has four channels', splat?.format === 'RGBA8', splat?.format);
  check('the four weights have the sum 255 everywhere', splat?.least === 255 && splat?.most === 255, [splat?.least, splat?.most]);
  check('the colour map is as large as the heights', colour?.width === terrain.width && colour?.height === terrain.height);
  check('the colour map has no holes', colour?.alpha_least === 255, colour?.alpha_least);
  return rules;
}

/// Where version 1.0 puts the first sample, in samples: at the corner of the region that contains the position in metres.
function corner_1_0(metres, spacing, size) {
  return Math.floor(Math.fround(Math.fround(metres) / Math.fround(spacing)) / size) * size;
}

function terrain3d(terrain, pictures) {
  const settings = terrain.details.import_settings;
  const [size, spacing] = [settings['Region Size'], settings['Vertex Spacing']];
  const [old, position] = ['1.0', '1.1'].map((version) => settings[`Import Position X and Y (${version})`]);
  const rules = [];
  const check = (name, holds, found) => rules.push(rule('Terrain3D', one(terrain, 'height'), name, holds, found));
  check('the region size exists', REGION_SIZES.includes(size), size);
  check('the terrain has whole regions', terrain.width % size === 0 && terrain.height % size === 0);
  check('the spacing is 0.25 to 100 m', spacing >= SPACINGS[0] && spacing <= SPACINGS[1], spacing);
  check('the spacing is a multiple of 0.05 m (1.0)', Math.abs(spacing * 20 - Math.round(spacing * 20)) < 1e-6, spacing);
  check('the spacing is that of the samples', Math.abs(spacing - terrain.metres_per_sample) < 1e-6 * spacing, spacing);
  const fits = (at) => Number.isInteger(at) && Math.abs(at) <= POSITION;
  check('the position is a whole number up to 8192 (1.1)', fits(position), position);
  check('the position is a whole number up to 8192 (1.0)', fits(old), old);
  check('both versions put the corner at the same sample', corner_1_0(old, spacing, size) === position, [old, position]);
  const half = (REGIONS / 2) * size;
  check('the terrain fits into the world', position >= -half && position + terrain.width <= half);
  const colour = pictures[`terrain3d/${one(terrain, 'colour')}`];
  check('the colour map is as large as the heights', colour?.width === terrain.width && colour?.height === terrain.height);
  check('alpha of the colour map is one half', [colour?.alpha_least, colour?.alpha_most].every((alpha) => Math.abs(alpha - 127.5) <= 0.5),
    [colour?.alpha_least, colour?.alpha_most]);
  return [...rules, ...control(terrain)];
}

function control(terrain) {
  const file = terrain.files.find(({ name }) => /control/.test(name));
  const check = (name, holds, found) => rule('Terrain3D', file?.name, name, holds, found);
  if (!file) return [check('there is a control map', false)];
  const { width, height, words } = exr(join(terrain.folder, file.name));
  const materials = (terrain.recipe_text.match(/^\[\[materials\]\]/gm) ?? []).length;
  const all = (test) => words.every(test);
  return [
    check('the control map is as large as the heights', width === terrain.width && height === terrain.height),
    check('bases and overlays are materials', all((word) => word >>> 27 < materials && ((word >>> 22) & 31) < materials)),
    check('all materials are used', new Set([...words].flatMap((word) => [word >>> 27, (word >>> 22) & 31])).size === materials),
    check('no holes, navigation, automatic textures, turns or scales', all((word) => (word & 0x3fff) === 0)),
  ];
}

export async function check({ command, work, pictures: _ }) {
  const folders = { hterrain: ['hterrain', '1025'], terrain3d: ['godot', '1024'] };
  const [forHterrain, forTerrain3d] = Object.entries(folders).map(([folder, [program, size]]) =>
    generate(command, 'alps', join(work, folder), ['--for', program, '--size', size]),
  );
  const named = [[forHterrain, 'hterrain'], [forTerrain3d, 'terrain3d']].flatMap(([terrain, folder]) =>
    ['weights', 'colour'].map((kind) => one(terrain, kind)).filter(Boolean).map((name) => `${folder}/${name}`),
  );
  const files = new Map(named.map((name) => [name, readFileSync(join(work, name))]));
  const { program, ...pictures } = await results('images', { files: named }, files);
  return [
    heightLine('HTerrain', command, forHterrain),
    heightLine('Terrain3D', command, forTerrain3d),
    ...[...hterrain(forHterrain, pictures), ...terrain3d(forTerrain3d, pictures)].map((line) => ({
      ...line,
      program: `${line.program} (pictures read by ${program})`,
    })),
  ];
}

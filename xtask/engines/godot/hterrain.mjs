// HTerrain itself, if HTERRAIN is the path of its folder `addons/zylann.hterrain`: its importer reads the files, and its node shows
// them. Heights are read as RAW with 16 bits, because this build of Godot cannot read EXR.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { results, verdict, view } from './job.mjs';
import { folder } from './pack.mjs';
import { error, generate, heights, samples } from './terrain.mjs';

const SIZE = ['--size', '1025'];
const ADDON = 'addons/zylann.hterrain/';

export async function check({ command, work, pictures }) {
  if (!process.env.HTERRAIN) {
    console.error('HTerrain itself is not run: set HTERRAIN to the path of its folder addons/zylann.hterrain');
    return [];
  }
  const raw = generate(command, 'alps', join(work, 'raw'), [...SIZE, '--format', 'r16']);
  generate(command, 'alps', join(work, 'maps'), [...SIZE, '--for', 'hterrain']);
  const { min_metres: low, max_metres: high, metres_per_step: step } = raw.sixteen_bit;
  const places = samples(raw);
  const colours = ['#70703d', '#9a9286', '#384a30', '#eef3f8'];
  const job = { ...view(raw), width: raw.width, spacing: raw.metres_per_sample, places, low, high, colours };
  const code = [...folder(process.env.HTERRAIN, ADDON)].filter(([path]) => /\.(gd|gdshader|gdshaderinc)$/.test(path));
  const files = new Map([...code, ['alps.raw', readFileSync(join(work, 'raw/height.r16'))]]);
  for (const map of ['alps_splat.png', 'alps_colour.png']) files.set(map, readFileSync(join(work, 'maps', map)));
  const found = await results('hterrain', job, files, join(pictures, 'godot-hterrain.png'));
  return [
    verdict(found.program, 'HTerrain, alps as RAW', {
      places: places.length,
      error: error(found.heights.floats, heights(command, 'alps', raw, places)),
      limit: step / 2 + 0.001,
    }),
  ];
}

// The plug-in: heights of each format, of the tiles, and of the body, and the picture of what the node shows.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { results, verdict, view } from './job.mjs';
import { folder } from './pack.mjs';
import { PLACES, error, generate, heights, random, samples } from './terrain.mjs';

const PLUGIN = join(dirname(fileURLToPath(import.meta.url)), '../../../crates/cli/plugins/godot');
const MILLIMETRE = 0.001;
/// Rays are 32-bit numbers in a world of 16 km, and bodies are scaled.
const RAYS = 0.01;
const SIZE = ['--size', '1025'];
const KINDS = [
  ['f32', ['--format', 'f32,colour,water-mesh']],
  ['f32_turned', ['--format', 'f32', '--byte-order', 'big', '--row-order', 'bottom-first']],
  ['tiles', ['--format', 'f32,colour', '--tiles', '4x2']],
  ['png16', ['--format', 'png16']],
  ['r16', ['--format', 'r16', '--byte-order', 'big']],
];

export async function check({ command, work, pictures }) {
  const terrains = KINDS.map(([kind, args]) => generate(command, 'alps', join(work, kind), [...SIZE, ...args]));
  generate(command, 'alps', join(work, 'before'), ['--size', '129', '--seed', '8', '--format', 'f32']);
  const [terrain] = terrains;
  const places = samples(terrain);
  const next = random(11);
  const between = Array.from({ length: PLACES }, () => [next() * (terrain.width - 1), next() * (terrain.height - 1)]);
  const paths = KINDS.map(([kind]) => `res://${kind}/terrain.json`);
  // The node is moved, to see that nothing depends on its position.
  const job = { ...view(terrain), files: paths, before: 'res://before/terrain.json', places, between, moved: [-8192, 250, 4096] };
  const files = new Map([...folder(PLUGIN), ...folder(work)]);
  const found = await results('addon', job, files, join(pictures, 'godot-plugin.png'));

  const exact = heights(command, 'alps', terrain, places);
  const exactly_between = heights(command, 'alps', terrain, between);
  const lines = KINDS.map(([kind], at) => {
    const step = terrains[at].sixteen_bit?.metres_per_step;
    const limit = kind.endsWith('16') ? step / 2 + MILLIMETRE : MILLIMETRE;
    return verdict(found.program, `plug-in, alps as ${kind}`, {
      places: places.length,
      error: error(found[paths[at]].floats, exact),
      limit,
    });
  });
  const line = (file, name, reference, limit) =>
    verdict(found.program, file, { places: reference.length, error: error(found[name].floats, reference), limit });
  // Between samples, the body and `height_at` must agree; how far both are from the recipe is only told.
  const apart = error(found['rays between'].floats, found['told between'].floats);
  const off = error(found['told between'].floats, exactly_between);
  return [
    ...lines,
    line('plug-in, vertices drawn', 'drawn', exact, MILLIMETRE),
    line('plug-in, rays on the body at samples', 'rays places', exact, RAYS),
    line('plug-in, height_at at samples', 'told places', exact, MILLIMETRE),
    verdict(found.program, 'plug-in, rays against height_at between samples', {
      places: PLACES,
      error: apart,
      limit: RAYS,
      from_recipe_m: off,
    }),
    // The same colours, whole and in tiles.
    verdict(found.program, 'plug-in, colours in tiles', {
      places: places.length,
      error: error(found['colours tiles'].floats, found['colours f32'].floats),
      limit: 0,
    }),
    // A folder and its change are imported, and nothing else.
    verdict(found.program, 'plug-in, imports of two terrains', {
      error: Math.abs(found.imports.floats[0] - 2),
      limit: 0,
    }),
    verdict(found.program, 'plug-in, levels of detail', {
      ...found.levels,
      error: found.levels.floats.length === 5 ? 0 : Infinity,
      limit: 0,
      errors_m: found.levels.floats,
      floats: undefined,
      name: undefined,
    }),
  ];
}

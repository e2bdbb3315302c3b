// The exported shader: its heights on the graphics device, and the picture of the exported scene.

import { join } from 'node:path';

import { results, verdict } from './job.mjs';
import { folder } from './pack.mjs';
import { error, generate, orogen, random, sampled } from './terrain.mjs';

const SIDE = 100;
/// The documented error of shaders, as a share of the range of heights.
const SHARE = 2e-6;

async function exported(command, recipe, work, picture) {
  const terrain = generate(command, recipe, join(work, `${recipe}-terrain`), ['--format', 'r16', '--size', '129']);
  const project = join(work, recipe);
  orogen(command, ['shader', recipe, '--for', 'godot', '-o', project]);
  const next = random(13);
  const extent = (terrain.width - 1) * terrain.metres_per_sample;
  const metres = Float32Array.from({ length: 2 * SIDE * SIDE }, () => next() * extent);
  // The exported folder is a project of its own; this one takes its place.
  const files = new Map([...folder(project)].filter(([path]) => path !== 'project.godot'));
  const job = { side: SIDE, places: Buffer.from(metres.buffer).toString('base64') };
  const { program, heights: found } = await results('shader', job, files, picture);
  const places = Array.from({ length: SIDE * SIDE }, (_, at) => [metres[2 * at], metres[2 * at + 1]]);
  const range = terrain.possible_heights[1] - terrain.possible_heights[0];
  return verdict(program, `shader of ${recipe}`, {
    places: places.length,
    error: error(found.floats, sampled(command, recipe, terrain.folder, places)),
    limit: SHARE * range,
  });
}

export async function check({ command, work, pictures }) {
  return [
    await exported(command, 'downs', work, join(pictures, 'godot-example.png')),
    await exported(command, 'alps', work, join(pictures, 'godot-shader.png')),
  ];
}

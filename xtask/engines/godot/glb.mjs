// The mesh: every vertex at its sample, and the picture of its colours.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { results, verdict, view } from './job.mjs';
import { error, generate, heights, samples } from './terrain.mjs';

const MILLIMETRE = 0.001;

export async function check({ command, work, pictures }) {
  const terrain = generate(command, 'alps', work, ['--format', 'glb', '--size', '1025']);
  const places = samples(terrain);
  const job = {
    ...view(terrain),
    file: 'res://terrain.glb',
    width: terrain.width,
    height: terrain.height,
    spacing: terrain.metres_per_sample,
    origin: terrain.origin,
    places,
  };
  const files = new Map([['terrain.glb', readFileSync(join(work, 'terrain.glb'))]]);
  const { program, compressed, uncompressed } = await results('glb', job, files, join(pictures, 'godot-glb.png'));
  const exact = heights(command, 'alps', terrain, places);
  // Compression cuts vertices off to 16-bit shares of the mesh's box. No piece is higher than the terrain.
  const step = (terrain.max_height - terrain.min_height) / 65535;
  const line = (file, { floats, sideways, missing, textured }, limit) =>
    verdict(program, file, {
      places: places.length,
      error: error(floats, exact),
      limit,
      sideways_m: sideways,
      vertices_missing: missing,
      textured,
      holds: missing === 0 && textured,
    });
  return [
    line('alps.glb, Force Disable Compression', uncompressed, MILLIMETRE),
    line("alps.glb, Godot's compression of meshes", compressed, step + MILLIMETRE),
  ];
}

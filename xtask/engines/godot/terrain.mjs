// Terrains of `orogen generate`, and the exact heights of their recipes.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const PLACES = 10_000;

/// Runs the command and returns what it prints.
export function orogen(command, args) {
  return execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] });
}

/// Writes a terrain and returns its description, `terrain.json`, with the folder.
export function generate(command, recipe, folder, args) {
  orogen(command, ['generate', recipe, '-o', folder, '--quiet', ...args]);
  return { ...JSON.parse(readFileSync(join(folder, 'terrain.json'))), folder };
}

/// The same places for the same seed: mulberry32, by Tommy Ettinger (public domain).
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/// Columns and rows of samples, chosen at random.
export function samples({ width, height }, count = PLACES) {
  const next = random(7);
  return Array.from({ length: count }, () => [Math.floor(next() * width), Math.floor(next() * height)]);
}

/// The recipe's heights at places in samples, evaluated in 64 bits with the detail of these samples.
export function heights(command, recipe, description, places) {
  const { origin, metres_per_sample: spacing } = description;
  const metres = places.map(([column, row]) => [origin[0] + column * spacing, origin[1] + row * spacing]);
  return sampled(command, recipe, description.folder, metres, ['--spacing', `${spacing}`]);
}

/// The recipe's heights at places in metres.
export function sampled(command, recipe, folder, metres, args = []) {
  const points = join(folder, 'places.csv');
  writeFileSync(points, `x,y\n${metres.map((place) => place.join(',')).join('\n')}\n`);
  const text = orogen(command, ['sample', recipe, '--points', points, '--precision', 'f64', ...args]);
  const [header, ...lines] = text.trim().split('\n');
  const column = header.split(',').indexOf('height');
  return lines.map((line) => Number(line.split(',')[column]));
}

/// The largest difference. A value that is missing is an infinite one.
export function error(found, exact) {
  if (found.length !== exact.length) return Infinity;
  const differences = exact.map((height, at) => (Number.isFinite(found[at]) ? Math.abs(found[at] - height) : Infinity));
  return differences.reduce((largest, difference) => Math.max(largest, difference), 0);
}

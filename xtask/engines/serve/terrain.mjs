// Recipes on the map, and their heights.

import { execFileSync } from 'node:child_process';

import { random } from '../pixels.mjs';

const EARTH = 2 * Math.PI * 6378137;
const radians = (degrees) => (degrees * Math.PI) / 180;

/// The distance of a latitude from the equator, as a part of the map's side.
export const mercator = (latitude) => Math.asinh(Math.tan(radians(latitude))) / (2 * Math.PI);

/// A plane has its place on the Earth, and the side of its domain; a planet has its circumference. `baked` are the zoom levels that
/// are baked.
export const jobs = [
  { recipe: 'gullies', at: [46.5, 8.1], side: 16384, around: [8.1, 46.5], baked: 13 },
  { recipe: 'terra', circumference: 2 * Math.PI * 6371000, around: [-44.5, 46.5], baked: 3 },
];

/// The heights of the recipe at longitudes and latitudes, for this number of samples around the equator.
export function heights(command, { recipe, at, side, circumference }, samples, places) {
  const width = at ? EARTH * Math.cos(radians(at[0])) : circumference;
  const position = ([longitude, latitude]) => at
    ? `${side / 2 + (width * (longitude - at[1])) / 360},${side / 2 - width * (mercator(latitude) - mercator(at[0]))}`
    : `${latitude},${longitude}`;
  const input = [at ? 'x,y' : 'lat,lon', ...places.map(position)].join('\n');
  const options = ['sample', recipe, '--points', '-', '--precision', 'f64', '--spacing', String(width / samples)];
  const lines = execFileSync(command, options, { encoding: 'utf8', input }).trim().split('\n');
  return lines.slice(1).map((line) => Number(line.split(',')[2]));
}

/// A generator of whole numbers below a bound that always gives the same ones.
export function wholes(seed) {
  const next = random(seed);
  return (bound) => Math.floor(next() * bound);
}

export const largest = (numbers) => numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);

/// Where a vertex is along the side of a mesh: one of 65, on a whole number of quanta.
export const vertex = (number) => Math.floor((number * 32767) / 64 + 0.5) / 32767;

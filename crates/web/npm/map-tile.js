// A tile of a map as a mesh with colours.

import { latitude, linesOf, longitude } from './mercator.js';
import { borderOf, coordinatesOf, trianglesOf, wallsOf } from './mesh.js';

/** Samples along a side of a tile. The mesh has every second of them. */
const SAMPLES = 257;
const CELLS = SAMPLES - 1;
const SIDE = CELLS / 2 + 1;

/** The side of deck.gl's map in its own units, and the radius of its Earth in metres. */
const WORLD = 512;
const EARTH = 6370972;

const coordinates = coordinatesOf(SAMPLES);
const walls = wallsOf(SIDE);
/** The vertices of the grid, and those of its border again, at the lower edges of the walls. */
const vertices = Uint16Array.from([...Array(SIDE * SIDE).keys(), ...borderOf(SIDE)]);
/** The corners of the triangles of the grid. */
const CORNERS = 6 * (SIDE - 1) ** 2;
const radians = degrees => (degrees * Math.PI) / 180;

/**
 * The ground of a tile. `sample` gets columns, rows and a spacing, and has what `Terrain.ground` returns. The map ends at 85°; with
 * `hasPoles`, its outermost rows are at the poles.
 */
export async function groundOf(facts, { x, y, z: zoom }, { at, hasPoles }, sample) {
  const edges = tile => Array.from({ length: SAMPLES }, (_, step) => (tile * CELLS + step) / (CELLS * 2 ** zoom));
  const [easts, souths] = [edges(x), edges(y)];
  const [columns, rows, spacing] = linesOf(facts, at, easts, souths, CELLS * 2 ** zoom);
  const latitudes = souths.map(latitude);
  if (hasPoles && y === 0) rows[0] = latitudes[0] = 90;
  if (hasPoles && y === 2 ** zoom - 1) rows[CELLS] = latitudes[CELLS] = -90;
  const { heights, dx, dy, colours } = await sample(columns, rows, spacing);
  const [low, high] = facts.interval;
  const radius = facts.radius ?? EARTH;
  return {
    easts: atVertices(easts), souths: atVertices(souths), latitudes: atVertices(latitudes),
    heights: ofVertices(heights), dx: ofVertices(dx), dy: ofVertices(dy),
    range: rangeOf(heights),
    // True to shape: the map has the size of the Earth.
    scale: EARTH / radius,
    wall: wallBelow(2 * spacing, high - low, radius),
    colours: pictureOf(colours),
  };
}

/**
 * A tile as deck.gl draws it: relative to `origin` on its map near the ground, else by longitude and latitude. Heights are in metres, up to
 * a factor.
 */
export function meshOf(ground, { elevationScale, isNear, isGlobe }) {
  const { easts, souths, latitudes, heights, wall } = ground;
  const scale = ground.scale * elevationScale;
  const middle = (SIDE - 1) / 2;
  const x = isNear ? easts.map(east => WORLD * (east - easts[middle])) : easts.map(longitude);
  const y = isNear ? souths.map(south => WORLD * (souths[middle] - south)) : latitudes;
  const positions = new Float32Array(3 * vertices.length);
  vertices.forEach((vertex, at) => {
    positions[3 * at] = x[vertex % SIDE];
    positions[3 * at + 1] = y[Math.floor(vertex / SIDE)];
    positions[3 * at + 2] = scale * (heights[vertex] - (at < heights.length ? 0 : wall));
  });
  const bounds = [0, 1].map(end => [rangeOf(x)[end], rangeOf(y)[end], scale * ground.range[end]]);
  const indices = new Uint16Array(CORNERS + walls.length);
  indices.set(trianglesOf(heights));
  indices.set(walls, CORNERS);
  return {
    origin: isNear ? [WORLD * easts[middle], WORLD * (1 - souths[middle]), 0] : [0, 0, 0],
    header: { boundingBox: bounds },
    indices: { value: indices, size: 1 },
    attributes: {
      POSITION: { value: positions, size: 3 },
      NORMAL: { value: normalsOf(ground, isGlobe), size: 3 },
      TEXCOORD_0: { value: coordinates, size: 2 },
    },
  };
}

/** The unit normals of the vertices: to the east, to the north and up; or along the axes of deck.gl's globe. */
function normalsOf({ dx, dy, easts, latitudes }, isGlobe) {
  const normals = new Float32Array(3 * vertices.length);
  const sines = angles => angles.map(angle => [Math.sin(radians(angle)), Math.cos(radians(angle))]);
  const [meridians, parallels] = [sines(easts.map(longitude)), sines(latitudes)];
  vertices.forEach((vertex, at) => {
    const length = Math.hypot(dx[vertex], dy[vertex], 1);
    // Rows go to the south.
    let [x, y, z] = [-dx[vertex] / length, dy[vertex] / length, 1 / length];
    if (isGlobe) {
      const [sinLongitude, cosLongitude] = meridians[vertex % SIDE];
      const [sinLatitude, cosLatitude] = parallels[Math.floor(vertex / SIDE)];
      // These axes point to longitude 90°, to 180°, and to the north pole.
      const out = z * cosLatitude - y * sinLatitude;
      z = y * cosLatitude + z * sinLatitude;
      [x, y] = [x * cosLongitude + out * sinLongitude, x * sinLongitude - out * cosLongitude];
    }
    normals[3 * at] = x;
    normals[3 * at + 1] = y;
    normals[3 * at + 2] = z;
  });
  return normals;
}

/**
 * The depth of the walls below the border of a tile with this distance between vertices. They hide the gaps to tiles up to two levels
 * coarser, as those of `Terrain.surface` do: slopes to 45°, at most all `heights`, and the sagitta of a coarse step on the sphere.
 */
function wallBelow(distance, heights, radius) {
  const coarse = 4 * distance;
  return Math.min(coarse, heights) + (coarse * coarse) / (8 * radius);
}

const atVertices = lines => lines.filter((_, at) => at % 2 === 0);

/** The numbers of the samples that are vertices. */
const ofVertices = samples =>
  Float32Array.from({ length: SIDE * SIDE }, (_, at) => samples[2 * Math.floor(at / SIDE) * SAMPLES + 2 * (at % SIDE)]);

function rangeOf(numbers) {
  let [low, high] = [Infinity, -Infinity];
  for (const number of numbers) {
    if (number < low) low = number;
    if (number > high) high = number;
  }
  return [low, high];
}

/** The colours without the share of dry ground. */
function pictureOf(colours) {
  const pixels = new Uint8ClampedArray(colours);
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  return new ImageData(pixels, SAMPLES, SAMPLES);
}

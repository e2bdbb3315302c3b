// Files of a terrain, made in the page.

import { encode } from 'fast-png';
import { BufferAttribute, BufferGeometry, Mesh, MeshStandardMaterial } from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';

/** The most vertices along a side of a mesh. */
const MESH = 513;

/**
 * The file of a format, and a note about it. 16 bits cover the lowest to the highest sample. A planet gives a map by latitude and
 * longitude, twice as wide as high.
 */
export async function exported(pool, recipe, format, samples) {
  const facts = await pool.facts(recipe);
  const named = ending => `${facts.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 40) || 'terrain'}${ending}`;
  if (format === 'glb') return { name: named('.glb'), ...(await mesh(pool, recipe, facts, Math.min(samples, MESH))) };
  const [columns, rows] = facts.isPlanet ? [2 * (samples - 1), samples - 1] : [samples, samples];
  const heights = await pool.heights(recipe, facts.isPlanet ? { columns } : { samples });
  if (format === 'f32') {
    const note = `32-bit floats in metres, little-endian, ${columns} × ${rows}, rows from the top`;
    return { name: named('-height.f32'), bytes: new Uint8Array(heights.buffer), type: 'application/octet-stream', note };
  }
  const [low, high] = rangeOf(heights);
  const scale = high > low ? 65535 / (high - low) : 0;
  const levels = Uint16Array.from(heights, height => Math.round((height - low) * scale));
  const range = `0 is ${low.toFixed(2)} m, 65535 is ${high.toFixed(2)} m`;
  if (format === 'raw') {
    const bytes = new Uint8Array(levels.buffer);
    return { name: named('-height.r16'), bytes, type: 'application/octet-stream', note: `16 bits, little-endian, ${columns} × ${rows}: ${range}` };
  }
  const bytes = encode({ width: columns, height: rows, data: levels, depth: 16, channels: 1 });
  return { name: named('-height.png'), bytes, type: 'image/png', note: `16 bits, ${columns} × ${rows}: ${range}` };
}

/** Hands a file to the browser. */
export function save({ name, bytes, type }) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function rangeOf(numbers) {
  let [low, high] = [Infinity, -Infinity];
  for (const number of numbers) [low, high] = [Math.min(low, number), Math.max(high, number)];
  return [low, high];
}

/** A mesh of the domain, or of the six faces of a planet. Its origin is the centre of the domain at height 0, or of the planet. */
async function mesh(pool, recipe, facts, samples) {
  const addresses = facts.isPlanet ? ['px', 'nx', 'py', 'ny', 'pz', 'nz'].map(face => `${face}/0/0/0`) : ['0/0/0'];
  const steps = facts.isPlanet ? 256 : samples - 1;
  // A mesh has every second sample of a surface.
  const parts = await Promise.all(addresses.map(address => pool.surface(recipe, address, 2 * steps + 1, { water: false })));
  const meshes = parts.map(({ origin, positions, normals }) => {
    const vertices = (steps + 1) ** 2;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions.slice(0, 3 * vertices), 3));
    const unit = Float32Array.from({ length: 3 * vertices }, (_, at) => normals[4 * Math.floor(at / 3) + (at % 3)] / 32767);
    geometry.setAttribute('normal', new BufferAttribute(unit, 3));
    geometry.setIndex(new BufferAttribute(triangles(steps), 1));
    const made = new Mesh(geometry, new MeshStandardMaterial({ color: 0x8a8478, roughness: 1 }));
    if (facts.isPlanet) made.position.fromArray(origin);
    return made;
  });
  const bytes = new Uint8Array(await new GLTFExporter().parseAsync(meshes, { binary: true }));
  const count = meshes.reduce((sum, made) => sum + made.geometry.index.count / 3, 0);
  const side = steps + 1;
  const note = `${side} × ${side} vertices${facts.isPlanet ? ' a face' : ''}, ${count} triangles, in metres, y is up`;
  return { bytes, type: 'model/gltf-binary', note };
}

function triangles(steps) {
  const side = steps + 1;
  const corners = new Uint32Array(6 * steps * steps);
  for (let cell = 0; cell < steps * steps; cell += 1) {
    const nw = Math.floor(cell / steps) * side + (cell % steps);
    corners.set([nw, nw + side, nw + side + 1, nw, nw + side + 1, nw + 1], 6 * cell);
  }
  return corners;
}

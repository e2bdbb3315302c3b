// The module for three.js: ray casts against heights of the recipe, and pictures without gaps.

import { join } from 'node:path';

import { newPage } from '../engines/chromium.mjs';

export const PAGE = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>three.js</title>
<script type="importmap">{ "imports": { "three": "/node_modules/three/build/three.module.js" } }</script>
<style>body { margin: 0 }</style><canvas id="canvas" width="640" height="480"></canvas>`;

/** Cameras by preset: positions and the points they look at, each as fractions of the size and metres of height, or as radii. */
const VIEWS = {
  alps: [
    { eye: [0.5, 30_000, 1.4], target: [0.5, 600, 0.5] },
    { eye: [0.5, 7000, 0.62], target: [0.5, 600, 0.5], isFull: true },
    { eye: [0.42, 3600, 0.44], target: [0.42, 600, 0.40], isFull: true },
  ],
  terra: [
    { eye: [1.1, 1.2, 2.6], target: [0, 0, 0] },
    { eye: [0.75, 0.55, 0.72], target: [0.66, 0.5, 0.56], isFull: true },
    { eye: [0.62, 0.509, 0.605], target: [0.615, 0.5, 0.58], isFull: true },
  ],
};

/** Runs in the page: a terrain seen by some cameras. */
async function inPage([name, views, count]) {
  const three = await import('three');
  const { TerrainTiles } = await import('/package/three.js');
  const { Pool } = await import('/package/pool.js');
  const pool = await Pool.start({ workers: 2 });
  const text = await pool.presetText(name);
  const tiles = new TerrainTiles(pool, { water: false });
  const renderer = new three.WebGLRenderer({ canvas: document.getElementById('canvas'), preserveDrawingBuffer: true });
  const scene = new three.Scene();
  scene.background = new three.Color(1, 0, 1);
  scene.add(tiles, new three.HemisphereLight(0xffffff, 0x807060, 2), new three.DirectionalLight(0xffffff, 2));
  const camera = new three.PerspectiveCamera(50, 640 / 480, 1, 1e8);
  const shown = tiles.show({ text });
  let [facts, failure] = [];
  shown.then(found => { facts = found; }, error => { failure = error; });
  let seed = 7;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const picture = () => {
    renderer.render(scene, camera);
    const gl = renderer.getContext();
    const pixels = new Uint8Array(4 * 640 * 480);
    gl.readPixels(0, 0, 640, 480, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    let bright = 0;
    for (let at = 0; at < pixels.length; at += 4) bright += pixels[at] > 200 && pixels[at + 1] < 60 && pixels[at + 2] > 200 ? 1 : 0;
    return bright;
  };
  /** How far a ray hits from where the recipe has the ground, and how exact the positions of its tile are. */
  const cast = async mesh => {
    const { position } = mesh.geometry.attributes;
    const triangle = Math.floor(random() * 64 * 64 * 2);
    const vertices = [0, 1, 2].map(corner => mesh.geometry.index.array[3 * triangle + corner]);
    const corners = vertices.map(vertex => new three.Vector3().fromBufferAttribute(position, vertex));
    const weights = [random(), random(), random()].map(weight => weight + 0.1);
    const sum = weights[0] + weights[1] + weights[2];
    const places = corners.map(corner => corner.clone().add(mesh.position));
    const point = places.reduce((at, place, corner) => at.addScaledVector(place, weights[corner] / sum), new three.Vector3());
    const up = facts.isPlanet ? point.clone().normalize() : new three.Vector3(0, 1, 0);
    const ray = new three.Raycaster(point.clone().addScaledVector(up, 20_000), up.clone().negate());
    const [hit] = ray.intersectObject(mesh, false);
    // Every second of the samples of a tile is a vertex.
    const tile = await pool.tile({ text }, mesh.name, 129);
    const heights = vertices.map((vertex, corner) => {
      const sample = 2 * Math.floor(vertex / 65) * 129 + 2 * (vertex % 65);
      if (!facts.isPlanet) return places[corner].clone().setY(tile.heights[sample]);
      const [x, y, z] = tile.positions.subarray(3 * sample, 3 * sample + 3);
      return new three.Vector3(x, z, -y);
    });
    const expected = heights.reduce((at, place, corner) => at.addScaledVector(place, weights[corner] / sum), new three.Vector3());
    // Positions are single precision, relative to the middle of the tile. A step aside moves the ground by as much on slopes.
    const step = Math.max(...corners.map(corner => corner.length())) * 2 ** -22;
    return { error: hit ? hit.point.distanceTo(expected) : Infinity, limit: 4 * step + 2e-3 };
  };
  const reports = [];
  for (const { eye, target, isFull = false } of views) {
    const unit = () => (facts ? (facts.isPlanet ? facts.radius : facts.size) : 1);
    for (;;) {
      const place = ([x, y, z]) => (facts?.isPlanet ? new three.Vector3(x, y, z).multiplyScalar(unit()) : new three.Vector3(x * unit(), y, z * unit()));
      camera.position.copy(place(eye));
      camera.lookAt(place(target));
      camera.updateMatrixWorld();
      tiles.update(camera, 480);
      if (failure) throw failure;
      if (facts && tiles.isComplete) break;
      await new Promise(resolve => setTimeout(resolve, 5));
    }
    const bright = picture();
    const deep = facts.isPlanet ? 0 : deepWalls();
    const meshes = tiles.children.filter(({ visible }) => visible);
    let [worst, wrong] = [0, 0];
    for (let at = 0; at < count; at += 1) {
      const { error, limit } = await cast(meshes[Math.floor(random() * meshes.length)]);
      worst = Math.max(worst, error);
      wrong += error <= limit ? 0 : 1;
    }
    const figures = { tiles: meshes.length, places: count, error_m: worst, wrong, deep_walls: deep, bright_pixels: isFull ? bright : undefined };
    reports.push({ ...figures, holds: wrong + deep === 0 && !(isFull && bright > 0) });
  }
  reports.push(await whileChanging());
  pool.close();
  return reports;

  /** Triangles of walls between tiles at lower vertices at the edge of the domain, which are far below. They would be seen as lines. */
  function deepWalls() {
    const isAtEdge = number => Math.min(Math.abs(number), Math.abs(number - facts.size)) < 1e-6 * facts.size;
    const isDeep = ({ position: { x, z }, geometry: { attributes: { position } } }, vertex) =>
      vertex >= 65 * 65 && (isAtEdge(x + position.getX(vertex)) || isAtEdge(z + position.getZ(vertex)));
    return tiles.children.flatMap(mesh => {
      const { groups, index } = mesh.geometry;
      const between = groups.slice(1).filter(({ materialIndex }) => materialIndex === 0);
      return between.flatMap(({ start, count }) => Array.from(index.array.slice(start, start + count)).filter(vertex => isDeep(mesh, vertex)));
    }).length;
  }

  /** Another terrain replaces this one while tiles are made: the picture has no gap at any time, and nothing of it stays in memory. */
  async function whileChanging() {
    const other = tiles.show({ text: await pool.changedText(text, { seed: 12345n }) });
    let [isShown, gaps, pictures] = [false, 0, 0];
    other.then(() => { isShown = true; });
    while (!isShown || !tiles.isComplete) {
      if (tiles.update(camera, 480)) {
        pictures += 1;
        gaps += picture() > 0 ? 1 : 0;
      }
      await new Promise(resolve => setTimeout(resolve, 2));
    }
    const late = tiles.show({ text }).then(() => 'shown', error => error.message);
    tiles.update(camera, 480);
    tiles.dispose();
    renderer.render(scene, camera);
    const { geometries, textures } = renderer.info.memory;
    const left = { meshes: tiles.children.length, geometries, textures, late: await late };
    // three.js has a texture of its own.
    const isFreed = left.meshes + geometries === 0 && textures <= 1;
    return { pictures, gaps, ...left, holds: pictures > 1 && gaps === 0 && isFreed && left.late !== 'shown' };
  }
}

/** Runs in the page: what wrong arguments are told. */
async function refused() {
  const { TerrainTiles } = await import('/package/three.js');
  const { Pool } = await import('/package/pool.js');
  const pool = await Pool.start({ workers: 1 });
  const tiles = new TerrainTiles(pool);
  const calls = [
    [() => new TerrainTiles(), 'TerrainTiles: the pool is missing'],
    [() => new TerrainTiles(Pool.start({ workers: 1 })), 'TerrainTiles: the pool is a promise'],
    [() => new TerrainTiles(pool, { pixel: 4 }), 'TerrainTiles: `pixel` is not a key'],
    [() => tiles.update(), 'TerrainTiles.update: the camera is missing'],
    [() => tiles.show(7), 'Pool.facts: the terrain is 7'],
  ];
  const said = await Promise.all(calls.map(async ([call, start]) => {
    const message = await (async () => call())().then(() => 'nothing', error => error.message);
    return message.startsWith(start) ? [] : [message];
  }));
  pool.close();
  return said.flat();
}

/** Checks of a preset in three.js, as the reports of `check.mjs`. */
export async function inThree(browser, address, name, pictures) {
  const errors = [];
  const page = await newPage(browser, errors, { viewport: { width: 640, height: 480 } });
  page.setDefaultTimeout(600_000);
  await page.goto(`${address}/three.html`);
  // 67 places in each of three views: 201.
  const found = await page.evaluate(inPage, [name, VIEWS[name], 67]);
  if (pictures) await page.screenshot({ path: join(pictures, `orogen-three-${name}.png`) });
  const unclear = await page.evaluate(refused);
  await page.close();
  const what = at => (at < VIEWS[name].length ? `${name}, view ${at + 1}` : `${name}, another terrain`);
  const reports = found.map(({ holds, ...numbers }, at) => [what(at), numbers, holds]);
  reports.push(['errors about wrong arguments are clear', { unclear }, unclear.length === 0]);
  return [...reports, [`${name}, the page has no errors`, { errors }, errors.length === 0]];
}

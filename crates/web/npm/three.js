// Terrains for three.js: tiles of a quadtree, made by workers as the camera needs them.

import {
  Box3, BufferAttribute, BufferGeometry, ClampToEdgeWrapping, DataTexture, Frustum, Group, HalfFloatType, LinearFilter,
  LinearMipmapLinearFilter, Matrix4, Mesh, MeshStandardMaterial, ObjectSpaceNormalMap, RGBAFormat, Sphere, SRGBColorSpace, Vector3,
} from 'three';

import { needCamera, needFlag, needFunction, needKeys, needPixels, needPool, needPositive } from './arguments.js';
import { coordinatesOf, trianglesOf, wallsOf } from './mesh.js';

/** Samples along a side of a tile's pictures. The mesh has every second of them. */
const SAMPLES = 129;
const STEPS = (SAMPLES - 1) / 2;

/** The least distance between vertices in metres. */
const FINEST = 0.5;

/** Tiles that are kept. The least recently used are dropped. */
const MOST_TILES = 400;

/** A new terrain replaces the old one once its tiles have at most this many times as many pixels between vertices as wanted. */
const COARSE = 4;

/** Attempts to make a tile. */
const ATTEMPTS = 3;

/**
 * A terrain as an object of a scene. On a plane, the scene's x and z are the recipe's x and y, and y is the height. The centre of a
 * planet is the origin, and its north pole is at +y. All lengths are metres.
 *
 * Call `update(camera, height)` before each picture. Tiles are made on a pool of workers; a tile is shown until all tiles of the next
 * level that replace it are there, so there are no gaps.
 */
export class TerrainTiles extends Group {
  #pool;
  #pixels;
  #water;
  #shown;
  #next;
  /** The number of calls of `show`. */
  #calls = 0;
  /** Calls of `show` whose facts are not known yet. */
  #awaited = 0;
  #running = 0;
  #frame = 0;
  #waiting = [];
  /** The meshes in sight. */
  #seen = [];
  #wall = new MeshStandardMaterial({ color: 0x8a7c6c, roughness: 1, flatShading: true });

  /** `pixels` are the most pixels between vertices, as far as tiles are there. */
  constructor(pool, options = {}) {
    super();
    const place = 'TerrainTiles';
    const { pixels = 8, water = true } = needKeys(place, 'the set of options', options, ['pixels', 'water']);
    needPositive(place, '`pixels`', pixels);
    needFlag(place, '`water`', water);
    this.#pool = needPool(place, pool);
    this.#pixels = pixels;
    this.#water = water;
  }

  /**
   * Shows a terrain, given by its recipe. The old one stays until the new one is there for the current view. The promise is fulfilled
   * when it is, with the facts of the terrain; it is rejected if the recipe is wrong, or if another call follows. `prepare` gets the
   * facts before tiles are chosen.
   */
  async show(terrain, options = {}) {
    const { prepare } = needKeys('TerrainTiles.show', 'the set of options', options, ['prepare']);
    if (prepare !== undefined) needFunction('TerrainTiles.show', '`prepare`', prepare, 'give a function of the facts');
    this.#calls += 1;
    const call = this.#calls;
    this.#awaited += 1;
    const facts = await this.#pool.facts(terrain).finally(() => { this.#awaited -= 1; });
    if (call !== this.#calls) throw replaced();
    this.#refuse(replaced());
    prepare?.(facts);
    return new Promise((resolve, reject) => {
      this.#next = { terrain, facts, roots: rootsOf(facts), count: 0, settle: { resolve, reject } };
    });
  }

  /** The facts of the terrain in sight. */
  get facts() {
    return this.#shown?.facts;
  }

  /** Whether all tiles that the view needs are there. */
  get isComplete() {
    return Boolean(this.#shown) && !this.#next && this.#awaited + this.#waiting.length + this.#running === 0;
  }

  /**
   * Chooses the tiles for a camera and a picture of `height` pixels. The matrices of the camera must be current. Returns whether other
   * tiles are in sight than before.
   */
  update(camera, height) {
    needCamera('TerrainTiles.update', camera);
    needPixels('TerrainTiles.update', 'the height of the picture', height);
    this.#frame += 1;
    this.updateMatrixWorld();
    const view = viewOf(camera, height, this.matrixWorld);
    this.#waiting = [];
    if (this.#next) this.#prepare(view);
    const wanted = [...this.#waiting];
    if (this.#shown) this.#shown.roots.forEach(root => this.#choose(this.#shown, root, { ...view, pixels: this.#pixels }));
    // While a new terrain is prepared, further tiles of the old one are not worth their time.
    if (this.#next || this.#awaited > 0) this.#waiting = wanted;
    this.#waiting.sort((a, b) => b.priority - a.priority);
    while (this.#running <= this.#pool.size && this.#waiting.length > 0) this.#request(this.#waiting.shift());
    if (this.#shown?.count > MOST_TILES) this.#forget();
    const seen = this.children.filter(({ visible }) => visible);
    const hasChanged = seen.length !== this.#seen.length || seen.some((mesh, at) => mesh !== this.#seen[at]);
    this.#seen = seen;
    return hasChanged;
  }

  /** Removes the terrain in sight. */
  removeTerrain() {
    this.#drop(this.#shown);
    this.#shown = undefined;
  }

  /** Frees the memory of all tiles, and rejects calls of `show`. The pool stays. */
  dispose() {
    this.#calls += 1;
    this.#refuse(replaced());
    this.removeTerrain();
    this.#wall.dispose();
  }

  /** Gives up the next terrain. */
  #refuse(reason) {
    this.#drop(this.#next);
    this.#next?.settle.reject(reason);
    this.#next = undefined;
  }

  /** Requests the tiles of the next terrain without showing them. Once the view has them, they replace the old ones. */
  #prepare(view) {
    const next = this.#next;
    const all = { ...view, pixels: COARSE * this.#pixels, isHidden: true, missing: 0 };
    for (const root of next.roots) this.#choose(next, root, all);
    if (all.missing > 0) return;
    this.removeTerrain();
    [this.#shown, this.#next] = [next, undefined];
    next.settle.resolve(next.facts);
  }

  /** Shows a tile or its children. */
  #choose(set, tile, view) {
    tile.used = this.#frame;
    if (!tile.mesh) return this.#want(set, tile, Infinity, view);
    const size = sizeOnScreen(set.facts, tile, view);
    if (size <= view.pixels || distanceOfVertices(set.facts, tile) / 2 < FINEST) return this.#see(tile, view);
    tile.children ??= childrenOf(tile);
    const missing = tile.children.filter(child => !child.mesh);
    if (missing.length > 0) {
      for (const child of tile.children) child.used = this.#frame;
      for (const child of missing) this.#want(set, child, size, view);
      return this.#see(tile, view);
    }
    tile.mesh.visible = false;
    for (const child of tile.children) this.#choose(set, child, view);
  }

  /** Shows a tile in the place of its descendants. */
  #see(tile, { isHidden = false }) {
    tile.mesh.visible = !isHidden;
    tile.children?.forEach(hide);
  }

  #want(set, tile, priority, view) {
    if ((tile.attempts ?? 0) >= ATTEMPTS) return;
    view.missing += 1;
    if (!tile.isRequested) this.#waiting.push({ set, tile, priority });
  }

  async #request({ set, tile }) {
    tile.isRequested = true;
    tile.attempts = (tile.attempts ?? 0) + 1;
    this.#running += 1;
    try {
      const surface = await this.#pool.surface(set.terrain, tile.address, SAMPLES, { water: this.#water });
      const isCurrent = set === this.#shown || set === this.#next;
      if (isCurrent && !tile.isDropped) this.#add(set, tile, surface);
    } catch (error) {
      // Without its first tiles, a terrain cannot be shown; else, the tile that contains this one is.
      const isNeeded = tile.level === 0 && tile.attempts === ATTEMPTS;
      if (set === this.#next && isNeeded) this.#refuse(error);
    } finally {
      tile.isRequested = false;
      this.#running -= 1;
    }
  }

  #add(set, tile, surface) {
    const geometry = geometryOf(set.facts, surface, sidesAtEdge(tile));
    tile.mesh = new Mesh(geometry, [materialOf(surface), this.#wall]);
    tile.mesh.position.fromArray(surface.origin);
    tile.mesh.visible = false;
    tile.mesh.name = tile.address;
    tile.mesh.castShadow = tile.mesh.receiveShadow = true;
    // Rays hit what is in sight only.
    tile.mesh.raycast = (...all) => tile.mesh?.visible && Mesh.prototype.raycast.apply(tile.mesh, all);
    set.count += 1;
    this.add(tile.mesh);
  }

  #drop(set) {
    set?.roots.forEach(root => this.#remove(set, root));
  }

  #remove(set, tile) {
    tile.children?.forEach(child => this.#remove(set, child));
    tile.children = undefined;
    tile.isDropped = true;
    if (!tile.mesh) return;
    this.remove(tile.mesh);
    // What all tiles share stays.
    const { geometry, material: [ground] } = tile.mesh;
    geometry.deleteAttribute('uv');
    for (const part of [geometry, ground.map, ground.normalMap, ground]) part.dispose();
    tile.mesh = undefined;
    set.count -= 1;
  }

  /** Drops the least recently used tiles that are not in sight. */
  #forget() {
    const parents = [];
    const collect = tile => {
      if (!tile.children) return;
      tile.children.forEach(collect);
      if (tile.children.every(child => child.used < this.#frame && !child.children)) parents.push(tile);
    };
    this.#shown.roots.forEach(collect);
    parents.sort((a, b) => a.children[0].used - b.children[0].used);
    for (const parent of parents.slice(0, 16)) {
      parent.children.forEach(child => this.#remove(this.#shown, child));
      parent.children = undefined;
    }
  }
}

const replaced = () => new Error('another terrain is shown, or none');

function hide(tile) {
  if (tile.mesh) tile.mesh.visible = false;
  tile.children?.forEach(hide);
}

/** The coarsest tiles: the domain of a plane, the six faces of a planet's cube. */
function rootsOf({ isPlanet }) {
  if (!isPlanet) return [{ address: '0/0/0', level: 0, x: 0, y: 0 }];
  return ['px', 'nx', 'py', 'ny', 'pz', 'nz'].map(face => ({ face, address: `${face}/0/0/0`, level: 0, x: 0, y: 0 }));
}

function childrenOf({ face, level, x, y }) {
  const child = (right, down) => {
    const at = { face, level: level + 1, x: 2 * x + right, y: 2 * y + down };
    return { ...at, address: [face, at.level, at.x, at.y].filter(part => part !== undefined).join('/') };
  };
  return [child(0, 0), child(1, 0), child(0, 1), child(1, 1)];
}

/** Whether the north, east, south and west side of a plane's tile is at the edge of its domain. */
function sidesAtEdge({ face, level, x, y }) {
  const last = 2 ** level - 1;
  return face ? [false, false, false, false] : [y === 0, x === last, y === last, x === 0];
}

/** Metres between the vertices of a tile. A face of a planet's cube is a quarter of its equator wide. */
function distanceOfVertices({ isPlanet, size, radius }, { level }) {
  return (isPlanet ? (Math.PI / 2) * radius : size) / STEPS / 2 ** level;
}

/** What the choice of tiles depends on, in the coordinates of the terrain. */
function viewOf(camera, height, matrix) {
  const inverse = new Matrix4().copy(matrix).invert();
  const frustum = new Frustum().setFromProjectionMatrix(
    new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).multiply(matrix),
  );
  const eye = new Vector3().setFromMatrixPosition(camera.matrixWorld).applyMatrix4(inverse);
  // Element 5 is the cotangent of half the field of view: the pixels of a metre at a distance of one metre are half of `height` times it.
  const scale = 0.5 * height * camera.projectionMatrix.elements[5];
  return { eye, frustum, scale, isParallel: camera.isOrthographicCamera === true };
}

const sphere = new Sphere();

/** The pixels between the vertices of a tile; 0 if it is out of sight. */
function sizeOnScreen(facts, tile, { eye, frustum, scale, isParallel }) {
  const { geometry, position } = tile.mesh;
  sphere.copy(geometry.boundingSphere);
  sphere.center.add(position);
  if (!frustum.intersectsSphere(sphere) || isBeyondHorizon(facts, eye, sphere)) return 0;
  // Without the walls, which are deep at the edge of a domain.
  sphere.copy(geometry.userData.ground);
  sphere.center.add(position);
  const distance = Math.max(sphere.distanceToPoint(eye), 1e-3);
  return (distanceOfVertices(facts, tile) * scale) / (isParallel ? 1 : distance);
}

/** Whether a planet hides a tile: the angle from the eye to it is more than those to the horizon of both. */
function isBeyondHorizon({ isPlanet, radius, interval: [lowest, highest] }, eye, { center, radius: size }) {
  if (!isPlanet) return false;
  const inner = radius + lowest;
  const horizon = distance => Math.acos(Math.min(inner / distance, 1));
  const away = eye.angleTo(center) - Math.asin(Math.min(size / center.length(), 1));
  return away > horizon(eye.length()) + horizon(radius + highest);
}

/** Texture coordinates of the vertices. */
const coordinates = new BufferAttribute(coordinatesOf(SAMPLES), 2);

/** The triangles of the walls, and the number of the corners of those of the ground before them. */
const GROUND = 6 * STEPS * STEPS;
const walls = wallsOf(STEPS + 1);

/** The triangles of a tile: of the ground, then of the walls. */
function indexOf(facts, { origin, positions }) {
  const part = (at, axis) => origin[axis] + positions[3 * at + axis];
  const height = at => (facts.isPlanet ? Math.hypot(part(at, 0), part(at, 1), part(at, 2)) : part(at, 1));
  const corners = new Uint16Array(GROUND + walls.length);
  corners.set(trianglesOf(Float64Array.from({ length: (STEPS + 1) ** 2 }, (_, at) => height(at))));
  corners.set(walls, GROUND);
  return new BufferAttribute(corners, 1);
}

function geometryOf(facts, surface, sides) {
  const { positions, normals } = surface;
  const geometry = new BufferGeometry();
  geometry.setIndex(indexOf(facts, surface));
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 4, true));
  geometry.setAttribute('uv', coordinates);
  const wall = 6 * STEPS;
  geometry.addGroup(0, GROUND, 0);
  sides.forEach((isEdge, side) => {
    // The lower vertex of a corner at the edge of the domain is far below. Walls between tiles would be seen as bright lines there.
    const [first, last] = [3, 1].map(turn => (!isEdge && sides[(side + turn) % 4] ? 3 : 0));
    geometry.addGroup(GROUND + side * wall + first, wall - first - last, isEdge ? 1 : 0);
  });
  geometry.computeBoundingSphere();
  const vertices = (STEPS + 1) ** 2;
  geometry.userData.ground = new Box3().setFromArray(positions.subarray(0, 3 * vertices)).getBoundingSphere(new Sphere());
  return geometry;
}

function materialOf({ normalMap, colours }) {
  const picture = (data, type) => {
    const texture = new DataTexture(data, SAMPLES, SAMPLES, RGBAFormat, type);
    texture.wrapS = texture.wrapT = ClampToEdgeWrapping;
    [texture.magFilter, texture.minFilter] = [LinearFilter, LinearMipmapLinearFilter];
    texture.generateMipmaps = true;
    texture.anisotropy = 4;
    texture.needsUpdate = true;
    return texture;
  };
  const map = picture(colours);
  map.colorSpace = SRGBColorSpace;
  const material = new MeshStandardMaterial({ map, normalMap: picture(normalMap, HalfFloatType), normalMapType: ObjectSpaceNormalMap });
  // The fourth channel of colours is the share of dry ground. Water is smooth.
  material.onBeforeCompile = shader => {
    const roughness = 'float roughnessFactor = mix( 0.35, 1.0, sampledDiffuseColor.a );';
    shader.fragmentShader = shader.fragmentShader.replace('#include <roughnessmap_fragment>', roughness);
  };
  return material;
}

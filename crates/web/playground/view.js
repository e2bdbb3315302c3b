// The terrain in three dimensions.

import {
  BackSide, Color, DirectionalLight, HemisphereLight, Mesh, NeutralToneMapping, PCFShadowMap, PerspectiveCamera, Raycaster, Scene,
  ShaderMaterial, SphereGeometry, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

import { TerrainTiles } from '../npm/three.js';
import { Gaze } from './gaze.js';
import { Resolution } from './resolution.js';
import { limited } from './values.js';

/** The direction to the sun: in the north-west, 35° high. */
const SUN = new Vector3(-0.6, 0.58, -0.55).normalize();

/** That to the sun of a planet: on the left of its first view. */
const SUN_OF_PLANET = new Vector3(-0.75, 0.55, 0.8).normalize();

/** What a key of the keyboard does: turns by angles, or changes the distance by a factor. */
const KEYS = {
  ArrowLeft: [-0.08, 0, 1], ArrowRight: [0.08, 0, 1], ArrowUp: [0, -0.05, 1], ArrowDown: [0, 0.05, 1],
  '+': [0, 0, 0.9], '=': [0, 0, 0.9], '-': [0, 0, 1 / 0.9],
};

/** The least height of the camera above the ground in metres: over a planet more, because depths have too few bits. */
const lowestOver = facts => (facts.isPlanet ? Math.max(2, 4e-6 * boundsOf(facts).size) : 2);

export class View {
  #renderer;
  #scene = new Scene();
  #camera = new PerspectiveCamera(42, 1, 1, 1e6);
  #controls;
  #gaze;
  #tiles;
  #sun = new DirectionalLight(0xfff0d8, 3.6);
  #sky = skyDome();
  #isDirty = true;
  #resolution;
  /** Whether shadows are those of other tiles than those in sight. */
  #hasOldShadows = false;
  /** What the camera and the light were placed for. */
  #placed;

  constructor(canvas, pool) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#renderer.shadowMap.autoUpdate = false;
    this.#resolution = new Resolution(this.#renderer.getContext());
    canvas.addEventListener('webglcontextrestored', () => {
      this.#resolution.reset();
      this.redraw();
    });
    this.#tiles = new TerrainTiles(pool);
    this.#sun.shadow.mapSize.set(2048, 2048);
    this.#scene.add(this.#tiles, this.#sun, this.#sun.target, new HemisphereLight(0xc4d8f4, 0x7a6e5c, 1.5), this.#sky);
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.enableDamping = true;
    this.#controls.addEventListener('change', () => this.redraw());
    this.#gaze = new Gaze(canvas, () => this.redraw());
    canvas.addEventListener('keydown', event => this.#press(event));
    new ResizeObserver(() => this.#resize()).observe(canvas);
    this.#renderer.setAnimationLoop(time => this.#frame(time));
  }

  /** Shows a terrain once it is there. The camera stays, unless `key` names another terrain. */
  async show(recipe, key) {
    const prepare = facts => this.#prepare(facts, key);
    const facts = await this.#tiles.show(recipe, { prepare });
    this.redraw();
    return facts;
  }

  get tiles() {
    return this.#tiles;
  }

  get camera() {
    return this.#camera;
  }

  redraw() {
    this.#isDirty = true;
  }

  #frame(time) {
    this.#controls.update();
    this.#fitDepth();
    this.#gaze.turn(this.#camera);
    this.#camera.updateMatrixWorld();
    if (this.#tiles.update(this.#camera, this.#height)) this.#isDirty = this.#hasOldShadows = true;
    const scale = this.#resolution.next(time, this.#isDirty);
    if (scale === undefined) return;
    this.#fitPixels(scale);
    // The sun does not move, so shadows change with the tiles only. A slow graphics card draws them once nothing moves.
    this.#renderer.shadowMap.needsUpdate = this.#hasOldShadows && scale === 1;
    if (scale === 1) this.#hasOldShadows = false;
    this.#isDirty = false;
    this.#sky.position.copy(this.#camera.position);
    this.#renderer.render(this.#scene, this.#camera);
    this.#resolution.drawn();
  }

  /** Fits the camera and the light to a terrain before its tiles are chosen. */
  #prepare(facts, key) {
    const placed = JSON.stringify([key, facts.isPlanet, facts.size, facts.radius]);
    if (placed === this.#placed) return;
    this.#placed = placed;
    // The old terrain would be seen from where the new one is.
    this.#tiles.removeTerrain();
    this.#light(facts);
    this.#place(facts);
  }

  /** Shows all of the terrain. */
  reset() {
    if (this.#tiles.facts) this.#place(this.#tiles.facts);
  }

  /** Puts the camera where all of a terrain is seen. */
  #place(facts) {
    const { isPlanet } = facts;
    const { middle, size } = boundsOf(facts);
    const away = isPlanet ? new Vector3(0.2, 0.5, 1.15) : new Vector3(0.3, 0.52, 0.9);
    // Half of the narrower angle of the picture contains a sphere of this radius.
    const half = Math.atan(Math.tan((this.#camera.fov * Math.PI) / 360) * Math.min(this.#camera.aspect, 1));
    const distance = ((isPlanet ? 0.54 : 0.68) * size) / Math.sin(half);
    this.#camera.position.copy(middle).addScaledVector(away.normalize(), distance);
    this.#controls.target.copy(middle);
    this.#controls.update();
    this.#gaze.reset(isPlanet);
  }

  /** Sets the light, the sky and the limits of the camera. */
  #light(facts) {
    const { isPlanet } = facts;
    const { middle, size } = boundsOf(facts);
    this.#sun.target.position.copy(middle);
    this.#sun.position.copy(middle).addScaledVector(isPlanet ? SUN_OF_PLANET : SUN, 2 * size);
    // The shadow map of a whole planet would be too coarse.
    this.#sun.castShadow = !isPlanet;
    const { camera } = this.#sun.shadow;
    const half = 0.75 * size;
    Object.assign(camera, { left: -half, right: half, top: half, bottom: -half, near: 0.5 * size, far: 3.5 * size });
    camera.updateProjectionMatrix();
    this.#sun.shadow.normalBias = size / 700;
    this.#sun.shadow.bias = -0.0004;
    this.#scene.background = new Color(isPlanet ? 0x05060a : 0x9fb6cf);
    this.#sky.visible = !isPlanet;
    // That of a planet follows from the ground below the camera.
    const minDistance = 1e-4 * size;
    const maxPolarAngle = isPlanet ? Math.PI : 1.55;
    Object.assign(this.#controls, { minDistance, maxDistance: 4 * size, maxPolarAngle, zoomToCursor: !isPlanet, enablePan: !isPlanet });
  }

  /** The nearest and the farthest distance that is drawn; the camera stays above the ground. */
  #fitDepth() {
    const { facts } = this.#tiles;
    if (!facts) return;
    const { size } = boundsOf(facts);
    const altitude = facts.isPlanet ? this.#overPlanet(facts) : this.#aboveGround();
    this.#camera.near = Math.max(0.05 * Math.max(altitude, 0), 1e-6 * size, 0.5);
    this.#camera.far = this.#farthest(facts);
    this.#camera.updateProjectionMatrix();
    this.#sky.scale.setScalar(0.5 * this.#camera.far);
    if (facts.isPlanet) return;
    Object.assign(this.#controls, { rotateSpeed: 1, zoomSpeed: 1 });
    const [low, high] = facts.interval;
    this.#controls.target.clamp(new Vector3(0, low, 0), new Vector3(size, high, size));
  }

  /** Metres between the camera and the ground of a planet below it. */
  #overPlanet(facts) {
    const { radius, interval: [, high] } = facts;
    const eye = this.#camera.position;
    const up = eye.clone().normalize();
    const hit = this.#groundBelow(up.clone().multiplyScalar(radius + high + 1), up);
    const ground = hit ? hit.length() : radius + high;
    const lowest = ground + lowestOver(facts);
    eye.setLength(Math.max(eye.length(), lowest));
    const altitude = eye.length() - ground;
    // A turn or a step of the wheel moves the ground by as much everywhere.
    this.#controls.minDistance = lowest;
    this.#controls.rotateSpeed = limited(altitude / radius, 1e-5, 1);
    this.#controls.zoomSpeed = limited((4 * altitude) / eye.length(), 1e-6, 1);
    return altitude;
  }

  /** Metres between the camera and the ground of a plane below it. */
  #aboveGround() {
    const { position } = this.#camera;
    const hit = this.#groundBelow(new Vector3(position.x, this.#tiles.facts.interval[1] + 1, position.z), new Vector3(0, 1, 0));
    if (!hit) return position.distanceTo(this.#controls.target);
    position.y = Math.max(position.y, hit.y + lowestOver(this.#tiles.facts));
    return position.y - hit.y;
  }

  /** The ground in sight below a point. */
  #groundBelow(point, up) {
    const shown = this.#tiles.children.filter(({ visible }) => visible);
    return new Raycaster(point, up.clone().negate()).intersectObjects(shown, false)[0]?.point;
  }

  /** The distance of the farthest ground that can be in sight: on a planet, that of a line which grazes the lowest and ends at the highest. */
  #farthest(facts) {
    const eye = this.#camera.position;
    if (!facts.isPlanet) return eye.distanceTo(this.#controls.target) + 3 * boundsOf(facts).size;
    const [low, high] = facts.interval.map(height => facts.radius + height);
    const beyond = distance => Math.sqrt(Math.max(distance * distance - low * low, 0));
    return 1.01 * (beyond(eye.length()) + beyond(high));
  }

  #press(event) {
    const action = KEYS[event.key];
    const { facts } = this.#tiles;
    if (!action || !facts || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const [azimuth, polar, factor] = action;
    if (event.shiftKey && factor === 1 && facts.isPlanet) return this.#gaze.add(azimuth, -polar);
    const { target, minDistance, maxDistance, maxPolarAngle, rotateSpeed } = this.#controls;
    const offset = this.#camera.position.clone().sub(target);
    const angle = limited(offset.angleTo(new Vector3(0, 1, 0)) + polar * rotateSpeed, 0.05, maxPolarAngle - 0.02);
    // The distance to the ground changes by the factor.
    const ground = facts.isPlanet ? minDistance - lowestOver(facts) : 0;
    const length = limited(ground + (offset.length() - ground) * factor, minDistance, maxDistance);
    const around = Math.atan2(offset.x, offset.z) + azimuth * rotateSpeed;
    this.#camera.position.setFromSphericalCoords(length, angle, around).add(target);
    this.redraw();
  }

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.#renderer.domElement;
    if (width === 0 || height === 0) return;
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    this.redraw();
  }

  /** Scales the sides of the picture. */
  #fitPixels(scale) {
    const ratio = scale * Math.min(window.devicePixelRatio, 2);
    if (ratio !== this.#renderer.getPixelRatio()) this.#renderer.setPixelRatio(ratio);
  }

  /** The height of the picture with all its pixels. */
  get #height() {
    return this.#renderer.domElement.clientHeight * Math.min(window.devicePixelRatio, 2);
  }
}

/** The centre of a terrain, and its size. */
function boundsOf({ isPlanet, size, radius, interval: [low, high] }) {
  if (isPlanet) return { middle: new Vector3(), size: 2 * (radius + high) };
  return { middle: new Vector3(size / 2, 0.5 * (low + high), size / 2), size };
}

/** A sky that is lighter at the horizon. */
function skyDome() {
  const material = new ShaderMaterial({
    side: BackSide, depthWrite: false, depthTest: false,
    vertexShader: `varying vec3 way;
      void main() {
        way = position;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: `varying vec3 way;
      void main() {
        float up = normalize(way).y;
        vec3 colour = mix(vec3(0.82, 0.87, 0.92), vec3(0.34, 0.52, 0.77), pow(clamp(up, 0.0, 1.0), 0.6));
        colour = mix(colour, vec3(0.62, 0.68, 0.75), smoothstep(0.0, -0.7, up));
        gl_FragColor = vec4(colour, 1.0);
      }`,
  });
  const dome = new Mesh(new SphereGeometry(1, 32, 24), material);
  dome.renderOrder = -1;
  dome.frustumCulled = false;
  return dome;
}

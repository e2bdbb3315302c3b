// The terrain in three dimensions.

import {
  BackSide, Color, DirectionalLight, HemisphereLight, Mesh, NeutralToneMapping, PCFShadowMap, PerspectiveCamera, Raycaster, Scene,
  ShaderMaterial, SphereGeometry, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

import { TerrainTiles } from '../npm/three.js';
import { Pace } from './pace.js';

/** The direction to the sun: in the north-west, 35° high. */
const SUN = new Vector3(-0.6, 0.58, -0.55).normalize();

/** What a key of the keyboard does: turns by angles, or moves nearer by a factor. */
const KEYS = {
  ArrowLeft: [-0.08, 0, 1], ArrowRight: [0.08, 0, 1], ArrowUp: [0, -0.05, 1], ArrowDown: [0, 0.05, 1],
  '+': [0, 0, 0.9], '=': [0, 0, 0.9], '-': [0, 0, 1 / 0.9],
};

export class View {
  #renderer;
  #scene = new Scene();
  #camera = new PerspectiveCamera(42, 1, 1, 1e6);
  #controls;
  #tiles;
  #sun = new DirectionalLight(0xfff0d8, 3.6);
  #sky = skyDome();
  #isDirty = true;
  #pace;
  /** Whether other tiles are in sight than those that the shadows are of. */
  #hasChanged = false;
  /** The terrain that the camera was placed for. */
  #placed = '';

  constructor(canvas, pool) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#renderer.shadowMap.autoUpdate = false;
    this.#pace = new Pace(this.#renderer.getContext());
    this.#tiles = new TerrainTiles(pool);
    this.#sun.shadow.mapSize.set(2048, 2048);
    this.#scene.add(this.#tiles, this.#sun, this.#sun.target, new HemisphereLight(0xc4d8f4, 0x7a6e5c, 1.5), this.#sky);
    this.#controls = new OrbitControls(this.#camera, canvas);
    Object.assign(this.#controls, { enableDamping: true, zoomToCursor: true, maxPolarAngle: 1.55 });
    this.#controls.addEventListener('change', () => this.redraw());
    canvas.addEventListener('keydown', event => this.#press(event));
    new ResizeObserver(() => this.#resize()).observe(canvas);
    this.#renderer.setAnimationLoop(time => this.#frame(time));
  }

  /** Shows a terrain once it is there. The camera stays, unless `key` names another terrain. */
  async show(recipe, key) {
    const facts = await this.#tiles.show(recipe);
    if (this.#placed !== key) this.#place(facts);
    this.#placed = key;
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
    this.#camera.updateMatrixWorld();
    const hasChanged = this.#tiles.update(this.#camera, this.#height);
    this.#hasChanged ||= hasChanged;
    const share = this.#pace.next(time, this.#isDirty || hasChanged);
    if (share === undefined) return;
    this.#fitPixels(share);
    // The sun does not move, so shadows change with the tiles only. A slow graphics card draws them once nothing moves.
    this.#renderer.shadowMap.needsUpdate = this.#hasChanged && share === 1;
    if (share === 1) this.#hasChanged = false;
    this.#isDirty = false;
    this.#sky.position.copy(this.#camera.position);
    this.#renderer.render(this.#scene, this.#camera);
    this.#pace.drawn();
  }

  /** Puts the camera, the light and the sky where a terrain needs them. */
  #place(facts) {
    const [low, high] = facts.interval;
    const size = facts.isPlanet ? 2 * (facts.radius + high) : facts.size;
    const middle = facts.isPlanet ? new Vector3() : new Vector3(size / 2, 0.5 * (low + high), size / 2);
    const away = facts.isPlanet ? new Vector3(0.2, 0.5, 1.15) : new Vector3(0.3, 0.52, 0.9);
    // Half of the narrower angle of the picture contains a sphere of this radius.
    const half = Math.atan(Math.tan((this.#camera.fov * Math.PI) / 360) * Math.min(this.#camera.aspect, 1));
    const distance = ((facts.isPlanet ? 0.54 : 0.62) * size) / Math.sin(half);
    this.#camera.position.copy(middle).addScaledVector(away.normalize(), distance);
    Object.assign(this.#controls, { minDistance: 1e-4 * size, maxDistance: 4 * size });
    this.#controls.target.copy(middle);
    this.#controls.maxPolarAngle = facts.isPlanet ? Math.PI : 1.55;
    this.#scene.background = new Color(facts.isPlanet ? 0x05060a : 0x9fb6cf);
    this.#sky.visible = !facts.isPlanet;
    this.#light(facts, middle, size);
    this.#controls.update();
  }

  #light({ isPlanet }, middle, size) {
    this.#sun.target.position.copy(middle);
    this.#sun.position.copy(middle).addScaledVector(SUN, 2 * size);
    // The shadow's map of a whole planet would be too coarse.
    this.#sun.castShadow = !isPlanet;
    const { camera } = this.#sun.shadow;
    Object.assign(camera, { left: -0.75 * size, right: 0.75 * size, top: 0.75 * size, bottom: -0.75 * size, near: 0.5 * size, far: 3.5 * size });
    camera.updateProjectionMatrix();
    this.#sun.shadow.normalBias = size / 700;
    this.#sun.shadow.bias = -0.0004;
  }

  /** The nearest and the farthest distance that is drawn; the camera stays above the ground. */
  #fitDepth() {
    const { facts } = this.#tiles;
    if (!facts) return;
    const [, high] = facts.interval;
    const eye = this.#camera.position;
    const ground = facts.isPlanet ? eye.length() - facts.radius - high : this.#aboveGround();
    const size = facts.isPlanet ? 2 * facts.radius : facts.size;
    this.#camera.near = Math.max(0.05 * Math.max(ground, 0), 1e-6 * size, 0.5);
    this.#camera.far = eye.distanceTo(this.#controls.target) + 3 * size;
    this.#camera.updateProjectionMatrix();
    this.#sky.scale.setScalar(0.5 * this.#camera.far);
  }

  /** Metres between the camera and the ground below it. */
  #aboveGround() {
    const { position } = this.#camera;
    const top = new Vector3(position.x, this.#tiles.facts.interval[1] + 1, position.z);
    const [hit] = new Raycaster(top, new Vector3(0, -1, 0)).intersectObjects(this.#tiles.children.filter(({ visible }) => visible), false);
    if (!hit) return position.distanceTo(this.#controls.target);
    const least = hit.point.y + 2;
    if (position.y < least) position.y = least;
    return position.y - hit.point.y;
  }

  #press(event) {
    const action = KEYS[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const [azimuth, polar, factor] = action;
    const { target } = this.#controls;
    const offset = this.#camera.position.clone().sub(target);
    const angle = Math.min(Math.max(offset.angleTo(new Vector3(0, 1, 0)) + polar, 0.05), this.#controls.maxPolarAngle - 0.02);
    const length = Math.min(Math.max(offset.length() * factor, this.#controls.minDistance), this.#controls.maxDistance);
    const around = Math.atan2(offset.x, offset.z) + azimuth;
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

  /** Gives the picture a share of its pixels along each side. */
  #fitPixels(share) {
    const ratio = share * Math.min(window.devicePixelRatio, 2);
    if (ratio !== this.#renderer.getPixelRatio()) this.#renderer.setPixelRatio(ratio);
  }

  /** The height of the picture with all its pixels. */
  get #height() {
    return this.#renderer.domElement.clientHeight * Math.min(window.devicePixelRatio, 2);
  }
}

/** A sky that is lighter at the horizon. */
function skyDome() {
  const material = new ShaderMaterial({
    side: BackSide, depthWrite: false, depthTest: false,
    vertexShader: 'varying vec3 way; void main() { way = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
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

// Terrains for deck.gl: a layer of tiles, made by workers as the map needs them.

import { CompositeLayer, _GlobeViewport as GlobeViewport } from '@deck.gl/core';
import { TileLayer } from '@deck.gl/geo-layers';
import { SimpleMeshLayer } from '@deck.gl/mesh-layers';

import { needPlace, needPool, needRecipe } from './arguments.js';
import { groundOf, meshOf } from './map-tile.js';

/** The mode of deck.gl's projection near the ground: positions are relative to the middle of the picture. */
const NEAR = 4;

/** The properties of deck.gl's layer of tiles that have their meaning here. */
const PASSED = [
  'tileSize', 'zoomOffset', 'minZoom', 'maxZoom', 'extent', 'maxRequests', 'debounceTime', 'maxCacheSize', 'refinementStrategy',
  'onViewportLoad', 'onTileLoad', 'onTileUnload', 'onTileError',
];

const PROPERTIES = {
  ...Object.fromEntries(PASSED.map(name => [name, TileLayer.defaultProps[name]])),
  terrain: { type: 'object', value: null },
  pool: { type: 'object', value: null, optional: true },
  at: { type: 'array', value: [0, 0], compare: true },
  water: true,
  elevationScale: { type: 'number', value: 1 },
  wireframe: false,
  // The ground does not shine.
  material: { type: 'object', value: { ambient: 0.5, diffuse: 0.75, shininess: 1, specularColor: [0, 0, 0] } },
  maxZoom: 20,
};

/**
 * A terrain on a map or a globe. A plane has its centre at `at`, latitude and longitude, where it is true to scale. A planet has
 * latitudes and longitudes of its own; its heights are as much larger as the Earth is than the planet.
 */
export class OrogenLayer extends CompositeLayer {
  static layerName = 'OrogenLayer';
  static defaultProps = PROPERTIES;

  shouldUpdateState({ changeFlags }) {
    const { propsOrDataChanged, stateChanged, viewportChanged } = changeFlags;
    return propsOrDataChanged || stateChanged || (viewportChanged && this.state.mode !== this.context.viewport.projectionMode);
  }

  updateState({ props: { terrain, pool, at }, oldProps }) {
    needRecipe('OrogenLayer', terrain);
    needPlace('OrogenLayer', at);
    // Only a terrain can make its tiles without workers.
    if (pool || !terrain.facts) needPool('OrogenLayer', pool ?? undefined);
    if (terrain !== oldProps.terrain) this.state.range = undefined;
    this.state.mode = this.context.viewport.projectionMode;
  }

  renderLayers() {
    const { terrain, pool, at, water, elevationScale, wireframe, material } = this.props;
    const passed = Object.fromEntries(PASSED.map(name => [name, this.props[name]]));
    return new TileLayer(this.getSubLayerProps({
      id: 'tiles',
      updateTriggers: {
        getTileData: [terrain, pool, ...at, water, this.#isGlobe],
        renderSubLayers: [elevationScale, wireframe, material, this.state.mode],
      },
    }), passed, {
      getTileData: tile => this.#load(tile),
      renderSubLayers: props => this.#mesh(props),
      zRange: this.state.range?.map(height => elevationScale * height) ?? null,
    });
  }

  get #isGlobe() {
    return this.context.viewport instanceof GlobeViewport;
  }

  async #load({ index, bbox, signal }) {
    const { terrain, pool, at, water } = this.props;
    if (bbox.west === undefined) throw new Error('an OrogenLayer needs longitudes and latitudes: give a MapView or a _GlobeView');
    const facts = terrain.facts ?? (await pool.facts(terrain, { signal }));
    const ground = await groundOf(facts, index, { at, hasPoles: facts.isPlanet && this.#isGlobe }, (...lines) =>
      (pool ? pool.ground(terrain, ...lines, { water, signal }) : terrain.ground(...lines, { water })));
    this.#measure(ground);
    return ground;
  }

  #mesh(props) {
    const { data: ground, ...others } = props;
    if (!ground) return null;
    const { wireframe, material, elevationScale } = this.props;
    // Far from the ground, the projection bends the mesh; near it, positions need a near origin to be exact.
    const isNear = this.state.mode === NEAR;
    const mesh = meshOf(ground, { elevationScale, isNear, isGlobe: this.#isGlobe });
    const Layer = this.getSubLayerClass('mesh', SimpleMeshLayer);
    return new Layer(others, {
      data: [0],
      mesh,
      texture: ground.colours,
      coordinateSystem: isNear ? 'cartesian' : 'lnglat',
      coordinateOrigin: mesh.origin,
      // Positions are those of the map, not metres.
      _instanced: false,
      getPosition: [0, 0, 0],
      getColor: [255, 255, 255],
      wireframe,
      material,
    });
  }

  /** Remembers the lowest and the highest ground, so that deck.gl knows which tiles are in sight. */
  #measure({ range, scale }) {
    const [low, high] = this.state.range ?? [Infinity, -Infinity];
    const next = [Math.min(low, scale * range[0]), Math.max(high, scale * range[1])];
    if (next[0] < low || next[1] > high) this.setState({ range: next });
  }
}

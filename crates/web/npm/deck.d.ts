import { CompositeLayer, type CompositeLayerProps, type LayersList, type Material } from '@deck.gl/core';
import type { TileLayerProps } from '@deck.gl/geo-layers';
import type { Terrain } from './orogen.js';
import type { Pool, Recipe } from './pool.js';

/** The properties of an {@link OrogenLayer}: those of every layer, some of deck.gl's `TileLayer`, and these. */
export type OrogenLayerProps = CompositeLayerProps &
  Pick<
    TileLayerProps,
    | 'tileSize' | 'zoomOffset' | 'minZoom' | 'maxZoom' | 'extent' | 'maxRequests' | 'debounceTime' | 'maxCacheSize'
    | 'refinementStrategy' | 'onViewportLoad' | 'onTileLoad' | 'onTileUnload' | 'onTileError'
  > & {
    /** The terrain. Anything but a `Terrain` needs a `pool`. */
    terrain: Terrain | Recipe;
    /** Workers that make the tiles. Without them, the page itself does. */
    pool?: Pool;
    /** Latitude and longitude of a plane's centre, where the plane is true to scale. Default: 0, 0. */
    at?: [latitude: number, longitude: number];
    /** Whether seas, rivers and lakes cover the ground. Default: true. */
    water?: boolean;
    /** Factor on heights. Default: 1. */
    elevationScale?: number;
    /** Whether only edges are drawn. */
    wireframe?: boolean;
    /** How light acts on the ground. Default: it does not shine. `false` shows the colours without light. */
    material?: Material;
  };

/**
 * A terrain on a map (`MapView`) or a globe (`_GlobeView`) of deck.gl: tiles with the colours of the recipe, made in the page with the
 * detail that each zoom level can show. A planet is drawn as large as the Earth, with heights that are true to its shape.
 */
export class OrogenLayer extends CompositeLayer<Required<OrogenLayerProps>> {
  constructor(...props: Partial<OrogenLayerProps>[]);
  renderLayers(): LayersList;
}

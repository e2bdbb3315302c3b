import type { Terrain } from './orogen.js';
import type { Pool } from './pool.js';

/** The part of MapLibre that the source needs: the module `maplibre-gl`. */
export interface MapLibre {
  addProtocol(
    name: string,
    load: (request: { url: string }, abort: AbortController) => Promise<{ data: ImageBitmap }>,
  ): void;
}

/** A source of heights in a style. */
export interface DemSource {
  type: 'raster-dem';
  tiles: string[];
  tileSize: number;
  encoding: 'terrarium';
  maxzoom: number;
}

/** Adds a protocol to MapLibre that makes tiles of a terrain in the page, and returns the source for a style. */
export function demSource(maplibre: MapLibre, terrain: Terrain, options?: {
  /** Workers that make the tiles. Without them, the page itself does. */
  pool?: Pool;
  /** Latitude and longitude of a plane's centre, where the plane is true to scale. */
  at?: [latitude: number, longitude: number];
  /** Pixels along a side of a tile. Default: 256. */
  tileSize?: number;
  /** The name of the protocol, one for each terrain. Default: `orogen`. */
  name?: string;
}): DemSource;

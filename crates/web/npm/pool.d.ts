import type { Grid, PlanetTile, Raster, Terrain } from './orogen.js';

/** How a call waits: an aborted `signal` takes it off the queue. */
export interface Options {
  signal?: AbortSignal;
}

/** A terrain, or the text of its recipe. */
export type Recipe = Terrain | string;

/** A pool of workers, each with a program of its own. Calls return promises of what the methods of `Terrain` return. */
export class Pool {
  private constructor();

  /**
   * Starts workers: one fewer than the machine has threads, if `workers` is not given.
   *
   * @param options.module A compiled program, which the workers then need not compile again.
   */
  static start(options?: { workers?: number; module?: WebAssembly.Module }): Promise<Pool>;

  /** The number of workers. */
  readonly size: number;

  heights(terrain: Recipe, grid?: Grid, options?: Options): Promise<Float32Array>;
  raster(terrain: Recipe, grid?: Grid, options?: Options): Promise<Raster>;
  sample(terrain: Recipe, positions: ArrayLike<number>, options?: Options): Promise<Float64Array>;
  crossings(
    terrain: Recipe, columns: ArrayLike<number>, rows: ArrayLike<number>, spacing: number, options?: Options,
  ): Promise<Float32Array>;
  tile(terrain: Recipe, address: string, samples: number, options?: Options): Promise<Raster | PlanetTile>;

  /** Ends the workers. Calls that have no result yet are rejected. */
  close(): void;
}

import type { Facts, Grid, Ground, NodeDescription, PlanetTile, Raster, Surface, Terrain, Value } from './orogen.js';

/** How a call waits: an aborted `signal` takes it off the queue. */
export interface Options {
  signal?: AbortSignal;
}

/** A terrain, the text of its recipe, or a text with options. */
export type Recipe = Terrain | string | { text: string; name?: string; field?: string; draft?: number };

/**
 * A pool of workers, each with a program of its own. Calls return promises of what the functions of the package and the methods and
 * properties of `Terrain` of the same names return. The first call of a terrain runs alone: it solves fields such as erosion, and the
 * other workers get its solutions.
 */
export class Pool {
  private constructor();

  /**
   * Starts workers: one fewer than the machine has threads, if `workers` is not given.
   *
   * @param options.module A compiled program, which the workers then need not compile again.
   * @param options.gpu Whether a further worker makes surfaces of planes by WebGPU, where there is a device. Its heights may differ from
   * those of the other workers in the last bits. `'software'` allows a device that is a program, for tests.
   */
  static start(options?: { workers?: number; module?: WebAssembly.Module; gpu?: boolean | 'software' }): Promise<Pool>;

  /** The number of calls that run at once: workers, and three on a graphics device. */
  readonly size: number;

  /** The number of surfaces that the graphics device has made; `undefined` if there is none, or none yet. */
  readonly surfacesByDevice: number | undefined;

  nodes(options?: Options): Promise<NodeDescription[]>;
  presets(options?: Options): Promise<{ name: string; summary: string }[]>;
  presetText(name: string, options?: Options): Promise<string>;
  changedText(text: string, values: Record<string, Value>, options?: Options): Promise<string>;
  facts(terrain: Recipe, options?: Options): Promise<Facts>;
  surface(terrain: Recipe, address: string, samples?: number, options?: Options & { water?: boolean }): Promise<Surface>;
  heights(terrain: Recipe, grid?: Grid, options?: Options): Promise<Float32Array>;
  raster(terrain: Recipe, grid?: Grid, options?: Options): Promise<Raster>;
  sample(terrain: Recipe, positions: ArrayLike<number>, options?: Options): Promise<Float64Array>;
  crossings(
    terrain: Recipe, columns: ArrayLike<number>, rows: ArrayLike<number>, spacing: number, options?: Options,
  ): Promise<Float32Array>;
  ground(
    terrain: Recipe, columns: ArrayLike<number>, rows: ArrayLike<number>, spacing: number, options?: Options & { water?: boolean },
  ): Promise<Ground>;
  tile(terrain: Recipe, address: string, samples: number, options?: Options): Promise<Raster | PlanetTile>;

  /** Ends the workers. Calls that have no result yet are rejected. */
  close(): void;
}

import { Group, type Camera } from 'three';
import type { Facts } from './orogen.js';
import type { Pool, Recipe } from './pool.js';

/**
 * A terrain as an object of a scene: tiles of a quadtree, made on a pool of workers as the camera needs them.
 *
 * All lengths are metres. On a plane, the scene's x and z are the recipe's x and y, and y is the height. The centre of a planet is the
 * origin, and its north pole is at +y.
 */
export class TerrainTiles extends Group {
  /**
   * @param options.pixels The most pixels between vertices, as far as tiles are there. Default: 8. Colours and normals have twice as
   * many samples.
   * @param options.water Whether seas, rivers and lakes cover the ground. Default: true.
   */
  constructor(pool: Pool, options?: { pixels?: number; water?: boolean });

  /**
   * Shows a terrain. The old one stays until the new one is there for the current view. The promise is fulfilled when it is. It is
   * rejected if the recipe is wrong, or if another call follows. Tiles are made while `update` is called.
   *
   * @param options.prepare Gets the facts before tiles are chosen, for example to move the camera.
   */
  show(terrain: Recipe, options?: { prepare?: (facts: Facts) => void }): Promise<Facts>;

  /** The facts of the terrain in sight. */
  readonly facts: Facts | undefined;

  /** Whether all tiles that the view needs are there. */
  readonly isComplete: boolean;

  /**
   * Chooses the tiles. Call it before each picture, with current matrices of the camera and the height of the picture in pixels. Returns
   * whether other tiles are in sight than before.
   */
  update(camera: Camera, height: number): boolean;

  /** Removes the terrain in sight. */
  removeTerrain(): void;

  /** Frees the memory of all tiles, and rejects calls of `show`. The pool stays. */
  dispose(): void;
}

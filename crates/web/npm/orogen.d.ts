/** Terrain from a small text recipe: heights with exact slopes, on planes and planets. */

/**
 * Loads the program of the package. Call it once and wait for it before anything else. Further calls return the same promise; after
 * a failure, the next call tries again.
 *
 * @param source Where the program is, if not beside the package's modules: its address, its bytes or a compiled module.
 */
export function load(source?: URL | string | BufferSource | WebAssembly.Module | Response): Promise<void>;

/** The nodes that recipes are built from. */
export function nodes(): NodeDescription[];

/** The recipes that come with the package. */
export function presets(): { name: string; summary: string }[];

/** The text of a preset's recipe. Throws an {@link OrogenError} if there is none of this name. */
export function presetText(name: string): string;

/** The text of a recipe with other values, as {@link Terrain.with} writes them, but without making a terrain. */
export function changedText(text: string, values: Record<string, Value>, options?: { name?: string }): string;

/** What is wrong, where, and how to fix it. The `message` has all of it. */
export interface OrogenError extends Error {
  name: 'OrogenError';
  /** The kind of mistake. */
  kind: 'recipe' | 'not-a-recipe' | 'no-such-file' | 'file' | 'no-such-preset' | 'domain' | 'argument' | 'cancelled' | 'system';
  /** What is wrong, in one sentence. */
  reason: string;
  /** How to fix it. */
  help?: string;
  /** The line in the recipe, from 1. */
  line?: number;
  /** The column in the line, from 1. */
  column?: number;
}

/**
 * The samples of a raster.
 *
 * - A number: so many samples along each side of the domain; on a planet so many columns of the map of the whole planet.
 * - On a plane `spacing`, `columns` and `rows`: the sample of `column` and `row` (0 if they are missing) is at
 *   `x = column * spacing, y = row * spacing`.
 * - On a planet `columns`, `rows` and `region`: the edges `[south, west, north, east]` in degrees.
 * - Nothing: the recipe's own samples over its domain.
 */
export type Grid =
  | number
  | { samples?: number }
  | { spacing: number; columns: number; rows?: number; column?: number; row?: number }
  | { columns: number; rows?: number; region: [south: number, west: number, north: number, east: number] };

/** Heights in metres, and the slopes along rows (`dx`) and columns (`dy`) in metres per metre, row by row. */
export interface Raster {
  heights: Float32Array;
  dx: Float32Array;
  dy: Float32Array;
}

/** A raster with colours. */
export interface Ground extends Raster {
  /** Four bytes for each sample: its colour in sRGB without light, and 255 on dry ground, 0 on water. */
  colours: Uint8Array;
}

/** A tile of a planet: heights in metres, and the gradient in space. */
export interface PlanetTile {
  heights: Float32Array;
  gradient: [Float32Array, Float32Array, Float32Array];
  /** Unit normals, `x, y, z` of each sample. */
  normals: Float32Array;
  /** The points of the ground in metres from the planet's centre, `x, y, z` of each sample. */
  positions: Float64Array;
}

/** What a recipe says. */
export interface Facts {
  readonly name: string;
  readonly text: string;
  readonly isPlanet: boolean;
  /** The side of the domain in metres. */
  readonly size: number;
  /** The recipe's own number of samples along a side. */
  readonly samples: number;
  /** Metres between the recipe's own samples. */
  readonly spacing: number;
  /** Whether the domain repeats without a seam. */
  readonly repeats: boolean;
  /** The radius of the planet in metres. */
  readonly radius: number | null;
  readonly seaLevel: number | null;
  /** Heights that the terrain cannot leave, in metres. */
  readonly interval: [number, number];
  readonly fields: string[];
  readonly parameters: Record<string, number>;
  readonly warnings: { message: string; help: string; line: number; column: number }[];
}

/** The ground of a tile as programs draw it: y is up, and on a plane x and z are the recipe's x and y. */
export interface Surface {
  /** The point in metres that positions are relative to. */
  origin: Float64Array;
  /**
   * `x, y, z` of each vertex in metres, row by row: every second sample of the tile. After them, those of the border again, clockwise
   * from the first, lowered: walls down to them hide the gaps to tiles of other levels.
   */
  positions: Float32Array;
  /** Four numbers for the normal of each vertex, of which 32767 is 1; the last is 0. */
  normals: Int16Array;
  /** Four half floats for each sample: `(n + 1) / 2` of its normal, and 1. */
  normalMap: Uint16Array;
  /** Four bytes for each sample: its colour in sRGB without light, and the share of dry ground. */
  colours: Uint8Array;
}

/** A value in a recipe; `null` removes the key, so that it has its default. */
export type Value = number | bigint | string | boolean | null;

/** A terrain: a recipe that is ready to evaluate. The same recipe has the same bits here as in the command `orogen`. */
export interface Terrain extends Facts {}
export class Terrain {
  private constructor();

  /**
   * A terrain from the text of a recipe. Throws an {@link OrogenError} if the recipe is invalid or reads files.
   *
   * @param options.draft The most levels of detail that solutions of erosion leave out. Their finest valleys are missing then, and they
   * take less time.
   */
  static parse(text: string, options?: { name?: string; draft?: number }): Terrain;
  /** A terrain of a preset. */
  static preset(name: string, options?: { draft?: number }): Terrain;

  readonly seed: bigint;
  /** What the recipe says, as data. */
  readonly facts: Facts;
  /** What makes the same terrain on another thread: a recipe, and the field whose values are the heights, if it is one. */
  readonly source: { name: string; text: string; field?: string; draft: number };

  /** The same recipe with other values: parameters by name, keys of fields as `field.key`. The new terrain's `text` has them. */
  with(values: Record<string, Value>): Terrain;
  /** The terrain of a field: its values as heights. */
  field(name: string): Terrain;

  /** Heights in metres, row by row. */
  heights(grid?: Grid): Float32Array;
  /** Heights and slopes. */
  raster(grid?: Grid): Raster;
  /**
   * Heights wherever a column crosses a row, row by row: `x` and `y` in metres, or longitudes, which grow, and latitudes, which fall,
   * in degrees. `spacing` in metres decides the octaves of fields with `octaves = "auto"`.
   */
  crossings(columns: ArrayLike<number>, rows: ArrayLike<number>, spacing: number): Float32Array;
  /**
   * The ground wherever a column crosses a row, as {@link crossings} takes them, with slopes and colours.
   *
   * @param options.water Whether seas, rivers and lakes cover the ground. Default: true.
   */
  ground(columns: ArrayLike<number>, rows: ArrayLike<number>, spacing: number, options?: { water?: boolean }): Ground;
  /** Height and gradient at a position: `x, y` in metres, or latitude and longitude in degrees. */
  at(first: number, second: number): { height: number; gradient: number[] };
  /** Heights and gradients at many positions, which are pairs of numbers: `height, x, y, z` of each. */
  sample(positions: ArrayLike<number>): Float64Array;
  /** A tile: `level/x/y` on planes, `face/level/x/y` on planets, such as `px/7/12/90`. */
  tile(address: string, samples: number): Raster | PlanetTile;
  /**
   * The surface of a tile for drawing. Its pictures have `samples` along a side, 2ⁿ + 1 (default: 129), and its mesh half as many steps.
   *
   * @param options.water Whether seas, rivers and lakes cover the ground. Default: true.
   */
  surface(address: string, samples?: number, options?: { water?: boolean }): Surface;
  /** Frees the memory of the terrain at once. Without this call, the garbage collector does it at some time. */
  free(): void;
}

/** The description of a node. */
export interface NodeDescription {
  name: string;
  group: string;
  summary: string;
  help: string;
  source: string;
  takes_seed: boolean;
  inputs: { name: string; help: string }[];
  outputs: { name: string; help: string }[];
  parameters: ParameterDescription[];
  example: string;
}

/** The description of a parameter. */
export interface ParameterDescription {
  name: string;
  kind: 'number' | 'flag' | 'choice' | 'octaves' | 'roughness' | 'points' | 'file' | 'text' | 'basis';
  help: string;
  unit: string;
  required: boolean;
  default?: unknown;
  min?: number;
  max?: number;
  options?: { name: string; help: string }[];
}

// A program with the types of the package: it compiles, and each marked line would be an error.

import { load, nodes, presets, Terrain, type OrogenError, type PlanetTile, type Raster } from 'orogen';
import { OrogenLayer } from 'orogen/deck';
import { demSource, type DemSource, type MapLibre } from 'orogen/maplibre';
import { Pool } from 'orogen/pool';
import { TerrainTiles } from 'orogen/three';

await load();
const alps = Terrain.preset(presets()[0].name);
const heights: Float32Array = alps.heights(65);
const { dx }: Raster = alps.raster({ columns: 3, rows: 2, spacing: 10 });
const other: Terrain = alps.with({ seed: 3n, 'ranges.gain': 0.4, name: 'Other' });
const tile = other.tile('px/1/0/1', 17) as PlanetTile;
const normal: number = tile.normals[2];
const defaults: unknown[] = nodes().flatMap(node => node.parameters.map(parameter => parameter.default));
const pool = await Pool.start({ workers: 2 });
const pooled: Float32Array = await pool.heights(alps, 17, { signal: new AbortController().signal });
const source = (maplibre: MapLibre): DemSource => demSource(maplibre, alps, { pool, at: [46.5, 8.1], tileSize: 512 });
const tiles = new TerrainTiles(pool, { pixels: 4 });
const shown: number[] = (await tiles.show({ text: alps.text, draft: 2 })).interval;
const colours: Uint8Array = (await pool.surface(alps, '1/0/1', 65, { water: false })).colours;
const ground: Float32Array = alps.ground([0, 10], [0], 10).dy;
const layer = new OrogenLayer({ id: 'alps', terrain: { text: alps.text, draft: 2 }, pool, at: [46.5, 8.1], tileSize: 256, opacity: 0.8 });
const line = (error: OrogenError): number | undefined => error.line;

// @ts-expect-error A grid has numbers.
alps.heights('65');
// @ts-expect-error A window has a spacing.
alps.heights({ columns: 3, rows: 2, row: 1 });
// @ts-expect-error Terrains come from recipes.
new Terrain();
// @ts-expect-error A place has two numbers.
new OrogenLayer({ terrain: alps, at: [46.5] });
// @ts-expect-error Values are not lists.
alps.with({ gain: [1] });

export { colours, defaults, dx, ground, heights, layer, line, normal, pooled, shown, source };

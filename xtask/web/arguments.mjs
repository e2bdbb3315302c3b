// Wrong arguments: each error says which method refuses what, and what to give instead.

const HILLS = `orogen = 1
domain.size = "2 km"
height = { field = "hills", scale = 100.0 }
[fields.hills]
type = "fbm"
wavelength = "500 m"
`;

/** Calls with a wrong argument, each with the beginning of its message and a part of its help. */
export function wrongCalls({ Terrain, changedText, presetText }, Pool, demSource, pool) {
  const [hills, mars] = [Terrain.parse(HILLS), Terrain.preset('mars')];
  const [maplibre, freed] = [{ addProtocol() {} }, Terrain.parse(HILLS)];
  freed.free();
  return [
    [() => Terrain.parse(42), 'Terrain.parse: the recipe is 42', 'string'],
    [() => Terrain.parse(HILLS, { name: 3 }), 'Terrain.parse: `name` is 3', 'string'],
    [() => Terrain.parse(HILLS, { draft: -1 }), 'Terrain.parse: `draft` is -1', 'whole number'],
    [() => Terrain.parse(HILLS, { drafts: 1 }), 'Terrain.parse: `drafts` is not a key', 'draft'],
    [() => Terrain.preset(), 'Terrain.preset: the name is missing', 'string'],
    [() => presetText(['alps']), 'presetText: the name is ["alps"]', 'string'],
    [() => changedText(HILLS), 'changedText: the table of values is missing', 'object'],
    [() => hills.with('seed'), 'Terrain.with: the table of values is "seed"', 'object'],
    [() => hills.field(null), 'Terrain.field: the name is null', 'string'],
    [() => hills.heights('65'), 'Terrain.heights: the grid is "65"', 'columns'],
    [() => hills.heights(null), 'Terrain.heights: the grid is null', 'columns'],
    [() => hills.heights({ colums: 3 }), 'Terrain.heights: `colums` is not a key', 'columns'],
    [() => hills.heights({ spacing: 3 }), 'Terrain.heights: `columns` is missing', 'number'],
    [() => mars.raster({ columns: 4, region: 5 }), 'Terrain.raster: `region` is 5', 'array'],
    [() => hills.heights(NaN), 'a grid cannot have NaN × NaN samples', 'whole numbers'],
    [() => hills.heights(1e9), 'a grid cannot have 1000000000 × 1000000000 samples', 'at most'],
    [() => hills.crossings([1]), 'Terrain.crossings: the list of rows is missing', 'array'],
    [() => hills.crossings([1], [1], -1), 'Terrain.crossings: the spacing is -1', 'greater than 0'],
    [() => hills.ground([1], [1], NaN), 'Terrain.ground: the spacing is NaN', 'greater than 0'],
    [() => hills.ground([NaN], [1], 1), 'a column or a row is not finite', 'finite'],
    [() => hills.at(1), 'Terrain.at: y is missing', 'number'],
    [() => mars.at(), 'Terrain.at: the latitude is missing', 'number'],
    [() => hills.sample(3), 'Terrain.sample: the list of positions is 3', 'array'],
    [() => hills.tile('0/0/0'), 'Terrain.tile: the number of samples is missing', 'whole number'],
    [() => hills.surface(5), 'Terrain.surface: the address is 5', 'string'],
    [() => hills.surface('0/0/0', 9, { water: 1 }), 'Terrain.surface: `water` is 1', 'true or false'],
    [() => freed.heights(3), 'the terrain was freed', 'make it again'],
    [() => Pool.start({ worker: 3 }), 'Pool.start: `worker` is not a key', 'workers'],
    [() => Pool.start({ workers: 0 }), 'Pool.start: the number of workers is 0', 'from 1'],
    [() => new Pool().heights(hills, 3), 'a pool made with `new` has no workers', 'Pool.start()'],
    [() => pool.heights(), 'Pool.heights: the terrain is missing', 'recipe'],
    [() => pool.facts({ draft: 2 }), 'Pool.facts: the terrain is { draft }', 'text'],
    [() => pool.heights(hills, 3, { signal: new AbortController() }), 'Pool.heights: `signal` is an object of the class', 'signal of'],
    [() => pool.heights(hills, 3, null), 'Pool.heights: the set of options is null', 'signal'],
    [() => pool.heights(hills, { colums: 3 }), 'Terrain.heights: `colums` is not a key', 'columns'],
    [() => demSource(undefined, hills), 'demSource: MapLibre is missing', 'maplibre-gl'],
    [() => demSource(maplibre, HILLS), 'demSource: the terrain is "orogen', 'Terrain.preset'],
    [() => demSource(maplibre, hills, { at: [46.5] }), 'demSource: `at` is [46.5]', 'latitude'],
    [() => demSource(maplibre, hills, { at: [NaN, 0] }), 'demSource: `at` is [NaN, 0]', 'latitude'],
    [() => demSource(maplibre, hills, { pool: Promise.resolve() }), 'demSource: the pool is a promise', 'await Pool.start()'],
    [() => demSource(maplibre, hills, { tilesize: 512 }), 'demSource: `tilesize` is not a key', 'tileSize'],
  ];
}

/** Pairs of what is checked, and whether it holds. */
export async function checkArguments(orogen, Pool, demSource) {
  const pool = await Pool.start({ workers: 1 });
  const checks = [];
  for (const [call, start, help] of wrongCalls(orogen, Pool, demSource, pool)) {
    const { message = '', stack } = await (async () => call())().then(() => ({}), error => error);
    checks.push([`refused: ${start}`, message.startsWith(start) && message.slice(start.length).includes(help) && Boolean(stack)]);
  }
  pool.close();
  return checks;
}

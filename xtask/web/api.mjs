// The interface of the package, used as a program would.

const HILLS = `orogen = 1
domain.size = "2 km"
height = { field = "hills", scale = 100.0 }
[fields.hills]
type = "fbm"
wavelength = "500 m"
octaves = 4
`;

/** The error of a call that must fail. */
function error(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}

const close = (a, b, limit) => Math.abs(a - b) <= limit;

/** Pairs of what is checked, and whether it holds. */
export async function checkApi({ Terrain, nodes, presets, presetText }, Pool) {
  const hills = Terrain.parse(HILLS, { name: 'hills.toml' });
  const heights = hills.heights(65);
  const raster = hills.raster({ columns: 3, rows: 2, spacing: 31.25, column: 4, row: 5 });
  const { height, gradient } = hills.at(4 * 31.25, 5 * 31.25);
  const louder = hills.with({ 'height.scale': 200 });
  const misspelt = error(() => Terrain.parse(HILLS.replace('wavelength', 'wavelenth'), { name: 'hills.toml' }));
  const mars = Terrain.preset('mars');
  const tile = mars.tile('px/3/2/5', 17);
  const radii = Array.from({ length: 289 }, (_, at) => Math.hypot(...tile.positions.subarray(3 * at, 3 * at + 3)) - mars.radius);
  const lengths = Array.from({ length: 289 }, (_, at) => Math.hypot(...tile.normals.subarray(3 * at, 3 * at + 3)));
  const lines = [[125, 156.25, 187.5], [156.25, 187.5], 31.25];
  const ground = hills.ground(...lines);
  const isle = Terrain.preset('isle');
  const [wet, dry] = [true, false].map(water => isle.ground([0], [0], 10, { water }));
  const pool = await Pool.start({ workers: 2 });
  const pooledGround = await pool.ground(isle, [0], [0], 10, { water: false });
  const pooled = await Promise.all([65, 33, 65].map(side => pool.heights(hills, side)));
  const aborted = new AbortController();
  const waiting = [1, 2, 3].map(() => pool.heights(hills, 1025));
  const left = pool.heights(hills, 17, { signal: aborted.signal }).catch(reason => reason.name);
  aborted.abort();
  const field = await pool.heights(louder.field('hills'), 33);
  const huge = error(() => hills.crossings(new Float64Array(60_000), new Float64Array(60_000), 1));
  const refused = await pool.heights('orogen = 1').catch(error => error);
  await Promise.all(waiting);
  const cut = pool.heights(hills, 1025).catch(error => error.message);
  pool.close();
  const afterwards = await pool.heights(hills, 17).catch(error => error.message);
  return [
    ['a raster has its samples', heights.length === 65 * 65 && raster.dx.length === 6],
    ['windows are parts of the whole', raster.heights[4] === heights[6 * 65 + 5]],
    ['a point is the sample there', close(height, raster.heights[0], 1e-3) && close(gradient[1], raster.dy[0], 1e-4)],
    ['heights stay in the interval', heights.every(height => height >= hills.interval[0] && height <= hills.interval[1])],
    ['changed values', louder.text.includes('scale = 200') && close(louder.at(10, 20).height, 2 * hills.at(10, 20).height, 1e-9)],
    ['an error has its place and help', misspelt?.line === 6 && misspelt.column === 1 && misspelt.help.includes('wavelength')],
    ['an error is an error', misspelt instanceof Error && misspelt.name === 'OrogenError' && misspelt.kind === 'recipe'],
    ['recipes read no files', error(() => Terrain.parse(HILLS.replace('type = "fbm"\nwavelength = "500 m"', 'type = "image"\nfile = "a.png"')))?.kind === 'recipe'],
    ['wrong grids', [NaN, -1, 1.5, 0, 1e9].every(side => error(() => hills.heights(side))?.kind === 'argument')],
    ['wrong windows', error(() => hills.heights({ columns: 4, spacing: 0 }))?.kind === 'argument'],
    ['a plane has no tiles of a planet', error(() => hills.tile('px/3/2/5', 17))?.name === 'OrogenError'],
    ['tiles of a planet', radii.every((radius, at) => close(radius, tile.heights[at], 1e-3)) && lengths.every(length => close(length, 1, 1e-6))],
    ['positions on a planet', close(mars.at(18.65, -133.8).height, mars.sample([18.65, -133.8])[0], 0) && mars.at(0, 0).gradient.length === 3],
    ['nodes and presets', nodes().some(node => node.name === 'fbm' && node.parameters.length > 5) && presets().every(({ name }) => presetText(name).includes('orogen = 1'))],
    ['seeds are whole', hills.with({ seed: 18446744073709551615n }).seed === 18446744073709551615n],
    ['a pool has the same bits', pooled[0].every((height, at) => height === heights[at]) && pooled[1].length === 33 * 33],
    ['calls leave the queue', (await left) === 'AbortError'],
    ['the ground has heights and slopes', ['heights', 'dx', 'dy'].every(plane => ground[plane].every((number, at) => close(number, raster[plane][at], 1e-6)))],
    ['the ground has colours', ground.colours.length === 24 && ground.colours[3] === 255 && ground.colours[0] > 0],
    ['a pool has the ground', pooledGround.heights[0] === dry.heights[0] && pooledGround.colours[3] === 255],
    ['water covers the ground', wet.heights[0] === isle.seaLevel && wet.dx[0] === 0 && wet.colours[3] === 0],
    ['the ground below water', dry.heights[0] < isle.seaLevel && dry.dx[0] !== 0 && dry.colours[3] === 255],
    ['null removes a key', hills.with({ 'hills.gain': 0.3 }).with({ 'hills.gain': null }).text === HILLS],
    ['errors cross threads', refused instanceof Error && refused.kind === 'recipe' && refused.line > 0],
    ['a pool makes fields', field.every((height, at) => height === louder.field('hills').heights(33)[at])],
    ['rasters are bounded', huge?.kind === 'argument'],
    ['a closed pool cuts calls', (await cut) === 'the pool is closed'],
    ['a closed pool says so', afterwards === 'the pool is closed'],
  ];
}

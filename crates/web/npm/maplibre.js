// Terrains as a source of heights for MapLibre, made in the page.

/** The circumference of the sphere of web maps, in metres. */
const CIRCUMFERENCE = 2 * Math.PI * 6378137;

/** The fractions of the map's square that are west and north of a position. */
const east = longitude => longitude / 360 + 0.5;
const south = latitude => 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
const latitude = south => (Math.atan(Math.sinh((0.5 - south) * 2 * Math.PI)) * 180) / Math.PI;

/**
 * Adds a protocol to MapLibre that makes tiles of a terrain, and returns the source for a style: `raster-dem` with `terrarium` colours.
 * A plane has its centre at `at`, latitude and longitude, where it is true to scale. A planet has latitudes and longitudes of its own.
 */
export function demSource(maplibre, terrain, { pool, at = [0, 0], tileSize = 256, name = 'orogen' } = {}) {
  maplibre.addProtocol(name, async ({ url }, { signal }) => {
    const tile = url.slice(`${name}://`.length).split('/').map(Number);
    const lines = linesOf(terrain, tile, tileSize, at);
    const heights = await (pool ? pool.crossings(terrain, ...lines, { signal }) : terrain.crossings(...lines));
    return { data: await picture(heights, tileSize) };
  });
  return { type: 'raster-dem', tiles: [`${name}://{z}/{x}/{y}`], tileSize, encoding: 'terrarium', maxzoom: 22 };
}

/** The columns and rows of a tile's pixels, and the distance between them in metres: of a planet at its equator. */
function linesOf(terrain, [zoom, x, y], tileSize, [centreLatitude, centreLongitude]) {
  const pixels = tileSize * 2 ** zoom;
  const centres = tile => Array.from({ length: tileSize }, (_, pixel) => (tile * tileSize + pixel + 0.5) / pixels);
  if (terrain.isPlanet) {
    const spacing = (2 * Math.PI * terrain.radius) / pixels;
    return [centres(x).map(part => (part - 0.5) * 360), centres(y).map(latitude), spacing];
  }
  const width = CIRCUMFERENCE * Math.cos((centreLatitude * Math.PI) / 180);
  const from = origin => part => 0.5 * terrain.size + width * nearest(part - origin);
  return [centres(x).map(from(east(centreLongitude))), centres(y).map(from(south(centreLatitude))), width / pixels];
}

/** The shorter way around the globe, as a fraction of its circumference. The map has no other way from north to south. */
function nearest(part) {
  if (part >= 0.5) return part - 1;
  return part < -0.5 ? part + 1 : part;
}

/** Heights as colours: red * 256 + green + blue / 256 - 32768 metres. */
function picture(heights, side) {
  const pixels = new Uint8ClampedArray(4 * heights.length);
  heights.forEach((height, at) => {
    const steps = Math.min(Math.max(Math.round((height + 32768) * 256), 0), 0xffffff);
    pixels.set([steps >> 16, (steps >> 8) & 255, steps & 255, 255], 4 * at);
  });
  const exactly = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' };
  return createImageBitmap(new ImageData(pixels, side, side), exactly);
}

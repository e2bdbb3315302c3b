// Where the samples of web maps are on a terrain.

/** The circumference of the sphere of web maps, in metres. */
const CIRCUMFERENCE = 2 * Math.PI * 6378137;

/** The fractions of the map's square that are west and north of a position, which is in degrees. */
export const east = longitude => longitude / 360 + 0.5;
export const south = latitude => 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);

/** The position with such fractions. */
export const longitude = east => (east - 0.5) * 360;
export const latitude = south => (Math.atan(Math.sinh((0.5 - south) * 2 * Math.PI)) * 180) / Math.PI;

/**
 * The columns and rows of a terrain for `Terrain.crossings`, at fractions of the map's square that are west and north of them, and the
 * distance in metres between samples of which the equator of the map has `samples`. A plane has its centre at `at`, latitude and
 * longitude, where it is true to scale.
 */
export function linesOf({ isPlanet, size, radius }, at, easts, souths, samples) {
  if (isPlanet) return [easts.map(longitude), souths.map(latitude), (2 * Math.PI * radius) / samples];
  const [centreLatitude, centreLongitude] = at;
  const width = CIRCUMFERENCE * Math.cos((centreLatitude * Math.PI) / 180);
  const from = origin => part => 0.5 * size + width * nearest(part - origin);
  return [easts.map(from(east(centreLongitude))), souths.map(from(south(centreLatitude))), width / samples];
}

/** The shorter way around the globe, as a fraction of its circumference. The map has no other way from north to south. */
function nearest(part) {
  if (part >= 0.5) return part - 1;
  return part < -0.5 ? part + 1 : part;
}

// Pixels of web maps, chosen at random.

/// A generator of numbers in 0 … 1 that always gives the same ones.
export function random(seed) {
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

const degrees = (radians) => (radians * 180) / Math.PI;

/// The longitude and latitude of a point of the map, in pixels of a zoom level, on which the whole map has `world` pixels along a side.
export function place(x, y, world) {
  return [(x / world) * 360 - 180, degrees(Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / world))))];
}

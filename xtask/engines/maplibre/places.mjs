// Pixels of a pyramid at which the map is compared with the recipe.

import { place, random } from '../pixels.mjs';

/// Groups of pixels: inside the finest level on three zooms, and around it. `position` is in samples of the finest level from the
/// terrain's origin. `place` is the centre of the pixel, where the map does not interpolate, and `middle` that
/// of its tile.
export function places({ tileSize, maxzoom, orogen: { first_tile: tile, tiles, first_sample: sample } }, count = 50) {
  const groups = [];
  for (const [name, above] of [['inside', 0], ['inside', 1], ['inside', 2], ['around', 4], ['around', 6], ['around', 9]]) {
    const next = random(7 + above);
    const [size, world] = [2 ** above, tileSize * 2 ** (maxzoom - above)];
    const [first, last] = [0, 1].map((end) => [0, 1].map((axis) => ((tile[axis] + end * tiles[axis]) * tileSize) / size));
    const pixels = [];
    while (pixels.length < count) {
      const reach = name === 'inside' ? [0, 1] : [-3, 4];
      const pixel = [0, 1].map((axis) => {
        const width = name === 'inside' ? last[axis] - first[axis] : tileSize / 8;
        return Math.floor(first[axis] + (reach[0] + next() * (reach[1] - reach[0])) * width);
      });
      const is_inside = [0, 1].every((axis) => pixel[axis] >= Math.ceil(first[axis]) && pixel[axis] < Math.floor(last[axis]));
      const touches = [0, 1].every((axis) => pixel[axis] + 1 > first[axis] && pixel[axis] < last[axis]);
      // The coarse tiles that exist contain a tile of the finest level.
      const exists = [0, 1].every((axis) => {
        const [from, to] = [tile[axis], tile[axis] + tiles[axis] - 1].map((one) => one >> above);
        return Math.floor(pixel[axis] / tileSize) >= from && Math.floor(pixel[axis] / tileSize) <= to;
      });
      // Not at the border of a tile, where the map takes the neighbour's heights.
      const is_border = pixel.some((one) => one % tileSize < 2 || one % tileSize > tileSize - 3);
      if (is_border || (name === 'inside' ? !is_inside : touches || !exists)) continue;
      const position = [0, 1].map((axis) => (pixel[axis] + 0.5) * size - 0.5 - tile[axis] * tileSize + sample[axis]);
      const middle = place(...pixel.map((one) => (Math.floor(one / tileSize) + 0.5) * tileSize), world);
      pixels.push({ middle, place: place(...pixel.map((one) => one + 0.5), world), position });
    }
    groups.push({ name, zoom: maxzoom - above, pixels });
  }
  return groups;
}

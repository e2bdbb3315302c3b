// Addresses of tiles that a load test asks for.

/// Kinds of tiles: the layer, its file names, and whether it has two columns of tiles for each row at level 0.
const LAYERS = [
  { layer: 'terrarium', ending: 'png' },
  { layer: 'shade', ending: 'png' },
  { layer: 'colour', ending: 'png' },
  { layer: 'vector', ending: 'mvt' },
  { layer: 'terrain', ending: 'terrain', isGlobe: true, columns: 2 },
  { layer: 'gltf', ending: 'glb', isGlobe: true },
];
const KINDS = [14, 16, 17, 18].flatMap((zoom) => LAYERS.map((layer) => ({ zoom, ...layer })));

/// The number of kinds of tiles, which follow each other in `address`.
export const COUNT = KINDS.length;

/// Tiles along a side of the square that the tiles of a kind are from: on level 18, it is about as large as a domain.
const SIDE = 128;

/// The address of a tile by its number. Neighbouring numbers are tiles of different kinds, and tiles of a kind lie scattered around
/// the place, so that every part of the sequence takes the same time. After all tiles, they come again: no cache has them any more.
export function address(number, [latitude, longitude]) {
  const { zoom, layer, ending, isGlobe, columns = 1 } = KINDS[number % COUNT];
  const world = 2 ** zoom;
  // An odd factor leads to each place of the square once.
  const place = Math.imul(Math.floor(number / COUNT), 0x9e3779b1) >>> 0 & (SIDE * SIDE - 1);
  const sine = Math.sin((latitude * Math.PI) / 180);
  const south = isGlobe ? latitude / 180 + 0.5 : 0.5 - Math.atanh(sine) / (2 * Math.PI);
  const [x, y] = [(longitude / 360 + 0.5) * world * columns, south * world].map((middle) => Math.floor(middle) - SIDE / 2);
  return `${layer}/${zoom}/${x + (place % SIDE)}/${y + Math.floor(place / SIDE)}.${ending}`;
}

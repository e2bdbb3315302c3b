// The triangles of a tile: a square grid of vertices, and walls down from its border. They hide the gaps to tiles of other levels.

/** The vertices of the border of a grid with `side` vertices a side, clockwise as seen from above, from the north-west. */
export function borderOf(side) {
  const [last, steps] = [side - 1, Array.from({ length: side - 1 }, (_, step) => step)];
  const [north, east] = [steps, steps.map(step => step * side + last)];
  const [south, west] = [steps.map(step => last * side + last - step), steps.map(step => (last - step) * side)];
  return [...north, ...east, ...south, ...west];
}

/**
 * The corners of the triangles of walls, whose lower vertices follow those of the grid: on the north, east, south and west side. Only the
 * first triangle of a side is at its first lower vertex, and only the last one at its last.
 */
export function wallsOf(side) {
  const border = borderOf(side);
  const [steps, lower] = [side - 1, side * side];
  return Uint16Array.from(border.flatMap((vertex, at) => {
    const following = (at + 1) % border.length;
    const [next, below, nextBelow] = [border[following], lower + at, lower + following];
    const isLast = at % steps === steps - 1;
    return isLast ? [vertex, next, below, next, nextBelow, below] : [vertex, nextBelow, below, vertex, next, nextBelow];
  }));
}

/**
 * The corners of the triangles of a grid, two for each cell, anticlockwise as seen from above. Each cell is cut along the diagonal whose
 * ends differ less in height, so that edges follow ridges and valleys. Otherwise, those would look like saws.
 */
export function trianglesOf(heights) {
  const side = Math.sqrt(heights.length);
  const corners = new Uint16Array(6 * (side - 1) ** 2);
  let at = 0;
  for (let nw = 0; nw < side * (side - 1); nw += 1) {
    if (nw % side === side - 1) continue;
    const [ne, sw, se] = [nw + 1, nw + side, nw + side + 1];
    const falls = isFalling(heights[nw], heights[ne], heights[sw], heights[se]);
    corners[at] = corners[at + 3] = falls ? nw : ne;
    corners[at + 1] = falls ? sw : nw;
    corners[at + 2] = falls ? se : sw;
    corners[at + 4] = falls ? se : sw;
    corners[at + 5] = falls ? ne : se;
    at += 6;
  }
  return corners;
}

/** Whether the diagonal goes from the north-west to the south-east: of equal ones, the upper one. */
function isFalling(nw, ne, sw, se) {
  const [falling, rising] = [Math.abs(nw - se), Math.abs(ne - sw)];
  return falling < rising || (falling === rising && nw + se >= ne + sw);
}

/**
 * Texture coordinates of the vertices of a grid, and of its walls. The picture has `samples` texels a side, and the centre of every
 * second one is at a vertex.
 */
export function coordinatesOf(samples) {
  const side = (samples + 1) / 2;
  const vertices = [...Array(side * side).keys(), ...borderOf(side)];
  const centre = step => (2 * step + 0.5) / samples;
  return Float32Array.from(vertices.flatMap(at => [centre(at % side), centre(Math.floor(at / side))]));
}

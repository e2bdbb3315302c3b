// Looks at the heights of a map of MapLibre.

/// The heights of the map at the centres of pixels of a zoom level, in the browser.
export async function look({ zoom, pixels }) {
  const { map } = window;
  const found = new Array(pixels.length).fill(null);
  const tiles = new Map(pixels.map(({ middle }) => [String(middle), middle]));
  for (const middle of tiles.values()) {
    map.jumpTo({ center: middle, zoom, pitch: 0 });
    await new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`no tiles within four minutes at ${middle}`)), 240_000);
      const check = () => (map.areTilesLoaded() && map.isSourceLoaded('terrain') ? resolve() : map.once('render', check));
      map.once('render', check);
      map.triggerRepaint();
    });
    pixels.forEach(({ middle: one, place }, at) => {
      if (String(one) === String(middle)) found[at] = map.queryTerrainElevation(place);
    });
  }
  return found;
}

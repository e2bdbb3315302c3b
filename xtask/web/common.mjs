// What Node and the browser both check.

/** The presets whose bits differ from the recorded ones, at any level. */
export function wrongHashes(native, golden) {
  const differs = ([name, hash]) => {
    const hashes = native.goldenHashes(name);
    return hashes.length === 0 || hashes.some(other => other !== hash);
  };
  return golden.filter(differs).map(([name]) => name);
}

/** The median time of a tile of 256 x 256 samples, in milliseconds. */
export function speed(terrain) {
  const time = column => {
    const start = performance.now();
    terrain.heights({ columns: 256, rows: 256, spacing: 16, column: 256 * column });
    return performance.now() - start;
  };
  time(0);
  const times = [1, 2, 3, 4, 5, 6, 7].map(time).sort((a, b) => a - b);
  return Math.round(10 * times[3]) / 10;
}

// Opens the tiles of `orogen bake` in MapLibre and Cesium, from a server that only serves files.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { newPage } from '../chromium.mjs';
import { look } from '../look.mjs';
import { place } from '../pixels.mjs';
import { serve } from '../server.mjs';
import { heights, largest, mercator, vertex, wholes } from './terrain.mjs';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tiles</title><link rel="icon" href="data:,">
<style>html, body, #view { height: 100%; margin: 0 }</style><div id="view"></div>`;

export async function checkBaked({ command, work, pictures, packages, browser, report, version }, job) {
  const folder = join(work, `baked-${job.recipe}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.html'), PAGE);
  const server = await serve(folder, packages);
  const bake = (layers, ...more) => {
    const place = job.at ? ['--at', job.at.join()] : [];
    execFileSync(command, ['bake', job.recipe, '-o', folder, ...place, '--zoom', `0..${job.baked}`, '--quiet', '--layers', layers, ...more]);
  };
  bake('terrarium,vector,colour,terrain,gltf', '--url', server.address);
  bake('terrarium', '--url', server.address, '--tile-size', '512');
  bake('terrarium,vector', '--pmtiles');
  const checks = [
    ['folder', (tab) => map(tab, { name: 'folder', lines: 'vector.json', heights: { url: 'terrarium.json', tileSize: 256 } })],
    ['folder@2x', (tab) => map(tab, { name: 'folder@2x', lines: 'vector.json', heights: { url: 'terrarium@2x.json' }, size: 512 })],
    ['pmtiles', (tab) => map(tab, { name: 'PMTiles', lines: 'vector.pmtiles', heights: { url: 'terrarium.pmtiles', encoding: 'terrarium', tileSize: 256 } })],
    ['terrain', globe],
    ['gltf', models],
  ];
  for (const [name, check] of checks) {
    const errors = [];
    const tab = await newPage(browser, errors, { viewport: { width: 512, height: 512 } });
    const foreign = [];
    tab.on('request', (request) => !/^(blob|data):/.test(request.url()) && !request.url().startsWith(server.address) && foreign.push(request.url()));
    server.missing.length = 0;
    await tab.goto(`${server.address}/`);
    const program = await check(tab);
    writeFileSync(join(pictures, `baked-${name}-${job.recipe}.png`), await tab.screenshot({ timeout: 240_000 }));
    const missing = [...new Set(server.missing)];
    report({
      program, file: `${job.recipe}, baked, ${name}`, what: 'no errors, no missing files, and nothing from other servers', errors, missing, foreign,
      holds: errors.length + missing.length + foreign.length === 0,
    });
    await tab.close();
  }
  server.close();

  /// MapLibre: heights at the centres of pixels, and those of contours.
  async function map(tab, { name, lines: vector, heights: terrain, size = 256 }) {
    const program = `MapLibre ${version('maplibre-gl')}`;
    const url = (file) => `${file.endsWith('.pmtiles') ? 'pmtiles://' : ''}${server.address}/${file}`;
    await tab.addScriptTag({ url: '/node_modules/pmtiles/dist/pmtiles.js' });
    await tab.evaluate(openMap, { heights: { ...terrain, url: url(terrain.url) }, lines: url(vector), middle: job.around, zoom: job.baked - 1 });
    await tab.waitForFunction(() => window.map?.getSource?.('terrain') && window.map.isSourceLoaded('terrain') && window.map.areTilesLoaded(), null, { timeout: 240_000 });
    const file = `${job.recipe}, baked, ${name}`;
    for (const zoom of new Set([2, Math.floor(job.baked / 2), job.baked - 1, job.baked])) {
      const [world, next] = [size * 2 ** zoom, wholes(zoom)];
      const [longitude, latitude] = job.around;
      const tile = [longitude / 360 + 0.5, 0.5 - mercator(latitude)].map((at) => Math.floor(at * 2 ** zoom));
      const middle = place(...tile.map((at) => (at + 0.5) * size), world);
      const pixel = (at) => at * size + size / 2 - 124 + next(248) + 0.5;
      const pixels = Array.from({ length: 40 }, () => ({ middle, place: place(...tile.map(pixel), world) }));
      // MapLibre draws terrain with tiles of a level less than its own; a tile of 256 pixels has 512 of the screen.
      const found = await tab.evaluate(look, { zoom: zoom + size / 256, pixels });
      const expected = heights(command, job, world, pixels.map((pixel) => pixel.place));
      const error = found.includes(null) ? null : largest(found.map((metres, at) => metres - expected[at]));
      // MapLibre has positions in a tile in single precision, so steep ground adds a part of the differences between pixels.
      const limit = 0.5 / 256 + 2e-3 + 5e-6 * (Math.max(...expected) - Math.min(...expected));
      report({ program, file: `${file}, zoom ${zoom}`, places: pixels.length, error_m: error, limit_m: limit, holds: error !== null && error <= limit });
    }
    // On the levels of a planet, the only contour is the coast.
    if (!job.at) return program;
    // MapLibre makes lines of vector tiles where they are drawn: a tile has 512 pixels of the screen.
    const lines = await tab.evaluate(contours, { middle: job.around, zoom: job.baked, count: 200 });
    const expected = heights(command, job, 256 * 2 ** job.baked, lines.map((line) => line.place));
    const error = largest(lines.map(({ height }, at) => height - expected[at]));
    const steps = [...new Set(lines.map((line) => line.height))].sort((a, b) => a - b);
    const limit = Math.min(...steps.slice(1).map((height, at) => height - steps[at])) / 2;
    report({ program, file: `${file}, contours`, places: lines.length, heights: steps.length, error_m: error, limit_m: limit, holds: steps.length > 2 && error <= limit });
    return program;
  }

  /// Cesium: heights at vertices of meshes, on levels that there are.
  async function globe(tab) {
    const program = `Cesium ${version('cesium')}`;
    await tab.evaluate(openGlobe, { middle: job.around, terrain: true });
    await tab.waitForFunction(() => window.viewer.scene.globe.tilesLoaded, null, { timeout: 240_000 });
    await tab.waitForTimeout(2000);
    await tab.waitForFunction(() => window.viewer.scene.globe.tilesLoaded, null, { timeout: 240_000 });
    for (const level of new Set([0, Math.floor(job.baked / 2), job.baked - 1, job.baked])) {
      const [size, next] = [180 / 2 ** level, wholes(level)];
      const [longitude, latitude] = job.around;
      const [x, y] = [Math.floor((longitude + 180) / size), Math.floor((latitude + 90) / size)];
        const places = Array.from({ length: 40 }, () => [-180 + size * (x + vertex(2 + next(61))), -90 + size * (y + vertex(2 + next(61)))]);
      const { found, range } = await tab.evaluate(sampleMeshes, { level, places, x, y });
      const expected = heights(command, job, 128 * 2 ** level, places);
      const error = found.includes(null) ? null : largest(found.map((metres, at) => metres - expected[at]));
      const limit = (0.5 * range) / 32767 + Math.max(2e-3, range * 2e-5);
      report({ program, file: `${job.recipe}, baked, level ${level}`, places: places.length, error_m: error, limit_m: limit, holds: error !== null && error <= limit });
    }
    const finest = await tab.evaluate(async ([longitude, latitude]) => {
      const { Cesium, viewer } = window;
      const at = [Cesium.Cartographic.fromDegrees(longitude, latitude)];
      await Cesium.sampleTerrainMostDetailed(viewer.terrainProvider, at, true);
      return viewer.terrainProvider.availability.computeMaximumLevelAtPosition(at[0]);
    }, job.around);
    report({ program, file: `${job.recipe}, baked`, what: 'the finest level that Cesium knows', finest, expected: job.baked, holds: finest === job.baked });
    return program;
  }

  /// Cesium: heights of 3D Tiles at vertices of the tiles that are shown.
  async function models(tab) {
    const program = `Cesium ${version('cesium')}`;
    await tab.evaluate(openGlobe, { middle: job.around, terrain: false });
    const { failed, tiles } = await tab.evaluate(openModels);
    // Not a corner or an edge, where a ray may hit the wall of a tile; and not beyond the map, where its edge goes on.
    const samples = Array.from({ length: 200 }, (_, number) => {
      const [level, x, y] = tiles[number % tiles.length];
      const [column, row] = [1 + ((number * 37) % 63), 1 + ((number * 23) % 63)];
      return { level, place: [-180 + (360 / 2 ** level) * (x + vertex(column)), -90 + (180 / 2 ** level) * (y + vertex(row))] };
    }).filter((sample) => Math.abs(sample.place[1]) < 85);
    const levels = [...new Set(tiles.map(([level]) => level))].sort((a, b) => a - b);
    for (const level of levels) {
      const places = samples.filter((sample) => sample.level === level).map((sample) => sample.place);
      // A glTF tile has 64 steps along a side, and a level has as many tiles around the equator as along a side of its quadtree.
      const expected = heights(command, job, 64 * 2 ** level, places);
      const found = await tab.evaluate(sampleModels, { places, expected });
      const error = found.includes(null) ? null : largest(found.map((height, at) => height - expected[at]));
      // Single precision in a tile, and double precision 10¹⁴ m away, where Cesium's ray begins.
      const limit = 0.02 + 2e7 / 2 ** (level + 23);
      report({ program, file: `${job.recipe}, baked, 3D Tiles, level ${level}`, places: places.length, error_m: error, limit_m: limit, holds: error !== null && error <= limit });
    }
    report({ program, file: `${job.recipe}, baked, 3D Tiles`, shown: tiles.length, failed, levels, holds: tiles.length > 4 && failed.length === 0 && samples.length > 100 });
    return program;
  }
}

/// Runs in the page: a map with the source of heights and that of lines.
async function openMap({ heights, lines, middle, zoom }) {
  const maplibregl = await import('/node_modules/maplibre-gl/dist/maplibre-gl.mjs');
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/node_modules/maplibre-gl/dist/maplibre-gl.css' }));
  maplibregl.addProtocol('pmtiles', new window.pmtiles.Protocol({ metadata: true }).tile);
  const terrain = { type: 'raster-dem', ...heights };
  window.map = new maplibregl.Map({
    container: 'view', center: middle, zoom,
    style: {
      version: 8, sources: { terrain, shade: terrain, vector: { type: 'vector', url: lines } }, terrain: { source: 'terrain' },
      layers: [
        { id: 'shade', type: 'hillshade', source: 'shade' },
        { id: 'contours', type: 'line', source: 'vector', 'source-layer': 'contours' },
      ],
    },
  });
}

/// Runs in the page: heights of contours, and places on them.
async function contours({ middle, zoom, count }) {
  const { map } = window;
  map.jumpTo({ center: middle, zoom });
  await new Promise((resolve) => map.once('idle', resolve));
  const points = map.querySourceFeatures('vector', { sourceLayer: 'contours' }).flatMap(({ geometry: { type, coordinates }, properties: { height } }) => (
    (type === 'LineString' ? coordinates : coordinates.flat()).map((place) => ({ height, place }))));
  return Array.from({ length: Math.min(count, points.length) }, (_, at) => points[Math.floor((at * points.length) / count)]);
}

/// Runs in the page: a globe above a place, with meshes and colours, or without them.
async function openGlobe({ middle: [longitude, latitude], terrain }) {
  const build = '/node_modules/cesium/Build/Cesium/';
  window.CESIUM_BASE_URL = build;
  await new Promise((onload, onerror) => document.head.append(Object.assign(document.createElement('script'), { src: `${build}Cesium.js`, onload, onerror })));
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${build}Widgets/widgets.css` }));
  const { Cesium } = window;
  const { tiles, bounds, minzoom, maxzoom, orogen: { radius } } = await (await fetch('/colour.json')).json();
  const ellipsoid = radius ? new Cesium.Ellipsoid(radius, radius, radius) : Cesium.Ellipsoid.WGS84;
  if (radius) Cesium.Ellipsoid.default = ellipsoid;
  const colours = () => new Cesium.ImageryLayer(new Cesium.UrlTemplateImageryProvider({
    url: tiles[0], tilingScheme: new Cesium.WebMercatorTilingScheme({ ellipsoid }), minimumLevel: minzoom, maximumLevel: maxzoom,
    rectangle: Cesium.Rectangle.fromDegrees(...bounds),
  }));
  const options = { ellipsoid, requestVertexNormals: true, requestWaterMask: true };
  window.viewer = new Cesium.Viewer('view', {
    ...(terrain ? { terrainProvider: await Cesium.CesiumTerrainProvider.fromUrl('/terrain', options), baseLayer: colours() } : { baseLayer: false }),
    globe: terrain ? new Cesium.Globe(ellipsoid) : false,
    baseLayerPicker: false, geocoder: false, timeline: false, animation: false, infoBox: false, skyBox: false, skyAtmosphere: false,
  });
  const height = radius ? 0.5 * radius : 30_000;
  window.viewer.camera.setView({ destination: Cesium.Cartesian3.fromDegrees(longitude, latitude, height, ellipsoid) });
}

/// Runs in the page: heights of a level at places, and the range of heights of a tile.
async function sampleMeshes({ level, places, x, y }) {
  const { Cesium, viewer } = window;
  const at = places.map(([longitude, latitude]) => Cesium.Cartographic.fromDegrees(longitude, latitude));
  await Cesium.sampleTerrain(viewer.terrainProvider, level, at, true);
  const header = new DataView(await (await fetch(`/terrain/${level}/${x}/${y}.terrain`)).arrayBuffer());
  return { found: at.map(({ height }) => height ?? null), range: header.getFloat32(28, true) - header.getFloat32(24, true) };
}

/// Runs in the page: shows 3D Tiles. The result is the levels, columns and rows of those in sight.
async function openModels() {
  const { Cesium, viewer } = window;
  window.tileset = await Cesium.Cesium3DTileset.fromUrl('/gltf/tileset.json', { enableCollision: true });
  const [failed, visible] = [[], new Set()];
  window.tileset.tileFailed.addEventListener(({ url, message }) => failed.push(`${url}: ${message}`));
  viewer.scene.primitives.add(window.tileset);
  await new Promise((resolve) => window.tileset.allTilesLoaded.addEventListener(resolve));
  window.tileset.tileVisible.addEventListener((tile) => visible.add(tile.content.url));
  await new Promise((resolve) => viewer.scene.postRender.addEventListener(() => visible.size > 0 && resolve()));
  return { failed, tiles: [...visible].map((url) => /(\d+)\/(\d+)\/(\d+)\.glb/.exec(url).slice(1).map(Number)) };
}

/// Runs in the page: heights of 3D Tiles at places. Cesium looks along a ray to the centre of the globe, which is not vertical, so it
/// gets the ray through the place at its expected height.
function sampleModels({ places, expected }) {
  const { Cesium, viewer, tileset } = window;
  const { ellipsoid } = viewer.scene;
  return places.map(([longitude, latitude], at) => {
    const point = Cesium.Cartesian3.fromDegrees(longitude, latitude, expected[at], ellipsoid);
    const below = ellipsoid.cartesianToCartographic(ellipsoid.scaleToGeocentricSurface(point));
    return tileset.getHeight(below, viewer.scene) ?? null;
  });
}

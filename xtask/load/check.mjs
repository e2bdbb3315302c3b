#!/usr/bin/env node
// Loads `orogen serve` with autocannon, and compares it with the engine alone:
// check.mjs OROGEN PRESET LAT,LON MINUTES

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';

import { COUNT, address } from './addresses.mjs';
import { ask, askSteadily, nothing } from './ask.mjs';

const [command, preset, at, minutes] = process.argv.slice(2);
if (!(Number(minutes) > 0)) {
  console.error('usage: check.mjs OROGEN PRESET LAT,LON MINUTES');
  process.exit(2);
}
const PLACE = at.split(',').map(Number);
/// One thread of the machine is for the clients, which need about a fifth of the time of the server.
const THREADS = Math.max(1, availableParallelism() - 1);
/// Tiles that wait. Without overload, as many clients ask as the server has threads and places in its queue, so it is always busy
/// and never refuses.
const QUEUE = 2 * THREADS;
/// Small, so that it is full soon.
const CACHE = 64e6;
/// The server allows 1024.
const CONNECTIONS = 900;
/// The load is repeated, with the engine alone in between, so that both are measured on the same machine at the same time.
const ROUNDS = 5;
/// Tiles that are always in the cache.
const CACHED = 64;

const LIMITS = {
  /// Of the tiles per second of the engine alone.
  rate: 0.9,
  /// Memory besides the cache and what the server had when it had made a tile of each kind: tiles in the making, buffers of
  /// connections, and what the allocator keeps.
  memory: CACHE / 4 + 64e6,
  /// Of the 99th percentile of the time without overload.
  overload: 2,
};

let holds = true;
const { version } = createRequire(import.meta.url)('autocannon/package.json');
const report = (check) => {
  holds &&= check.holds;
  console.log(JSON.stringify({ program: `autocannon ${version}`, file: preset, ...check }));
};
const work = mkdtempSync(join(tmpdir(), 'orogen-load-'));
const options = ['--at', at, '--listen', '127.0.0.1:0', '--log', 'off', '--cache', `${CACHE / 1e6}MB`];
const server = spawn(command, ['serve', preset, ...options, '--threads', String(THREADS), '--queue', String(QUEUE)], { stdio: ['ignore', 'pipe', 'inherit'] });
process.on('exit', () => {
  server.kill();
  rmSync(work, { recursive: true });
});
const ended = new Promise((resolve) => server.once('exit', (code, signal) => resolve(code ?? signal)));
const line = await new Promise((resolve, reject) => {
  createInterface(server.stdout).once('line', resolve);
  ended.then((status) => reject(new Error(`orogen serve ended with ${status}`)));
});
const url = line.match(/http:\S+(?=\/)/)[0];

/// The resident memory of the server in bytes, now.
const resident = () => 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]);
/// The processor's time that the server has had, in seconds. Linux counts hundredths.
const processor = () => {
  const [user, system] = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(' ').slice(13, 15);
  return (Number(user) + Number(system)) / 100;
};
/// Each second: how long after the start of the load, and the memory.
const memory = [];
const begin = Date.now();
const watch = setInterval(() => memory.push([(Date.now() - begin) / 1000, resident()]), 1000);

/// A figure of the server.
async function figure(name) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)[1]);
}

/// Waits until no tile is made.
async function quiet() {
  while (await figure('orogen_running')) await new Promise((resolve) => setTimeout(resolve, 50));
}

/// Tiles per second of the engine alone, by as many threads.
const list = join(work, 'addresses.txt');
writeFileSync(list, Array.from({ length: 50 * COUNT }, (_, number) => `${address(number, PLACE)}\n`).join(''));
function alone(seconds) {
  const bench = ['bench', '--quiet', '--package', 'orogen-serve', '--bench', 'tiles', '--', preset, at, list, String(THREADS), String(seconds)];
  return JSON.parse(execFileSync('cargo', bench, { encoding: 'utf8' })).tiles_per_s;
}

let made = 0;
const newTile = () => address(made++, PLACE);
let repeated = 0;
const sameTile = () => address(repeated++ % CACHED, PLACE);
const step = (text) => console.error(`${((Date.now() - begin) / 1000).toFixed(0)} s: ${text}`);

step('a tile of each kind, and those that will be in the cache');
await ask({ url, path: newTile, connections: 1, amount: CACHED });
const start = resident();
const seconds = (share) => Math.max(2, Math.round((share * minutes * 60) / ROUNDS));
const [uncached, cached, rates] = [nothing(), nothing(), []];
let [madeForCached, worked] = [0, 0];
const [loadBegin, clients] = [(Date.now() - begin) / 1000, THREADS + QUEUE];
for (let round = 0; round < ROUNDS; round++) {
  step(`round ${round + 1} of ${ROUNDS}: tiles that are made`);
  const busy = processor();
  uncached.add(await ask({ url, path: newTile, connections: clients, duration: seconds(0.75) }));
  await quiet();
  worked += processor() - busy;
  step('tiles in the cache');
  // The cache takes a tile when it was asked for more often than the tiles that it replaces.
  await ask({ url, path: sameTile, connections: clients, amount: 8 * CACHED });
  const before = await figure('orogen_made_total');
  cached.add(await ask({ url, path: sameTile, connections: clients, duration: seconds(0.25) }));
  madeForCached += (await figure('orogen_made_total')) - before;
  step('the engine alone');
  rates.push(alone(seconds(0.25)));
}
const [loadEnd, atEnd] = [(Date.now() - begin) / 1000, resident()];
const aloneRate = rates.reduce((sum, rate) => sum + rate, 0) / ROUNDS;
const isClean = ({ errors }) => Object.keys(errors).length === 0;
report({ what: 'tiles that are made', clients, seconds: uncached.seconds, ...uncached.figures, holds: isClean(uncached) && uncached.times.length > 0 });
report({
  what: 'against the engine alone', threads: THREADS, alone_tiles_per_s: aloneRate, ratio: uncached.rate / aloneRate, limit: LIMITS.rate,
  // Clients that are too slow for the server do not change these.
  processor_ms_per_tile: (1000 * worked) / uncached.times.length, alone_ms_per_tile: (1000 * THREADS) / aloneRate,
  holds: uncached.rate >= LIMITS.rate * aloneRate,
});
report({
  what: 'tiles in the cache, faster than others', clients, seconds: cached.seconds, ...cached.figures, made: madeForCached, limit_ms: uncached.quantile(0.5),
  holds: isClean(cached) && madeForCached === 0 && cached.quantile(0.99) <= uncached.quantile(0.5),
});

step('ten times as many requests as the server can answer');
const wanted = 10 * uncached.rate;
/// If the clients come late themselves, the machine has no time for them, and the figures say nothing about the server.
const late = monitorEventLoopDelay({ resolution: 1 });
late.enable();
const overload = await askSteadily({ url, path: newTile, refuses: true, rate: wanted, most: CONNECTIONS, seconds: Math.max(10, Math.round(minutes * 6)) });
late.disable();
await quiet();
clearInterval(watch);
report({
  what: '10 × overload: 503 with Retry-After, or a tile', seconds: overload.seconds, ...overload.figures, refused: overload.refused, requests_per_s: (overload.times.length + overload.refused) / overload.seconds, wanted_per_s: wanted, clients_late_p99_ms: late.percentile(99) / 1e6,
  holds: isClean(overload) && overload.refused > 0 && overload.times.length + overload.refused > 0.8 * wanted * overload.seconds,
});
const slower = overload.quantile(0.99) / uncached.quantile(0.99);
report({ what: '10 × overload: the time of what is served', p99_ms: overload.quantile(0.99), without_overload_ms: uncached.quantile(0.99), ratio: slower, limit: LIMITS.overload, tiles_per_s: overload.rate, of_engine_alone: overload.rate / aloneRate, holds: slower <= LIMITS.overload });

const most = (from, to) => Math.max(...memory.filter(([second]) => second >= from && second <= to).map(([, bytes]) => bytes));
const middle = (loadBegin + loadEnd) / 2;
const parts = { start, first_half: most(loadBegin, middle), second_half: most(middle, loadEnd), end: atEnd, overload: most(loadEnd, Infinity) };
const limit = start + CACHE + LIMITS.memory;
const megabytes = Object.fromEntries(Object.entries({ ...parts, limit }).map(([name, bytes]) => [`${name}_mb`, Math.round(bytes / 1e6)]));
report({ what: 'resident memory: at most what it was at the start, the cache, a quarter of it and 64 MB', ...megabytes, holds: Object.values(parts).every((bytes) => bytes <= limit) });

const health = (await fetch(`${url}/health`)).status;
server.kill('SIGINT');
const status = await ended;
report({ what: 'the server is well, and ends when it is asked to', health, status, holds: health === 200 && status === 0 });
process.exit(holds ? 0 : 1);

// Requests of autocannon, and what came back.

import autocannon from 'autocannon';

/// Browsers and maps take gzip.
const HEADERS = { 'accept-encoding': 'gzip' };

/// What clients saw.
class Seen {
  seconds = 0;
  /// Milliseconds of each answer with a tile.
  times = [];
  bytes = 0;
  refused = 0;
  /// What else happened, and how often.
  errors = {};

  error(what) {
    this.errors[what] = (this.errors[what] ?? 0) + 1;
  }

  add(other) {
    this.seconds += other.seconds;
    for (const time of other.times) this.times.push(time);
    this.bytes += other.bytes;
    this.refused += other.refused;
    for (const [what, count] of Object.entries(other.errors)) this.errors[what] = (this.errors[what] ?? 0) + count;
  }

  /// Tiles per second.
  get rate() {
    return this.times.length / this.seconds;
  }

  /// The time below which this share of the answers came.
  quantile(share) {
    const sorted = Float64Array.from(this.times).sort();
    return sorted[Math.floor(share * (sorted.length - 1))];
  }

  get figures() {
    const tenths = (number) => Math.round(number * 10) / 10;
    return {
      requests: this.times.length + this.refused, errors: this.errors, tiles_per_s: tenths(this.rate),
      mb_per_s: tenths(this.bytes / 1e6 / this.seconds), p50_ms: this.quantile(0.5), p99_ms: this.quantile(0.99),
    };
  }
}

/// Nothing so far.
export const nothing = () => new Seen();

/// Asks for tiles with the options of autocannon. `path` gives the address of the next one. `refuses` says whether the server may
/// answer 503.
export async function ask({ url, path, refuses = false, ...options }) {
  const seen = nothing();
  const onResponse = (status, body, context, headers) => {
    const names = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    if (status === 503 && refuses) {
      seen.refused += 1;
      if (names['retry-after'] !== '1') seen.error('503 without Retry-After');
    } else if (status !== 200) seen.error(`status ${status}`);
    else if (body.length === 0) seen.error('empty tile');
  };
  const run = autocannon({
    url, headers: HEADERS, timeout: 60, excludeErrorStats: true, ...options,
    requests: [{ setupRequest: (request) => ({ ...request, path: `/${path()}` }), onResponse }],
  });
  run.on('response', (client, status, bytes, milliseconds) => {
    if (status !== 200) return;
    seen.times.push(milliseconds);
    seen.bytes += bytes;
  });
  run.on('reqError', (error) => seen.error(error.message));
  seen.seconds = (await run).duration;
  return seen;
}

/// Asks for tiles at a steady rate, however slowly they come. autocannon sends the requests of a second at its start, so several
/// of them begin one after the other.
export async function askSteadily({ rate, seconds, most, ...options }) {
  const PARTS = 100;
  const each = Math.max(1, Math.round(rate / PARTS));
  const connections = Math.min(each, Math.floor(most / PARTS));
  const parts = Array.from({ length: PARTS }, async (_, part) => {
    await new Promise((resolve) => setTimeout(resolve, (part * 1000) / PARTS));
    return ask({ ...options, connections, overallRate: each, duration: seconds });
  });
  const seen = nothing();
  for (const part of await Promise.all(parts)) seen.add(part);
  seen.seconds /= PARTS;
  return seen;
}

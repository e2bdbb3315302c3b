// Terrains on several threads.

/**
 * A pool of workers, each with a program of its own. Calls return promises of what the methods of the same names of `Terrain` return.
 * A terrain is named by the text of its recipe, which each worker parses once.
 */
export class Pool {
  #idle = [];
  #workers = [];
  #waiting = [];
  #isClosed = false;

  /** Starts `workers` workers: one fewer than the machine has threads, so that the page stays responsive. */
  static async start({ workers = Math.max(1, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1), module } = {}) {
    const pool = new Pool();
    pool.#workers = await Promise.all(Array.from({ length: workers }, () => started(module)));
    pool.#idle = [...pool.#workers];
    return pool;
  }

  /** The number of workers. */
  get size() {
    return this.#workers.length;
  }

  heights(terrain, grid, options) {
    return this.#call(terrain, 'heights', [grid], options);
  }

  raster(terrain, grid, options) {
    return this.#call(terrain, 'raster', [grid], options);
  }

  sample(terrain, positions, options) {
    return this.#call(terrain, 'sample', [positions], options);
  }

  crossings(terrain, columns, rows, spacing, options) {
    return this.#call(terrain, 'crossings', [columns, rows, spacing], options);
  }

  tile(terrain, address, samples, options) {
    return this.#call(terrain, 'tile', [address, samples], options);
  }

  /** Ends the workers. Calls that have no result yet are rejected. */
  close() {
    this.#isClosed = true;
    for (const job of this.#waiting.splice(0)) job.reject(closed());
    for (const worker of this.#workers.splice(0)) worker.end(closed());
  }

  /** A call waits for an idle worker. Calls whose `signal` is aborted meanwhile leave the queue. */
  #call(terrain, method, args, { signal } = {}) {
    const { name, text } = typeof terrain === 'string' ? { text: terrain } : terrain;
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(closed());
      if (signal?.aborted) return reject(signal.reason);
      const job = { message: { name, text, method, args }, resolve, reject };
      const leave = () => {
        this.#waiting = this.#waiting.filter(other => other !== job);
        reject(signal.reason);
      };
      job.begin = () => signal?.removeEventListener('abort', leave);
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  #next() {
    while (this.#idle.length > 0 && this.#waiting.length > 0) {
      const [worker, job] = [this.#idle.pop(), this.#waiting.shift()];
      job.begin();
      worker.run(job.message).then(job.resolve, job.reject).finally(() => {
        if (!this.#isClosed) this.#idle.push(worker);
        this.#next();
      });
    }
  }
}

const closed = () => new Error('the pool is closed');

/** A worker that has loaded the program. It runs one call at a time. */
async function started(module) {
  const thread = await spawned(new URL('./worker.js', import.meta.url));
  let current;
  const settle = ({ error, result }) => {
    const { resolve, reject } = current;
    current = undefined;
    if (error) reject(Object.assign(new Error(error.message), error));
    else resolve(result);
  };
  thread.onMessage(settle);
  thread.onError(error => current && settle({ error: { message: String(error?.message ?? error) } }));
  const run = message =>
    new Promise((resolve, reject) => {
      current = { resolve, reject };
      thread.post(message);
    });
  const end = reason => {
    current?.reject(reason);
    current = undefined;
    thread.end();
  };
  await run({ method: 'load', args: [module] });
  return { run, end };
}

/** A thread of a browser or of Node, which has another interface. */
async function spawned(url) {
  if (typeof Worker === 'function') {
    const worker = new Worker(url, { type: 'module' });
    return {
      post: message => worker.postMessage(message),
      onMessage: call => (worker.onmessage = event => call(event.data)),
      onError: call => (worker.onerror = call),
      end: () => worker.terminate(),
    };
  }
  const threads = await import('node:worker_threads');
  const worker = new threads.Worker(url);
  return {
    post: message => worker.postMessage(message),
    onMessage: call => worker.on('message', call),
    onError: call => worker.on('error', call),
    end: () => worker.terminate(),
  };
}

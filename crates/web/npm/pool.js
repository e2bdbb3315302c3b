// Terrains on several threads.

import { needKeys, needRecipe, needSignal, needWhole } from './arguments.js';

/** Terrains whose solutions are known to have been shared. */
const REMEMBERED = 64;

/**
 * A pool of workers, each with a program of its own. Calls return promises of what the functions of the package and the methods and
 * properties of `Terrain` of the same names return. A terrain is named by the text of its recipe, which each worker parses once. The
 * first call of a terrain runs alone: it solves the fields that its heights read, such as erosion, and the other workers get the
 * solutions.
 */
export class Pool {
  #idle = [];
  #workers = [];
  #waiting = [];
  #isClosed = false;
  #module;
  /** By terrain, whether its first call has ended. */
  #hasEnded = new Map();
  /** Why there are no workers, or none any more. */
  #failure = new Error('a pool made with `new` has no workers: await Pool.start()');

  /** Starts `workers` workers: one fewer than the machine has threads, so that the page stays responsive. */
  static async start(options = {}) {
    const most = globalThis.navigator?.hardwareConcurrency ?? 2;
    const { workers = Math.max(1, most - 1), module } = needKeys('Pool.start', 'the set of options', options, ['workers', 'module']);
    needWhole('Pool.start', 'the number of workers', workers, 1);
    const pool = new Pool();
    pool.#failure = undefined;
    pool.#module = module;
    const all = await Promise.allSettled(Array.from({ length: workers }, () => started(module)));
    pool.#workers = all.filter(({ value }) => value).map(({ value }) => value);
    pool.#idle = [...pool.#workers];
    const failed = all.find(({ status }) => status === 'rejected');
    if (failed) {
      pool.close();
      throw failed.reason;
    }
    return pool;
  }

  /** The number of workers. */
  get size() {
    return this.#workers.length;
  }

  nodes(options) {
    return this.#call('nodes', undefined, [], options);
  }

  presets(options) {
    return this.#call('presets', undefined, [], options);
  }

  presetText(name, options) {
    return this.#call('presetText', undefined, [name], options);
  }

  changedText(text, values, options) {
    return this.#call('changedText', undefined, [text, values], options);
  }

  facts(terrain, options) {
    return this.#call('facts', { terrain }, [], options);
  }

  surface(terrain, address, samples, options) {
    return this.#call('surface', { terrain }, [address, samples], options, ['water']);
  }

  heights(terrain, grid, options) {
    return this.#call('heights', { terrain }, [grid], options);
  }

  raster(terrain, grid, options) {
    return this.#call('raster', { terrain }, [grid], options);
  }

  sample(terrain, positions, options) {
    return this.#call('sample', { terrain }, [positions], options);
  }

  crossings(terrain, columns, rows, spacing, options) {
    return this.#call('crossings', { terrain }, [columns, rows, spacing], options);
  }

  ground(terrain, columns, rows, spacing, options) {
    return this.#call('ground', { terrain }, [columns, rows, spacing], options, ['water']);
  }

  tile(terrain, address, samples, options) {
    return this.#call('tile', { terrain }, [address, samples], options);
  }

  /** Ends the workers. Calls that have no result yet are rejected. */
  close() {
    this.#isClosed = true;
    this.#refuse(closed());
    for (const worker of this.#workers.splice(0)) worker.end(closed());
  }

  /** Rejects all calls that wait. */
  #refuse(reason) {
    for (const job of this.#waiting.splice(0)) {
      job.begin();
      job.reject(reason);
    }
  }

  /**
   * Calls a method of a terrain, or a function of the package. A call waits for an idle worker. If its `signal` is aborted meanwhile, it
   * leaves the queue. `passed` are options of the method itself.
   */
  async #call(method, of, args, options = {}, passed = []) {
    const place = `Pool.${method}`;
    const { signal, ...others } = needKeys(place, 'the set of options', options, ['signal', ...passed]);
    needSignal(place, signal);
    const source = of && sourceOf(needRecipe(place, of.terrain));
    return this.#wait({ source, method, args: passed.length > 0 ? [...args, others] : args }, signal);
  }

  #wait(message, signal) {
    const { source } = message;
    const key = source && JSON.stringify([source.text, source.field, source.draft ?? 0]);
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(closed());
      if (this.#failure) return reject(this.#failure);
      if (signal?.aborted) return reject(signal.reason);
      const job = { key, message, resolve, reject };
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
    for (const worker of this.#idle.filter(({ isDead }) => isDead())) {
      this.#idle = this.#idle.filter(other => other !== worker);
      this.#return(worker);
    }
    while (this.#idle.length > 0) {
      const at = this.#waiting.findIndex(({ key }) => this.#hasEnded.get(key) !== false);
      if (at < 0) return;
      const [worker, [job]] = [this.#idle.pop(), this.#waiting.splice(at, 1)];
      job.begin();
      if (job.key && !this.#hasEnded.has(job.key)) this.#hasEnded.set(job.key, false);
      const take = ({ result, solutions }) => {
        this.#share(worker, solutions);
        job.resolve(result);
      };
      worker.run(job.message).then(take, job.reject).finally(() => {
        if (job.key) this.#end(job.key);
        this.#return(worker);
      });
    }
  }

  /** The first call of a terrain has ended. */
  #end(key) {
    this.#hasEnded.delete(key);
    this.#hasEnded.set(key, true);
    const oldest = [...this.#hasEnded].find(([, hasEnded]) => hasEnded);
    if (this.#hasEnded.size > REMEMBERED) this.#hasEnded.delete(oldest[0]);
    this.#next();
  }

  /** Gives the solutions that a worker has made to all others. */
  #share(from, solutions) {
    for (const worker of this.#workers) {
      if (worker !== from) solutions.forEach(solution => worker.post({ method: 'addSolution', args: solution }));
    }
  }

  /** Takes a worker back. One whose program has failed is replaced. */
  async #return(worker) {
    if (worker.isDead()) {
      worker.end(closed());
      this.#workers = this.#workers.filter(other => other !== worker);
      try {
        worker = await started(this.#module);
      } catch (error) {
        if (this.#workers.length > 0) return;
        this.#failure = error;
        return this.#refuse(error);
      }
      this.#workers.push(worker);
    }
    if (this.#isClosed) return worker.end(closed());
    this.#idle.push(worker);
    this.#next();
  }
}

const closed = () => new Error('the pool is closed');

/** What makes a terrain on another thread. */
const sourceOf = terrain => (typeof terrain === 'string' ? { text: terrain } : (terrain.source ?? terrain));

/** A worker that has loaded the program. It runs one call at a time. */
async function started(module) {
  const thread = await spawned();
  let [current, isDead] = [undefined, false];
  const settle = ({ error, ...answer }) => {
    isDead ||= Boolean(error?.isFatal);
    if (!current) return;
    const { resolve, reject } = current;
    current = undefined;
    if (error) reject(Object.assign(new Error(error.message), error));
    else resolve(answer);
  };
  thread.onMessage(settle);
  thread.onEnd(reason => {
    isDead = true;
    settle({ error: { message: `the worker has ended: ${reason?.message ?? reason}` } });
  });
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
  try {
    await run({ method: 'load', args: [module] });
  } catch (error) {
    end(error);
    throw error;
  }
  return { run, end, post: message => thread.post(message), isDead: () => isDead };
}

/** A thread of a browser or of Node, which has another interface. */
async function spawned() {
  if (typeof Worker === 'function') {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    return {
      post: message => worker.postMessage(message),
      onMessage: call => (worker.onmessage = event => call(event.data)),
      onEnd: call => (worker.onerror = worker.onmessageerror = call),
      end: () => worker.terminate(),
    };
  }
  const threads = await import(/* webpackIgnore: true */ 'node:worker_threads');
  const worker = new threads.Worker(new URL('./worker.js', import.meta.url));
  return {
    post: message => worker.postMessage(message),
    onMessage: call => worker.on('message', call),
    onEnd: call => ['error', 'messageerror', 'exit'].forEach(event => worker.on(event, call)),
    end: () => worker.terminate(),
  };
}

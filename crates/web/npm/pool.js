// Terrains on several threads.

import { needKeys, needRecipe, needSignal, needWhole } from './arguments.js';

/** Terrains whose solutions are known to have been shared. */
const REMEMBERED = 64;

/** Calls that the worker with a graphics device has at once: one is prepared, one runs, and one becomes a mesh. */
const AHEAD = 3;

/**
 * A pool of workers, each with a program of its own. Calls return promises of what the functions of the package and the methods and
 * properties of `Terrain` of the same names return. A terrain is named by the text of its recipe, which each worker parses once. The
 * first call of a terrain runs alone: it solves the fields that its heights read, such as erosion, and the other workers get the
 * solutions. With `gpu`, a further worker makes surfaces of planes on the graphics device, if there is one, as soon as it is ready.
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
  /** The worker with a graphics device, how many calls it has, and how many surfaces it has made. */
  #device;
  #deviceCalls = 0;
  #deviceSurfaces = 0;
  /** What it starts with, after the first surface: that one must not wait for the device. */
  #deviceOptions;
  /** Solutions that it gets once it is ready. */
  #forDevice;
  /** Terrains that only the processor can make. */
  #onProcessor = new Set();

  /** Starts `workers` workers: one fewer than the machine has threads, so that the page stays responsive. */
  static async start(options = {}) {
    const most = globalThis.navigator?.hardwareConcurrency ?? 2;
    const keys = ['workers', 'module', 'gpu'];
    const { workers = Math.max(1, most - 1), module, gpu = false } = needKeys('Pool.start', 'the set of options', options, keys);
    needWhole('Pool.start', 'the number of workers', workers, 1);
    const pool = new Pool();
    pool.#failure = undefined;
    pool.#module = module;
    const all = await Promise.allSettled(Array.from({ length: workers }, () => started('worker.js', [module])));
    pool.#workers = all.filter(({ value }) => value).map(({ value }) => value);
    pool.#idle = [...pool.#workers];
    const failed = all.find(({ status }) => status === 'rejected');
    if (failed) {
      pool.close();
      throw failed.reason;
    }
    if (gpu && globalThis.navigator?.gpu) {
      pool.#deviceOptions = { software: gpu === 'software' };
      pool.#forDevice = [];
    }
    return pool;
  }

  /** The number of workers. */
  get size() {
    return this.#workers.length + (this.#device ? AHEAD : 0);
  }

  /** The number of surfaces that the graphics device has made, or `undefined` if there is none, or none yet. */
  get surfacesByDevice() {
    return this.#device && this.#deviceSurfaces;
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
    this.#device?.end(closed());
    this.#device = undefined;
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
    this.#nextOnDevice();
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
        if (isSurface(job) && this.#deviceOptions) this.#openDevice();
      };
      worker.run(job.message).then(take, job.reject).finally(() => {
        if (job.key) this.#end(job.key);
        this.#return(worker);
      });
    }
  }

  async #openDevice() {
    const options = this.#deviceOptions;
    this.#deviceOptions = undefined;
    let device;
    try {
      device = await started('gpu/worker.js', [undefined, options]);
      if (this.#isClosed) throw closed();
      this.#forDevice.forEach(solution => device.post({ method: 'addSolution', args: solution }));
      this.#device = device;
    } catch {
      // Without a device, the other workers do all the work.
      device?.end(closed());
    }
    this.#forDevice = undefined;
    this.#next();
  }

  /** The device takes surfaces of terrains that are solved. Those that it cannot make wait for another worker. */
  #nextOnDevice() {
    const isForDevice = job => isSurface(job) && this.#hasEnded.get(job.key) && !this.#onProcessor.has(job.key);
    while (this.#device && this.#deviceCalls < AHEAD) {
      const at = this.#waiting.findIndex(isForDevice);
      if (at < 0) return;
      const [[job], device] = [this.#waiting.splice(at, 1), this.#device];
      job.begin();
      this.#deviceCalls += 1;
      const take = ({ result }) => {
        this.#deviceSurfaces += 1;
        job.resolve(result);
      };
      device.run(job.message).then(take, error => this.#withoutDevice(job, error)).finally(() => {
        this.#deviceCalls -= 1;
        this.#next();
      });
    }
  }

  /** The device has failed with a call. If the terrain is not the reason, it has no further calls. */
  #withoutDevice(job, error) {
    if (this.#isClosed) return job.reject(closed());
    if (error.kind !== 'argument') {
      this.#device?.end(error);
      this.#device = undefined;
    }
    this.#onProcessor.add(job.key);
    this.#waiting.unshift(job);
  }

  /** The first call of a terrain has ended. */
  #end(key) {
    this.#hasEnded.delete(key);
    this.#hasEnded.set(key, true);
    const [oldest] = [...this.#hasEnded].find(([, hasEnded]) => hasEnded);
    if (this.#hasEnded.size > REMEMBERED) [this.#hasEnded, this.#onProcessor].forEach(known => known.delete(oldest));
    this.#next();
  }

  /** Gives the solutions that a worker has made to all others. */
  #share(from, solutions) {
    const others = [...this.#workers, this.#device].filter(worker => worker && worker !== from);
    for (const worker of others) solutions.forEach(solution => worker.post({ method: 'addSolution', args: solution }));
    this.#forDevice?.push(...solutions);
  }

  /** Takes a worker back. One whose program has failed is replaced. */
  async #return(worker) {
    if (worker.isDead()) {
      worker.end(closed());
      this.#workers = this.#workers.filter(other => other !== worker);
      try {
        worker = await started('worker.js', [this.#module]);
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

const isSurface = ({ message }) => message.method === 'surface';

/** What makes a terrain on another thread. */
const sourceOf = terrain => (typeof terrain === 'string' ? { text: terrain } : (terrain.source ?? terrain));

/** A worker that has loaded the program. Calls are answered in any order. */
async function started(script, load) {
  const thread = await spawned(script);
  const calls = new Map();
  let [last, isDead] = [0, false];
  const settle = ({ id, error, ...answer }) => {
    isDead ||= Boolean(error?.isFatal);
    const call = calls.get(id);
    calls.delete(id);
    if (error) call?.reject(Object.assign(new Error(error.message), error));
    else call?.resolve(answer);
  };
  const refuse = error => {
    for (const { reject } of calls.values()) reject(error);
    calls.clear();
  };
  thread.onMessage(settle);
  thread.onEnd(reason => {
    isDead = true;
    refuse(new Error(`the worker has ended: ${reason?.message ?? reason}`));
  });
  const run = message =>
    new Promise((resolve, reject) => {
      last += 1;
      calls.set(last, { resolve, reject });
      thread.post({ id: last, ...message });
    });
  const end = reason => {
    refuse(reason);
    thread.end();
  };
  try {
    await run({ method: 'load', args: load });
  } catch (error) {
    end(error);
    throw error;
  }
  return { run, end, post: message => thread.post(message), isDead: () => isDead };
}

/** A thread of a browser or of Node, which has another interface. */
async function spawned(script) {
  if (typeof Worker === 'function') {
    const worker = new Worker(new URL(script, import.meta.url), { type: 'module' });
    return {
      post: message => worker.postMessage(message),
      onMessage: call => (worker.onmessage = event => call(event.data)),
      onEnd: call => (worker.onerror = worker.onmessageerror = call),
      end: () => worker.terminate(),
    };
  }
  const threads = await import(/* webpackIgnore: true */ 'node:worker_threads');
  const worker = new threads.Worker(new URL(script, import.meta.url));
  return {
    post: message => worker.postMessage(message),
    onMessage: call => worker.on('message', call),
    onEnd: call => ['error', 'messageerror', 'exit'].forEach(event => worker.on(event, call)),
    end: () => worker.terminate(),
  };
}

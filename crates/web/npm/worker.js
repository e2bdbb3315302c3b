// A worker of a pool: answers each message with the result of a method of a terrain. The copy of this file in the folder `gpu` has a
// program that also writes shaders: that worker makes surfaces on the graphics device.

import { Device } from './device.js';
import { addSolution, shareSolutions, takeSolutions } from './native/orogen_web.js';
import * as orogen from './orogen.js';

const { Terrain, load } = orogen;

/** The most terrains that are kept: the last ones. */
const KEPT = 4;

const terrains = new Map();

/** The graphics device that makes surfaces, if this worker has one. */
let device;

function terrain({ name, text, field, draft }) {
  const key = JSON.stringify([text, field, draft]);
  const known = terrains.get(key) ?? made({ name, text, field, draft });
  terrains.delete(key);
  terrains.set(key, known);
  if (terrains.size > KEPT) {
    const [oldest] = terrains.keys();
    terrains.get(oldest).free();
    terrains.delete(oldest);
  }
  return known;
}

function made({ name, text, field, draft }) {
  const whole = Terrain.parse(text, { name, draft });
  return field === undefined ? whole : whole.field(field);
}

/** The result of a function of the package, or of a method or a property of a terrain. */
function resultOf({ source, method, args }) {
  if (!source) return orogen[method](...args);
  const whole = terrain(source);
  if (method === 'surface' && device) return whole.surfaceBy(device, ...args);
  return typeof whole[method] === 'function' ? whole[method](...args) : whole[method];
}

async function answer(message) {
  try {
    if (message.method === 'load') {
      const [module, options] = message.args;
      if (options) device = await Device.open(options);
      if (options && !device) throw new Error('there is no graphics device');
      await load(module);
      if (!device) shareSolutions();
      return {};
    }
    if (message.method === 'addSolution') return addSolution(...message.args);
    // Other workers need not solve what this one has solved.
    return { result: await resultOf(message), solutions: takeSolutions() };
  } catch (error) {
    // After such an error, the memory of the program may be inconsistent.
    const isFatal = error instanceof WebAssembly.RuntimeError;
    // Properties of errors do not survive a message, so they are sent as data.
    return { error: { ...error, name: error.name, message: error.message, isFatal } };
  }
}

/** The buffers of a result, which move to the other thread without a copy. */
function buffers(value) {
  if (ArrayBuffer.isView(value)) return [value.buffer];
  return value && typeof value === 'object' ? Object.values(value).flatMap(buffers) : [];
}

const reply = message => async data => {
  const result = await answer(data);
  // Nobody waits for a solution to be added.
  if (result) message({ id: data.id, ...result }, [...new Set(buffers(result))]);
};

if (typeof self === 'object' && typeof self.postMessage === 'function') {
  const handle = reply((result, moved) => self.postMessage(result, moved));
  self.onmessage = event => handle(event.data);
} else {
  const { parentPort } = await import(/* webpackIgnore: true */ 'node:worker_threads');
  parentPort.on('message', reply((result, moved) => parentPort.postMessage(result, moved)));
}

// A worker of a pool: answers each message with the result of a method of a terrain.

import { Terrain, load } from './orogen.js';

/** The most terrains that are kept: the last ones. */
const KEPT = 4;

const terrains = new Map();

function terrain({ name, text, field }) {
  const key = JSON.stringify([text, field]);
  const known = terrains.get(key) ?? made(name, text, field);
  terrains.delete(key);
  terrains.set(key, known);
  if (terrains.size > KEPT) {
    const [oldest] = terrains.keys();
    terrains.get(oldest).free();
    terrains.delete(oldest);
  }
  return known;
}

function made(name, text, field) {
  const whole = Terrain.parse(text, { name });
  return field === undefined ? whole : whole.field(field);
}

async function answer({ source, method, args }) {
  try {
    const result = method === 'load' ? await load(...args) : terrain(source)[method](...args);
    return { result };
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
  message(result, [...new Set(buffers(result))]);
};

if (typeof self === 'object' && typeof self.postMessage === 'function') {
  const handle = reply((result, moved) => self.postMessage(result, moved));
  self.onmessage = event => handle(event.data);
} else {
  const { parentPort } = await import(/* webpackIgnore: true */ 'node:worker_threads');
  parentPort.on('message', reply((result, moved) => parentPort.postMessage(result, moved)));
}

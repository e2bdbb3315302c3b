// A worker of a pool: answers each message with the result of a method of a terrain.

import { Terrain, load } from './orogen.js';

/** The most terrains that are kept: the last ones. */
const KEPT = 4;

const terrains = new Map();

function terrain(name, text) {
  const known = terrains.get(text) ?? Terrain.parse(text, { name });
  terrains.delete(text);
  terrains.set(text, known);
  if (terrains.size > KEPT) {
    const [oldest] = terrains.keys();
    terrains.get(oldest).free();
    terrains.delete(oldest);
  }
  return known;
}

async function answer({ name, text, method, args }) {
  try {
    const result = method === 'load' ? await load(...args) : terrain(name, text)[method](...args);
    return { result };
  } catch (error) {
    // Properties of errors do not survive a message, so they are sent as data.
    return { error: { ...error, name: error.name, message: error.message } };
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
  const { parentPort } = await import('node:worker_threads');
  parentPort.on('message', reply((result, moved) => parentPort.postMessage(result, moved)));
}

// Errors about wrong arguments: they say what is wrong, where, and what to give instead.

/** An error like those of the program, with the same properties. */
function wrong(place, reason, help) {
  const error = new Error(`${place}: ${reason}\n  help: ${help}`);
  return Object.assign(error, { name: 'OrogenError', kind: 'argument', reason, help });
}

/** A value as a message shows it. */
function shown(value) {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'function') return 'a function';
  if (typeof value?.then === 'function') return 'a promise';
  if (Array.isArray(value)) return value.length > 4 ? `an array of ${value.length}` : `[${value.map(shown).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const name = value.constructor?.name ?? 'Object';
  const keys = Object.keys(value);
  if (name !== 'Object') return `an object of the class ${name}`;
  return keys.length > 0 ? `{ ${keys.join(', ')} }` : '{}';
}

/** Refuses what is not so. */
function need(holds, place, name, value, help) {
  if (holds) return value;
  throw wrong(place, value === undefined ? `${name} is missing` : `${name} is ${shown(value)}`, help);
}

export const needText = (place, name, value) => need(typeof value === 'string', place, name, value, 'give a string');

export const needNumber = (place, name, value) => need(typeof value === 'number', place, name, value, 'give a number');

export const needPositive = (place, name, value) =>
  need(value > 0 && Number.isFinite(value), place, name, value, 'give a finite number greater than 0');

/** Pixels of a picture, of which a hidden one has none. */
export const needPixels = (place, name, value) => need(value >= 0 && Number.isFinite(value), place, name, value, 'give its pixels');

export const needWhole = (place, name, value, least = 0) =>
  need(Number.isInteger(value) && value >= least, place, name, value, `give a whole number from ${least}`);

export const needFunction = (place, name, value, help) => need(typeof value === 'function', place, name, value, help);

export const needFlag = (place, name, value) => need(typeof value === 'boolean', place, name, value, 'give true or false');

/** An array, a typed array, or anything else that gives numbers one by one. */
export function needNumbers(place, name, value) {
  const isList = typeof value === 'object' && value !== null && (Symbol.iterator in value || 'length' in value);
  return need(isList, place, name, value, 'give an array of numbers');
}

export const needObject = (place, name, value, help) =>
  need(typeof value === 'object' && value !== null && !Array.isArray(value), place, name, value, help);

/** An object that has none but these keys. Each of them may be missing. */
export function needKeys(place, name, value, keys) {
  needObject(place, name, value, `give an object; its keys are ${keys.join(', ')}`);
  for (const key of Object.keys(value)) {
    if (!keys.includes(key)) throw wrong(place, `\`${key}\` is not a key of ${name}`, `its keys are ${keys.join(', ')}`);
  }
  return value;
}

/** Latitude and longitude of a plane's centre on a map. */
export function needPlace(place, value) {
  const isPlace = Array.isArray(value) && value.length === 2 && Math.abs(value[0]) <= 85.05 && Math.abs(value[1]) <= 180;
  return need(isPlace, place, '`at`', value, 'give [latitude, longitude] in degrees: at most 85.05 and 180');
}

/** A pool of workers. The class is another one if a program has two copies of the package. */
export function needPool(place, value) {
  const isPool = typeof value?.surface === 'function' && typeof value.close === 'function';
  return need(isPool, place, 'the pool', value, 'give a pool: await Pool.start()');
}

export function needTerrain(place, value) {
  const isTerrain = typeof value?.crossings === 'function' && value.facts !== undefined;
  return need(isTerrain, place, 'the terrain', value, 'give a Terrain, such as Terrain.preset("alps")');
}

/** A terrain, the text of a recipe, or an object with such a text. */
export function needRecipe(place, value) {
  const isRecipe = typeof value === 'string' || typeof value?.text === 'string';
  return need(isRecipe, place, 'the terrain', value, 'give a Terrain, the text of a recipe, or { text, draft }');
}

/** What stops a call. */
export function needSignal(place, value) {
  const isSignal = value === undefined || typeof value?.addEventListener === 'function';
  return need(isSignal, place, '`signal`', value, 'give the signal of an AbortController');
}

/** A camera of three.js. */
export const needCamera = (place, value) => need(value?.isCamera === true, place, 'the camera', value, 'give a camera of three.js');

// Numbers of recipes: their units, how they are shown, and the ranges of their sliders.

const METRES = { km: 1000, m: 1, cm: 0.01, mm: 0.001 };

/** The number of a value in a recipe, in metres if it has a unit of length. `undefined` if it is no number. */
export function numberOf(value) {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  const parts = /^\s*([-+]?[\d_.]+(?:[eE][-+]?\d+)?)\s*(km|m|cm|mm|°)?\s*$/.exec(value ?? '');
  if (!parts) return undefined;
  const number = Number(parts[1].replaceAll('_', '')) * (METRES[parts[2]] ?? 1);
  return Number.isFinite(number) ? number : undefined;
}

export const limited = (number, least, most) => Math.min(Math.max(number, least), most);

/** A number with so many significant digits. */
export const rounded = (number, digits) => Number(number.toPrecision(digits));

/** A number in its most readable form. */
export function shown(number, unit) {
  if (unit === 'm' && Math.abs(number) >= 10_000) return `${rounded(number / 1000, 5)} km`;
  if (unit === 'm') return `${rounded(number, 5)} m`;
  return `${rounded(number, 5)}${unit}`;
}

/** A slider usually ends at this multiple of its middle value. */
const REACH = 2.5;

/** Sliders over a complete range with a larger ratio are logarithmic. */
const DECADES = 500;

/**
 * The range of the slider of a number, and whether it is logarithmic. A narrow range is complete. In a wide one, the slider of a positive
 * number reaches from the middle value divided by 2.5 to 2.5 times this value. That of any other number reaches equally far to both
 * sides. Both reach farther if the value does.
 */
export function spanOf(value, middle, min = -Infinity, max = Infinity) {
  if (max - min <= 1000) return { min, max, isLogarithmic: min > 0 && max / min > DECADES };
  if (min >= 0 && middle > 0 && value > 0) {
    let reach = REACH;
    while (value < middle / reach || value > middle * reach) reach *= REACH;
    return { min: Math.max(middle / reach, min), max: Math.min(middle * reach, max), isLogarithmic: true };
  }
  let reach = 2 * Math.abs(middle) || 1;
  while (Math.abs(value - middle) > reach) reach *= 2;
  return { min: Math.max(middle - reach, min), max: Math.min(middle + reach, max), isLogarithmic: false };
}

/** The position of a value on its slider, 0 to 1, and the value at a position. */
export const positionOf = (value, { min, max, isLogarithmic }) =>
  isLogarithmic ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
export const valueAt = (position, { min, max, isLogarithmic }) =>
  isLogarithmic ? min * (max / min) ** position : min + position * (max - min);

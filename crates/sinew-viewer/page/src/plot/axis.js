/**
 * @file Round numbers for axes, and numbers as people read them.
 */

/** Ticks at 1, 2 or 5 times a power of ten, about `count` of them. @returns {number[]} */
export function ticks(low, high, count) {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [];
  const raw = span / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((d) => d * power >= raw * 0.999) * power;
  const out = [];
  for (let k = Math.ceil(low / step); k * step <= high + 1e-9 * span; k++) out.push(k * step);
  return out;
}

const PREFIX = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'µ'], [1e-9, 'n']];

/** Three digits and a prefix: 12.3 k, 4.56 µ. @param {number} value */
export function short(value, unit = '', digits = 3) {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size === 0) return unit ? `0 ${unit}` : '0';
  const [scale, prefix] = PREFIX.find(([s]) => size >= 0.9995 * s) ?? PREFIX.at(-1);
  const scaled = size / scale < 1e-3 ? (value / scale).toExponential(1) : String(Number((value / scale).toPrecision(digits)));
  const sign = scaled.replace('-', '−');
  return unit || prefix ? `${sign} ${prefix}${unit}` : sign;
}

/** Labels of ticks: all with the digits that the step needs. @param {number[]} at @returns {string[]} */
export function tickLabels(at) {
  const largest = Math.max(...at.map(Math.abs), 0);
  if (largest === 0) return at.map(() => '0');
  const [scale, prefix] = largest >= 1e4 || largest < 1e-2 ? PREFIX.find(([s]) => largest >= s) ?? PREFIX.at(-1) : [1, ''];
  const step = at.length > 1 ? Math.abs(at[1] - at[0]) / scale : largest / scale;
  const digits = Math.min(Math.max(-Math.floor(Math.log10(step) + 1e-9), 0), 6);
  return at.map((u) => (Math.abs(u) < 1e-9 * largest ? '0' : `${(u / scale).toFixed(digits).replace('-', '−')}${prefix}`));
}

/**
 * @file Colour maps that are even to the eye by construction: lightness runs linearly in OKLab, hue and chroma smoothly.
 * `sequential` for amounts, `diverging` (blue, pale, red; zero in the middle) for signed values.
 */

export const STEPS = 256;

/** OKLCH (hue in degrees) to 8-bit sRGB. Chroma is reduced until the colour exists on a screen. */
export function oklch(lightness, chroma, hue) {
  for (let c = chroma; ; c -= 0.004) {
    const rgb = linear(lightness, c * Math.cos((hue * Math.PI) / 180), c * Math.sin((hue * Math.PI) / 180));
    if (c <= 0 || rgb.every((u) => u > -1e-4 && u < 1 + 1e-4)) return rgb.map(encode);
  }
}

/** OKLab to linear sRGB. */
function linear(L, a, b) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function encode(u) {
  const c = Math.min(1, Math.max(0, u));
  return Math.round(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
}

/** @param {number} s in 0..1 */
export function sequential(s) {
  // From a deep blue over magenta and orange to a pale yellow.
  return oklch(0.4 + 0.52 * s, 0.17 + 0.06 * s * (1 - s) - 0.03 * s, 275 + 185 * s);
}

/** @param {number} s in 0..1, 0.5 is zero */
export function diverging(s) {
  const d = Math.abs(2 * s - 1);
  return oklch(0.93 - 0.43 * d, 0.19 * d ** 0.9, s < 0.5 ? 255 : 32);
}

/** @param {(s:number)=>number[]} map @returns {Uint8Array} RGBA, STEPS entries */
export function table(map) {
  const bytes = new Uint8Array(4 * STEPS);
  for (let k = 0; k < STEPS; k++) bytes.set([...map(k / (STEPS - 1)), 255], 4 * k);
  return bytes;
}

/** A CSS gradient of the map, from left to right. */
export function gradient(map) {
  const stops = Array.from({ length: 17 }, (_, k) => `rgb(${map(k / 16).join(' ')})`);
  return `linear-gradient(to right, ${stops.join(', ')})`;
}

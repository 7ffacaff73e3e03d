// The parts of the page that need no browser: messages, series, normals, picking, axes, colours, sliders.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { decode, encodeFrame, encodeTopology } from '../src/net/wire.js';
import { short, tickLabels, ticks } from '../src/plot/axis.js';
import { Series } from '../src/plot/series.js';
import { fromSlider, toSlider } from '../src/ui/slider.js';
import { diverging, sequential } from '../src/view/colours.js';
import { edges, smoothNormals } from '../src/view/normals.js';
import { pickLine, pickTriangle } from '../src/view/pick.js';
import { RangeHold } from '../src/view/range.js';

test('a frame is read as it was written', () => {
  const frame = { pane: 1, colour: 'stress', serial: 7, step: 12, time: 0.25, low: -1, high: 2, positions: Float32Array.from([1, 2, 3, 4, 5, 6]), values: Float32Array.from([0.5, 1.5]), poses: Float32Array.from({ length: 12 }, (_, k) => k) };
  assert.deepEqual(decode(encodeFrame(frame)), { kind: 'frame', frame });
  const plain = { ...frame, colour: 'none', values: null };
  assert.deepEqual(decode(encodeFrame(plain)).frame, plain);
});

test('the head of a frame has the layout of the protocol', () => {
  const bytes = new DataView(encodeFrame({ pane: 0, colour: 'speed', serial: 9, step: 3, time: 1.5, low: 0, high: 4, positions: new Float32Array(6), values: null, poses: new Float32Array(12) }));
  assert.deepEqual([bytes.getUint8(0), bytes.getUint8(2), bytes.getUint32(4, true), bytes.getFloat64(8, true), bytes.getFloat64(16, true)], [1, 1, 9, 3, 1.5]);
  assert.deepEqual([bytes.getUint32(24, true), bytes.getUint32(28, true), bytes.getUint32(40, true), bytes.byteLength], [2, 0, 1, 48 + 24 + 48]);
});

test('a topology is read as it was written', () => {
  const topology = { pane: 0, vertices: 4, triangles: Uint32Array.from([0, 1, 2]), lines: Uint32Array.from([2, 3]), pins: Uint32Array.from([0]) };
  assert.deepEqual(decode(encodeTopology(topology)), { kind: 'topology', topology });
  assert.equal(decode(new ArrayBuffer(4)), null);
});

const row = (step, time) => [step, time, 1, 2, 3, 4, 5, 0.5, 2, 6, 3, 0, 4, 0, 0, 2, 7, 8, 9, 10];

test('series keep their size, their ends and their order, however long the run', () => {
  const series = new Series(64);
  for (let k = 0; k < 10000; k++) series.push(row(k, 0.01 * k));
  assert.ok(series.length <= 64 && series.length >= 32);
  const { time, step } = series.columns;
  assert.equal(step[0], 0);
  assert.equal(step[series.length - 1], 9999);
  for (let k = 1; k < series.length; k++) assert.ok(time[k] > time[k - 1]);
  // The recent past is whole.
  assert.equal(step[series.length - 1] - step[series.length - 10], 9);
});

test('a row of records becomes what is plotted', () => {
  const series = new Series(8);
  series.push(row(1, 0.1));
  assert.deepEqual(['balance', 'momentum', 'spin', 'solves'].map((name) => series.columns[name][0]), [1.5, 5, 2, 10]);
  series.push(row(2, 0.2));
  series.push(row(1, 0.1));
  assert.equal(series.length, 1, 'a step back in time forgets the old future');
  assert.equal(series.nearest(5), 0);
  assert.equal(new Series(4).nearest(0), -1);
});

test('normals of a tetrahedron point outwards with length one', () => {
  const x = Float32Array.from([1, 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1]);
  const normals = new Float32Array(12);
  smoothNormals(x, Uint32Array.from([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]), normals);
  for (let k = 0; k < 12; k += 3) {
    const outwards = (normals[k] * x[k] + normals[k + 1] * x[k + 1] + normals[k + 2] * x[k + 2]) / Math.sqrt(3);
    assert.ok(Math.abs(outwards - 1) < 1e-6, String(outwards));
  }
  assert.equal(edges(Uint32Array.from([0, 1, 2, 0, 2, 3])).length / 2, 5);
});

test('picking takes the nearest corner of the first triangle', () => {
  const x = Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -1, 1, 0, -1, 0, 1, -1]);
  const both = Uint32Array.from([3, 4, 5, 0, 1, 2]);
  assert.deepEqual(pickTriangle(x, both, [0.7, 0.1, 2], [0, 0, -1]), { vertex: 1, distance: 2 });
  assert.equal(pickTriangle(x, both, [0.7, 0.7, 2], [0, 0, -1]), null);
  assert.equal(pickTriangle(x, both, [0.2, 0.2, 2], [0, 0, 1]), null, 'nothing behind the eye');
});

test('picking takes the nearer end of a line within reach', () => {
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const x = Float32Array.from([-1, 0, 0, 1, 0, 0]);
  const lines = Uint32Array.from([0, 1]);
  assert.equal(pickLine(x, lines, identity, 100, 100, 70, 54, 9).vertex, 1);
  assert.equal(pickLine(x, lines, identity, 100, 100, 20, 45, 9).vertex, 0);
  assert.equal(pickLine(x, lines, identity, 100, 100, 20, 70, 9), null);
});

test('ticks are round and inside', () => {
  assert.deepEqual(ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(tickLabels([0, 20000, 40000]), ['0', '20k', '40k']);
  assert.deepEqual(tickLabels([-0.5, 0, 0.5]), ['−0.5', '0', '0.5']);
  assert.deepEqual(ticks(1, 1, 5), []);
  assert.equal(short(37800, 'Pa'), '37.8 kPa');
  assert.equal(short(-0.00241, 'J'), '−2.41 mJ');
  assert.equal(short(999.9, 'J'), '1 kJ');
  assert.equal(short(NaN), '–');
});

test('lightness of the sequential map rises evenly, the diverging one is symmetric', () => {
  // OKLab lightness from 8-bit sRGB.
  const lightness = (rgb) => {
    const [r, g, b] = rgb.map((u) => (u / 255 <= 0.04045 ? u / 255 / 12.92 : ((u / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2104542553 * Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) + 0.793617785 * Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) - 0.0040720468 * Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  };
  for (let k = 0; k < 20; k++) {
    const rise = lightness(sequential((k + 1) / 20)) - lightness(sequential(k / 20));
    assert.ok(Math.abs(rise - 0.026) < 0.006, `${k}: ${rise}`);
    assert.ok(Math.abs(lightness(diverging(0.5 + k / 40)) - lightness(diverging(0.5 - k / 40))) < 0.01);
  }
});

test('sliders meet their ends and come back to where they were', () => {
  for (const control of [{ low: 1e4, high: 1e9, log: true }, { low: 0, high: 0.49, log: false }, { low: -30, high: 0, log: false }]) {
    assert.equal(fromSlider(control, 0), control.low);
    assert.equal(fromSlider(control, 1000), control.high);
    for (let at = 0; at <= 1000; at += 50) assert.ok(Math.abs(toSlider(control, fromSlider(control, at)) - at) <= 3);
  }
  assert.equal(fromSlider({ low: 1e4, high: 1e8, log: true }, 500), 1e6);
});

test('the colour range grows at once, shrinks slowly, is common to both panes and symmetric for signed values', () => {
  const range = new RangeHold();
  const pane = (low, high, colour = 'stress') => ({ colour, low, high });
  range.offer([pane(1, 10), pane(2, 30)]);
  assert.deepEqual([range.on, range.low, range.high], [true, 0, 30]);
  range.offer([pane(0, 10), pane(0, 10)]);
  assert.ok(range.high < 30 && range.high > 25);
  range.offer([pane(-50, 10)]);
  assert.deepEqual([range.low, range.high], [-50, 50]);
  range.locked = true;
  range.offer([pane(0, 900)]);
  assert.equal(range.high, 50);
  range.offer([pane(0, 3, 'speed')]);
  assert.deepEqual([range.low, range.high, range.locked], [0, 3, false], 'another quantity starts anew');
  range.offer([pane(0, 0, 'none')]);
  assert.equal(range.on, false);
});

test('text can be read in both themes: contrast at least 4.5', () => {
  const css = readFileSync(new URL('../style.css', import.meta.url), 'utf8');
  const theme = (start) => Object.fromEntries([...css.slice(css.indexOf(start)).split('}')[0].matchAll(/(--[a-z0-9-]+): (#[0-9a-f]{6})\b/g)].map(([, name, hex]) => [name, hex]));
  const luminance = (hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16) / 255).map((u) => (u <= 0.04045 ? u / 12.92 : ((u + 0.055) / 1.055) ** 2.4)).reduce((sum, u, k) => sum + u * [0.2126, 0.7152, 0.0722][k], 0);
  for (const start of [':root {', ':root[data-theme=dark] {']) {
    const colours = theme(start);
    for (const [ink, ground] of [['--ink', '--panel'], ['--ink-2', '--panel'], ['--ink-3', '--panel'], ['--ink-3', '--raised'], ['--accent', '--panel'], ['--on-accent', '--accent'], ['--quick', '--raised'], ['--fair', '--raised'], ['--slow', '--raised']]) {
      const [a, b] = [luminance(colours[ink]), luminance(colours[ground])].sort((x, y) => y - x);
      assert.ok((a + 0.05) / (b + 0.05) >= 4.5, `${start} ${ink} on ${ground}: ${((a + 0.05) / (b + 0.05)).toFixed(2)}`);
    }
  }
});

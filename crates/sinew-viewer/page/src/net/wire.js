/**
 * @file The binary messages: topology (once a pane) and frame (many). Little-endian; views into the buffer, no copies.
 *
 * @typedef {{pane:number, vertices:number, triangles:Uint32Array, lines:Uint32Array, pins:Uint32Array}} Topology
 * @typedef {{pane:number, colour:string, serial:number, step:number, time:number, low:number, high:number,
 *   positions:Float32Array, values:Float32Array|null, poses:Float32Array}} Frame
 */

export const COLOURS = ['none', 'speed', 'strain', 'stress', 'energy'];

const FRAME = 1;
const TOPOLOGY = 2;
const FRAME_HEAD = 48;
const TOPOLOGY_HEAD = 20;

/** @param {ArrayBuffer} buffer @returns {{kind:'frame', frame:Frame}|{kind:'topology', topology:Topology}|null} */
export function decode(buffer) {
  if (buffer.byteLength < TOPOLOGY_HEAD) return null;
  const head = new DataView(buffer);
  switch (head.getUint8(0)) {
    case FRAME: return { kind: 'frame', frame: decodeFrame(buffer, head) };
    case TOPOLOGY: return { kind: 'topology', topology: decodeTopology(buffer, head) };
    default: return null;
  }
}

/** @param {ArrayBuffer} buffer @param {DataView} head @returns {Topology} */
function decodeTopology(buffer, head) {
  const [vertices, triangles, lines, pins] = [4, 8, 12, 16].map((at) => head.getUint32(at, true));
  let at = TOPOLOGY_HEAD;
  const take = (count) => {
    const part = new Uint32Array(buffer, at, count);
    at += 4 * count;
    return part;
  };
  return { pane: head.getUint8(1), vertices, triangles: take(3 * triangles), lines: take(2 * lines), pins: take(pins) };
}

/** @param {ArrayBuffer} buffer @param {DataView} head @returns {Frame} */
function decodeFrame(buffer, head) {
  const vertices = head.getUint32(24, true);
  const values = head.getUint32(28, true);
  const obstacles = head.getUint32(40, true);
  const valuesAt = FRAME_HEAD + 12 * vertices;
  return {
    pane: head.getUint8(1),
    colour: COLOURS[head.getUint8(2)] ?? 'none',
    serial: head.getUint32(4, true),
    step: head.getFloat64(8, true),
    time: head.getFloat64(16, true),
    low: head.getFloat32(32, true),
    high: head.getFloat32(36, true),
    positions: new Float32Array(buffer, FRAME_HEAD, 3 * vertices),
    values: values > 0 ? new Float32Array(buffer, valuesAt, values) : null,
    poses: new Float32Array(buffer, valuesAt + 4 * values, 12 * obstacles),
  };
}

/** The inverse of `decode`, for the mock server and the tests. @param {Topology} t @returns {ArrayBuffer} */
export function encodeTopology(t) {
  const buffer = new ArrayBuffer(TOPOLOGY_HEAD + 4 * (t.triangles.length + t.lines.length + t.pins.length));
  const head = new DataView(buffer);
  head.setUint8(0, TOPOLOGY);
  head.setUint8(1, t.pane);
  [t.vertices, t.triangles.length / 3, t.lines.length / 2, t.pins.length].forEach((n, k) => head.setUint32(4 + 4 * k, n, true));
  const words = new Uint32Array(buffer, TOPOLOGY_HEAD);
  words.set(t.triangles);
  words.set(t.lines, t.triangles.length);
  words.set(t.pins, t.triangles.length + t.lines.length);
  return buffer;
}

/** @param {Frame} f @returns {ArrayBuffer} */
export function encodeFrame(f) {
  const count = f.values?.length ?? 0;
  const buffer = new ArrayBuffer(FRAME_HEAD + 4 * (f.positions.length + count + f.poses.length));
  const head = new DataView(buffer);
  head.setUint8(0, FRAME);
  head.setUint8(1, f.pane);
  head.setUint8(2, COLOURS.indexOf(f.colour));
  head.setUint32(4, f.serial, true);
  head.setFloat64(8, f.step, true);
  head.setFloat64(16, f.time, true);
  head.setUint32(24, f.positions.length / 3, true);
  head.setUint32(28, count, true);
  head.setFloat32(32, f.low, true);
  head.setFloat32(36, f.high, true);
  head.setUint32(40, f.poses.length / 12, true);
  const words = new Float32Array(buffer, FRAME_HEAD);
  words.set(f.positions);
  if (f.values) words.set(f.values, f.positions.length);
  words.set(f.poses, f.positions.length + count);
  return buffer;
}

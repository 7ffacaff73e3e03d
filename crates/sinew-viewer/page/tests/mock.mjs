// A server that speaks the viewer's protocol about made-up bodies: the fixture of the page's own tests.
// `node tests/mock.mjs` starts one on port 8123 to look at the page without simulating anything.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { deflateSync, crc32 } from 'node:zlib';
import { encodeFrame, encodeTopology } from '../src/net/wire.js';
import { accept } from './fixtures/websocket.mjs';
import { world } from './fixtures/world.mjs';

const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const FILES = { '/': ['index.html', 'text/html'], '/viewer.js': ['viewer.js', 'text/javascript'], '/viewer.css': ['viewer.css', 'text/css'] };
const INTEGRATORS = [
  { name: 'fitted-energy-momentum', summary: 'conserves energy and momenta exactly, Newton with a fitted stiffness' },
  { name: 'bdf2', summary: 'second order, damps what a step cannot resolve' },
  { name: 'newmark', summary: 'second order, no damping in the linear case' },
];
const scene = (name, folder, summary, vertices, elements, ms) => ({ name, folder, summary, vertices, elements, unknowns: 3 * vertices, ms_per_step: ms, dt: 0.01, duration: 10 });
const SCENES = [
  scene('bar', 'basics', 'A clamped bar bends under its weight', 625, 2304, 3.1),
  scene('rope', 'basics', 'A rope swings from one end', 41, 40, 0.2),
  scene('sheet', 'basics', 'A sheet of ten thousand vertices waves', 10201, 20000, 62),
  scene('tiny', 'stiff', 'The smallest bar that bends', 45, 96, 0.4),
];

/** One grey picture for all cards. */
function picture() {
  const [w, h] = [32, 18];
  const chunk = (type, body) => {
    const data = Buffer.concat([Buffer.from(type), body]);
    const out = Buffer.alloc(8 + data.length);
    out.writeUInt32BE(body.length);
    data.copy(out, 4);
    out.writeUInt32BE(crc32 ? crc32(data) : 0, 4 + data.length);
    return out;
  };
  const head = Buffer.from([0, 0, 0, w, 0, 0, 0, h, 8, 0, 0, 0, 0]);
  const rows = Buffer.concat(Array.from({ length: h }, (_, y) => Buffer.from([0, ...Array.from({ length: w }, (_, x) => 120 + 3 * x + 2 * y)])));
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

export class Mock {
  /** @param {{start?:string|null, live?:boolean}} options */
  static async start({ start = 'bar', live = true, port = 0 } = {}) {
    const mock = new Mock();
    Object.assign(mock, { start, live, said: [], dropped: 0, sent: 0, peers: new Set(), png: picture() });
    mock.reset(start ?? 'bar');
    mock.server = createServer((request, response) => mock.answer(request, response));
    mock.server.on('upgrade', (request, socket) => mock.open(request, socket));
    await new Promise((done) => { mock.server.listen(port, '127.0.0.1', done); });
    mock.port = mock.server.address().port;
    mock.url = `http://127.0.0.1:${mock.port}/`;
    mock.timer = setInterval(() => mock.tick(), 16);
    return mock;
  }

  reset(name) {
    Object.assign(this, { name, time: 0, step: 0, playing: false, speed: 1, colour: 'none', compare: null, pull: null, rows: [], integrator: this.integrator ?? INTEGRATORS[0].name, dt: this.dt ?? 0.01, young: this.young ?? 1e6 });
    this.build();
  }

  build() {
    this.worlds = [0, ...(this.compare ? [1] : [])].map((pane) => world(this.name, pane));
  }

  async answer(request, response) {
    const path = new URL(request.url, 'http://x').pathname;
    const headers = { 'Content-Security-Policy': CSP, 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' };
    if (path.startsWith('/pictures/')) return response.writeHead(200, { ...headers, 'Content-Type': 'image/png' }).end(this.png);
    if (path === '/link') return response.writeHead(200, headers).end(`${this.url}?token=mock`);
    if (!FILES[path]) return response.writeHead(404, headers).end();
    const [file, type] = FILES[path];
    const body = await readFile(new URL(`../dist/${file}`, import.meta.url));
    return response.writeHead(200, { ...headers, 'Content-Type': `${type}; charset=utf-8` }).end(request.method === 'HEAD' ? undefined : body);
  }

  open(request, socket) {
    const peer = accept(request, socket, (text) => this.hear(peer, JSON.parse(text)), () => this.peers.delete(peer));
    Object.assign(peer, { waiting: new Set(), serial: 0, stale: true });
    this.peers.add(peer);
    peer.say('hello', { version: '0.0-mock', start: this.start && { name: this.start, kind: 'scene' }, scenes: SCENES, integrators: INTEGRATORS });
    if (this.start) this.present(peer);
  }

  /** Says the scene of every pane, its topology and the status. */
  present(peer) {
    this.worlds.forEach(({ topology, bodies, obstacles, box }, pane) => {
      const card = SCENES.find((one) => one.name === this.name);
      peer.say('scene', {
        pane, panes: this.worlds.length, name: this.name, title: card.summary, kind: this.live ? 'live' : 'run', vertices: topology.vertices, elements: card.elements, unknowns: card.unknowns,
        integrator: pane ? this.compare : this.integrator, dt: this.dt, duration: 10, up: [0, 0, 1], box, bodies, obstacles,
        controls: [
          { key: 'young', label: "Young's modulus", unit: 'Pa', low: 1e4, high: 1e9, log: true, value: this.young },
          { key: 'poisson', label: "Poisson's ratio", unit: '', low: 0, high: 0.49, log: false, value: 0.45 },
          { key: 'gravity', label: 'Gravity', unit: 'm/s²', low: 0, high: 30, log: false, value: 9.81 },
        ],
      });
      peer.send(encodeTopology(topology));
      peer.say('records', { pane, rows: this.rows.map((row) => this.row(...row, pane)), reset: true });
    });
    peer.stale = true;
    this.status(peer);
  }

  status(peer) {
    peer.say('status', { playing: this.playing, speed: this.speed, frame: this.step, frames: this.rows.length + 1, live: this.live, behind: this.speed, colour: this.colour, grabbed: Boolean(this.pull) });
  }

  hear(peer, message) {
    this.said.push(message);
    const everyone = (act) => this.peers.forEach(act);
    switch (message.do) {
      case 'seen': for (const serial of [...peer.waiting]) if (serial <= message.serial) peer.waiting.delete(serial); return this.offer(peer);
      case 'load': this.reset(message.scene === 'start' ? this.start : message.scene); return everyone((one) => this.present(one));
      case 'play': this.playing = true; break;
      case 'pause': this.playing = false; break;
      case 'step': this.playing = false; this.advance(); break;
      case 'restart': this.reset(this.name); return everyone((one) => this.present(one));
      case 'seek': this.playing = false; this.step = message.frame; this.time = message.frame * this.dt; break;
      case 'speed': this.speed = message.factor; break;
      case 'colour': this.colour = message.by; break;
      case 'compare': this.compare = message.integrator; this.build(); return everyone((one) => this.present(one));
      case 'set':
        if (message.value === this.refuse) return peer.say('fault', { text: `${message.key} cannot be ${message.value}.` });
        this.set(message);
        break;
      case 'grab': this.grab = message.point; this.pull = [0, 0, 0]; break;
      case 'drag': this.pull = message.point.map((u, k) => u - this.grab[k]); break;
      case 'release': this.pull = null; break;
      case 'save': peer.say('saved', { folder: 'runs/bar-live' }); break;
      default: peer.say('fault', { text: `There is no word '${message.do}'.` });
    }
    everyone((one) => { one.stale = true; this.status(one); });
    return undefined;
  }

  set({ key, value }) {
    if (key === 'integrator') this.integrator = value;
    if (key === 'dt') this.dt = value;
    if (key === 'young') this.young = value;
    this.peers.forEach((peer) => peer.say('event', { pane: 0, step: this.step, time: this.time, text: `${key} set to ${value}` }));
  }

  row(step, time, pulled, pane) {
    const s = 5 * time * (pane ? 0.93 : 1);
    const fade = pane ? Math.exp(-0.2 * time) : 1;
    const kinetic = 4 * Math.sin(s) ** 2 * fade, elastic = 3 * (1 - Math.cos(s)) ** 2 * 0.5 * fade, external = -6 * Math.sin(s / 2) ** 2 * fade;
    const injected = pulled ? 2 : 0;
    return [step, time, kinetic, elastic, external, 0, kinetic + elastic + external, 0.1 * time, injected, pane ? -0.5 * time : 1e-9 * step, 0, 0, 8 * Math.sin(s) * fade, 0, 3 * Math.cos(s) * fade, 0, 3 + Math.sin(9 * time), 3, 1, 4];
  }

  advance() {
    this.step++;
    this.time += this.dt;
    this.rows.push([this.step, this.time, Boolean(this.pull)]);
  }

  tick() {
    this.ticks = (this.ticks ?? 0) + 1;
    if (this.playing) {
      this.advance();
      for (const peer of this.peers) peer.stale = true;
    }
    for (const peer of this.peers) {
      this.offer(peer);
      if (this.ticks % 6 === 0 && this.playing) this.tell(peer);
    }
  }

  tell(peer) {
    const fresh = this.rows.slice(peer.told ?? 0);
    peer.told = this.rows.length;
    this.worlds.forEach((_, pane) => peer.say('records', { pane, rows: fresh.map((row) => this.row(...row, pane)) }));
    this.status(peer);
  }

  /** The newest frame of every pane, unless two of a pane are still unseen: then it is dropped. */
  offer(peer) {
    if (!peer.stale) return;
    if (peer.waiting.size >= 2 * this.worlds.length) {
      this.dropped++;
      return;
    }
    peer.stale = false;
    this.worlds.forEach((one, pane) => {
      const serial = ++peer.serial;
      peer.waiting.add(serial);
      this.sent++;
      const { positions, values, low, high } = one.at(this.time, this.pull);
      const coloured = this.colour !== 'none';
      peer.send(encodeFrame({ pane, colour: this.colour, serial, step: this.step, time: this.time, low, high, positions, values: coloured ? values : null, poses: one.poses }));
    });
  }

  /** Words that were said, without the many `seen`. */
  words(word) {
    return this.said.filter((message) => message.do === word);
  }

  async close() {
    clearInterval(this.timer);
    for (const peer of this.peers) peer.close();
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    await new Promise((done) => { this.server.close(done); });
  }
}

if (process.argv[1]?.endsWith('mock.mjs')) {
  const mock = await Mock.start({ port: 8123 });
  process.stdout.write(`${mock.url}\n`);
}

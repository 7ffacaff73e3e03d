/**
 * @file The three plots under the picture: energies, momenta, cost of a step. They share time, cursor and events.
 */
import { $, make } from '../ui/dom.js';
import { short } from './axis.js';
import { Plot } from './plot.js';
import { Series } from './series.js';

const line = (key, label, unit, more = {}) => ({ key, label, unit, shown: true, ...more });
const PANELS = [
  { name: 'Energy', unit: 'J', lines: [
    line('total', 'total', 'J'), line('kinetic', 'kinetic', 'J'), line('elastic', 'elastic', 'J'), line('external', 'external', 'J'),
    line('contact', 'contact', 'J'), line('balance', 'injected − dissipated', 'J'), line('numerical', 'numerical', 'J')] },
  { name: 'Momenta', unit: 'N s on the left, N m s on the right', lines: [line('momentum', '|p|', 'N s'), line('spin', '|L|', 'N m s', { axis: 'right' })] },
  { name: 'Step cost', unit: 'ms on the left, counts on the right', lines: [
    line('ms', 'time', 'ms', { plain: true }), line('iterations', 'iterations', '', { axis: 'right' }),
    line('factorizations', 'factorizations', '', { axis: 'right' }), line('solves', 'solves', '', { axis: 'right' })] },
];
const EVERY = 80;
const EVENTS = 200;

export class Panels {
  constructor() {
    this.series = [new Series(), new Series()];
    this.count = 1;
    this.events = [];
    this.cursor = { now: null, hover: null };
    this.plots = PANELS.map((panel) => this.panel(panel));
    this.theme = { ink: '#888', faint: '#888', grid: '#888', mark: '#888' };
    this.waiting = false;
    new ResizeObserver(() => this.soon()).observe($('plots'));
  }

  panel({ name, unit, lines }) {
    const canvas = make('canvas', { role: 'img', 'aria-label': `${name} over time` });
    const own = lines.map((one, k) => ({ ...one, index: k }));
    const plot = new Plot(canvas, own);
    plot.values = own.map((one) => {
      const value = make('output', {});
      const chip = make('button', {
        type: 'button', class: 'chip', 'aria-pressed': 'true', title: `Show or hide ${one.label}`,
        onclick: () => {
          one.shown = !one.shown;
          chip.setAttribute('aria-pressed', String(one.shown));
          this.soon();
        },
      }, make('i', { class: `swatch line-${one.index}` }), one.label, value);
      one.chip = chip;
      return value;
    });
    canvas.addEventListener('pointermove', (e) => this.hover(plot.toTime(e.offsetX)));
    canvas.addEventListener('pointerleave', () => this.hover(null));
    const head = make('b', { title: unit }, name);
    $('plots').append(make('figure', {}, make('div', { class: 'chips' }, head, ...own.map((one) => one.chip)), canvas));
    return plot;
  }

  /** @param {{pane:number, rows?:number[][], reset?:boolean}} message */
  records({ pane, rows = [], reset }) {
    const series = this.series[pane];
    if (!series) return;
    if (reset) {
      series.clear();
      if (pane === 0) this.events.length = 0;
    }
    for (const row of rows) series.push(row);
    this.soon();
  }

  event({ time, text }) {
    if (this.events.length === EVENTS) this.events.shift();
    this.events.push({ time, text });
    this.soon();
  }

  /** @param {number} count panes shown */
  panes(count) {
    this.count = count;
    if (count < 2) this.series[1].clear();
    this.soon();
  }

  /** @param {number|null} time shown in the picture, for playback */
  now(time) {
    if (this.cursor.now === time) return;
    this.cursor.now = time;
    this.soon();
  }

  hover(time) {
    this.cursor.hover = time;
    const near = time === null ? null : this.events.filter((event) => Math.abs(this.plots[0].toX(event.time) - this.plots[0].toX(time)) < 4).pop();
    $('reading').textContent = near ? `${short(near.time, 's')}: ${near.text}` : '';
    this.soon(0);
  }

  /** Colours of the theme. @param {(name:string)=>string} css */
  paint(css) {
    this.theme = { ink: css('--ink-2'), faint: css('--faint'), grid: css('--grid-line'), mark: css('--accent') };
    for (const plot of this.plots) for (const one of plot.lines) one.colour = css(`--line-${one.index}`);
    this.soon(0);
  }

  soon(wait = EVERY) {
    if (this.waiting) return;
    this.waiting = true;
    setTimeout(() => requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    }), wait);
  }

  draw() {
    const series = this.series.slice(0, this.count);
    for (const plot of this.plots) {
      plot.draw(series, this.events, this.cursor, this.theme);
      plot.lines.forEach((one, k) => {
        const read = (own) => {
          const { columns, length } = own;
          const at = this.cursor.hover === null ? length - 1 : own.nearest(this.cursor.hover);
          if (at < 0) return '–';
          return one.plain ? `${Number(columns[one.key][at].toPrecision(3))} ${one.unit}` : short(columns[one.key][at], one.unit);
        };
        const text = series.map(read).join(' ┊ ');
        if (plot.values[k].value !== text) plot.values[k].value = text;
      });
    }
  }
}

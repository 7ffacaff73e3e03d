/**
 * @file One control of the scene: label, slider (logarithmic where asked), typed entry, unit.
 */
import { make } from './dom.js';

const STEPS = 1000;
const EVERY = 60;

/** @typedef {{key:string, label:string, unit:string, low:number, high:number, log:boolean, value:number}} Control */

/** @param {Control} c @param {number} value @returns {number} 0..STEPS */
export function toSlider(c, value) {
  const clamped = Math.min(Math.max(value, c.low), c.high);
  return Math.round(STEPS * (c.log ? Math.log(clamped / c.low) / Math.log(c.high / c.low) : (clamped - c.low) / (c.high - c.low)));
}

/** @param {Control} c @param {number} at 0..STEPS @returns {number} with three digits, ends exact */
export function fromSlider(c, at) {
  if (at <= 0) return c.low;
  if (at >= STEPS) return c.high;
  const s = at / STEPS;
  return Number((c.log ? c.low * (c.high / c.low) ** s : c.low + s * (c.high - c.low)).toPrecision(3));
}

/** Powers as people write them. @param {string} unit */
export const pretty = (unit) => unit.replace('^2', '²').replace('^3', '³').replace(/ (?=\S)/g, '\u202f');

/** @param {number} value */
export function typed(value) {
  const size = Math.abs(value);
  return size !== 0 && (size >= 1e5 || size < 1e-3) ? value.toExponential().replace('e+', 'e') : String(value);
}

export class Slider {
  /** @param {Control} control @param {(value:number, before:number)=>void} set */
  constructor(control, set) {
    this.control = control;
    this.set = set;
    const id = `control-${control.key.replace(/[^a-z0-9]+/gi, '-')}`;
    this.range = make('input', { type: 'range', id, min: '0', max: String(STEPS), step: '1', 'data-key': control.key });
    this.entry = make('input', { type: 'text', inputMode: 'decimal', 'aria-label': `${control.label}, ${control.unit || 'number'}`, 'data-key': control.key });
    this.range.addEventListener('input', () => this.slide(fromSlider(this.control, this.range.valueAsNumber)));
    this.entry.addEventListener('change', () => this.type());
    const low = typed(control.low);
    this.element = make('div', { class: 'control', title: `${control.label}: ${low} to ${typed(control.high)} ${pretty(control.unit)}` },
      make('label', { htmlFor: id }, control.label),
      make('span', { class: 'entry' }, this.entry, make('span', { class: 'unit' }, pretty(control.unit))), this.range);
    this.show(control.value);
  }

  show(value) {
    this.value = value;
    if (document.activeElement !== this.range) this.range.value = String(toSlider(this.control, value));
    if (document.activeElement !== this.entry) this.entry.value = typed(value);
    this.range.style.setProperty('--done', `${toSlider(this.control, value) / 10}%`);
    this.range.setAttribute('aria-valuetext', `${typed(value)} ${this.control.unit}`);
  }

  /** A sliding hand reports often; the server hears the newest value a few times a second. */
  slide(value) {
    const before = this.value;
    this.show(value);
    if (this.waiting) return;
    this.waiting = setTimeout(() => {
      this.waiting = 0;
      this.set(this.value, before);
    }, EVERY);
  }

  type() {
    const value = Number(this.entry.value.trim().replace(',', '.'));
    const ok = this.entry.value.trim() !== '' && Number.isFinite(value) && value >= this.control.low && value <= this.control.high;
    this.entry.setAttribute('aria-invalid', String(!ok));
    if (!ok) return;
    this.entry.blur();
    this.set(value, this.value);
  }
}

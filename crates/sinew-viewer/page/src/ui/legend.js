/**
 * @file The colour legend: what is shown, its unit, the range in numbers, and a lock for the range.
 */
import { gradient, diverging, sequential } from '../view/colours.js';
import { short } from '../plot/axis.js';
import { $ } from './dom.js';

const UNITS = { speed: 'm/s', strain: '', stress: 'Pa', energy: 'J/m³' };
// A network of springs has no cross-section and no volume: bodies that have lines.
const NETWORK = { speed: 'm/s', strain: '', stress: 'N', energy: 'J' };
const NAMES = { speed: 'speed', strain: 'strain', stress: 'stress', energy: 'energy density' };
const NETWORK_NAMES = { ...NAMES, stress: 'tension', energy: 'energy' };

const percent = (value) => `${String(Number((100 * value).toPrecision(3))).replace('-', '−')} %`;

export class Legend {
  /** @param {import('../view/range.js').RangeHold} range */
  constructor(range) {
    this.range = range;
    this.key = '';
    $('range-lock').addEventListener('click', () => {
      range.locked = !range.locked;
      this.update(this.scene);
    });
  }

  /** Called after every picture; touches the document only when a number changed. @param {object|undefined} scene */
  update(scene) {
    this.scene = scene;
    const { by, low, high, on, locked } = this.range;
    const network = Boolean(scene) && scene.bodies.every((body) => body.lines[1] > 0);
    const unit = scene?.units?.[by] ?? (network ? NETWORK : UNITS)[by] ?? '';
    const say = by === 'strain' ? percent : (value) => short(value, unit);
    const ends = on ? [say(low), say(0.5 * (low + high)), say(high)] : [];
    const key = [by, on, locked, network, ...ends].join();
    if (key === this.key) return;
    this.key = key;
    $('legend').hidden = !on;
    if (!on) return;
    $('legend-name').textContent = (network ? NETWORK_NAMES : NAMES)[by] ?? by;
    $('legend-bar').style.backgroundImage = gradient(low < 0 ? diverging : sequential);
    ['legend-low', 'legend-middle', 'legend-high'].forEach((id, k) => { $(id).textContent = ends[k]; });
    $('range-lock').setAttribute('aria-pressed', String(locked));
  }
}

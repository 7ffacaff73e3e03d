/**
 * @file The panel at the side: integrator, the one beside it, time step, and the scene's own controls.
 */
import { $, make } from './dom.js';
import { Slider, typed } from './slider.js';

// A refusal comes within this many milliseconds.
const ANSWER = 3000;

export class Controls {
  /** @param {(word:string, fields?:object)=>void} say */
  constructor(say) {
    this.say = say;
    this.summaries = new Map();
    this.sliders = new Map();
    $('integrator').addEventListener('change', (e) => this.choose(e.target.value));
    $('compare').addEventListener('change', (e) => say('compare', { integrator: e.target.value || null }));
    $('dt').addEventListener('change', (e) => this.setDt(Number(e.target.value)));
    $('dt-halve').addEventListener('click', () => this.setDt(this.dt / 2));
    $('dt-double').addEventListener('click', () => this.setDt(this.dt * 2));
  }

  /** @param {{name:string, summary:string}[]} integrators */
  setIntegrators(integrators) {
    this.summaries = new Map(integrators.map(({ name, summary }) => [name, summary]));
    const options = () => integrators.map(({ name, summary }) => make('option', { value: name, title: summary }, name));
    $('integrator').replaceChildren(...options());
    $('compare').replaceChildren(make('option', { value: '' }, 'nothing'), ...options());
  }

  choose(name) {
    this.ask('integrator', name, this.integrator, (value) => this.describe(value));
  }

  /** Shows a value at once and says it; `refused` takes it back if the server will not have it. */
  ask(key, value, before, show) {
    this.asked = { before, show, until: performance.now() + ANSWER };
    show(value);
    this.say('set', { key, value });
  }

  /** A fault was said: what was asked last is as it was. */
  refused() {
    if (this.asked && performance.now() < this.asked.until) this.asked.show(this.asked.before);
    this.asked = null;
  }

  describe(name) {
    this.integrator = name;
    const summary = this.summaries.get(name) ?? '';
    $('integrator').value = name;
    $('integrator').title = summary;
    $('integrator-summary').textContent = summary;
    $('label-0').textContent = name;
  }

  setDt(seconds) {
    const ok = Number.isFinite(seconds) && seconds > 0;
    $('dt').setAttribute('aria-invalid', String(!ok));
    if (!ok) return;
    this.ask('dt', seconds, this.dt, (value) => this.showDt(value));
  }

  showDt(seconds) {
    this.dt = Number(seconds.toPrecision(12));
    $('dt').value = typed(this.dt);
  }

  /** @param {object} scene the server's word, for either pane */
  setScene(scene) {
    if (scene.pane === 1) {
      $('compare').value = scene.integrator;
      return;
    }
    if (scene.panes < 2) $('compare').value = '';
    this.describe(scene.integrator);
    this.showDt(scene.dt);
    const live = scene.kind === 'live';
    for (const id of ['integrator', 'compare', 'dt', 'dt-halve', 'dt-double']) $(id).disabled = !live;
    this.setControls(live ? scene.controls : []);
  }

  setControls(controls) {
    const keys = controls.map((c) => c.key).join();
    if (keys !== [...this.sliders.keys()].join()) {
      this.sliders = new Map(controls.map((c) => [c.key, new Slider(c, (value, before) => this.ask(c.key, value, before, (shown) => this.sliders.get(c.key)?.show(shown)))]));
      $('controls').replaceChildren(...[...this.sliders.values()].map((slider) => slider.element));
      $('material').hidden = controls.length === 0;
      return;
    }
    for (const c of controls) {
      const slider = this.sliders.get(c.key);
      slider.control = c;
      if (!slider.waiting) slider.show(c.value);
    }
  }
}

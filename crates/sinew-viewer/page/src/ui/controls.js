/**
 * @file The panel at the side: integrator, the one beside it, time step, and the scene's own controls.
 */
import { $, make } from './dom.js';
import { Slider, typed } from './slider.js';

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
    this.say('set', { key: 'integrator', value: name });
    this.describe(name);
  }

  describe(name) {
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
    this.showDt(seconds);
    this.say('set', { key: 'dt', value: seconds });
  }

  showDt(seconds) {
    this.dt = Number(seconds.toPrecision(12));
    if (document.activeElement !== $('dt')) $('dt').value = typed(this.dt);
    else $('dt').value = typed(this.dt);
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
      this.sliders = new Map(controls.map((c) => [c.key, new Slider(c, (value) => this.say('set', { key: c.key, value }))]));
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

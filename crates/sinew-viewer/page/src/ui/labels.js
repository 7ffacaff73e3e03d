/**
 * @file Names: the scene in the bar, its size, and above each pane the integrator that moves it.
 */
import { $ } from './dom.js';

const number = new Intl.NumberFormat('en');

export class Labels {
  setScene(scene) {
    const label = $(`label-${scene.pane}`);
    label.textContent = scene.integrator;
    $('labels').dataset.panes = String(scene.panes);
    if (scene.pane > 0) return;
    $('scene-title').textContent = scene.title || scene.name;
    $('scene-size').textContent = [
      `${number.format(scene.vertices)} vertices`, `${number.format(scene.elements)} elements`, `${number.format(scene.unknowns)} unknowns`,
    ].join(' · ');
    $('scene-name').textContent = scene.name;
    document.title = `${scene.name} – Sinew`;
  }

  /** Events tell of changes that another window made. */
  event({ text }) {
    $('reading').textContent = text;
  }
}

/**
 * @file The gallery: every shipped scene as a card with picture, size and expected cost; by folder, with a search.
 */
import { $, make } from './dom.js';

/** @typedef {{name:string, folder:string, summary:string, vertices:number, elements:number, unknowns:number, ms_per_step:number|null, dt:number, duration:number}} Entry */

const count = (n) => (n >= 1e4 ? `${Number((n / 1e3).toPrecision(3))}k` : String(n));

/** How simulated time runs against the clock. @param {Entry} scene */
export function pace(scene) {
  if (!scene.ms_per_step || !scene.dt) return null;
  const rate = (1000 * scene.dt) / scene.ms_per_step;
  const grade = rate >= 1 ? 'quick' : rate >= 0.1 ? 'fair' : 'slow';
  const text = rate >= 1 ? 'real time' : `${Number((1 / rate).toPrecision(2))}× slower`;
  return { grade, text };
}

export class Gallery {
  /** @param {(name:string)=>void} load */
  constructor(load) {
    this.load = load;
    this.dialog = $('gallery');
    this.current = null;
    $('search').addEventListener('input', () => this.filter());
    $('search').addEventListener('keydown', (e) => {
      if (e.key === 'Enter') this.dialog.querySelector('.card:not([hidden])')?.click();
    });
    $('gallery-close').addEventListener('click', () => this.dialog.close());
    this.dialog.addEventListener('click', (e) => {
      if (e.target === this.dialog) this.dialog.close();
    });
  }

  /** @param {Entry[]} scenes @param {{name:string, kind:string}|null} start */
  setScenes(scenes, start) {
    const folders = new Map();
    for (const scene of scenes) folders.set(scene.folder, [...(folders.get(scene.folder) ?? []), scene]);
    const sections = [...folders].map(([folder, list]) => make('section', { 'aria-label': folder },
      make('h3', {}, folder, make('small', {}, String(list.length))), make('div', { class: 'cards' }, ...list.map((scene) => this.card(scene)))));
    const shipped = start && scenes.some((scene) => scene.name === start.name);
    if (start && !shipped) {
      const back = make('button', { type: 'button', class: 'wide', onclick: () => this.choose('start') }, `Back to the ${start.kind} this was started with: ${start.name}`);
      sections.unshift(back);
    }
    $('shelves').replaceChildren(...sections);
    this.filter();
  }

  /** @param {Entry} scene */
  card(scene) {
    const cost = pace(scene);
    const picture = make('img', { loading: 'lazy', decoding: 'async', alt: '', width: 240, height: 135, src: `/pictures/${encodeURIComponent(scene.name)}.png` });
    picture.addEventListener('error', () => picture.classList.add('missing'));
    return make('button', {
      type: 'button', class: 'card', 'data-scene': scene.name, 'data-text': `${scene.name} ${scene.folder} ${scene.summary}`.toLowerCase(),
      onclick: () => this.choose(scene.name),
    }, picture, make('b', {}, scene.name), make('span', { class: 'summary' }, scene.summary),
    make('span', { class: 'facts' },
      scene.vertices && make('span', { title: `${scene.vertices} vertices, ${scene.elements} elements, ${scene.unknowns} unknowns` }, `${count(scene.vertices)} vertices · ${count(scene.elements)} elements`),
      cost && make('span', { class: `pace ${cost.grade}`, title: `${scene.ms_per_step} ms a step of ${scene.dt} s` }, cost.text)));
  }

  choose(name) {
    this.dialog.close();
    this.load(name);
  }

  /** All words of the search must occur. */
  filter() {
    const words = $('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const section of $('shelves').querySelectorAll('section')) {
      let here = 0;
      for (const card of section.querySelectorAll('.card')) {
        card.hidden = !words.every((word) => card.dataset.text.includes(word));
        here += card.hidden ? 0 : 1;
      }
      section.hidden = here === 0;
      shown += here;
    }
    $('nothing').hidden = shown > 0;
  }

  /** @param {string|undefined} current name of the scene that is shown */
  open(current) {
    for (const card of this.dialog.querySelectorAll('.card')) card.setAttribute('aria-current', String(card.dataset.scene === current));
    if (!this.dialog.open) this.dialog.showModal();
    $('search').select();
  }

  toggle(current) {
    if (this.dialog.open) this.dialog.close();
    else this.open(current);
  }
}

/**
 * @file The tools on the picture: what is coloured, how bodies are drawn, what the camera and the hand do.
 */
import { COLOURS } from '../net/wire.js';
import { $ } from './dom.js';

const TOGGLES = ['wireframe', 'flat', 'springs', 'tubes', 'follow'];

export class Tools {
  /** @param {import('../view/stage.js').Stage} stage @param {(word:string, fields?:object)=>void} say */
  constructor(stage, say) {
    this.stage = stage;
    this.say = say;
    this.colour = 'none';
    this.locked = false;
    for (const name of TOGGLES) $(name).addEventListener('click', () => this.toggle(name));
    $('frame-view').addEventListener('click', () => stage.frame());
    $('lock').addEventListener('click', () => this.toggleLock());
    for (const button of $('colours').children) button.addEventListener('click', () => this.setColour(button.dataset.by));
    this.mark();
  }

  toggle(name) {
    this.stage.show({ [name]: !this.stage.how[name] });
    this.mark();
  }

  toggleLock() {
    this.locked = !this.locked;
    this.mark();
  }

  setColour(by) {
    this.colour = by;
    this.say('colour', { by });
    this.mark();
  }

  nextColour() {
    this.setColour(COLOURS[(COLOURS.indexOf(this.colour) + 1) % COLOURS.length]);
  }

  /** The server's word on the colour, which another window may have changed. */
  showColour(by) {
    this.colour = by;
    this.mark();
  }

  mark() {
    for (const name of TOGGLES) $(name).setAttribute('aria-pressed', String(this.stage.how[name]));
    $('lock').setAttribute('aria-pressed', String(this.locked));
    for (const button of $('colours').children) button.setAttribute('aria-pressed', String(button.dataset.by === this.colour));
  }

  /** Tools that have nothing to act on step aside. @param {object} scene */
  suit(scene) {
    const lines = scene.bodies.some((body) => body.lines[1] > 0);
    const surface = scene.bodies.some((body) => body.triangles[1] > 0);
    $('wireframe').hidden = $('flat').hidden = !surface;
    $('springs').hidden = !(lines && surface);
    $('tubes').hidden = !lines;
    $('lock').hidden = scene.kind !== 'live';
    this.mark();
  }
}

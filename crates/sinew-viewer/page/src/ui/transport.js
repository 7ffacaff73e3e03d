/**
 * @file Play, pause, step, restart, scrub, speed; the time, the rate that is reached, pictures a second.
 */
import { $, make } from './dom.js';

const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 100, 0];

export class Transport {
  /** @param {(word:string, fields?:object)=>void} say */
  constructor(say) {
    this.say = say;
    this.status = { playing: false, speed: 1, frame: 0, frames: 0, live: true, behind: 0, colour: 'none', grabbed: false };
    this.scrubbing = false;
    this.digits = 3;
    $('play').addEventListener('click', () => this.toggle());
    $('step').addEventListener('click', () => say('step'));
    $('restart').addEventListener('click', () => say('restart'));
    $('speed').append(...SPEEDS.map((s) => make('option', { value: String(s) }, s === 0 ? 'max' : `${s}×`)));
    $('speed').addEventListener('change', (e) => say('speed', { factor: Number(e.target.value) }));
    const scrub = $('scrub');
    scrub.addEventListener('input', () => this.seekSoon(scrub.valueAsNumber));
    scrub.addEventListener('pointerdown', () => { this.scrubbing = true; });
    addEventListener('pointerup', () => { this.scrubbing = false; });
    this.count = 0;
    this.since = performance.now();
    setInterval(() => this.rate(), 500);
  }

  /** The clock shows what a step changes. @param {{dt:number, kind:string}} scene */
  setScene({ dt, kind }) {
    this.digits = Math.min(Math.max(Math.ceil(-Math.log10(dt)), 3), 7);
    $('save').disabled = kind !== 'live';
  }

  toggle() {
    this.say(this.status.playing ? 'pause' : 'play');
  }

  /** Once a picture is often enough. */
  seekSoon(frame) {
    const waiting = this.wanted !== undefined;
    this.wanted = frame;
    if (waiting) return;
    requestAnimationFrame(() => {
      this.say('seek', { frame: this.wanted });
      this.wanted = undefined;
    });
  }

  /** @param {number} by frames */
  nudge(by) {
    const { frame, frames } = this.status;
    if (frames > 0) this.seekSoon(Math.min(Math.max(frame + by, 0), frames - 1));
  }

  update(status) {
    Object.assign(this.status, status);
    const { playing, speed, frame, frames, live, behind } = this.status;
    $('play').setAttribute('aria-label', playing ? 'Pause' : 'Play');
    document.body.classList.toggle('playing', playing);
    const scrub = $('scrub');
    scrub.max = String(Math.max(frames - 1, 0));
    scrub.disabled = frames < 2;
    if (!this.scrubbing) scrub.value = String(frame);
    scrub.style.setProperty('--done', `${frames > 1 ? (100 * frame) / (frames - 1) : 0}%`);
    $('frame').textContent = frames > 0 ? `${frame + 1}/${frames}` : '';
    if (document.activeElement !== $('speed')) this.showSpeed(speed);
    $('mode').textContent = live ? 'live' : 'playback';
    $('factor').textContent = playing && Number.isFinite(behind) ? `${Number(behind.toPrecision(2))}×` : '–';
  }

  showSpeed(speed) {
    const select = $('speed');
    if (!SPEEDS.includes(speed) && ![...select.options].some((o) => Number(o.value) === speed)) {
      select.append(make('option', { value: String(speed) }, `${speed}×`));
    }
    select.value = String(speed);
  }

  /** Next slower or faster speed; `max` is the last. */
  shift(by) {
    const at = SPEEDS.indexOf(this.status.speed);
    const next = SPEEDS[Math.min(Math.max((at < 0 ? 6 : at) + by, 0), SPEEDS.length - 1)];
    this.say('speed', { factor: next });
  }

  /** A picture was drawn. @param {number} time */
  drawn(time) {
    this.count++;
    const text = time.toFixed(this.digits);
    if ($('time').textContent !== text) $('time').textContent = text;
  }

  rate() {
    const now = performance.now();
    const fps = (1000 * this.count) / (now - this.since);
    $('fps').textContent = fps < 0.5 ? '–' : fps.toFixed(0);
    this.count = 0;
    this.since = now;
  }
}

/**
 * @file How many pixels a picture gets: fewer where the machine draws slowly, so that motion stays fluent, and all of them
 * again when things stand still.
 */

// Milliseconds between pictures: slower than the first and pixels go, faster than the second and they come back.
const SLOW = 34;
const FAST = 20;
// A longer pause is no slow picture: nothing was there to draw.
const PAUSE = 250;
const LEAST = 0.35;
const OVER = 8;

/** Whether pictures are drawn without a graphics card; then smooth edges cost more than everything else. */
export function drawnInSoftware() {
  const gl = document.createElement('canvas').getContext('webgl2');
  const told = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = told ? String(gl.getParameter(told.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

export class Sharpness {
  constructor() {
    this.share = 1;
    this.reset();
  }

  reset() {
    this.last = 0;
    this.sum = 0;
    this.count = 0;
  }

  /** A picture was drawn. @param {number} now ms @returns {boolean} whether the share of the pixels changed */
  offer(now) {
    const gap = now - this.last;
    const going = this.last > 0 && gap < PAUSE;
    this.last = now;
    if (!going) {
      this.sum = this.count = 0;
      return false;
    }
    this.sum += gap;
    if (++this.count < OVER) return false;
    const mean = this.sum / this.count;
    this.sum = this.count = 0;
    const before = this.share;
    if (mean > SLOW) this.share = Math.max(LEAST, 0.8 * this.share);
    if (mean < FAST) this.share = Math.min(1, 1.1 * this.share);
    return this.share !== before;
  }
}

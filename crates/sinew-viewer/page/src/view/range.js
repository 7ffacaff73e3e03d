/**
 * @file The range of the colour map: common to both panes, grows at once and shrinks slowly, so that colours do not
 * flicker with every frame; can be locked. A range that reaches below zero is made symmetric.
 */

const SHRINK = 0.03;

export class RangeHold {
  constructor() {
    this.reset();
  }

  reset() {
    this.by = 'none';
    this.low = 0;
    this.high = 0;
    this.locked = false;
  }

  get on() {
    return this.by !== 'none';
  }

  /** @param {{colour:string, low:number, high:number}[]} panes as they are after the newest frames */
  offer(panes) {
    const by = panes[0]?.colour ?? 'none';
    const first = by !== this.by;
    if (first) {
      this.reset();
      this.by = by;
    }
    if (!this.on || this.locked) return;
    let low = 0;
    let high = 0;
    for (const pane of panes) {
      if (pane?.colour !== by || !Number.isFinite(pane.low) || !Number.isFinite(pane.high)) continue;
      low = Math.min(low, pane.low);
      high = Math.max(high, pane.high);
    }
    // Amounts start at zero; signed values have zero in the middle.
    const signed = low < 0;
    high = Math.max(high, -low);
    this.high = first || high > this.high ? high : this.high + SHRINK * (high - this.high);
    this.low = signed || this.low < 0 ? -this.high : 0;
  }
}

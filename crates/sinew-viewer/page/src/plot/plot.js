/**
 * @file One plot on a 2D canvas: several quantities over time, left and right axis, solid for the first pane and dashed
 * for the second, marks for events, a cursor that reads values. Draws at most two points a pixel column and line.
 */
import { tickLabels, ticks } from './axis.js';

const MARGIN = { left: 46, right: 10, top: 8, bottom: 18 };

/** @typedef {{key:string, label:string, axis?:'left'|'right', shown:boolean, colour?:string}} Line */

export class Plot {
  /** @param {HTMLCanvasElement} canvas @param {Line[]} lines */
  constructor(canvas, lines) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.lines = lines;
    this.twoAxes = lines.some((line) => line.axis === 'right');
    this.area = { x: 0, y: 0, width: 1, height: 1 };
    this.times = [0, 1];
  }

  fit() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = Math.min(devicePixelRatio, 2);
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== w || this.canvas.height !== h) [this.canvas.width, this.canvas.height] = [w, h];
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const right = this.twoAxes ? 40 : MARGIN.right;
    this.area = { x: MARGIN.left, y: MARGIN.top, width: width - MARGIN.left - right, height: height - MARGIN.top - MARGIN.bottom };
    this.context.clearRect(0, 0, width, height);
    return this.area.width > 20 && this.area.height > 20;
  }

  /** @param {number} time */
  toX(time) {
    return this.area.x + ((time - this.times[0]) / (this.times[1] - this.times[0])) * this.area.width;
  }

  /** @param {number} x pixels from the left of the canvas */
  toTime(x) {
    return this.times[0] + ((x - this.area.x) / this.area.width) * (this.times[1] - this.times[0]);
  }

  /** Values of the shown lines of one axis. @param {import('./series.js').Series[]} series */
  bounds(series, axis) {
    let [low, high] = [0, 0];
    for (const { columns, length } of series) {
      for (const line of this.lines) {
        if (!line.shown || (line.axis ?? 'left') !== axis) continue;
        const column = columns[line.key];
        for (let k = 0; k < length; k++) {
          if (column[k] < low) low = column[k];
          else if (column[k] > high) high = column[k];
        }
      }
    }
    if (!(high - low > 1e-300) || !Number.isFinite(high - low)) return [low, low + 1];
    const room = 0.06 * (high - low);
    return [low < 0 ? low - room : 0, high > 0 ? high + room : 0];
  }

  /**
   * @param {import('./series.js').Series[]} series one a pane @param {{time:number}[]} events
   * @param {{now:number|null, hover:number|null}} cursor @param {{ink:string, faint:string, grid:string, mark:string}} theme
   */
  draw(series, events, cursor, theme) {
    if (!this.fit()) return;
    let [first, last] = [Infinity, -Infinity];
    for (const { columns, length } of series) {
      if (length === 0) continue;
      first = Math.min(first, columns.time[0]);
      last = Math.max(last, columns.time[length - 1]);
    }
    this.times = last > first ? [first, last] : [first < Infinity ? first : 0, (first < Infinity ? first : 0) + 1];
    this.frame(series, theme);
    const { context: c, area } = this;
    c.save();
    c.beginPath();
    c.rect(area.x, area.y - 2, area.width, area.height + 4);
    c.clip();
    for (const { time } of events) this.rule(time, theme.mark, [2, 3]);
    series.forEach((one, pane) => {
      c.setLineDash(pane === 0 ? [] : [5, 3]);
      for (const line of this.lines) if (line.shown) this.curve(one, line);
    });
    c.setLineDash([]);
    if (cursor.now !== null && cursor.now < last - 0.005 * (last - first)) this.rule(cursor.now, theme.faint, []);
    if (cursor.hover !== null) this.readings(series, cursor.hover, theme);
    c.restore();
  }

  /** Axes, grid and numbers. */
  frame(series, theme) {
    const { context: c, area } = this;
    c.font = '10px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';
    c.lineWidth = 1;
    this.axes = { left: this.bounds(series, 'left'), right: this.twoAxes ? this.bounds(series, 'right') : [0, 1] };
    const rows = Math.max(3, Math.floor(area.height / 26));
    for (const side of this.twoAxes ? ['left', 'right'] : ['left']) {
      const at = ticks(...this.axes[side], rows);
      const labels = tickLabels(at);
      c.textAlign = side === 'left' ? 'right' : 'left';
      c.textBaseline = 'middle';
      at.forEach((value, k) => {
        const y = Math.round(this.toY(value, side)) + 0.5;
        c.strokeStyle = value === 0 ? theme.faint : theme.grid;
        if (side === 'left') this.stroke(area.x, y, area.x + area.width, y);
        c.fillStyle = theme.ink;
        c.fillText(labels[k], side === 'left' ? area.x - 6 : area.x + area.width + 6, y);
      });
    }
    const at = ticks(...this.times, Math.max(2, Math.floor(area.width / 55)));
    const labels = tickLabels(at);
    c.textBaseline = 'top';
    at.forEach((time, k) => {
      const x = Math.round(this.toX(time)) + 0.5;
      c.strokeStyle = theme.grid;
      this.stroke(x, area.y, x, area.y + area.height);
      c.fillStyle = theme.ink;
      c.textAlign = x > area.x + area.width - 14 ? 'right' : 'center';
      c.fillText(k === at.length - 1 ? `${labels[k]} s` : labels[k], x, area.y + area.height + 5);
    });
  }

  toY(value, axis) {
    const [low, high] = this.axes[axis];
    return this.area.y + this.area.height * (1 - (value - low) / (high - low));
  }

  stroke(x0, y0, x1, y1) {
    this.context.beginPath();
    this.context.moveTo(x0, y0);
    this.context.lineTo(x1, y1);
    this.context.stroke();
  }

  rule(time, colour, dash) {
    this.context.strokeStyle = colour;
    this.context.lineWidth = 1;
    this.context.setLineDash(dash);
    const x = Math.round(this.toX(time)) + 0.5;
    this.stroke(x, this.area.y, x, this.area.y + this.area.height);
  }

  /** Lowest and highest value of every pixel column, joined. */
  curve({ columns, length }, line) {
    const { context: c } = this;
    const [time, value] = [columns.time, columns[line.key]];
    const axis = line.axis ?? 'left';
    c.strokeStyle = line.colour;
    c.lineWidth = line.key === 'total' ? 2 : 1.4;
    c.lineJoin = 'round';
    c.beginPath();
    for (let k = 0; k < length;) {
      const pixel = Math.floor(this.toX(time[k]));
      let [low, high, at] = [k, k, k + 1];
      for (; at < length && this.toX(time[at]) < pixel + 1; at++) {
        if (value[at] < value[low]) low = at;
        if (value[at] > value[high]) high = at;
      }
      this.to(time, value, Math.min(low, high), axis, k === 0);
      if (low !== high) this.to(time, value, Math.max(low, high), axis, false);
      k = at;
    }
    c.stroke();
  }

  to(time, value, k, axis, move) {
    const x = this.toX(time[k]);
    const y = this.toY(value[k], axis);
    if (move) this.context.moveTo(x, y);
    else this.context.lineTo(x, y);
  }

  readings(series, hover, theme) {
    this.rule(hover, theme.ink, []);
    for (const one of series) {
      const k = one.nearest(hover);
      if (k < 0) continue;
      for (const line of this.lines) {
        if (!line.shown) continue;
        this.context.fillStyle = line.colour;
        this.context.beginPath();
        this.context.arc(this.toX(one.columns.time[k]), this.toY(one.columns[line.key][k], line.axis ?? 'left'), 2.6, 0, 7);
        this.context.fill();
      }
    }
  }
}

/**
 * @file The numbers behind the plots: one row a step, in columns of fixed length. When they are full, every second row
 * of the older half goes, so a run of any length fits and the recent past stays whole.
 */

/** Columns of a `records` row, in the order of the protocol. */
const ROW = ['step', 'time', 'kinetic', 'elastic', 'external', 'contact', 'total', 'dissipated', 'injected', 'numerical',
  'px', 'py', 'pz', 'lx', 'ly', 'lz', 'ms', 'iterations', 'factorizations', 'solves'];
const DIRECT = ['step', 'time', 'kinetic', 'elastic', 'external', 'contact', 'total', 'numerical', 'ms', 'iterations', 'factorizations', 'solves'];
const AT = Object.fromEntries(ROW.map((name, k) => [name, k]));

export class Series {
  constructor(capacity = 4096) {
    this.capacity = capacity;
    this.length = 0;
    /** @type {Record<string, Float64Array>} */
    this.columns = {};
    for (const name of [...DIRECT, 'balance', 'momentum', 'spin']) this.columns[name] = new Float64Array(capacity);
  }

  clear() {
    this.length = 0;
  }

  /** @param {number[]} row */
  push(row) {
    const { columns } = this;
    // After a step back in time the old future is gone.
    while (this.length > 0 && columns.time[this.length - 1] >= row[AT.time]) this.length--;
    if (this.length === this.capacity) this.thin();
    const k = this.length++;
    for (const name of DIRECT) columns[name][k] = row[AT[name]];
    columns.balance[k] = row[AT.injected] - row[AT.dissipated];
    columns.momentum[k] = Math.hypot(row[AT.px], row[AT.py], row[AT.pz]);
    columns.spin[k] = Math.hypot(row[AT.lx], row[AT.ly], row[AT.lz]);
  }

  thin() {
    const half = this.capacity >> 1;
    for (const column of Object.values(this.columns)) {
      for (let k = 0; k < half >> 1; k++) column[k] = column[2 * k];
      column.copyWithin(half >> 1, half, this.length);
    }
    this.length -= half - (half >> 1);
  }

  /** Row nearest in time, or -1. @param {number} time */
  nearest(time) {
    if (this.length === 0) return -1;
    const { time: t } = this.columns;
    let low = 0;
    let high = this.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (t[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low > 0 && time - t[low - 1] < t[low] - time ? low - 1 : low;
  }
}

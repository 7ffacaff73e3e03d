/**
 * @file The edge between picture and plots: dragged, or moved with the arrow keys.
 */
import { $ } from './dom.js';

const LEAST = 120;

export function startDivider() {
  const divider = $('divider');
  const set = (height) => {
    const most = 0.7 * innerHeight;
    $('plots').style.height = `${Math.round(Math.min(Math.max(height, LEAST), most))}px`;
  };
  divider.addEventListener('pointerdown', (e) => divider.setPointerCapture(e.pointerId));
  divider.addEventListener('pointermove', (e) => {
    if (divider.hasPointerCapture(e.pointerId)) set($('plots').getBoundingClientRect().bottom - e.clientY);
  });
  divider.addEventListener('dblclick', () => { $('plots').style.height = ''; });
  divider.addEventListener('keydown', (e) => {
    const by = { ArrowUp: 20, ArrowDown: -20 }[e.key];
    if (!by) return;
    e.preventDefault();
    e.stopPropagation();
    set($('plots').clientHeight + by);
  });
}

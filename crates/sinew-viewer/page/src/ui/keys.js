/**
 * @file The keyboard: one table for what keys do and for the help that tells it.
 */
import { $, make } from './dom.js';

/** @typedef {[keys:string[], text:string, act:(e:KeyboardEvent)=>void]} Binding */

/** @param {Binding[]} table */
export function startKeys(table) {
  const acts = new Map(table.flatMap(([keys, , act]) => keys.map((key) => [key, act])));
  addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const target = /** @type {HTMLElement} */ (e.target);
    const typing = target.matches('input:not([type=range]), select, textarea');
    const dialog = document.querySelector('dialog[open]');
    const act = acts.get(e.key.length === 1 ? e.key.toLowerCase() : e.key);
    if (!act || typing || (dialog && !['?', 'g'].includes(e.key))) return;
    // A slider keeps its arrows, a focused button its space bar.
    if (target.matches('input[type=range]') && (e.key.startsWith('Arrow') || e.key === ' ')) return;
    if (target.matches('button') && e.key === ' ') return;
    e.preventDefault();
    act(e);
  });
  // A button clicked with the mouse gives the keyboard back to the picture.
  addEventListener('click', (e) => {
    const button = /** @type {HTMLElement} */ (e.target).closest?.('button');
    if (e.detail > 0 && button && !button.closest('dialog')) button.blur();
  });
  const symbol = { ' ': 'space', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'esc' };
  $('keys').append(...table.filter(([, text]) => text).map(([keys, text]) => make('div', {},
    make('dt', {}, ...keys.map((key) => make('kbd', {}, symbol[key] ?? key))), make('dd', {}, text))));
  $('help-close').addEventListener('click', () => $('help').close());
  $('help').addEventListener('click', (e) => {
    if (e.target === $('help')) $('help').close();
  });
}

/**
 * @file One sentence that comes and goes (`toast`), and one that stays while it is true (`banner`).
 */
import { $, make } from './dom.js';

const LASTS = 6000;

/** @param {string} text @param {'fault'|'note'} kind */
export function toast(text, kind = 'note') {
  const box = $('toasts');
  // The same sentence again only renews the one that is there.
  for (const old of [...box.children]) if (old.firstChild.textContent === text) old.remove();
  while (box.children.length > 3) box.firstChild.remove();
  const close = make('button', { type: 'button', class: 'plain', 'aria-label': 'Dismiss', onclick: () => note.remove() }, '×');
  const note = make('div', { class: `toast ${kind}` }, make('span', {}, text), close);
  box.append(note);
  setTimeout(() => note.remove(), LASTS);
}

/** @param {string|null} text */
export function banner(text) {
  $('banner').hidden = text === null;
  $('banner').textContent = text ?? '';
}

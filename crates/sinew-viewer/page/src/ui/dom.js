/**
 * @file Two short words for the document: find by id, make an element.
 */

/** @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);

/**
 * @param {string} tag @param {Record<string, any>} props `on…` are listeners, `class`, `aria-…` and `data-…` attributes,
 * everything else properties @param {...(Node|string|null|0|undefined)} children
 * @returns {any}
 */
export function make(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'class' || key.includes('-')) element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children.filter((child) => child));
  return element;
}

/** An icon from the sheet in index.html. @param {string} name */
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `#i-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  svg.append(use);
  return svg;
}

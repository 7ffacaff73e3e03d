/**
 * @file Light or dark: what the system says, until the button says otherwise. Hands the colours of style.css to the canvases.
 */
import * as THREE from 'three';
import { $ } from './dom.js';

const KEY = 'sinew-theme';

/** @param {(css:(name:string)=>string, paint:object)=>void} changed @returns {() => void} toggles */
export function startTheme(changed) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen = remembered();
  const apply = () => {
    const theme = chosen ?? (system.matches ? 'dark' : 'light');
    document.documentElement.dataset.theme = theme;
    $('theme').setAttribute('aria-label', theme === 'dark' ? 'Light colours' : 'Dark colours');
    const style = getComputedStyle(document.documentElement);
    const css = (name) => style.getPropertyValue(name).trim();
    changed(css, paint(css));
  };
  system.addEventListener('change', apply);
  apply();
  return () => {
    chosen = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem(KEY, chosen);
    } catch { /* private windows may keep nothing */ }
    apply();
  };
}

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function paint(css) {
  const colour = (name) => new THREE.Color(css(name));
  return {
    bodies: [0, 1, 2, 3, 4].map((k) => colour(`--body-${k}`)),
    wire: colour('--wire'), pin: colour('--pin'), grid: colour('--floor'), hand: colour('--accent'),
    shadow: Number(css('--shadow')), obstacle: colour('--obstacle'), below: colour('--below'),
  };
}

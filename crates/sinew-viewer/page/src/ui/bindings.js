/**
 * @file What each key does. Rows: keys, the sentence in the help (empty: not told), the act.
 */
import { $ } from './dom.js';

const TURN = 0.09;
const SHIFT = 0.05;

/** @param {object} app @returns {import('./keys.js').Binding[]} */
export function bindings({ stage, transport, tools, gallery, pointer, toggleTheme, say }) {
  const { camera } = stage;
  const arrow = (x, y) => (e) => (e.shiftKey ? camera.pan(x * SHIFT, y * SHIFT) : camera.orbit(x * TURN, y * TURN));
  return [
    [[' '], 'play or pause', () => transport.toggle()],
    [['.'], 'one step', () => say('step')],
    [['r'], 'restart', () => say('restart')],
    [['['], 'one frame back', () => transport.nudge(-1)],
    [[']'], 'one frame on', () => transport.nudge(1)],
    [[','], 'slower', () => transport.shift(-1)],
    [[';'], 'faster', () => transport.shift(1)],
    [['c'], 'next colour', () => tools.nextColour()],
    [['0', '1', '2', '3', '4'], 'colour by nothing, speed, strain, stress, energy', (e) => tools.setColour(['none', 'speed', 'strain', 'stress', 'energy'][Number(e.key)])],
    [['w'], 'wireframe', () => tools.toggle('wireframe')],
    [['n'], 'flat shading', () => tools.toggle('flat')],
    [['s'], 'springs inside surfaces', () => tools.toggle('springs')],
    [['t'], 'springs as tubes or lines', () => tools.toggle('tubes')],
    [['f'], 'frame: fit the view', () => stage.frame()],
    [['o'], 'follow the centre', () => tools.toggle('follow')],
    [['l'], 'lock the hand: dragging only orbits', () => tools.toggleLock()],
    [['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], 'orbit, with shift: pan', (e) => {
      const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
      arrow(x, y)(e);
    }],
    [['+', '-'], 'nearer, farther', (e) => camera.zoom(e.key === '+' ? 0.9 : 1.1)],
    [['='], '', () => camera.zoom(0.9)],
    [['g'], 'gallery', () => gallery.toggle(stage.scenes[0]?.name)],
    [['d'], 'dark or light', () => toggleTheme()],
    [['p'], 'plots', () => $('toggle-plots').click()],
    [['Escape'], 'let go', () => pointer.letGo()],
    [['?'], 'this help', () => ($('help').open ? $('help').close() : $('help').showModal())],
  ];
}

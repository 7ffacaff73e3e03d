/**
 * @file Mouse, finger and pen over the picture. On a body: take hold of the nearest vertex and pull it in the plane that
 * faces the camera. Beside it: orbit; right or middle button, or shift: pan; wheel or two fingers: zoom.
 */
import * as THREE from 'three';
import { pickLine, pickTriangle } from './pick.js';

// Milliseconds between two words about the same drag.
const MOST_OFTEN = 12;
const REACH = { mouse: 9, pen: 12, touch: 22 };

export class Pointer {
  /**
   * @param {import('./stage.js').Stage} stage
   * @param {{grab:Function, drag:Function, release:Function, mayGrab:()=>boolean}} on
   */
  constructor(stage, on) {
    this.stage = stage;
    this.on = on;
    this.down = new Map();
    this.held = null;
    this.plane = new THREE.Plane();
    this.ray = new THREE.Raycaster();
    this.clip = new THREE.Matrix4();
    this.point = new THREE.Vector3();
    this.pending = false;
    this.told = 0;
    const { canvas } = stage;
    canvas.addEventListener('pointerdown', (e) => this.press(e));
    // The focus ring is for the keyboard: a mouse takes the focus from elsewhere, but does not put it here.
    canvas.addEventListener('mousedown', (e) => {
      e.preventDefault();
      document.activeElement?.blur();
    });
    canvas.addEventListener('pointermove', (e) => this.move(e));
    canvas.addEventListener('pointerup', (e) => this.lift(e));
    canvas.addEventListener('pointercancel', (e) => this.lift(e));
    canvas.addEventListener('contextmenu', (e) => e.preventDefault());
    canvas.addEventListener('wheel', (e) => this.wheel(e), { passive: false });
    canvas.addEventListener('dblclick', () => stage.frame());
  }

  /** Pane under the pointer and place in it. */
  locate(e) {
    const { stage } = this;
    const box = stage.canvas.getBoundingClientRect();
    const width = stage.width / Math.max(stage.panes.length, 1);
    const x = e.clientX - box.left;
    const pane = Math.min(Math.max(Math.floor(x / width), 0), Math.max(stage.panes.length - 1, 0));
    return { pane, x: x - pane * width, y: e.clientY - box.top, width, height: stage.height };
  }

  aim(at) {
    const ndc = new THREE.Vector2((2 * at.x) / at.width - 1, 1 - (2 * at.y) / at.height);
    this.ray.setFromCamera(ndc, this.stage.camera.lens);
    return this.ray.ray;
  }

  /** @returns {{pane:number, vertex:number}|null} */
  pick(e) {
    const at = this.locate(e);
    const pane = this.stage.panes[at.pane];
    if (!pane) return null;
    const { origin, direction } = this.aim(at);
    const { lens } = this.stage.camera;
    const { array } = pane.vertices.position;
    this.clip.multiplyMatrices(lens.projectionMatrix, lens.matrixWorldInverse);
    const [from, along] = [origin.toArray(), direction.toArray()];
    let best = null;
    for (const body of pane.bodies) {
      if (body.solid) {
        const hit = pickTriangle(array, body.triangles, from, along);
        if (hit && (!best || hit.distance < best.distance)) best = hit;
      } else if (body.lines.length > 0) {
        const hit = pickLine(array, body.lines, this.clip.elements, at.width, at.height, at.x, at.y, REACH[e.pointerType] ?? 9);
        if (hit && (!best || hit.depth < best.distance)) best = { vertex: hit.vertex, distance: hit.depth };
      }
    }
    return best && { pane: at.pane, vertex: best.vertex };
  }

  press(e) {
    const { canvas } = this.stage;
    canvas.setPointerCapture(e.pointerId);
    this.down.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (this.down.size > 1) return this.letGo();
    const hit = e.button === 0 && !e.shiftKey && this.on.mayGrab() ? this.pick(e) : null;
    if (!hit) return;
    const x = this.stage.panes[hit.pane].vertices.position.array;
    this.point.fromArray(x, 3 * hit.vertex);
    this.plane.setFromNormalAndCoplanarPoint(this.stage.camera.lens.getWorldDirection(new THREE.Vector3()), this.point);
    this.held = { ...hit, id: e.pointerId };
    const { hand } = this.stage.panes[hit.pane];
    hand.hold(hit.vertex, this.point);
    hand.follow(x);
    canvas.dataset.hand = 'closed';
    this.on.grab(hit.pane, hit.vertex, this.point.toArray());
    this.stage.invalidate();
  }

  move(e) {
    const before = this.down.get(e.pointerId);
    if (!before) return this.hover(e);
    if (this.held) {
      if (e.pointerId === this.held.id) this.pull(e);
      return;
    }
    const dx = e.clientX - before.x;
    const dy = e.clientY - before.y;
    const { camera, height } = this.stage;
    if (this.down.size === 1) {
      if (e.shiftKey || (e.buttons & 6) !== 0) camera.pan(dx / height, dy / height);
      else camera.orbit((dx / height) * 3.5, (dy / height) * 3.5);
    } else {
      const other = [...this.down].find(([id]) => id !== e.pointerId)[1];
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(e.clientX - other.x, e.clientY - other.y);
      if (was > 0 && is > 0) camera.zoom(was / is);
      camera.pan((0.5 * dx) / height, (0.5 * dy) / height);
    }
    before.x = e.clientX;
    before.y = e.clientY;
  }

  /** Moves the hand; tells the server once a picture, however often the mouse reports. */
  pull(e) {
    if (!this.aim(this.locate(e)).intersectPlane(this.plane, this.point)) return;
    const pane = this.stage.panes[this.held.pane];
    pane?.hand.move(this.point);
    this.stage.invalidate();
    if (this.pending) return;
    this.pending = true;
    const tell = (now) => {
      // A fast screen draws more often than a step can follow, and the server counts messages.
      if (now - this.told < MOST_OFTEN && this.held) return requestAnimationFrame(tell);
      this.pending = false;
      this.told = now;
      return this.held && this.on.drag(this.point.toArray());
    };
    requestAnimationFrame(tell);
  }

  hover(e) {
    if (e.pointerType !== 'mouse' || this.looking) return;
    this.looking = true;
    requestAnimationFrame(() => {
      this.looking = false;
      if (this.down.size > 0) return;
      this.stage.canvas.dataset.hand = this.on.mayGrab() && this.pick(e) ? 'open' : '';
    });
  }

  lift(e) {
    this.down.delete(e.pointerId);
    if (this.held?.id === e.pointerId) this.letGo();
  }

  letGo() {
    if (!this.held) return;
    this.stage.panes[this.held.pane]?.hand.release();
    this.held = null;
    this.stage.canvas.dataset.hand = '';
    this.on.release();
    this.stage.invalidate();
  }

  wheel(e) {
    e.preventDefault();
    const pixels = e.deltaY * (e.deltaMode === 1 ? 16 : 1);
    const at = this.locate(e);
    const [x, y] = [(at.x - 0.5 * at.width) / at.height, at.y / at.height - 0.5];
    this.stage.camera.zoom(Math.exp(Math.min(Math.max(pixels, -200), 200) * 0.0014), x, y);
  }
}

/**
 * @file The picture: one canvas, one or two panes side by side under one camera. Draws only when something changed,
 * takes the newest frame of each pane, and tells afterwards up to which frame all were seen.
 */
import * as THREE from 'three';
import { Camera } from './camera.js';
import { Colouring } from './materials.js';
import { Pane } from './pane.js';
import { RangeHold } from './range.js';
import { Sharpness, drawnInSoftware } from './sharpness.js';

/** Null where the browser has no WebGL: plots, numbers and controls work all the same. */
function renderer(canvas) {
  try {
    const made = new THREE.WebGLRenderer({ canvas, antialias: !drawnInSoftware(), alpha: true, stencil: true, powerPreference: 'high-performance' });
    made.setClearColor(0, 0);
    made.autoClear = false;
    return made;
  } catch {
    return null;
  }
}

// Milliseconds without a picture after which things stand still.
const CALM = 400;
// Above this, tubes cost more than they show.
const MANY_LINES = 5000;

export class Stage {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {{seen:(serial:number)=>void, drawn:()=>void}} on
   */
  constructor(canvas, on) {
    this.canvas = canvas;
    this.on = on;
    this.renderer = renderer(canvas);
    canvas.addEventListener('webglcontextrestored', () => this.invalidate());
    this.camera = new Camera(() => this.invalidate());
    this.colouring = new Colouring();
    this.range = new RangeHold();
    this.sharpness = new Sharpness();
    this.still = false;
    this.calm = 0;
    this.how = { wireframe: false, flat: false, tubes: true, springs: false, follow: false };
    /** @type {Pane[]} */
    this.panes = [];
    this.scenes = [];
    this.fresh = [null, null];
    this.newest = null;
    this.paint = null;
    this.drawn = 0;
    this.asked = false;
    this.centre = new THREE.Vector3();
    this.last = new THREE.Vector3();
    this.draw = this.draw.bind(this);
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.resize();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
    this.renderer?.setPixelRatio((this.still ? 1 : this.sharpness.share) * Math.min(devicePixelRatio, 2));
    this.renderer?.setSize(this.width, this.height);
    this.invalidate();
  }

  get aspect() {
    return this.width / Math.max(this.panes.length, 1) / this.height;
  }

  invalidate() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(this.draw);
  }

  /** @param {object} scene the server's word; its topology follows */
  setScene(scene) {
    this.scenes[scene.pane] = scene;
    this.scenes.length = scene.panes;
    while (this.panes.length > scene.panes) this.panes.pop().dispose();
  }

  /** @param {import('../net/wire.js').Topology} topology */
  setTopology(topology) {
    const scene = this.scenes[topology.pane];
    if (!scene) return;
    const before = this.panes[topology.pane];
    const same = before && before.scene.name === scene.name && before.topology.vertices === topology.vertices;
    before?.dispose();
    const pane = new Pane(scene, topology, this.colouring, this.paint);
    // The same bodies again, with another material: they stay where they are until the next frame.
    if (same) pane.vertices.position.array.set(before.vertices.position.array);
    this.panes[topology.pane] = pane;
    this.fresh[topology.pane] = null;
    pane.show(this.how, this.paint);
    if (topology.pane === 0 && !same) {
      this.camera.setScene(scene.up, pane.size);
      // What moves needs more room than what stands.
      this.camera.frame(new THREE.Box3(...scene.box.map((corner) => new THREE.Vector3().fromArray(corner))), this.aspect, 1.6, true);
      this.range.reset();
      this.followed = false;
      this.how.tubes = topology.lines.length / 2 <= MANY_LINES;
      pane.show(this.how, this.paint);
    }
    this.invalidate();
  }

  /** Keeps the newest frame of a pane until the next picture. @param {import('../net/wire.js').Frame} frame */
  setFrame(frame) {
    this.fresh[frame.pane] = frame;
    if (this.still) {
      this.still = false;
      this.resize();
    }
    this.newest = frame.serial;
    this.invalidate();
  }

  /** @param {object} paint colours of the theme */
  setPaint(paint) {
    this.paint = paint;
    for (const pane of this.panes) pane?.show(this.how, paint);
    this.invalidate();
  }

  /** @param {Partial<Stage['how']>} change */
  show(change) {
    Object.assign(this.how, change);
    if (change.follow) this.followed = false;
    for (const pane of this.panes) {
      pane?.show(this.how, this.paint);
      for (const body of pane?.bodies ?? []) body.update();
    }
    this.invalidate();
  }

  /** Fits the camera to what is there now. */
  frame() {
    const box = new THREE.Box3();
    for (const pane of this.panes) pane?.extend(box);
    if (box.isEmpty()) return;
    this.camera.frame(box, this.aspect);
  }

  /** Takes the waiting frames into the panes. */
  take() {
    let moved = false;
    for (let k = 0; k < this.panes.length; k++) {
      const frame = this.fresh[k];
      if (!frame || !this.panes[k]) continue;
      this.panes[k].update(frame);
      this.fresh[k] = null;
      moved = true;
    }
    if (!moved) return;
    this.range.offer(this.panes);
    this.colouring.set(this.range.on, this.range.low, this.range.high);
    if (this.how.follow && this.panes[0]) this.followCentre();
  }

  followCentre() {
    this.panes[0].centre(this.centre);
    if (this.followed) this.camera.target.add(this.centre).sub(this.last);
    this.last.copy(this.centre);
    this.followed = true;
  }

  draw() {
    this.asked = false;
    if (!this.paint) return;
    this.take();
    this.camera.advance();
    this.camera.place(this.aspect);
    if (this.renderer) this.render(this.renderer);
    this.drawn++;
    this.sharpen();
    // What came before the newest frame is seen with it.
    if (this.newest !== null) this.on.seen(this.newest);
    this.newest = null;
    this.on.drawn();
  }

  /** Fewer pixels while pictures come slowly; all of them once nothing moves any more. */
  sharpen() {
    clearTimeout(this.calm);
    if (this.sharpness.offer(performance.now())) {
      this.still = false;
      this.resize();
    } else if (!this.still && this.sharpness.share < 1) {
      this.calm = setTimeout(() => {
        this.still = true;
        this.resize();
      }, CALM);
    }
  }

  render(renderer) {
    const count = Math.max(this.panes.length, 1);
    const width = Math.floor(this.width / count);
    renderer.setScissorTest(true);
    renderer.setViewport(0, 0, this.width, this.height);
    renderer.setScissor(0, 0, this.width, this.height);
    renderer.clear();
    this.panes.forEach((pane, k) => {
      renderer.setViewport(k * width, 0, width, this.height);
      renderer.setScissor(k * width, 0, width, this.height);
      pane.turnLamp(this.camera);
      renderer.render(pane.root, this.camera.lens);
    });
  }
}

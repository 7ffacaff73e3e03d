/**
 * @file A camera on a sphere around its target: azimuth, elevation, distance, with the scene's up axis.
 * Moves at once under the hand; `frame` glides, unless less motion is asked for.
 */
import * as THREE from 'three';

const POLE = 0.4995 * Math.PI;
const GLIDE = 280;

export class Camera {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.lens = new THREE.PerspectiveCamera(32, 1, 0.01, 100);
    this.target = new THREE.Vector3();
    this.up = new THREE.Vector3(0, 0, 1);
    this.side = new THREE.Vector3(1, 0, 0);
    this.ahead = new THREE.Vector3(0, 1, 0);
    this.azimuth = -0.9;
    this.elevation = 0.32;
    this.distance = 3;
    this.size = 1;
    this.glide = null;
    this.scratch = new THREE.Vector3();
    this.calm = matchMedia('(prefers-reduced-motion: reduce)');
  }

  /** @param {number[]} up @param {number} size of the scene */
  setScene(up, size) {
    this.up.fromArray(up).normalize();
    // Any frame with the up axis as its third will do; prefer x to the right.
    this.side.set(1, 0, 0).addScaledVector(this.up, -this.up.x);
    if (this.side.length() < 0.5) this.side.set(0, 0, 1).addScaledVector(this.up, -this.up.z);
    this.side.normalize();
    this.ahead.crossVectors(this.up, this.side);
    this.size = size;
    this.azimuth = -0.9;
    this.elevation = 0.32;
  }

  /** Puts the lens where the numbers say. */
  place(aspect) {
    const { lens } = this;
    const c = Math.cos(this.elevation);
    lens.position.copy(this.target)
      .addScaledVector(this.side, this.distance * c * Math.cos(this.azimuth))
      .addScaledVector(this.ahead, this.distance * c * Math.sin(this.azimuth))
      .addScaledVector(this.up, this.distance * Math.sin(this.elevation));
    lens.up.copy(this.up);
    lens.lookAt(this.target);
    lens.near = Math.max(this.distance * 0.01, 1e-3 * this.size);
    lens.far = this.distance + 30 * this.size;
    lens.aspect = aspect;
    lens.updateProjectionMatrix();
    lens.updateMatrixWorld();
  }

  orbit(dx, dy) {
    this.azimuth -= dx;
    this.elevation = Math.min(POLE, Math.max(-POLE, this.elevation + dy));
    this.stir();
  }

  /** Shifts by fractions of the height of the picture. */
  pan(dx, dy) {
    const height = 2 * this.distance * Math.tan((this.lens.fov * Math.PI) / 360);
    this.target.addScaledVector(this.scratch.setFromMatrixColumn(this.lens.matrix, 0), -dx * height);
    this.target.addScaledVector(this.scratch.setFromMatrixColumn(this.lens.matrix, 1), dy * height);
    this.stir();
  }

  /** What lies at (x, y), in picture heights from the middle, stays where it is. */
  zoom(factor, x = 0, y = 0) {
    const before = this.distance;
    this.distance = Math.min(60 * this.size, Math.max(0.02 * this.size, before * factor));
    const share = before / this.distance - 1;
    this.pan(-x * share, -y * share);
  }

  stir() {
    this.glide = null;
    this.changed();
  }

  /** Fits a box as it is seen from here, with room around it. @param {THREE.Box3} box @param {number} aspect */
  frame(box, aspect, room = 1.15, now = false) {
    const c = box.getCenter(new THREE.Vector3());
    const half = box.getSize(new THREE.Vector3()).multiplyScalar(0.5 * room);
    this.place(aspect);
    const tangent = Math.tan((this.lens.fov * Math.PI) / 360);
    // A corner at (x, y, z) of the lens is in the picture if its distance is large enough for x and for y.
    let distance = 1e-6;
    for (let k = 0; k < 8; k++) {
      const p = this.scratch.set(k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z);
      p.applyQuaternion(this.lens.quaternion.clone().invert());
      distance = Math.max(distance, p.z + Math.abs(p.y) / tangent, p.z + Math.abs(p.x) / (tangent * aspect));
    }
    if (now || this.calm.matches) {
      this.target.copy(c);
      this.distance = distance;
    } else {
      this.glide = { begun: performance.now(), from: this.target.clone(), to: c.clone(), near: this.distance, far: distance };
    }
    this.changed();
  }

  /** Moves a glide on; asks for another picture while it lasts. */
  advance() {
    if (!this.glide) return;
    const s = Math.min(1, (performance.now() - this.glide.begun) / GLIDE);
    const e = 1 - (1 - s) ** 3;
    this.target.lerpVectors(this.glide.from, this.glide.to, e);
    this.distance = this.glide.near * (this.glide.far / this.glide.near) ** e;
    if (s >= 1) this.glide = null;
    else this.changed();
  }
}

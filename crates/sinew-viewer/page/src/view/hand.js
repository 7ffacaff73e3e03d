/**
 * @file The hand: a line from the held vertex to the pointer, and a dot at each end.
 */
import * as THREE from 'three';
import { dots } from './dots.js';

export class Hand {
  /** @param {THREE.Object3D} root */
  constructor(root) {
    this.ends = new THREE.BufferAttribute(new Float32Array(6), 3).setUsage(THREE.DynamicDrawUsage);
    const geometry = new THREE.BufferGeometry().setAttribute('position', this.ends);
    this.line = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ depthTest: false, transparent: true }));
    this.dots = dots(geometry, 9, { depthTest: false, transparent: true });
    this.parts = [this.line, this.dots];
    for (const part of this.parts) {
      part.frustumCulled = false;
      part.renderOrder = 10;
      part.visible = false;
      root.add(part);
    }
    this.vertex = -1;
  }

  /** @param {number} vertex @param {THREE.Vector3} point */
  hold(vertex, point) {
    this.vertex = vertex;
    for (const part of this.parts) part.visible = true;
    this.move(point);
  }

  /** @param {THREE.Vector3} point */
  move(point) {
    point.toArray(this.ends.array, 3);
    this.ends.needsUpdate = true;
  }

  release() {
    this.vertex = -1;
    for (const part of this.parts) part.visible = false;
  }

  /** The near end goes with its vertex. @param {Float32Array} x */
  follow(x) {
    if (this.vertex < 0) return;
    for (let k = 0; k < 3; k++) this.ends.array[k] = x[3 * this.vertex + k];
    this.ends.needsUpdate = true;
  }

  paint(colour) {
    for (const part of this.parts) part.material.color.copy(colour);
  }
}

/**
 * @file Lines as tubes: one cylinder, drawn once per line between its two ends. Per line eight numbers go to the card:
 * head, tail and the value at each.
 */
import * as THREE from 'three';
import { bodyMaterial } from './materials.js';

const SIDES = 7;

// The cylinder stands on y in 0..1 with radius 1; here it is laid from head to tail.
const lay = (shader) => `attribute vec3 head;\nattribute vec3 tail;\nattribute vec2 ends;\nuniform float radius;\n${shader}`
  .replace('#include <beginnormal_vertex>', `
  vec3 along = tail - head;
  vec3 w = along / max(length(along), 1e-20);
  vec3 u = normalize(cross(w, abs(w.x) < 0.8 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0)));
  vec3 n = cross(u, w);
  vec3 objectNormal = u * normal.x + n * normal.z;`)
  .replace('#include <begin_vertex>', `
  vec3 transformed = head + along * position.y + (u * position.x + n * position.z) * radius;
  vValue = (mix(ends.x, ends.y, position.y) - range.x) / (range.y - range.x);`);

export class Tubes {
  /** @param {Uint32Array} lines @param {number} radius @param {import('./materials.js').Colouring} colouring */
  constructor(lines, radius, colouring) {
    this.lines = lines;
    const cylinder = new THREE.CylinderGeometry(1, 1, 1, SIDES, 1, true).translate(0, 0.5, 0);
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.index = cylinder.index;
    geometry.setAttribute('position', cylinder.getAttribute('position'));
    geometry.setAttribute('normal', cylinder.getAttribute('normal'));
    geometry.instanceCount = lines.length / 2;
    this.data = new THREE.InstancedInterleavedBuffer(new Float32Array(4 * lines.length), 8);
    this.data.setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute('head', new THREE.InterleavedBufferAttribute(this.data, 3, 0));
    geometry.setAttribute('tail', new THREE.InterleavedBufferAttribute(this.data, 3, 3));
    geometry.setAttribute('ends', new THREE.InterleavedBufferAttribute(this.data, 2, 6));
    this.material = bodyMaterial(colouring, lay);
    const compile = this.material.onBeforeCompile;
    this.material.onBeforeCompile = (shader) => {
      compile(shader);
      shader.uniforms.radius = { value: radius };
    };
    this.mesh = new THREE.Mesh(geometry, this.material);
    this.mesh.frustumCulled = false;
  }

  /** @param {Float32Array} x @param {Float32Array} values */
  update(x, values) {
    const { array } = this.data;
    for (let k = 0, at = 0; k < this.lines.length; k += 2, at += 8) {
      const a = this.lines[k];
      const b = this.lines[k + 1];
      array[at] = x[3 * a]; array[at + 1] = x[3 * a + 1]; array[at + 2] = x[3 * a + 2];
      array[at + 3] = x[3 * b]; array[at + 4] = x[3 * b + 1]; array[at + 5] = x[3 * b + 2];
      array[at + 6] = values[a]; array[at + 7] = values[b];
    }
    this.data.needsUpdate = true;
  }

  dispose() {
    this.mesh.geometry.dispose();
    this.material.dispose();
  }
}

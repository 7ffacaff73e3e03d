/**
 * @file One body of a pane: its surface, the wires on it, its springs as lines or tubes. All share the pane's vertices.
 */
import * as THREE from 'three';
import { bodyMaterial, colourByValue } from './materials.js';
import { edges } from './normals.js';
import { Tubes } from './tubes.js';

/** @typedef {{position:THREE.BufferAttribute, normal:THREE.BufferAttribute, value:THREE.BufferAttribute}} Vertices */

export class Body {
  /**
   * @param {Vertices} vertices @param {Uint32Array} triangles @param {Uint32Array} lines
   * @param {number} radius of the tubes @param {import('./materials.js').Colouring} colouring
   */
  constructor(vertices, triangles, lines, radius, colouring) {
    this.vertices = vertices;
    this.triangles = triangles;
    this.lines = lines;
    this.radius = radius;
    this.colouring = colouring;
    this.group = new THREE.Group();
    if (triangles.length > 0) {
      this.material = bodyMaterial(colouring);
      this.surface = new THREE.Mesh(this.geometry(triangles), this.material);
      this.surface.frustumCulled = false;
      this.group.add(this.surface);
    }
  }

  geometry(index) {
    const geometry = new THREE.BufferGeometry();
    geometry.setIndex(new THREE.BufferAttribute(index, 1));
    for (const [name, attribute] of Object.entries(this.vertices)) geometry.setAttribute(name, attribute);
    return geometry;
  }

  segments(index, material) {
    const segments = new THREE.LineSegments(this.geometry(index), material);
    segments.frustumCulled = false;
    this.group.add(segments);
    return segments;
  }

  /** What lies on the floor below: the surface's shadow, or the lines'. @param {THREE.Material} material */
  castShadow(material) {
    const solid = this.triangles.length > 0;
    const part = solid ? new THREE.Mesh(this.geometry(this.triangles), material) : this.segments(this.lines, material);
    part.frustumCulled = false;
    this.group.add(part);
  }

  /** @param {{wireframe:boolean, flat:boolean, tubes:boolean, springs:boolean}} how @param {{body:THREE.Color, wire:THREE.Color}} paint */
  show(how, paint) {
    if (this.surface) {
      this.material.color.copy(paint.body);
      if (this.material.flatShading !== how.flat) {
        this.material.flatShading = how.flat;
        this.material.needsUpdate = true;
      }
      if (how.wireframe && !this.wires) {
        this.wires = this.segments(edges(this.triangles), new THREE.LineBasicMaterial({ transparent: true, opacity: 0.45 }));
      }
      if (this.wires) {
        this.wires.visible = how.wireframe;
        this.wires.material.color.copy(paint.wire);
      }
    }
    // Springs of a body with a surface lie inside it: shown when asked for, and then the surface steps aside.
    const lines = this.lines.length > 0 && (how.springs || !this.surface);
    if (this.surface) this.surface.visible = !(lines && how.springs);
    this.showLines(lines && !how.tubes, lines && how.tubes, paint);
  }

  showLines(lines, tubes, paint) {
    if (lines && !this.threads) this.threads = this.segments(this.lines, colourByValue(new THREE.LineBasicMaterial(), this.colouring));
    if (tubes && !this.tubes) {
      this.tubes = new Tubes(this.lines, this.radius, this.colouring);
      this.group.add(this.tubes.mesh);
      this.update();
    }
    if (this.threads) {
      this.threads.visible = lines;
      this.threads.material.color.copy(paint.body);
    }
    if (this.tubes) {
      this.tubes.mesh.visible = tubes;
      this.tubes.material.color.copy(paint.body);
    }
  }

  /** After the vertices moved: what is not read from them directly. */
  update() {
    if (this.tubes?.mesh.visible) this.tubes.update(this.vertices.position.array, this.vertices.value.array);
  }

  /** Whether the surface is drawn, hence can be picked. */
  get solid() {
    return Boolean(this.surface?.visible);
  }

  dispose() {
    this.group.traverse((part) => {
      part.geometry?.dispose();
      part.material?.dispose();
    });
  }
}

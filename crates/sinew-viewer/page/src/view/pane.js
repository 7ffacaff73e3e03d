/**
 * @file What one integrator's half of the picture holds: the vertices, bodies, pins, obstacles, floor and hand of a scene.
 */
import * as THREE from 'three';
import { Body } from './body.js';
import { dots } from './dots.js';
import { Ground } from './ground.js';
import { Hand } from './hand.js';
import { smoothNormals } from './normals.js';
import { castShadows, obstacleGroups, pose } from './obstacles.js';
import { shadowMaterial } from './shadow.js';

export class Pane {
  /**
   * @param {object} scene the server's word @param {import('../net/wire.js').Topology} topology
   * @param {import('./materials.js').Colouring} colouring @param {object} paint colours of the theme
   */
  constructor(scene, topology, colouring, paint) {
    this.scene = scene;
    this.topology = topology;
    this.root = new THREE.Scene();
    const [low, high] = scene.box.map((corner) => new THREE.Vector3().fromArray(corner));
    this.size = Math.max(low.distanceTo(high), 1e-6);
    this.colour = 'none';
    this.low = this.high = 0;
    this.time = 0;
    this.step = 0;

    const attribute = (width) => new THREE.BufferAttribute(new Float32Array(width * topology.vertices), width).setUsage(THREE.DynamicDrawUsage);
    this.vertices = { position: attribute(3), normal: attribute(3), value: attribute(1) };
    this.bodies = scene.bodies.map(({ triangles: [t, tn], lines: [l, ln], radius }) => new Body(
      this.vertices,
      topology.triangles.slice(3 * t, 3 * (t + tn)),
      topology.lines.slice(2 * l, 2 * (l + ln)),
      radius > 0 ? radius : 0.004 * this.size,
      colouring,
    ));
    for (const body of this.bodies) this.root.add(body.group);

    this.pins = this.pinDots(topology.pins);
    this.obstacles = obstacleGroups(scene.obstacles, this.size, paint.obstacle);
    for (const group of this.obstacles) this.root.add(group);
    this.ground = new Ground();
    this.root.add(this.ground.mesh);
    this.placeGround(low, high);
    this.hand = new Hand(this.root);
    this.light();
  }

  pinDots(index) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', this.vertices.position);
    geometry.setIndex(new THREE.BufferAttribute(index.slice(), 1));
    const points = dots(geometry, 6);
    this.root.add(points);
    return points;
  }

  /** The floor is the plane below the scene if there is one; else it only gives depth, and keeps clear of what hangs. */
  placeGround(low, high) {
    const up = new THREE.Vector3().fromArray(this.scene.up).normalize();
    const centre = low.clone().lerp(high, 0.5);
    const floor = this.obstacles.find(({ userData: { obstacle: o } }) => o.kind === 'plane' && up.dot(new THREE.Vector3().fromArray(o.normal).normalize()) > 0.999);
    let level = Math.min(up.dot(low), up.dot(high)) - (this.topology.pins.length > 0 ? 0.5 : 0.01) * this.size;
    if (floor) {
      level = up.dot(new THREE.Vector3().fromArray(floor.userData.obstacle.point));
      floor.visible = false;
    }
    this.ground.place(centre.addScaledVector(up, level - up.dot(centre)), up, this.size);
    this.up = up;
    const shadow = shadowMaterial(this.ground.mesh.position, up, this.size);
    for (const body of this.bodies) body.castShadow(shadow);
    castShadows(this.obstacles, shadow);
    this.shadow = shadow;
  }

  light() {
    this.sky = new THREE.HemisphereLight(0xffffff, 0x8a8f9c, 1.35);
    this.sky.position.copy(this.up);
    this.lamp = new THREE.DirectionalLight(0xffffff, 1.9);
    this.root.add(this.sky, this.lamp, this.lamp.target);
  }

  /** The lamp stands over the left shoulder of the viewer. @param {import('./camera.js').Camera} camera */
  turnLamp(camera) {
    const { elements: m } = camera.lens.matrixWorld;
    this.lamp.position.set(m[8] - 0.6 * m[0] + 0.8 * m[4], m[9] - 0.6 * m[1] + 0.8 * m[5], m[10] - 0.6 * m[2] + 0.8 * m[6]);
    this.lamp.target.position.set(0, 0, 0);
  }

  /** @param {import('../net/wire.js').Frame} frame */
  update(frame) {
    const { position, normal, value } = this.vertices;
    if (frame.positions.length !== position.array.length) return;
    position.array.set(frame.positions);
    position.needsUpdate = true;
    if (frame.values) {
      value.array.set(frame.values);
      value.needsUpdate = true;
    }
    if (this.topology.triangles.length > 0) {
      smoothNormals(position.array, this.topology.triangles, normal.array);
      normal.needsUpdate = true;
    }
    for (const body of this.bodies) body.update();
    pose(this.obstacles, frame.poses);
    this.hand.follow(position.array);
    this.colour = frame.values ? frame.colour : 'none';
    this.low = frame.low;
    this.high = frame.high;
    this.time = frame.time;
    this.step = frame.step;
  }

  /** @param {object} how @param {object} paint */
  show(how, paint) {
    this.bodies.forEach((body, k) => body.show(how, { body: paint.bodies[k % paint.bodies.length], wire: paint.wire }));
    this.pins.material.color.copy(paint.pin);
    this.ground.material.uniforms.ink.value.copy(paint.grid);
    this.hand.paint(paint.hand);
    this.sky.groundColor.copy(paint.below);
    this.shadow.uniforms.strength.value = paint.shadow;
  }

  /** Centre of the vertices, without those that diverged; writes into `out`. */
  centre(out) {
    const { array } = this.vertices.position;
    let x = 0, y = 0, z = 0, count = 0;
    for (let k = 0; k < array.length; k += 3) {
      const u = array[k], v = array[k + 1], w = array[k + 2];
      if (!Number.isFinite(u + v + w)) continue;
      x += u; y += v; z += w; count++;
    }
    return count > 0 ? out.set(x / count, y / count, z / count) : out;
  }

  /** Grows `box` by all vertices. */
  extend(box, point = new THREE.Vector3()) {
    const { array } = this.vertices.position;
    for (let k = 0; k < array.length; k += 3) {
      if (Number.isFinite(array[k] + array[k + 1] + array[k + 2])) box.expandByPoint(point.fromArray(array, k));
    }
  }

  dispose() {
    for (const body of this.bodies) body.dispose();
    this.root.traverse((part) => {
      part.geometry?.dispose();
      part.material?.dispose();
    });
  }
}

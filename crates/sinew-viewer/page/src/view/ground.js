/**
 * @file The floor grid: lines one unit of a round length apart, every tenth stronger, fading out with distance.
 * Drawn by one shader on one square, so it stays crisp at every zoom.
 */
import * as THREE from 'three';

const vertexShader = `
varying vec2 p;
void main() {
  p = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const fragmentShader = `
varying vec2 p;
uniform vec3 ink;
uniform float spacing;
uniform float reach;
uniform float fill;
float lines(vec2 q) {
  vec2 width = fwidth(q);
  vec2 near = abs(fract(q - 0.5) - 0.5) / width;
  return (1.0 - min(min(near.x, near.y), 1.0)) * (1.0 - smoothstep(0.3, 0.9, max(width.x, width.y)));
}
void main() {
  float fade = 1.0 - smoothstep(0.15, 1.0, length(p) / reach);
  float a = fill + max(0.28 * lines(p / spacing), 0.5 * lines(p / (10.0 * spacing)));
  if (a * fade < 0.004) discard;
  gl_FragColor = vec4(ink, a * fade);
  #include <colorspace_fragment>
}`;

/** The largest of 1, 2, 5 times a power of ten that is not above `length`. */
export function roundBelow(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  const digit = length / power;
  return (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power;
}

export class Ground {
  /** @param {number} fill opacity between the lines */
  constructor(fill = 0) {
    this.material = new THREE.ShaderMaterial({
      vertexShader, fragmentShader, transparent: true, depthWrite: false, side: THREE.DoubleSide,
      uniforms: { ink: { value: new THREE.Color() }, spacing: { value: 1 }, reach: { value: 1 }, fill: { value: fill } },
    });
    this.mesh = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), this.material);
    this.mesh.renderOrder = -1;
  }

  /** @param {THREE.Vector3} point @param {THREE.Vector3} normal @param {number} size of the scene @param {number} reach how far it is seen */
  place(point, normal, size, reach = 4 * size) {
    this.mesh.geometry.dispose();
    this.mesh.geometry = new THREE.PlaneGeometry(2 * reach, 2 * reach);
    this.mesh.position.copy(point);
    this.mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), normal);
    this.material.uniforms.spacing.value = roundBelow(size / 5);
    this.material.uniforms.reach.value = reach;
  }
}

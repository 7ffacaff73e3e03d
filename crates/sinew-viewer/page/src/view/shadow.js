/**
 * @file Shadows on the floor: the body flattened along the up axis, darkest where it touches. The stencil lets every
 * pixel darken once, so folds do not add up.
 */
import * as THREE from 'three';

const vertexShader = `
uniform vec3 point;
uniform vec3 up;
uniform float size;
varying float height;
void main() {
  vec3 place = (modelMatrix * vec4(position, 1.0)).xyz;
  float above = dot(place - point, up);
  height = above / size;
  gl_Position = projectionMatrix * viewMatrix * vec4(place - up * (above - 5e-4 * size), 1.0);
}`;

const fragmentShader = `
uniform float strength;
varying float height;
void main() {
  if (height < -0.004) discard;
  gl_FragColor = vec4(0.0, 0.0, 0.0, strength * exp(-2.2 * max(height, 0.0)));
}`;

/** One material for all bodies and obstacles of a pane. @param {THREE.Vector3} point of the floor @param {THREE.Vector3} up @param {number} size */
export function shadowMaterial(point, up, size) {
  return new THREE.ShaderMaterial({
    vertexShader, fragmentShader, transparent: true, depthWrite: false, side: THREE.DoubleSide,
    uniforms: { point: { value: point }, up: { value: up }, size: { value: size }, strength: { value: 0.3 } },
    stencilWrite: true, stencilFunc: THREE.EqualStencilFunc, stencilRef: 0, stencilZPass: THREE.IncrementStencilOp,
  });
}

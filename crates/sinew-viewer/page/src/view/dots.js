/**
 * @file Round dots of a fixed size on the screen.
 */
import * as THREE from 'three';

/** @param {THREE.BufferGeometry} geometry @param {number} size in pixels @param {object} options of the material */
export function dots(geometry, size, options = {}) {
  const material = new THREE.PointsMaterial({ size, sizeAttenuation: false, ...options });
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace('#include <color_fragment>', `#include <color_fragment>
  if (length(gl_PointCoord - 0.5) > 0.5) discard;`);
  };
  const points = new THREE.Points(geometry, material);
  points.frustumCulled = false;
  return points;
}

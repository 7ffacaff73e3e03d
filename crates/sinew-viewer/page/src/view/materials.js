/**
 * @file Materials that colour by a value per vertex: the value goes to the card as it comes, the map is a texture,
 * so recolouring costs nothing on this side.
 */
import * as THREE from 'three';
import { STEPS, diverging, sequential, table } from './colours.js';

function ramp(map) {
  const texture = new THREE.DataTexture(table(map), STEPS, 1, THREE.RGBAFormat);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.minFilter = texture.magFilter = THREE.LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

const RAMPS = { sequential: ramp(sequential), diverging: ramp(diverging) };

/** What all materials of all panes share: whether to colour, the range and the map. */
export class Colouring {
  constructor() {
    this.uniforms = {
      coloured: { value: 0 },
      range: { value: new THREE.Vector2(0, 1) },
      ramp: { value: RAMPS.sequential },
    };
  }

  /** @param {boolean} on @param {number} low @param {number} high */
  set(on, low, high) {
    this.uniforms.coloured.value = on ? 1 : 0;
    this.uniforms.range.value.set(low, high > low ? high : low + 1);
    this.uniforms.ramp.value = low < 0 ? RAMPS.diverging : RAMPS.sequential;
  }
}

const VERTEX_HEAD = 'attribute float value;\nvarying float vValue;\nuniform vec2 range;\n';
const FRAGMENT_HEAD = 'varying float vValue;\nuniform float coloured;\nuniform sampler2D ramp;\n';
const FRAGMENT_COLOUR = `#include <color_fragment>
  if (coloured > 0.5) diffuseColor.rgb = texture2D(ramp, vec2((clamp(vValue, 0.0, 1.0) * ${STEPS - 1}.0 + 0.5) / ${STEPS}.0, 0.5)).rgb;`;

/** Lets a three.js material take its colour from the attribute `value`. */
export function colourByValue(material, colouring, vertex = (shader) => shader) {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, colouring.uniforms);
    const own = vertex(shader.vertexShader);
    shader.vertexShader = VERTEX_HEAD + (own.includes('vValue =') ? own
      : own.replace('#include <begin_vertex>', '#include <begin_vertex>\n  vValue = (value - range.x) / (range.y - range.x);'));
    shader.fragmentShader = FRAGMENT_HEAD + shader.fragmentShader.replace('#include <color_fragment>', FRAGMENT_COLOUR);
  };
  material.customProgramCacheKey = () => `value ${vertex}`;
  return material;
}

/** The shading of bodies: matt with a soft highlight, both sides lit. */
export function bodyMaterial(colouring, vertex) {
  const material = new THREE.MeshPhongMaterial({ side: THREE.DoubleSide, specular: 0x222222, shininess: 28, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
  return colourByValue(material, colouring, vertex);
}

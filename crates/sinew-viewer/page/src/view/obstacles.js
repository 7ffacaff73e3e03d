/**
 * @file Obstacles of a scene: planes, spheres, boxes, capsules, meshes. Each sits in a group that takes the pose of the frame.
 */
import * as THREE from 'three';
import { Ground } from './ground.js';

const Y = new THREE.Vector3(0, 1, 0);

/** @param {object[]} list as the server says it @param {number} size of the scene @param {THREE.Color} colour */
export function obstacleGroups(list, size, colour) {
  const material = new THREE.MeshPhongMaterial({ color: colour, specular: 0x111111, shininess: 10 });
  return list.map((obstacle) => {
    const group = new THREE.Group();
    group.matrixAutoUpdate = false;
    const mesh = shape(obstacle, size, material);
    if (mesh) group.add(mesh);
    group.userData.obstacle = obstacle;
    return group;
  });
}

function shape(o, size, material) {
  switch (o.kind) {
    case 'plane': {
      const plane = new Ground(0.22);
      plane.place(new THREE.Vector3().fromArray(o.point), new THREE.Vector3().fromArray(o.normal).normalize(), size, 1.6 * size);
      plane.material.uniforms.ink.value.copy(material.color);
      return plane.mesh;
    }
    case 'sphere': {
      const mesh = new THREE.Mesh(new THREE.SphereGeometry(o.radius, 48, 24), material);
      mesh.position.fromArray(o.center);
      return mesh;
    }
    case 'box': {
      const low = new THREE.Vector3().fromArray(o.low);
      const extent = new THREE.Vector3().fromArray(o.high).sub(low);
      const mesh = new THREE.Mesh(new THREE.BoxGeometry(extent.x, extent.y, extent.z), material);
      mesh.position.copy(low).addScaledVector(extent, 0.5);
      return mesh;
    }
    case 'capsule': {
      const a = new THREE.Vector3().fromArray(o.a);
      const along = new THREE.Vector3().fromArray(o.b).sub(a);
      const mesh = new THREE.Mesh(new THREE.CapsuleGeometry(o.radius, along.length(), 12, 32), material);
      mesh.position.copy(a).addScaledVector(along, 0.5);
      mesh.quaternion.setFromUnitVectors(Y, along.normalize());
      return mesh;
    }
    case 'mesh': {
      if (!o.positions || !o.triangles) return null;
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute('position', new THREE.BufferAttribute(Float32Array.from(o.positions.flat()), 3));
      geometry.setIndex(o.triangles.flat());
      geometry.computeVertexNormals();
      return new THREE.Mesh(geometry, material);
    }
    default: return null;
  }
}

/** Gives every obstacle that has a volume its shadow. @param {THREE.Group[]} groups @param {THREE.Material} material */
export function castShadows(groups, material) {
  for (const group of groups) {
    const [mesh] = group.children;
    if (!mesh || group.userData.obstacle.kind === 'plane') continue;
    const shadow = new THREE.Mesh(mesh.geometry, material);
    shadow.position.copy(mesh.position);
    shadow.quaternion.copy(mesh.quaternion);
    group.add(shadow);
  }
}

/** Writes the poses of a frame (rotation row-major, translation) into the groups. @param {Float32Array} poses */
export function pose(groups, poses) {
  for (let k = 0; k < groups.length && 12 * k + 12 <= poses.length; k++) {
    const p = 12 * k;
    groups[k].matrix.set(
      poses[p], poses[p + 1], poses[p + 2], poses[p + 9],
      poses[p + 3], poses[p + 4], poses[p + 5], poses[p + 10],
      poses[p + 6], poses[p + 7], poses[p + 8], poses[p + 11],
      0, 0, 0, 1,
    );
    groups[k].matrixWorldNeedsUpdate = true;
  }
}

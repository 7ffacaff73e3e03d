/**
 * @file Smooth normals: sum of the area vectors of the triangles around a vertex, made unit. In place, nothing allocated.
 */

/** @param {Float32Array} x @param {Uint32Array} triangles @param {Float32Array} normals */
export function smoothNormals(x, triangles, normals) {
  normals.fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ux = x[b] - x[a], uy = x[b + 1] - x[a + 1], uz = x[b + 2] - x[a + 2];
    const vx = x[c] - x[a], vy = x[c + 1] - x[a + 1], vz = x[c + 2] - x[a + 2];
    const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    normals[a] += nx; normals[a + 1] += ny; normals[a + 2] += nz;
    normals[b] += nx; normals[b + 1] += ny; normals[b + 2] += nz;
    normals[c] += nx; normals[c + 1] += ny; normals[c + 2] += nz;
  }
  for (let k = 0; k < normals.length; k += 3) {
    const length = Math.sqrt(normals[k] ** 2 + normals[k + 1] ** 2 + normals[k + 2] ** 2);
    const s = length > 0 ? 1 / length : 0;
    normals[k] *= s; normals[k + 1] *= s; normals[k + 2] *= s;
  }
}

/** Every edge of the triangles once, for the wireframe. @param {Uint32Array} triangles @returns {Uint32Array} */
export function edges(triangles) {
  const seen = new Set();
  const out = [];
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k];
      const b = triangles[t + ((k + 1) % 3)];
      const key = Math.min(a, b) * 4294967296 + Math.max(a, b);
      if (!seen.has(key)) {
        seen.add(key);
        out.push(a, b);
      }
    }
  }
  return Uint32Array.from(out);
}

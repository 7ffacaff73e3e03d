/**
 * @file Which drawn vertex is under the pointer: the nearest corner of the first triangle the ray meets, else the nearer
 * end of a line that passes within a few pixels. Plain loops over typed arrays; one pass per pointer event.
 */

/**
 * First triangle along the ray from `o` in direction `d` (Möller and Trumbore).
 * @param {Float32Array} x @param {Uint32Array} triangles @param {number[]} o @param {number[]} d
 * @returns {{vertex:number, distance:number}|null} nearest corner and distance along the ray
 */
export function pickTriangle(x, triangles, o, d) {
  let best = Infinity;
  let corner = -1;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t], b = 3 * triangles[t + 1], c = 3 * triangles[t + 2];
    const ux = x[b] - x[a], uy = x[b + 1] - x[a + 1], uz = x[b + 2] - x[a + 2];
    const vx = x[c] - x[a], vy = x[c + 1] - x[a + 1], vz = x[c + 2] - x[a + 2];
    const px = d[1] * vz - d[2] * vy, py = d[2] * vx - d[0] * vz, pz = d[0] * vy - d[1] * vx;
    const determinant = ux * px + uy * py + uz * pz;
    if (determinant === 0) continue;
    const sx = o[0] - x[a], sy = o[1] - x[a + 1], sz = o[2] - x[a + 2];
    const beta = (sx * px + sy * py + sz * pz) / determinant;
    if (beta < 0 || beta > 1) continue;
    const qx = sy * uz - sz * uy, qy = sz * ux - sx * uz, qz = sx * uy - sy * ux;
    const gamma = (d[0] * qx + d[1] * qy + d[2] * qz) / determinant;
    if (gamma < 0 || beta + gamma > 1) continue;
    const along = (vx * qx + vy * qy + vz * qz) / determinant;
    if (along <= 0 || along >= best) continue;
    best = along;
    const alpha = 1 - beta - gamma;
    corner = alpha >= beta && alpha >= gamma ? t : beta >= gamma ? t + 1 : t + 2;
  }
  return corner < 0 ? null : { vertex: triangles[corner], distance: best };
}

/**
 * The line nearest to the pointer on the screen, within `reach` pixels.
 * @param {Float32Array} x @param {Uint32Array} lines @param {number[]} matrix clip from world, column-major
 * @param {number} width @param {number} height @param {number} px @param {number} py pointer, pixels from the top left
 * @param {number} reach
 * @returns {{vertex:number, depth:number}|null}
 */
export function pickLine(x, lines, matrix, width, height, px, py, reach) {
  let best = reach * reach;
  let found = null;
  const a = [0, 0, 0];
  const b = [0, 0, 0];
  for (let k = 0; k < lines.length; k += 2) {
    if (!project(x, lines[k], matrix, width, height, a) || !project(x, lines[k + 1], matrix, width, height, b)) continue;
    const ux = b[0] - a[0], uy = b[1] - a[1];
    const square = ux * ux + uy * uy;
    const s = square > 0 ? Math.min(1, Math.max(0, ((px - a[0]) * ux + (py - a[1]) * uy) / square)) : 0;
    const away = (a[0] + s * ux - px) ** 2 + (a[1] + s * uy - py) ** 2;
    if (away < best) {
      best = away;
      found = { vertex: s < 0.5 ? lines[k] : lines[k + 1], depth: s < 0.5 ? a[2] : b[2] };
    }
  }
  return found;
}

/** Writes pixel x, pixel y and depth; false behind the eye. */
function project(x, vertex, m, width, height, out) {
  const u = x[3 * vertex], v = x[3 * vertex + 1], w = x[3 * vertex + 2];
  const q = m[3] * u + m[7] * v + m[11] * w + m[15];
  if (q <= 0) return false;
  out[0] = (0.5 + (0.5 * (m[0] * u + m[4] * v + m[8] * w + m[12])) / q) * width;
  out[1] = (0.5 - (0.5 * (m[1] * u + m[5] * v + m[9] * w + m[13])) / q) * height;
  out[2] = q;
  return true;
}

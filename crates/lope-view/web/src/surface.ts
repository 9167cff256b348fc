/**
 * Geometry of a surface: where it has edges, and normals that are smooth between them.
 *
 * A cube of jelly should show its edges, and a ball none: corners of faces that meet at less than the crease angle
 * share a normal. That is decided once, when a run starts; while it moves only the normals are computed again.
 */

/** Faces that meet at a sharper angle than this have an edge between them. */
const CREASE = Math.cos((50 * Math.PI) / 180);

/** The vertices to draw: each is one of the mesh, and one of the mesh is several where edges meet. */
export interface Split {
  /** The vertex of the mesh that each drawn vertex is. */
  source: Uint32Array;
  /** Corners of the triangles, as drawn vertices. */
  corners: Uint32Array;
}

/** Splits the vertices of a triangle mesh along its creases. */
export function split(corners: Uint32Array, points: Float32Array): Split {
  const vertices = points.length / 3;
  const normals = faceNormals(corners, points);
  const { start, incident } = cornersOfVertices(corners, vertices);
  const drawn = new Uint32Array(corners.length);
  const source: number[] = [];
  for (let vertex = 0; vertex < vertices; vertex++) {
    const first = source.length;
    const from = start[vertex];
    const to = start[vertex + 1];
    if (from === to) continue;
    // Groups of corners at this vertex: the number of a group is the position of its first corner.
    const group: number[] = [];
    for (let i = from; i < to; i++) group.push(i - from);
    for (let i = from; i < to; i++) {
      for (let j = from; j < i; j++) {
        if (group[i - from] === group[j - from]) continue;
        if (smooth(corners, normals, incident[i], incident[j])) {
          const old = group[i - from];
          const now = group[j - from];
          for (let k = 0; k < group.length; k++) if (group[k] === old) group[k] = now;
        }
      }
    }
    const names = new Map<number, number>();
    for (let i = from; i < to; i++) {
      let name = names.get(group[i - from]);
      if (name === undefined) {
        name = first + names.size;
        names.set(group[i - from], name);
        source.push(vertex);
      }
      drawn[incident[i]] = name;
    }
  }
  return { source: Uint32Array.from(source), corners: drawn };
}

/** Whether the faces of two corners share an edge there and bend little across it. */
function smooth(corners: Uint32Array, normals: Float32Array, a: number, b: number): boolean {
  const f = 3 * Math.floor(a / 3);
  const g = 3 * Math.floor(b / 3);
  const dot = normals[f] * normals[g] + normals[f + 1] * normals[g + 1] + normals[f + 2] * normals[g + 2];
  if (dot < CREASE) return false;
  let shared = 0;
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) if (corners[f + i] === corners[g + j]) shared++;
  return shared >= 2;
}

function faceNormals(corners: Uint32Array, points: Float32Array): Float32Array {
  const normals = new Float32Array(corners.length);
  for (let corner = 0; corner + 2 < corners.length; corner += 3) {
    const a = 3 * corners[corner];
    const b = 3 * corners[corner + 1];
    const c = 3 * corners[corner + 2];
    const ux = points[b] - points[a];
    const uy = points[b + 1] - points[a + 1];
    const uz = points[b + 2] - points[a + 2];
    const vx = points[c] - points[a];
    const vy = points[c + 1] - points[a + 1];
    const vz = points[c + 2] - points[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    normals[corner] = x / length;
    normals[corner + 1] = y / length;
    normals[corner + 2] = z / length;
  }
  return normals;
}

/** For each vertex the corners that lie on it: `incident[start[v]..start[v + 1]]`. */
function cornersOfVertices(corners: Uint32Array, vertices: number) {
  const start = new Uint32Array(vertices + 1);
  for (let i = 0; i < corners.length; i++) start[corners[i] + 1]++;
  for (let vertex = 0; vertex < vertices; vertex++) start[vertex + 1] += start[vertex];
  const next = start.slice();
  const incident = new Uint32Array(corners.length);
  for (let i = 0; i < corners.length; i++) incident[next[corners[i]]++] = i;
  return { start, incident };
}

/** Normals of the vertices, each the mean of its faces' weighted by their areas; written in place. */
export function smoothNormals(corners: Uint32Array, points: Float32Array, normals: Float32Array): void {
  normals.fill(0);
  for (let corner = 0; corner + 2 < corners.length; corner += 3) {
    const a = 3 * corners[corner];
    const b = 3 * corners[corner + 1];
    const c = 3 * corners[corner + 2];
    const ax = points[a];
    const ay = points[a + 1];
    const az = points[a + 2];
    const ux = points[b] - ax;
    const uy = points[b + 1] - ay;
    const uz = points[b + 2] - az;
    const vx = points[c] - ax;
    const vy = points[c + 1] - ay;
    const vz = points[c + 2] - az;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    normals[a] += x;
    normals[a + 1] += y;
    normals[a + 2] += z;
    normals[b] += x;
    normals[b + 1] += y;
    normals[b + 2] += z;
    normals[c] += x;
    normals[c + 1] += y;
    normals[c + 2] += z;
  }
  for (let i = 0; i < normals.length; i += 3) {
    const x = normals[i];
    const y = normals[i + 1];
    const z = normals[i + 2];
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    normals[i] = x / length;
    normals[i + 1] = y / length;
    normals[i + 2] = z / length;
  }
}

/** The edges of a triangle mesh, each once, as pairs of vertices. */
export function edges(corners: Uint32Array, vertices: number): Uint32Array {
  const seen = new Set<number>();
  const found: number[] = [];
  for (let corner = 0; corner + 2 < corners.length; corner += 3) {
    for (let side = 0; side < 3; side++) {
      const a = corners[corner + side];
      const b = corners[corner + ((side + 1) % 3)];
      const low = Math.min(a, b);
      const high = Math.max(a, b);
      const key = low * vertices + high;
      if (seen.has(key)) continue;
      seen.add(key);
      found.push(low, high);
    }
  }
  return Uint32Array.from(found);
}

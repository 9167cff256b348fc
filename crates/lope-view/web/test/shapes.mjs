/** Shapes for the mock server: points as one flat array, corners of triangles or ends of lines. */

export function ring(radius, tube, around, across, [cx, cy, cz]) {
  const points = [];
  const corners = [];
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const a = (2 * Math.PI * i) / around;
      const b = (2 * Math.PI * j) / across;
      const r = radius + tube * Math.cos(b);
      points.push(cx + r * Math.cos(a), cy + r * Math.sin(a), cz + tube * Math.sin(b));
      const at = (k, l) => (k % around) * across + (l % across);
      corners.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return { points, corners };
}

/** The surface of a cube, its vertices shared between the sides as in a volume mesh. */
export function box(size, cells, [cx, cy, cz]) {
  const names = new Map();
  const points = [];
  const corners = [];
  const name = (...at) => {
    const key = at.join();
    if (!names.has(key)) {
      names.set(key, points.length / 3);
      const [x, y, z] = at.map((k) => size * (k / cells - 0.5));
      points.push(cx + x, cy + y, cz + z);
    }
    return names.get(key);
  };
  for (let axis = 0; axis < 3; axis++) {
    for (const end of [0, cells]) {
      for (let i = 0; i < cells; i++) {
        for (let j = 0; j < cells; j++) {
          const at = (u, v) => {
            const place = [0, 0, 0];
            place[axis] = end;
            place[(axis + 1) % 3] = u;
            place[(axis + 2) % 3] = v;
            return name(...place);
          };
          const four = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
          if (end === 0) four.reverse();
          corners.push(four[0], four[1], four[2], four[0], four[2], four[3]);
        }
      }
    }
  }
  return { points, corners };
}

/** A net of springs. */
export function sheet(size, cells, [cx, cy, cz]) {
  const points = [];
  const corners = [];
  for (let i = 0; i <= cells; i++) {
    for (let j = 0; j <= cells; j++) {
      points.push(cx + size * (i / cells - 0.5), cy + size * (j / cells - 0.5), cz);
      const at = i * (cells + 1) + j;
      if (i < cells) corners.push(at, at + cells + 1);
      if (j < cells) corners.push(at, at + 1);
    }
  }
  return { points, corners };
}

/** Particles in a ball, the same every time. */
export function spray(count, radius, [cx, cy, cz]) {
  const points = [];
  for (let i = 0; i < count; i++) {
    const part = (factor) => (i * factor) % 1;
    const r = radius * Math.cbrt(part(0.8191725134));
    const a = 2 * Math.PI * part(0.6710436067);
    const z = 1 - 2 * part(0.5497004779);
    const flat = Math.sqrt(1 - z * z);
    points.push(cx + r * flat * Math.cos(a), cy + r * z, cz + r * flat * Math.sin(a));
  }
  return { points, corners: [] };
}

export function floor(half) {
  return { points: [-half, 0, -half, half, 0, -half, half, 0, half, -half, 0, half], corners: [0, 2, 1, 0, 3, 2] };
}

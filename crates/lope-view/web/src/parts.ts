/** The parts of a scene as things to draw: surfaces, lines, points. Their arrays are allocated once a run. */

import {
  BufferAttribute, BufferGeometry, DoubleSide, DynamicDrawUsage, Group, LineBasicMaterial, LineSegments, type Material,
  Mesh, MeshBasicMaterial, MeshStandardMaterial, Points, PointsMaterial, type Ray,
} from "three";
import type { Look } from "./look";
import type { Part } from "./protocol";
import { edges, smoothNormals, split, type Split } from "./surface";

/** Where a ray hits: the nearest vertex of the triangle hit, and how far away. */
export interface Hit {
  vertex: number;
  distance: number;
}

const attribute = (array: Float32Array, size: number): BufferAttribute => {
  const made = new BufferAttribute(array, size);
  made.setUsage(DynamicDrawUsage);
  return made;
};

export abstract class PartView {
  readonly object = new Group();
  /** The vertices as the server sent them. */
  readonly points: Float32Array;
  readonly low: [number, number, number] = [0, 0, 0];
  readonly high: [number, number, number] = [0, 0, 0];
  protected readonly geometry = new BufferGeometry();
  protected readonly materials: Material[] = [];

  constructor(
    readonly part: Part,
    protected readonly corners: Uint32Array,
  ) {
    this.points = new Float32Array(3 * part.vertices);
  }

  /** Takes new positions, and values to colour by if there are any. */
  update(points: Float32Array, values: Float32Array): void {
    if (points.length !== this.points.length) {
      throw new Error(`${this.part.name} has ${this.part.vertices} vertices, but ${points.length / 3} came`);
    }
    this.points.set(points);
    this.#measure();
    this.draw(values);
  }

  protected abstract draw(values: Float32Array): void;
  abstract paint(colour: string): void;
  wireframe(_shown: boolean, _colour: string): void {}
  /** Whether the next picture must not take long. */
  set draft(_draft: boolean) {}

  /** Draws it over what is in front of it. */
  onTop(): void {
    this.object.traverse((object) => (object.renderOrder = 1));
    for (const material of this.materials) material.depthTest = false;
  }

  /** The first surface point on a ray; nothing for parts that have no surface. */
  hit(_ray: Ray): Hit | null {
    return null;
  }

  dispose(): void {
    this.geometry.dispose();
    for (const material of this.materials) material.dispose();
  }

  #measure(): void {
    const { points, low, high } = this;
    for (let axis = 0; axis < 3; axis++) {
      let least = Infinity;
      let most = -Infinity;
      for (let i = axis; i < points.length; i += 3) {
        const x = points[i];
        if (x < least) least = x;
        if (x > most) most = x;
      }
      low[axis] = least;
      high[axis] = most;
    }
  }
}

/** A triangle mesh with smooth normals between its edges. */
export class Surface extends PartView {
  #split: Split | null = null;
  #positions = new Float32Array(0);
  #normals = new Float32Array(0);
  #values = new Float32Array(0);
  #wire: LineSegments | null = null;
  readonly #fine: MeshStandardMaterial;
  readonly #rough: MeshBasicMaterial;
  readonly #mesh: Mesh;

  constructor(part: Part, corners: Uint32Array, look: Look) {
    super(part, corners);
    const obstacle = part.role === "obstacle";
    const common = { side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
    const material = new MeshStandardMaterial({ ...common, roughness: obstacle ? 0.9 : 0.62 });
    this.#fine = obstacle ? material : look.colour(material);
    this.#rough = look.colour(new MeshBasicMaterial(common), "draft", !obstacle);
    this.materials.push(this.#fine, this.#rough);
    this.#mesh = new Mesh(this.geometry, this.#fine);
    this.#mesh.castShadow = this.#mesh.receiveShadow = true;
    this.#mesh.frustumCulled = false;
    this.object.add(this.#mesh);
  }

  override set draft(draft: boolean) {
    this.#mesh.material = draft ? this.#rough : this.#fine;
  }

  protected draw(values: Float32Array): void {
    const { source, corners } = (this.#split ??= this.#begin());
    const { points } = this;
    const positions = this.#positions;
    for (let i = 0, to = 0; i < source.length; i++, to += 3) {
      const from = 3 * source[i];
      positions[to] = points[from];
      positions[to + 1] = points[from + 1];
      positions[to + 2] = points[from + 2];
    }
    smoothNormals(corners, positions, this.#normals);
    this.geometry.attributes.position.needsUpdate = true;
    this.geometry.attributes.normal.needsUpdate = true;
    if (values.length > 0) {
      for (let i = 0; i < source.length; i++) this.#values[i] = values[source[i]];
      this.geometry.attributes.value.needsUpdate = true;
    }
  }

  /** Finds the edges in the first state there is, and makes the arrays. */
  #begin(): Split {
    const made = split(this.corners, this.points);
    const count = made.source.length;
    this.#positions = new Float32Array(3 * count);
    this.#normals = new Float32Array(3 * count);
    this.#values = new Float32Array(count);
    this.geometry.setAttribute("position", attribute(this.#positions, 3));
    this.geometry.setAttribute("normal", attribute(this.#normals, 3));
    this.geometry.setAttribute("value", attribute(this.#values, 1));
    this.geometry.setIndex(new BufferAttribute(made.corners, 1));
    return made;
  }

  paint(colour: string): void {
    this.#fine.color.set(colour);
    this.#rough.color.set(colour);
  }

  override wireframe(shown: boolean, colour: string): void {
    if (shown && !this.#wire && this.#split) {
      const material = new LineBasicMaterial({ transparent: true, opacity: 0.4, depthWrite: false });
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", this.geometry.attributes.position);
      geometry.setIndex(new BufferAttribute(edges(this.#split.corners, this.#split.source.length), 1));
      this.#wire = new LineSegments(geometry, material);
      this.#wire.frustumCulled = false;
      this.materials.push(material);
      this.object.add(this.#wire);
    }
    if (this.#wire) {
      this.#wire.visible = shown;
      (this.#wire.material as LineBasicMaterial).color.set(colour);
    }
  }

  override dispose(): void {
    super.dispose();
    this.#wire?.geometry.dispose();
  }

  override hit(ray: Ray): Hit | null {
    const { corners, points } = this;
    const { origin: o, direction: d } = ray;
    let best = Infinity;
    let face = -1;
    let [u1, v1] = [0, 0];
    for (let corner = 0; corner + 2 < corners.length; corner += 3) {
      // Where ray and plane of the triangle meet, in the triangle's own coordinates (Möller and Trumbore).
      const a = 3 * corners[corner];
      const b = 3 * corners[corner + 1];
      const c = 3 * corners[corner + 2];
      const e1x = points[b] - points[a];
      const e1y = points[b + 1] - points[a + 1];
      const e1z = points[b + 2] - points[a + 2];
      const e2x = points[c] - points[a];
      const e2y = points[c + 1] - points[a + 1];
      const e2z = points[c + 2] - points[a + 2];
      const px = d.y * e2z - d.z * e2y;
      const py = d.z * e2x - d.x * e2z;
      const pz = d.x * e2y - d.y * e2x;
      const det = e1x * px + e1y * py + e1z * pz;
      if (det === 0) continue;
      const tx = o.x - points[a];
      const ty = o.y - points[a + 1];
      const tz = o.z - points[a + 2];
      const u = (tx * px + ty * py + tz * pz) / det;
      if (!(u >= 0 && u <= 1)) continue;
      const qx = ty * e1z - tz * e1y;
      const qy = tz * e1x - tx * e1z;
      const qz = tx * e1y - ty * e1x;
      const v = (d.x * qx + d.y * qy + d.z * qz) / det;
      if (!(v >= 0 && u + v <= 1)) continue;
      const t = (e2x * qx + e2y * qy + e2z * qz) / det;
      if (t > 0 && t < best) [best, face, u1, v1] = [t, corner, u, v];
    }
    if (face < 0) return null;
    const weights = [1 - u1 - v1, u1, v1];
    return { vertex: corners[face + weights.indexOf(Math.max(...weights))], distance: best };
  }
}

/** Springs: lines, and their ends as dots where they are few enough to be told apart. */
export class Lines extends PartView {
  readonly #values: Float32Array;
  readonly #line: LineBasicMaterial;
  readonly #dot: PointsMaterial | null;

  constructor(part: Part, corners: Uint32Array, look: Look) {
    super(part, corners);
    this.#values = new Float32Array(part.vertices);
    this.geometry.setAttribute("position", attribute(this.points, 3));
    this.geometry.setAttribute("value", attribute(this.#values, 1));
    this.geometry.setIndex(new BufferAttribute(corners.slice(), 1));
    this.#line = look.colour(new LineBasicMaterial());
    const lines = new LineSegments(this.geometry, this.#line);
    lines.frustumCulled = false;
    this.object.add(lines);
    this.materials.push(this.#line);
    this.#dot = part.vertices <= 120 ? look.colour(new PointsMaterial({ size: 7, sizeAttenuation: false }), "ball") : null;
    if (this.#dot) {
      const dots = new Points(this.geometry, this.#dot);
      dots.frustumCulled = false;
      this.object.add(dots);
      this.materials.push(this.#dot);
    }
  }

  protected draw(values: Float32Array): void {
    this.geometry.attributes.position.needsUpdate = true;
    if (values.length > 0) {
      this.#values.set(values);
      this.geometry.attributes.value.needsUpdate = true;
    }
  }

  paint(colour: string): void {
    this.#line.color.set(colour);
    this.#dot?.color.set(colour);
  }
}

/** Particles: little balls of about the distance they have from each other. */
export class Particles extends PartView {
  readonly #values: Float32Array;
  readonly #material: PointsMaterial;
  #sized = false;

  constructor(part: Part, look: Look) {
    super(part, new Uint32Array(0));
    this.#values = new Float32Array(part.vertices);
    this.geometry.setAttribute("position", attribute(this.points, 3));
    this.geometry.setAttribute("value", attribute(this.#values, 1));
    this.#material = look.colour(new PointsMaterial({ size: 0.01 }), "ball");
    const points = new Points(this.geometry, this.#material);
    points.frustumCulled = false;
    this.object.add(points);
    this.materials.push(this.#material);
  }

  protected draw(values: Float32Array): void {
    if (!this.#sized) {
      this.#sized = true;
      const sides = this.low.map((low, axis) => this.high[axis] - low);
      const widest = Math.max(...sides, 1e-6);
      const volume = sides.reduce((product, side) => product * Math.max(side, 0.05 * widest), 1);
      // three.js sizes sprites as if the view opened by 90°.
      this.#material.size = 2.6 * Math.cbrt(volume / Math.max(this.part.vertices, 1));
    }
    this.geometry.attributes.position.needsUpdate = true;
    if (values.length > 0) {
      this.#values.set(values);
      this.geometry.attributes.value.needsUpdate = true;
    }
  }

  paint(colour: string): void {
    this.#material.color.set(colour);
  }
}

/** The view of a part. */
export function view(part: Part, corners: Uint32Array, look: Look): PartView {
  if (part.shown === "faces") return new Surface(part, corners, look);
  return part.shown === "lines" ? new Lines(part, corners, look) : new Particles(part, look);
}

/** The scene as the server describes it: its parts, where they are, and what is the floor. */

import { Box3, Group, type Ray, Vector3 } from "three";
import { bodyColour, MARK, SURROUNDINGS, type Theme } from "./colours";
import type { Look } from "./look";
import { type PartView, view } from "./parts";
import type { Frame, SceneMessage, Topology } from "./protocol";

export class World {
  readonly group = new Group();
  readonly parts: PartView[] = [];
  readonly up = new Vector3(0, 1, 0);
  /** Where the bodies are now. */
  readonly bounds = new Box3();
  /** The height of a level obstacle below all bodies: it is shown as the ground itself. */
  floor: number | null = null;
  #scene: SceneMessage | null = null;
  #topology = -1;
  #theme: Theme = "light";
  #wire = false;
  readonly #low = new Vector3();
  readonly #high = new Vector3();

  constructor(readonly look: Look) {}

  get scene(): SceneMessage | null {
    return this.#scene;
  }

  /** Whether there are parts of this generation, so that a frame of it can be shown. */
  shows(generation: number): boolean {
    return this.#topology === generation;
  }

  /** What comes next is described anew, whatever its generation. */
  forget(): void {
    this.#topology = -1;
  }

  describe(scene: SceneMessage): void {
    this.#scene = scene;
    this.up.set(...scene.up).normalize();
  }

  /** Makes the parts anew; says whether there was something new. */
  build(topology: Topology): boolean {
    const scene = this.#scene;
    if (!scene || topology.generation !== scene.generation || topology.generation === this.#topology) return false;
    if (topology.parts.length !== scene.parts.length) throw new Error("scene and topology have different parts");
    for (const part of this.parts.splice(0)) {
      this.group.remove(part.object);
      part.dispose();
    }
    this.floor = null;
    this.bounds.makeEmpty();
    scene.parts.forEach((part, index) => {
      const { corners, points } = topology.parts[index];
      if (corners.some((corner) => corner >= part.vertices)) throw new Error(`${part.name} has corners without vertices`);
      const made = view(part, corners.slice(), this.look);
      if (part.role === "mark") made.onTop();
      this.parts.push(made);
      this.group.add(made.object);
      if (!part.moves) {
        made.update(points, new Float32Array(0));
        this.#asFloor(made, scene);
      }
    });
    this.#topology = topology.generation;
    this.paint(this.#theme);
    return true;
  }

  /** Takes a state. */
  show(frame: Frame): void {
    this.look.take(frame.colour, frame.low, frame.high);
    frame.each((index, points, values) => this.parts[index]?.update(points, values));
    this.bounds.makeEmpty();
    for (const part of this.parts) {
      if (part.part.role !== "body") continue;
      this.bounds.expandByPoint(this.#low.fromArray(part.low));
      this.bounds.expandByPoint(this.#high.fromArray(part.high));
    }
    if (this.#wire) this.wireframe(true);
  }

  /** Whether the next picture must not take long. */
  set draft(draft: boolean) {
    for (const part of this.parts) part.draft = draft;
  }

  paint(theme: Theme): void {
    this.#theme = theme;
    let body = 0;
    for (const part of this.parts) {
      if (part.part.role === "mark") part.paint(MARK);
      else part.paint(part.part.role === "body" ? bodyColour(body++) : SURROUNDINGS[theme].obstacle);
    }
    this.wireframe(this.#wire);
  }

  wireframe(shown: boolean): void {
    this.#wire = shown;
    for (const part of this.parts) {
      if (part.part.role === "body") part.wireframe(shown, SURROUNDINGS[this.#theme].wire);
    }
  }

  /** The body nearest on a ray, or, among those without surface, the vertex drawn within `reach` of a point. */
  pick(ray: Ray, near: (x: number, y: number, z: number) => number, reach: number) {
    let best: { part: number; vertex: number; distance: number } | null = null;
    this.parts.forEach((part, index) => {
      const hit = part.hit(ray);
      if (hit && hit.distance < (best?.distance ?? Infinity)) best = { part: index, ...hit };
    });
    // An obstacle in front hides what is behind it.
    if (best) return this.#body(best);
    let closest = reach;
    this.parts.forEach((part, index) => {
      if (part.part.shown === "faces" || part.part.role !== "body") return;
      for (let vertex = 0; vertex < part.part.vertices; vertex++) {
        const at = 3 * vertex;
        const distance = near(part.points[at], part.points[at + 1], part.points[at + 2]);
        if (distance < closest) {
          closest = distance;
          best = { part: index, vertex, distance };
        }
      }
    });
    return best ? this.#body(best) : null;
  }

  #body(hit: { part: number; vertex: number; distance: number }) {
    const { role, moves } = this.parts[hit.part].part;
    return role === "body" && moves ? hit : null;
  }

  /** A level obstacle that reaches beyond the bodies is the ground. */
  #asFloor(part: PartView, scene: SceneMessage): void {
    if (part.part.role !== "obstacle") return;
    const [low, high] = scene.bounds;
    const axis = scene.up.findIndex((value) => Math.abs(value) > 0.999);
    if (axis < 0) return;
    const size = Math.hypot(...low.map((value, i) => high[i] - value));
    const level = part.high[axis] - part.low[axis] <= 1e-4 * size;
    const wide = [0, 1, 2].every(
      (i) => i === axis || part.high[i] - part.low[i] >= 0.95 * (high[i] - low[i]),
    );
    if (level && wide) {
      const height = part.high[axis] * Math.sign(scene.up[axis]);
      this.floor = this.floor === null ? height : Math.min(this.floor, height);
      part.object.visible = false;
    }
  }
}

/**
 * Touching: a press on a body takes hold of the nearest vertex, and moves it in the plane through it that faces the
 * camera. The server pulls that vertex towards the pointer by a spring; here it is only said where the pointer is.
 */

import {
  BufferAttribute, BufferGeometry, Line, LineBasicMaterial, Mesh, MeshBasicMaterial, Plane, Raycaster, SphereGeometry,
  Vector2, Vector3,
} from "three";
import type { Request } from "./protocol";
import type { Stage } from "./stage";
import type { World } from "./world";

/** How near, in pixels, a press must be to a vertex that has no surface around it. */
const REACH = 18;

/** Milliseconds between two messages of a drag, at least: a mouse may report a thousand moves a second. */
const SPACING = 8;

/** How many latencies are kept. */
const KEPT = 2000;

interface Held {
  pointer: number;
  part: number;
  vertex: number;
}

export class Touch {
  /** The number of the last message of a drag; it never goes back. */
  seq = 0;
  /** Milliseconds from a move of the pointer to the picture that shows it. */
  readonly latencies: number[] = [];
  allowed = false;
  /** Set when the handle is no longer where it was drawn. */
  pending = false;
  #held: Held | null = null;
  /** When the oldest move was made that the server does not know yet, and when it was last told one; 0 for never. */
  #moved = 0;
  #said = 0;
  /** When the last move was made that counted: it may come again with the next picture. */
  #followed = 0;
  #hover: PointerEvent | null = null;
  readonly #waiting: { seq: number; time: number }[] = [];
  readonly #plane = new Plane();
  readonly #target = new Vector3();
  readonly #grabbed = new Vector3();
  readonly #offset = new Vector3();
  readonly #caster = new Raycaster();
  readonly #place = new Vector2();
  readonly #line: Line<BufferGeometry, LineBasicMaterial>;
  readonly #ball: Mesh<SphereGeometry, MeshBasicMaterial>;

  constructor(
    readonly stage: Stage,
    readonly world: World,
    readonly send: (request: Request) => boolean,
  ) {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(6), 3));
    this.#line = new Line(geometry, new LineBasicMaterial({ depthTest: false, transparent: true }));
    this.#ball = new Mesh(new SphereGeometry(1, 20, 14), new MeshBasicMaterial({ depthTest: false, transparent: true }));
    for (const object of [this.#line, this.#ball]) {
      object.visible = false;
      object.frustumCulled = false;
      object.renderOrder = 10;
      stage.scene.add(object);
    }
    const { canvas } = stage;
    canvas.addEventListener("pointerdown", (event) => this.#down(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.#move(event), { capture: true });
    // Moves come once a picture, and wait for it; where the browser tells them at once, they are passed on at once.
    canvas.addEventListener("pointerrawupdate", (event) => this.#follow(event as PointerEvent), { capture: true });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"] as const) {
      canvas.addEventListener(name, (event) => this.#up(event), { capture: true });
    }
  }

  /** What this page holds. */
  get held(): { part: number; vertex: number } | null {
    return this.#held;
  }

  paint(colour: string): void {
    this.#line.material.color.set(colour);
    this.#ball.material.color.set(colour);
  }

  /** Before a picture is drawn: says where the pointer is, once, and puts the handle there. */
  frame(): void {
    if (this.#held) {
      this.#say();
      this.#draw(this.#held);
    } else if (this.#hover) {
      const found = this.allowed && this.#hover.pointerType === "mouse" && this.#pick(this.#hover) !== null;
      this.stage.canvas.classList.toggle("can-grab", found);
      this.#hover = null;
    }
  }

  /** After a picture that contains everything up to `seq` was drawn. */
  shown(seq: number, time: number): void {
    while (this.#waiting.length > 0 && this.#waiting[0].seq <= seq) {
      const moved = this.#waiting.shift();
      if (moved) this.latencies.push(time - moved.time);
    }
    if (this.latencies.length > KEPT) this.latencies.splice(0, this.latencies.length - KEPT);
  }

  /** Lets go, for example when the connection is lost or the scene changes. */
  drop(): void {
    const held = this.#held;
    this.#held = null;
    this.#waiting.length = 0;
    this.#line.visible = this.#ball.visible = false;
    this.stage.controls.enabled = true;
    this.stage.canvas.classList.remove("grabbing");
    this.stage.dirty = true;
    if (held) this.send({ type: "release", seq: ++this.seq });
  }

  #down(event: PointerEvent): void {
    if (this.#held || !this.allowed || event.button !== 0 || !event.isPrimary) return;
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    const hit = this.#pick(event);
    if (!hit) return;
    this.stage.controls.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
    this.stage.canvas.classList.add("grabbing");
    this.#held = { pointer: event.pointerId, ...hit };
    this.#vertex(this.#held, this.#grabbed);
    const facing = this.stage.camera.getWorldDirection(new Vector3());
    this.#plane.setFromNormalAndCoplanarPoint(facing, this.#grabbed);
    // The vertex stays as far from the pointer as it was when pressed, so that nothing jumps.
    this.#offset.set(0, 0, 0);
    if (this.#point(event, this.#target)) this.#offset.subVectors(this.#grabbed, this.#target);
    this.#target.copy(this.#grabbed);
    this.send({ type: "grab", part: hit.part, vertex: hit.vertex, seq: ++this.seq });
    this.stage.dirty = true;
  }

  #move(event: PointerEvent): void {
    if (!this.#held) {
      if (event.buttons === 0) this.#hover = event;
      return;
    }
    this.#follow(event);
  }

  /** The target goes where the pointer is, and the server hears of it unless it has just heard. */
  #follow(event: PointerEvent): void {
    if (event.pointerId !== this.#held?.pointer || event.timeStamp <= this.#followed) return;
    this.#followed = event.timeStamp;
    if (!this.#point(event, this.#target)) return;
    this.#target.add(this.#offset);
    // The oldest move that is not yet said counts: it is the one that waits longest.
    if (this.#moved === 0) this.#moved = event.timeStamp;
    this.pending = true;
    if (event.timeStamp - this.#said > SPACING) this.#say();
  }

  #say(): void {
    if (this.#moved === 0) return;
    this.#said = performance.now();
    this.seq++;
    this.send({ type: "drag", target: this.#target.toArray(), seq: this.seq });
    this.#waiting.push({ seq: this.seq, time: this.#moved });
    this.#moved = 0;
  }

  #up(event: PointerEvent): void {
    if (this.#held && event.pointerId === this.#held.pointer) this.drop();
  }

  /** Where the pointer's ray meets the plane of the drag. */
  #point(event: PointerEvent, into: Vector3): boolean {
    this.#aim(event);
    return this.#caster.ray.intersectPlane(this.#plane, into) !== null;
  }

  #aim(event: { clientX: number; clientY: number }): void {
    const { clientWidth: width, clientHeight: height } = this.stage.canvas;
    this.#place.set((2 * event.clientX) / width - 1, 1 - (2 * event.clientY) / height);
    this.#caster.setFromCamera(this.#place, this.stage.camera);
  }

  /** What a press at this place of the window would take hold of. */
  at(x: number, y: number) {
    return this.#pick({ clientX: x, clientY: y });
  }

  #pick(event: { clientX: number; clientY: number }) {
    this.#aim(event);
    const { clientWidth: width, clientHeight: height } = this.stage.canvas;
    const place = new Vector3();
    const near = (x: number, y: number, z: number) => {
      place.set(x, y, z).project(this.stage.camera);
      return Math.hypot(((place.x + 1) * width) / 2 - event.clientX, ((1 - place.y) * height) / 2 - event.clientY);
    };
    return this.world.pick(this.#caster.ray, near, REACH);
  }

  #vertex(held: Held, into: Vector3): void {
    const view = this.world.parts[held.part];
    if (view) into.fromArray(view.points, 3 * held.vertex);
  }

  #draw(held: Held): void {
    this.#vertex(held, this.#grabbed);
    const ends = this.#line.geometry.attributes.position as BufferAttribute;
    this.#grabbed.toArray(ends.array, 0);
    this.#target.toArray(ends.array, 3);
    ends.needsUpdate = true;
    this.#ball.position.copy(this.#target);
    this.#ball.scale.setScalar(0.006 * this.stage.camera.position.distanceTo(this.#target));
    this.#line.visible = this.#ball.visible = true;
  }
}

/** What surrounds the bodies: camera, light, ground, sky. It draws when asked, and not otherwise. */

import {
  Box3, Color, DirectionalLight, HemisphereLight, OrthographicCamera, PCFShadowMap, PerspectiveCamera, Scene, Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { SURROUNDINGS, type Theme } from "./colours";
import { Ground } from "./ground";
import { Light } from "./look";
import { Quality } from "./quality";

/** How far the view opens, in degrees, along the shorter side of the window. */
const OPENING = 34;

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(OPENING, 1, 0.01, 100);
  readonly renderer: WebGLRenderer;
  readonly quality: Quality;
  /** Set when a body moved, so that its shadow did. */
  moved = true;
  controls: OrbitControls;
  /** Set when something changed that shows. */
  dirty = true;
  /** The part of the window that panels cover, at the right and at the bottom. */
  readonly covered = { right: 0, bottom: 0 };
  readonly #sun = new DirectionalLight();
  readonly #fill = new DirectionalLight();
  readonly #ambient = new HemisphereLight();
  readonly #ground = new Ground();
  /** What can be drawn as a draft, where even the coarsest pictures are slow. */
  readonly drafted: { draft: boolean }[] = [this.#ground];
  /** The light, for drafts. */
  readonly light = new Light();
  readonly #up = new Vector3(0, 1, 0);
  readonly #bounds = new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
  readonly #lit = new Box3();
  #flat = false;
  #ratio = 0;
  /** Pictures since the shadow was drawn. */
  #since = 0;

  constructor(readonly canvas: HTMLCanvasElement) {
    const software = computed();
    this.quality = new Quality(software);
    this.renderer = new WebGLRenderer({ canvas, antialias: !software, powerPreference: "high-performance" });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.setScalar(software ? 512 : 1024);
    this.#sun.shadow.autoUpdate = false;
    this.#sun.shadow.radius = 5;
    this.#sun.shadow.intensity = 0.9;
    this.#fill.intensity = 0.55;
    this.scene.add(this.#sun, this.#sun.target, this.#fill, this.#fill.target, this.#ambient, this.#ground);
    this.controls = this.#orbit();
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  theme(theme: Theme): void {
    const around = SURROUNDINGS[theme];
    this.scene.background = new Color(around.sky);
    this.#ground.theme(theme);
    this.#sun.intensity = around.sun;
    this.#ambient.intensity = around.ambient;
    this.#ambient.groundColor.set(around.ground);
    this.#shine();
    this.dirty = true;
  }

  /** Prepares for a scene in this box, with the ground at this height (or just below the box). */
  set(bounds: Box3, up: Vector3, dimension: number, floor: number | null): void {
    const turned = !this.#up.equals(up);
    this.#up.copy(up);
    this.#bounds.copy(bounds);
    this.#flat = dimension === 2;
    const size = Math.max(bounds.getSize(new Vector3()).length(), 1e-3);
    const centre = bounds.getCenter(new Vector3());
    const below = floor ?? this.#lowest(bounds) - 0.002 * size;
    this.#ground.lay(centre.clone().addScaledVector(up, below - centre.dot(up)), up, size);
    this.#ground.visible = !this.#flat;
    this.#ambient.position.copy(up);
    if (turned) {
      this.camera.up.copy(up);
      this.controls.dispose();
      this.controls = this.#orbit();
    }
    this.#lit.makeEmpty();
    this.cover(bounds);
  }

  /** Makes sure that light and shadow reach this box. */
  cover(box: Box3): void {
    if (box.isEmpty() || this.#lit.containsBox(box)) return;
    const size = box.getSize(new Vector3()).length();
    this.#lit.copy(box).expandByScalar(0.15 * size);
    const centre = this.#lit.getCenter(new Vector3());
    const radius = 0.5 * this.#lit.getSize(new Vector3()).length();
    const side = this.#across();
    const front = new Vector3().crossVectors(side, this.#up);
    const from = new Vector3().addScaledVector(this.#up, 1).addScaledVector(side, -0.6).addScaledVector(front, 0.3);
    this.#sun.position.copy(centre).addScaledVector(from.normalize(), 3 * radius);
    this.#sun.target.position.copy(centre);
    this.#fill.position.copy(centre).addScaledVector(side, 2 * radius).addScaledVector(front, 3 * radius).addScaledVector(this.#up, radius);
    this.#fill.target.position.copy(centre);
    this.#shine();
    const shadow = this.#sun.shadow.camera as OrthographicCamera;
    shadow.left = shadow.bottom = -radius;
    shadow.right = shadow.top = radius;
    shadow.near = radius;
    shadow.far = 8 * radius;
    shadow.updateProjectionMatrix();
    this.moved = true;
    this.#sun.shadow.normalBias = (12 * radius) / this.#sun.shadow.mapSize.x;
    this.#sun.shadow.bias = -0.0006;
  }

  /** Moves the camera so that the box fills what is not covered. */
  fit(box: Box3 = this.#bounds): void {
    if (box.isEmpty()) return;
    const centre = box.getCenter(new Vector3());
    const radius = Math.max(0.5 * box.getSize(new Vector3()).length(), 1e-3);
    const side = this.#across();
    const front = new Vector3().crossVectors(side, this.#up);
    const from = this.#flat
      ? front
      : new Vector3().addScaledVector(front, 1).addScaledVector(side, 0.55).addScaledVector(this.#up, 0.42).normalize();
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const free = Math.max((width - this.covered.right - (width > height ? 120 : 24)) / width, 0.2) * (width / height);
    const tall = Math.max((height - this.covered.bottom - 150) / height, 0.2);
    const half = Math.tan((this.camera.fov * Math.PI) / 360);
    // As near as every corner of the box allows.
    const right = new Vector3().crossVectors(this.#up, from).normalize();
    const above = new Vector3().crossVectors(from, right);
    const corner = new Vector3();
    let distance = 0.2 * radius;
    for (let i = 0; i < 8; i++) {
      corner.set(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z).sub(centre);
      const wide = Math.abs(corner.dot(right)) / (half * free);
      const high = Math.abs(corner.dot(above)) / (half * tall);
      distance = Math.max(distance, 1.12 * Math.max(wide, high) + corner.dot(from));
    }
    this.camera.position.copy(centre).addScaledVector(from, distance);
    this.camera.near = distance / 200;
    this.camera.far = distance * 40 + 40 * radius;
    this.controls.target.copy(centre);
    this.controls.maxDistance = 20 * distance;
    this.controls.minDistance = 0.05 * radius;
    this.controls.update();
    this.resize();
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.#ratio = 0;
    this.camera.aspect = width / height;
    this.camera.fov = width < height ? Math.min(2 * OPENING, 70) : OPENING;
    // The middle of the picture is the middle of what the panels leave free.
    this.camera.setViewOffset(width, height, this.covered.right / 2, this.covered.bottom / 2, width, height);
    this.camera.updateProjectionMatrix();
    this.dirty = true;
  }

  /** Draws at the resolution that keeps up, or at the full one. */
  render(full = false): void {
    const ratio = full ? this.quality.finest : this.quality.ratio;
    if (ratio !== this.#ratio) {
      this.#ratio = ratio;
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(this.canvas.clientWidth, this.canvas.clientHeight, false);
    }
    const draft = !full && this.quality.shared === Infinity;
    this.#sun.castShadow = !draft;
    for (const thing of this.drafted) thing.draft = draft;
    const shade = this.moved && (full || ++this.#since >= this.quality.shared);
    if (shade) {
      this.moved = false;
      this.#since = 0;
    }
    this.#sun.shadow.needsUpdate = shade;
    this.renderer.render(this.scene, this.camera);
    this.dirty = false;
  }

  /** The picture as a file. */
  picture(): Promise<Blob | null> {
    this.render(true);
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
  }

  /** Tells drafts what the lights give. A matt surface sends a πth of it back. */
  #shine(): void {
    const { sun, fill, sky, soil, above } = this.light.uniforms;
    const toward = (to: Vector3, light: DirectionalLight) =>
      to.subVectors(light.position, light.target.position).normalize().multiplyScalar(light.intensity / Math.PI);
    toward(sun.value, this.#sun);
    toward(fill.value, this.#fill);
    sky.value.copy(this.#ambient.color).multiplyScalar(this.#ambient.intensity / Math.PI);
    soil.value.copy(this.#ambient.groundColor).multiplyScalar(this.#ambient.intensity / Math.PI);
    above.value.copy(this.#up);
  }

  #orbit(): OrbitControls {
    const controls = new OrbitControls(this.camera, this.canvas);
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    controls.enableDamping = !calm.matches;
    controls.dampingFactor = 0.14;
    controls.addEventListener("change", () => (this.dirty = true));
    return controls;
  }

  /** The direction to the right of somebody who looks at the front. */
  #across(): Vector3 {
    const up = this.#up;
    const front = Math.abs(up.z) > 0.9 ? new Vector3(0, -1, 0) : new Vector3(0, 0, 1);
    return new Vector3().crossVectors(up, front).normalize();
  }

  #lowest(box: Box3): number {
    const { min, max } = box;
    const up = this.#up;
    return up.x * (up.x > 0 ? min.x : max.x) + up.y * (up.y > 0 ? min.y : max.y) + up.z * (up.z > 0 ? min.z : max.z);
  }
}

/** Whether pictures are computed by the processor, as on machines without a graphics card. */
function computed(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  const info = context?.getExtension("WEBGL_debug_renderer_info");
  const name = context?.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER);
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(String(name));
}

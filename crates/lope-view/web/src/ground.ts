/**
 * The ground: a floor with a grid that fades into the distance, and the shadows that fall on it, in one material. And a
 * draft of it from triangles and lines that have their colours at their ends, for pictures that must not take long.
 */

import {
  BufferAttribute, BufferGeometry, CircleGeometry, Color, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial,
  RingGeometry, ShadowMaterial, Vector3,
} from "three";
import { SURROUNDINGS, type Theme } from "./colours";

const MAIN = `
float shade = opacity * (1.0 - getShadowMask());
float far = max(1.0 - dot(vPlace, vPlace) / (4.41 * reach * reach), 0.0);
far *= far;
vec2 cell = vPlace / spacing;
vec2 width = fwidth(cell);
vec2 near = abs(fract(cell - 0.5) - 0.5) / max(width, vec2(1e-6));
vec2 near5 = abs(fract(cell / 5.0 - 0.5) - 0.5) / max(width / 5.0, vec2(1e-6));
float fine = (1.0 - min(min(near.x, near.y), 1.0)) * (1.0 - smoothstep(0.2, 0.6, max(width.x, width.y)));
float coarse = 1.0 - min(min(near5.x, near5.y), 1.0);
float line = max(0.35 * fine, 0.65 * coarse) * far;
vec4 base = vec4(mix(floorColour, gridColour, line * 0.75), max(0.7 * far, line * 0.6));
float alpha = base.a + shade * far * (1.0 - base.a);
gl_FragColor = vec4(mix(base.rgb, color, shade * far), alpha);
`;

/** How far the ground reaches, as a multiple of the size of a scene; the fading takes 2.1 times as much. */
const REACH = 1.7;
const RADIUS = 2.1 * REACH;
/** Lines of the draft to each side, and parts of each. */
const LINES = 8;
const PARTS = 16;

/** Seen from above, what dips below the ground is hidden by it; what lies on it is in front. */
const SOLID = { depthWrite: true, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 4 };

/** How much of the ground is left at a part of its radius. */
const fading = (r2: number): number => Math.max(1 - r2, 0) ** 2;

/** Floor and coarse grid with their opacities at the vertices, in a circle of radius 1. */
class Draft extends Group {
  readonly #floor = new MeshBasicMaterial({ transparent: true, vertexColors: true, ...SOLID });
  readonly #grid = new LineBasicMaterial({ transparent: true, depthWrite: false, vertexColors: true });
  readonly #lines = new BufferGeometry();

  constructor() {
    super();
    const disc = new RingGeometry(0, 1, 48, 8);
    shade(disc, 0.7);
    this.add(new Mesh(disc, this.#floor), new LineSegments(this.#lines, this.#grid));
    for (const child of this.children) {
      child.frustumCulled = false;
      child.renderOrder = -1;
    }
    this.visible = false;
  }

  theme(theme: Theme): void {
    this.#floor.color.set(SURROUNDINGS[theme].floor);
    this.#grid.color.set(SURROUNDINGS[theme].grid);
  }

  /** Draws lines at multiples of this part of the radius. */
  rule(spacing: number): void {
    const points: number[] = [];
    for (let line = -LINES; line <= LINES; line++) {
      const across = line * spacing;
      const half = Math.sqrt(Math.max(1 - across * across, 0));
      for (let part = 0; half > 0 && part < PARTS; part++) {
        const [from, to] = [part, part + 1].map((end) => half * ((2 * end) / PARTS - 1));
        points.push(across, from, 0, across, to, 0, from, across, 0, to, across, 0);
      }
    }
    this.#lines.setAttribute("position", new BufferAttribute(Float32Array.from(points), 3));
    shade(this.#lines, 0.3);
  }
}

/** Gives the vertices their opacities, `most` in the middle. */
function shade(geometry: BufferGeometry, most: number): void {
  const { array, count } = geometry.attributes.position;
  const colours = new Float32Array(4 * count).fill(1);
  for (let i = 0; i < count; i++) colours[4 * i + 3] = most * fading(array[3 * i] ** 2 + array[3 * i + 1] ** 2);
  geometry.setAttribute("color", new BufferAttribute(colours, 4));
}

export class Ground extends Group {
  readonly #uniforms = {
    spacing: { value: 1 },
    reach: { value: 10 },
    gridColour: { value: new Color() },
    floorColour: { value: new Color() },
  };
  readonly #material = new ShadowMaterial({ transparent: true, ...SOLID });
  readonly #fine = new Mesh(new CircleGeometry(1, 48), this.#material);
  readonly #draft = new Draft();

  constructor() {
    super();
    this.#material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.#uniforms);
      shader.vertexShader = `varying vec2 vPlace;\n${shader.vertexShader}`.replace(
        "#include <begin_vertex>",
        "#include <begin_vertex>\nvPlace = position.xy * length(modelMatrix[0].xyz);",
      );
      shader.fragmentShader =
        "uniform float spacing, reach;\nuniform vec3 gridColour, floorColour;\nvarying vec2 vPlace;\n" +
        shader.fragmentShader.replace(/gl_FragColor = [^;]*;/, MAIN);
    };
    this.#fine.receiveShadow = true;
    this.#fine.frustumCulled = false;
    // Before the bodies, so that their light is not mixed with that of the ground.
    this.#fine.renderOrder = -1;
    this.add(this.#fine, this.#draft);
  }

  /** Whether the next picture must not take long. */
  set draft(draft: boolean) {
    this.#fine.visible = !draft;
    this.#draft.visible = draft;
  }

  theme(theme: Theme): void {
    const { grid, floor, shade, shadow } = SURROUNDINGS[theme];
    this.#uniforms.gridColour.value.set(grid);
    this.#uniforms.floorColour.value.set(floor);
    this.#material.color.set(shade);
    this.#material.opacity = shadow;
    this.#draft.theme(theme);
  }

  /** Lays the ground through a point, for a scene of this size. */
  lay(centre: Vector3, up: Vector3, size: number): void {
    const rough = size / 10;
    const ten = 10 ** Math.floor(Math.log10(rough));
    const spacing = ten * (rough / ten < 2 ? 1 : rough / ten < 5 ? 2 : 5);
    this.#uniforms.spacing.value = spacing;
    this.#uniforms.reach.value = REACH * size;
    this.#draft.rule((5 * spacing) / (RADIUS * size));
    this.scale.setScalar(RADIUS * size);
    this.position.copy(centre);
    this.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), up);
  }
}

/** The ground: a floor with a grid that fades into the distance, and the shadows that fall on it, in one material. */

import { Color, Mesh, CircleGeometry, ShadowMaterial, Vector3 } from "three";
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

export class Ground extends Mesh<CircleGeometry, ShadowMaterial> {
  readonly #uniforms = {
    spacing: { value: 1 },
    reach: { value: 10 },
    gridColour: { value: new Color() },
    floorColour: { value: new Color() },
  };

  constructor() {
    super(new CircleGeometry(1, 48), new ShadowMaterial({ transparent: true, depthWrite: false }));
    this.material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.#uniforms);
      shader.vertexShader = `varying vec2 vPlace;\n${shader.vertexShader}`.replace(
        "#include <begin_vertex>",
        "#include <begin_vertex>\nvPlace = position.xy * length(modelMatrix[0].xyz);",
      );
      shader.fragmentShader =
        "uniform float spacing, reach;\nuniform vec3 gridColour, floorColour;\nvarying vec2 vPlace;\n" +
        shader.fragmentShader.replace(/gl_FragColor = [^;]*;/, MAIN);
    };
    this.receiveShadow = true;
    this.frustumCulled = false;
    // Before the bodies, so that what dips below the ground still shows through it.
    this.renderOrder = -1;
  }

  theme(theme: Theme): void {
    const { grid, floor, shade, shadow } = SURROUNDINGS[theme];
    this.#uniforms.gridColour.value.set(grid);
    this.#uniforms.floorColour.value.set(floor);
    this.material.color.set(shade);
    this.material.opacity = shadow;
  }

  /** Lays the ground through a point, for a scene of this size. */
  lay(centre: Vector3, up: Vector3, size: number): void {
    const rough = size / 10;
    const ten = 10 ** Math.floor(Math.log10(rough));
    this.#uniforms.spacing.value = ten * (rough / ten < 2 ? 1 : rough / ten < 5 ? 2 : 5);
    this.#uniforms.reach.value = 1.7 * size;
    this.scale.setScalar(2.1 * 1.7 * size);
    this.position.copy(centre);
    this.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), up);
  }
}

/** How things are coloured: one set of uniforms that all materials share, so that a change costs nothing. */

import { Color, type DataTexture, type Material, Vector3 } from "three";
import { INVERTED, Range, ramp, SCALES } from "./colours";
import type { ColourMode } from "./protocol";

const FRAGMENT_HEAD = `
uniform sampler2D ramp;
uniform vec2 valueRange;
uniform float valueMode;
uniform bool valueRoot;
uniform vec3 invertedColour;
varying float vValue;
`;

const FRAGMENT_BODY = `
#include <color_fragment>
if (valueMode > 0.5) {
  float t = clamp((vValue - valueRange.x) / max(valueRange.y - valueRange.x, 1e-20), 0.0, 1.0);
  if (valueRoot) t = sqrt(t);
  diffuseColor.rgb = texture2D(ramp, vec2((t * 255.0 + 0.5) / 256.0, 0.5)).rgb;
  if (valueMode > 1.5 && vValue <= 0.0) diffuseColor.rgb = invertedColour;
}
`;

/** The light on a surface at a vertex, from the side that is seen. */
const SHADE_HEAD = `
uniform vec3 sun, fill, sky, soil, above;
varying vec3 vShade;
`;
const SHADE_BODY = `
vec3 side = dot(normal, cameraPosition - position) < 0.0 ? -normal : normal;
vShade = mix(soil, sky, 0.5 * dot(side, above) + 0.5) + max(dot(side, sun), 0.0) + max(dot(side, fill), 0.0);
`;

/** Makes a square sprite look like a little ball. */
const BALL = `
vec2 across = 2.0 * gl_PointCoord - 1.0;
float depth2 = 1.0 - dot(across, across);
if (depth2 < 0.0) discard;
diffuseColor.rgb *= 0.55 + 0.45 * clamp(dot(vec3(across.x, -across.y, sqrt(depth2)), vec3(0.35, 0.7, 0.62)), 0.0, 1.0);
`;

/** The light of a scene as drafts take it: white suns as directions times their strengths, and what the sky gives from above
 *  and from below. */
export class Light {
  readonly uniforms = {
    sun: { value: new Vector3() },
    fill: { value: new Vector3() },
    sky: { value: new Color() },
    soil: { value: new Color() },
    above: { value: new Vector3(0, 1, 0) },
  };
}

/** How a material is coloured beside its values: points as little balls, surfaces of a draft with light at their vertices. */
export type Kind = "plain" | "ball" | "draft";

export class Look {
  readonly range = new Range();
  mode: ColourMode = "body";
  readonly uniforms = {
    ramp: { value: null as DataTexture | null },
    valueRange: { value: [0, 1] },
    valueMode: { value: 0 },
    valueRoot: { value: false },
    invertedColour: { value: new Color(INVERTED) },
  };
  readonly #ramps = new Map<ColourMode, DataTexture>();

  constructor(readonly light = new Light()) {
    this.#use("body");
  }

  /** Takes the mode and range that a frame's values have. */
  take(mode: ColourMode, low: number, high: number): void {
    if (mode !== this.mode) this.#use(mode);
    this.range.take(mode, low, high);
    this.uniforms.valueRange.value[0] = this.range.low;
    this.uniforms.valueRange.value[1] = this.range.high;
  }

  /** Makes a material take its colour from the attribute `value`, if values are shown and it has some. */
  colour<M extends Material>(material: M, kind: Kind = "plain", valued = true): M {
    const lit = kind === "draft";
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, valued ? this.uniforms : {}, lit ? this.light.uniforms : {});
      const heads = (valued ? "attribute float value;\nvarying float vValue;\n" : "") + (lit ? SHADE_HEAD : "");
      shader.vertexShader = (heads + shader.vertexShader).replace(
        "#include <begin_vertex>",
        `#include <begin_vertex>\n${valued ? "vValue = value;\n" : ""}${lit ? SHADE_BODY : ""}`,
      );
      const head = (valued ? FRAGMENT_HEAD : "") + (lit ? "varying vec3 vShade;\n" : "");
      shader.fragmentShader = (head + shader.fragmentShader).replace(
        "#include <color_fragment>",
        (valued ? FRAGMENT_BODY : "") + (kind === "ball" ? BALL : lit ? "diffuseColor.rgb *= vShade;\n" : ""),
      );
    };
    material.customProgramCacheKey = () => `${kind} ${valued}`;
    return material;
  }

  #use(mode: ColourMode): void {
    this.mode = mode;
    let texture = this.#ramps.get(mode);
    if (!texture) this.#ramps.set(mode, (texture = ramp(mode)));
    this.uniforms.ramp.value = texture;
    this.uniforms.valueRoot.value = SCALES[mode].root ?? false;
    this.uniforms.valueMode.value = mode === "body" ? 0 : mode === "det" ? 2 : 1;
  }
}

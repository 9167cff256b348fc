/** How things are coloured: one set of uniforms that all materials share, so that a change costs nothing. */

import { Color, type DataTexture, type Material } from "three";
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

/** Makes a square sprite look like a little ball. */
const BALL = `
vec2 across = 2.0 * gl_PointCoord - 1.0;
float depth2 = 1.0 - dot(across, across);
if (depth2 < 0.0) discard;
diffuseColor.rgb *= 0.55 + 0.45 * clamp(dot(vec3(across.x, -across.y, sqrt(depth2)), vec3(0.35, 0.7, 0.62)), 0.0, 1.0);
`;

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

  constructor() {
    this.#use("body");
  }

  /** Takes the mode and range that a frame's values have. */
  take(mode: ColourMode, low: number, high: number): void {
    if (mode !== this.mode) this.#use(mode);
    this.range.take(mode, low, high);
    this.uniforms.valueRange.value[0] = this.range.low;
    this.uniforms.valueRange.value[1] = this.range.high;
  }

  /** Makes a material take its colour from the attribute `value`, if values are shown. */
  colour<M extends Material>(material: M, balls = false): M {
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.uniforms);
      shader.vertexShader = `attribute float value;\nvarying float vValue;\n${shader.vertexShader}`.replace(
        "#include <begin_vertex>",
        "#include <begin_vertex>\nvValue = value;",
      );
      shader.fragmentShader = (FRAGMENT_HEAD + shader.fragmentShader).replace(
        "#include <color_fragment>",
        FRAGMENT_BODY + (balls ? BALL : ""),
      );
    };
    material.customProgramCacheKey = () => `valued ${balls}`;
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

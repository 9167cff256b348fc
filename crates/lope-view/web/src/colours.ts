/** Colours: of bodies, of values, and of what is around them in the two themes. */

import { DataTexture, LinearFilter, SRGBColorSpace } from "three";
import type { ColourMode } from "./protocol";

export type Theme = "light" | "dark";

/** Bodies in their order; told apart also by those who do not tell red from green, by lightness. */
const BODIES = ["#e0714d", "#3f83c9", "#55ab8a", "#e6b450", "#8a72c4", "#d3709c", "#54b3c4", "#93a450"];

export const bodyColour = (body: number): string => BODIES[body % BODIES.length];

export const SURROUNDINGS = {
  light: {
    sky: "#eceff3",
    floor: "#ffffff",
    grid: "#8a95a3",
    shade: "#26303c",
    shadow: 0.3,
    obstacle: "#b7bec7",
    wire: "#1c2229",
    handle: "#1d4ed8",
    sun: 2.5,
    ambient: 1.5,
    ground: "#c9c2ba",
  },
  dark: {
    sky: "#171b21",
    floor: "#262c35",
    grid: "#76818f",
    shade: "#000000",
    shadow: 0.55,
    obstacle: "#6a7480",
    wire: "#eef2f6",
    handle: "#8ab4ff",
    sun: 2.3,
    ambient: 1.05,
    ground: "#45403c",
  },
} as const;

/** Elements turned inside out. */
export const INVERTED = "#e11d2e";

/** What is marked. */
export const MARK = "#e11d2e";

/** What a mode shows: its name, its unit, and its colours from the lowest value to the highest. */
export interface Scale {
  label: string;
  unit: string;
  /** Whether the colours go by the root of the value: most of it is small, and a few places are large. */
  root?: boolean;
  stops: string[];
}

const COOL = ["#3b3a8c", "#2f6ca8", "#2a9a9b", "#4fbf7c", "#a6d854", "#f6e03b"];
const WARM = ["#3d2f7d", "#7a2f86", "#b03a6f", "#e65d53", "#f99a4e", "#fde38b"];

export const SCALES: Record<ColourMode, Scale> = {
  body: { label: "Body", unit: "", stops: ["#888888", "#888888"] },
  speed: { label: "Speed", unit: "m/s", stops: COOL },
  energy: { label: "Strain energy density", unit: "J/m³", root: true, stops: WARM },
  det: {
    label: "Volume ratio det F",
    unit: "",
    stops: ["#2250a8", "#6fa3d6", "#f1f1ee", "#efb06f", "#b8621b"],
  },
  projected: { label: "Projected elements", unit: "", stops: ["#8f9aa6", "#d9c29a", "#f0862c"] },
  contact: { label: "Contact force", unit: "N", root: true, stops: WARM },
  gap: { label: "Gap to the nearest", unit: "m", stops: [...COOL].reverse() },
  displacement: { label: "Displacement", unit: "m", stops: COOL },
  stress: { label: "Von Mises stress", unit: "Pa", root: true, stops: WARM },
  stretch: { label: "Largest stretch", unit: "", stops: WARM },
  pressure: { label: "Contact pressure", unit: "Pa", root: true, stops: WARM },
  reaction: { label: "Reaction", unit: "N", root: true, stops: WARM },
};

export const MODES: { mode: ColourMode; label: string }[] = [
  { mode: "body", label: "Colour by body" },
  { mode: "speed", label: "Colour by speed" },
  { mode: "energy", label: "Colour by energy" },
  { mode: "det", label: "Colour by det F" },
  { mode: "projected", label: "Colour by projection" },
  { mode: "contact", label: "Colour by contact" },
  { mode: "gap", label: "Colour by gap" },
  { mode: "displacement", label: "Colour by displacement" },
  { mode: "stress", label: "Colour by stress" },
  { mode: "stretch", label: "Colour by stretch" },
  { mode: "pressure", label: "Colour by pressure" },
  { mode: "reaction", label: "Colour by reaction" },
];

/** The colour at `t` between 0 and 1, as bytes. */
export function at(scale: Scale, t: number, into: Uint8Array | Uint8ClampedArray, offset: number): void {
  const place = Math.min(Math.max(t, 0), 1) * (scale.stops.length - 1);
  const first = Math.min(Math.floor(place), scale.stops.length - 2);
  const part = place - first;
  for (let channel = 0; channel < 3; channel++) {
    const from = parseInt(scale.stops[first].slice(1 + 2 * channel, 3 + 2 * channel), 16);
    const to = parseInt(scale.stops[first + 1].slice(1 + 2 * channel, 3 + 2 * channel), 16);
    into[offset + channel] = Math.round(from + (to - from) * part);
  }
  into[offset + 3] = 255;
}

/** The scale as a row of pixels for the shader. */
export function ramp(mode: ColourMode): DataTexture {
  const pixels = new Uint8Array(4 * 256);
  for (let i = 0; i < 256; i++) at(SCALES[mode], i / 255, pixels, 4 * i);
  const texture = new DataTexture(pixels, 256, 1);
  texture.colorSpace = SRGBColorSpace;
  texture.magFilter = texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/**
 * The range of the colours over time. A frame's own range would flicker, so the ends give way at once and come back
 * slowly; det F is shown symmetrically about 1, where a volume is unchanged.
 */
export class Range {
  low = 0;
  high = 1;
  #mode: ColourMode = "body";

  take(mode: ColourMode, low: number, high: number): void {
    if (!Number.isFinite(low) || !Number.isFinite(high)) return;
    if (mode === "det") {
      const span = Math.min(Math.max(1 - Math.max(low, 0), high - 1, 0.02), 1);
      [low, high] = [1 - span, 1 + span];
    } else if (mode === "projected") [low, high] = [0, 1];
    else if (mode === "gap") low = 0;
    if (mode !== this.#mode) {
      this.#mode = mode;
      this.low = low;
      this.high = high;
      return;
    }
    const back = 0.02;
    this.low = low < this.low ? low : this.low + back * (low - this.low);
    this.high = high > this.high ? high : this.high + back * (high - this.high);
  }
}

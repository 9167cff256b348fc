/** What the colours mean. */

import { at, bodyColour, INVERTED, SCALES } from "./colours";
import { element } from "./dom";
import { compact } from "./format";
import type { Look } from "./look";
import type { ColourMode, SceneMessage } from "./protocol";

const MOST_BODIES = 12;

export class Legend {
  #shown = "";
  #ends: [HTMLElement, HTMLElement] | null = null;

  /** `box` is below the choice of what to colour by. */
  constructor(readonly box: HTMLElement) {}

  show(scene: SceneMessage | null, look: Look): void {
    const bodies = scene?.parts.filter((part) => part.role === "body").map((part) => part.name) ?? [];
    const shown = look.mode === "body" ? `body ${JSON.stringify(bodies)}` : look.mode;
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#ends = null;
      if (look.mode === "body") this.#bodies(bodies);
      else this.#scale(look.mode);
    }
    if (this.#ends) {
      const [low, high] = this.#words(look);
      if (this.#ends[0].textContent !== low) this.#ends[0].textContent = low;
      if (this.#ends[1].textContent !== high) this.#ends[1].textContent = high;
    }
  }

  #words({ mode, range }: Look): [string, string] {
    if (mode === "projected") return ["no", "yes"];
    const low = Math.abs(range.low) < 1e-6 * Math.abs(range.high) ? 0 : range.low;
    return [compact(low), `${compact(range.high)} ${SCALES[mode].unit}`.trim()];
  }

  #bodies(names: string[]): void {
    const items = names.slice(0, MOST_BODIES).map((name, body) => this.#item(bodyColour(body), name));
    if (names.length > MOST_BODIES) items.push(element("li", {}, `and ${names.length - MOST_BODIES} more`));
    this.box.replaceChildren(element("ul", { class: "bodies" }, ...items));
  }

  #scale(mode: ColourMode): void {
    const scale = SCALES[mode];
    const bar = element("canvas", { width: "256", height: "1", "aria-hidden": "true" });
    const paint = bar.getContext("2d");
    if (paint) {
      const pixels = paint.createImageData(256, 1);
      for (let i = 0; i < 256; i++) at(scale, i / 255, pixels.data, 4 * i);
      paint.putImageData(pixels, 0, 0);
    }
    const low = element("span");
    const high = element("span");
    this.#ends = [low, high];
    this.box.replaceChildren(
      element("h2", {}, scale.label),
      bar,
      element("div", { class: "ends" }, low, ...(mode === "det" ? [element("span", {}, "1")] : []), high),
    );
    if (mode === "det") this.box.append(element("ul", {}, this.#item(INVERTED, "turned inside out")));
  }

  #item(colour: string, name: string): HTMLLIElement {
    const swatch = element("span", { class: "swatch" });
    swatch.style.background = colour;
    return element("li", {}, swatch, name);
  }
}

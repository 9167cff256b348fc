/**
 * What can be changed while a simulation runs. A control shows what the engine has: a change is asked for, and if it
 * is refused the control goes back and the reason is shown below it.
 */

import { element, pane } from "./dom";
import { compact, fraction, parse } from "./format";
import type { Request, SceneMessage, Settings, Vector } from "./protocol";

/** Answers that come within so many milliseconds let a slider change things while it is moved. */
const QUICK = 120;

type Value = string | number | Vector;

/** One control: how it shows the settings. */
interface Field {
  key: string;
  row: HTMLElement;
  show(settings: Settings): void;
}

export class Controls {
  readonly section: HTMLDetailsElement;
  readonly #body: HTMLElement;
  #fields: Field[] = [];
  #shape = "";
  #settings: Settings | null = null;
  #up: Vector = [0, 1, 0];
  /** What was asked and not yet answered; while it is, only the newest further wish is kept. */
  #asked: string | null = null;
  #next: { key: string; value: Value } | null = null;
  /** How long the last answer took, ms: a slider asks while it is moved only where that is short. */
  #took = 0;
  #askedAt = 0;
  /** The control somebody holds: it is not moved under their hand. */
  #busy: string | null = null;

  constructor(
    into: HTMLElement,
    readonly send: (request: Request) => boolean,
  ) {
    const { section, body } = pane("Simulation");
    this.section = section;
    this.#body = element("div", { class: "fields" });
    body.append(this.#body);
    into.append(section);
  }

  /** Shows a scene: its controls are made anew where there are others, and otherwise set. */
  show(scene: SceneMessage): void {
    this.#settings = scene.settings;
    this.#up = scene.up;
    this.section.hidden = !scene.settings;
    if (!scene.settings) return;
    const bodies = scene.parts.filter((part) => part.role === "body").map((part) => part.name);
    const shape = JSON.stringify([scene.choices, bodies, scene.settings.young.map((young) => young === null)]);
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#build(scene, bodies);
    }
    this.#answered();
    this.#refresh();
  }

  /** A change was refused: everything shows again what is, and the control says why not. */
  refused(reason: string): void {
    if (this.#asked !== null) this.#explain(this.#asked, reason);
    this.#next = null;
    this.#busy = null;
    this.#answered();
    this.#refresh();
  }

  /** The connection was lost: nothing will be answered. */
  lost(): void {
    this.#next = null;
    this.#answered();
    this.#refresh();
  }

  /** Says beside a control why it was not changed, until something else is tried. */
  #explain(key: string, reason: string): void {
    const row = this.#fields.find((field) => field.key === key)?.row;
    if (!row) return;
    this.#forgive(row);
    row.classList.add("refused");
    row.append(element("p", { class: "why", role: "alert" }, reason));
    row.scrollIntoView({ block: "nearest" });
  }

  #forgive(row: HTMLElement): void {
    row.classList.remove("refused");
    row.querySelector(".why")?.remove();
  }

  #refresh(): void {
    for (const field of this.#fields) {
      if (this.#settings && field.key !== this.#busy && field.key !== this.#next?.key) field.show(this.#settings);
    }
  }

  #ask(key: string, value: Value): void {
    if (this.#asked !== null) {
      this.#next = { key, value };
      return;
    }
    if (!this.send({ type: "set", key, value })) return this.#refresh();
    this.#asked = key;
    this.#askedAt = performance.now();
    for (const field of this.#fields) {
      this.#forgive(field.row);
      field.row.classList.toggle("waiting", field.key === key);
    }
  }

  #answered(): void {
    for (const field of this.#fields) field.row.classList.remove("waiting");
    if (this.#asked !== null) this.#took = performance.now() - this.#askedAt;
    this.#asked = null;
    const next = this.#next;
    this.#next = null;
    if (next) this.#ask(next.key, next.value);
  }

  #build(scene: SceneMessage, bodies: string[]): void {
    this.#fields = [];
    this.#body.replaceChildren();
    this.#asked = this.#next = this.#busy = null;
    const { choices, settings } = scene;
    if (!settings) return;
    if (choices) {
      this.#choice("time.integrator", "Integrator", choices.integrator, (now) => now.integrator);
      this.#choice("solver.method", "Method", choices.method, (now) => now.method);
    }
    this.#step();
    if (settings.damping !== null) this.#damping();
    this.#gravity();
    const stiff = settings.young.flatMap((young, body) => (young === null ? [] : [body]));
    if (stiff.length > 1) this.#body.append(element("h3", {}, "Stiffness"));
    // Copies of a body are parts of their own, but have their stiffness together.
    const named = bodies.length === settings.young.length;
    for (const body of stiff) {
      const name = stiff.length === 1 ? "Stiffness" : named ? bodies[body] : `body ${body + 1}`;
      this.#stiffness(body, `${name}, ${settings.young_units[body]}`);
    }
  }

  #add(key: string, label: string, input: HTMLElement, content: HTMLElement, show: (settings: Settings) => void): void {
    const id = `set-${key.replaceAll(".", "-")}`;
    input.id = id;
    const row = element("div", { class: "field" }, element("label", { for: id, title: label }, label), content);
    this.#body.append(row);
    this.#fields.push({ key, row, show });
  }

  #choice(key: string, label: string, values: string[], get: (settings: Settings) => string): void {
    const select = element("select", {}, ...values.map((value) => element("option", { value }, value)));
    select.addEventListener("change", () => this.#ask(key, select.value));
    this.#add(key, label, select, select, (now) => {
      const value = get(now);
      if (![...select.options].some((option) => option.value === value)) select.append(element("option", { value }, value));
      select.value = value;
    });
  }

  /** A number to type, or a fraction. */
  #step(): void {
    const input = element("input", { type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false" });
    input.addEventListener("change", () => {
      const value = parse(input.value);
      if (value !== null && value > 0) return this.#ask("time.step", value);
      this.#explain("time.step", `“${input.value}” is no step: give a time in seconds, such as 0.01 or 1/60.`);
      this.#refresh();
    });
    this.#add("time.step", "Step, s", input, input, (now) => (input.value = fraction(now.step)));
  }

  /** A slider with a number beside it; the number may also be typed. */
  #slider(
    key: string,
    label: string,
    place: { of(value: number): number; at(place: number): number },
    get: (settings: Settings) => number,
    wish: (value: number) => Value,
  ): void {
    const slide = element("input", { type: "range", min: "0", max: "1", step: "0.002" });
    const number = element("input", { type: "text", inputmode: "decimal", "aria-label": label, autocomplete: "off" });
    slide.addEventListener("pointerdown", () => (this.#busy = key));
    slide.addEventListener("input", () => {
      const value = place.at(Number(slide.value));
      number.value = compact(value);
      slide.setAttribute("aria-valuetext", number.value);
      if (this.#took < QUICK) this.#ask(key, wish(value));
    });
    slide.addEventListener("change", () => {
      this.#busy = null;
      this.#ask(key, wish(place.at(Number(slide.value))));
    });
    number.addEventListener("focus", () => number.select());
    number.addEventListener("change", () => {
      const value = parse(number.value);
      if (value !== null && value >= 0) return this.#ask(key, wish(value));
      this.#explain(key, `“${number.value}” is no number from 0 on.`);
      this.#refresh();
    });
    this.#add(key, label, slide, element("div", { class: "slide" }, slide, number), (now) => {
      const value = get(now);
      slide.value = String(place.of(value));
      slide.setAttribute("aria-valuetext", compact(value));
      number.value = compact(value);
    });
  }

  #stiffness(body: number, label: string): void {
    // Two powers of ten to either side of what the scene started with.
    const start = this.#settings?.young[body] || 1e5;
    const [low, high] = [Math.log10(start) - 2, Math.log10(start) + 2];
    this.#slider(
      `young.${body}`,
      label,
      {
        of: (value) => (Math.log10(value) - low) / (high - low),
        at: (place) => Number((10 ** (low + place * (high - low))).toPrecision(3)),
      },
      (now) => now.young[body] ?? start,
      (value) => value,
    );
  }

  #damping(): void {
    // From nothing, then by powers of ten.
    const [low, high] = [-3, 1.5];
    this.#slider(
      "damping",
      "Damping, 1/s",
      {
        of: (value) => (value <= 0 ? 0 : Math.max(0.002, (Math.log10(value) - low) / (high - low))),
        at: (place) => (place <= 0 ? 0 : Number((10 ** (low + place * (high - low))).toPrecision(2))),
      },
      (now) => now.damping ?? 0,
      (value) => value,
    );
  }

  #gravity(): void {
    const most = 30;
    this.#slider(
      "gravity",
      "Gravity, m/s²",
      { of: (value) => value / most, at: (place) => Number((place * most).toFixed(2)) },
      (now) => Math.hypot(...now.gravity),
      (value) => {
        const now = this.#settings?.gravity ?? [0, 0, 0];
        const size = Math.hypot(...now);
        const along = size > 0 ? now.map((part) => part / size) : this.#up.map((part) => -part);
        return along.map((part) => part * value) as Vector;
      },
    );
  }
}

/** Time: play, pause, step, start again, speed, and the time line of a recording. */

import { element, find } from "./dom";
import type { Hello, Request, SceneMessage, StateMessage } from "./protocol";

export class Transport {
  readonly #play = find<HTMLButtonElement>("play");
  readonly #step = find<HTMLButtonElement>("step");
  readonly #speed = find<HTMLSelectElement>("speed");
  readonly #clock = find<HTMLOutputElement>("clock");
  readonly #timeline = find<HTMLInputElement>("timeline");
  #state: StateMessage | null = null;
  #times: number[] | null = null;
  #seeking = false;
  #wanted: number | null = null;

  constructor(readonly send: (request: Request) => boolean) {
    this.#play.addEventListener("click", () => this.toggle());
    this.#step.addEventListener("click", () => this.step());
    find("reset").addEventListener("click", () => this.reset());
    this.#speed.addEventListener("change", () => this.send({ type: "speed", value: Number(this.#speed.value) }));
    this.#timeline.addEventListener("pointerdown", () => (this.#seeking = true));
    for (const name of ["pointerup", "pointercancel", "change"]) {
      this.#timeline.addEventListener(name, () => (this.#seeking = false));
    }
    this.#timeline.addEventListener("input", () => this.seek(Number(this.#timeline.value)));
  }

  get recording(): boolean {
    return this.#times !== null;
  }

  hello(hello: Hello): void {
    find("reset").title = hello.mode === "recording" ? "To the start (R)" : "Start again (R)";
  }

  scene(scene: SceneMessage): void {
    this.#times = scene.recording?.times ?? null;
    this.#timeline.hidden = !scene.recording;
    this.#timeline.max = String(Math.max((scene.recording?.frames ?? 1) - 1, 0));
  }

  state(state: StateMessage): void {
    this.#state = state;
    this.#play.toggleAttribute("data-playing", state.playing);
    this.#play.setAttribute("aria-label", state.playing ? "Pause" : "Play");
    this.#step.disabled = state.playing && this.recording;
    const speed = String(state.speed);
    if (document.activeElement !== this.#speed || this.#speed.value !== speed) {
      if (![...this.#speed.options].some((option) => Number(option.value) === state.speed)) {
        this.#speed.append(element("option", { value: speed }, `${Number(state.speed.toPrecision(3))}×`));
      }
      for (const option of this.#speed.options) if (Number(option.value) === state.speed) option.selected = true;
    }
    if (state.frame !== null && !this.#seeking) this.#timeline.value = String(state.frame);
  }

  /** Shows the time of the picture. */
  time(time: number): void {
    const text = `${time.toFixed(3)} s`;
    if (this.#clock.textContent !== text) {
      this.#clock.textContent = text;
      this.#timeline.setAttribute("aria-valuetext", text);
    }
  }

  toggle(): void {
    this.send({ type: this.#state?.playing ? "pause" : "play" });
  }

  step(): void {
    this.send({ type: "step" });
  }

  reset(): void {
    this.send({ type: "reset" });
  }

  /** To a frame of the recording; said at most once a picture. */
  seek(frame: number): void {
    const last = Number(this.#timeline.max);
    this.#wanted = Math.min(Math.max(Math.round(frame), 0), last);
    this.#timeline.value = String(this.#wanted);
  }

  seekBy(frames: number): void {
    this.seek(Number(this.#timeline.value) + frames);
  }

  /** To the frame nearest to a time. */
  seekTime(time: number): void {
    if (!this.#times) return;
    let best = 0;
    this.#times.forEach((at, frame) => {
      if (Math.abs(at - time) < Math.abs((this.#times?.[best] ?? 0) - time)) best = frame;
    });
    this.seek(best);
  }

  /** Once a picture. */
  frame(): void {
    if (this.#wanted === null) return;
    this.send({ type: "seek", frame: this.#wanted });
    this.#wanted = null;
  }

  /** To the next faster or slower speed. */
  faster(by: number): void {
    const index = Math.min(Math.max(this.#speed.selectedIndex + by, 0), this.#speed.options.length - 1);
    this.#speed.selectedIndex = index;
    this.send({ type: "speed", value: Number(this.#speed.value) });
  }
}

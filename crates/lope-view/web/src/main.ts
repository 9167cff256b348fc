/** The page: connects what comes over the socket with what is drawn, and what is pressed with what is said. */

import { Box3, Vector3 } from "three";
import { Charts } from "./charts";
import { MODES, SURROUNDINGS, type Theme } from "./colours";
import { Controls } from "./controls";
import { element, find, recall, remember, toast } from "./dom";
import { History } from "./history";
import { type Key, listen } from "./keys";
import { Legend } from "./legend";
import { Link } from "./link";
import { Look } from "./look";
import {
  type ColourMode, Frame, FRAME, type Hello, kind, readTopology, type Request, type SceneMessage, type ServerMessage,
  type StateMessage, TOPOLOGY,
} from "./protocol";
import { Stage } from "./stage";
import { Touch } from "./touch";
import { Transport } from "./transport";
import { World } from "./world";

/** After so many callbacks without a change the picture is drawn again at full resolution. Not after a time: where
 *  pictures take long, they would be mistaken for standing still. */
const STILL = 24;
/** So long the handle waits for the next state, where pictures cost much, in milliseconds. */
const PATIENT = 100;
/** Width below which the panels are a sheet; the style sheet has the same. */
const NARROW = matchMedia("(max-width: 760px)");

class Page {
  readonly stage = new Stage(find<HTMLCanvasElement>("canvas"));
  readonly look = new Look(this.stage.light);
  readonly world = new World(this.look);
  readonly history = new History();
  readonly touch: Touch;
  readonly transport: Transport;
  readonly charts: Charts;
  readonly controls: Controls;
  readonly legend = new Legend(find("meaning"));
  readonly link: Link;
  readonly errors: string[] = [];
  readonly frame = new Frame();
  /** Pictures of new states drawn so far, and the last state drawn. */
  frames = 0;
  readonly lastFrame = { step: 0, time: 0, seq: 0, number: 0 };
  state: StateMessage | null = null;
  hello: Hello | null = null;
  #arrived: ArrayBuffer | null = null;
  #generation = -1;
  #fitted: string | null = null;
  #mode: ColourMode = "body";
  #theme: Theme = "light";
  #wire = false;
  readonly #colourChoice = find<HTMLSelectElement>("colour");
  // Measured: when pictures were drawn, and what was drawn but may not yet be on the screen.
  readonly #drawnAt = new Float64Array(64);
  #drawnCount = 0;
  #justDrawn = -1;
  #lastTick = 0;
  #freshAt = 0;
  #still = 0;
  #numbersAt = 0;

  constructor() {
    const send = (request: Request) => this.link.send(request);
    this.touch = new Touch(this.stage, this.world, send);
    this.transport = new Transport(send);
    const panes = find("panes");
    this.controls = new Controls(panes, send);
    this.charts = new Charts(panes, this.history, (time) => this.transport.seekTime(time));
    this.stage.scene.add(this.world.group);
    this.stage.drafted.push(this.world);
    this.#tools();
    listen(this.#keys());
    this.setTheme(this.#preferred());
    this.setPanels(NARROW.matches ? false : recall("panels") !== "closed");
    NARROW.addEventListener("change", () => this.setPanels(!NARROW.matches));
    this.link = new Link({
      opened: () => this.#opened(),
      lost: (pause) => this.#lost(pause),
      message: (message) => this.#message(message),
      binary: (buffer) => this.#binary(buffer),
      fault: (error) => this.fault(error),
    });
    requestAnimationFrame((now) => this.#tick(now));
  }

  /** Something that should not happen; kept for those who look, never shown as the page's failure. */
  fault(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    if (this.errors.length < 100) this.errors.push(text);
    console.warn(`lope: ${text}`);
  }

  // ── what comes ──────────────────────────────────────────────────────────────────────────────────────────────

  #opened(): void {
    find("lost").hidden = true;
    this.#arrived = null;
    this.link.send({ type: "drawing", processor: this.stage.quality.software });
  }

  #lost(pause: number): void {
    this.touch.drop();
    this.controls.lost();
    // A server that starts again counts its generations anew.
    this.#generation = -1;
    this.world.forget();
    find("lost-text").textContent =
      pause < 2000 ? "Connection lost, trying again…" : `Connection lost, next try in ${Math.round(pause / 1000)} s`;
    find("lost").hidden = false;
  }

  #message(message: ServerMessage): void {
    switch (message.type) {
      case "hello":
        this.hello = message;
        this.transport.hello(message);
        this.#scenes(message);
        break;
      case "scene":
        this.#scene(message);
        break;
      case "rows":
        if (message.generation === this.#generation) this.history.add(message.rows);
        break;
      case "state":
        if (message.failed && message.failed !== this.state?.failed) toast(message.failed, true);
        this.state = message;
        this.transport.state(message);
        break;
      case "refused":
        this.#building(null);
        if (message.request === "set") this.controls.refused(message.reason);
        if (message.request !== "set" || document.body.classList.contains("side-closed")) toast(message.reason, true);
        if (message.request === "grab" || message.request === "drag") this.touch.drop();
        if (message.request === "scene") this.#sceneName(this.world.scene?.name ?? "");
        break;
      case "note":
        toast(message.text);
    }
  }

  #scenes(hello: Hello): void {
    const select = find<HTMLSelectElement>("scene");
    select.replaceChildren(
      ...hello.scenes.map(({ name, title }) => element("option", { value: name, title }, name)),
    );
    (select.parentElement as HTMLElement).hidden = hello.scenes.length === 0;
    if (hello.record) toast(`Recording to ${hello.record}`);
  }

  /** Says that a scene is being built, which may take seconds; until then the picture is that of the old one. */
  #building(name: string | null): void {
    find("building").hidden = name === null;
    find("building-text").textContent = `building ${name ?? ""} …`;
  }

  #sceneName(name: string): void {
    const select = find<HTMLSelectElement>("scene");
    if (![...select.options].some((option) => option.value === name)) {
      select.prepend(element("option", { value: name }, name));
    }
    select.value = name;
  }

  #scene(scene: SceneMessage): void {
    if (scene.generation !== this.#generation) {
      this.#generation = scene.generation;
      this.#building(null);
      this.charts.probes(scene.probes);
      this.touch.drop();
    }
    this.world.describe(scene);
    this.touch.allowed = scene.recording === null;
    this.transport.scene(scene);
    this.controls.show(scene);
    this.#sceneName(scene.name);
    find("title").textContent = scene.title;
    document.title = `${scene.title || scene.name} – lope`;
    this.#colourChoice.replaceChildren(
      ...MODES.filter(({ mode }) => scene.colours.includes(mode)).map(({ mode, label }) =>
        element("option", { value: mode }, label),
      ),
    );
    this.setColour(scene.colours.includes(this.#mode) ? this.#mode : (scene.colours[0] ?? "body"));
  }

  #binary(buffer: ArrayBuffer): void {
    const which = kind(buffer);
    if (which === FRAME) {
      // Drawn with the next picture; the newest wins.
      this.#arrived = buffer;
    } else if (which === TOPOLOGY) {
      this.#topology(buffer);
    } else throw new Error(`a binary message of unknown kind ${which}`);
  }

  #topology(buffer: ArrayBuffer): void {
    if (!this.world.build(readTopology(buffer))) return;
    const scene = this.world.scene as SceneMessage;
    const bounds = new Box3(new Vector3(...scene.bounds[0]), new Vector3(...scene.bounds[1]));
    this.stage.set(bounds, this.world.up, scene.dimension, this.world.floor);
    // The same scene started again is seen from where one was.
    if (this.#fitted !== scene.name) {
      this.#fitted = scene.name;
      this.stage.fit(bounds);
    }
  }

  // ── once a picture ──────────────────────────────────────────────────────────────────────────────────────────

  #tick(now: number): void {
    requestAnimationFrame((next) => this.#tick(next));
    // What the last callback drew has left the page by now: only now it counts as seen.
    if (this.#justDrawn >= 0) {
      this.touch.shown(this.#justDrawn, performance.now());
      this.stage.quality.took(now - this.#lastTick);
      this.#justDrawn = -1;
    }
    this.#lastTick = now;
    this.stage.controls.update();
    this.transport.frame();
    const fresh = this.#take();
    this.touch.frame();
    // The handle alone is worth a picture of its own only where that costs little, or where no states come.
    if (this.touch.pending && (!this.stage.quality.software || now - this.#freshAt > PATIENT)) this.stage.dirty = true;
    if (this.stage.dirty) {
      this.stage.render();
      this.touch.pending = false;
      this.#still = 0;
    } else if (++this.#still === STILL) this.stage.render(true);
    if (fresh) {
      this.#freshAt = now;
      this.frames++;
      this.#drawnAt[this.#drawnCount++ % this.#drawnAt.length] = now;
      this.#justDrawn = this.lastFrame.seq;
      this.transport.time(this.lastFrame.time);
      this.legend.show(this.world.scene, this.look);
      this.charts.mark(this.transport.recording ? this.lastFrame.time : null);
    }
    // Where the processor draws, curves can wait for the hand.
    const waits = this.stage.quality.software && this.touch.held !== null;
    this.charts.redraw(now, (waits ? 4 : 1) * this.stage.quality.pause);
    this.#numbers(now);
  }

  /** Takes the state that arrived, if there is one. */
  #take(): boolean {
    const buffer = this.#arrived;
    if (!buffer) return false;
    this.#arrived = null;
    // The next one may come while this one is drawn.
    this.link.send({ type: "ready" });
    const { frame } = this;
    try {
      frame.read(buffer);
      if (this.world.shows(frame.generation)) {
        this.world.show(frame);
        this.stage.cover(this.world.bounds);
        const { lastFrame } = this;
        lastFrame.step = frame.step;
        lastFrame.time = frame.time;
        lastFrame.seq = frame.seq;
        lastFrame.number = frame.number;
        this.stage.dirty = this.stage.moved = true;
        return true;
      }
    } catch (error) {
      this.fault(error);
    }
    return false;
  }

  /** Pictures a second over the last ones drawn, those older than a second left out. */
  fps(now = performance.now()): number {
    let count = 0;
    for (const at of this.#drawnAt) if (at > 0 && now - at <= 1000) count++;
    return count;
  }

  #numbers(now: number): void {
    if (now - this.#numbersAt < 500) return;
    this.#numbersAt = now;
    const { state } = this;
    const pieces = [state?.playing === false ? "paused" : `${this.fps(now)} fps`];
    if (state?.playing && this.hello?.mode === "live") pieces.push(`${Math.round(state.rate)} steps/s`);
    if (state && state.clients > 1) pieces.push(`${state.clients} pages`);
    if (state?.finished) pieces.push("finished");
    find("numbers").textContent = pieces.join(" · ");
  }

  // ── what is pressed ─────────────────────────────────────────────────────────────────────────────────────────

  setColour(mode: ColourMode): void {
    this.#mode = mode;
    this.#colourChoice.value = mode;
    this.link?.send({ type: "colour", mode });
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    document.documentElement.dataset.theme = theme;
    this.stage.theme(theme);
    this.world.paint(theme);
    this.touch.paint(SURROUNDINGS[theme].handle);
    this.charts.theme(theme);
  }

  setWire(shown: boolean): void {
    this.#wire = shown;
    find("wire").setAttribute("aria-pressed", String(shown));
    this.world.wireframe(shown);
    this.stage.dirty = true;
  }

  setPanels(open: boolean): void {
    document.body.classList.toggle("side-closed", !open);
    for (const id of ["panels", "handle"]) find(id).setAttribute("aria-expanded", String(open));
    const side = find("side");
    this.stage.covered.right = open && !NARROW.matches ? side.offsetWidth : 0;
    // On a phone also what stands above the sheet, less what stands at the top.
    this.stage.covered.bottom = NARROW.matches ? (open ? side.offsetHeight : 26) + 20 : 0;
    this.stage.resize();
  }

  async picture(): Promise<void> {
    const blob = await this.stage.picture();
    if (!blob) return toast("The browser could not make a picture.", true);
    const name = (this.world.scene?.name ?? "scene").replace(/[^\w-]+/g, "-");
    const link = element("a", { download: `lope-${name}-${this.lastFrame.time.toFixed(3)}s.png` });
    link.href = URL.createObjectURL(blob);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  fit(): void {
    this.stage.fit(this.world.bounds.isEmpty() ? undefined : this.world.bounds);
  }

  #preferred(): Theme {
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", () => {
      if (!recall("theme")) this.setTheme(system.matches ? "dark" : "light");
    });
    const chosen = recall("theme");
    return chosen === "light" || chosen === "dark" ? chosen : system.matches ? "dark" : "light";
  }

  #switchTheme(): void {
    const theme = this.#theme === "light" ? "dark" : "light";
    remember("theme", theme);
    this.setTheme(theme);
  }

  #switchPanels(): void {
    const open = document.body.classList.contains("side-closed");
    if (!NARROW.matches) remember("panels", open ? "open" : "closed");
    this.setPanels(open);
  }

  #nextColour(): void {
    const options = [...this.#colourChoice.options].map((option) => option.value as ColourMode);
    if (options.length > 0) this.setColour(options[(options.indexOf(this.#mode) + 1) % options.length]);
  }

  #tools(): void {
    const press = (id: string, run: () => void) => find(id).addEventListener("click", run);
    press("fit", () => this.fit());
    press("wire", () => this.setWire(!this.#wire));
    press("shot", () => void this.picture());
    press("theme", () => this.#switchTheme());
    press("panels", () => this.#switchPanels());
    press("handle", () => this.#switchPanels());
    press("help-open", () => find<HTMLDialogElement>("help").showModal());
    this.#colourChoice.addEventListener("change", () => this.setColour(this.#colourChoice.value as ColourMode));
    const scene = find<HTMLSelectElement>("scene");
    scene.addEventListener("change", () => {
      if (this.link.send({ type: "scene", name: scene.value })) this.#building(scene.value);
    });
  }

  #keys(): Key[] {
    const { transport } = this;
    const key = (keys: string[], names: string[], about: string, run: () => void): Key => ({ keys, names, about, run });
    return [
      key([" "], ["Space"], "play or pause", () => transport.toggle()),
      key(["s"], ["S"], "one step", () => transport.step()),
      key(["r"], ["R"], "start again", () => transport.reset()),
      key(["["], ["["], "slower", () => transport.faster(-1)),
      key(["]"], ["]"], "faster", () => transport.faster(1)),
      key(["ArrowLeft"], ["←"], "recording: a frame back", () => transport.seekBy(-1)),
      key(["ArrowRight"], ["→"], "recording: a frame on", () => transport.seekBy(1)),
      key(["f"], ["F"], "fit the view", () => this.fit()),
      key(["w"], ["W"], "wireframe", () => this.setWire(!this.#wire)),
      key(["c"], ["C"], "colour by something else", () => this.#nextColour()),
      key(["t"], ["T"], "light or dark", () => this.#switchTheme()),
      key(["m"], ["M"], "show or hide the panels", () => this.#switchPanels()),
      key(["p"], ["P"], "save a picture", () => void this.picture()),
      key(["?", "h"], ["?"], "this help", () => find<HTMLDialogElement>("help").showModal()),
    ];
  }
}

const page = new Page();
window.addEventListener("error", (event) => page.fault(event.error ?? event.message));
window.addEventListener("unhandledrejection", (event) => page.fault(event.reason));

/** For tests, and for the curious in the console. */
const lope = {
  get frames() {
    return page.frames;
  },
  get fps() {
    return page.fps();
  },
  lastFrame: page.lastFrame,
  dragLatency: page.touch.latencies,
  errors: page.errors,
  get rows() {
    return page.history.last;
  },
  get state() {
    return page.state;
  },
  get scene() {
    return page.world.scene;
  },
  get seq() {
    return page.touch.seq;
  },
  get held() {
    return page.touch.held;
  },
  get resolution() {
    return page.stage.quality.ratio;
  },
  /** The box around a part, as it was last drawn. */
  partBounds(part: number) {
    const view = page.world.parts[part];
    return view ? [[...view.low], [...view.high]] : null;
  },
  vertex(part: number, vertex: number) {
    return Array.from(page.world.parts[part]?.points.subarray(3 * vertex, 3 * vertex + 3) ?? []);
  },
  /** The part and vertex that a press there would take hold of. */
  pick(x: number, y: number) {
    return document.elementFromPoint(x, y) === page.stage.canvas ? page.touch.at(x, y) : null;
  },
  /** Where a vertex is in the window, in CSS pixels. */
  screenOf(part: number, vertex: number) {
    const at = new Vector3().fromArray(page.world.parts[part].points, 3 * vertex).project(page.stage.camera);
    const { clientWidth: width, clientHeight: height } = page.stage.canvas;
    return [((at.x + 1) * width) / 2, ((1 - at.y) * height) / 2];
  },
};

declare global {
  interface Window {
    lope: typeof lope;
  }
}
window.lope = lope;

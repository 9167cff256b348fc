/** Curves of a run, drawn one after the other, and only where they can be seen. */

import uPlot from "uplot";
import { element, pane } from "./dom";
import { compact } from "./format";
import { History } from "./history";
import type { SceneMessage } from "./protocol";
import type { Theme } from "./colours";

interface Curve {
  /** Of the history. */
  column: string;
  label: string;
  /** Colours in the light and the dark theme. */
  colours: [string, string];
  dash?: number[];
  scale?: string;
  hidden?: boolean;
}

interface Plot {
  title: string;
  unit: string;
  open: boolean;
  curves: Curve[];
  /** Zero is always in sight. */
  zero?: boolean;
  fixed?: [number, number];
}

const BLUE: [string, string] = ["#1d6fd1", "#6cb0ff"];
const RED: [string, string] = ["#cf4a2c", "#ff8f73"];
const GREEN: [string, string] = ["#1f8a5b", "#5ecf9c"];
const AMBER: [string, string] = ["#a86a10", "#f0c05a"];
const PURPLE: [string, string] = ["#7a52c7", "#b79bff"];
const BLACK: [string, string] = ["#1c2229", "#f1f4f7"];
const GREY: [string, string] = ["#7b8591", "#97a2ae"];

const PLOTS: Plot[] = [
  {
    title: "Energy",
    unit: "J",
    open: true,
    curves: [
      { column: "kinetic", label: "kinetic", colours: BLUE },
      { column: "elastic", label: "elastic", colours: RED },
      { column: "gravity", label: "gravity", colours: GREEN },
      { column: "contact", label: "contact", colours: PURPLE },
      { column: "load", label: "load", colours: AMBER },
      { column: "total", label: "total", colours: BLACK },
      { column: "target", label: "target", colours: GREY, dash: [5, 4] },
    ],
  },
  {
    title: "Momentum",
    unit: "kg m/s",
    open: false,
    curves: [
      { column: "px", label: "x", colours: RED },
      { column: "py", label: "y", colours: GREEN },
      { column: "pz", label: "z", colours: BLUE },
    ],
  },
  {
    title: "Angular momentum",
    unit: "kg m²/s",
    open: false,
    curves: [
      { column: "lx", label: "x", colours: RED },
      { column: "ly", label: "y", colours: GREEN },
      { column: "lz", label: "z", colours: BLUE },
    ],
  },
  {
    title: "Work a step",
    unit: "",
    open: true,
    zero: true,
    curves: [
      { column: "iterations", label: "iterations", colours: BLUE },
      { column: "wall_ms", label: "ms", colours: RED, scale: "ms" },
    ],
  },
  {
    title: "Blend α",
    unit: "",
    open: false,
    fixed: [-0.02, 1.02],
    curves: [{ column: "alpha", label: "α", colours: PURPLE }],
  },
];

/** How many charts of probes are open at the start. */
const OPEN = 3;

const HEIGHT = 150;
const MOST = 700;

class Chart {
  readonly section: HTMLDetailsElement;
  readonly #body: HTMLDivElement;
  readonly #keys = element("div", { class: "keys" });
  readonly #data: (number | null)[][];
  readonly #values: HTMLElement[] = [];
  readonly #shown: boolean[];
  #plot: uPlot | null = null;
  #drawn = -1;
  #theme: Theme = "light";
  /** The time shown, marked in the curves of a recording. */
  marked: number | null = null;

  constructor(
    readonly plot: Plot,
    readonly history: History,
    readonly seek: (time: number) => void,
  ) {
    const { section, body } = pane(plot.title, plot.open);
    this.section = section;
    this.#body = element("div", { class: "chart" });
    this.#shown = plot.curves.map((curve) => !curve.hidden);
    body.append(this.#body, this.#keys);
    this.#data = [[], ...plot.curves.map(() => [])];
    section.addEventListener("toggle", () => (this.#drawn = -1));
  }

  theme(theme: Theme): void {
    this.#theme = theme;
    this.#plot?.destroy();
    this.#plot = null;
    this.#drawn = -1;
  }

  resize(): void {
    if (this.#plot && this.section.open) this.#plot.setSize({ width: this.#body.clientWidth, height: HEIGHT });
  }

  redraw(): void {
    if (!this.section.open || this.#body.clientWidth === 0) return;
    if (!this.#plot) this.#make();
    else if (this.#drawn === this.history.version && this.marked === null) return;
    if (this.#drawn !== this.history.version) {
      this.history.copy("time", MOST, this.#data[0]);
      this.plot.curves.forEach((curve, i) => this.history.copy(curve.column, MOST, this.#data[i + 1]));
      this.#plot?.setData(this.#data as uPlot.AlignedData);
      this.#drawn = this.history.version;
    } else this.#plot?.redraw(false);
    this.#write();
  }

  #make(): void {
    const dark = this.#theme === "dark" ? 1 : 0;
    const quiet = dark ? "#a2acb8" : "#59636f";
    const line = dark ? "#333b46" : "#e3e7ec";
    const { plot } = this;
    const scales: uPlot.Scales = { x: { time: false } };
    const axes: uPlot.Axis[] = [this.#axis("x", quiet, line, 30)];
    for (const scale of new Set(plot.curves.map((curve) => curve.scale ?? "y"))) {
      scales[scale] = { range: (_, low, high) => this.#range(low, high) };
      const axis = this.#axis(scale, quiet, scale === "y" ? line : "transparent", 46);
      if (scale !== "y") Object.assign(axis, { side: 1, size: 40 });
      axes.push(axis);
    }
    const options: uPlot.Options = {
      width: this.#body.clientWidth,
      height: HEIGHT,
      padding: [10, plot.curves.some((curve) => curve.scale) ? 0 : 10, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { size: 6 }, drag: { setScale: false, x: false, y: false } },
      scales,
      axes,
      series: [
        {},
        ...plot.curves.map((curve, i) => ({
          label: curve.label,
          scale: curve.scale ?? "y",
          stroke: curve.colours[dark],
          width: 1.6,
          dash: curve.dash,
          points: { show: false },
          show: this.#shown[i],
        })),
      ],
      hooks: { setCursor: [() => this.#write()], draw: [(chart) => this.#mark(chart, quiet)] },
    };
    this.#plot = new uPlot(options, this.#data as uPlot.AlignedData, this.#body);
    this.#plot.over.addEventListener("click", () => {
      const time = this.#data[0][this.#plot?.cursor.idx ?? -1];
      if (time !== null && time !== undefined) this.seek(time);
    });
    this.#legend(dark);
  }

  #axis(scale: string, stroke: string, grid: string, size: number): uPlot.Axis {
    return {
      scale,
      stroke,
      size,
      font: "11px system-ui, sans-serif",
      gap: 4,
      grid: { stroke: grid, width: 1 },
      ticks: { show: false },
      values: (_, splits) => splits.map((value) => (scale === "x" ? `${Number(value.toFixed(6))}` : compact(value))),
      space: scale === "x" ? 60 : 30,
    };
  }

  #range(low: number | null, high: number | null): [number, number] {
    if (this.plot.fixed) return this.plot.fixed;
    if (low === null || high === null) return [0, 1];
    if (this.plot.zero) low = 0;
    const slack = 0.06 * (high - low) || Math.abs(high) * 0.1 || 1;
    return [this.plot.zero ? 0 : low - slack, high + slack];
  }

  /** Names, colours and values of the curves; each hides its curve when pressed. */
  #legend(dark: number): void {
    this.#keys.replaceChildren();
    this.#values.length = 0;
    this.plot.curves.forEach((curve, i) => {
      const swatch = element("span", { class: "swatch" });
      swatch.style.background = curve.colours[dark];
      const value = element("span", { class: "value" });
      const button = element("button", { type: "button", "aria-pressed": String(this.#shown[i]) }, swatch, curve.label, value);
      button.addEventListener("click", () => {
        this.#shown[i] = !this.#shown[i];
        button.setAttribute("aria-pressed", String(this.#shown[i]));
        this.#plot?.setSeries(i + 1, { show: this.#shown[i] });
      });
      this.#values.push(value);
      this.#keys.append(button);
    });
  }

  #write(): void {
    const at = this.#plot?.cursor.idx ?? this.#markedRow();
    this.plot.curves.forEach((curve, i) => {
      const value = typeof at === "number" ? this.#data[i + 1][at] : this.history.newest(curve.column);
      const text = compact(value);
      const unit = text === "–" || this.plot.unit === "" ? "" : ` ${this.plot.unit}`;
      if (this.#values[i] && this.#values[i].textContent !== text + unit) this.#values[i].textContent = text + unit;
    });
  }

  /** The row of the time that is marked, if one is. */
  #markedRow(): number | null {
    if (this.marked === null) return null;
    const times = this.#data[0];
    let [low, high] = [0, times.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((times[middle] ?? 0) < this.marked - 1e-9) low = middle + 1;
      else high = middle;
    }
    return high >= 0 ? low : null;
  }

  #mark(chart: uPlot, colour: string): void {
    if (this.marked === null || chart.data[0].length === 0) return;
    const x = Math.round(chart.valToPos(this.marked, "x", true));
    chart.ctx.save();
    chart.ctx.strokeStyle = colour;
    chart.ctx.lineWidth = devicePixelRatio;
    chart.ctx.beginPath();
    chart.ctx.moveTo(x, chart.bbox.top);
    chart.ctx.lineTo(x, chart.bbox.top + chart.bbox.height);
    chart.ctx.stroke();
    chart.ctx.restore();
  }
}

export class Charts {
  #charts: Chart[];
  #next = 0;
  #last = 0;
  #theme: Theme = "light";

  constructor(
    readonly into: HTMLElement,
    readonly history: History,
    readonly seek: (time: number) => void,
  ) {
    this.#charts = PLOTS.map((plot) => new Chart(plot, history, seek));
    for (const chart of this.#charts) into.append(chart.section);
    new ResizeObserver(() => this.#charts.forEach((chart) => chart.resize())).observe(into);
  }

  /** Shows what probes measure, a chart each, after the others. */
  probes(probes: SceneMessage["probes"]): void {
    for (const chart of this.#charts.splice(PLOTS.length)) {
      chart.theme(this.#theme);
      chart.section.remove();
    }
    this.history.measure(probes.reduce((most, probe) => Math.max(most, ...probe.places.map((place) => place + 1)), 0));
    const colours = [RED, GREEN, BLUE, PURPLE, BLACK, GREY];
    probes.forEach(({ title, unit, places, labels }, number) => {
      const curves = places.map((place, i) => ({ column: History.probe(place), label: labels[i] || unit, colours: colours[i % colours.length] }));
      const chart = new Chart({ title, unit, open: number < OPEN, curves }, this.history, this.seek);
      chart.theme(this.#theme);
      this.#charts.push(chart);
      this.into.append(chart.section);
    });
  }

  theme(theme: Theme): void {
    this.#theme = theme;
    for (const chart of this.#charts) chart.theme(theme);
    this.#last = 0;
  }

  /** Marks a time in all curves, or none. */
  mark(time: number | null): void {
    for (const chart of this.#charts) chart.marked = time;
  }

  /** Draws the next chart, if the last time was long enough ago: all at once would delay a picture. */
  redraw(now: number, pause: number): void {
    if (now - this.#last < pause / this.#charts.length) return;
    this.#last = now;
    this.#next = (this.#next + 1) % this.#charts.length;
    this.#charts[this.#next].redraw();
  }
}

/**
 * What server and page say to each other. Text messages are JSON; topology and frames are binary, little endian,
 * and read in place: a frame is copied once, from the socket's buffer into the arrays the picture is drawn from.
 */

/** The ways to colour, in the order of the number that a frame carries. */
export const COLOURS = ["body", "speed", "energy", "det", "projected", "contact", "gap", "displacement", "stress", "stretch", "pressure", "reaction"] as const;
export type ColourMode = (typeof COLOURS)[number];

export type Vector = [number, number, number];

export interface Part {
  name: string;
  role: "body" | "obstacle" | "mark";
  shown: "faces" | "lines" | "points";
  vertices: number;
  corners: number;
  moves: boolean;
}

export interface Settings {
  integrator: string;
  method: string;
  step: number;
  gravity: Vector;
  damping: number | null;
  /** Young's modulus of each body; null where the body has none. */
  young: (number | null)[];
  /** What it is measured in: Pa, or N/m for springs. */
  young_units: string[];
}

export interface Hello {
  type: "hello";
  version: string;
  mode: "live" | "recording";
  scenes: { name: string; title: string }[];
  record: string | null;
  client: number;
}

export interface SceneMessage {
  type: "scene";
  generation: number;
  name: string;
  title: string;
  dimension: number;
  parts: Part[];
  colours: ColourMode[];
  bounds: [Vector, Vector];
  up: Vector;
  settings: Settings | null;
  choices: { integrator: string[]; method: string[] } | null;
  recording: { frames: number; times: number[] } | null;
  steps: number | null;
  /** Charts of what probes measure; places are those of the numbers in a row. */
  probes: { title: string; unit: string; places: number[]; labels: string[] }[];
}

/** The columns of a row; a value that does not apply is null. */
export const COLUMNS = [
  "step", "time", "wall_ms", "iterations", "linear_iterations", "kinetic", "elastic", "gravity", "contact", "load", "total",
  "target", "dissipated", "added", "alpha", "px", "py", "pz", "lx", "ly", "lz", "min_det", "inverted",
] as const;
export type Column = (typeof COLUMNS)[number];
export type Row = { [column in Column]?: number | null } & { outcome?: string | null; probes?: (number | null)[] };

export interface RowsMessage {
  type: "rows";
  generation: number;
  rows: Row[];
}

export interface StateMessage {
  type: "state";
  playing: boolean;
  speed: number;
  step: number;
  time: number;
  frame: number | null;
  rate: number;
  clients: number;
  finished: boolean;
  failed: string | null;
  held: number;
}

export interface Refused {
  type: "refused";
  request: string;
  reason: string;
}

export interface Note {
  type: "note";
  text: string;
}

export type ServerMessage = Hello | SceneMessage | RowsMessage | StateMessage | Refused | Note;

/** What the page says. */
export type Request =
  | { type: "ready" | "play" | "pause" | "step" | "reset" }
  | { type: "speed"; value: number }
  | { type: "scene"; name: string }
  | { type: "set"; key: string; value: string | number | Vector }
  | { type: "colour"; mode: ColourMode }
  | { type: "drawing"; processor: boolean }
  | { type: "grab"; part: number; vertex: number; seq: number }
  | { type: "drag"; target: Vector; seq: number }
  | { type: "release"; seq: number }
  | { type: "seek"; frame: number };

/** The shape of the parts that does not change while a run goes on. */
export interface Topology {
  generation: number;
  parts: { corners: Uint32Array; points: Float32Array }[];
}

export const TOPOLOGY = 1;
export const FRAME = 2;
const FRAME_HEADER = 48;

/** Which binary message this is. */
export function kind(buffer: ArrayBuffer): number {
  if (buffer.byteLength < 12) throw new Error(`a binary message of ${buffer.byteLength} bytes is too short`);
  return new DataView(buffer).getUint32(0, true);
}

/** Reads the topology; its arrays are views of the message. */
export function readTopology(buffer: ArrayBuffer): Topology {
  const words = new Uint32Array(buffer, 0, buffer.byteLength >> 2);
  const take = (at: number, count: number) => {
    if (at + count > words.length) throw new Error("the topology ends before it is complete");
    return at + count;
  };
  const parts: Topology["parts"] = [];
  let at = 3;
  for (let index = 0; index < words[2]; index++) {
    let end = take(at + 1, words[at] ?? 0);
    const corners = words.subarray(at + 1, end);
    take(end, 1);
    const first = end + 1;
    end = take(first, 3 * words[end]);
    parts.push({ corners, points: new Float32Array(buffer, 4 * first, end - first) });
    at = end;
  }
  return { generation: words[1], parts };
}

/** One state as it came; a single object is filled again and again. */
export class Frame {
  generation = 0;
  step = 0;
  number = 0;
  time = 0;
  seq = 0;
  colour: ColourMode = "body";
  low = 0;
  high = 0;
  #buffer = new ArrayBuffer(0);
  #parts = 0;

  /** Reads the header; the parts are read by `each`. */
  read(buffer: ArrayBuffer): void {
    if (buffer.byteLength < FRAME_HEADER) throw new Error("a frame shorter than its header");
    const view = new DataView(buffer);
    this.generation = view.getUint32(4, true);
    this.step = view.getUint32(8, true);
    this.number = view.getUint32(12, true);
    this.time = view.getFloat64(16, true);
    this.seq = view.getUint32(24, true);
    this.colour = COLOURS[view.getUint32(28, true)] ?? "body";
    this.low = view.getFloat32(32, true);
    this.high = view.getFloat32(36, true);
    this.#parts = view.getUint32(40, true);
    this.#buffer = buffer;
  }

  /** Calls back with points and values (possibly none) of every part that moves. */
  each(visit: (part: number, points: Float32Array, values: Float32Array) => void): void {
    const view = new DataView(this.#buffer);
    let at = FRAME_HEADER;
    for (let count = 0; count < this.#parts; count++) {
      if (at + 12 > view.byteLength) throw new Error("a frame ends before its parts do");
      const part = view.getUint32(at, true);
      const points = 3 * view.getUint32(at + 4, true);
      const values = view.getUint32(at + 8, true);
      at += 12;
      if (at + 4 * (points + values) > view.byteLength) throw new Error("a frame ends inside a part");
      visit(part, new Float32Array(this.#buffer, at, points), new Float32Array(this.#buffer, at + 4 * points, values));
      at += 4 * (points + values);
    }
  }
}

/**
 * A server that speaks the protocol without a simulator: bodies wobble by formula, and one that is held follows its
 * target like a weight on a damped spring. For developing the page (`npm run mock`) and for its tests.
 */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";
import { box, floor, ring, sheet, spray } from "./shapes.mjs";

const PAGE = new URL("../../page/", import.meta.url);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".txt": "text/plain" };
const COLOURS = ["body", "speed", "energy", "det", "projected"];
const STEP = 1 / 60;

const SCENES = {
  zoo: () => [
    { ...ring(0.5, 0.2, 64, 24, [-0.9, 0.8, 0]), name: "ring" },
    { ...box(0.7, 8, [0.5, 0.36, 0.3]), name: "cube" },
    { ...sheet(1.0, 18, [0.4, 1.3, -0.7]), name: "cloth", shown: "lines" },
    { ...spray(1500, 0.28, [1.5, 0.35, -0.2]), name: "snow", shown: "points" },
    { ...floor(2.2), name: "floor", role: "obstacle", moves: false },
    { ...box(0.5, 1, [-0.5, 0.25, 0.9]), name: "block", role: "obstacle", moves: false },
  ],
  ring: () => [{ ...ring(0.5, 0.18, 48, 20, [0, 0.8, 0]), name: "ring" }],
  large: () => [{ ...ring(0.5, 0.2, 160, 64, [0, 0.8, 0]), name: "ring" }],
};

/** What moves: a shape, how far it is from its place, and how fast. */
class Body {
  constructor(shape) {
    this.shape = { role: "body", shown: "faces", moves: true, ...shape };
    this.points = Float32Array.from(shape.points);
    this.values = new Float32Array(shape.points.length / 3);
    this.offset = [0, 0, 0];
    this.velocity = [0, 0, 0];
  }

  step(time, hold) {
    let added = 0;
    for (let axis = 0; axis < 3; axis++) {
      let force = -60 * this.offset[axis] - 2 * this.velocity[axis];
      if (hold) {
        const pull = 400 * (hold.target[axis] - this.points[3 * hold.vertex + axis]);
        force += pull;
        added += pull * this.velocity[axis] * STEP;
      }
      this.velocity[axis] += STEP * force;
      this.offset[axis] += STEP * this.velocity[axis];
    }
    const rest = this.shape.points;
    for (let i = 0; i < rest.length; i += 3) {
      const wave = 0.05 * Math.sin(5 * time + 4 * rest[i] + 2 * rest[i + 1]);
      this.points[i] = rest[i] + this.offset[0] + wave;
      this.points[i + 1] = rest[i + 1] + this.offset[1];
      this.points[i + 2] = rest[i + 2] + this.offset[2] + 0.5 * wave;
      this.values[i / 3] = Math.abs(Math.cos(5 * time + 4 * rest[i] + 2 * rest[i + 1]));
    }
    return added;
  }
}

class Mock {
  constructor(options) {
    this.recording = options.recording ?? false;
    this.clients = new Set();
    this.generation = 0;
    this.number = 0;
    this.speed = 1;
    this.playing = true;
    this.settings = { integrator: "backward-euler", method: "local-global", step: STEP, gravity: [0, -9.81, 0], damping: 0 };
    this.load(options.scene ?? "zoo");
  }

  load(name) {
    this.name = name;
    this.start();
    this.settings.young = this.bodies.filter(({ shape }) => shape.role === "body").map((_, i) => (i === 2 ? null : 1e5));
    this.settings.young_units = this.settings.young.map(() => "Pa");
  }

  start() {
    this.generation++;
    this.bodies = SCENES[this.name]().map((shape) => new Body(shape));
    this.count = 0;
    this.time = 0;
    this.added = 0;
    this.rows = [];
    for (const client of this.clients) client.hold = null;
  }

  describe() {
    const bodies = this.bodies.filter(({ shape }) => shape.role === "body");
    const all = bodies.flatMap(({ points }) => [...points]);
    const end = (pick) => [0, 1, 2].map((axis) => pick(...all.filter((_, i) => i % 3 === axis).slice(0, 20000)));
    const frames = 240;
    return {
      type: "scene", generation: this.generation, name: this.name, title: `A wobbling ${this.name}`, dimension: 3,
      parts: this.bodies.map(({ shape }) => ({
        name: shape.name, role: shape.role, shown: shape.shown, vertices: shape.points.length / 3,
        corners: shape.corners.length, moves: shape.moves,
      })),
      colours: COLOURS, bounds: [end(Math.min), end(Math.max)], up: [0, 1, 0],
      settings: this.recording ? null : this.settings,
      choices: this.recording ? null : { integrator: ["backward-euler", "bdf2", "stabilized"], method: ["local-global", "newton", "xpbd"] },
      recording: this.recording ? { frames, times: Array.from({ length: frames }, (_, i) => i * STEP) } : null,
      steps: this.recording ? frames : null,
      probes: [{ title: "tip: position", unit: "m", places: [0, 1], labels: ["x", "y"] }],
    };
  }

  topology() {
    const words = [1, this.generation, this.bodies.length];
    const floats = [];
    for (const { shape } of this.bodies) {
      words.push(shape.corners.length, ...shape.corners, shape.moves ? 0 : shape.points.length / 3);
      if (!shape.moves) for (const x of shape.points) floats.push([words.push(0) - 1, x]);
    }
    const data = Buffer.alloc(4 * words.length);
    words.forEach((word, i) => data.writeUInt32LE(word, 4 * i));
    for (const [i, x] of floats) data.writeFloatLE(x, 4 * i);
    return data;
  }

  frame(client) {
    const moving = this.bodies.map((body, index) => ({ body, index })).filter(({ body }) => body.shape.moves);
    const coloured = client.colour !== "body";
    const size = moving.reduce((sum, { body }) => sum + 12 + 4 * body.points.length + (coloured ? 4 * body.values.length : 0), 48);
    const data = Buffer.alloc(size);
    [2, this.generation, this.count, ++this.number].forEach((word, i) => data.writeUInt32LE(word, 4 * i));
    data.writeDoubleLE(this.time, 16);
    data.writeUInt32LE(client.seq, 24);
    data.writeUInt32LE(COLOURS.indexOf(client.colour), 28);
    data.writeFloatLE(0, 32);
    data.writeFloatLE(1, 36);
    data.writeUInt32LE(moving.length, 40);
    let at = 48;
    for (const { body, index } of moving) {
      const values = coloured ? body.values : new Float32Array(0);
      [index, body.points.length / 3, values.length].forEach((word, i) => data.writeUInt32LE(word, at + 4 * i));
      at += 12;
      for (const array of [body.points, values]) {
        Buffer.from(array.buffer).copy(data, at);
        at += array.byteLength;
      }
    }
    return data;
  }

  state() {
    return {
      type: "state", playing: this.playing, speed: this.speed, step: this.count, time: this.time,
      frame: this.recording ? this.count : null, rate: this.playing ? 60 : 0, clients: this.clients.size,
      finished: false, failed: null, held: [...this.clients].filter((client) => client.hold).length,
    };
  }

  row() {
    const kinetic = 2 + 2 * Math.sin(3 * this.time);
    return {
      step: this.count, time: this.time, wall_ms: 4 + Math.sin(this.time * 7), outcome: "converged",
      iterations: 10 + (this.count % 3), linear_iterations: 0, kinetic, elastic: 5 - kinetic, gravity: 3, contact: 0.5, load: -1,
      total: 8.5 + this.added, target: 8.6, dissipated: 0.1, added: this.added, alpha: 0.5 + 0.4 * Math.sin(this.time),
      px: Math.sin(this.time), py: 0, pz: 0.2, lx: 0, ly: Math.cos(this.time), lz: 0, min_det: 0.8, inverted: 0,
      probes: [Math.sin(this.time), 2 + Math.cos(this.time)],
    };
  }

  /** One step, or one frame of the recording. */
  step() {
    this.count++;
    this.time = this.count * STEP;
    this.bodies.forEach((body, index) => {
      if (!body.shape.moves) return;
      const holder = [...this.clients].find((client) => client.hold?.part === index);
      this.added += body.step(this.time, holder?.hold);
    });
    for (const client of this.clients) client.seq = client.said;
    const row = this.row();
    this.rows.push(row);
    if (!this.recording) this.tell({ type: "rows", generation: this.generation, rows: [row] });
    this.offer();
  }

  tell(message, clients = this.clients) {
    for (const client of clients) client.socket.send(JSON.stringify(message));
  }

  offer() {
    for (const client of this.clients) {
      if (!client.ready) continue;
      client.ready = false;
      client.socket.send(this.frame(client));
    }
  }

  introduce(clients) {
    this.tell(this.describe(), clients);
    for (const client of clients) client.socket.send(this.topology());
  }

  connect(socket) {
    const client = { socket, ready: true, colour: "body", said: 0, seq: 0, hold: null };
    this.clients.add(client);
    const scenes = this.recording ? [] : Object.keys(SCENES).map((name) => ({ name, title: `A ${name}` }));
    this.tell({ type: "hello", version: "0.0.0", mode: this.recording ? "recording" : "live", scenes, record: null, client: this.clients.size }, [client]);
    this.introduce([client]);
    const rows = this.recording ? Array.from({ length: 240 }, (_, i) => ({ ...this.row(), step: i, time: i * STEP, kinetic: Math.sin(i / 9) })) : this.rows;
    this.tell({ type: "rows", generation: this.generation, rows }, [client]);
    this.tell(this.state());
    this.offer();
    socket.on("message", (text) => this.hear(client, JSON.parse(String(text))));
    socket.on("close", () => this.clients.delete(client));
  }

  hear(client, message) {
    switch (message.type) {
      case "ready": client.ready = true; return;
      case "play": this.playing = true; break;
      case "pause": this.playing = false; break;
      case "step": this.playing = false; this.step(); break;
      case "reset": this.restart(); break;
      case "speed": this.speed = message.value; break;
      case "scene": this.load(message.name); this.introduce(this.clients); break;
      case "colour": client.colour = message.mode; return;
      case "drawing": return;
      case "grab":
        client.hold = { part: message.part, vertex: message.vertex, target: [...this.bodies[message.part].points.subarray(3 * message.vertex, 3 * message.vertex + 3)] };
        client.said = message.seq;
        break;
      case "drag": if (client.hold) client.hold.target = message.target; client.said = message.seq; return;
      case "release": client.hold = null; client.said = message.seq; break;
      case "seek": this.count = message.frame - 1; this.step(); break;
      case "set": return this.set(client, message);
    }
    this.tell(this.state());
  }

  restart() {
    if (this.recording) {
      this.count = -1;
      return this.step();
    }
    this.start();
    this.introduce(this.clients);
  }

  set(client, { key, value }) {
    if (value === "xpbd") {
      return this.tell({ type: "refused", request: "set", reason: "xpbd cannot solve <b>this</b>: it needs constraints of its own" }, [client]);
    }
    const name = key.split(".").at(-1);
    if (key.startsWith("young.")) this.settings.young[Number(name)] = value;
    else this.settings[name] = value;
    this.introduce(this.clients);
  }
}

/** Starts a server; `close` ends it. */
export async function startMock(options = {}) {
  const mock = new Mock(options);
  const http = createServer(async (request, response) => {
    const path = request.url === "/" ? "index.html" : request.url.slice(1);
    if (!/^(index\.html|assets\/[\w.]+)$/.test(path)) return response.writeHead(404).end();
    try {
      const content = await readFile(new URL(path, PAGE));
      response.writeHead(200, { "content-type": TYPES[extname(path)] }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  const sockets = new WebSocketServer({ server: http, path: "/socket" });
  sockets.on("connection", (socket) => mock.connect(socket));
  await new Promise((resolve) => http.listen(options.port ?? 0, "127.0.0.1", resolve));
  const steps = setInterval(() => {
    if (!mock.playing) return mock.offer();
    if (mock.recording && mock.count >= 239) mock.count = -1;
    mock.step();
  }, 1000 * STEP);
  const states = setInterval(() => mock.tell(mock.state()), 250);
  return {
    mock,
    port: http.address().port,
    url: `http://127.0.0.1:${http.address().port}/`,
    close() {
      clearInterval(steps);
      clearInterval(states);
      for (const { socket } of mock.clients) socket.terminate();
      const closed = new Promise((resolve) => http.close(resolve));
      http.closeAllConnections();
      return closed;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startMock({ port: 7878, recording: process.argv.includes("--recording") });
  console.log(`mock server at ${url}`);
}

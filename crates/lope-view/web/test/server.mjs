/** Runs the `lope` program for tests, and talks to its socket without a browser. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";

/** The program under test. */
export const PROGRAM = process.env.LOPE_BIN;

export const folder = () => mkdtempSync(join(tmpdir(), "lope-page-"));

/** About ten thousand vertices in real time, as hands need it. */
export const LARGE = `
title = "Ten thousand vertices"
[time]
step = "1/30"
duration = 4
integrator = "backward-euler"
[solver]
method = "local-global"
iterations = 4
[[body]]
name = "block"
mesh = { shape = "box", size = [1, 1, 1], cells = [21, 20, 21] }
material = { model = "arap", young = 2e4, poisson = 0.3, density = 200 }
[[body.pin]]
where = { box = [[-1, -1, -1], [1, -0.49, 1]] }
`;

/**
 * A soft block that stands on its foot and is pushed; its material has no local/global form. (The implicit midpoint rule
 * alone may explode when it is pulled, and the first step that cannot be solved pauses.)
 */
export const SMALL = `
title = "A soft block"
[time]
step = "1/60"
duration = 4
integrator = "bdf2"
[solver]
method = "projected-newton"
[[body]]
name = "block"
mesh = { shape = "box", size = [0.6, 1.2, 0.6], cells = [4, 8, 4] }
material = { model = "stable-neo-hookean", young = 2e4, poisson = 0.4, density = 300 }
velocity = [0.8, 0, 0]
[[body.pin]]
where = { box = [[-1, -1, -1], [1, -0.59, 1]] }
`;

export function sceneFile(text) {
  const path = join(folder(), "scene.toml");
  writeFileSync(path, text);
  return path;
}

/** Runs to the end. */
export async function run(...words) {
  const child = spawn(PROGRAM, words, { stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`lope ${words.join(" ")} ended with ${code}`);
}

/** Starts `lope view` on a free port and waits for its address. */
export async function view(...words) {
  const child = spawn(PROGRAM, ["view", ...words, "--no-open", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (text) => {
      said += text;
      const found = /http:\/\/[\w.:[\]-]+\/?/.exec(said);
      if (found) resolve(found[0].endsWith("/") ? found[0] : `${found[0]}/`);
    });
    child.on("exit", (code) => reject(new Error(`lope view ended with ${code}: ${said}`)));
    child.on("error", reject);
  });
  const close = async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGINT");
    await once(child, "exit");
  };
  return { url, close };
}

/** The status that asking for the socket gets with these headers. */
export function upgrade(url, headers) {
  return new Promise((resolve, reject) => {
    const asked = request(new URL("/socket", url), {
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        ...headers,
      },
    });
    asked.on("response", (response) => resolve(response.resume().statusCode));
    asked.on("upgrade", (response, socket) => resolve(socket.destroy() && response.statusCode));
    asked.on("error", reject);
    asked.end();
  });
}

/**
 * What the server alone manages, without drawing: frames a second, and milliseconds from a drag to the frame that
 * contains it.
 */
export async function serverAlone(url, seconds = 3) {
  const socket = new WebSocket(new URL("/socket", url.replace("http", "ws")));
  const say = (message) => socket.send(JSON.stringify(message));
  let frames = 0;
  let seq = 0;
  let awaited = null;
  const latencies = [];
  let top = null;
  socket.on("message", (data, binary) => {
    if (!binary || data.readUInt32LE(0) !== 2) return;
    frames++;
    top ??= highest(data);
    if (awaited && data.readUInt32LE(24) >= awaited.seq) {
      latencies.push(performance.now() - awaited.time);
      awaited = null;
    }
    say({ type: "ready" });
  });
  await once(socket, "open");
  const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
  await wait(1500);
  const first = frames;
  await wait(1000 * seconds);
  const framesPerSecond = (frames - first) / seconds;
  say({ type: "grab", part: 0, vertex: top.vertex, seq: ++seq });
  for (let i = 0; i < 40; i++) {
    const [x, y, z] = top.point;
    say({ type: "drag", target: [x + 0.002 * i, y, z], seq: ++seq });
    awaited ??= { seq, time: performance.now() };
    await wait(37);
  }
  await wait(500);
  say({ type: "release", seq: ++seq });
  socket.close();
  return { framesPerSecond, latencies };
}

/** The highest vertex of the first part of a frame. */
function highest(frame) {
  let best = null;
  for (let vertex = 0; vertex < frame.readUInt32LE(52); vertex++) {
    const point = [0, 4, 8].map((offset) => frame.readFloatLE(60 + 12 * vertex + offset));
    if (!best || point[1] > best.point[1]) best = { vertex, point };
  }
  return best;
}

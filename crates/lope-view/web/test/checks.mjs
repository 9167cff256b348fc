/** What must hold of the page, whoever serves it. */

import assert from "node:assert/strict";
import { differences, lope, median, pixels, pull, until } from "./browser.mjs";

const settled = (page) => page.waitForTimeout(700);

/** What plays may come to its end between the look and the click, which then means the opposite: so it is looked again. */
async function playing(page, wanted) {
  const is = (value) => window.lope.state.playing === value;
  for (let tries = 0; tries < 4; tries++) {
    if ((await lope(page, (l) => l.state.playing)) === wanted) return;
    await page.click("#play");
    const done = await page.waitForFunction(is, wanted, { timeout: 5000 }).catch(() => null);
    if (done) return;
  }
  await until(page, is, wanted);
}

/** The canvas shows the body, and another picture once it has moved. */
export async function showsTheBody(page, part = 0) {
  await playing(page, false);
  await settled(page);
  const before = await pixels(page);
  const box = await page.evaluate((index) => {
    const { scene, screenOf } = window.lope;
    const all = Array.from({ length: scene.parts[index].vertices }, (_, vertex) => screenOf(index, vertex));
    const xs = all.map(([x]) => x);
    const ys = all.map(([, y]) => y);
    const [left, right] = [Math.max(Math.min(...xs), 0), Math.min(Math.max(...xs), innerWidth)];
    const [above, below] = [Math.max(Math.min(...ys), 0), Math.min(Math.max(...ys), innerHeight)];
    return [left, above, right - left, below - above].map(Math.round);
  }, part);
  assert.ok(box[2] > 60 && box[3] > 60, `the body takes ${box[2]} × ${box[3]} pixels`);
  // What is around is grey; bodies have a colour.
  let coloured = 0;
  for (let y = box[1]; y < box[1] + box[3]; y++) {
    for (let x = box[0]; x < box[0] + box[2]; x++) {
      const [r, g, b] = before.data.subarray(4 * (y * before.width + x));
      if (Math.max(r, g, b) - Math.min(r, g, b) > 50) coloured++;
    }
  }
  const share = coloured / (box[2] * box[3]);
  assert.ok(share > 0.2, `${(100 * share).toFixed(1)} % of the body's box have its colour`);
  const { step, number } = await lope(page, (l) => ({ ...l.lastFrame }));
  for (let i = 0; i < 8; i++) {
    await page.click("#step");
    await until(page, (least) => window.lope.lastFrame.step >= least, step + i + 1);
  }
  assert.ok((await lope(page, (l) => l.lastFrame.number)) > number);
  await settled(page);
  const after = await pixels(page);
  const changed = differences(before, after, box);
  assert.ok(changed > 20, `${changed} pixels changed in eight steps`);
  await playing(page, true);
}

/** A pull moves the body the way the pointer goes, and the ledger shows what was added. */
export async function canBeDragged(page, part = 0) {
  await playing(page, true);
  const added = () => lope(page, (l) => l.rows.at(-1)?.added ?? 0);
  const energy = await added();
  let moved = 0;
  await pull(page, part, [110, 30], async (from, where) => {
    const { seq } = await page.evaluate(() => ({ seq: window.lope.seq }));
    await until(page, (least) => window.lope.lastFrame.seq >= least, seq);
    await until(page, () => window.lope.state.held === 1);
    await page.waitForTimeout(600);
    moved = (await where())[0] - from[0];
  });
  assert.ok(moved > 25, `pulled 110 pixels to the right, the point moved ${moved}`);
  await until(page, (old) => Math.abs((window.lope.rows.at(-1)?.added ?? 0) - old) > 1e-9, energy);
  await until(page, () => window.lope.state.held === 0);
  assert.ok((await lope(page, (l) => l.dragLatency.length)) > 0, "latencies were measured");
}

/** Another integrator is taken, shown, and goes on from where it was. */
export async function switchesIntegrator(page, name) {
  const { step, generation } = await page.evaluate(() => ({ ...window.lope.lastFrame, generation: window.lope.scene.generation }));
  await page.selectOption("#set-time-integrator", name);
  await until(page, (wanted) => window.lope.scene.settings.integrator === wanted, name);
  await until(page, (least) => window.lope.lastFrame.step > least, step);
  assert.equal(await page.inputValue("#set-time-integrator"), name);
  assert.equal(await lope(page, (l) => l.scene.generation), generation, "the run goes on");
}

/** What the engine refuses is shown in its words, and the control goes back. */
export async function showsRefusals(page, select, value, words) {
  const before = await page.inputValue(select);
  await page.selectOption(select, value);
  const why = page.locator(".field", { has: page.locator(select) }).locator(".why");
  await why.waitFor({ timeout: 40_000 });
  assert.match(await why.textContent(), words);
  await until(page, ([id, old]) => document.querySelector(id).value === old, [select, before]);
}

/** Nothing is pushed out of the page, and nothing covers anything else. */
export async function hasRoom(page, what) {
  const boxes = await page.evaluate(() => {
    const names = [".top", ".tools", ".legend", ".bottom", ".side", "#reset", "#play", "#step", "#clock", "#speed"];
    const seen = names.map((name) => [name, document.querySelector(name)]);
    return seen
      .filter(([, one]) => one.checkVisibility({ visibilityProperty: true }))
      .map(([name, one]) => ({ name, ...one.getBoundingClientRect().toJSON() }));
  });
  const size = page.viewportSize();
  for (const { name, left, top, right, bottom } of boxes) {
    const inside = left >= 0 && top >= 0 && right <= size.width && (bottom <= size.height || name === ".side");
    assert.ok(inside, `${what}: ${name} is at ${[left, top, right, bottom].map(Math.round)}`);
  }
  const pieces = boxes.filter(({ name }) => name.startsWith("."));
  const buttons = boxes.filter(({ name }) => name.startsWith("#"));
  for (const group of [pieces, buttons]) {
    for (const [i, a] of group.entries()) {
      for (const b of group.slice(i + 1)) {
        const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        assert.ok(apart, `${what}: ${a.name} and ${b.name} overlap`);
      }
    }
  }
}

/** The numbers beside the curves change. */
export async function panelsUpdate(page) {
  await playing(page, true);
  const read = () => page.locator(".keys").first().textContent();
  const before = await read();
  const rows = await lope(page, (l) => l.rows.at(-1)?.step ?? 0);
  await until(page, (least) => (window.lope.rows.at(-1)?.step ?? 0) > least, rows + 5);
  await until(page, (old) => document.querySelector(".keys").textContent !== old, before);
  const drawn = await page.evaluate(() => {
    const canvas = document.querySelector(".u-wrap canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((_, i) => i % 4 === 3).filter((alpha) => alpha > 0).length;
  });
  assert.ok(drawn > 500, `curves of ${drawn} pixels`);
}

/** What one page does, the other sees. */
export async function isFollowed(first, second) {
  await playing(first, true);
  await playing(first, false);
  await until(second, () => window.lope.state.playing === false);
  const step = await lope(first, (l) => l.state.step);
  await until(second, (wanted) => window.lope.lastFrame.step === wanted, step);
  assert.equal(await lope(second, (l) => l.state.clients), 2);
  await playing(second, true);
  await until(first, (least) => window.lope.lastFrame.step > least, step);
}

/** A recording plays, and jumps to where the time line is put. */
export async function playsAndSeeks(page) {
  assert.ok(await page.isVisible("#timeline"));
  assert.ok(!(await page.isVisible("#set-time-integrator")), "a recording has nothing to set");
  const { frames, times } = await lope(page, (l) => l.scene.recording);
  // From the beginning: what is left of it may be over before the page has looked.
  await playing(page, false);
  await page.locator("#timeline").fill("0");
  await until(page, (time) => Math.abs(window.lope.lastFrame.time - time) < 1e-6, times[0]);
  const start = await lope(page, (l) => l.lastFrame.number);
  await page.click("#play");
  await until(page, (old) => window.lope.lastFrame.number > old + 2, start);
  await playing(page, false);
  const rows = await lope(page, (l) => l.rows.length);
  assert.ok(rows > 0, "the recording has its numbers");
  for (const frame of [frames - 1, Math.floor(frames / 3)]) {
    await page.locator("#timeline").fill(String(frame));
    await until(page, (time) => Math.abs(window.lope.lastFrame.time - time) < 1e-6, times[frame]);
    assert.equal(await page.textContent("#clock"), `${times[frame].toFixed(3)} s`);
  }
  await page.focus("#canvas");
  await page.keyboard.press("ArrowRight");
  await until(page, (time) => Math.abs(window.lope.lastFrame.time - time) < 1e-6, times[Math.floor(frames / 3) + 1]);
}

/** Pictures a second and latencies of a pull over a few seconds, for the record: it depends on the machine. */
export async function measure(page, part = 0) {
  await playing(page, true);
  // In its first seconds the browser compiles what it runs, shaders too, on the processor that should draw.
  await page.waitForTimeout(6000);
  const read = () => page.evaluate(() => ({ time: performance.now(), frames: window.lope.frames }));
  const from = await read();
  await page.waitForTimeout(4000);
  const to = await read();
  const seen = await lope(page, (l) => l.dragLatency.length);
  await pull(page, part, [90, 0], () => page.waitForTimeout(300), 30);
  const latencies = (await lope(page, (l) => l.dragLatency)).slice(seen);
  const sorted = [...latencies].sort((a, b) => a - b);
  return {
    framesPerSecond: (1000 * (to.frames - from.frames)) / (to.time - from.time),
    latency: median(latencies),
    latency95: sorted[Math.floor(0.95 * sorted.length)] ?? NaN,
    pulls: latencies.length,
    resolution: await lope(page, (l) => l.resolution),
  };
}

/** What both suites share: the browser, pages that report their errors, pictures, and waiting. */

import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { decode } from "./png.mjs";

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
  // Without a graphics card only the picture itself is drawn by WebGL: the rest of the page is faster without.
  "--disable-gpu-compositing", "--disable-gpu-rasterization", "--disable-accelerated-2d-canvas",
];

/** A page that does not come from its server may not open a local socket otherwise. */
const REPLACED = "--disable-features=LocalNetworkAccessChecks";

const CANDIDATES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where pictures are kept. */
export const PICTURES = fileURLToPath(new URL("../../../../target/browser/", import.meta.url));
mkdirSync(PICTURES, { recursive: true });

export function launch() {
  const executablePath = CANDIDATES.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("no Chromium: install it (Debian: apt-get install chromium), or name it by CHROMIUM");
  return chromium.launch({ executablePath, args: process.env.LOPE_PAGE ? [...FLAGS, REPLACED] : FLAGS });
}

/** A page that watches for errors and has shown so many frames; `check` fails if there was an error. */
export async function open(browser, url, { frames = 3, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 800, height: 520 }, ...options });
  const page = await context.newPage();
  if (process.env.LOPE_PAGE) await fromDisk(page, process.env.LOPE_PAGE);
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !driver(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => complaints.push(`${request.url()} failed`));
  page.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(url).host && !request.url().startsWith("blob:")) {
      complaints.push(`asked ${request.url()}`);
    }
  });
  await page.goto(url);
  await page.waitForFunction((frames) => window.lope?.frames >= frames, frames, { timeout: 60_000 });
  const check = async () => {
    assert.deepEqual(complaints, []);
    assert.deepEqual(await page.evaluate(() => window.lope?.errors ?? []), []);
  };
  return { page, context, complaints, check };
}

/** Takes the page from a folder instead of from the program, so that it need not be built again for each change. */
async function fromDisk(page, folder) {
  await page.route(/^http:[/][/][^/]+[/](assets[/].*)?$/, (route) => {
    const path = new URL(route.request().url()).pathname;
    return route.fulfill({ path: `${folder}${path === "/" ? "/index.html" : path}` });
  });
}

/** Remarks of the graphics driver about software rendering are not the page's. */
const driver = (text) => /GPU stall|software WebGL|GL Driver Message|SwiftShader/i.test(text);

export const lope = (page, read) => page.evaluate(`(${read})(window.lope)`);

/** Waits for something to be so; if it never is, the error says how things stand. */
export async function until(page, condition, argument = null, timeout = 40_000) {
  try {
    await page.waitForFunction(condition, argument, { timeout });
  } catch (error) {
    const stand = await lope(page, (l) => ({ state: l.state, frame: l.lastFrame, seq: l.seq, errors: l.errors }));
    throw new Error(`${condition} with ${JSON.stringify(argument)}: ${JSON.stringify(stand)}`, { cause: error });
  }
}

/** The pixels of the picture without what lies on it. */
export async function pixels(page) {
  const cover = (hidden) =>
    page.evaluate((hide) => {
      for (const each of document.querySelectorAll("body > :not(canvas)")) each.style.visibility = hide ? "hidden" : "";
    }, hidden);
  await cover(true);
  const picture = await page.screenshot({ scale: "css" });
  await cover(false);
  return decode(picture);
}

/** How many pixels of a box differ by more than a little. */
export function differences(a, b, box = [0, 0, a.width, a.height]) {
  let count = 0;
  for (let y = box[1]; y < box[1] + box[3]; y++) {
    for (let x = box[0]; x < box[0] + box[2]; x++) {
      const at = (y * a.width + x) * 4;
      if ([0, 1, 2].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > 12)) count++;
    }
  }
  return count;
}

/** The vertex of a part that is highest among those one can press on, and the place to press. */
function top(page, part) {
  return page.evaluate((wanted) => {
    const { lope } = window;
    const count = lope.scene.parts[wanted].vertices;
    let best = null;
    for (let vertex = 0; vertex < count; vertex += Math.ceil(count / 400)) {
      const [x, y] = lope.screenOf(wanted, vertex);
      if (best && y >= best.y) continue;
      const hit = lope.pick(x, y + 16);
      if (hit && hit.part === wanted) best = { x, y: y + 16, vertex: hit.vertex };
    }
    return best;
  }, part);
}

/** Takes hold of a part near its top; what moves may slip away, so it is tried again. Says which vertex it is. */
async function press(page, part) {
  for (let attempt = 0; attempt < 8; attempt++) {
    const place = await top(page, part);
    if (!place) continue;
    const before = await page.evaluate(() => window.lope.seq);
    await page.mouse.move(place.x, place.y);
    await page.mouse.down();
    const { seq, held } = await page.evaluate(() => ({ seq: window.lope.seq, held: window.lope.held }));
    if (seq > before && held?.part === part) return { ...place, vertex: held.vertex };
    await page.mouse.up();
  }
  throw new Error(`part ${part} could not be taken hold of`);
}

/** Takes hold of a part and pulls it by so many pixels; `held` runs with its vertex before it is let go. */
export async function pull(page, part, [dx, dy], held = async () => {}, moves = 8) {
  const { x, y, vertex } = await press(page, part);
  const where = () => page.evaluate(([p, v]) => window.lope.screenOf(p, v), [part, vertex]);
  const from = await where();
  for (let i = 1; i <= moves; i++) {
    await page.mouse.move(x + (dx * i) / moves, y + (dy * i) / moves);
    await page.waitForTimeout(20);
  }
  await held(from, where);
  await page.mouse.up();
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

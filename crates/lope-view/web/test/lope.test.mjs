/** The page in a browser, against `lope view` itself (its path in LOPE_BIN). */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { launch, median, open, PICTURES, pull, until } from "./browser.mjs";
import * as checks from "./checks.mjs";
import { decode, encode } from "./png.mjs";
import { folder, LARGE, PROGRAM, run, sceneFile, serverAlone, SMALL, upgrade, view } from "./server.mjs";

assert.ok(PROGRAM, "name the program by LOPE_BIN");

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

/** A test with `lope view` of something and a page that shows it; both end with it. */
const viewed = (name, subject, body, options = {}) =>
  test(name, { timeout: 180_000 }, async (t) => {
    const server = await view(await subject());
    try {
      const opened = await open(browser, server.url, options);
      await body(opened.page, server, t);
      await opened.check();
      await opened.context.close();
    } finally {
      await server.close();
    }
  });

viewed("a scene is shown, pulled, changed, followed, and keeps strangers out", () => sceneFile(SMALL), async (page, server) => {
  await checks.showsTheBody(page);
  await checks.panelsUpdate(page);
  await checks.canBeDragged(page);
  await checks.switchesIntegrator(page, "backward-euler");
  await checks.showsRefusals(page, "#set-solver-method", "local-global", /local-global.*stable-neo-hookean|stable-neo-hookean.*local-global/);
  const other = await open(browser, server.url);
  await checks.isFollowed(page, other.page);
  await other.check();
  await other.context.close();
  await strangers(server.url);
  await page.selectOption("#scene", "drop");
  await until(page, () => window.lope.scene.name === "drop" && window.lope.lastFrame.step < 600);
});

/** A page from elsewhere gets no socket, nor does one that calls the server by another name. */
async function strangers(url) {
  const { host } = new URL(url);
  assert.equal(await upgrade(url, { origin: `http://${host}` }), 101);
  for (const headers of [{ origin: "http://example.org" }, { origin: "null" }, { host: "example.org" }]) {
    const status = await upgrade(url, headers);
    assert.ok(status >= 400 && status < 500, `${JSON.stringify(headers)} got ${status}`);
  }
  const elsewhere = createServer((_, response) => response.end("<!doctype html><title>elsewhere</title>"));
  await new Promise((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${elsewhere.address().port}/`);
  const outcome = await page.evaluate(
    (address) =>
      new Promise((resolve) => {
        const socket = new WebSocket(address);
        socket.onopen = () => resolve("opened");
        socket.onclose = () => resolve("refused");
      }),
    `${url.replace("http", "ws")}socket`,
  );
  assert.equal(outcome, "refused");
  await page.close();
  elsewhere.close();
}

const recording = async () => {
  const directory = folder();
  await run("run", "jelly", "-o", `${directory}/run`, "--quiet", "--set", "time.duration=1");
  return `${directory}/run`;
};

const waiting = async (page) => {
  // It waits on its first frame for somebody to press play.
  const [now, first] = await page.evaluate(() => [window.lope.lastFrame.time, window.lope.scene.recording.times[0]]);
  assert.equal(now, first);
  await checks.playsAndSeeks(page);
  await page.screenshot({ path: `${PICTURES}recording.png` });
};
viewed("a recording plays and seeks", recording, waiting, { frames: 1 });

viewed("ten thousand vertices, for the record", () => sceneFile(LARGE), async (page, server, t) => {
  const { framesPerSecond, latency, latency95, pulls, resolution } = await checks.measure(page);
  await page.goto("about:blank");
  const alone = await serverAlone(server.url);
  t.diagnostic(
    `page: ${framesPerSecond.toFixed(1)} frames/s, drag to picture ${latency.toFixed(0)} ms (95 %: ` +
      `${latency95.toFixed(0)} ms, ${pulls} moves), drawn by the processor at ${resolution.toFixed(2)} of the resolution`,
  );
  t.diagnostic(
    `server alone: ${alone.framesPerSecond.toFixed(1)} frames/s, drag to frame ${median(alone.latencies).toFixed(0)} ms`,
  );
  // Times depend on the machine; that pictures come and show what was pulled does not.
  assert.ok(framesPerSecond > 0 && pulls > 0 && alone.latencies.length > 0);
});

/** Pulls the body, stops there, and takes a picture. */
async function portrait(page, name, pulled = [140, 10]) {
  await until(page, () => window.lope.rows.at(-1)?.step > 20);
  await pull(page, 0, pulled, async () => {
    await page.waitForTimeout(500);
    await page.keyboard.press("Space");
    await until(page, () => window.lope.state.playing === false);
    await page.waitForTimeout(900);
    await page.screenshot({ path: `${PICTURES}${name}.png` });
  });
}

const WIDE = { viewport: { width: 1200, height: 675 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

viewed("a picture: light", () => "touch", async (page) => {
  await portrait(page, "light");
  if (process.env.LOPE_PICTURE) writeFileSync(process.env.LOPE_PICTURE, encode(decode(readFileSync(`${PICTURES}light.png`))));
}, WIDE);

viewed("a picture: dark", () => "touch", async (page) => {
  await page.selectOption("#colour", "energy");
  await portrait(page, "dark");
}, { ...WIDE, colorScheme: "dark" });

viewed("a picture: phone", () => "touch", async (page) => {
  await portrait(page, "phone", [60, 0]);
}, PHONE);

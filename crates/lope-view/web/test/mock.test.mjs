/** The page in a browser, against the mock server: quick, and able to misbehave as a real server should not. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, lope, open, PICTURES, until } from "./browser.mjs";
import * as checks from "./checks.mjs";
import { startMock } from "./mock.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

const served = (name, options, body) =>
  test(name, { timeout: 120_000 }, async () => {
    const server = await startMock(options);
    const opened = await open(browser, server.url, options.browser);
    try {
      await body(opened.page, server, opened);
      await opened.check();
    } finally {
      await opened.context.close();
      await server.close();
    }
  });

served("a body is shown, pulled, changed and measured", { scene: "ring" }, async (page) => {
  await checks.showsTheBody(page);
  await checks.panelsUpdate(page);
  // What probes measure has charts of its own, after the others.
  const probe = page.locator("#panes details", { hasText: "tip: position" });
  assert.equal(await probe.count(), 1);
  await until(page, () => {
    const keys = [...document.querySelectorAll("#panes details")].find((one) => one.textContent.includes("tip: position"));
    return [...keys.querySelectorAll(".keys .value")].every((value) => / m$/.test(value.textContent));
  });
  await checks.canBeDragged(page);
  await checks.switchesIntegrator(page, "stabilized");
  await checks.showsRefusals(page, "#set-solver-method", "xpbd", /^xpbd cannot solve <b>this<\/b>: it needs/);
  assert.equal(await page.locator(".why b").count(), 0, "what the server says is text");
});

served("a drag beside the body turns the view and holds nothing", { scene: "ring" }, async (page, server) => {
  const before = await page.evaluate(() => window.lope.screenOf(0, 0));
  await page.mouse.move(240, 430);
  await page.mouse.down();
  await page.mouse.move(320, 430, { steps: 8 });
  await page.mouse.up();
  await page.waitForTimeout(500);
  const after = await page.evaluate(() => window.lope.screenOf(0, 0));
  assert.ok(Math.hypot(after[0] - before[0], after[1] - before[1]) > 20);
  assert.equal(await lope(page, (l) => l.seq), 0);
  assert.equal(server.mock.state().held, 0);
});

served("settings are said as the protocol has them", { scene: "zoo" }, async (page, server) => {
  await page.fill("#set-time-step", "1/120");
  await page.press("#set-time-step", "Enter");
  await until(page, () => window.lope.scene.settings.step === 1 / 120);
  await page.locator("#set-gravity").fill("0");
  await until(page, () => window.lope.scene.settings.gravity.every((x) => x === 0));
  await page.locator("#set-gravity").fill("0.5");
  await until(page, () => Math.abs(window.lope.scene.settings.gravity[1] + 15) < 1e-9);
  await page.locator("#set-young-1").fill("0.75");
  await until(page, () => Math.abs(Math.log10(window.lope.scene.settings.young[1]) - 6) < 1e-2);
  await page.fill("#set-time-step", "soon");
  await page.press("#set-time-step", "Enter");
  assert.equal(await page.inputValue("#set-time-step"), "1/120", "what is no number is not said");
  assert.match(await page.textContent("#side .why"), /soon.*is no step/, "and the control says why");
  assert.match(await page.textContent("#side"), /, Pa/, "stiffness has a unit");
  await page.selectOption("#scene", "ring");
  await until(page, () => window.lope.scene.name === "ring" && window.lope.frames > 0);
  assert.equal(server.mock.name, "ring");
});

served("a scene that takes long to build is announced", { scene: "ring" }, async (page, server) => {
  const load = server.mock.load.bind(server.mock);
  let build;
  server.mock.load = () => {};
  server.mock.introduce = ((introduce) => (clients) => (build = () => introduce(clients)))(server.mock.introduce.bind(server.mock));
  await page.selectOption("#scene", "zoo");
  await page.locator("#building").waitFor();
  assert.match(await page.textContent("#building"), /building zoo/);
  assert.equal(await lope(page, (l) => l.scene.name), "ring", "it is the old one that is seen");
  load("zoo");
  build();
  await until(page, () => window.lope.scene.name === "zoo");
  await page.locator("#building").waitFor({ state: "hidden" });
});

const SIZES = { upright: [390, 844], lying: [844, 390], small: [667, 375], desk: [1280, 720] };
for (const [name, [width, height]] of Object.entries(SIZES)) {
  served(`everything has its room: ${name}`, { scene: "zoo", browser: { viewport: { width, height } } }, async (page) => {
    const closed = () => page.evaluate(() => document.body.classList.contains("side-closed"));
    for (const mode of ["body", "speed"]) {
      await page.selectOption("#colour", mode);
      for (let turn = 0; turn < 2; turn++) {
        await page.waitForTimeout(600);
        const what = `${mode}, panels ${(await closed()) ? "closed" : "open"}`;
        await page.screenshot({ path: `${PICTURES}room-${name}-${what.replaceAll(/\W+/g, "-")}.png` });
        await checks.hasRoom(page, what);
        await page.keyboard.press("m");
      }
    }
  });
}

served("colours, wireframe, keys and pictures", { scene: "zoo" }, async (page) => {
  for (const mode of ["speed", "energy", "det", "projected", "body"]) {
    await page.selectOption("#colour", mode);
    await page.waitForTimeout(400);
    const legend = await page.textContent("#meaning");
    assert.ok(legend.length > 3, mode);
  }
  await page.keyboard.press("w");
  assert.equal(await page.getAttribute("#wire", "aria-pressed"), "true");
  await page.keyboard.press("Space");
  await until(page, () => window.lope.state.playing === false);
  await page.keyboard.press("s");
  await page.keyboard.press("?");
  assert.ok(await page.isVisible("#help"));
  await page.keyboard.press("Escape");
  assert.ok(!(await page.isVisible("#help")));
  const theme = () => page.getAttribute("html", "data-theme");
  const first = await theme();
  await page.keyboard.press("t");
  assert.notEqual(await theme(), first);
  const download = page.waitForEvent("download");
  await page.keyboard.press("p");
  assert.match((await download).suggestedFilename(), /^lope-zoo-[\d.]+s\.png$/);
});

served("pages follow each other", { scene: "ring" }, async (page, server) => {
  const other = await open(browser, server.url);
  await checks.isFollowed(page, other.page);
  await other.check();
  await other.context.close();
});

served("a recording plays and seeks", { scene: "ring", recording: true }, async (page) => {
  await checks.playsAndSeeks(page);
});

test("a lost connection is shown and taken up again", { timeout: 120_000 }, async () => {
  let server = await startMock({ scene: "ring" });
  const { page, context } = await open(browser, server.url);
  const { port } = server;
  await server.close();
  await page.locator("#lost").waitFor({ timeout: 20_000 });
  assert.match(await page.textContent("#lost"), /Connection lost/);
  const frames = await lope(page, (l) => l.frames);
  server = await startMock({ scene: "ring", port });
  await page.locator("#lost").waitFor({ state: "hidden", timeout: 30_000 });
  await until(page, (old) => window.lope.frames > old, frames);
  await context.close();
  await server.close();
});

test("nonsense from the server does not stop the page", { timeout: 120_000 }, async () => {
  const server = await startMock({ scene: "ring" });
  const { page, context } = await open(browser, server.url);
  const [client] = server.mock.clients;
  for (const nonsense of ["{", "[1]", Buffer.alloc(3), Buffer.from([2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]), Buffer.alloc(64, 255)]) {
    client.socket.send(nonsense);
  }
  await until(page, () => window.lope.errors.length >= 3);
  const frames = await lope(page, (l) => l.frames);
  await until(page, (old) => window.lope.frames > old + 3, frames);
  await context.close();
  await server.close();
});

for (const [name, options] of Object.entries({
  light: { viewport: { width: 1280, height: 720 } },
  dark: { viewport: { width: 1280, height: 720 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
})) {
  served(`a picture: ${name}`, { scene: "zoo", browser: options }, async (page, server) => {
    await page.waitForTimeout(1500);
    server.mock.playing = false;
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `${PICTURES}mock-${name}.png` });
    if (name === "phone") {
      await page.tap("#handle");
      await page.waitForTimeout(600);
      assert.ok(await page.isVisible("#set-time-integrator"));
      await page.screenshot({ path: `${PICTURES}mock-phone-open.png` });
    }
  });
}

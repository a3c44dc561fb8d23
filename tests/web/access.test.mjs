// SPDX-License-Identifier: GPL-2.0-or-later
// Every page for every reader: contrast and names by axe-core, small screens, dark, paper, no scripts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { everyAddress, visitAll } from "./addresses.mjs";
import { axe, violations } from "./axe.mjs";
import { chartOf, newPage, nextFrame, start, visit } from "./browser.mjs";

const SMALL = { width: 320, height: 640 };

const NAMES = ["Overhead", "Series", "Compare", "Changes", "Profiles", "Latency", "Allocations", "Calls", "Noise", "Runs", "Kernels", "Machines", "Upload", "Docs"];

let site;
let addresses;

before(async () => {
  site = await start();
  addresses = await everyAddress(site);
});
after(() => site?.close());

const everyPage = (options, check) => visitAll(site, addresses, options, check);

test("axe finds nothing in light, dark and at 320 pixels, where only tables scroll", () =>
  everyPage({ colorScheme: "light" }, async (page, address) => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
    await page.evaluate(axe);
    assert.deepEqual(await violations(page), [], `${address}, light`);
    await page.emulateMedia({ colorScheme: "dark" });
    await nextFrame(page);
    assert.deepEqual(await violations(page, { only: ["color-contrast"] }), [], `${address}, dark`);
    await page.setViewportSize(SMALL);
    await nextFrame(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= SMALL.width, `${address} is ${width} pixels wide`);
    assert.deepEqual(await violations(page, { without: "color-contrast" }), [], `${address}, small`);
  }));

test("a table's first column stays in sight when it scrolls", async () => {
  const page = await newPage(site, { viewport: SMALL });
  await visit(page, "/");
  const box = page.locator(".scroll").first();
  await box.evaluate((element) => (element.scrollLeft = 200));
  const left = (locator) => locator.evaluate((element) => element.getBoundingClientRect().left);
  assert.equal(await left(box), await left(box.locator("tbody th").first()));
  await page.context().close();
});

test("every page reads without scripts: heading, ways on, and the text", () =>
  everyPage({ javaScriptEnabled: false }, async (page, address) => {
    const text = await page.locator("pre.mail").textContent();
    const plain = await fetch(site.base + address, { headers: { Accept: "text/plain" } });
    assert.equal(text, await plain.text(), address);
    assert.ok(text.trim().length > 0, address);
    assert.equal(await page.locator("pre.mail").isVisible(), true);
    assert.ok((await page.locator("h1").textContent()).trim().length > 0, address);
    assert.deepEqual(await page.locator("nav a").allTextContents(), NAMES);
    assert.equal(await page.getByText("{{").count(), 0, address);
  }));

test("charts follow the reader's scheme, and are light on paper", async () => {
  const page = await newPage(site, { colorScheme: "light" });
  await visit(page, "/overhead");
  const colours = async () => (await chartOf(page)).lines.map(({ colour }) => colour);
  const light = await colours();
  await page.emulateMedia({ colorScheme: "dark" });
  await nextFrame(page);
  const dark = await colours();
  assert.notDeepEqual(dark, light);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.deepEqual(await colours(), light);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.deepEqual(await colours(), dark);
  await page.emulateMedia({ media: "print" });
  await nextFrame(page);
  assert.equal(await page.locator("nav").first().isVisible(), false);
  assert.equal(await page.locator('[data-part="controls"]').isVisible(), false);
  assert.equal(await page.locator("pre.mail").isVisible(), true);
  await page.context().close();
});

test("without Chart.js the tables still have the numbers", async () => {
  const page = await newPage(site);
  await page.route("**/vendor/**", (route) => route.abort());
  for (const address of [addresses[1], addresses[4]]) {
    await visit(page, address);
    assert.equal(await page.locator("canvas").count(), 0);
    assert.ok((await page.locator('[data-part="table"] tbody tr').count()) > 3, address);
  }
  assert.deepEqual(page.complaints.filter((text) => !text.includes("ERR_FAILED")), []);
  await page.context().close();
});

test("the keyboard reaches every control, and focus is seen", async () => {
  const page = await newPage(site);
  await visit(page, addresses[4]);
  const controls = await page
    .locator("a[href]:visible, button:visible, input:visible, summary:visible, [tabindex='0']:visible")
    .count();
  const seen = new Set();
  for (let i = 0; i < controls; i++) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(() => {
      const at = document.activeElement;
      const all = [...document.querySelectorAll("*")];
      return { index: all.indexOf(at), outline: getComputedStyle(at).outlineStyle };
    });
    assert.notEqual(focus.outline, "none");
    seen.add(focus.index);
  }
  assert.equal(seen.size, controls);
  await page.context().close();
});

// SPDX-License-Identifier: GPL-2.0-or-later
// Pages that stay where they are: no shift while they are drawn, at 200 %, with less motion, on paper.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { everyAddress, visitAll } from "./addresses.mjs";
import { newPage, nextFrame, shifted, start, visit } from "./browser.mjs";

const SMALL = { width: 320, height: 640 };
const SHIFT_MOST = 0.02;

let site;
let addresses;

before(async () => {
  site = await start();
  addresses = await everyAddress(site);
});
after(() => site?.close());

const everyPage = (options, check) => visitAll(site, addresses, options, check);

test("nothing moves by itself while a page is drawn", async () => {
  for (const viewport of [{ width: 1280, height: 800 }, SMALL])
    for (const address of addresses) {
      const page = await newPage(site, { viewport });
      await visit(page, address);
      const sum = await shifted(page);
      assert.ok(sum < SHIFT_MOST, `${address} at ${viewport.width}: ${sum.toFixed(4)}`);
      await page.context().close();
    }
});

test("at 200 % and for who wants less motion, all stays in reach", () =>
  everyPage({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, reducedMotion: "reduce" }, async (page, address) => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 640, `${address} is ${width} pixels wide`);
    const moving = await page.evaluate(() => document.getAnimations().length);
    assert.equal(moving, 0, `${address} moves`);
  }));

test("every page prints its text and its tables, and none of its controls", () =>
  everyPage({ viewport: { width: 720, height: 900 } }, async (page, address) => {
    await page.emulateMedia({ media: "print" });
    await nextFrame(page);
    assert.equal(await page.locator("pre.mail").isVisible(), true, address);
    for (const selector of ["nav", "button", "select", ".search"])
      assert.equal(await page.locator(`${selector}:visible`).count(), 0, `${address}: ${selector}`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 720, address);
  }));

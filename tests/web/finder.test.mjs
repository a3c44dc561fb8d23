// SPDX-License-Identifier: GPL-2.0-or-later
// The box that finds things: by key, by mouse, without scripts, and what it says to a screen reader.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drawn, newPage, start, visit } from "./browser.mjs";

let site;
let page;

before(async () => {
  site = await start();
  page = await newPage(site);
});
after(() => site?.close());

const box = () => page.getByRole("combobox", { name: /^Find / });
const list = () => page.getByRole("listbox", { name: "What is found" });
const options = () => list().getByRole("option");
const chosen = () => list().locator('[aria-selected="true"]');

/** Types into the box and waits for what is found. */
async function type(text) {
  await page.keyboard.press("/");
  await box().fill("");
  await page.keyboard.type(text);
  await list().waitFor();
}

test("what is typed is found, by kind, as the API has it", async () => {
  await visit(page, "/");
  await type("7.3.4");
  const { hits } = await site.api("/search?q=7.3.4");
  assert.deepEqual(await options().evaluateAll((all) => all.map((one) => one.getAttribute("href"))), hits.map(({ address }) => address));
  const kinds = await list().getByRole("group").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  assert.deepEqual(kinds, [...new Set(hits.map(({ kind }) => kind))]);
  assert.equal(await box().getAttribute("aria-expanded"), "true");
});

test("arrows walk what is found, Escape closes it, Enter opens", async () => {
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await chosen().count(), 1);
  assert.equal(await box().getAttribute("aria-activedescendant"), await options().nth(1).getAttribute("id"));
  assert.equal(await options().nth(1).getAttribute("aria-selected"), "true");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(await chosen().count(), 0, "back in the box");
  await page.keyboard.press("ArrowUp");
  assert.equal(await options().last().getAttribute("aria-selected"), "true");
  await page.keyboard.press("Escape");
  await list().waitFor({ state: "hidden" });
  assert.equal(await box().getAttribute("aria-expanded"), "false");
  await type("7.3.4");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const href = await chosen().getAttribute("href");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${href}`);
  await drawn(page);
});

test("Enter goes to the only place, or to a page of several", async () => {
  const { runs: [run] } = await site.api("/runs?kernel=6.1.192");
  await type(run.name);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/run/${run.id}`);
  await drawn(page);
  await type("usecs");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search?q=usecs");
  const { hits } = await site.api("/search?q=usecs");
  const links = page.locator("main dl a");
  assert.deepEqual(await links.allTextContents(), hits.map(({ name }) => name));
  await links.first().click();
  await page.waitForURL("**/series?**");
  await drawn(page);
  assert.match(await page.locator("h1").textContent(), new RegExp(hits[0].name));
});

test("a click opens, leaving closes, nothing found is told, an empty box goes nowhere", async () => {
  await visit(page, "/runs");
  await type("no such thing");
  assert.match(await list().textContent(), /Nothing is called “no such thing”/);
  await page.locator("h1").click();
  await list().waitFor({ state: "hidden" });
  await box().fill("");
  await page.keyboard.press("Enter");
  assert.equal(new URL(page.url()).pathname, "/runs");
  await type("pft");
  await options().filter({ hasText: "its runs" }).click();
  await page.waitForURL("**/runs?benchmark=pft");
});

test("what stands below the box moves nothing, and fits a small window", async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, "/");
  const at = () => page.locator("h1").evaluate((element) => element.getBoundingClientRect().top);
  const before = await at();
  await type("usecs");
  assert.equal(await at(), before);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
  const { left, right } = await list().evaluate((element) => element.getBoundingClientRect());
  assert.ok(left >= 0 && right <= 320, `${left} to ${right}`);
  assert.deepEqual(page.complaints, []);
});

test("without scripts the form leads to the same places", async () => {
  const plain = await newPage(site, { javaScriptEnabled: false });
  await plain.goto("/");
  await plain.getByRole("searchbox").fill("7.3.4");
  await plain.keyboard.press("Enter");
  await plain.waitForURL("**/kernels/7.3.4**");
  await plain.getByRole("searchbox").fill("usecs");
  await plain.keyboard.press("Enter");
  await plain.waitForURL("**/search?q=usecs");
  assert.equal(await plain.locator("main dl a").count(), (await site.api("/search?q=usecs")).hits.length);
  await plain.context().close();
});

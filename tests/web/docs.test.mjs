// SPDX-License-Identifier: GPL-2.0-or-later
// The documentation as the server has it: every page, its links, small screens, readers of all kinds.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, test } from "node:test";
import { root } from "../program.mjs";
import { newPage, nextFrame, start } from "./browser.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const names = readdirSync(path.join(root, "docs")).filter((name) => name.endsWith(".md")).map((name) => name.slice(0, -3));
const addresses = ["/docs", "/docs/reference", "/docs/problems", "/docs/problems/not-found", ...names.map((name) => `/docs/${name}`)];

let site;

before(async () => {
  site = await start();
});
after(() => site?.close());

test("axe finds nothing on any page, in light and dark, and small screens do not scroll aside", async () => {
  const page = await newPage(site);
  const found = async (options) => (await page.evaluate((how) => globalThis.axe.run(how), options)).violations
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 2).join(" ")}`);
  for (const address of addresses) {
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(address);
    await page.evaluate(axe);
    assert.deepEqual(await found({ resultTypes: ["violations"] }), [], address);
    await page.emulateMedia({ colorScheme: "dark" });
    await nextFrame(page);
    assert.deepEqual(await found({ runOnly: { type: "rule", values: ["color-contrast"] } }), [], `${address}, dark`);
    await page.setViewportSize({ width: 320, height: 640 });
    await nextFrame(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 320, `${address} is ${width} pixels wide`);
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a page is its Markdown as text, and has the same words without scripts", async () => {
  for (const name of names) {
    const markdown = readFileSync(path.join(root, "docs", `${name}.md`), "utf8");
    assert.equal(await site.text(`/docs/${name}`), markdown);
    assert.equal(await site.text(`/docs/${name}.md`), markdown);
  }
  const page = await newPage(site, { javaScriptEnabled: false });
  await page.goto("/docs/statistics");
  assert.match(await page.locator("h1").textContent(), /^Statistics/);
  assert.equal(await page.locator(".top nav a[href='/docs']").isVisible(), true);
  await page.context().close();
});

test("every link of every page leads to a page and a heading that are there", async () => {
  const page = await newPage(site, { javaScriptEnabled: false });
  const ids = new Map();
  const links = [];
  for (const address of addresses) {
    await page.goto(address);
    ids.set(address, new Set(await page.locator("main [id]").evaluateAll((all) => all.map(({ id }) => id))));
    const here = await page.locator("main a[href]").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    links.push(...here.map((href) => ({ address, href })));
  }
  assert.ok(links.length > 50);
  for (const { address, href } of links.filter((one) => !one.href.startsWith("http"))) {
    const [to, anchor] = href.split("#");
    const target = to || address;
    assert.ok(ids.has(target), `${address}: ${href}`);
    if (anchor) assert.ok(ids.get(target).has(anchor), `${address}: ${href}`);
  }
  await page.context().close();
});

test("the reference has every operation and every shape of the contract", async () => {
  const contract = JSON.parse(readFileSync(path.join(root, "server/openapi.json"), "utf8"));
  const text = await site.text("/docs/reference");
  for (const [at, methods] of Object.entries(contract.paths))
    for (const method of Object.keys(methods)) assert.ok(text.includes(`\n### ${method.toUpperCase()} ${at}\n`), `${method} ${at}`);
  for (const name of Object.keys(contract.components.schemas)) assert.ok(text.includes(`\n### ${name}\n`), name);
});

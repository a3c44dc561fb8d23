// SPDX-License-Identifier: GPL-2.0-or-later
// The pages of profiles, on the bundled ones: numbers of the API, zoom, search, keys, no scripts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drawn, newPage, numberIn, start, visit } from "./browser.mjs";

let site;
let page;
let base;
let child;

before(async () => {
  site = await start();
  page = await newPage(site);
  const { runs } = await site.api("/runs?kernel=6.18.44");
  const id = (name) => `${runs.find((run) => run.name === name).id}-1`;
  [base, child] = [id("fault-loop-root"), id("fault-loop-child")];
});
after(() => site?.close());

const part = (name) => page.locator(`[data-part="${name}"]`);
const frame = (name) => part("flame").locator("a", { has: page.locator("title", { hasText: new RegExp(`^${name}:`) }) }).first();
const root = () => new URL(page.url()).searchParams.get("root");

test("a profile opens with memcg's share, its phases and functions, as the API has them", async () => {
  const profile = await site.api(`/profiles/${child}`);
  await visit(page, `/profile/${child}`);
  const said = await part("answer").textContent();
  assert.equal(numberIn(said.split("takes")[1]), Number((profile.memcg.self.part * 100).toFixed(2)));
  const rows = await part("share").locator("tbody tr").allTextContents();
  assert.equal(rows.length, profile.phases.length + profile.entries.length);
  const cells = await part("functions").locator("table").first().locator("tbody tr").first().locator("th, td").allTextContents();
  const [first] = profile.functions.filter(({ phase }) => phase);
  assert.equal(cells[0], first.symbol);
  assert.equal(numberIn(cells[2]), Number((first.self.part * 100).toFixed(2)));
});

test("a click zooms in place and stands in the address; back leads out again", async () => {
  await visit(page, `/profile/${child}`);
  const all = await part("flame").locator("a").count();
  await frame("do_anonymous_page").locator("rect").click();
  await drawn(page);
  assert.match(root(), /^[0-9a-f]{16}$/);
  const width = await frame("do_anonymous_page").locator("rect").getAttribute("width");
  assert.equal(width, "1200.0");
  await page.reload();
  await drawn(page);
  assert.equal(await frame("do_anonymous_page").locator("rect").getAttribute("width"), "1200.0");
  await page.goBack();
  await drawn(page);
  assert.equal(root(), null);
  assert.equal(await part("flame").locator("a").count(), all);
});

test("search marks frames and tells their share; only chains through memcg are a choice", async () => {
  await visit(page, `/profile/${child}`);
  await page.getByLabel("Find a function").fill("charge_memcg");
  assert.match(await part("flame-found").textContent(), /^\d+ frames?, [\d.]+\s%/);
  assert.ok((await part("flame").locator(".found").count()) >= 1);
  await page.getByLabel("Find a function").fill("no such thing");
  assert.match(await part("flame-found").textContent(), /No frame/);
  await page.getByRole("link", { name: "Those through memcg" }).click();
  await drawn(page);
  assert.equal(new URL(page.url()).searchParams.get("filter"), "memcg");
  assert.equal(await frame("clear_page_erms").count(), 0);
});

test("keys go from frame to frame, zoom in and out", async () => {
  await visit(page, `/profile/${child}`);
  const first = part("flame").locator("a").first();
  await first.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const name = await page.evaluate(() => globalThis.document.activeElement?.querySelector("title")?.textContent);
  assert.ok(name && !/^all:/.test(name), name);
  assert.equal(await part("flame").locator('a[tabindex="0"]').count(), 1);
  await page.keyboard.press("Enter");
  await drawn(page);
  assert.ok(root());
  await part("flame").locator("a").first().focus();
  await page.keyboard.press("Escape");
  await drawn(page);
  assert.equal(root(), null);
});

test("two profiles: the change with its interval, moves, and a graph in which nothing is only colour", async () => {
  const diff = await site.api(`/profile-diff?a=${base}&b=${child}`);
  await visit(page, `/profile-diff?a=${base}&b=${child}`);
  const said = await part("answer").textContent();
  assert.match(said, new RegExp(`\\+${(diff.change.self.part * 100).toFixed(2)} points`));
  const rows = part("functions").locator("tbody tr");
  assert.equal(await rows.count(), diff.functions.length);
  const marks = await rows.locator("td:nth-child(4)").allTextContents();
  diff.functions.forEach(({ moved }, i) => assert.equal(/[▲▼]/.test(marks[i]), Boolean(moved), marks[i]));
  await page.getByRole("link", { name: "All call chains and functions" }).click();
  await drawn(page);
  assert.ok((await rows.count()) > diff.functions.length);
  const title = await frame("charge_memcg").locator("title").textContent();
  assert.match(title, /% to [\d.]+ %, [+-][\d.]+ points \(95 %/);
  await page.getByRole("link", { name: "width: share before" }).click();
  await drawn(page);
  assert.equal(new URL(page.url()).searchParams.get("width"), "before");
});

test("instructions of a function show the hottest first", async () => {
  await visit(page, `/profile/${child}?symbol=main`);
  const hot = part("hot").locator("tr.sum").first();
  const box = await part("hot").locator(".code").boundingBox();
  const { y, height } = await hot.boundingBox();
  assert.ok(y >= box.y && y + height <= box.y + box.height, "the hottest is in sight");
});

test("a run leads to its profiles", async () => {
  await visit(page, `/run/${child.split("-")[0]}`);
  await part("results").getByRole("link", { name: /perf-script/ }).click();
  await drawn(page);
  assert.equal(new URL(page.url()).pathname, `/profile/${child}`);
  assert.deepEqual(page.complaints, []);
});

test("without scripts a frame is a link that zooms", async () => {
  const plain = await newPage(site, { javaScriptEnabled: false });
  await plain.goto(`/profile/${child}`);
  const link = plain.locator('[data-part="flame"] a', { has: plain.locator("title", { hasText: /^do_anonymous_page:/ }) });
  await link.locator("rect").click();
  await plain.waitForURL(/root=[0-9a-f]{16}/);
  assert.equal(await link.locator("rect").getAttribute("width"), "1200.0");
  assert.deepEqual(plain.complaints, []);
  await plain.context().close();
});

// SPDX-License-Identifier: GPL-2.0-or-later
// A range of kernels: picked by selects, by dragging over a chart, undone by Escape; in the address.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chartDrawn, chartOf, drawn, follow, newPage, paramsOf, start, visit } from "./browser.mjs";

const SERIES = "/series?benchmark=kmemops&metric=usecs-op-open";

let site;
let page;

before(async () => {
  site = await start();
  page = await newPage(site);
});
after(() => site?.close());

const part = (name) => page.locator(`[data-part="${name}"]`);
const select = (name) => page.locator(`select[name="${name}"]`);
const param = async (key) => (await paramsOf(page)).get(key);
const rows = () => part("table").locator("tbody th").allTextContents();
const labels = async () => (await chartOf(page)).labels;
/** The rest of the address, as it is asked of the server. */
const search = () => new URL(page.url()).search;

/** Drags over the chart from one place of its axis to another. */
async function drag(from, to) {
  const canvas = await chartDrawn(page);
  const places = await canvas.evaluate(
    (one, ends) => ends.map((end) => globalThis.Chart.getChart(one).scales.x.getPixelForValue(end)),
    [from, to],
  );
  const box = await canvas.boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + places[0], y);
  await page.mouse.down();
  await page.mouse.move(box.x + (places[0] + places[1]) / 2, y);
  await page.mouse.move(box.x + places[1], y);
  await page.mouse.up();
}

test("selects narrow a series' chart, table, sentence and text; back and reload keep it", async () => {
  await visit(page, SERIES);
  const all = await labels();
  assert.ok(all.length >= 4);
  await follow(page, () => select("from").selectOption({ label: all[1] }));
  await follow(page, () => select("to").selectOption({ label: all[3] }));
  assert.deepEqual(await labels(), all.slice(1, 4));
  assert.deepEqual(await rows(), all.slice(1, 4));
  assert.match(await part("answer").textContent(), / over 3 kernels/);
  const text = await site.text(`/series.txt${search()}`);
  assert.equal(await part("mail").textContent(), text);
  assert.match(text, /Kernels from \S+ up to \S+\s+only\./);
  assert.ok(text.includes(`\n  ${all[1]} `) && !text.includes(`\n  ${all[0]} `));
  await page.reload();
  await drawn(page);
  assert.deepEqual(await rows(), all.slice(1, 4));
  await follow(page, () => page.goBack());
  assert.deepEqual(await rows(), all.slice(1));
  await follow(page, () => page.getByRole("button", { name: "All kernels" }).click());
  assert.deepEqual(await rows(), all);
  assert.equal(await param("from"), null);
});

test("the range changes what is looked at, and nothing that is said of it", async () => {
  const whole = await site.api(SERIES);
  const slugs = whole.kernels.map(({ slug }) => slug);
  const part = await site.api(`${SERIES}&from=${slugs[2]}&to=${slugs[1]}`);
  const kept = ({ kernel }) => kernel === 1 || kernel === 2;
  assert.deepEqual(part.lines, whole.lines.map((line) => ({ ...line, points: line.points.filter(kept) })).filter(({ points }) => points.length > 0));
  assert.deepEqual(part.changes, whole.changes.filter(({ after }) => kept(after)));
  const costs = await site.api("/overhead");
  const some = await site.api(`/overhead?from=${costs.kernels[1].slug}&to=${costs.kernels[1].slug}`);
  assert.deepEqual(some.cells.map(({ cost }) => cost), costs.cells.filter(({ kernel }) => kernel === 1).map(({ cost }) => cost));
  assert.deepEqual(some.kernels, costs.kernels);
});

test("dragging over a chart picks the kernels between, and Escape gives all back", async () => {
  await visit(page, "/overhead");
  const all = await labels();
  await follow(page, () => drag(3, 1));
  assert.deepEqual(await labels(), all.slice(1, 4));
  assert.equal(await page.locator(".shade").isVisible(), false);
  assert.match(await part("answer").textContent(), new RegExp(`^On ${all[3]} memcg costs `));
  const canvas = await chartDrawn(page);
  await canvas.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  assert.notEqual(await param("from"), null, "the first leaves the point");
  await follow(page, () => page.keyboard.press("Escape"));
  assert.deepEqual(await labels(), all);
});

test("a drag on a chart of one metric is no click on a point", async () => {
  await visit(page, "/overhead?benchmark=pft&metric=faults/cpu-1");
  const before = await labels();
  await follow(page, () => drag(0, 2));
  assert.equal(new URL(page.url()).pathname, "/overhead");
  assert.deepEqual(await labels(), before.slice(0, 3));
});

test("a range without a number says so and leaves a way out; a wrong kernel is told", async () => {
  await visit(page, "/kernels");
  const { kernels } = await site.api("/overhead");
  const known = new Set(kernels.map(({ slug }) => slug));
  const bare = (await site.api("/kernels?limit=500")).kernels.find(({ slug }) => !known.has(slug)).slug;
  await visit(page, `/overhead?from=${bare}&to=${bare}`);
  assert.match(await part("lede").textContent(), /None of these kernels/);
  await follow(page, () => page.getByRole("button", { name: "All kernels" }).click());
  assert.ok((await labels()).length > 3);
  assert.deepEqual(page.complaints, []);
  const answer = await fetch(`${site.base}/api/v1/overhead?from=nothing`);
  assert.equal(answer.status, 404);
  assert.match((await answer.json()).detail, /^from: no kernel is called 'nothing'/);
});
